"""The machine plays every round as a person who reads the list of steps does."""

from dataclasses import replace

import numpy as np
import pytest

from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.ends import End
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import Question, question
from houseway.analysis.exact.sets import Sets
from houseway.analysis.machine import kernel
from houseway.analysis.machine.batches import Work, no_money, nothing, play_batch
from houseway.analysis.machine.policies import best
from houseway.analysis.machine.rounds import Machine, machine
from houseway.analysis.machine.settings import Settings
from houseway.cards import DECK, Card, Cards, rank_of, suit_of
from houseway.game import (
    DEALER,
    HIT,
    SEAT,
    STAND,
    Bets,
    Bonus,
    Choice,
    Contest,
    Deal,
    Draw,
    Hand,
    Option,
    Over,
    Seen,
    Show,
)
from houseway.games import GAMES
from tests.analysis.exact import in_parts, like_pai_gow
from tests.analysis.machine.by_hand import play
from tests.soak import more

DEALS = more(400, 1500)
SEATS = 3
SHORT: Cards = tuple(c for c in DECK if rank_of(c) >= 10)
SHOE: Cards = tuple(c for c in DECK * 8 if rank_of(c) in (2, 3, 5, 7, 8, 9, 13))
FEW: Cards = tuple(c for c in DECK if rank_of(c) >= 8)


def by_grades(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
    """Some option or other, in which neither suits nor the order of cards count."""
    if options[0].cut:
        return max(options, key=lambda option: [sorted(map(rank_of, hand)) for hand in option.cut])
    grades = [min(rank_of(c), 11) for cards in seen.lying.values() for c in cards]
    return options[(sum(grades) + len(seen.said)) % len(options)]


def asked(slug: str, cards: Cards | None = None) -> Question:
    game = GAMES[slug]
    return question(game, wagers=[wager.name for wager in game.wagers], cards=cards, policy=by_grades)


def differences(asked: Question, made: Machine, deals: int = DEALS) -> list[tuple[object, ...]]:
    """Deals that the machine settles otherwise than by hand."""
    random = np.random.default_rng(16)
    pack = np.array(asked.cards, np.uint8)
    dealt = np.stack([random.permutation(pack)[: made.program.slots] for _ in range(deals)], axis=1)
    ends = np.full((len(made.units) * made.seats, deals), -2, np.int32)
    kernel.settle(made.program, dealt, ends)
    found: list[tuple[object, ...]] = []
    for r in range(deals):
        cards = {where: [Card(int(dealt[slot, r])) for slot in slots] for where, slots in made.slots.items()}
        by_hand = play(asked, cards, made.seats)
        for row, end in enumerate(ends[:, r].tolist()):
            unit, seat = divmod(row, made.seats)
            names = made.units[unit].wagers
            wanted = End(by_hand[seat].said, tuple(x for x in by_hand[seat].lines if x.wager in names))
            if end < 0 or made.units[unit].ends[end] != wanted:
                found.append((cards, seat, wanted, end))
    return found


@pytest.mark.deeper
@pytest.mark.parametrize(
    ("slug", "cards"),
    [
        ("casino-war", None),
        ("ez-baccarat", SHOE),
        ("three-card-poker", FEW),
        ("supreme-99", None),
        ("let-it-ride", FEW),
        ("mississippi-stud", SHORT),
        ("match-em", FEW),
    ],
)
def test_every_deal_is_settled_as_by_hand(slug: str, cards: Cards | None) -> None:
    question = asked(slug, cards)
    assert differences(question, machine(question, SEATS)) == []


def test_the_dealer_draws_if_any_seat_is_at_war() -> None:
    """The third seat alone ties: the dealer's second card is against that seat, and no other gets one."""
    question = replace(asked("casino-war"), policy=lambda number, seen, options: options[-1])
    made = machine(question, SEATS)
    cards = {("seat", 0): "Kc", ("seat", 1): "3d", ("seat", 2): "9h", ("dealer", -1): "9s"}
    dealt = np.zeros((made.program.slots, 1), np.uint8)
    for where, first in cards.items():
        dealt[made.slots[where][0]] = DECK[["23456789TJQKA".index(first[0]) * 4 + "cdhs".index(first[1])][0]]
    dealt[made.slots["seat", 2][1]] = DECK[-1]
    ends = np.zeros((len(made.units) * SEATS, 1), np.int32)
    kernel.settle(made.program, dealt, ends)
    main = [made.units[0].ends[end] for end in ends[:SEATS, 0]]
    assert [end.said for end in main] == [(), (), ("war",)]
    assert [line.line for line in main[2].lines] == ["war won", "win"]
    assert [line.line for end in main[:2] for line in end.lines] == ["win", "lose"]


def test_seats_share_a_board() -> None:
    made = machine(asked("let-it-ride", FEW), SEATS)
    assert made.slots.keys() == {("seat", 0), ("seat", 1), ("seat", 2), ("board", -1)}
    assert made.program.slots == 3 * SEATS + 2


def test_a_choice_goes_on_until_an_option_is_its_last() -> None:
    """Hit to thirty: the seat's cards come one by one, and the wager ends in what they add up to."""
    game = GAMES["casino-war"]

    def hit_or_stand(seen: Seen) -> tuple[Option, ...]:
        return (HIT, STAND) if sum(map(rank_of, seen[SEAT])) < 30 and len(seen[SEAT]) < 4 else ()

    steps = tuple(step for step in game.round if isinstance(step, Deal) or step is game.round[0])
    total = Hand(SEAT, lambda cards: sum(map(rank_of, cards)), rank_of)
    ante = Bonus(name="Ante", clause="", hand=total, judge=str)
    hitting = replace(game, round=(*steps, Choice(hit_or_stand, again=True)), wagers=(ante,))
    asked = question(hitting, cards=FEW, policy=lambda number, seen, options: options[0])
    assert differences(asked, machine(asked, SEATS), 400) == []


def test_cards_are_given_up_for_others() -> None:
    """Three Card Draw Poker: every word is said; one of a pair is given up where suits tell it from the other."""

    def by_ranks(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        held = seen[SEAT]
        marks = [(rank_of(card), [*map(suit_of, held)].count(suit_of(card))) for card in held]
        told_apart = {card for card, mark in zip(held, marks, strict=True) if marks.count(mark) == 1}
        may = [each for each in options if told_apart.issuperset(each.drops)]
        of_a_pair = len({*map(rank_of, held)}) == 2
        return may[(sum(map(rank_of, held)) + of_a_pair) % len(may)]

    asked = question(GAMES["three-card-draw"], cards=FEW, policy=by_ranks)
    made = machine(asked, SEATS)
    assert differences(asked, made) == []
    assert len({end.said for end in made.units[0].ends if isinstance(end, End)}) == 5


def test_a_round_may_be_over_when_the_dealer_has_looked() -> None:
    """A card each, and one that the dealer hides: with an ace there, nobody may hit."""
    game = GAMES["casino-war"]
    total = Hand(SEAT, lambda cards: sum(map(rank_of, cards)), rank_of)
    his = Hand(DEALER, lambda cards: sum(map(rank_of, cards)), rank_of)
    ante = Contest(name="Ante", clause="", mine=total, his=his, settle=lambda mine, his, said: f"{mine} to {his}")
    steps = (
        *(Bets(("Ante",)), Deal(SEAT, 1), Deal(DEALER, 2, up=1)),
        *(
            Over(lambda seen: rank_of(seen[DEALER][1]) == 14, DEALER),
            Choice(lambda seen: (STAND, replace(HIT, last=True))),
        ),
        *(Show(DEALER), Draw(DEALER, lambda seen: len(seen[DEALER]) < 3 and sum(map(rank_of, seen[DEALER])) < 20)),
    )
    peeking = replace(game, round=steps, wagers=(ante,), decks=(1,), default_decks=1)
    asked = question(peeking, cards=FEW, policy=lambda number, seen, options: options[rank_of(seen[SEAT][0]) % 2])
    made = machine(asked, SEATS)
    assert differences(asked, made) == []
    said = {end.said for end in made.units[0].ends if isinstance(end, End)}
    assert said == {(), ("hit",), ("stand",)}


def test_a_batch_is_the_same_wherever_it_is_played_and_a_rule_without_an_answer_stops_it() -> None:
    made = machine(asked("casino-war"), 2)
    work = Work(program=made.program, money=no_money(made.ends), seats=2, rounds=2_500, batch=1_000)
    whole = nothing(work)
    for number in work.batches:
        whole.add(play_batch(work, number))
    assert whole.rounds == 2_500 and whole.counts.sum() == 2_500 * 2 * len(made.units)
    assert (play_batch(work, 1).counts == play_batch(work, 1).counts).all()
    table = np.full_like(made.program.table, -1)
    with pytest.raises(ValueError, match="could not be asked"):
        play_batch(replace(work, program=made.program._replace(table=table)), 0)


@pytest.mark.soak
def test_set_packets_are_matched_hand_by_hand_as_by_hand() -> None:
    """San Lo with everybody setting by the house way, from the tables of the split solver."""
    placed = question(GAMES["san-lo"], wagers=["Hat Trick", "Fortune Bonus"])
    house = Sets(question(GAMES["san-lo"])).house
    asked = replace(placed, policy=Settings(house, house))
    assert differences(asked, machine(asked, 2), 60) == []


@pytest.mark.parametrize("name", ["with commission", "barred", "open", "open and barred"])
def test_two_hands_are_matched_as_by_hand(name: str) -> None:
    """Four cards of a whole pack, best play; against a barred hand nothing is won or lost, and against open hands each
    seat sets by what it sees."""
    placed = question(like_pai_gow.GAMES[name])
    asked = replace(placed, policy=best(method_for(placed)(placed)))
    made = machine(asked, 2)
    assert differences(asked, made) == []
    ends = {line.line for end in made.units[0].ends if isinstance(end, End) for line in end.lines}
    assert ends == {"lose", "one each", "win both"} | ({"pair of aces"} if "barred" in name else set())


def test_a_last_choice_is_reckoned_as_the_exact_method_values_it() -> None:
    """Ultimate Texas Hold'em from a short pack: by hand the method is asked what each option wins."""
    placed = question(GAMES["ultimate-texas-holdem"], cards=SHORT)
    asked = replace(placed, policy=best(Boards(placed)))
    made = machine(asked, 2)
    assert differences(asked, made, 150) == []
    assert any(end.said[-1] == "fold" for end in made.units[0].ends if isinstance(end, End))


@pytest.mark.parametrize(
    "game",
    [*in_parts.FEW_CARDS, pytest.param(in_parts.LONG_FLUSH, marks=pytest.mark.soak)],
    ids=lambda game: game.slug,
)
def test_hands_tell_early_cards_from_late_ones(game):
    played = question(game, wagers=[wager.name for wager in game.wagers], cards=FEW, policy=by_grades)
    assert differences(played, machine(played, SEATS), 300) == []

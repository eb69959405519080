"""A sitting of every game, told line by line: `golden/<game>.txt` is read by people and compared by the test.

`UPDATE_GOLDEN=1 pytest tests/table/test_playthroughs.py` writes the files anew; read the difference before you keep it.
"""

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from houseway.deciding.refusal import Refusal
from houseway.games import GAMES
from houseway.table.commands import OpenTable, Stage
from houseway.table.due import due
from houseway.table.room_way import room_way
from houseway.table.seeing import options_of
from houseway.table.terms import Terms
from tests.table.sitting import (
    DEALER,
    DEALERS_STEPS,
    Sitting,
    cost_of,
    equipped,
    main_of,
    may_place,
    play_of,
    stacked,
)
from tests.table.sitting import do as give
from tests.table.test_room_way import LOW_FIRST, NINES, SUPREME

GOLDEN = Path(__file__).parent / "golden"
SEED = {
    "bet-the-bust": 119,
    "blazing-7s-player": 13,
    "blazing-7s-player-diamonds": 25,
    "blackjack": 98,
    "blackjack-h17": 149,
    "blackjack-surrender": 23,
    "blackjack-switch": 37,
    "blackjack-switch-s17": 25,
    "free-bet-blackjack": 74,
    "free-bet-blackjack-2012": 5,
    "house-money": 13,
    "match-em": 2,
    "san-lo": 2,
    "super-fun-21": 184,
    "supreme-99": 347,
    "zappit-blackjack": 3,
}  # rounds in which something happens


def playthrough(slug) -> list[str]:
    """Three rounds at a full table: one that is void, one by a live dealer, one that the table deals itself."""
    game = GAMES[slug]
    sitting = Sitting(slug, seats=range(1, game.seats + 1), chips=1_000_00)
    sitting.chance = Random(SEED.get(slug, 1))
    said = sitting.lines
    said.append("\n-- the first round: a card falls face up --")
    tries(sitting, sitting.player(1), give.PlaceWager(seat=1, wager=main_of(game), cents=25_00))
    sitting.dealer.gives(equipped(give.Shuffle(), sitting.table, sitting.chance))
    all_bet(sitting)
    sitting.dealer.closes_betting()
    sitting.dealer.reports_misdeal("a card fell face up")

    said.append("\n-- the second round: a live dealer, and a seat that cuts --")
    tries(sitting, sitting.dealer, give.CloseBetting())
    sitting.dealer.gives(equipped(give.Shuffle(), sitting.table, sitting.chance))
    all_bet(sitting)
    sitting.player(4).cuts("2718281828")
    sitting.dealer.closes_betting()
    if sitting.stage is Stage.NUMBERING:
        sitting.dealer.gives(equipped(give.DrawNumber(), sitting.table, sitting.chance))
    sitting.dealer.deals()
    while sitting.stage is not Stage.RECONCILING:
        if sitting.stage is Stage.CHOOSING:
            tries(sitting, sitting.dealer, give.TurnOver())
            everybody_plays(sitting)
        else:
            sitting.dealer.gives(DEALERS_STEPS[sitting.stage])
    tries(sitting, sitting.dealer, give.ReconcileSeat(seat=1))
    sitting.reconciles().acknowledges()
    sitting.dealer.game_over()

    said.append("\n-- the third round: the table deals itself, and nobody says a word --")
    sitting.supervisor.changes_dealer("automatic")
    for seat in (2, 5):
        if sitting.chips(seat) < 50_00:
            sitting.dealer.buys_in(100_00, seat)
        sitting.player(seat).bets(main_of(game), 50_00)
        sitting.player(seat).is_ready()
    while sitting.round.number == 3:
        sitting.deals_itself().acknowledges()

    said.append("\n-- the end --")
    for seat in sorted(sitting.table.players):
        sitting.player(seat).leaves()
    sitting.supervisor.closes()
    return said


def jackpot_night() -> list[str]:
    """A full table of Fortune San Lo Poker on its meter: two royals and envy in one round, five aces in the next."""
    game = GAMES["san-lo"]
    offered = {main_of(game): game.paytables_of(game.main[0])[0].name, "Progressive": "FSLPP-01"}
    sitting = Sitting("san-lo", seats=range(1, 7), chips=1_000_00, paytables=offered)
    said, dealers = sitting.lines, "9d 7d 6d 4d 3d 5h"
    royals = {1: "Jk Ks Qs Js Ts 3h", 2: "8s 8h 8d 8c 9s 2s", 6: "Ah Kh Qh Jh Th 2c", DEALER: dealers}
    aces = {4: "As Ah Ad Ac Jk 2c", DEALER: dealers}
    for title, on_sensors, hands in (("two royals", (1, 2, 4, 6), royals), ("five aces", (3, 4), aces)):
        said.append(f"\n-- {title} --")
        sitting.bets()
        for seat in on_sensors:
            sitting.player(seat).bets("Progressive", 1_00)
        sitting.dealer.shuffles(stacked(game, hands, 1, sitting.round.betting))
        tries(sitting, sitting.dealer, give.CloseBetting())
        sitting.dealer.coins_in()
        tries(sitting, sitting.player(on_sensors[0]), give.TakeBackWager(seat=on_sensors[0], wager="Progressive"))
        sitting.dealer.closes_betting()
        sitting.dealer.draws(1)
        sitting.dealer.deals()
        sitting.reveals()
        first = max(seat for seat in hands if seat != DEALER)
        tries(sitting, sitting.dealer, give.ReconcileSeat(seat=6))
        tries(sitting, sitting.supervisor, give.TurnKey(to="JPH"))
        sitting.dealer.presses("Five Aces" if title == "two royals" else "Royal Flush", seat=first)
        sitting.supervisor.turns_key("JPH")
        tries(sitting, sitting.supervisor, give.PressJackpot())
        sitting.supervisor.turns_key("RUN")
        sitting.dealer.presses(sitting.round.keyed[first], seat=first)
        sitting.pays_the_meter().reconciles()
        if sitting.round.spots[first].waits:
            tries(sitting, sitting.dealer, give.EndGame())
        sitting.acknowledges()
        sitting.dealer.game_over()
    return said


def all_bet(sitting):
    """Everybody the main bet; the side bets here and there."""
    game = sitting.game
    for seat in sorted(sitting.table.players):
        for nth, name in enumerate(sitting.table.terms.paytables):
            if name == main_of(game):
                sitting.player(seat).bets(name, (25_00, 10_00, 100_00)[seat % 3])
            elif may_place(sitting.table, name) and (seat == 2 or (seat + nth) % 2):
                sitting.player(seat).bets(name, 5_00)


def everybody_plays(sitting):
    """The first seat takes the last option, which adds most, the second fouls if it can, the third asks for the house
    way if there is one for it."""
    step, seats = sitting.game.round[sitting.round.step], due(sitting.table).seats
    for seat in sorted(seats):
        options = options_of(sitting.table, seat)
        fouls = [option for option in options if option.foul]
        if seat == 2 and fouls:
            sitting.player(seat).gives(play_of(sitting.table, seat, fouls[0]))
        elif seat == 3 and step.way:
            sitting.player(seat).asks_house_way()
            tries(sitting, sitting.dealer, give.SetHouseWay(seat=seat))
        else:
            chips = sitting.chips(seat)
            costs = {each: cost_of(sitting.table, seat, each) for each in options if not each.foul}
            legal = sorted((o for o, cents in costs.items() if cents <= chips), key=lambda o: (costs[o], o.word))
            option = legal[-1 if seat == 1 else (seat * 7) % len(legal)]
            sitting.player(seat).gives(play_of(sitting.table, seat, option))
    for seat in sitting.round.hands:
        if sitting.round.spots[seat].asked and seat in sitting.waiting():
            sitting.dealer.sets_house_way(seat)


def tries(sitting, voice, command):
    """Something that is not to be done yet."""
    refusal = sitting.answer(voice.actor, command)
    assert isinstance(refusal, Refusal)
    sitting.lines.append(f"  ({type(command).__name__} is refused: {refusal.says})")


def read_in_two_ways() -> list[str]:
    """The same hands at tables that read a rule as written and by another reading: Pair Fortunes of Supreme 99, for
    which a pair of nines with two tens is 9-9 or a pair [S99 13], and a natural full house beside the joker [SL 13]."""
    nines = {2: "9d 9h Ks Qh", 4: "9c 5d 4s Kh", 5: "7c 7d 7s 2h", DEALER: "8d 8h Tc 2s"}
    jokers = {2: "Jk 8s 8h 8d 9s 9h", 4: "Ts Th Td 9d 9c 2c", DEALER: "7d 7h 6d 4d 3d 5h"}
    several = (
        ("supreme-99", "Pair Fortunes", "Pair Fortunes", nines, "pair before 9-9"),
        ("san-lo", "Fortune Bonus", "FSLP-01", jokers, "joker must play"),
    )
    said: list[str] = []
    for slug, side, paytable, hands, reading in several:
        seats = [seat for seat in hands if seat != DEALER]
        main = GAMES[slug].main[0]
        offered = {main.name: GAMES[slug].own_paytables(main)[0].name, side: paytable}
        for name in ("as written", reading):
            said.append(f"\n== {GAMES[slug].title}, {side} {name} ==")
            sitting = Sitting(slug, seats=seats, chips=100_00, paytables=offered, readings={side: name})
            sitting.bets()
            for seat in seats:
                sitting.player(seat).bets(side, 10_00)
            sitting.deals(number=1, hands=hands)
            sitting.reveals()
            sitting.reconciles().acknowledges()
            sitting.dealer.game_over()
            said += sitting.lines
    return said


def by_the_rooms_way() -> list[str]:
    """The same cards dealt by the letter's way, which keeps nines together, and by a way of the room's own [S99 6]."""
    way = room_way(SUPREME, LOW_FIRST, "internal controls 4.2")
    terms = Terms(game="supreme-99", dealer="live")
    said: list[str] = []
    for command in (OpenTable(terms=terms), OpenTable(terms=replace(terms, way=way), proved=(way.digest,))):
        said.append(f"\n== Supreme 99 by {'the way of the room' if command.terms.way else 'the way of the letter'} ==")
        sitting = Sitting(opened=False)
        if command.terms.way:
            tries(sitting, sitting.supervisor, replace(command, proved=()))
        sitting.supervisor.gives(command)
        sitting.player(3).sits()
        sitting.sells_chips(3, 100_00)
        sitting.bets().deals({3: "9c 9s Jd Kh", DEALER: NINES})
        sitting.player(3).asks_house_way()
        sitting.dealer.sets_house_way(3)
        sitting.reveals().reconciles()
        sitting.dealer.game_over()
        said += sitting.lines
    return said


STORIES = {slug: partial(playthrough, slug) for slug in GAMES} | {
    "san-lo-progressive": jackpot_night,
    "readings": read_in_two_ways,
    "room-way": by_the_rooms_way,
}


@pytest.mark.parametrize("slug", STORIES)
def test_the_playthrough_is_the_golden_one(slug):
    told = "\n".join(STORIES[slug]()) + "\n"
    golden = GOLDEN / f"{slug}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text(told, "utf-8")
    assert golden.exists(), f"{slug} has no playthrough: run with UPDATE_GOLDEN=1 and read what it writes"
    assert told == golden.read_text("utf-8")


@pytest.mark.parametrize("slug", GAMES)
def test_the_playthrough_shows_what_the_game_has(slug):
    game, told = GAMES[slug], "\n".join(playthrough(slug))
    assert "is void, every wager returned: misdeal: a card fell face up" in told
    assert "GAME OVER, round 3" in told
    if game.choices and slug != "casino-war":  # where only a tie leaves a choice
        assert "did not act in time" in told
    for wager in game.wagers:
        if wager not in game.placed and not wager.free and wager.name != "War":
            assert f": {wager.name}" in told
    if any(step.way for step in game.choices):
        assert "is set the house way" in told
    if slug == "san-lo":
        assert "foul: " in told


def test_there_is_no_playthrough_of_a_game_that_is_gone():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(STORIES)


def test_a_stacked_pack_gives_each_place_its_hand():
    """The driver's own promise."""
    for slug, game in GAMES.items():
        order = stacked(game, {}, 1, (1, 2), game.decks[-1])
        assert sorted(order) == sorted(game.pack(game.decks[-1]).cards()), slug

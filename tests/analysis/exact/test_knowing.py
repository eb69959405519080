"""Players who know cards that the round does not show them: each way of counting against the judge, or against plain
enumeration by the game's own rules; and what others publish."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

import houseway
from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.facts import method_for, method_for_sight
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.knowing import beside, hidden, showing
from houseway.analysis.exact.knowledge import Knowledge, Samples
from houseway.analysis.exact.options import options_of, solved
from houseway.analysis.exact.question import question, without
from houseway.analysis.exact.set_sight import SetSight
from houseway.analysis.exact.shared_grades import SharedGrades
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.exact.tree import Tree
from houseway.cards import JOKER, card, parse
from houseway.game import DEALER, SEAT, Deal, Seen
from houseway.games import GAMES
from houseway.games.blackjack import blackjack
from houseway.ranking.split_poker import strength
from houseway.twenty_one import HouseRules
from houseway.work.knowing import gain_of
from tests.soak import more

SMALL = tuple(card(rank, suit) for rank in (14, 13, 10, 2) for suit in range(3))
SHOWN = ("match-em", "supreme-99", "three-card-poker", "four-card-poker")


def pack_of(slug):
    """Real cards, few of them: enough for a seat and the dealer, and some over."""
    dealt = {"four-card-poker": 11, "match-em": 11, "supreme-99": 10, "three-card-poker": 8}[slug]
    return SMALL[:dealt]


@pytest.mark.parametrize(
    "slug", [pytest.param(s, marks=pytest.mark.soak if s == "four-card-poker" else ()) for s in SHOWN]
)
def test_a_card_that_the_dealer_flashes_is_counted_as_the_judge_counts_it(slug):
    game = showing(GAMES[slug], "dealer", 1)
    asked = question(game, cards=pack_of(slug))
    assert method_for(asked) is not Tree
    assert method_for(asked)(asked).ends.mean(asked.net) == Tree(asked).ends.mean(asked.net)


def test_a_flashed_card_lies_open_and_nothing_else_does():
    deals = [step for step in showing(GAMES["three-card-poker"], "dealer", 2).round if isinstance(step, Deal)]
    assert [(step.up_at("seat"), step.up_at("dealer")) for step in deals] == [(3, 2)]
    assert hidden(GAMES["caribbean-stud"], "dealer") == 4
    with pytest.raises(ValueError, match="of 4 cards of the dealer's 3 are dealt face down"):
        showing(GAMES["three-card-poker"], "dealer", 4)


def test_the_hole_card_of_blackjack_is_counted_as_the_judge_counts_it():
    game = showing(blackjack(HouseRules(hands=2)), "dealer", 1)
    asked = question(game, cards=parse("Ks Kh Kd 8s 8h As 6s 6h 6d"))
    fast = ShoeHands(asked)
    assert fast.expectation == fast.ends.mean(asked.net) == Tree(asked).ends.mean(asked.net)
    assert fast.expectation > ShoeHands(question(blackjack(HouseRules(hands=2)), cards=asked.cards)).expectation


@pytest.mark.parametrize(
    ("slug", "mine", "shown", "dead"),
    [
        ("match-em", "Qd 6s 3h", "", "Ks 2d 2h Ac"),
        ("match-em", "Qd 6s 3h", "Th", "Ks 2d 2h Ac"),
        ("supreme-99", "9c 9d Ks Qh", "", "9h Kd 2c 3c"),
        ("three-card-poker", "Qd 6s 3h", "", "Ks Kd Ac 2c 3c"),
        ("caribbean-stud", "As Kd 9s 6h 3c", "9h", "9d 9c Ac Ad Kc"),
    ],
)
def test_dead_cards_are_left_out_as_if_they_had_never_been_in_the_pack(slug, mine, shown, dead):
    game, gone = GAMES[slug], parse(dead)
    game = showing(game, "dealer", 1) if shown and slug != "caribbean-stud" else game
    seen = Seen(pack=game.pack(), lying={"seat": parse(mine)} | ({"dealer": parse(shown)} if shown else {}))
    method = solved(game, one_sight=True)
    left = replace(method.question, cards=without(method.question.cards, gone))
    assert beside(method, gone).options(seen) == type(method)(left).options(seen)
    assert beside(method, gone).options(seen) != method.options(seen)


# ---- plain enumeration


def test_fold_or_play_beside_dead_cards_is_what_all_hands_of_the_dealer_say():
    """Three Card Poker, by its own functions."""
    from houseway.games.three_card_poker import ante, play
    from houseway.ranking import three_card

    mine, dead = parse("Qd 6s 4h"), parse("Ks 2d 2h Ac 9s 8s 8h 7c 7d")
    pays = {"win": 1, "tie": 0, "lose": -1, "dealer does not play": 0}
    free = without(GAMES["three-card-poker"].pack().cards(), mine + dead)
    hands = [three_card.strength(hand) for hand in combinations(free, 3)]
    own = three_card.strength(mine)
    won = sum(pays[ante(own, his, ())] + pays[play(own, his, ())] for his in hands)
    found = options_of(GAMES["three-card-poker"], mine, dead=dead)
    assert {each.option.word: each.expectation for each in found.options}["play"] == Fraction(won, len(hands))


def left_of_san_lo():
    """A hand of San Lo, a card that the dealer flashed, and so many dead cards that few hands are left to him."""
    mine, flashed = parse("As Kd Qh Jc 9s 9d"), parse("Ks")
    cards = without(GAMES["san-lo"].pack().cards(), (*mine, *flashed))
    free = (*cards[2::4][:10], JOKER)
    return mine, flashed, without(cards, free)


def test_settings_of_san_lo_are_worth_what_all_hands_with_the_flashed_card_say():
    game, (mine, flashed, dead) = GAMES["san-lo"], left_of_san_lo()
    free = without(game.pack().cards(), (*mine, *flashed, *dead))
    assert JOKER in free and len(free) == 11
    his = [tuple(map(strength, game.way.set((*flashed, *hand)))) for hand in combinations(free, 5)]
    found = houseway.decide(game, mine, seen={"dealer": flashed}, dead=dead)
    assert len(found.options) > 20
    for each in (found.options[0], found.options[-1]):
        made = tuple(map(strength, each.option.cut))
        won = Counter(sum(my > other for my, other in zip(made, hand, strict=True)) >= 2 for hand in his)
        assert each.expectation == Fraction(won[True] - won[False], len(his))


def test_what_the_dealer_wins_of_each_setting_is_what_all_hands_of_a_player_say():
    game, (mine, _, dead) = GAMES["san-lo"], left_of_san_lo()
    method = SetSight(question(game)).without(dead)
    free = without(game.pack().cards(), (*mine, *dead))
    others = [tuple(map(strength, game.way.set(hand))) for hand in combinations(free, 6)]
    for made, value in list(method.won_by_dealer(mine).items())[::9]:
        lost = sum(sum(my > his for my, his in zip(hand, made, strict=True)) >= 2 for hand in others)
        assert value == Fraction(len(others) - 2 * lost, len(others))


@pytest.mark.parametrize("dead", [1, 2])
def test_what_is_known_by_grades_is_the_mean_of_the_judge_over_all_dead_cards(dead):
    asked = question(GAMES["match-em"], cards=SMALL[:10])
    shared = SharedGrades(GradedRemoval(asked), dead)
    judged = Counter(tuple(sorted(c // 4 for c in gone)) for gone in combinations(asked.cards, dead))
    first = {tuple(sorted(c // 4 for c in gone)): gone for gone in combinations(asked.cards, dead)}
    won = sum(
        ways * Tree(replace(asked, cards=without(asked.cards, first[ranks]))).ends.mean(asked.net)
        for ranks, ways in judged.items()
    )
    assert shared.mean(sum(map(shared.won, shared.parts()))) == won / judged.total()


def test_who_knows_nothing_more_wins_what_is_known():
    asked = question(GAMES["match-em"], decks=2)
    method = GradedRemoval(asked)
    shared = SharedGrades(method, 0)
    assert shared.mean(sum(map(shared.won, shared.parts()))) == method.ends.mean(asked.net)


# ---- sampled, and what others publish


@pytest.mark.parametrize(
    ("slug", "known", "samples"),
    [
        ("match-em", Knowledge(dead=3), more(300, 1_000)),
        ("match-em", Knowledge(place="dealer", shown=1), more(300, 1_000)),
        ("three-card-poker", Knowledge(place="dealer", shown=1), 150),
    ],
)
def test_samples_come_to_what_is_counted(slug, known, samples):
    counted = gain_of(GAMES[slug], known)
    drawn = Samples(GAMES[slug], 1, known, 1, samples).batch(0)
    assert counted.is_exact and counted.gain > 0
    assert abs(drawn.mean - float(counted.gain)) < 4 * drawn.standard_error


def test_a_seat_that_knows_more_never_takes_an_option_that_wins_less():
    import numpy as np

    drawn, chance = Samples(GAMES["match-em"], 1, Knowledge(dead=6), 1, 1), np.random.default_rng(5)
    gains = [drawn.sample(chance) for _ in range(200)]
    assert min(gains) == 0 < max(gains)


def test_three_card_poker_with_a_flashed_card_has_the_published_edge():
    """wizardofodds.com/newsletter/2003/09/06: 3.48 % for the player; 888casino.com, hole-card play: from 3.373 % for
    the house to 3.483 % for the player."""
    flashed = houseway.knowing("three-card-poker", shown=1)
    assert f"{float(flashed.house_edge):.5f} {float(flashed.edge):.5f}" == "0.03373 -0.03483"


def test_folding_by_the_flashed_card_is_the_published_strategy():
    """Any hand is played against a jack or less; against a queen Q-9-2, a king K-9-2, an ace A-9-2 and better."""
    for flashed, least, below in (("Qs", "Qd 9h 2c", "Qd 8h 7c"), ("Ks", "Kd 9h 2c", "Kd 8h 7c")):
        words = [
            houseway.decide("three-card-poker", hand, seen={"dealer": flashed}).options[0].option.word
            for hand in (least, below)
        ]
        assert words == ["play", "fold"]
    assert houseway.decide("three-card-poker", "5d 3h 2c", seen={"dealer": "Js"}).options[0].option.word == "play"


def test_a_sight_of_every_game_is_left_to_its_method_when_a_card_is_dead():
    """What cannot be left out of what is at hand is counted anew."""
    game = GAMES["let-it-ride"]
    seen, _ = next(options_met(question(game), 1))
    dead = tuple(c for c in game.pack().cards() if c not in seen[SEAT])[:2]
    method = solved(game, one_sight=True)
    assert beside(method, dead).options(seen) != method.options(seen)
    assert DEALER.place not in game.places


def test_what_would_take_too_long_is_refused():
    assert method_for_sight(question(GAMES["ultimate-texas-holdem"])).__name__ == "BoardSight"
    with pytest.raises(ValueError, match="is not sampled"):
        houseway.knowing("ultimate-texas-holdem", dead=10)
    with pytest.raises(ValueError, match="nobody chooses anything"):
        houseway.knowing("baccarat", dead=1)


def test_a_card_that_was_seen_where_a_board_comes_is_refused_and_never_counted_wrongly():
    for slug, cards, place in (("ultimate-texas-holdem", "Kd 8h", "dealer"), ("let-it-ride", "Kd 8h 2c", "board")):
        with pytest.raises(ValueError, match="is not counted beside cards that were seen"):
            houseway.decide(slug, cards, seen={place: "As"})

"""What is left in the shoe: exact figures by a sum over the ways to end, held against the judge; and counters."""

import json
from collections import Counter as TheCounter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

import houseway
from houseway.analysis.card_effects import figures_left
from houseway.analysis.cards_left import CardsLeft
from houseway.analysis.counting import Counter
from houseway.analysis.exact.figures import figures_of
from houseway.analysis.exact.question import question
from houseway.analysis.exact.tree import Tree
from houseway.cards import parse
from houseway.games import GAMES
from houseway.ranking.blackjack import points
from houseway.twenty_one import HouseRules
from tests.analysis.exact.test_shoe import PAIRS
from tests.command_line import run
from tests.oracle import blackjack as oracle
from tests.oracle import match_em

EZ = GAMES["ez-baccarat"]
SOME = parse("As 2s 3s 4d 5d 6d 7c 8c 9c Th Kh Qh 8d 9d Jd")


def weighed(game, wager):
    return CardsLeft(game, game.wager(wager), game.paytables_of(game.wager(wager))[0])


@pytest.mark.soak  # the pair of a whole shoe is its short sibling
@pytest.mark.parametrize("wager", ["Dragon 7", "Dragon Bonus Player"])
def test_a_few_cards_are_weighed_as_the_judge_weighs_them(wager):
    judged = Tree(question(EZ, wagers=[wager], cards=SOME, aim=[wager])).ends
    left = weighed(EZ, wager)
    figures = left.figures(left.counts(SOME), 8)
    assert figures.house_edge == -judged.mean(question(EZ, wagers=[wager], aim=[wager]).net)


def test_a_whole_shoe_has_the_figures_of_the_game():
    """Of a pair: what is looked at lies there after two cards."""
    game = GAMES["baccarat"]
    [figures] = houseway.without(game, "", wager="Player Pair")
    assert figures.house_edge == Fraction(43, 415)
    [exact] = figures_of(game, game.wager("Player Pair"), game.paytable("Player Pair"))
    assert figures.house_edge == exact.house_edge


def test_more_cards_cannot_be_removed_than_there_are():
    with pytest.raises(ValueError, match="removed more often"):
        houseway.without("baccarat", "As As", wager="Player Pair", decks=1)
    with pytest.raises(ValueError, match="nobody chooses"):
        houseway.without("san-lo", "As", wager="Hat Trick")


def test_what_is_left_for_hands_that_are_drawn_is_played_as_the_oracle_plays_it():
    """A round of blackjack from the last nineteen cards of six decks, all splits played out."""
    gone = TheCounter(GAMES["blackjack"].pack(6).cards())
    gone.subtract(PAIRS)
    [figures] = houseway.without("blackjack", tuple(gone.elements()), wager="Bet")
    assert figures.house_edge == -oracle.wins(tuple(sorted(map(points, PAIRS))), HouseRules().hands)


def test_insurance_is_weighed_where_it_is_offered():
    """An ace lies open: of the 311 other cards 96 are tens, and one less of either kind is counted by hand."""
    [figures] = houseway.without("blackjack", "", wager="Insurance")
    assert figures.house_edge == 1 - 3 * Fraction(96, 311) == Fraction(23, 311)
    edges = {points(each.cards[0]): each.house_edge for each in houseway.effects("blackjack", "Insurance")}
    assert edges.pop(10) == 1 - 3 * Fraction(95, 310)
    assert set(edges.values()) == {1 - 3 * Fraction(96, 310)} and 1 in edges
    with pytest.raises(ValueError, match="never offered"):
        houseway.without("blackjack", "As Ah Ad Ac", wager="Insurance", decks=1)


@pytest.mark.parametrize("wager", ["Match Bonus", "Poker Bonus"])
def test_a_bonus_of_a_game_in_which_a_seat_chooses_is_weighed_as_by_hand(wager):
    """Match 'Em with nine cards left: every deal of three to the seat and five to the dealer."""
    left = parse("As Ah 2s 3s 3h 9d 9c Kd Kh")
    game, lines = GAMES["match-em"], TheCounter()
    table = game.own_paytables(game.wager(wager))[0]
    for mine in combinations(left, 3):
        for his in combinations([card for card in left if card not in mine], 5):
            matches = match_em.matches(mine, his)
            lines[match_em.poker_line(mine) if wager == "Poker Bonus" else f"Match {matches}"] += 1
    net = sum(
        Fraction(times) * (table.lines[line].net() if line in table.lines else -1) for line, times in lines.items()
    )
    figures = figures_left(game, game.wager(wager), table, left)
    assert figures.house_edge == -net / lines.total()


def test_a_choice_is_played_best_for_what_is_left():
    """The oracle tries both words, doubled or not, against every hand of the dealer's."""
    left = parse("As Ah 2s 3s 3h 9d 9c Kd Kh 5c")
    game = GAMES["match-em"]
    figures = figures_left(game, game.wager("Ante"), game.paytable("Ante"), left)
    assert figures.house_edge == match_em.edge(left)


@pytest.mark.parametrize("slug", ["three-card-poker", "supreme-99"])
def test_few_cards_that_are_left_are_played_as_the_judge_plays_them(slug):
    left = parse("As Kh 2s 3s 4h 9d 9c Kd")[: 7 if slug == "three-card-poker" else 8]
    game = GAMES[slug]
    wager = game.main[0]
    figures = figures_left(game, wager, game.own_paytables(wager)[0], left)
    asked = question(game, cards=left)
    assert figures.house_edge == -Tree(asked).ends.mean(asked.net)


@pytest.mark.soak  # what is left of a shoe is its short sibling
def test_small_cards_of_blackjack_are_worth_most_to_the_house_and_aces_and_tens_to_the_seat():
    effects = {points(each.cards[0]): each.effect for each in houseway.effects("blackjack", "Bet", decks=1)}
    assert sorted(effects, key=effects.get)[:4] == [5, 4, 6, 3]
    assert max(effects, key=effects.get) == 1 and effects[10] > effects[9] > 0 > effects[7]


def test_the_effects_of_all_cards_together_are_nearly_nothing():
    """Weighed by how many there are of each, for the edge of a card less is the mean of the edges."""
    effects = houseway.effects("baccarat", "Player Pair")
    assert sum(len(each.cards) * each.effect for each in effects) == 0


def test_a_counter_weighs_as_exactly_as_he_needs_to():
    game, chance = GAMES["baccarat"], Random(5)
    counter = Counter(game, game.wager("Player Pair"), game.paytable("Player Pair"))
    cards = list(game.pack().cards())
    for size in (416, 200, 60, 20):
        chance.shuffle(cards)
        left = counter.weighed.counts(cards[:size])
        exact = -counter.weighed.left.figures(left, 8).house_edge
        assert abs(counter.expectation(left) - float(exact)) < 1e-12


def test_a_counter_bets_only_when_the_edge_is_his_and_wins_more_the_deeper_the_cut_card_lies():
    shallow, deep = (houseway.count("baccarat", "Player Pair", behind=behind, shoes=8) for behind in (104, 14))
    assert 0 <= shallow.units_a_shoe < deep.units_a_shoe
    assert shallow.bet_frequency < deep.bet_frequency and deep.edge_on_bets > 0
    assert 0 < deep.standard_error < 1


@pytest.mark.soak
def test_a_perfect_counter_of_dragon_7_wins_no_less_than_the_published_counts():
    """Eliot Jacobson simulates 0.597 units a shoe for a linear count of Dragon 7, and 0.237 for one of Panda 8, with
    14 cards behind the cut card (888casino.com, co-card-counting the dragon and panda side bets)."""
    for wager, published in (("Dragon 7", 0.597), ("Panda 8", 0.237)):
        counted = houseway.count(EZ, wager, behind=14, shoes=1000)
        assert counted.units_a_shoe > published - 3 * counted.standard_error, wager
        assert counted.units_a_shoe < 1.6 * published, wager


@pytest.mark.soak
def test_the_fresh_shoe_of_every_wager_of_the_family_has_its_exact_figures():
    for wager in EZ.wagers:
        [figures] = houseway.without(EZ, "", wager=wager.name)
        [exact] = figures_of(EZ, wager, EZ.paytables_of(wager)[0])
        assert figures.house_edge == exact.house_edge, wager.name


def test_whoever_bets_in_every_round_meets_the_edge_of_a_fresh_shoe_but_for_what_the_cut_card_changes():
    """Of pairs it changes next to nothing; a shoe that is cut off after its first round is a fresh one."""
    game, chance = GAMES["baccarat"], Random(7)
    counter = Counter(game, game.wager("Player Pair"), game.paytable("Player Pair"), decks=1)
    pack = counter.pack.cards()
    once = counter.play(3, len(pack) - 1, lambda: tuple(chance.sample(pack, len(pack))))
    assert once.rounds == 3
    assert abs(once.edge_of_every_round - 5 / 17) < 1e-12 and once.error_of_every_round < 1e-12
    many = counter.play(300, 10, lambda: tuple(chance.sample(pack, len(pack))))
    assert 0 < abs(many.edge_of_every_round - 5 / 17) < 4 * many.error_of_every_round


def test_the_commands_answer_in_words_and_in_json():
    done = run("analyze", "baccarat", "--wager", "Player Pair", "--removed", "As Ad Ah", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)[0]["wager"] == "Player Pair"
    done = run("count", "baccarat", "Player Pair", "--shoes", "2", "--json")
    told = json.loads(done.stdout)
    assert told["counted"][0]["shoes"] == 2 and len(told["effects"]) == 13 and told["counts"] == []
    assert "like it" in run("count", "baccarat", "Tie", "--effects").stdout
    said = run("count", "baccarat", "Player Pair", "--shoes", "2").stdout
    assert "rounds and units a shoe" in " ".join(said.split()) and "10.3614% of a fresh shoe" in " ".join(said.split())

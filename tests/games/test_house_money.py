"""House Money, clause by clause; and the fast method against the judge, with a choice that first cards open."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.exact.tree import Tree
from houseway.analysis.machine.shoe_rounds import ShoeRounds
from houseway.cards import parse
from houseway.game import Draw, Over, Settle
from houseway.games.house_money import ADDED, GAME
from houseway.money import Cents
from houseway.table.spot import Spot
from houseway.table.staking import cost_of, split_stake
from tests.games.clauses import line, options, seen_so
from tests.soak import more

ADD, PLAY = 0, 1
FEW_CARDS = parse("Ks Ks Ks Ks Ks Ks Kd 8s 8s As 9s")
OF_ONE_SUIT = parse("Ks Ks Ks Ks Ks Ks Ks 8s 8s As 9s")


def words(number, *said, hands=1, **lying):
    seen = replace(seen_so(GAME, *said, **lying), hands=hands)
    return [option.word for option in GAME.choices[number].options(seen)]


def test_hm_1_two_six_or_eight_decks():
    assert (tuple(GAME.decks), GAME.default_decks) == ((2, 6, 8), 6)


@pytest.mark.parametrize(
    ("cards", "ends"),
    [
        ("As Ks", "suited ace and king"),
        ("As Kd", "straight"),
        ("As 2s", "straight flush"),
        ("9d Td", "straight flush"),
        ("2h As", "straight"),
        ("Kd Kd", "pair"),
        ("Kd Qd", "straight flush"),
        ("Kd Qc", "straight"),
        ("Ks Js", "lose"),
        ("As 3s", "lose"),
        ("Ks 2s", "lose"),
    ],
)
def test_hm_3_a_pair_or_a_sequence_of_the_first_two_cards_wins(cards, ends):
    assert line(GAME, "House Money", seat=cards) == ends


def test_hm_3_it_is_on_the_first_two_cards_whatever_comes():
    assert line(GAME, "House Money", seat="Kd Kc 2s") == "pair"


def test_hm_4_a_blackjack_of_the_dealers_ends_the_round_before_anything_is_added():
    [peek] = [step for step in GAME.round if isinstance(step, Over)]
    [settle] = [step for step in GAME.round if isinstance(step, Settle)]
    at = GAME.round.index
    assert peek.when(seen_so(GAME, dealer="Ah Kd"))
    assert at(peek) < at(settle) < at(GAME.choices[ADD]) < at(GAME.choices[PLAY])


@pytest.mark.parametrize("cards", ["As Ks", "9d Td", "8s 8d", "7h 8s"])
def test_hm_5_what_it_won_may_be_added_with_the_bet(cards):
    collect, add = options(GAME, ADD, seat=cards, dealer="7h")
    won = GAME.paytable("House Money").net(line(GAME, "House Money", seat=cards))
    assert (collect.word, collect.costs) == ("collect", False)
    assert add.stakes == (("Added", 1 + won),)
    assert add.word == f"add {1 + won}x"


def test_hm_5_a_bet_that_lost_leaves_nothing_to_add_or_to_play():
    assert words(ADD, seat="Ks 5d", dealer="7h") == []
    assert words(PLAY, seat="Ks 5d", dealer="7h") == []
    assert words(PLAY, "collect", seat="8s 8d", dealer="7h") == []


@pytest.mark.parametrize("times", sorted(ADDED.values()))
def test_hm_6_what_was_added_is_doubled_and_split(times):
    played = GAME.choices[PLAY].options(seen_so(GAME, f"add {times}x", seat="8s 8d", dealer="7h"))
    stand, hit, double, split = played
    assert (stand.word, hit.word) == ("stand", "hit")
    assert double.stakes == (("Double", times),)
    assert split.splits == "Added"


def test_hm_6_pairs_are_split_to_four_hands_and_aces_once_with_one_card_each():
    assert "split" in words(PLAY, "add 4x", "split", hands=3, seat="8s 8d", dealer="7h")
    assert "split" not in words(PLAY, "add 4x", "split", hands=4, seat="8s 8d", dealer="7h")
    assert "split" in words(PLAY, "add 4x", seat="As Ad", dealer="7h")
    assert words(PLAY, "add 4x", "split", hands=2, seat="As Ad", dealer="7h") == []


def test_hm_6_a_blackjack_pays_3_to_2_and_the_dealer_stands_on_a_soft_17():
    assert line(GAME, "Added", "add 10x", seat="As Ks", dealer="9d 9h") == "blackjack"
    assert GAME.paytable("Added").net("blackjack") == Fraction(3, 2)
    [draw] = [step for step in GAME.round if isinstance(step, Draw)]
    assert not draw.more(seen_so(GAME, dealer="As 6c"))


@pytest.mark.deeper
def test_the_judge_gives_the_same_ends():
    asked = question(GAME, cards=more(OF_ONE_SUIT, FEW_CARDS))
    fast = ShoeHands(asked)
    assert method_for(asked) is ShoeHands
    assert fast.ends.chances == Tree(asked).ends.chances
    assert fast.ends.mean(asked.net) == fast.expectation
    assert any("add 10x" in end.said for end in fast.ends.weights)


def test_the_judge_gives_every_option_the_same_value():
    asked = question(GAME, cards=FEW_CARDS)
    fast, slow = ShoeHands(asked), Tree(asked)
    for said, mine in (((), "Ks Kd"), ((), "8s 9s"), (("add 4x",), "Ks Ks"), (("add 4x", "split"), "Ks 8s")):
        seen = seen_so(GAME, *said, seat=mine, dealer="8s")
        assert fast.options(seen) == slow.options(seen)


@pytest.mark.deeper
def test_rounds_that_are_dealt_win_what_is_counted():
    method = ShoeHands(question(GAME, cards=FEW_CARDS))
    dealt = ShoeRounds(method).deal(more(100_000, 1_000_000))
    assert abs(float(dealt.mean - method.expectation)) < 3 * dealt.error


def test_hm_6_the_new_hand_has_as_much_as_was_added_and_not_as_the_first_bet():
    spot = Spot().with_wager("House Money", Cents(10_00)).with_wager("Added", Cents(40_00))
    seen = seen_so(GAME, "add 4x", seat="8s 8d", dealer="7h")
    *_, double, split = GAME.choices[PLAY].options(seen)
    assert split_stake(GAME, spot, 1, split, Cents(1)) == cost_of(GAME, spot, 1, double, Cents(1)) == 40_00


@pytest.mark.soak
def test_six_decks_cost_what_was_counted():
    """In a minute of processor."""
    assert f"{float(-ShoeHands(question(GAME)).expectation):.8%}" == "2.63647139%"

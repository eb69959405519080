"""Blackjack Switch, clause by clause; and what its figures are worth: the fast method against the judge, and against an
oracle that plays both hands out of the same cards."""

from dataclasses import replace
from fractions import Fraction

import pytest

import houseway
from houseway.analysis.chart import Chart
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.exact.tree import Tree
from houseway.analysis.machine.shoe_rounds import ShoeRounds
from houseway.cards import parse, show
from houseway.game import Draw, Over
from houseway.games import GAMES
from houseway.games.blackjack_switch import GAME, SWITCHED, blackjack_switch
from houseway.ranking.blackjack import points
from houseway.table.evolve import replay
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from houseway.table.seeing import hand_to_play, options_of
from houseway.table.view import view
from houseway.web.workings import kept_for
from tests.games.clauses import line, pays, seen_so
from tests.oracle import blackjack_switch as oracle
from tests.table.sitting import DEALER, DEALERS_STEPS, Sitting, player_at

S17 = GAMES["blackjack-switch-s17"]
PAIRS = parse("Ks Kh Kd Kc Ks Kh 8s 8h 8d As Ah")
FEW_CARDS = parse("Ks Kh Kd Kc Ks Kh 8s 8h 8d As Ah 6s 6h")
MANY_CARDS = parse("Ks Kh Kd Kc 8s 8h 8d 6s 6h As Ah 5s 5h") * 4


def asked(cards, **rules):
    return question(blackjack_switch(replace(SWITCHED, **rules)), cards=cards)


def options(game, *said, hands=1, **lying):
    seen = replace(seen_so(game, *said, **lying), hands=hands)
    return [option.word for option in game.choices[1].options(seen)]


def dealt(cards, dealers="7h 9d", drawn=""):
    """One seat with these four cards, $25 on each hand, when it has to choose."""
    sitting = Sitting(GAME.slug, seats=(2,)).bets(main=25_00).deals({2: cards, DEALER: dealers, "drawn": drawn})
    while sitting.stage in DEALERS_STEPS:
        sitting.dealing.gives(DEALERS_STEPS[sitting.stage])
    return sitting


def says(sitting, *words):
    for word in words:
        sitting.player(2).says(word)
    return sitting


def hands(sitting):
    return [show(hand) for hand in sitting.round.hands_of(2)]


def results(sitting):
    return {(each.hand, each.wager): each.line for each in sitting.table.previous.spots[2].results}


def test_bs_1_six_or_eight_decks():
    assert (tuple(GAME.decks), GAME.default_decks) == ((6, 8), 6)
    assert GAME.dealt_hands == 2


def test_the_facts_of_its_steps_choose_the_method_of_a_shoe():
    assert method_for(question(GAME)) is ShoeHands


def test_bs_4_the_dealer_looks_for_a_blackjack_before_anybody_may_switch():
    steps = [type(step).__name__ for step in GAME.round]
    [peek] = [step for step in GAME.round if isinstance(step, Over)]
    assert peek.when(seen_so(GAME, dealer="Ah Kd")) and not peek.when(seen_so(GAME, dealer="Ah 9d"))
    assert steps.index("Over") < steps.index("Choice")


def test_bs_6_double_on_two_cards_after_a_split_too_and_split_to_four_hands_but_not_aces_again():
    assert options(GAME, "keep", seat="8s 8c", dealer="7h") == ["stand", "hit", "double", "split"]
    assert options(GAME, "keep", "split", hands=3, seat="8s 8c", dealer="7h") == ["stand", "hit", "double", "split"]
    assert options(GAME, "keep", "split", hands=4, seat="8s 8c", dealer="7h") == ["stand", "hit", "double"]
    assert options(GAME, "switch", "split", hands=2, seat="As Ac", dealer="7h") == []
    assert options(GAME, "switch", seat="As Kc", dealer="7h") == []


@pytest.mark.parametrize(("game", "hits"), [(GAME, True), (S17, False)])
def test_bs_7_the_dealer_hits_a_soft_17_or_stands_on_it(game, hits):
    [draw] = [step for step in game.round if isinstance(step, Draw)]
    assert draw.more(seen_so(game, dealer="As 6c")) is hits
    assert not draw.more(seen_so(game, dealer="Ks 7c"))


@pytest.mark.parametrize(
    ("said", "mine", "his", "ends"),
    [
        ("keep", "Ks 9c", "Kd 6h 6c", "push"),
        ("keep", "Ks Ac", "Kd 6h 6c", "blackjack"),
        ("switch", "Ks Ac", "Kd 6h 6c", "push"),
        ("switch", "Ks Ac", "Kd 6h 5c", "push"),
        ("keep", "Ks Ac", "Kd 6h 5c", "blackjack"),
        ("switch", "Ks Ac", "Kd 7h", "win"),
        ("keep", "Ks 9c 5d", "Kd 6h 6c", "lose"),
        ("keep", "Ks 2c", "Kd 6h 7c", "win"),
    ],
)
def test_bs_5_and_8_a_switched_ace_and_ten_are_21_and_a_dealers_22_pushes(said, mine, his, ends):
    assert line(GAME, "Bet", said, seat=mine, dealer=his) == ends
    assert line(GAME, "Second Bet", said, seat=mine, dealer=his) == ends


def test_bs_8_a_blackjack_pays_even_money():
    assert pays(GAME, "Bet") == {"blackjack": "1 to 1", "win": "1 to 1", "push": "push"}


# ---- at the table


def test_bs_2_and_3_two_equal_bets_lie_on_two_hands_of_two_cards():
    sitting = dealt("Ks 5c 6d Th")
    assert [dict(hand.wagers) for hand in sitting.round.spots[2].hands] == [{"Bet": 25_00}, {"Second Bet": 25_00}]
    assert sitting.chips(2) == 4_950_00
    assert hands(sitting) == ["Ks 5c", "6d Th"]
    split = view(sitting.table, player_at(2))["current"]["spots"]["2"]["split"]
    assert [(hand["cards"], hand["is_played"]) for hand in split] == [(["Ks", "5c"], False), (["6d", "Th"], False)]


def test_bs_2_the_second_bet_is_placed_with_the_first_and_not_by_itself():
    sitting = Sitting(GAME.slug, seats=(2,))
    sitting.player(2).refused(Reason.ADDED_WITH_A_CHOICE).bets("Second Bet", 25_00)
    sitting.bets(main=25_00)
    sitting.player(2).takes_back("Bet")
    assert sitting.round.spots[2].wagers == {}


def test_bs_5_a_switch_exchanges_the_second_cards_and_is_said_once_for_both_hands():
    sitting = says(dealt("Ks 5c 6d Th"), "switch")
    assert hands(sitting) == ["Ks Th", "6d 5c"]
    assert [hand.said for hand in sitting.round.spots[2].hands] == [("switch",), ("switch",)]
    assert sitting.round.spots[2].said == ("switch",)
    assert hand_to_play(sitting.table, 2) == 1


def test_hands_are_played_one_after_the_other_doubled_and_settled_each_and_the_receipt_deals_it_again():
    sitting = says(dealt("Ks 5c 6d Th", drawn="9s 4c"), "switch", "stand", "double").ends()
    assert results(sitting) == {(1, "Bet"): "push", (2, "Second Bet"): "push", (2, "Double"): "push"}
    page = sitting.receipt()
    checked, wrong = check(page)
    assert "seat 2's hands were dealt and split by the rules" in checked and wrong == []
    swapped = [
        {**hand, "cards": cards} for hand, cards in zip(page["spots"]["2"]["hands"], ([1, 2], [3, 4, 5]), strict=True)
    ]
    page["spots"]["2"]["hands"] = swapped
    assert check(page)[1] == ["seat 2's hands were dealt and split by the rules"]


def test_bs_6_each_hand_is_split_to_four_whatever_the_other_has():
    sitting = says(dealt("8s 8c 9d 9c", drawn="8h 8d 2c 3c 8s 8c 9h 9s"), "keep", "split", "split")
    says(sitting, "stand", "stand", "split")
    assert [hand.dealt for hand in sitting.round.spots[2].hands] == [1, 1, 1, 1, 2]
    assert hands(sitting)[2] == "8c 8s"
    assert "split" not in [option.word for option in options_of(sitting.table, 2)]
    says(sitting, "stand", "stand")
    assert "split" in [option.word for option in options_of(sitting.table, 2)]
    says(sitting, "split")
    spot = sitting.round.spots[2]
    assert [hand.dealt for hand in spot.hands] == [1, 1, 1, 1, 2, 2]
    assert spot.wagers == {"Bet": 125_00, "Second Bet": 25_00}


def test_bs_4_a_dealers_blackjack_ends_the_round_pushes_a_blackjack_and_takes_the_other_hand():
    sitting = dealt("As Kc 6d Th", "Ah Kd").ends()
    assert results(sitting) == {(1, "Bet"): "push", (2, "Second Bet"): "lose"}
    assert check(sitting.receipt())[1] == []


def test_a_round_is_read_from_its_records_as_it_was_played():
    sitting = says(dealt("Ks 5c 6d Th", drawn="9s 4c"), "switch", "stand", "double").ends()
    told = replay(sitting.table.name, sitting.events)
    assert told.previous.spots == sitting.table.previous.spots


# ---- exactly


def test_the_judge_gives_the_same_ends_with_splits_too():
    ask = asked(PAIRS, hands=2)
    fast, judge = ShoeHands(ask), Tree(ask)
    assert fast.ends.chances == judge.ends.chances
    assert fast.ends.mean(ask.net) == fast.expectation
    assert any({"switch", "split"} <= {*end.said} for end in fast.ends.weights)
    seen = seen_so(ask.game, seat="Ks 8s 8h Kd", dealer="8d")
    assert fast.options(seen) == judge.options(seen)
    assert {o: e.chances for o, e in fast.branches(seen).items()} == {
        o: e.chances for o, e in judge.branches(seen).items()
    }
    hand = seen_so(ask.game, "switch", seat="8s 8h", dealer="Kd")
    assert fast.options(hand) == judge.options(hand)


def test_the_oracle_that_plays_both_hands_out_of_the_same_cards_wins_the_same():
    ask = asked(FEW_CARDS, hands=1)
    assert ShoeHands(ask).expectation == oracle.wins(tuple(map(points, FEW_CARDS)))


def test_rounds_that_are_dealt_win_what_is_counted_and_a_chart_for_the_hands_costs_little():
    method = ShoeHands(asked(MANY_CARDS))
    rounds = ShoeRounds(method).deal(300_000)
    assert abs(float(rounds.mean - method.expectation)) < 3 * rounds.error
    assert 0 <= method.expectation - Chart(method).expectation < Fraction(1, 1000)


def test_a_coach_judges_the_switch_and_then_each_hand():
    apart = [("Ks Th", ("switch", "stand")), ("6d 5c 9c", ("switch", "hit", "stand"))]
    advice = houseway.advise(
        GAME.slug, "Ks 5c 6d Th 9c", ("switch", "stand", "hit", "stand"), split=apart, lying={"dealer": "6h Tc"}
    )
    said = [(choice.hand, choice.chosen.option.word, choice.best.option.word) for choice in advice.choices]
    assert said == [(None, "switch", "switch"), (1, "stand", "stand"), (2, "hit", "double"), (2, "stand", "stand")]


@pytest.mark.parametrize("slug", ["blackjack-switch", "blackjack-switch-s17"])
def test_the_shipped_workings_are_of_the_game_as_it_is(slug):
    kept = kept_for(GAMES[slug])
    assert kept is not None
    assert [shoe.decks for shoe in kept.shoes] == [6, 8]

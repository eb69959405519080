"""Bet the Bust, clause by clause."""

from fractions import Fraction

import pytest

from houseway.analysis.exact.figures import ADDED, figures_of
from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.cards import parse
from houseway.game import DEALER, SEAT, Draw, Seen
from houseway.games.bet_the_bust import GAME
from houseway.games.blackjack import blackjack
from houseway.twenty_one import HouseRules
from tests.games.clauses import line, options, pays, seen_so

BUST, PLAY = 1, 2
LINES = {
    "A": "ace up",
    **dict.fromkeys("23", "2 or 3 up"),
    **dict.fromkeys("456", "4, 5 or 6 up"),
    "7": "7 up",
    **dict.fromkeys("89TJQK", "8, 9 or 10 up"),
}
PACK = parse("Ks Kh Kd Kc Ks Kh 8s 8h 8d 8c As Ah 6s 6h 6d")


def edge(decks):
    wager = GAME.wager("Bust")
    [figures] = figures_of(GAME, wager, GAME.own_paytables(wager)[0], decks=decks)
    assert figures.play == ADDED
    return figures.house_edge


def test_bb_1_four_six_or_eight_decks():
    assert (tuple(GAME.decks), GAME.default_decks) == ((4, 6, 8), 6)


def test_bb_2_the_hands_are_those_of_blackjack_and_the_dealer_hits_a_soft_17():
    [draw] = [step for step in GAME.round if isinstance(step, Draw)]
    assert draw.more(seen_so(GAME, dealer="As 6c"))
    assert [option.word for option in options(GAME, PLAY, seat="8s 8c", dealer="7h")] == [
        *("stand", "hit", "double", "split")
    ]
    assert line(GAME, "Bet", "bust, 7 up", seat="As Kc", dealer="7h Tc 9d") == "blackjack"


@pytest.mark.parametrize(("up", "ends"), LINES.items())
def test_bb_3_as_much_again_is_bet_when_the_dealers_card_is_seen(up, ends):
    none, bet = options(GAME, BUST, seat="8s 8c", dealer=f"{up}h")
    assert (none.stakes, bet.stakes) == ((), (("Bust", 1),))
    assert bet.word == f"bust, {ends}"


@pytest.mark.parametrize(("up", "ends"), LINES.items())
def test_bb_4_it_wins_if_the_dealer_goes_bust_and_pays_by_his_card(up, ends):
    assert line(GAME, "Bust", f"bust, {ends}", seat="Ks 9c 5d", dealer=f"{up}h 6c Kd 9s") == ends
    assert line(GAME, "Bust", f"bust, {ends}", seat="Ks 9c", dealer="Kd 9s") == "lose"


def test_bb_4_the_pays():
    assert pays(GAME, "Bust") == {
        "ace up": "3.50 to 1",
        "8, 9 or 10 up": "3 to 1",
        "7 up": "2.50 to 1",
        "2 or 3 up": "1.50 to 1",
        "4, 5 or 6 up": "1 to 1",
    }


def test_the_makers_average_edge_is_that_of_four_decks():
    assert f"{float(edge(4)):.2%}" == "9.63%"
    assert edge(6) == Fraction("3210584423067535481909/33139275497360551214850")


def test_what_a_bust_bet_wins_does_not_hang_on_the_players_hand():
    """The same as how often the dealer goes bust from the cards that are left, by the method and by hand."""
    asked = question(GAME, cards=PACK, aim=("Bust",), wagers=("Bust",))
    lying = {SEAT.place: parse("Ks 8s"), DEALER.place: parse("6s")}
    worths = ShoeHands(asked).options(Seen(pack=asked.pack, lying=lying))
    none, bet = worths.values()
    assert none == 0
    assert bet == busts(sorted_points("K K K K K 8 8 8 A A 6 6"), 6) * 2 - 1


def test_the_bet_itself_costs_what_blackjack_does():
    plain = blackjack(HouseRules(slug="blackjack-h17", hits_soft_17=True))
    assert ShoeHands(question(GAME, cards=PACK)).expectation == ShoeHands(question(plain, cards=PACK)).expectation


def sorted_points(text):
    return [{"K": 10, "A": 1}.get(each) or int(each) for each in text.split()]


def busts(left, hard, has_ace=False):
    """The chance that a dealer with these points goes bust who hits a soft 17, by plain recursion."""
    soft = has_ace and hard <= 11
    total = hard + 10 if soft else hard
    if total > 21:
        return Fraction(1)
    if total > 17 or (total == 17 and not soft):
        return Fraction(0)
    chance = Fraction(0)
    for number, card in enumerate(left):
        others = [*left[:number], *left[number + 1 :]]
        chance += Fraction(1, len(left)) * busts(others, hard + card, has_ace or card == 1)
    return chance

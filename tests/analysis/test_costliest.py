"""The costliest deal of a wager: real cards that cost what is said, and none that cost more."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

import houseway
from houseway.analysis.cores import NOTHING, Cores, CoreSearch, hands_of
from houseway.analysis.costliest import worst_bonus
from houseway.analysis.exact.one_choice import OneChoice
from houseway.analysis.exact.question import question
from houseway.cards import parse, parse_card
from houseway.game import Deal
from houseway.games import GAMES
from houseway.paytable import Odds
from tests.analysis.cut_down import of_few
from tests.soak import examples

FEW = {
    "supreme-99": of_few(GAMES["supreme-99"], parse("As Ad Ah Kc Kd 9h 9s 8d 5s 4c 4h 4d 2s")),
    "match-em": of_few(GAMES["match-em"], parse("As Ad Kc Qc 9h 9s 8d 5s 4c 4h 3d Ac 2d")),
}


@cache
def risk_of(slug: str, decks: int | None = None, seats: int | None = None):
    return houseway.risk(slug, stake=Fraction(25), side=Fraction(5), decks=decks, seats=seats, rounds=0)


def lines_of(once, wager, cards, dealer):
    """The lines in which a wager can end for a seat."""
    his = once.game.way.set(dealer)
    for branch in once.branches(once.seen(cards, ())):
        if any(each == wager for each, _ in branch.stakes.unsettled(once.game, once.question.wagers)):
            cuts = {"seat": branch.option.cut or (cards,), "dealer": his}
            worths = [
                hand.worth(*cuts[hand.of.place])
                if hand.of.is_set
                else hand.worth(tuple(card for part in hand.of.parts for cut in cuts[part.place] for card in cut))
                for hand in wager.hands
            ]
            yield wager.line(tuple(worths), branch.said)


def of_decks(decks, *given):
    """With several decks in `make soak` only."""
    return pytest.param(*given, marks=pytest.mark.soak if decks > 1 else ())


TABLES = [
    ("san-lo", None),
    *(
        pytest.param(slug, decks, marks=pytest.mark.soak)
        for slug, decks in (("supreme-99", None), *(("match-em", decks) for decks in (1, 2, 3, 8)))
    ),
]


@pytest.mark.parametrize(("slug", "decks"), TABLES)
def test_the_costliest_deal_of_every_wager_can_be_dealt_and_costs_what_is_said_and_no_deal_more(slug, decks):
    game, found = GAMES[slug], risk_of(slug, decks)
    assert len(found.exposures) == sum(len(game.paytables_of(w)) for w in game.wagers) - len(found.trays)
    for each in found.exposures:
        wager, table, worst = game.wager(each.wager), game.paytable(each.paytable), each.worst
        assert worst.is_exact and worst.cost == each.at_most <= each.plain_bound
        if len(worst.dealer[0]) == 1:
            continue  # told by ranks alone: tests of the whole table deal it
        dealer, *seats = (tuple(map(parse_card, hand)) for hand in (worst.dealer, *worst.seats))
        assert not Counter(card for hand in (dealer, *seats) for card in hand) - Counter(game.pack(decks).cards())
        once = OneChoice(question(game, wagers=(wager.name,), decks=decks))
        assert (len(dealer), *map(len, seats)) == (once.his_size, *(once.size,) * game.seats)
        paid = sum(max(table.net(line) for line in lines_of(once, wager, cards, dealer)) for cards in seats)
        assert paid * each.stake == worst.cost


def test_one_pack_holds_five_aces_once_and_beside_them_no_royal_flush():
    """So one seat has them and the five others straight flushes, where the bound was six times five aces."""
    fortune = [each for each in risk_of("san-lo").exposures if each.wager == "Fortune Bonus"]
    assert [each.at_most for each in fortune] == [5 * (1000 + 5 * 50)] * 4
    assert {each.plain_bound for each in fortune} == {5 * 6 * 1000}


def test_the_tray_pays_for_a_progressive_what_one_deal_can_cost():
    """Five aces bring envy alone; without them no seat costs more than a straight flush, or a royal flush's envy."""
    trays = {tray.meter.paytable.name: tray for tray in risk_of("san-lo").trays}
    assert trays["FSLPP-01"].at_most == (5 * 100 - 1) + 5 * (300 - 1 + 5 * 10) > 6 * (300 - 1 + 5 * 10)
    assert trays["FSLPP-03"].at_most == (5 * 500 - 1) + 5 * (100 - 1) >= 6 * (5 * 100 - 1)
    game = GAMES["san-lo"]
    for tray in trays.values():
        assert tray.worst.is_exact and tray.at_most < tray.plain_bound
        lines = [game.wager("Progressive").judge(game.wager("Progressive").hand.worth(tuple(map(parse_card, hand))))
                 for hand in tray.worst.seats]  # fmt: skip
        pays = [tray.meter.paytable.lines[line] for line in lines]
        own = sum(pay.amount for pay in pays if pay.odds is not Odds.OF_METER)
        assert tray.worst.cost == own - 6 + sum(5 * Fraction(pay.envy_cents, 100) for pay in pays)


@pytest.mark.soak
def test_a_wager_that_may_not_exceed_the_main_one_is_looked_at_with_no_more_on_it():
    found = houseway.risk("san-lo", stake=Fraction(25), side=Fraction(300), rounds=0)
    assert {each.wager: each.stake for each in found.exposures} == {
        "Main Bet": 25,
        "Hat Trick": 25,  # [SL 2a]
        "Fortune Bonus": 300,
    }


MOST = {1: 2 * 100 - 5, 2: 6 * 100 - 1, 3: 7 * 100, 8: 7 * 100}


@pytest.mark.soak
@pytest.mark.parametrize(("decks", "most"), [of_decks(decks, decks, most) for decks, most in MOST.items()])
def test_the_dealers_cards_leave_few_that_match_all_of_them(decks, most):
    found = {each.paytable: each.at_most for each in risk_of("match-em", decks).exposures}
    assert found["A1"] == 5 * most


def brute(game, wager, cost, seats):
    """Over every deal of a few cards to a dealer and the seats."""
    sizes = {name: step.cards for step in game.round if isinstance(step, Deal) for name in step.to.places}
    both = len(wager.hand.of.parts) > 1
    most = None
    for dealer in combinations(game.pack().cards(), sizes["dealer"]) if both else [()]:
        rest = [card for card in game.pack().cards() if card not in dealer]
        hands = [(cost(wager.judge(wager.hand.worth(h + dealer))), set(h)) for h in combinations(rest, sizes["seat"])]
        for dealt in combinations(hands, seats):
            if not any(one & other for (_, one), (_, other) in combinations(dealt, 2)):
                paid = sum(worth for worth, _ in dealt)
                most = paid if most is None else max(most, paid)
    return most


@pytest.mark.parametrize(
    ("slug", "paytable"),
    [("supreme-99", "Pair Fortunes"), pytest.param("match-em", "A1", marks=pytest.mark.soak), ("match-em", "B1")],
)
def test_no_deal_of_a_few_cards_costs_more(slug, paytable):
    game = FEW[slug]
    table = game.paytable(paytable)
    wager = game.wager(table.wager)
    worst = worst_bonus(game, wager, table.net, decks=None, seats=2)
    assert worst.is_exact and worst.cost == brute(game, wager, table.net, 2)


GRADES, SIZE = 5, 2
HANDS = list(combinations_with_replacement(range(GRADES), SIZE))


@given(
    costs=st.lists(st.integers(-3, 9), min_size=len(HANDS), max_size=len(HANDS)),
    left=st.lists(st.integers(0, 3), min_size=GRADES, max_size=GRADES),
    seats=st.integers(1, 3),
)
@examples(100, 2000)
def test_cores_side_by_side_cost_what_the_best_hands_of_any_pack_cost(costs, left, seats):
    def fits(*hands):
        held = Counter(grade for hand in hands for grade in hand)
        return all(number <= left[grade] for grade, number in held.items())

    cost_of = {hand: cost for hand, cost in zip(HANDS, costs, strict=True) if fits(hand)}
    deals = [deal for deal in combinations_with_replacement(cost_of, seats) if fits(*deal)]
    if not deals:
        return
    cores = Cores(
        levels=sorted(set(cost_of.values()), reverse=True),
        at_least=lambda cost: [hand for hand, worth in cost_of.items() if worth >= cost],
        left=left,
        size=SIZE,
    )
    search = CoreSearch(cores=cores, best=NOTHING, nodes=100_000)
    search.run(seats)
    assert search.unproven == NOTHING
    assert search.best == max(sum(cost_of[hand] for hand in deal) for deal in deals)
    if sum(left) >= seats * SIZE:
        hands = hands_of(search.chosen, left, SIZE, seats)
        assert fits(*hands) and sum(cost_of[hand] for hand in hands) == search.best


def test_a_search_that_is_cut_short_says_what_it_did_not_prove():
    cost_of = {hand: len(set(hand)) for hand in HANDS}
    cores = Cores(levels=[2, 1], at_least=lambda cost: [h for h in HANDS if cost_of[h] >= cost], left=[2] * 5, size=2)
    search = CoreSearch(cores=cores, best=NOTHING, nodes=1)
    search.run(4)
    assert search.best < search.unproven == 8

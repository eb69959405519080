"""Covariances of wagers of one seat: against every deal of a few cards, and against rounds dealt at random."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest

import houseway
from houseway.analysis.covariance import Covariance, covariances
from houseway.analysis.exact.facts import ends_of
from houseway.analysis.wager_nets import WagerColumn, columns
from houseway.api.games import house_way_for
from houseway.cards import Cards, parse
from houseway.game import Game
from houseway.games import GAMES
from tests.analysis.cut_down import of_few

SOME_CARDS = parse("2c 3c 3d 5h 9s Tc Qd Qh Ks")


def by_name(game: Game, decks: int | None = None) -> dict[tuple[str, str], Covariance]:
    found = covariances(game, houseway_solve, decks)
    return {(each.one.name, each.other.name): each for each in found if isinstance(each, Covariance)}


def houseway_solve(asked):
    from houseway.work.ends import ends_of as kept

    return kept(asked)


# ---- every deal of a few cards ---------------------------------------------------------------------


def test_the_covariance_of_ante_and_pair_plus_is_that_of_every_deal_played_out():
    game = of_few(GAMES["three-card-poker"], SOME_CARDS)
    deals = list(_three_card_deals(game, SOME_CARDS))
    found = [each for each in covariances(game, ends_of) if isinstance(each, Covariance)]
    main = columns(game)[0]
    checked = 0
    for each in found:
        if each.one is not None and each.one.is_main and each.other.wager.name == "Pair Plus":
            table = each.other.table
            pairs = [(won, table.net(line)) for won, line in deals]
            assert each.value == _covariance(pairs)
            assert each.variances == (_covariance([(a, a) for a, _ in pairs]), _covariance([(b, b) for _, b in pairs]))
            checked += 1
    assert checked == len(game.own_paytables(game.wager("Pair Plus"))) and main.is_main


def _three_card_deals(game: Game, cards: Cards) -> Iterator[tuple[Fraction, str]]:
    """What the main wagers win with best play, and the line of Pair Plus."""
    wagers = {wager.name: wager for wager in game.wagers}

    def won(name: str, mine: Cards, his: Cards, said: tuple[str, ...]) -> Fraction:
        wager = wagers[name]
        worths = tuple(hand.worth(mine if hand.of.place == "seat" else his) for hand in wager.hands)
        [table, *_] = game.paytables_of(wager)
        return table.net(wager.line(worths, said)) if not wager.free else _free(table, wager.line(worths, said))

    for mine in combinations(cards, 3):
        left = [card for card in cards if card not in mine]
        against = list(combinations(left, 3))
        played = [
            sum((won(name, mine, his, ("play",)) for name in wagers_of_play(game)), Fraction(0)) for his in against
        ]
        nets = played if sum(played) > -len(against) else [Fraction(-1)] * len(against)
        plus = wagers["Pair Plus"]
        line = plus.line((plus.hands[0].worth(mine),), ())
        yield from ((net, line) for net in nets)


def wagers_of_play(game: Game) -> tuple[str, ...]:
    return tuple(wager.name for wager in game.main)


def _free(table, line: str) -> Fraction:
    return table.net(line) if line in table.lines else Fraction(0)


def _covariance(pairs: list[tuple[Fraction, Fraction]]) -> Fraction:
    number = len(pairs)
    first, second = sum(a for a, _ in pairs) / number, sum(b for _, b in pairs) / number
    return sum((a - first) * (b - second) for a, b in pairs) / number


# ---- what is said of a whole pack ------------------------------------------------------------------


def test_two_bonuses_on_the_same_cards_are_counted_without_the_main_wagers():
    game = GAMES["san-lo"]
    bonuses = [each for each in columns(game) if each.wager.name in ("Fortune Bonus", "Progressive")]
    first, *_, last = bonuses
    figures = {each.paytable: each for each in houseway.analyze(game, wager="Fortune Bonus")}[first.table.name]
    value = next(each for each in _of_bonuses(game) if (each.one.name, each.other.name) == (first.name, last.name))
    assert value.variances[0] == figures.variance and 0 < value.correlation < 1
    assert _of_bonuses_by_lines(first, last) == value.value


def _of_bonuses(game: Game) -> list[Covariance]:
    from houseway.analysis.covariance import CountedTogether, _asked, groups_of

    found = columns(game)
    [group] = [each for each in groups_of(game, found) if not any(column.is_main for column in each)]
    counted = CountedTogether(group, houseway_solve(_asked(game, group, None)))
    return [counted.covariance(one, other) for one, other in combinations(group, 2)]


def _of_bonuses_by_lines(one: WagerColumn, other: WagerColumn) -> Fraction:
    """Both lines are named by the same hand: from the combinations of the paytable that names more of them."""
    counts = {line.name: line.combinations for line in houseway.analyze("san-lo", paytable=one.table.name)[0].lines}
    total = sum(counts.values())
    rows = [(one.net(line), other.net(line), ways) for line, ways in counts.items()]
    first, second = (sum(row[n] * row[2] for row in rows) / Fraction(total) for n in (0, 1))
    return sum(a * b * ways for a, b, ways in rows) / Fraction(total) - first * second


def test_what_cannot_be_counted_together_is_a_pair_without_a_figure():
    found = list(covariances(GAMES["match-em"], houseway_solve))
    assert found and not any(isinstance(each, Covariance) for each in found)
    assert {(one.wager.name, other.wager.name) for one, other in found} == {
        ("Ante", "Match Bonus"),
        ("Ante", "Poker Bonus"),
        ("Match Bonus", "Poker Bonus"),
    }


def test_hands_of_a_split_have_no_covariance_with_anything():
    assert list(covariances(GAMES["blackjack"], houseway_solve)) == []


@pytest.mark.parametrize("slug", ["three-card-poker", pytest.param("supreme-99", marks=pytest.mark.soak)])
def test_rounds_dealt_at_random_agree_with_what_is_counted(slug: str):
    """And how all units of a round ended is read back out of one number."""
    from houseway.analysis.exact.question import question
    from houseway.work.joint_wins import joint_wins, sampled_covariances
    from houseway.work.plays import play_of

    game = GAMES[slug]
    exact = [each for each in by_name(game).values() if each.one.is_main]
    asked = question(game, wagers={each.other.wager.name for each in exact})
    play = play_of(asked, player="optimal", house=None, read_way=house_way_for)
    wins = joint_wins(play.question, rounds=100_000, seed=3)
    assert sum(wins.values()) == 100_000
    pairs = [(each.one, each.other) for each in exact]
    for one, other in zip(exact, sampled_covariances(wins, pairs), strict=True):
        assert other.error and abs(float(other.value - one.value)) < 4 * other.error
        assert abs(float(other.variances[0] / one.variances[0]) - 1) < 0.05

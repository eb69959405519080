"""How the edge moves with a pay: against the same game counted again with the pay changed."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

import houseway
from houseway.analysis.changed_paytable import changed_paytable
from houseway.analysis.exact.facts import ends_of
from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.question import question
from houseway.analysis.figures import Figures
from houseway.analysis.sensitivity import COMMISSION, PayEffect, of_main, of_progressive, of_side, step_of
from houseway.api.figures import figures_with
from houseway.game import Game
from houseway.games import GAMES
from houseway.paytable import Pay, Paytable, parse_pay
from tests.soak import more


def with_pay(table: Paytable, line: str, pay: Pay) -> Paytable:
    return replace(table, lines={**table.lines, line: pay})


def moved(pay: Pay, by: Fraction) -> Pay:
    return replace(pay, amount=pay.amount + by)


@pytest.mark.parametrize(("slug", "name"), [("supreme-99", "Pair Fortunes"), ("match-em", "A1"), ("match-em", "B3")])
def test_a_bonus_with_one_pay_changed_has_the_edge_that_is_said(slug: str, name: str):
    game = GAMES[slug]
    table = game.paytable(name)
    [figures] = houseway.analyze(game, paytable=name)
    found = of_side(table, figures)
    assert [effect.line for effect in found.effects] == list(table.lines)
    for effect in found.effects:
        for edge, by in ((effect.less, -effect.step), (effect.more, effect.step)):
            changed = with_pay(table, effect.line, moved(table.lines[effect.line], by))
            if edge is not None:
                assert edge_with(game, changed) == edge
        assert effect.slope == -effect.staked == -figures.share(effect.line)


def edge_with(game: Game, table: Paytable) -> Fraction:
    if game.wager(table.wager) in game.main:
        return main_figures(question(game, paytables=(table,))).house_edge
    return next(iter(figures_with(game, game.wager(table.wager), table))).house_edge


def test_a_commission_moves_the_edge_as_the_pay_that_it_is_kept_of():
    game = GAMES["supreme-99"]
    table = with_pay(game.paytable("Pair Fortunes"), "Pair", parse_pay("1 to 1 less 5%"))
    [figures] = figures_with(game, game.wager("Pair Fortunes"), table)
    effects = {effect.line: effect for effect in of_side(table, figures).effects}
    kept = effects[f"{COMMISSION}Pair"]
    assert kept.pays == "5.00%" and kept.slope == figures.share("Pair") > 0
    assert edge_with(game, with_pay(table, "Pair", parse_pay("1 to 1 less 6%"))) == kept.more
    assert edge_with(game, with_pay(table, "Pair", parse_pay("1 to 1 less 4%"))) == kept.less
    assert edge_with(game, with_pay(table, "Pair", parse_pay("2 to 1 less 5%"))) == effects["Pair"].more


@cache
def of_standard_bet() -> tuple[Game, Paytable, Mapping[str, PayEffect], Figures]:
    game = GAMES["supreme-99"]
    asked = question(game)
    ends = ends_of(asked)
    table, figures = game.paytable("S99"), main_figures(asked, solve=lambda _: ends)
    effects = {effect.line: effect for effect in of_main(asked, ends, table, figures).effects}
    return game, table, effects, figures


def test_best_play_anew_makes_no_more_than_what_is_said_and_touches_it():
    """The edge under best play is concave in a pay: its line with play held lies above it, and touches it here."""
    game, table, effects, figures = of_standard_bet()
    assert set(effects) == set(table.lines)
    for line in more(["copy both"], [*effects]):
        pay, effect = table.lines[line], effects[line]
        higher = edge_with(game, with_pay(table, line, moved(pay, effect.step)))
        assert effect.more is not None and higher <= effect.more
        if effect.less is not None:
            assert edge_with(game, with_pay(table, line, moved(pay, -effect.step))) <= effect.less
    line, tiny = "copy both", Fraction(1, 10**6)
    near = edge_with(game, with_pay(table, line, moved(table.lines[line], tiny)))
    assert near == figures.house_edge + effects[line].slope * tiny


def test_slopes_times_pays_and_what_is_lost_make_up_the_edge():
    _, table, effects, figures = of_standard_bet()
    paid = sum(effects[line].slope * pay.amount for line, pay in table.lines.items())
    assert figures.house_edge == figures.share("lose") + paid


def test_a_pay_is_moved_by_a_part_in_which_it_is_written():
    assert step_of(parse_pay("3 to 2")) == Fraction(1, 2) and step_of(parse_pay("8 for 1")) == 1
    assert step_of(parse_pay("10%")) == Fraction(1, 100) and step_of(parse_pay("push")) == 1


@pytest.mark.parametrize("name", ["FSLPP-01", "FSLPP-03"])
def test_seed_increment_envy_and_pays_of_a_meter_are_those_of_the_meter_changed(name: str):
    game = GAMES["san-lo"]
    table = game.paytable(name)
    [meter] = houseway.meters(game, paytable=name)
    found = of_progressive(meter)
    effects = {effect.line: effect for effect in found.effects}
    assert found.edge == meter.house_edge
    changes = {
        "seed": f"{meter.seed * Fraction(11, 10)}",
        "increment": f"{float(meter.increment) * 100 + 1:.4f}%",
        "envy for Royal Flush": f"{table.lines['Royal Flush'].envy_cents // 100 + 1}",
        "Flush": f"{table.lines['Flush'].amount + 1} for 1",
    }
    for line, value in changes.items():
        what = line.replace("envy for", "envy")
        other = changed_paytable([table], what, value)
        [again] = houseway.meters(replace(game, paytables={other.name: other}), paytable=other.name)
        assert again.house_edge == effects[line].more, line
        assert found.edge + effects[line].slope * effects[line].step == effects[line].more
    shares = [effect for effect in found.effects if effect.pays.endswith("%") and effect.line in table.lines]
    assert all(effect.slope == 0 and effect.less in (None, found.edge) for effect in shares)

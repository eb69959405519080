"""Designed paytables, shown: a row a table, JSON, and a letter file of one of them."""

import datetime
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from rich.console import Console

from houseway.analysis.design.designing import Candidate, Design
from houseway.analysis.figures import Figures, decimal, percent
from houseway.game import Game
from houseway.odds import as_printed
from houseway.paytable import LESS, Odds, Pay, Paytable
from houseway.reports.terminal import figure_table, print_notice, print_titled

KINDS: Final = {Odds.TO_ONE: "pays to 1", Odds.FOR_ONE: "pays for 1", Odds.OF_METER: "% of the meter"}


def print_design(out: Console, design: Design) -> None:
    best = design.candidates[0].paytable
    title = f"{design.game.title} · {design.wager.name}: {_asked(design)}"
    spread = "variance" if design.wanted.variance else "std. dev."
    kinds = dict.fromkeys(KINDS[pay.odds] for pay in best.lines.values())
    table = figure_table(">", ">edge", ">hit", f">{spread}", ">changed", " / ".join(kinds))
    for number, each in enumerate(design.candidates, 1):
        figures = each.figures
        table.add_row(
            str(number),
            percent(figures.house_edge),
            percent(figures.hit_frequency, 2),
            decimal(figures.variance if design.wanted.variance else Fraction(figures.standard_deviation), 3),
            str(each.changed),
            " / ".join(map(_short, each.paytable.lines.values())) + ("" if each.is_met else "  ✗"),
        )
    print_titled(out, title, table)
    out.print(f"  lines: {', '.join(best.lines)}")
    out.print(f"  exactly: {_exactly(design)}")
    play = design.candidates[0].figures.play
    if play:
        out.print(f"  play: {play}")
    if design.unreachable:
        out.print(f"  ✗ {design.unreachable}", soft_wrap=True)
    out.print(f"  looked at: {design.looked_at}; changed: lines that differ from {design.like.name}", soft_wrap=True)
    out.print("  Every table here is unapproved.")
    print_notice(out)


def _exactly(design: Design) -> str:
    """The figures of the first table that were asked for."""
    wanted, figures = design.wanted, design.candidates[0].figures
    exactly = (
        f"the first has the edge {figures.house_edge}",
        f"hit frequency {figures.hit_frequency}" if wanted.hit else "",
        f"variance {figures.variance}" if wanted.variance else "",
    )
    return ", ".join(filter(None, exactly))


def _asked(design: Design) -> str:
    """The targets, as they were given."""
    wanted = design.wanted
    targets = (
        f"edge {wanted.edge.text}",
        f"hit {wanted.hit.text}" if wanted.hit else "",
        f"variance {wanted.variance.text}" if wanted.variance else "",
        (f"top {wanted.top:,}" if isinstance(wanted.top, int) else f"top {wanted.top}") if wanted.top else "",
    )
    return ", ".join(filter(None, targets))


def _short(pay: Any) -> str:
    return as_printed(str(pay)).removesuffix(" to 1").removesuffix(" for 1").replace(",", "")


def letter_of(design: Design, chosen: Candidate, on: datetime.date) -> str:
    """A table as a letter of one's own: no agency, so that it is unapproved wherever it is shown."""
    title, about = f"A table for {design.wager.name}, designed", f"By houseway design: {_asked(design)}."
    return own_letter(title, about, design.game, [(chosen.paytable, chosen.figures)], on)


def own_letter(
    title: str, about: str, game: Game, tables: Sequence[tuple[Paytable, Figures]], on: datetime.date
) -> str:
    """Tables as a letter of one's own, each with its edge as a published figure."""
    rows = [
        f"title = {_text(title)}",
        f"date = {on.isoformat()}",
        f"about = {_text(f'{about} Nobody has approved it.')}",
    ]
    for table, figures in tables:
        rows += ["", *_paytable(game, table, figures)]
    return "\n".join(rows) + "\n"


def _paytable(game: Game, table: Paytable, figures: Figures) -> Iterator[str]:
    yield "[[paytable]]"
    yield f"name = {_text(table.name)}"
    yield f"game = {_text(game.slug)}"
    yield f"wager = {_text(table.wager)}"
    if len(game.decks) > 1:
        yield f"decks = {figures.decks}"
    yield "[paytable.pays]"
    yield from (f"{_text(line)} = {_text(pay_text(pay))}" for line, pay in table.lines.items())
    envy = {line: pay.envy_cents for line, pay in table.lines.items() if pay.envy_cents}
    if envy:
        yield "[paytable.envy]"
        yield from (f"{_text(line)} = {_text(_dollars(cents))}" for line, cents in envy.items())
    for name, meter in table.meters.items():
        yield f"[paytable.meter.{name}]" if name else "[paytable.meter]"
        yield f"seed = {_text(_dollars(meter.seed_cents))}"
        yield f'increment = "{decimal(meter.increment * 100, 6)}%"'
        yield f"stake = {_text(_dollars(meter.stake_cents))}"
    if not table.meters:  # what a meter earns also hangs on how many seats bet
        yield "[paytable.published]"
        yield f'"house edge" = "{percent(figures.house_edge, 4)}"'


def pay_text(pay: Pay) -> str:
    """A pay as a letter is read: one that no two places tell, such as 7 to 3, by its two numbers."""
    if pay.odds is Odds.OF_METER or (pay.amount * 100).denominator == 1:
        return str(pay)
    less = str(pay).partition(LESS)[2]
    odds = pay.odds.value.partition(" ")[0]
    return f"{pay.amount.numerator} {odds} {pay.amount.denominator}" + (f"{LESS}{less}" if less else "")


def _dollars(cents: int) -> str:
    return f"${cents // 100}.{cents % 100:02d}"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)

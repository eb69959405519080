"""Commands of the house's risk: what a round can cost, and which tables leave their mathematics."""

from pathlib import Path
from typing import Any

import click

import houseway
from houseway.cli.app import app, present, progress_bar, read_book, stop_at_ctrl_c
from houseway.cli.book import book_option
from houseway.cli.options import (
    DOLLARS,
    day_limits,
    days_options,
    decks_option,
    game_argument,
    json_option,
    output_option,
)
from houseway.reports.output import PICTURE

picture_option = output_option(PICTURE, "Draw it: a .png, .svg or .html file.")


@app.command()
@game_argument
@click.option("--seats", type=int, metavar="N", help="How many seats bet; all without it.")
@click.option("--stake", type=DOLLARS, default="300", show_default=True, metavar="$", help="On the main wager.")
@click.option("--side", type=DOLLARS, default="300", show_default=True, metavar="$", help="On each other wager.")
@click.option(
    "--beside", multiple=True, metavar="P", help="A paytable whose wager all seats have too; may be repeated."
)
@click.option("--play", type=click.Choice(["best play", "house way"]), default="best play", show_default=True)
@decks_option
@click.option("--rounds", type=int, metavar="N", help="Simulate so many instead of counting; 0 for neither.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="Of the simulation.")
@picture_option
@json_option
def risk(game: str, seed: int, output: Path | None, as_json: bool, **asked: Any) -> None:
    """What one round of GAME can cost the house with all seats betting.

    Mean, deviation, costliest round and distribution are exact: all seats against one dealer and from one pack. A full
    table takes minutes at first and is kept; Ctrl-C loses nothing, and --rounds gives a quick look. Where seats cannot
    be counted together the distribution is simulated, and said to be.
    """
    from houseway.reports.risk import draw_risk, print_risk
    from houseway.table.terms import AGGREGATE_ODDS

    if seed < 0:
        raise ValueError(f"{seed} is not a seed: a whole number from 0")
    with progress_bar("counting") as progress, stop_at_ctrl_c() as stop:
        asked |= {"seed": seed, "aggregate_odds": AGGREGATE_ODDS}
        of_round = houseway.risk(game, progress=progress, stop=stop, **asked)
    present(of_round, as_json, lambda out: print_risk(out, of_round))
    if output:
        draw_risk(of_round).write(output)


@app.command()
@book_option
@click.option("--table", "tables", multiple=True, metavar="TABLE", help="One table; may be repeated. All without it.")
@days_options
@picture_option
@json_option
def drift(
    book: str, tables: tuple[str, ...], first: str | None, last: str | None, output: Path | None, as_json: bool
) -> None:
    """What the tables of a book won against their mathematics, with the 95 % band around it.

    Exit code 0: every table, all its wagers and days together, lies within its band. 1: one lies outside.
    """
    from houseway.reports.winnings import ALL, draw_drifts, print_drifts
    from houseway.service.drift import drifts

    limits = day_limits(first, last)
    with read_book(book) as store:
        rows = drifts(store, tables=tables or None, **limits)
    if output:
        draw_drifts(rows).write(output)
    since, until = (f" {word} {day}" if day else "" for word, day in (("from", first), ("to", last)))
    asked = (f" at {' or '.join(tables)}" if tables else "") + since + until
    present(rows, as_json, lambda out: print_drifts(out, rows, asked))
    if any(not row.is_within for row in rows if row.wager == ALL and row.day is None):
        raise SystemExit(1)

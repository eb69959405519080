"""`houseway simulate`: rounds dealt at random, beside the exact figures."""

import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

import houseway
from houseway.cli.app import app, decks_option, game_argument, json_option, print_json, progress_bar


class Count(click.ParamType[int]):
    """A whole number such as 250000, 1,000,000 or 1e9."""

    name = "count"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value).replace(",", "").replace("_", "")
        if not re.fullmatch(r"-?\d{1,20}|\d{1,9}(\.\d{1,9})?[eE]\+?\d{1,2}", text):
            raise ValueError(f"{value!r} is not a whole number, such as 250000 or 1e9")
        number = Fraction(text)
        if number.denominator != 1:
            raise ValueError(f"{value!r} is not a whole number, such as 250000 or 1e9")
        return int(number)


class Stake(click.ParamType[tuple[str, Fraction]]):
    """A wager and what is on it, such as 'Main Bet=25'."""

    name = "stake"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Fraction]:
        from houseway.letters.letter import parse_dollars

        if isinstance(value, tuple):
            return value
        wager, equals, amount = str(value).partition("=")
        if not equals or not wager:
            raise ValueError(f"{value!r} is not a stake: a wager and dollars, such as 'Main Bet=25'")
        return wager, parse_dollars(amount)


@app.command()
@game_argument
@click.option("--rounds", type=Count(), default=1_000_000, metavar="N", help="How many, such as 1e9; a million if not.")
@click.option("--wager", "wagers", multiple=True, metavar="W", help="Only these, and those that they require.")
@click.option("--paytable", "paytables", multiple=True, metavar="P", help="In place of a wager's first.")
@click.option("--letter", metavar="FILE", help="A letter of your own, whose paytables may be named.")
@click.option("--against", multiple=True, metavar="P", help="Hold the rounds against this paytable's exact figures.")
@decks_option
@click.option("--seats", type=Count(), metavar="N", help="How many play; all if not.")
@click.option(
    "--player",
    default="optimal",
    show_default=True,
    metavar="HOW",
    help="optimal, house-way, strategy, or a file: a way, or a strategy in words.",
)
@click.option("--house", type=click.Path(path_type=Path), metavar="FILE", help="A house way in place of the game's.")
@click.option("--stake", "stakes", type=Stake(), multiple=True, metavar="W=$", help="Dollars on a wager; 1 if not.")
@click.option("--session", type=Count(), default=100, show_default=True, metavar="N", help="Rounds of a session.")
@click.option("--shift", type=Count(), default=400, show_default=True, metavar="N", help="Rounds of a shift.")
@click.option("--seed", type=Count(), default=1, show_default=True, metavar="N", help="The same seed, the same rounds.")
@click.option("--workers", type=Count(), metavar="N", help="Cores to use; all if not.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://127.0.0.1:8786.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Draw the results: a .png, .svg or .html file.")
@json_option
def simulate(
    game: str,
    stakes: tuple[tuple[str, Fraction], ...],
    workers: int | None,
    output: Path | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Deal whole rounds of GAME at random and hold every wager against its exact figures.

    A round is one deal of the table: all seats and the dealer from one shuffled pack. Ctrl-C leaves the result of the
    rounds that are done. Exit code 1: a figure is farther off than chance explains (5 standard errors).
    """
    from houseway.reports.picture import checked_picture
    from houseway.reports.simulation import draw_simulation, print_simulation, simulation_shape

    if output:
        checked_picture(output)
    if workers is not None and not 1 <= workers <= 1024:
        raise ValueError(f"{workers} workers: 1 to 1,024")
    with progress_bar("solving") as solving, progress_bar("simulating", "rounds") as progress:
        result = houseway.simulate(
            game, stakes=dict(stakes), workers=workers, progress=progress, solving=solving, **asked
        )
    if as_json:
        print_json(simulation_shape(result))
    else:
        from houseway.reports.terminal import console

        print_simulation(console(), result)
    if output:
        draw_simulation(result, output)
    if result.caught:
        sys.exit(1)

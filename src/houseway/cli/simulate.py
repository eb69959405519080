"""`houseway simulate`: rounds dealt at random, beside the exact figures."""

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

import houseway
from houseway.cli.app import app, present, progress_bar, stop_at_ctrl_c
from houseway.cli.options import COUNT, STAKE, decks_option, game_argument, json_option, output_option
from houseway.reports.output import PICTURE


@app.command()
@game_argument
@click.option("--rounds", type=COUNT, default=1_000_000, metavar="N", help="How many, such as 1e9; a million if not.")
@click.option("--wager", "wagers", multiple=True, metavar="W", help="Only these, and those that they require.")
@click.option("--paytable", "paytables", multiple=True, metavar="P", help="In place of a wager's first.")
@click.option("--letter", metavar="FILE", help="A letter of your own, whose paytables may be named.")
@click.option("--against", multiple=True, metavar="P", help="Hold the rounds against this paytable's exact figures.")
@decks_option
@click.option("--seats", type=COUNT, metavar="N", help="How many play; all if not.")
@click.option(
    "--player",
    default="optimal",
    show_default=True,
    metavar="HOW",
    help="optimal, house-way, strategy, or a file: a way, or a strategy in words.",
)
@click.option("--house", type=click.Path(path_type=Path), metavar="FILE", help="A house way in place of the game's.")
@click.option("--stake", "stakes", type=STAKE, multiple=True, metavar="W=$", help="Dollars on a wager; 1 if not.")
@click.option("--session", type=COUNT, default=100, show_default=True, metavar="N", help="Rounds of a session.")
@click.option("--shift", type=COUNT, default=400, show_default=True, metavar="N", help="Rounds of a shift.")
@click.option("--seed", type=COUNT, default=1, show_default=True, metavar="N", help="The same seed, the same rounds.")
@click.option("--workers", type=COUNT, metavar="N", help="Cores to use; all if not.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://127.0.0.1:8786.")
@output_option(PICTURE, "Draw the results: a .png, .svg or .html file.")
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
    from houseway.reports.simulation import draw_simulation, print_simulation

    if workers is not None and not 1 <= workers <= 1024:
        raise ValueError(f"{workers} workers: 1 to 1,024")
    with progress_bar("solving") as solving, progress_bar("simulating", "rounds") as progress, stop_at_ctrl_c() as stop:
        result = houseway.simulate(
            game, stakes=dict(stakes), workers=workers, solving=solving, simulating=progress, stop=stop, **asked
        )
    present(result, as_json, lambda out: print_simulation(out, result))
    if output:
        draw_simulation(result).write(output)
    if result.caught:
        sys.exit(1)

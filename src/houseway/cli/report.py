"""`houseway report`: the mathematics of a game on paper, or as a page."""

from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from houseway.cli.app import app, decks_option, game_argument, json_option, print_json, progress_bar
from houseway.cli.simulate import Count


class Day(click.ParamType[date]):
    """A day such as 2026-03-07."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        try:
            day = datetime.strptime(value, "%Y-%m-%d").date()
        except ValueError:
            raise ValueError(f"{value!r} is not a day: YYYY-MM-DD, such as 2026-03-07") from None
        if day.year < 1970:
            raise ValueError(f"{value!r} is not a day of a report: 1970-01-01 or later")
        return day


date_option = click.option(
    "--date", "on", type=Day(), metavar="DAY", help="The date to print; without it the report has none."
)
output_option = click.option("-o", "--output", type=click.Path(path_type=Path), help="A .pdf or .html file.")


@app.command()
@game_argument
@click.option("--letter", metavar="L", help="Under one letter only, or a .toml file of your own.")
@decks_option
@click.option("--seats", type=int, metavar="N", help="How many seats are dealt in, all betting the progressive.")
@click.option(
    "--rounds", type=Count(), default=1_000_000, metavar="N", help="To simulate beside theory; a million if not."
)
@click.option("--seed", type=Count(), default=1, show_default=True, metavar="N", help="Of the simulation.")
@date_option
@output_option
@json_option
def report(
    game: str,
    letter: str | None,
    decks: int | None,
    seats: int | None,
    rounds: int,
    seed: int,
    on: date | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """The mathematics report of GAME: rules, every line of every paytable, strategy, progressive, the letter's figures.

    The same inputs make the same file, byte for byte: no clock is read. It is not a certificate.
    """
    if output is None and not as_json:
        raise ValueError("a report needs -o FILE.pdf, -o FILE.html or --json")
    from houseway.reports.document import checked_output, shape, write_document
    from houseway.reports.mathematics import document

    if output:
        checked_output(output)
    import houseway

    with progress_bar("solving") as progress, progress_bar("simulating", "rounds") as simulating:
        known = houseway.mathematics(
            game,
            letter=letter,
            decks=decks,
            seats=seats,
            rounds=rounds,
            seed=seed,
            progress=progress,
            simulating=simulating,
        )
    made = document(known, on=on)
    if output:
        write_document(made, output)
    if as_json:
        print_json(shape(made))

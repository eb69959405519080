"""`houseway report`: the mathematics of a game on paper, or as a page."""

from datetime import date
from pathlib import Path
from typing import Any

import click

import houseway
from houseway.cli.app import app, print_json, progress_bar
from houseway.cli.options import (
    COUNT,
    REPORT_DATE,
    decks_option,
    game_argument,
    json_option,
    output_option,
    seats_option,
)
from houseway.reports.output import REPORT

date_option = click.option(
    "--date", "on", type=REPORT_DATE, metavar="DAY", help="The date to print; without it the report has none."
)
document_option = output_option(REPORT, "A .pdf or .html file.")


@app.command()
@game_argument
@click.option("--letter", metavar="L", help="Under one letter only, or a .toml file of your own.")
@decks_option
@seats_option
@click.option(
    "--rounds", type=COUNT, default=1_000_000, metavar="N", help="To simulate beside theory; a million if not."
)
@click.option("--seed", type=COUNT, default=1, show_default=True, metavar="N", help="Of the simulation.")
@date_option
@document_option
@json_option
def report(game: str, on: date | None, output: Path | None, as_json: bool, **asked: Any) -> None:
    """The mathematics report of GAME: rules, every line of every paytable, strategy, progressive, the letter's figures.

    The same inputs make the same file, byte for byte: no clock is read. It is not a certificate.
    """
    if output is None and not as_json:
        raise ValueError("a report needs -o FILE.pdf, -o FILE.html or --json")
    from houseway.reports.document import write_document
    from houseway.reports.mathematics import document

    with progress_bar("solving") as progress, progress_bar("simulating", "rounds") as simulating:
        mathematics = houseway.mathematics(game, progress=progress, simulating=simulating, **asked)
    made = document(mathematics, on=on)
    if output:
        write_document(made, output)
    if as_json:
        print_json(made)

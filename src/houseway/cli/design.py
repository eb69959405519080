"""Commands of the designer: paytables from figures, and variants side by side."""

from pathlib import Path
from typing import Any

import click

import houseway
from houseway.cli.app import app, present, progress_bar
from houseway.cli.options import decks_option, game_argument, json_option, output_option
from houseway.reports.output import LETTER, PICTURE, write_output


@app.command()
@game_argument
@click.argument("wager")
@click.option("--edge", required=True, metavar="E", help="The house edge, such as 4.5%, 12732/270725 or 2.8%..3.2%.")
@click.option("--hit", metavar="H", help="The hit frequency, such as 20% or 21%..")
@click.option("--variance", metavar="V", help="The variance of a wager of 1, such as 12.5 or ..40.")
@click.option("--top", metavar="N", help="What the highest line pays, such as 1000 or ..1000.")
@click.option("--like", metavar="P", help="Tables near this paytable first.")
@click.option("--whole", is_flag=True, help="Any whole pays, not only the usual ones.")
@click.option("--changes", type=int, metavar="N", help="At most so many lines other than those of --like.")
@click.option("--reading", metavar="R", help="Another reading of the rules, as houseway show --json lists them.")
@decks_option
@click.option("--seats", type=int, metavar="N", help="How many seats are dealt in, all betting a progressive.")
@click.option("--show", "most", type=int, default=10, show_default=True, metavar="N", help="How many tables.")
@click.option("--pick", type=int, default=1, show_default=True, metavar="N", help="Which of them -o writes.")
@output_option(LETTER, "Write one, unapproved.", metavar="FILE.toml")
@json_option
def design(
    game: str,
    wager: str,
    edge: str,
    hit: str | None,
    variance: str | None,
    top: str | None,
    most: int,
    pick: int,
    output: Path | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Paytables for WAGER of GAME near given figures, exactly, the best first.

    A figure is met when the exact one rounds to it; a fraction is meant exactly. A range, such as 2.8%..3.2%, 21%.. or
    ..1000, is met by all in it; then tables that a person would print come first: pays that fall, and round ones. A
    line never pays less than one that pays less in the table of --like. Exit code 0: a table meets the targets. 1: none
    does, and the nearest are shown.
    """
    from datetime import date
    from fractions import Fraction

    from houseway.analysis.design.targets import Wanted, parse_target, parse_top
    from houseway.reports.design import letter_of, print_design

    wanted = Wanted(
        edge=parse_target(edge, "a house edge", most=Fraction(1), may_be_negative=True),
        hit=parse_target(hit, "a hit frequency", most=Fraction(1)) if hit is not None else None,
        variance=parse_target(variance, "a variance", such="12.5 or 25/2") if variance is not None else None,
        top=parse_top(top) if top is not None else None,
    )
    if most > 0 and not 1 <= pick <= most:
        raise ValueError(f"{pick} is not among the tables shown: 1 to {most}")
    with progress_bar("solving") as progress:
        designed = houseway.design(game, wager, wanted, most=most, progress=progress, **asked)
    present(designed, as_json, lambda out: print_design(out, designed))
    if output is not None:
        if pick > len(designed.candidates):
            raise ValueError(f"{pick} is not among the tables found: 1 to {len(designed.candidates)}")
        write_output(output, letter_of(designed, designed.candidates[pick - 1], date.today()).encode())
    if not designed.is_met:
        raise SystemExit(1)


@app.command()
@game_argument
@click.option("--vary", multiple=True, required=True, metavar="WHAT=A,B", help="What differs; may be repeated.")
@click.option("--wager", metavar="W", help="One wager, whose lines are meant; else those in which the variants differ.")
@decks_option
@output_option(PICTURE, "Draw them: a .png, .svg or .html file.")
@json_option
def whatif(
    game: str, vary: tuple[str, ...], wager: str | None, decks: int | None, output: Path | None, as_json: bool
) -> None:
    """Variants of GAME side by side, exactly.

    WHAT is rules (own, or a variant's .py file or name), decks, seats (of a progressive), paytable (a name or a .toml
    file), house-way (a file, or own), face-up (how many of the dealer's cards are seen before a choice), or a line of a
    paytable: --vary "copy both=4 to 1,push,lose". Of a progressive also a share of its meter, seed, increment and envy:
    --vary "Royal Flush=10%,5%", --vary seed=5000,10000, --vary increment=21%,25%, --vary "envy Five Aces=100,500".
    Several --vary give every combination.
    """
    from houseway.reports.whatif import draw_variants, print_variants

    with progress_bar("solving") as progress:
        variants = houseway.whatif(game, vary, wager=wager, decks=decks, progress=progress)
    present(variants, as_json, lambda out: print_variants(out, variants))
    if output:
        draw_variants(variants).write(output)


@app.command()
@game_argument
@click.argument("others", nargs=-1, required=True, metavar="OTHER...")
@click.option("--wager", metavar="W", help="One wager; else those in which they differ.")
@decks_option
@output_option(PICTURE, "Draw them: a .png, .svg or .html file.")
@json_option
def compare(
    game: str, others: tuple[str, ...], wager: str | None, decks: int | None, output: Path | None, as_json: bool
) -> None:
    """GAME as it is, and every OTHER beside it, exactly: edge, hit frequency, deviation, and how far each is from it.

    OTHER is the .py file of a variant (houseway new NAME --of GAME writes one), or a game by its name: any with the
    same first wager. A variant is unapproved.
    """
    from houseway.reports.whatif import draw_variants, print_variants

    with progress_bar("solving") as progress:
        compared = houseway.compare(game, others, wager=wager, decks=decks, progress=progress)
    present(compared, as_json, lambda out: print_variants(out, compared))
    if output:
        draw_variants(compared).write(output)

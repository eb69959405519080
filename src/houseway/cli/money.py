"""Commands of hours and money: what tables come to, how a session ends, what a promotional chip is worth."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

import houseway
from houseway.cli.app import app, present, progress_bar, stop_at_ctrl_c
from houseway.cli.options import COUNT, DOLLARS, INCREMENT, Value, decks_option, game_argument, json_option
from houseway.cli.risk import picture_option


def _number(text: str) -> Fraction:
    """A number such as 40 or 37.5."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text!r} is not a number, such as 40 or 37.5") from None


NUMBER = Value("number", _number)
play_option = click.option(
    "--play", type=click.Choice(["best play", "house way"]), default="best play", show_default=True
)


@app.command()
@game_argument
@click.option("--rounds", type=NUMBER, default="40", show_default=True, metavar="N", help="An hour, at each table.")
@click.option("--seats", type=int, metavar="N", help="How many seats of a table bet; all without it.")
@click.option("--tables", type=int, default=1, show_default=True, metavar="N", help="Tables of the game.")
@click.option("--shift", type=NUMBER, default="8", show_default=True, metavar="H", help="Hours of a shift.")
@click.option("--day", type=NUMBER, default="24", show_default=True, metavar="H", help="Hours that are played a day.")
@click.option("--stake", type=DOLLARS, default="25", show_default=True, metavar="$", help="On the main wager.")
@click.option("--side", type=DOLLARS, default="5", show_default=True, metavar="$", help="On each wager beside it.")
@click.option(
    "--beside", multiple=True, metavar="P", help="A paytable whose wager all seats have too; may be repeated."
)
@click.option(
    "--loss", type=DOLLARS, default="10000", show_default=True, metavar="$", help="Of a shift: how often more?"
)
@click.option(
    "--broken", type=INCREMENT, default="1%", show_default=True, metavar="%", help="The bank is ever broken by."
)
@play_option
@decks_option
@click.option(
    "--dealt", type=COUNT, metavar="N", help="Deal so many rounds at random instead of summing; 0 for neither."
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="Of the rounds that are dealt.")
@picture_option
@json_option
def hours(game: str, output: Path | None, as_json: bool, **asked: Any) -> None:
    """What tables of GAME come to in an hour, a shift and a month.

    The hold with its interval, the chance to lose more than --loss in a shift, the bank that is enough, the time
    between top awards and the growth of the meters. Whole rounds of a table are summed exactly where its seats are
    counted together; else shifts are dealt at random, and a standard error is told.
    """
    from houseway.reports.hours import draw_hours, hours_sheets
    from houseway.reports.sheet import print_sheets

    with progress_bar("counting") as progress, stop_at_ctrl_c() as stop:
        of_tables = houseway.hours(game, progress=progress, stop=stop, **asked)
    present(of_tables, as_json, lambda out: print_sheets(out, hours_sheets(of_tables)))
    if output:
        draw_hours(of_tables).write(output)


@app.command()
@game_argument
@click.option("--wager", metavar="W", help="The main one without it.")
@click.option("--paytable", metavar="P", help="The first of the wager without it.")
@click.option("--stake", type=DOLLARS, default="25", show_default=True, metavar="$", help="A round.")
@click.option("--bankroll", type=DOLLARS, default="500", show_default=True, metavar="$", help="What the player brings.")
@click.option("--target", type=DOLLARS, metavar="$", help="He leaves when he has so much.")
@click.option("--rounds", type=COUNT, default="200", show_default=True, metavar="N", help="He leaves after so many.")
@click.option(
    "--risk", type=INCREMENT, default="5%", show_default=True, metavar="%", help="Which bankroll is ruined by it?"
)
@click.option("--rebate", type=INCREMENT, metavar="%", help="Of what a session has lost, paid back.")
@play_option
@decks_option
@picture_option
@json_option
def session(game: str, output: Path | None, as_json: bool, **asked: Any) -> None:
    """How a player's session at GAME ends: ruined, at the target, or after so many rounds.

    A round is played while the bankroll covers the most that it can take. With --rebate, what paying back a part of a
    loss costs, and up to how many rounds a session then wins on average.
    """
    from houseway.reports.hours import draw_session, session_sheets
    from houseway.reports.sheet import print_sheets

    with progress_bar("counting") as progress:
        of_player = houseway.session(game, progress=progress, **asked)
    present(of_player, as_json, lambda out: print_sheets(out, session_sheets(of_player)))
    if output:
        draw_session(of_player).write(output)


@app.command()
@game_argument
@click.option("--wager", metavar="W", help="One wager; all without it.")
@decks_option
@json_option
def promo(game: str, wager: str | None, decks: int | None, as_json: bool) -> None:
    """What a free bet and a match play are worth on the wagers of GAME."""
    from houseway.games import game_named
    from houseway.reports.hours import promotion_sheets
    from houseway.reports.sheet import print_sheets

    with progress_bar("counting") as progress:
        promotions = houseway.promo(game, wager=wager, decks=decks, progress=progress)
    title = f"{game_named(game).title}: promotional chips"
    present(promotions, as_json, lambda out: print_sheets(out, promotion_sheets(title, promotions)))

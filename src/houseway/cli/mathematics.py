"""Commands of the mathematics. Every command prints tables for people or, with --json, its documented shape."""

import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

import houseway
from houseway.cli.app import Commands, app, decks_option, game_argument, json_option, print_json, progress_bar


class Dollars(click.ParamType[Fraction]):
    """An amount such as 31396 or $31,396.50."""

    name = "dollars"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        from houseway.letters.letter import parse_dollars

        return value if isinstance(value, Fraction) else parse_dollars(value)


class Ratio(click.ParamType[Fraction]):
    """A part of the main bet, such as 1/2 or 0.25."""

    name = "ratio"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        plain = re.fullmatch(r"\d{1,9}(\.\d{1,9}|/[1-9]\d{0,8})?", str(value))
        ratio = Fraction(value) if plain else Fraction(-1)
        if not 0 <= ratio <= 1:
            raise ValueError(f"{value!r} is not a ratio: 0 to 1, such as 1/2 or 0.25")
        return ratio


class Increment(click.ParamType[Fraction]):
    """A part of the wager, such as 21% or 0.21."""

    name = "increment"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        plain = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)(%?)", str(value))
        part = Fraction(plain[1]) / (100 if plain[2] else 1) if plain else Fraction(-1)
        if not 0 <= part <= 1:
            raise ValueError(f"{value!r} is not an increment: 0 to 1 of the wager, such as 21% or 0.21")
        return part


@app.command()
@click.argument("letter", required=False)
@json_option
def verify(letter: str | None, as_json: bool) -> None:
    """Re-derive every published figure of the letters from the rules.

    LETTER is a letter's id or the beginning of it, or a .toml file of your own; without it all letters
    are verified. Exit code 0: every difference is explained by a reading. 1: one is not.
    """
    from houseway.reports.shapes import finding_shape

    findings = houseway.verify(letter)
    if as_json:
        print_json([finding_shape(f) for f in findings])
    else:
        from houseway.reports.terminal import console, print_findings

        print_findings(console(), findings)
    if not all(f.explained for f in findings):
        sys.exit(1)


@app.command()
@json_option
def games(as_json: bool) -> None:
    """List the games."""
    found = houseway.list_games()
    if as_json:
        print_json([{"game": g.slug, "title": g.title, "summary": g.summary} for g in found])
    else:
        from houseway.reports.terminal import console, print_games

        print_games(console(), found)


@app.command()
@game_argument
@json_option
def show(game: str, as_json: bool) -> None:
    """Show a game: the deal, the house way, wagers, paytables and clauses."""
    from houseway.games import game_named
    from houseway.letters import letters
    from houseway.reports.shapes import game_shape

    found = game_named(game)
    if as_json:
        print_json(game_shape(found, letters()))
    else:
        from houseway.reports.terminal import console, print_game

        print_game(console(), found)


@app.command()
@game_argument
@click.option("--wager", metavar="W", help="One wager, such as 'Pair Fortunes'.")
@click.option("--paytable", metavar="P", help="One paytable, such as FSLP-02.")
@decks_option
@click.option("--seats", type=int, metavar="N", help="How many seats are dealt in, all betting the progressive.")
@click.option("--meter", type=Dollars(), metavar="$", help="What the progressive meter shows.")
@json_option
def analyze(
    game: str,
    wager: str | None,
    paytable: str | None,
    decks: int | None,
    seats: int | None,
    meter: Fraction | None,
    as_json: bool,
) -> None:
    """The exact figures of every wager and paytable of GAME."""
    from houseway.games import game_named
    from houseway.reports.analysis import analysis_shape

    found = game_named(game)
    with progress_bar("solving") as progress:
        figures = houseway.analyze(
            found, wager=wager, paytable=paytable, decks=decks, seats=seats, meter=meter, progress=progress
        )
    meters = {m.paytable.name: m for m in houseway.meters(found, seats=seats)}
    if as_json:
        print_json(analysis_shape(found, figures, meters, meter, decks))
    else:
        from houseway.reports.terminal import console, print_analysis

        print_analysis(console(), figures, meters, meter)


@app.command()
@click.argument("paytable", required=False)
@click.option("--seats", type=int, metavar="N", help="How many seats are dealt in, all betting the progressive.")
@click.option("--increment", type=Increment(), metavar="I", help="What a wager adds to the meter, such as 21%.")
@click.option("--hidden", type=Increment(), metavar="H", help="A hidden increment, into a reserve for new seeds.")
@click.option("--meter", type=Dollars(), metavar="$", help="What the meter shows; else the mean top award.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Draw the curves: a .png, .svg or .html file.")
@json_option
def meter(
    paytable: str | None,
    seats: int | None,
    increment: Fraction | None,
    hidden: Fraction | None,
    meter: Fraction | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """The life of a progressive meter: its top award, its edge, and what the house waits for.

    PAYTABLE is a progressive one, such as FSLPP-01; without it all are shown. Figures are exact but for the
    distribution of the top award, which is known between bounds.
    """
    from houseway.analysis.meter_life import MeterLife
    from houseway.reports.meter_life import draw_lives, life_shape, print_lives
    from houseway.reports.picture import checked_picture

    if output:
        checked_picture(output)
    found = [m for game in houseway.list_games() for m in houseway.meters(game, seats=seats, increment=increment)]
    wanted = [m for m in found if paytable is None or m.paytable.name.lower() == paytable.lower()]
    lives = [MeterLife(terms=m, hidden=hidden or Fraction(0)) for m in wanted]
    if not lives:
        names = ", ".join(m.paytable.name for m in found)
        raise ValueError(f"{paytable!r} is not a paytable with a meter: {names}")
    if output:
        draw_lives(lives, output)
    if as_json:
        print_json([life_shape(life, meter) for life in lives])
    else:
        from houseway.reports.terminal import console

        print_lives(console(), lives, meter)


@app.command()
@game_argument
@decks_option
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    metavar="N",
    help="The best card found of at most N lines; else one to which no line worth learning can be added.",
)
@click.option("--alone", is_flag=True, help="Without asking the dealer for the house way.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Print it as a card: a .pdf, .png or .svg file.")
@json_option
def strategy(game: str, decks: int | None, lines: int | None, alone: bool, output: Path | None, as_json: bool) -> None:
    """How to play the main game of GAME, short enough to be learned, and what the shortness costs: the best card
    found of each length."""
    from houseway.reports.shapes import strategy_shape

    with progress_bar("solving") as progress:
        found = houseway.strategy(game, decks=decks, lines=lines, alone=alone, progress=progress)
    if as_json:
        print_json(strategy_shape(found))
    else:
        from houseway.reports.terminal import console, print_strategy

        print_strategy(console(), found)
    if output:
        from houseway.games import game_named
        from houseway.reports.card import write_player_card

        write_player_card(game_named(game), found, output)


@app.command("set")
@game_argument
@click.argument("cards", nargs=-1, required=True)
@click.option("--shown", default="", metavar="CARDS", help="The dealer's face-up cards.")
@decks_option
@json_option
def set_hand(game: str, cards: tuple[str, ...], shown: str, decks: int | None, as_json: bool) -> None:
    """One hand: the house way, and the exact expectation of every choice, best first.

    CARDS are written As Kd 9h 9c; the joker is Jk.
    """
    from houseway.analysis.contest import Pays
    from houseway.games import game_named
    from houseway.reports.shapes import decision_shape

    found = game_named(game)
    with progress_bar("counting"):
        decision = houseway.decide(found, " ".join(cards), shown, decks=decks)
    pays = Pays.of(found)
    if as_json:
        print_json(decision_shape(found, decision, pays))
    else:
        from houseway.reports.terminal import console, print_decision

        print_decision(console(), found, decision, pays)


@app.command()
@game_argument
@click.option("--way", type=click.Path(path_type=Path), metavar="FILE", help="A house way of your own.")
@click.option("--ratio", type=Ratio(), multiple=True, metavar="R", help="Hat Trick staked beside a main bet of 1.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://127.0.0.1:8786.")
@json_option
def solve(game: str, way: Path | None, ratio: tuple[Fraction, ...], cluster: str | None, as_json: bool) -> None:
    """Solve a split game exactly against its house way.

    The result is kept on disk, by the hash of rules and house way; Ctrl-C keeps what is done so far, and the
    same command goes on from there. HOUSEWAY_CACHE names the folder.
    """
    from houseway.reports.shapes import figures_shape

    with progress_bar("solving") as progress:
        solution = houseway.solve(game, way=way, cluster=cluster, progress=progress)
    figures = [*solution.figures(), *map(solution.both, ratio)]
    if as_json:
        print_json([figures_shape(each) for each in figures])
    else:
        from houseway.reports.terminal import console, print_solution

        print_solution(console(), figures, solution)


@app.group("way", cls=Commands)
def way_group() -> None:
    """House ways: check one from a file, print its card."""


@way_group.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def way_check(file: Path, as_json: bool) -> None:
    """Prove a house way total and foul-free over all hands, and price it exactly.

    Exit code 0: it is sound. 1: it fouls a hand or leaves one undecided; the hand is printed.
    """
    from houseway.reports.shapes import way_shape

    with progress_bar("pricing") as progress:
        check, price = houseway.check_way(file, progress=progress)
    if as_json:
        print_json(way_shape(check, price))
    else:
        from houseway.reports.terminal import console, print_way_check

        print_way_check(console(), check, price)
    if not check.is_sound:
        sys.exit(1)


@way_group.command("card")
@click.argument("way")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="A .pdf, .png or .svg file.")
@json_option
def way_card(way: str, output: Path, as_json: bool) -> None:
    """Print the dealer's card of a house way: WAY is a game, for its own, or a file."""
    from houseway.games import GAMES
    from houseway.reports.card import write_card

    if way in GAMES:
        from houseway.ways import own_way

        game, found = GAMES[way], own_way(GAMES[way])
    else:
        from houseway.api.ways import read_way_file

        game, found = read_way_file(way)
    write_card(game, found, output)
    print(json.dumps({"file": str(output), "way": found.name, "hash": found.digest}) if as_json else output)

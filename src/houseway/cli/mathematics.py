"""Commands of the mathematics. Every command prints tables for people or, with --json, its documented shape."""

import json
import sys
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import houseway
from houseway.cli.app import Commands, app, present, print_json, progress_bar
from houseway.cli.options import (
    COUNT,
    DOLLARS,
    INCREMENT,
    RATIO,
    SEEN_CARDS,
    SHOWN,
    date_option,
    decks_option,
    document_option,
    game_argument,
    json_option,
    output_option,
    seats_option,
)
from houseway.reports.output import CARD, PICTURE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from houseway.analysis.figures import Figures
    from houseway.analysis.progressive import Progressive
    from houseway.game import Game


@app.command()
@click.argument("letter", required=False)
@json_option
def verify(letter: str | None, as_json: bool) -> None:
    """Re-derive every published figure of the letters from the rules.

    LETTER is a letter's id or the beginning of it, a game whose letter is nobody's approval, or a .toml file of your
    own; without it all approvals are verified. Exit code 0: every difference is explained by a reading. 1: one is not.
    """
    from houseway.reports.terminal import print_findings

    findings = houseway.verify(letter)
    present(findings, as_json, lambda out: print_findings(out, findings))
    if not all(f.explained for f in findings):
        sys.exit(1)


@app.command("games")
@click.option("--all", "all_listed", is_flag=True, help="The 66 games that the letter of 2023 lists, playable or not.")
@json_option
def games_command(all_listed: bool, as_json: bool) -> None:
    """List the games."""
    from houseway.games import GAMES
    from houseway.reports.terminal import print_games, print_listed

    if all_listed:
        rows = houseway.listed()
        present(rows, as_json, lambda out: print_listed(out, rows))
        return
    games = list(GAMES.values())
    names = [{"game": g.slug, "title": g.title, "family": g.family, "summary": g.summary} for g in games]
    present(names, as_json, lambda out: print_games(out, games))


@app.command()
@game_argument
@json_option
def show(game: str, as_json: bool) -> None:
    """Show a game: the round, the house way, wagers, paytables and clauses."""
    from houseway.api.games import as_game
    from houseway.reports.terminal import print_game

    of = as_game(game)
    present(of, as_json, lambda out: print_game(out, of))


@app.command()
@game_argument
@click.option("--wager", metavar="W", help="One wager, such as 'Pair Fortunes'.")
@click.option("--paytable", metavar="P", help="One paytable, such as FSLP-02.")
@decks_option
@seats_option
@click.option(
    "--meter",
    "meters",
    type=SHOWN,
    multiple=True,
    metavar="$",
    help="What the progressive meter shows; of several by name, such as major=5000.",
)
@click.option("--removed", metavar="CARDS", help="Cards that are gone from the shoe, such as '8s 9s'.")
@json_option
def analyze(
    game: str,
    decks: int | None,
    seats: int | None,
    meters: tuple[tuple[str, Fraction], ...],
    removed: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """The exact figures of every wager and paytable of GAME."""
    from houseway.api.games import as_game
    from houseway.reports.terminal import print_analysis

    of = as_game(game)
    if removed is not None:
        with progress_bar("solving") as progress:
            left = houseway.without(of, removed, decks=decks, progress=progress, **asked)
        present(left, as_json, lambda out: print_analysis(out, left, [], {}))
        return
    with progress_bar("solving") as progress:
        shown = dict(meters)
        figures = houseway.analyze(of, decks=decks, seats=seats, meter=shown or None, progress=progress, **asked)
    every = [replace(m, standing=shown) for m in houseway.meters(of, seats=seats, decks=decks)]
    shapes = [_analyzed(of, each, every, shown, decks) for each in figures] if as_json else None
    present(shapes, as_json, lambda out: print_analysis(out, figures, every, shown))


def _analyzed(
    game: "Game",
    figures: "Figures",
    meters: "Sequence[Progressive]",
    shown: "Mapping[str, Fraction]",
    decks: int | None,
) -> dict[str, Any]:
    """Figures with the meter they are paid from, or all of them, and, of a main game played best, every decision."""
    from houseway.analysis.exact.options import rankings
    from houseway.reports.shapes import parts

    named = parts(figures)
    of_it = [meter for meter in meters if meter.paytable.name == figures.paytable]
    stands = {meter.meter: shown.get(meter.meter, meter.mean_top) for meter in of_it}
    if len(of_it) == 1:
        named |= {"meter": stands[of_it[0].meter], "progressive": of_it[0]}
    elif of_it:
        named |= {"meters": stands, "progressives": of_it}
    if figures.play == "best play" and (every := list(rankings(game, decks=decks))):
        named["strategy"] = houseway.strategy(game, decks=decks)
        named["decisions"] = every
    return named


@app.command()
@click.argument("paytable", required=False)
@seats_option
@click.option("--increment", type=INCREMENT, metavar="I", help="What a wager adds to the meter, such as 21%.")
@click.option("--hidden", type=INCREMENT, metavar="H", help="A hidden increment, into a reserve for new seeds.")
@click.option("--meter", type=DOLLARS, metavar="$", help="What the meter shows; else the mean top award.")
@output_option(PICTURE, "Draw the curves: a .png, .svg or .html file.")
@json_option
def meter(
    paytable: str | None,
    hidden: Fraction | None,
    meter: Fraction | None,
    output: Path | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """The life of a progressive meter: its top award, its edge, and what the house waits for.

    PAYTABLE is a progressive one, such as FSLPP-01; without it all are shown. One of several meters of a paytable is
    named after it, such as "MSP-C major". Figures are exact but for the
    distribution of the top award, which is known between bounds.
    """
    from houseway.analysis.meter_life import MeterLife
    from houseway.analysis.progressive import progressive_names
    from houseway.reports.meter_life import draw_lives, print_lives

    every = [(game, table, name) for game in houseway.list_games() for table, name in progressive_names(game)]
    wanted = [each for each in every if paytable is None or paytable.lower() in (each[1].lower(), each[2].lower())]
    if not wanted:
        names = ", ".join(dict.fromkeys(name for _, _, name in every))
        raise ValueError(f"{paytable!r} is not a paytable with a meter: {names}")
    lives = [
        MeterLife(terms=each, hidden=hidden or Fraction(0), meter=meter)
        for game, table in dict.fromkeys((game.slug, table) for game, table, _ in wanted)
        for each in houseway.meters(game, paytable=table, **asked)
        if each.name in {name for _, _, name in wanted}
    ]
    if output:
        draw_lives(lives).write(output)
    present(lives, as_json, lambda out: print_lives(out, lives))


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
@output_option(CARD, "Print it as a card: a .pdf, .png or .svg file.")
@json_option
def strategy(game: str, decks: int | None, lines: int | None, alone: bool, output: Path | None, as_json: bool) -> None:
    """How to play the main game of GAME by a card of a few lines, and what the shortness costs: the best card found of
    each length. Of its lines the first that the cards meet counts."""
    from houseway.games import game_named
    from houseway.reports.terminal import print_strategy

    with progress_bar("solving") as progress:
        short = houseway.strategy(game, decks=decks, lines=lines, alone=alone, progress=progress)
    present(short, as_json, lambda out: print_strategy(out, game_named(game), short))
    if output:
        from houseway.reports.card import write_player_card

        write_player_card(game_named(game).title, short, output)


@app.command("set")
@game_argument
@click.argument("cards", nargs=-1, required=True)
@click.option("--shown", default="", metavar="CARDS", help="The dealer's face-up cards.")
@click.option("--board", default="", metavar="CARDS", help="The common cards that lie face up.")
@click.option("--said", multiple=True, metavar="WORD", help="What the seat has said before; once a choice.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that the player knows to be out of play.")
@click.option(
    "--seen",
    type=SEEN_CARDS,
    multiple=True,
    metavar="WHERE:CARDS",
    help="Face-down cards that he has seen: 'dealer: Ks', or dead ones: 'neighbour: 9s 4d', 'burnt: 5c'.",
)
@decks_option
@json_option
def set_hand(
    game: str,
    cards: tuple[str, ...],
    shown: str,
    board: str,
    said: tuple[str, ...],
    dead: str,
    seen: "tuple[tuple[str, str], ...]",
    decks: int | None,
    as_json: bool,
) -> None:
    """One hand: the house way, and the exact expectation of every choice, best first; also of a player who has seen
    cards that nobody is to see.

    CARDS are written As Kd 9h 9c; the joker is Jk.
    """
    from houseway.reports.hand import hand_sheet
    from houseway.reports.sheet import print_sheet

    with progress_bar("counting"):
        there = {where: " ".join(text for name, text in seen if name == where) for where, _ in seen}
        options = houseway.decide(
            game, " ".join(cards), shown, board=board, said=said, dead=dead, seen=there, decks=decks
        )
    present(options, as_json, lambda out: print_sheet(out, hand_sheet(options)))


@app.command()
@game_argument
@click.option("--way", type=click.Path(path_type=Path), metavar="FILE", help="A house way of your own.")
@click.option("--ratio", type=RATIO, multiple=True, metavar="R", help="Hat Trick staked beside a main bet of 1.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://127.0.0.1:8786.")
@json_option
def solve(game: str, way: Path | None, ratio: tuple[Fraction, ...], cluster: str | None, as_json: bool) -> None:
    """Solve a split game exactly against its house way.

    The result is kept on disk, by the hash of rules and house way; Ctrl-C keeps what is done so far, and the
    same command goes on from there. HOUSEWAY_CACHE names the folder.
    """
    from houseway.reports.terminal import print_solution

    with progress_bar("solving") as progress:
        solution = houseway.solve(game, way=way, cluster=cluster, progress=progress)
    figures = [*solution.figures(), *map(solution.both, ratio)]
    present(figures, as_json, lambda out: print_solution(out, figures, solution))


@app.command()
@game_argument
@click.option("--letter", metavar="L", help="Under one letter only, or a .toml file of your own.")
@decks_option
@seats_option
@click.option(
    "--rounds", type=COUNT, default=1_000_000, metavar="N", help="To simulate beside theory; a million if not."
)
@click.option("--seed", type=COUNT, default=1, show_default=True, metavar="N", help="Of the simulation.")
@click.option(
    "--stake", type=DOLLARS, default="300", show_default=True, metavar="$", help="On the main wager, exposed."
)
@click.option("--side", type=DOLLARS, default="300", show_default=True, metavar="$", help="On each other wager.")
@click.option(
    "--turnover",
    type=int,
    default=5,
    show_default=True,
    metavar="N",
    help="How often what was bought is staked: an assumption, for the hold of the drop.",
)
@click.option("--prepared-by", default="", metavar="NAME", help="Who prepared it, for the line to be signed.")
@click.option("--reviewed-by", default="", metavar="NAME", help="Who reviewed it.")
@date_option
@document_option
@json_option
def report(game: str, on: date | None, output: Path | None, as_json: bool, **asked: Any) -> None:
    """The mathematics report of GAME: rules, method, every line of every paytable, strategy, wagers and seats together,
    PAR sheet, sensitivity, progressive, the letter's figures, hashes and lines to be signed.

    The same inputs make the same file, byte for byte: no clock is read. It is not a certificate.
    """
    from houseway.reports.document import write_document
    from houseway.reports.mathematics import document

    if output is None and not as_json:
        raise ValueError("a report needs -o FILE.pdf, -o FILE.html or --json")
    with progress_bar("solving") as progress, progress_bar("simulating", "rounds") as simulating:
        mathematics = houseway.mathematics(game, solving=progress, simulating=simulating, **asked)
    made = document(mathematics, on=on)
    if output:
        write_document(made, output)
    if as_json:
        print_json(made)


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
    from houseway.reports.terminal import print_way_check

    with progress_bar("pricing") as progress:
        check, price = houseway.check_way(file, progress=progress)
    present(way_shape(check, price), as_json, lambda out: print_way_check(out, check, price))
    if not check.is_sound:
        sys.exit(1)


@way_group.command("card")
@click.argument("way")
@output_option(CARD, "A .pdf, .png or .svg file.", required=True)
@json_option
def way_card(way: str, output: Path, as_json: bool) -> None:
    """Print the dealer's card of a house way: WAY is a game, for its own, or a file."""
    from houseway.api.games import read_way_file
    from houseway.games import GAMES
    from houseway.reports.card import write_card
    from houseway.ways import own_way

    game, source = (GAMES[way], own_way(GAMES[way])) if way in GAMES else read_way_file(way)
    write_card(game, source, output)
    print(json.dumps({"file": str(output), "way": source.name, "hash": source.digest}) if as_json else output)

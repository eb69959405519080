"""Commands of game protection: what a player wins who knows cards that he is not to know, alone or with the table, and
what a dealer's mistakes cost."""

import re
from fractions import Fraction
from typing import Any

import click

import houseway
from houseway.cli.app import app, present, progress_bar
from houseway.cli.options import COUNT, DOLLARS, HowMany, Value, decks_option, game_argument, json_option


def _range(text: str) -> tuple[int, ...]:
    """A number such as 3, or all from one to another, such as 2..7."""
    plain = re.fullmatch(r"(\d{1,2})(?:\.\.(\d{1,2}))?", text)
    if not plain or int(plain[2] or plain[1]) < int(plain[1]):
        raise ValueError(f"{text!r} is not a number or a range, such as 3 or 2..7")
    return tuple(range(int(plain[1]), int(plain[2] or plain[1]) + 1))


RANGE = Value("range", _range)

samples_option = click.option(
    "--samples", type=HowMany(10_000_000), metavar="N", help="Sample so many deals, also where a count is short."
)
seed_option = click.option("--seed", type=COUNT, default=1, show_default=True, metavar="N", help="Of the samples.")
exact_option = click.option("--exact", is_flag=True, help="Count, though it may take long.")


@app.command()
@game_argument
@click.option("--dealer", "shown", type=HowMany(10), metavar="N", help="So many of the dealer's face-down cards.")
@click.option("--neighbours", type=HowMany(10), metavar="N", help="The hands of so many other seats.")
@click.option("--dead", type=HowMany(52), metavar="N", help="So many cards that are burnt.")
@decks_option
@samples_option
@seed_option
@exact_option
@json_option
def seen(
    game: str,
    shown: int | None,
    neighbours: int | None,
    dead: int | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """What a player of GAME wins more who sees cards that he is not to see, and plays best with them.

    Without an option: one card of the dealer's, one neighbour's hand, one burnt card. One hand is asked of `houseway
    set`, with --seen and --dead. Figures are of a unit of the first wager; samples have a standard error. What was
    sampled is kept, and more samples go on from there.
    """
    from houseway.api.games import as_game
    from houseway.reports.protection import gain_sheets
    from houseway.reports.sheet import print_sheets
    from houseway.work.knowing import hand_size

    of = as_game(game)
    size = hand_size(of) if neighbours or not (shown or dead) else 0
    if shown or neighbours or dead:
        wanted = [{"shown": shown or 0, "dead": (dead or 0) + size * (neighbours or 0)}]
    else:
        wanted = [{"shown": 1}, {"dead": size}, {"dead": 1}]
    with progress_bar("looking") as progress:
        found = [
            houseway.knowing(of, shown=each.get("shown", 0), dead=each.get("dead", 0), progress=progress, **asked)
            for each in wanted
        ]
    present(found, as_json, lambda out: print_sheets(out, gain_sheets(found)))


@app.command()
@game_argument
@click.option("--seats", type=RANGE, metavar="A..B", help="Seats that share; from one to all without it.")
@click.option("--decks", type=RANGE, metavar="A..B", help="Decks in the shoe; all that the game takes without it.")
@samples_option
@seed_option
@exact_option
@json_option
def collusion(game: str, as_json: bool, **asked: Any) -> None:
    """What seats of GAME win that share what they hold: the house edge against each of them, when all know the cards of
    all and play best with them.

    Ctrl-C keeps what is done so far, and the same command goes on from there.
    """
    from houseway.reports.protection import sharing_sheets
    from houseway.reports.sheet import print_sheets

    with progress_bar("looking") as progress:
        found = houseway.collusion(game, progress=progress, **asked)
    present(found, as_json, lambda out: print_sheets(out, sharing_sheets(found)))


@app.command("errors")
@game_argument
@click.option("--hands", type=HowMany(1_000_000), default=1_000, show_default=True, metavar="N", help="To be sampled.")
@click.option("--rate", type=HowMany(1_000), default=50, show_default=True, metavar="N", help="Rounds in an hour.")
@click.option("--seats", type=HowMany(10), default=1, show_default=True, metavar="N", help="Seats that bet.")
@click.option("--stake", type=DOLLARS, default="100", show_default=True, metavar="$", help="On each wager.")
@click.option("--wager", metavar="W", help="One wager; else all.")
@decks_option
@json_option
def errors(
    game: str,
    hands: int,
    rate: int,
    seats: int,
    stake: Fraction,
    wager: str | None,
    decks: int | None,
    as_json: bool,
) -> None:
    """What a dealer's mistakes at GAME cost the house: a line that is always paid as the line beside it, a rule of the
    house way that is always forgotten, a card of his that is always flashed.

    A pay is in units of its wager, a round and a seat; by the hour it is in dollars. Below nothing it is what players
    are short of. Where suits never matter missets are counted against a player who plays best; else hands of the
    dealer's are sampled, each against all hands of a player who sets by the same way. A flashed card is counted or
    sampled as `houseway seen` does.
    """
    from houseway.reports.protection import mistake_sheets
    from houseway.reports.sheet import print_sheets

    with progress_bar("counting") as progress:
        found = houseway.mistakes(game, wager=wager, decks=decks, hands=hands, progress=progress)
    hour = rate * seats * stake
    value = {"mispaid": found.mispaid, "misset": found.misset, "flashed": found.flashed, "an_hour": hour}
    present(value, as_json, lambda out: print_sheets(out, mistake_sheets(found, hour)))

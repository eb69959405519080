"""Commands of game protection: what a player wins who knows cards that he is not to know, alone or with the table, and
what a dealer's mistakes cost."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

import houseway
from houseway.cli.app import app, present, progress_bar
from houseway.cli.options import COUNT, DOLLARS, HowMany, Value, decks_option, game_argument, json_option

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.analysis.mispaid import Mispaid
    from houseway.analysis.misset import Misset
    from houseway.work.knowing import Gain


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
    present(found, as_json, lambda out: _print_gains(out, found))


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
    with progress_bar("looking") as progress:
        found = houseway.collusion(game, progress=progress, **asked)
    present(found, as_json, lambda out: _print_table(out, found))


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
    house way that is always forgotten, a card that is always flashed (`houseway seen`).

    A pay is in units of its wager, a round and a seat; by the hour it is in dollars. Below nothing it is what players
    are short of. Where suits never matter missets are counted against a player who plays best; else hands of the
    dealer's are sampled, each against all hands of a player who sets by the same way.
    """
    from houseway.api.games import as_game
    from houseway.ways.way import Way

    of = as_game(game)
    sets = bool(of.hands and of.way and isinstance(of.way.source, Way))
    with progress_bar("counting") as progress:
        pays = houseway.mispaid(of, wager=wager, decks=decks, progress=progress)
        set_wrongly = houseway.misset(of, hands=hands, progress=progress) if sets and not wager else None
    hour = rate * seats * stake
    value = {"mispaid": pays, "misset": set_wrongly, "an_hour": hour}
    present(value, as_json, lambda out: _print_errors(out, pays, set_wrongly, hour))


# ---- what they print


def what(gain: "Gain") -> str:
    """What a player knows, in words."""
    known = gain.knowledge
    says = []
    if known.shown:
        says.append(f"{known.shown} of the {known.place}'s face-down cards")
    if known.dead:
        says.append(f"{known.dead} dead card" + "s" * (known.dead > 1))
    return " and ".join(says) or "what the round shows"


def _error(gain: "Gain") -> str:
    return "exact" if gain.is_exact else f"± {gain.standard_error:.3%} ({gain.samples:,} samples)"


def _print_gains(out: "Console", gains: "Sequence[Gain]") -> None:
    from houseway.analysis.figures import percent
    from houseway.reports.terminal import figure_table, print_titled

    rows = ((what(each), percent(each.gain, 4), percent(each.edge, 4), _error(each)) for each in gains)
    table = figure_table("he knows", ">wins more", ">house edge", "", rows=rows)
    first = gains[0]
    print_titled(out, f"{first.game}: house edge {percent(first.house_edge, 4)} without it", table)


def _print_table(out: "Console", gains: "Sequence[Gain]") -> None:
    from houseway.analysis.figures import percent
    from houseway.reports.terminal import figure_table, print_titled

    for decks in dict.fromkeys(each.decks for each in gains):
        mine = sorted((each for each in gains if each.decks == decks), key=lambda each: each.knowledge.dead)
        rows = (
            (str(each.seats), str(each.knowledge.dead), percent(each.gain, 4), percent(each.edge, 4), _error(each))
            for each in mine
        )
        table = figure_table(">seats", ">cards of others", ">each gains", ">house edge", "", rows=rows)
        print_titled(out, f"{mine[0].game}, {decks} deck{'s' * (decks > 1)}", table)


def _print_errors(out: "Console", pays: "Sequence[Mispaid]", sets: "Misset | None", hour: Fraction) -> None:
    from houseway.analysis.figures import money, percent
    from houseway.reports.terminal import figure_table, print_titled

    for (wager, paytable, play), lines in _by_paytable(pays).items():
        rows = (
            (each.line, each.paid_as, percent(each.frequency, 4), percent(each.costs, 4), money(each.costs * hour))
            for each in lines
        )
        table = figure_table("line", "paid as", ">comes", ">costs a round", ">an hour", rows=rows)
        print_titled(out, f"{wager} · {paytable}" + (f" · {play}" if play else ""), table)
    if sets is None:
        return
    rule_rows = (
        (
            str(rule.number),
            rule.says,
            percent(rule.frequency, 3),
            percent(rule.per_error, 2),
            percent(rule.costs, 4) + ("" if sets.is_exact else f" ± {rule.standard_error:.4%}"),
            money(rule.costs * hour),
        )
        for rule in sets.rules
    )
    table = figure_table("", "always forgotten", ">hands", ">each", ">a round", ">an hour", rows=rule_rows)
    how = "all hands" if sets.is_exact else f"{sets.hands:,} hands"
    print_titled(out, f"The dealer's hands: {how}, against a player of {sets.player}", table)
    out.print(
        f"  every hand set second best costs {percent(sets.second_best, 3)} of the bet, "
        f"every hand set worst {percent(sets.worst, 3)}\n"
    )


def _by_paytable(pays: "Sequence[Mispaid]") -> "dict[tuple[str, str, str | None], list[Mispaid]]":
    found: dict[tuple[str, str, str | None], list[Mispaid]] = {}
    for each in pays:
        found.setdefault((each.wager, each.paytable, each.play), []).append(each)
    return found

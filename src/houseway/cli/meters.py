"""Commands of the progressive meters of a book: look at them, and print their papers."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from houseway.cli.app import Commands, app, present, print_json, read_book
from houseway.cli.book import book_option
from houseway.cli.options import gaming_day, gaming_day_options, house_option, json_option, parse_day

if TYPE_CHECKING:
    from houseway.service.meter_papers import Papers

LAST_WINS = 25


@app.command("meters")
@click.argument("meter", required=False)
@book_option
@json_option
def meters_command(meter: str | None, book: str, as_json: bool) -> None:
    """List the progressive meters of a book; of METER, all that its controller shows.

    Reads beside a running service. What tables have coined in up to this moment is counted.
    """
    from houseway.reports.controller import print_controller, print_meters
    from houseway.service.meters import MeterBooks

    with read_book(book) as store:
        books = MeterBooks(store)
        names = books.names()
        if meter is None:
            meters = [_seen(books, name) for name in names]
            present(meters, as_json, lambda out: print_meters(out, meters))
            return
        _check_meter(meter, names)
        from houseway.service.meter_papers import Papers

        controller, wins = _seen(books, meter), Papers(store, books=books).wins(meter)[-LAST_WINS:]
    present(controller | {"wins": wins}, as_json, lambda out: print_controller(out, controller, wins))


def _seen(books: Any, meter: str) -> dict[str, Any]:
    """Whoever has the book sees all that is in it."""
    from houseway.progressive.view import view
    from houseway.role import Role

    controller, head = books.whole(meter)
    return view(controller, Role.AUDITOR) | {"seq": head.seq, "head": head.hash}


def _check_meter(meter: str, names: list[str]) -> None:
    if meter not in names:
        raise ValueError(f"{meter!r} is not a meter of this book: {', '.join(names) or 'it has none'}")


# ---- papers


@app.group("paper", cls=Commands)
def paper_group() -> None:
    """Print the papers of a meter: a win, a gaming day, a malfunction."""


def paper_options(command: Callable[..., None]) -> Callable[..., None]:
    output = click.option(
        "-o", "--output", type=click.Path(path_type=Path), metavar="FILE.pdf", help="Where the paper is put."
    )
    for option in (json_option, gaming_day_options, house_option, output, book_option):
        command = option(command)
    return command


@paper_group.command("win")
@click.argument("meter")
@click.argument("record", type=click.IntRange(min=1))
@paper_options
def paper_win(record: int, **asked: Any) -> None:
    """Print the win page of an award: how it came out of the meter, who verified it, where in the logs it stands.

    RECORD is the number of the meter's record of the win, as `houseway meters METER` lists them.
    """
    from houseway.reports import win_page

    _print(win_page, lambda papers, meter: papers.win_page(meter, record), **asked)


@paper_group.command("day")
@click.argument("meter")
@click.argument("day")
@paper_options
def paper_day(day: str, **asked: Any) -> None:
    """Print the report of a gaming day, YYYY-MM-DD: from its opening to its close, to the millionth."""
    from houseway.reports import meter_day

    on = parse_day(day)
    _print(meter_day, lambda papers, meter: papers.day(meter, on), **asked)


@paper_group.command("malfunction")
@click.argument("meter")
@click.argument("number", type=click.IntRange(min=1))
@paper_options
def paper_malfunction(number: int, **asked: Any) -> None:
    """Print the notice of a malfunction, and how much of its 72 hours is left."""
    from houseway.reports import malfunction

    _print(malfunction, lambda papers, meter: papers.malfunction(meter, number), **asked)


def _print(
    kind: Any,  # the module of the paper
    fill: "Callable[[Papers, str], Any]",
    *,
    meter: str,
    book: str,
    output: Path | None,
    house: str | None,
    day_begins: str,
    time_zone: str,
    as_json: bool,
) -> None:
    from houseway.service.meter_papers import HOUSE_NAME, Papers

    if as_json is (output is not None):
        raise ValueError("say where the paper goes: -o FILE.pdf, or --json for the screen")
    if output is not None and output.suffix.lower() != ".pdf":
        raise ValueError(f"{str(output)!r}: a paper is a .pdf")
    day = gaming_day(day_begins, time_zone)
    with read_book(book) as store:
        _check_meter(meter, store.meters())
        page = fill(Papers(store, house=house or HOUSE_NAME, gaming_day=day), meter)
    if output is None:
        print_json(kind.plain(page))
        return
    output.write_bytes(kind.pdf(page))
    click.echo(f"written: {output}")

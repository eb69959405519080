"""Commands of the card room: serve it, name its staff, and deal a table from the terminal."""

import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from houseway.cli.anchors import anchor_place
from houseway.cli.app import Commands, app, print_json, read_book
from houseway.cli.book import book_option
from houseway.cli.options import game_argument, gaming_day, gaming_day_options, house_option, json_option
from houseway.cli.settings import ENVIRONMENT, settings_option
from houseway.money import Cents
from houseway.role import Actor, Role

if TYPE_CHECKING:
    from houseway.table.ceiling import Ceiling
    from houseway.web.serve import Tls


@app.command(context_settings={"auto_envvar_prefix": ENVIRONMENT})
@settings_option
@book_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Loopback by default.")
@click.option("--port", type=click.IntRange(0, 65535), default=8017, show_default=True, help="0 takes a free one.")
@click.option("--address", metavar="URL", help="Where other processes of the same book send requests for its tables.")
@click.option(
    "--host-name",
    "host_names",
    metavar="NAME",
    multiple=True,
    help="Answer requests to this host too; may be repeated.",
)
@click.option("--https", is_flag=True, help="A proxy in front speaks HTTPS: cookies are sent over it alone.")
@click.option("--certificate", type=click.Path(), metavar="FILE", help="Speak HTTPS by itself, with this chain in PEM.")
@click.option("--key", "private_key", type=click.Path(), metavar="FILE", help="The private key of the certificate.")
@click.option("--trust-proxy", is_flag=True, help="A proxy on this machine says whose requests it passes on.")
@click.option("--card-room", is_flag=True, help="Open a table of every game, and a meter, if the book has none.")
@click.option(
    "--finish-setup",
    metavar="COMMAND",
    default="",
    help="Run this at the lowest priority once the tables are open: what installs the rest, as in `make run`.",
)
@click.option(
    "--disputes", type=click.File(encoding="utf-8"), metavar="FILE", help="What is posted of how they are handled."
)
@click.option(
    "--employees", type=click.File(encoding="utf-8"), metavar="FILE", help="What is posted of whether they may play."
)
@click.option(
    "--way",
    "ways",
    type=click.Path(),
    metavar="FILE",
    multiple=True,
    help="A house way of the room's own, on which tables may be opened; it is proved first. May be repeated.",
)
@click.option(
    "--approved-way",
    "approved_ways",
    type=(click.Path(), str),
    metavar="FILE BY",
    multiple=True,
    help="The same, with what approves it, as it is posted. May be repeated.",
)
@click.option(
    "--ceiling",
    type=(int, str, str),
    metavar="DOLLARS DAY BY",
    help="The most on one wager from that day on, by an approval of the house's own, in place of the card rooms' cap.",
)
@click.option(
    "--tray-alert",
    "tray_percent",
    type=click.IntRange(0, 100),
    default=25,
    show_default=True,
    metavar="PERCENT",
    help="The staff is alerted when a tray holds less of what it was opened with.",
)
@click.option(
    "--drift-alert",
    "deviations",
    type=click.FloatRange(1, 10),
    default=3.0,
    show_default=True,
    metavar="DEVIATIONS",
    help="And when a day's win is further from theory, in standard deviations.",
)
@click.option(
    "--relief-alert",
    "relief_minutes",
    type=click.IntRange(min=1),
    metavar="MINUTES",
    help="And when a dealer has dealt for so long without relief; without it, never.",
)
@click.option(
    "--anchors",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Sign how far the book has come, into this file: when the service starts and stops, and each gaming day ends.",
)
@click.option(
    "--anchor-key",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The key that signs: `houseway anchor key FILE` makes one.",
)
@click.option(
    "--witness",
    type=(str, str),
    metavar="URL KEY",
    help="Send each anchor there, to be signed by the witness of this public key.",
)
@gaming_day_options
@house_option
def serve(
    book: str,
    https: bool,
    certificate: str | None,
    private_key: str | None,
    card_room: bool,
    finish_setup: str,
    disputes: TextIO | None,
    employees: TextIO | None,
    ways: tuple[str, ...],
    approved_ways: tuple[tuple[str, str], ...],
    ceiling: tuple[int, str, str] | None,
    tray_percent: int,
    deviations: float,
    relief_minutes: int | None,
    anchors: Path | None,
    anchor_key: Path | None,
    witness: tuple[str, str] | None,
    day_begins: str,
    time_zone: str,
    house: str | None,
    **asked: Any,
) -> None:
    """Run the tables of a book: pages for people, an HTTP API for programs.

    The book is checked before a table opens. Several processes can share one PostgreSQL book: each takes its part of
    the tables, and the rest's when they end. The API describes itself at /openapi.json. Every option may stand in the
    settings file, and in the environment: HOUSEWAY_TIME_ZONE is --time-zone.
    """
    from houseway.service.alerts import AlertLevels
    from houseway.service.meter_papers import HOUSE_NAME
    from houseway.web.card_room import AWAY_SECONDS, open_card_room
    from houseway.web.installation import Installation
    from houseway.web.limits import WebSettings
    from houseway.web.own_tables import MOST as OWN_TABLES
    from houseway.web.serve import make_server

    for path, approved in (*((path, "") for path in ways), *approved_ways):
        _prove(path, approved)
    server = make_server(
        book,
        settings=WebSettings(
            https=https or certificate is not None,
            away_seconds=AWAY_SECONDS if card_room else None,
            own_tables=OWN_TABLES if card_room else 0,
            disputes=disputes.read().strip() if disputes else "",
            employees=employees.read().strip() if employees else "",
            ceiling=_ceiling(*ceiling) if ceiling else None,
            alerts=AlertLevels(tray_percent=tray_percent, deviations=deviations, relief_minutes=relief_minutes),
        ),
        gaming_day=gaming_day(day_begins, time_zone),
        house_name=house or HOUSE_NAME,
        opens=open_card_room if card_room else lambda floor: None,
        on_ready=lambda: click.echo(f"houseway: {server.address}, book {_shown(book)}"),
        tls=_tls(certificate, private_key),
        anchors=anchor_place(anchors, anchor_key, witness, house or HOUSE_NAME, gaming_day(day_begins, time_zone)),
        installation=Installation(finish_setup, hear=lambda line: click.echo(line, err=True)),
        **asked,
    )
    server.run()


def _tls(certificate: str | None, private_key: str | None) -> "Tls | None":
    from houseway.web.serve import Tls

    if certificate is None and private_key is None:
        return None
    if certificate is None or private_key is None:
        raise ValueError("HTTPS needs both --certificate and --key")
    return Tls(certificate, private_key)


def _ceiling(dollars: int, since: str, approved: str) -> "Ceiling":
    from houseway.table.ceiling import Ceiling, ceiling_faults

    made = Ceiling(cents=Cents(dollars * 100), approved=approved, since=since)
    if wrong := [*ceiling_faults(made)]:
        raise ValueError("; ".join(wrong))
    return made


def _prove(path: str, approved: str) -> None:
    """In a process of its own, for it counts all hands: that of the tables never needs what counts them."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from houseway.api.games import read_way_file, room_way
    from houseway.proved_ways import remember

    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        way = apart.submit(room_way, path, approved=approved).result()
    remember(read_way_file(path)[0].slug, way)
    click.echo(f"house way {way.name}, {way.standing}: proved over all hands")


def _shown(book: str) -> str:
    """The address of a book as it may be printed: without the password, if it has one."""
    from sqlalchemy import make_url

    return make_url(book).render_as_string() if "://" in book else book


@app.group("staff", cls=Commands)
def staff_group() -> None:
    """Who works here: dealers, supervisors, surveillance, auditors, controller admins."""


@staff_group.command("add")
@click.argument("name")
@click.argument("role")
@click.option("--pin", prompt="PIN", hide_input=True, confirmation_prompt=True, help="Asked for if it is not given.")
@book_option
def staff_add(name: str, role: str, pin: str, book: str) -> None:
    """Add a member of staff, or change the role and PIN of one. If there is no book, one is made."""
    from houseway.role import STAFF
    from houseway.service.identity import Identity
    from houseway.service.staffing import check_person
    from houseway.service.store import open_store

    roles = {each.value: each for each in STAFF}
    if role not in roles:
        raise ValueError(f"{role!r} is not a role of staff: {', '.join(roles)}")
    check_person(name, roles[role], pin)
    with open_store(book) as store:
        if store.is_new:
            click.echo(f"a new book at {store}")
        Identity(store).enrol(name, roles[role], pin, by=at_the_console())
    click.echo(f"{name} is {role}")


def at_the_console() -> Actor:
    """Whoever has the shell: what changes the staff is recorded by his name."""
    return Actor(Role.HOUSE, f"console of {getpass.getuser()}"[:40])


@staff_group.command("remove")
@click.argument("name")
@book_option
def staff_remove(name: str, book: str) -> None:
    """End a member of staff's work here: no PIN and no token of theirs is good any more."""
    from houseway.service.identity import Identity
    from houseway.service.store import open_store

    with open_store(book, make=False) as store:
        if not Identity(store).dismiss(name, by=at_the_console()):
            names = ", ".join(person.name for person in store.list_staff()) or "nobody is"
            raise ValueError(f"{name!r} is not on the staff: {names}")
    click.echo(f"{name} has left")


@staff_group.command("list")
@book_option
@json_option
def staff_list(book: str, as_json: bool) -> None:
    """List the staff."""
    with read_book(book) as store:
        staff = store.list_staff()
    if as_json:
        print_json([{"name": s.name, "role": s.role, "active": s.active, "since": s.since} for s in staff])
        return
    for each in staff:
        click.echo(f"{each.name}: {each.role}" + ("" if each.active else ", left"))


@app.command()
@game_argument
@click.option("--seat", type=int, metavar="N", help="Yours; the first without it.")
@click.option("--players", type=int, metavar="N", help="How many seats are taken; all without it.")
@click.option("--decks", type=int, metavar="N", help="Decks in the shoe; without it, as many as the game takes.")
@click.option("--rounds", type=click.IntRange(1, 100_000), metavar="N", help="Stop after so many.")
@click.option("--auto", is_flag=True, help="Your seat plays like the others: nothing is asked.")
@click.option("--step", is_flag=True, help="Wait for Enter before each step of the dealer.")
@click.option(
    "--cut", is_flag=True, help="Cut the cards in every round: add a random number of your own to the shuffle."
)
@click.option("--book", metavar="URL", help="Keep the book here; without it, it goes when you go.")
def deal(**choices: Any) -> None:
    """Deal GAME at a whole table, from the terminal, through the service.

    A service is started on a free port of this machine. You have a seat; the others play the house way, or
    choose at random in a game that has none for them. The dealer follows the letter step by step.
    """
    from houseway.api.games import as_game
    from houseway.client.evening import evening

    as_game(choices["game"])
    evening(**choices)

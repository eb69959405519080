"""Commands of the card room: serve it, name its staff, and deal a table from the terminal."""

import click

from houseway.cli.app import Commands, app, game_argument, json_option, print_json
from houseway.cli.book import book_option


@app.command()
@book_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Loopback by default.")
@click.option("--port", type=click.IntRange(0, 65535), default=8017, show_default=True, help="0 takes a free one.")
@click.option("--address", metavar="URL", help="Where other processes of the same book send requests for its tables.")
def serve(book: str, host: str, port: int, address: str | None) -> None:
    """Run the tables of a book behind an HTTP API.

    The book is checked before a table opens. Several processes can share one PostgreSQL book: each takes its part of
    the tables, and the rest's when they end. The API describes itself at /openapi.json.
    """
    from houseway.web.serve import serve as run

    run(book, host, port, address=address, say=lambda at: click.echo(f"houseway: {at}, book {_shown(book)}"))


def _shown(book: str) -> str:
    """Without the password, if it has one."""
    from sqlalchemy import make_url

    return make_url(book).render_as_string() if "://" in book else book


@app.group("staff", cls=Commands)
def staff_group() -> None:
    """Who works here: dealers, supervisors, surveillance, auditors."""


@staff_group.command("add")
@click.argument("name")
@click.argument("role")
@click.option("--pin", prompt="PIN", hide_input=True, confirmation_prompt=True, help="Asked for if it is not given.")
@book_option
def staff_add(name: str, role: str, pin: str, book: str) -> None:
    """Add a member of staff, or change the role and PIN of one."""
    from houseway.service.identity import Identity
    from houseway.service.store import open_store
    from houseway.table.role import STAFF

    known = {each.value: each for each in STAFF}
    if role not in known:
        raise ValueError(f"{role!r} is not a role of staff: {', '.join(known)}")
    with open_store(book) as store:
        Identity(store).enrol(name, known[role], pin)
    click.echo(f"{name} is {role}")


@staff_group.command("remove")
@click.argument("name")
@book_option
def staff_remove(name: str, book: str) -> None:
    """End a member of staff's work here: no PIN and no token of theirs is good any more."""
    from houseway.service.store import open_store

    with open_store(book) as store:
        known = store.staff(name)
        if known is None:
            raise ValueError(
                f"{name!r} is not on the staff: {', '.join(s.name for s in store.list_staff()) or 'nobody is'}"
            )
        store.put_staff(name, known.role, known.pin_hash, active=False)
    click.echo(f"{name} has left")


@staff_group.command("list")
@book_option
@json_option
def staff_list(book: str, as_json: bool) -> None:
    """List the staff."""
    from houseway.service.store import open_store

    with open_store(book, read_only=True) as store:
        found = store.list_staff()
    if as_json:
        print_json([{"name": s.name, "role": s.role, "active": s.active, "since": s.since} for s in found])
        return
    for each in found:
        click.echo(f"{each.name}: {each.role}" + ("" if each.active else ", left"))


@app.command()
@game_argument
@click.option("--seat", type=int, metavar="N", help="Yours; the first without it.")
@click.option("--players", type=int, metavar="N", help="How many seats are taken; all without it.")
@click.option("--rounds", type=click.IntRange(1, 100_000), metavar="N", help="Stop after so many.")
@click.option("--auto", is_flag=True, help="Your seat plays like the others: nothing is asked.")
@click.option("--step", is_flag=True, help="Wait for Enter before each step of the dealer.")
@click.option("--book", metavar="URL", help="Keep the book here; without it, it goes when you go.")
def deal(
    game: str, seat: int | None, players: int | None, rounds: int | None, auto: bool, step: bool, book: str | None
) -> None:
    """Deal GAME at a whole table, from the terminal, through the service.

    A service is started on a free port of this machine. You have a seat, the others play the house way, and the
    dealer follows the letter step by step.
    """
    from houseway.client.evening import evening

    evening(game, seat=seat, players=players, rounds=rounds, auto=auto, step=step, book=book)

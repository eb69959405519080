"""Commands of anchors: the key that signs them, one more, whether a file of them holds, and a witness."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from houseway.cli.app import Commands, app, print_json, read_book
from houseway.cli.book import book_option
from houseway.cli.options import gaming_day, gaming_day_options, house_option, json_option

if TYPE_CHECKING:
    from houseway.service.anchoring import AnchorPlace
    from houseway.service.entry import GamingDay

FILE = click.Path(dir_okay=False, path_type=Path)
key_option = click.option("--key", type=FILE, required=True, metavar="FILE", help="The key that signs.")


@app.group("anchor", cls=Commands)
def anchor_group() -> None:
    """How far a book has come, signed, and kept where the owner of its database cannot write it anew."""


@anchor_group.command("key")
@click.argument("file", type=FILE)
def anchor_key(file: Path) -> None:
    """Make a key, for a house or for a witness, in a new file, and print its public half: that is to be published."""
    from houseway.service.anchor import SigningKey

    click.echo(SigningKey.make(file).public)


@anchor_group.command("make")
@book_option
@key_option
@click.option("--anchors", type=FILE, required=True, metavar="FILE", help="Where the anchors of this key stand.")
@click.option("--why", default="made at the console", show_default=True, metavar="TEXT")
@gaming_day_options
@house_option
def anchor_make(
    book: str, key: Path, anchors: Path, why: str, day_begins: str, time_zone: str, house: str | None
) -> None:
    """Sign how far the book has come, beside a running service or without one."""
    from houseway.service.meter_papers import HOUSE_NAME

    place = anchor_place(anchors, key, None, house or HOUSE_NAME, gaming_day(day_begins, time_zone))
    assert place is not None
    with read_book(book) as store:
        made = place.make(store, why)
    click.echo(f"anchor {made.number} of {len(made.heads)} streams, SHA-256 {made.sha256}")


@anchor_group.command("check")
@click.argument("file", type=FILE)
@click.option("--key", "public", metavar="KEY", help="The public key of the house, as it was published.")
@click.option("--witness", metavar="KEY", help="Each must be signed by the witness of this public key too.")
@json_option
def anchor_check(file: Path, public: str | None, witness: str | None, as_json: bool) -> None:
    """Check a file of anchors: each signature, and that each goes on from the one before. It needs no book.

    `houseway audit verify --against FILE` holds a book to them. Exit code 1: one does not hold.
    """
    from houseway.service.anchor import AnchorBroken, read_anchors

    try:
        anchors = read_anchors(file, public)
        for each in anchors:
            if witness and witness not in each.witnessed_by():
                raise AnchorBroken(f"{file}: anchor {each.number} is not signed by the witness {witness[:16]}…")
    except AnchorBroken as broken:
        click.echo(f"broken: {broken}")
        raise SystemExit(1) from None
    if as_json:
        print_json(
            [{"number": it.number, "at": it.at, "why": it.why, "sha256": it.sha256, "key": it.key} for it in anchors]
        )
        return
    for each in anchors:
        seen = f", {len(each.witnesses)} witness" if each.witnesses else ""
        click.echo(f"{each.number}: {each.at}, {each.why}, {len(each.heads)} streams, {each.sha256[:16]}…{seen}")
    known = "" if public or not anchors else f"; the key is {anchors[0].key}: compare it with what the house published"
    click.echo(f"{len(anchors)} anchors, all hold{known}")


@app.command("witness")
@key_option
@click.option("--of", "house_key", required=True, metavar="KEY", help="The public key of the house.")
@click.option("--kept", type=FILE, required=True, metavar="FILE", help="Where the anchors of the house are kept.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(0, 65535), default=8018, show_default=True)
def witness(key: Path, house_key: str, kept: Path, host: str, port: int) -> None:
    """Be the witness of a house, at another host: keep its anchors, and sign each that goes on from the one before.

    A house that has written its book anew is refused. What the witness has stands at /anchors, for auditors.
    """
    from houseway.web.witness import run_witness

    run_witness(key, house_key, kept, host=host, port=port, on_ready=lambda at: click.echo(f"witness: {at}, {kept}"))


def anchor_place(
    anchors: Path | None, key: Path | None, witness: tuple[str, str] | None, house: str, day: "GamingDay"
) -> "AnchorPlace | None":
    """Where the anchors of a house go; None if it makes none. Raises `ValueError` for what does not go together."""
    if anchors is None and key is None and witness is None:
        return None
    if anchors is None or key is None:
        raise ValueError("anchors need both a file, --anchors, and the key that signs them")
    from houseway.service.anchoring import place_at

    asked = None
    if witness:
        from houseway.web.witness import HttpWitness

        asked = HttpWitness(*witness)
    return place_at(key, anchors, house=house, gaming_day=day, witness=asked)

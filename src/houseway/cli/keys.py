"""Commands of the keys to a book's secrets: make them, change them, look whether they are all there."""

import click

from houseway.cli.app import Commands, app, print_json, read_book
from houseway.cli.book import book_option, keys_option
from houseway.cli.options import json_option


@app.group("keys", cls=Commands)
def keys_group() -> None:
    """The keys to a book's secrets, in a file that is not where the book is.

    Undealt cards and the hashes of PINs are encrypted in the book. A service makes the file with its first book. Keep a
    copy of it, apart from the copies of the book: without it no table of the book can be dealt on.
    """


@keys_group.command("make")
@keys_option
def keys_make() -> None:
    """Make a file with one key, for books that are still to be made."""
    from houseway.service.keyring import Keyring, usual_path

    path = usual_path()
    if Keyring.at(path).keys:
        raise ValueError(f"{path} is there already: a key is not written over; `houseway keys rotate` adds one")
    made = Keyring.at(path).with_one().newest
    assert made is not None
    click.echo(f"{path}: the key {made.name}; keep a copy of it, apart from the book")


@keys_group.command("rotate")
@book_option
def keys_rotate(book: str) -> None:
    """Put a book's secrets under a new key, also beside a running service.

    The new key is added to the file. What the book's secrets are encrypted with is wrapped again under it, and what is
    written after the next start of the service is encrypted with a new data key. The key before stays in the file for
    backups that were made under it: take its line out when there are none any more.
    """
    from houseway.service.store import open_store

    with open_store(book, make=False) as store:
        name = store.rotate_keys()
        path = store.vault.keyring.path
    click.echo(f"{book}: under the key {name}, which was added to {path}; keep a copy of the file, apart from the book")


@keys_group.command("show")
@book_option
@json_option
def keys_show(book: str, as_json: bool) -> None:
    """Tell which keys the file has, and which the book needs. Exit code 1: one is missing."""
    with read_book(book) as store:
        keyring, needed, missing = store.vault.keyring, store.vault.needed, store.vault.missing
    if as_json:
        has = [{"key": key.name, "made": key.made, "is_needed": key.name in needed} for key in keyring.keys]
        print_json({"file": str(keyring.path), "keys": has, "missing": missing})
    else:
        for key in keyring.keys:
            use = "the book needs it" if key.name in needed else "not needed by this book as it is now"
            click.echo(f"{key.name}: made {key.made}, {use}")
        for name in missing:
            click.echo(f"{name}: the book needs it, and it is not in {keyring.path}")
        if not needed:
            click.echo("the secrets of this book are not encrypted: `houseway book upgrade` does it")
    if missing:
        raise SystemExit(1)

"""Commands that keep a book: back it up, restore it."""

import sys
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from houseway.cli.app import Commands, app, progress_bar, read_book
from houseway.cli.book import UNCHECKED, book_option

if TYPE_CHECKING:
    from houseway.service.record import Head
    from houseway.service.store import Store


@app.group("book", cls=Commands)
def book_group() -> None:
    """Keep a book: backups, and what becomes of closed days."""


@book_group.command("backup")
@book_option
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Path(path_type=Path),
    help="A file that is not there yet; or a folder, in which the file is named by the time.",
)
@click.option(
    "--keep", type=click.IntRange(1), help="Of a folder: so many backups, the newest; the others are removed."
)
@click.option("--unaudited", is_flag=True, help="Only copied; the heads are compared, and no round is decided again.")
def book_backup(book: str, target: Path, keep: int | None, unaudited: bool) -> None:
    """Back a book up, also while it is written on, into one file; and audit it there.

    Of a book in PostgreSQL too the backup is a file of SQLite: all records at one moment, with the heads that they must
    come to. Older backups are removed only when the new one was found whole.
    """
    from houseway.service.backup import back_up, manifest_of

    if keep is not None and (unaudited or not target.is_dir()):
        raise ValueError("--keep is for a folder of backups, and each of them was audited")
    folder, now = target if target.is_dir() else None, datetime.now(UTC)
    file = folder / f"{now:%Y-%m-%dT%H%M%SZ}.backup" if folder else target
    with read_book(book) as store:
        manifest = back_up(store, file)
    manifest_of(file)
    locked = ""
    if not unaudited:
        with read_book(str(file)) as store:
            _audited(store, manifest.heads)
            locked = store.vault.why_not()
    for stream, head in manifest.heads.items():
        print(f"{stream}:{head.seq}:{head.hash}")
    whole = "" if unaudited else ", audited without the key" if locked else ", whole"
    print(f"{file}: {manifest.records} records of {len(manifest.heads)} streams{whole}")
    for old in sorted(folder.glob("*.backup"))[:-keep] if folder and keep else ():
        old.unlink()
        print(f"{old}: removed")


@book_group.command("restore")
@click.argument("backup", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@book_option
@click.option("--upto", metavar="TABLE:SEQ", help="As the book stood when this record was written.")
def book_restore(backup: Path, book: str, upto: str | None) -> None:
    """Make a book of a backup, where nothing is, and audit it.

    With --upto everything that was written later is left out; the house's book says so, and goes on from there.
    """
    from houseway.cli.heads import record_named
    from houseway.cli.room import at_the_console
    from houseway.service.backup import manifest_of, restore
    from houseway.service.record import BookBroken

    record = record_named(upto) if upto else None
    try:
        with restore(backup, book, at_the_console(), record) as store:
            _audited(store, {} if record else manifest_of(backup).heads)
            records = sum(head.seq for head in store.heads().values())
    except BookBroken as broken:
        print(f"broken: {broken}")
        sys.exit(1)
    print(f"{book}: {records} records, audited: the book is whole")


@book_group.command("upgrade")
@book_option
@click.option("--rehearse", is_flag=True, help="On a copy, which is removed: the book itself is only read.")
@click.option(
    "--in",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="With --rehearse: the folder for the copy; that of temporary files without it.",
)
@click.option("--backup", type=click.Path(path_type=Path), help="A file that is not there yet: the book as it was.")
def book_upgrade(book: str, rehearse: bool, folder: Path | None, backup: Path | None) -> None:
    """Make a book of an older version one of this version; rehearse it first.

    The rehearsal upgrades a copy, audits it from the first record on, and tells what would change and how long it
    takes. The upgrade itself makes a backup first, and is audited too. No service may be at work on the book meanwhile.
    Records and their hashes stay as they are: printed heads and anchors hold. A book of a newer version is refused.
    """
    from houseway.cli.room import at_the_console
    from houseway.service import upgrading
    from houseway.service.record import BookBroken

    if rehearse == (backup is not None):
        raise ValueError("either --rehearse, or --backup FILE for the upgrade itself")
    with read_book(book) as store:
        old = upgrading.old_parts(store)
    if not old.changes:
        print(f"{book}: {old.records:,} records, up to date: nothing is to be upgraded")
        return
    would = "would change" if rehearse else "changes"
    print(f"{book}: {old.records:,} records; {would}:", *old.changes, sep="\n  ")
    try:
        with progress_bar("auditing", "records") as tell:
            hear = tell or (lambda done, total: None)
            if rehearse:
                done = upgrading.rehearse(book, folder, at_the_console(), hear)
            else:
                assert backup is not None
                done = upgrading.upgrade(book, backup, at_the_console(), hear)
    except BookBroken as broken:
        print(f"broken: {broken}")
        print("nothing was changed: the rehearsal was on a copy" if rehearse else f"the book as it was: {backup}")
        sys.exit(1)
    steps = f"copied in {done.copying:.1f} s, changed in {done.changing:.1f} s, audited in {done.auditing:.1f} s"
    print(f"  {steps}: it holds")
    if done.not_decided:
        print(f"  {done.not_decided:,} rounds of an older release were not decided again, as before the upgrade")
    whole = done.copying + done.changing + done.auditing
    if rehearse:
        print(f"the upgrade itself takes about {whole:.0f} s, and no service may be at work meanwhile")
    else:
        print(f"{book}: upgraded in {whole:.1f} s; the book as it was: {backup}, which has its secrets in the clear")


@book_group.command("archive")
@book_option
@click.option(
    "--to",
    "folder",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of the archives.",
)
@click.option("--upto", "day", required=True, metavar="DAY", help="The last gaming day that goes, as YYYY-MM-DD.")
def book_archive(book: str, folder: Path, day: str) -> None:
    """Take closed gaming days out of the live book: each goes into a sealed file, also while the book is written on.

    Of each table goes all up to its last closing by the end of the day. It is audited on its way, and only when the
    file was read again do the records leave the book, whose own chain then has the file's hash.
    """
    from houseway.cli.room import at_the_console
    from houseway.service.archive_file import contents_of
    from houseway.service.archiving import Archiver, days_to_archive
    from houseway.service.record import BookBroken
    from houseway.service.store import open_store

    last = date.fromisoformat(day).isoformat()
    try:
        with open_store(book, make=False) as store:
            days = days_to_archive(store, last)
            archiver = Archiver(store, folder, at_the_console())
            for each in days:
                path = archiver.archive(each)
                streams = contents_of(path).streams.values()
                print(f"{path}: {sum(it.upto.seq - it.after.seq for it in streams)} records of {len(streams)} tables")
    except BookBroken as broken:
        print(f"broken: {broken}")
        sys.exit(1)
    print(f"{len(days)} days archived")


def _audited(store: "Store", heads: "dict[str, Head]") -> None:
    """All of it, or without the key what can be audited then."""
    from houseway.service.audit import verify
    from houseway.service.record import BookBroken

    try:
        with progress_bar("auditing", "records") as tell:
            verify(store, heads=heads, progress=tell or (lambda done, total: None))
    except BookBroken as broken:
        print(f"broken: {broken}")
        sys.exit(1)
    if locked := store.vault.why_not():
        print(f"{UNCHECKED}: {locked}")

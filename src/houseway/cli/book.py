"""Commands of the book: audit it, export it, read its days, check a deal."""

import csv
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from houseway.cli.app import Commands, app, present, print_json, progress_bar, read_book
from houseway.cli.heads import head_named, heads_in, parts
from houseway.cli.options import day_limits, days_options, json_option
from houseway.role import Seat

if TYPE_CHECKING:
    from houseway.service.audit import StreamAudit
    from houseway.service.record import Head

KEYS = "HOUSEWAY_BOOK_KEYS"


def _use_keys(context: click.Context, option: click.Parameter, path: str | None) -> None:
    """Those of the environment, for as long as the command runs: processes that it starts find them there as well."""
    before = os.environ.get(KEYS)
    if path is None or path == before:
        return
    os.environ[KEYS] = path
    context.call_on_close(lambda: os.environ.update({KEYS: before}) if before else os.environ.pop(KEYS, None))


keys_option = click.option(
    "--book-keys",
    envvar=KEYS,
    type=click.Path(dir_okay=False),
    expose_value=False,
    callback=_use_keys,
    metavar="FILE",
    help="The keys to the book's secrets, away from the book.  [default: ~/.config/houseway/book.keys]",
)


def book_option(command: Callable[..., None]) -> Callable[..., None]:
    """`--book`, and where the keys to its secrets are."""
    book = click.option(
        "--book",
        envvar="HOUSEWAY_BOOK",
        default="book.db",
        show_default=True,
        metavar="URL",
        help="A file, or postgresql://…",
    )
    return book(keys_option(command))


NOT_VOUCHED_FOR = 3  # the exit code of an audit that found nothing wrong, and could not see all of it


@app.group("audit", cls=Commands)
def audit_group() -> None:
    """Read the book again: chain, rounds, ledger, secrets."""


@audit_group.command("verify")
@book_option
@click.option(
    "--head", "heads", multiple=True, metavar="TABLE:SEQ:HASH", help="A head printed earlier; may be repeated."
)
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="All heads of a file: what `audit heads` printed, anchors, or a backup.",
)
@click.option("--anchor-key", "public", metavar="KEY", help="With anchors: the public key that the house published.")
@click.option(
    "--from",
    "begin",
    multiple=True,
    metavar="TABLE:SEQ:HASH",
    help="A head that was checked: of this table the records after it are decided again, those before only folded.",
)
@click.option(
    "--kept",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The auditor's own file, in which the audit keeps how far it came.",
)
@click.option("--since", is_flag=True, help="With --kept: only what came after it.")
@click.option("--cores", type=click.IntRange(1), help="All of the machine, unless it is said.")
@click.option(
    "--archives",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of the book's archives: they are read with it.",
)
@json_option
def audit_verify(
    book: str,
    heads: tuple[str, ...],
    against: Path | None,
    public: str | None,
    begin: tuple[str, ...],
    kept: Path | None,
    since: bool,
    cores: int | None,
    archives: Path | None,
    as_json: bool,
) -> None:
    """Verify the whole book: the chain, every round from its shuffle to its pays, the ledger and the commitments.

    Exit code 0: all is as it must be, and every round was decided again. 1: it is not, and the first broken record is
    named. 3: chain, ledger and all else hold, but not all can be vouched for: rounds of an older release were not
    decided again; or the secrets are under a key that is not here; or the mark of the last commit is gone from beside
    the book, and the heads that were printed are not all of its ends; or there is nothing in the book; or `--from` left
    out what came before; or days are in archives that were not given.

    A long audit with `--kept` that is broken off goes on with `--since`; and so does tomorrow's.
    """
    from houseway.service.audit import NOT_READ, verify
    from houseway.service.audit_marks import AuditMarks
    from houseway.service.backup import backup_heads
    from houseway.service.database import RecordsLost
    from houseway.service.library import Library
    from houseway.service.record import BookBroken, Head

    if since and kept is None:
        raise ValueError("--since: since which audit? The file that it kept is given with --kept")
    printed = sorted(
        [*map(head_named, heads), *(heads_in(against, public) if against else [])], key=lambda head: head[1].seq
    )
    try:
        with (
            Library.at(book, archives) if archives else read_book(book) as store,
            progress_bar("auditing", "records") as tell,
        ):
            printed += backup_heads(store)
            streams = verify(
                store,
                printed=printed,
                begin=dict(map(head_named, begin)),
                marks=AuditMarks(kept, store.vault) if kept else None,
                since=since,
                cores=cores or os.cpu_count() or 1,
                progress=tell or (lambda done, total: None),
            )
    except (RecordsLost, BookBroken) as broken:
        print(json.dumps({"broken": str(broken)}) if as_json else f"broken: {broken}")
        sys.exit(1)
    not_decided, locked = sum(each.not_decided for each in streams), store.vault.why_not()
    ends = {each.stream: Head(each.records, each.head) for each in streams}
    unvouched = "" if streams and ends == dict(printed) else store.unvouched
    if not streams and not unvouched:
        unvouched = "there is nothing in this book, and nobody can tell from it whether there ever was"
    is_unread = any(each.before == NOT_READ for each in streams)
    code = NOT_VOUCHED_FOR if not_decided or unvouched or begin or is_unread or locked else 0
    if as_json:
        for says in filter(None, (unvouched, locked)):
            print(f"not vouched for: {says}", file=sys.stderr)
        print_json(streams)
        sys.exit(code)
    _print_streams(streams)
    print(CHECKED)
    if not_decided:
        print(f"{len(streams)} streams: the chains and the ledger hold; {not_decided} rounds were not decided again")
    elif begin or is_unread:
        print(f"{len(streams)} streams hold, from where the audit began")
    elif not (unvouched or locked):
        print(f"{len(streams)} streams: the book is whole")
    if locked:
        print(
            f"not checked without the key: the seals, the cards, what the commands led to, and meters' wins; {locked}"
        )
    if unvouched:
        print(
            f"{len(streams)} streams hold, and their ends are not vouched for: {unvouched}; or give every head that "
            "was printed when the book was copied as --head"
        )
    print(_unseen(dict(printed)))
    sys.exit(code)


CHECKED = (
    "checked of each record: its place in the chain, its columns, its seals, its command decided again, its rows of "
    "the ledger; of each stream: its sums, the heads that the house noted, and what it says of others"
)


UNCHECKED = "not checked without the key: the seals, the cards, what the commands led to, and the wins of meters"


def _print_streams(streams: "Sequence[StreamAudit]") -> None:
    for each in streams:
        print(f"{each.stream}: {each.records} records, {each.rounds} rounds, {each.voided} void, head {each.head}")
        if each.before:
            print(f"  records 1 to {each.first - 1} were {each.before}; from {each.first} on by this one")
        if each.note:
            print(f"  {each.note}")


def _unseen(printed: "dict[str, Head]") -> str:
    """What an audit of the book alone cannot see, in one line."""
    from houseway.service.record import HOUSE

    if HOUSE in printed:
        upto = f"record {printed[HOUSE].seq} of {HOUSE!r}"
        return f"as it was printed up to {upto}; not seen: that what came later was cut or rewritten"
    return (
        f"not seen without --head: that the end of {HOUSE!r}, and all other records after what it then notes, were cut "
        "or rewritten together; keep what `houseway audit heads` prints away from this machine"
    )


@audit_group.command("accept")
@book_option
@click.option("--note", required=True, metavar="TEXT", help="What is known of the loss; it stands in the house's book.")
def audit_accept(book: str, note: str) -> None:
    """Go on with a copy without its mark, or a book that has lost its last records.

    What is there is taken as it is. The house's book says so, with the heads of all streams, and a new mark is written.
    """
    from datetime import UTC, datetime

    from houseway.cli.room import at_the_console
    from houseway.faults import text_fault
    from houseway.service.house_book import accept_loss
    from houseway.service.store import open_store

    if wrong := text_fault("note", note, 200):
        raise ValueError(wrong)
    with open_store(book, make=False, accept_loss=True) as store:
        accept_loss(store, at_the_console(), note, datetime.now(UTC))
    print(f"{book}: taken as it is, and marked anew; the house's book says so")


@audit_group.command("heads")
@book_option
@json_option
def audit_heads(book: str, as_json: bool) -> None:
    """Print the head of every chain. Keep the print: with it a cut tail is found."""
    with read_book(book) as store:
        heads = {stream: store.head(stream) for stream in store.streams()}
    if as_json:
        print_json({stream: {"seq": head.seq, "hash": head.hash} for stream, head in heads.items()})
    else:
        for stream, head in heads.items():
            print(f"{stream}:{head.seq}:{head.hash}")


@audit_group.command("export")
@book_option
@click.option("--table", metavar="TABLE", help="One table; all without it.")
@click.option("--format", "form", type=click.Choice(["jsonl", "csv"]), default="jsonl", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file; the screen without it.")
def audit_export(book: str, table: str | None, form: str, output: Path | None) -> None:
    """Export the book: every record as JSONL, or the ledger's transfers as CSV.

    The secrets of a round under way stay in the book.
    """
    from houseway.money import MICROS_PER_CENT
    from houseway.service.audit import exported

    with read_book(book) as store:
        streams = store.streams()
        if table is not None and table not in streams:
            raise ValueError(f"{table!r} is not a table of this book: {', '.join(streams) or 'it has none'}")
        with open(output, "w", encoding="utf-8", newline="") if output else nullcontext(sys.stdout) as out:
            rows = csv.writer(out)
            if form == "csv":
                rows.writerow(["table", "seq", "at", "day", "game", "round", "source", "target", "cents"])
            for stream in [table] if table else streams:
                if form == "jsonl":
                    for line in exported(store, stream):
                        print(json.dumps(line, ensure_ascii=False), file=out)
                    continue
                for record in store.read(stream):
                    for move in record.transfers:
                        place = (stream, record.seq, record.at, record.day, record.game, record.round)
                        rows.writerow([*place, move.source, move.target, move.micros // MICROS_PER_CENT])


@app.command("days")
@book_option
@days_options
@click.option("--by-game", is_flag=True, help="All tables of a game together.")
@json_option
def days_command(book: str, first: str | None, last: str | None, by_game: bool, as_json: bool) -> None:
    """Drop, win and hold by table, game and gaming day."""
    from houseway.reports.winnings import print_days
    from houseway.service.daybook import by_game as together
    from houseway.service.daybook import days

    limits = day_limits(first, last)
    with read_book(book) as store:
        rows = days(store, **limits)
    rows = together(rows) if by_game else rows
    present(rows, as_json, lambda out: print_days(out, rows))


@app.command("check-deal")
@click.argument("rounds", metavar="ROUND...", nargs=-1, required=True)
@click.option("--commitment", default="", metavar="HEX", help="As you saw it before you bet, or its beginning.")
@click.option("--record", "seen", multiple=True, metavar="SEQ:HASH", help="A record's hash as you saw it; repeatable.")
@click.option("--cut", "cuts", multiple=True, metavar="SEAT:TEXT", help="Your own cut, as you made it; repeatable.")
@book_option
@json_option
def check_deal(
    rounds: tuple[str, ...], commitment: str, seen: tuple[str, ...], cuts: tuple[str, ...], book: str, as_json: bool
) -> None:
    """Check a finished round by its receipt: seal, cuts, rotation, packets, house way and every pay.

    ROUND is a receipt, a JSON file as /tables/TABLE/rounds/N serves it, or TABLE/N of the book. Nothing is asked of
    any server. The commitment you saw before you bet proves that neither order nor rotation was chosen after it: give
    it, or compare it with the one printed. Several rounds of one shoe are checked one by one and together: none is left
    out, each began where the one before it ended, and no card came too often. Exit code 0: all holds. 1: something
    does not.
    """
    from houseway.table.receipt import check, check_together, remarks

    if commitment and not re.fullmatch(r"[0-9a-fA-F]{8,64}", commitment):
        raise ValueError(f"{commitment!r} is not a commitment: 8 to 64 hexadecimal digits")
    receipts = [_receipt(each, book) for each in rounds]
    told, is_wrong = [], False
    hashes = dict(map(_seen, seen))
    for receipt in receipts:
        of_others = {number for other in receipts if other is not receipt for number in _named_by(other)}
        own = {number: sha for number, sha in hashes.items() if number in _named_by(receipt) or number not in of_others}
        checked, wrong = check(receipt, commitment, own, dict(map(_own_cut, cuts)))
        cut_by, records = receipt.get("cuts", []), receipt.get("records", {})  # version 0.1 told neither
        shape = {"table": receipt["table"], "round": receipt["round"], "checked": checked, "wrong": wrong}
        told.append(shape | {"remarks": remarks(receipt), "cuts": cut_by, "records": records})
        is_wrong = is_wrong or bool(wrong)
        if not as_json:
            _print_check(receipt, told[-1], "" if commitment else ": compare it with what you saw")
    together, apart = check_together(receipts) if len(receipts) > 1 else ([], [])
    if as_json:
        print_json(told[0] if len(told) == 1 else {"rounds": told, "checked": together, "wrong": apart})
    elif together:
        print("together:")
        _print_answers(together, apart)
    if is_wrong or apart:
        sys.exit(1)


def _print_check(receipt: dict[str, Any], told: dict[str, Any], compare: str) -> None:
    print(f"{receipt['table']}, round {receipt['round']}: {receipt['terms']['game']}")
    print(f"  commitment {receipt['commitment']}{compare}")
    for each in told["cuts"]:
        print(f"  seat {each['seat']} cut with {each['cut']!r}")
    for what, place in told["records"].items():
        print(f"  {what}: record {place['record']}, hash {place['hash']}")
    _print_answers(told["checked"], told["wrong"])
    for says in told["remarks"]:
        print(f"  note {says}")


def _print_answers(checked: Sequence[str], wrong: Sequence[str]) -> None:
    for what in checked:
        print(f"  {'NO ' if what in wrong else 'yes'}  {what}")


def _named_by(receipt: Mapping[str, Any]) -> set[int]:
    """The numbers of the records that a receipt names."""
    return {place["record"] for place in receipt.get("records", {}).values() if "record" in place}


def _seen(text: str) -> tuple[int, str]:
    seq, sha = parts(text, r"(\d{1,12}):([0-9a-f]{64})", "a record's hash: SEQ:HASH, as the table told it")
    return int(seq), sha


def _own_cut(text: str) -> tuple[Seat, str]:
    seat, cut = parts(text, r"(\d{1,2}):(.+)", "a cut: SEAT:TEXT")
    return Seat(int(seat)), cut


def _receipt(asked: str, book: str) -> dict[str, Any]:
    path = Path(asked)
    place = re.fullmatch(r"([^/]+)/(\d{1,9})", asked)
    if place and not path.exists():
        from houseway.service.rounds import Rounds

        with read_book(book) as store:
            receipt = Rounds(store).receipt(place[1], int(place[2]))
        if receipt is None:
            raise ValueError(f"{asked!r}: the book has no such round, or it is not over")
        return receipt
    try:
        read = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{asked!r} is neither TABLE/ROUND nor a receipt that can be read: {error}") from None
    if not isinstance(read, dict):
        raise ValueError(f"{asked!r} is not a receipt: it must be a JSON object")
    return read

"""Anchors: what the owner of the database can write anew is found, because what was signed is not his to write."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from houseway.service.anchor import Anchor, AnchorBroken, AnchorFile, SigningKey, is_signed, read_anchors
from houseway.service.anchoring import Anchoring, AnchorPlace, NotWitnessed, behind
from houseway.service.entry import GamingDay
from houseway.service.record import HOUSE, Head
from houseway.service.store import open_store
from tests.command_line import is_refused, run, run_json
from tests.service.playing import at_work

AT = datetime(2026, 3, 7, 20, tzinfo=UTC)


def plays(book: Path, rounds: int = 1, table: str = "T1") -> None:
    with at_work(str(book)) as house:
        if known := house.floor.change(table):
            house.keys = count(1000 * known.head.seq)  # no key of the last time
        else:
            house.opens(table, "supreme-99")
        house.plays(table, "supreme-99", rounds=rounds)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    plays(tmp_path / "book.db")
    return tmp_path / "book.db"


@pytest.fixture
def place(tmp_path: Path) -> AnchorPlace:
    return AnchorPlace(
        key=SigningKey.make(tmp_path / "house.key"),
        file=AnchorFile(tmp_path / "anchors.jsonl"),
        house="Our Card Room",
        gaming_day=GamingDay(),
    )


def anchored(place: AnchorPlace, book: Path, why: str = "asked for", at: datetime = AT) -> Anchor:
    with open_store(str(book), read_only=True) as store:
        return place.make(store, why, at)


def moved(book: Path, to: Path) -> None:
    """The book and all that stands beside it."""
    for each in book.parent.glob(f"{book.name}*"):
        each.rename(to.with_name(each.name.replace(book.name, to.name)))


def test_an_anchor_tells_of_every_stream_and_goes_on_from_the_one_before(place: AnchorPlace, book: Path) -> None:
    first = anchored(place, book)
    plays(book)
    second = anchored(place, book, at=AT + timedelta(hours=1))
    assert set(first.heads) == {HOUSE, "T1"} and second.heads["T1"].seq > first.heads["T1"].seq
    assert (first.number, second.number, second.before) == (1, 2, first.sha256)
    assert place.file.read(place.key.public) == [first, second]
    assert Anchor.parse(second.line()) == second


def test_the_key_is_its_owners_alone_is_not_written_over_and_is_in_no_book(place: AnchorPlace, tmp_path: Path) -> None:
    path = tmp_path / "house.key"
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(ValueError, match="File exists"):
        SigningKey.make(path)
    assert SigningKey.read(path).public == place.key.public
    (tmp_path / "no.key").write_text("-----BEGIN PRIVATE KEY-----\n")
    with pytest.raises(ValueError, match="is not a key for anchors"):
        SigningKey.read(tmp_path / "no.key")


def test_a_book_that_was_written_anew_from_its_first_record_is_found(place: AnchorPlace, book: Path) -> None:
    """By the program itself, with every hash, seal and sum as it must be: an audit of the book alone finds nothing."""
    anchored(place, book)
    moved(book, book.with_name("old.db"))
    plays(book, rounds=3)
    assert run("audit", "verify", "--book", str(book)).returncode == 0
    done = run("audit", "verify", "--book", str(book), "--against", str(place.file.path))
    assert done.returncode == 1 and "broken: " in done.stdout
    with open_store(str(book), read_only=True) as store, pytest.raises(AnchorBroken, match="this is not the book"):
        Anchoring(place, store).check()
    old = str(book.with_name("old.db"))
    assert run("audit", "verify", "--book", old, "--against", str(place.file.path)).returncode == 0


def test_an_older_copy_in_the_place_of_the_book_is_found_and_no_anchor_is_made_of_it(
    place: AnchorPlace, book: Path, tmp_path: Path
) -> None:
    """With its mark, so that nothing else tells."""
    copies = [(each, each.read_bytes()) for each in tmp_path.glob("book.db*")]
    plays(book, rounds=2)
    anchored(place, book)
    for path, content in copies:
        path.write_bytes(content)
    with open_store(str(book), read_only=True) as store:
        assert "is not in it: this is not the book as it was" in behind(store, place.file.read())
    with pytest.raises(AnchorBroken, match="is not in it"):
        anchored(place, book)
    done = run("audit", "verify", "--book", str(book), "--against", str(place.file.path))
    assert done.returncode == 1 and "its tail was cut" in done.stdout


BROKEN = {
    "a head that was changed": lambda it: replace(it[1], heads=it[1].heads | {"T1": Head(1, "f" * 64)}),
    "a signature of another key": lambda it: it[1].signed(SigningKey(_other())),
    "another key": lambda it: replace(it[1], key=SigningKey(_other()).public).signed(SigningKey(_other())),
    "one that was left out": lambda it: it[2],
    "one that was told twice": lambda it: it[0],
}


def _other():  # type: ignore[no-untyped-def]
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(b"7" * 32)


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_of_anchors_in_which_one_was_forged_does_not_hold(place: AnchorPlace, book: Path, what: str) -> None:
    anchors = [anchored(place, book, at=AT + timedelta(hours=hour)) for hour in range(3)]
    lines = [anchors[0].line(), BROKEN[what](anchors).line()]
    place.file.path.write_text("\n".join(lines))
    with pytest.raises(AnchorBroken, match=r"anchor \d"):
        read_anchors(place.file.path)
    done = run("anchor", "check", str(place.file.path))
    assert done.returncode == 1 and done.stdout.startswith("broken: ")


def test_an_anchor_that_takes_back_records_is_not_signed_by_the_house_nor_believed(
    place: AnchorPlace, book: Path
) -> None:
    first = anchored(place, book)
    earlier = {stream: Head(head.seq - 1, "a" * 64) for stream, head in first.heads.items()}
    forged = replace(first, number=2, before=first.sha256, heads=earlier).signed(place.key)
    with pytest.raises(AnchorBroken, match="takes back record"):
        forged.check(first)


def test_what_is_no_anchor_is_named(tmp_path: Path) -> None:
    for line in (
        "{}",
        "no JSON",
        '{"anchor": "{}"}',
        json.dumps({"anchor": '{"is":"x"}', "signature": "", "witnesses": []}),
    ):
        (tmp_path / "a").write_text(line)
        with pytest.raises(AnchorBroken, match="is no anchor"):
            read_anchors(tmp_path / "a")
    assert not is_signed("text", "no hex", "no hex")


# ---- of a running service


class Room:
    """A place in the time of a test."""

    def __init__(self) -> None:
        self.now = AT

    def __call__(self) -> datetime:
        return self.now


class Here:
    """A witness in the same process, who may be away."""

    def __init__(self, key: SigningKey) -> None:
        self.key, self.is_away = key, True

    def sign(self, anchors: Sequence[Anchor]) -> list[Anchor]:
        if self.is_away:
            raise NotWitnessed("nobody is there")
        return [each.witnessed(self.key, AT) for each in anchors]


def test_a_service_is_anchored_when_it_starts_and_stops_and_when_the_day_ends(
    place: AnchorPlace, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.service.anchoring.LOOK_SECONDS", 0.01)
    clock = Room()
    with open_store(str(book), read_only=True) as store:
        anchoring = Anchoring(place, store, clock)
        anchoring.check()
        anchoring.start()
        clock.now += timedelta(days=1)
        while len(place.file.read()) < 2:
            pass
        anchoring.stop()
    assert [each.why for each in place.file.read()] == ["the service starts", "a new gaming day", "the service stops"]


def test_a_witness_that_was_away_is_asked_again_and_signs_all(
    place: AnchorPlace, book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.service.anchoring.LOOK_SECONDS", 0.01)
    witness = Here(SigningKey.make(tmp_path / "witness.key"))
    place = replace(place, witness=witness)
    with open_store(str(book), read_only=True) as store:
        anchoring = Anchoring(place, store, Room())
        anchoring.start()
        anchoring.make("asked for")
        assert not place.witnessed.read()
        witness.is_away = False
        while len(place.witnessed.read()) < 2:
            pass
        anchoring.stop()
    assert all(each.witnessed_by() == (witness.key.public,) for each in place.witnessed.read(place.key.public))
    forged = replace(place.witnessed.read()[0], at="2020-01-01T00:00:00+00:00")
    assert forged.witnessed_by() == ()


# ---- by the command line


def test_anchors_by_the_command_line(book: Path, tmp_path: Path) -> None:
    key, anchors = str(tmp_path / "k"), str(tmp_path / "anchors")
    public = run("anchor", "key", key).stdout.strip()
    done = run("anchor", "make", "--book", str(book), "--key", key, "--anchors", anchors)
    assert done.returncode == 0 and done.stdout.startswith("anchor 1 of 2 streams, SHA-256 ")
    assert run("anchor", "check", anchors).stdout.endswith(
        f"1 anchors, all hold; the key is {public}: compare it with what the house published\n"
    )
    assert run_json("anchor", "check", anchors, "--key", public)[0]["key"] == public
    assert run("anchor", "check", anchors, "--key", "0" * 64).returncode == 1
    assert "not signed by the witness" in run("anchor", "check", anchors, "--witness", public).stdout
    told = run("audit", "verify", "--book", str(book), "--against", anchors, "--anchor-key", public)
    assert told.returncode == 0
    is_refused(
        "is of another key", "audit", "verify", "--book", str(book), "--against", anchors, "--anchor-key", "0" * 64
    )
    is_refused("anchors need both a file", "serve", "--book", str(book), "--anchors", anchors)
    is_refused("No such file", "anchor", "check", str(tmp_path / "none"))

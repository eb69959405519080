"""How a book is anchored: whose anchor comes next, who is told of it, and whether a book is behind its last one.

Anchors are made when a service starts and stops, when a gaming day ends, and whenever somebody asks. Making one reads
the heads and writes a line: no table waits for it. A witness that does not answer is asked again with the next look;
the anchor stands in the house's own file meanwhile.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

from houseway.service.anchor import Anchor, AnchorBroken, AnchorFile, SigningKey, next_anchor
from houseway.service.entry import GamingDay
from houseway.service.log import log
from houseway.service.record import HOUSE, Head
from houseway.service.store import Store

LOOK_SECONDS: Final = 1.0
STARTS: Final = "the service starts"
STOPS: Final = "the service stops"
DAY_ENDS: Final = "a new gaming day"


class NotWitnessed(Exception):
    """The witness did not answer, or did not sign. The anchor stands without it."""


class Countersigner(Protocol):
    def sign(self, anchors: Sequence[Anchor]) -> list[Anchor]:
        """The same anchors with the witness's signature on each. Raises `NotWitnessed`."""


def behind(store: Store, anchors: Iterable[Anchor]) -> str:
    """What of the anchors is not in the book, as a sentence; empty if all is."""
    last: dict[str, tuple[Anchor, Head]] = {}
    for anchor in anchors:
        for stream, head in anchor.heads.items():
            last[stream] = anchor, head
    for stream, (anchor, head) in last.items():
        kept = store.archived(stream)
        if kept and 1 < head.seq < kept.seq:
            continue  # it is in an archive, and whoever audits with it finds it
        if (found := store.hash_of(stream, head.seq)) != head.hash:
            what = "is another" if found else "is not in it"
            told = f"record {head.seq} of {stream!r}, which anchor {anchor.number} of {anchor.at} tells of, {what}"
            return f"{store}: {told}: this is not the book as it was"
    return ""


def heads_of(store: Store) -> dict[str, Head]:
    """The house's first, so that it notes nothing of the others that they do not have yet."""
    house = {HOUSE: store.head(HOUSE)}
    heads = house | {stream: store.head(stream) for stream in store.streams() if stream != HOUSE}
    return {stream: head for stream, head in heads.items() if head.seq}


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorPlace:
    """Where a house's anchors go, and by which key."""

    key: SigningKey
    file: AnchorFile
    house: str
    gaming_day: GamingDay
    witness: Countersigner | None = None

    def make(self, store: Store, why: str, at: datetime | None = None) -> Anchor:
        """One more, of the book as it is. Raises `AnchorBroken` if the book is behind, or the file does not hold."""
        now = at or datetime.now(UTC)
        with self.file.alone() as file:
            anchors = self.file.read(self.key.public)
            if wrong := behind(store, anchors):
                raise AnchorBroken(wrong)
            made = next_anchor(
                anchors[-1] if anchors else None,
                self.key,
                house=self.house,
                why=why,
                at=now,
                day=self.gaming_day.of(now).isoformat(),
                heads=heads_of(store),
            )
            self.file.add(file, [made])
        return made

    @property
    def witnessed(self) -> AnchorFile:
        """The same anchors with the signature of the witness, beside the house's own file."""
        return AnchorFile(self.file.path.with_name(f"{self.file.path.name}.witnessed"))

    def send(self) -> None:
        """To the witness, what he has not signed yet. Raises `NotWitnessed`."""
        if self.witness is None:
            return
        with self.witnessed.alone() as file:
            sent = len(self.witnessed.read(self.key.public))
            if waiting := self.file.read(self.key.public)[sent:]:
                self.witnessed.add(file, self.witness.sign(waiting))


class Anchoring:
    """The anchors of a running service, made beside its tables."""

    def __init__(
        self, place: AnchorPlace, store: Store, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._place, self._store, self._clock = place, store, clock
        self._day = ""
        self._is_stopping = threading.Event()
        self._turn = threading.Lock()
        self._is_sent = True
        self.last: Anchor | None = None
        self._thread = threading.Thread(target=self._run, name="houseway anchors", daemon=True)

    def check(self) -> None:
        """Raises `AnchorBroken` if the book is behind its last anchor."""
        anchors = self._place.file.read(self._place.key.public)
        if wrong := behind(self._store, anchors):
            raise AnchorBroken(wrong)
        self.last = anchors[-1] if anchors else None

    def all(self) -> list[Anchor]:
        return self._place.file.read(self._place.key.public)

    def start(self) -> None:
        self.make(STARTS)
        self._thread.start()

    def stop(self) -> None:
        self._is_stopping.set()
        if self._thread.is_alive():
            self._thread.join()
            self._try(STOPS)

    def make(self, why: str) -> Anchor:
        """On demand, from any thread."""
        with self._turn:
            now = self._clock()
            self.last = self._place.make(self._store, why, now)
            self._day = self._place.gaming_day.of(now).isoformat()
            self._is_sent = False
        self._send()
        return self.last

    def _run(self) -> None:
        while not self._is_stopping.wait(LOOK_SECONDS):
            if self._place.gaming_day.of(self._clock()).isoformat() > self._day:
                self._try(DAY_ENDS)
            elif not self._is_sent:
                self._send()

    def _try(self, why: str) -> None:
        try:
            self.make(why)
        except Exception as error:  # the tables go on, and the next look tries again
            log.error("no anchor could be made", why=why, says=str(error))

    def _send(self) -> None:
        try:
            with self._turn:
                self._place.send()
                self._is_sent = True
        except NotWitnessed as error:
            log.warning("an anchor is not witnessed yet", says=str(error))


def heads_told(anchors: Iterable[Anchor]) -> list[tuple[str, Head]]:
    """Every head that any of them tells of, for an audit."""
    told: Mapping[tuple[str, Head], None] = {
        (stream, head): None for anchor in anchors for stream, head in anchor.heads.items()
    }
    return list(told)


def place_at(
    key: Path, file: Path, *, house: str, gaming_day: GamingDay | None = None, witness: Countersigner | None = None
) -> AnchorPlace:
    return AnchorPlace(
        key=SigningKey.read(key),
        file=AnchorFile(file),
        house=house,
        gaming_day=gaming_day or GamingDay(),
        witness=witness,
    )

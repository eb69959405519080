"""What somebody of the staff has to see to now: a pure function of a table, its day and the levels of the house.

An alert has a name that stays the same for as long as its cause does, and is another's next time: so it is said once,
acknowledged once, and gone when the cause is gone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from houseway.deciding.command import Json
from houseway.money import dollars
from houseway.reports.winnings import Drift
from houseway.role import Role
from houseway.service.entry import show_time
from houseway.service.table_day import DayOfTable
from houseway.table import events as was
from houseway.table.events import SlipWritten
from houseway.table.jackpots import unresolved
from houseway.table.places import spoken
from houseway.table.reconciling import not_to_be_paid
from houseway.table.slips import DROP, TRAY
from houseway.table.state import Table

WHAT_IS_COUNTED: Final = {TRAY: "tray", DROP: "drop box"}
PROPOSES: Final = {
    was.CardsProposed: "to correct cards",
    was.VoidProposed: "to void the round",
    was.MoneyProposed: "to correct money",
}
WATCHERS: Final = (Role.SUPERVISOR, Role.SURVEILLANCE)  # who see all alerts, and acknowledge them


class AlertKind(Enum):
    """In the order in which they are shown."""

    CLAIM = "claim"
    PAYOUT = "payout"
    SLIP = "slip"
    PROPOSAL = "proposal"
    STOP = "stop"
    TRAY = "tray"
    RELIEF = "relief"
    DRIFT = "drift"


OF_THE_DEALER: Final = (
    AlertKind.CLAIM,
    AlertKind.PAYOUT,
    AlertKind.SLIP,
    AlertKind.PROPOSAL,
    AlertKind.STOP,
    AlertKind.TRAY,
    AlertKind.RELIEF,
)  # what he is shown, of his table


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertLevels:
    """From where on the house is alerted."""

    tray_percent: int = 25  # of what the tray was opened with
    deviations: float = 3.0  # standard deviations of the win from theory: of honest tables one in 370 is further
    rounds: int = 30  # in a day, before its drift means anything
    relief_minutes: int | None = None  # that a dealer deals without relief; none: as long as he likes


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    name: str  # by which it is acknowledged
    table: str
    kind: AlertKind
    says: str
    since: datetime

    @property
    def place(self) -> tuple[int, datetime]:
        """In the list."""
        return list(AlertKind).index(self.kind), self.since

    @property
    def shape(self) -> Json:
        return {
            "alert": self.name,
            "table": self.table,
            "kind": self.kind.value,
            "says": self.says,
            "since": show_time(self.since),
        }


def alerts(table: Table, day: DayOfTable, drift: Drift | None, levels: AlertLevels, now: datetime) -> tuple[Alert, ...]:
    """Of a table; `drift` is None while its mathematics is not known."""
    if table.terms is None:
        return ()
    of_two = (*_of_slips(table, day), *_of_proposals(table, day))
    of_people = (*_of_the_tray(table, day, levels), *_of_people(table, day, levels, now))
    found = (*_of_the_round(table, day), *of_two, *of_people)
    return (*found, *(_of_drift(table, day, drift, levels, now) if drift else ()))


def _alert(table: Table, kind: AlertKind, which: object, says: str, since: datetime) -> Alert:
    return Alert(name=f"{table.name} {kind.value} {which}", table=table.name, kind=kind, says=says, since=since)


def _of_the_round(table: Table, day: DayOfTable) -> Iterator[Alert]:
    rnd, positions = table.round, table.open_terms.positions
    for seat, line in sorted(unresolved(rnd).items()):
        since = day.waits.get(f"claim {seat}", table.at)
        yield _alert(
            table, AlertKind.CLAIM, f"{rnd.number}-{seat}", f"{line} is lit for {spoken(seat, positions)}", since
        )
    for seat, spot in sorted(rnd.spots.items()):
        if waiting := spot.waits:
            won = dollars(sum(result.won_cents for result in waiting))
            since = day.waits.get(f"payout {seat}", table.at)
            yield _alert(
                table,
                AlertKind.PAYOUT,
                f"{rnd.number}-{seat}",
                f"{spoken(seat, positions).capitalize()} waits to be paid {won}",
                since,
            )
        elif spot.is_stopped and not spot.results:
            since = day.waits.get(f"stopped payout {seat}", table.at)
            says = f"Surveillance stops whatever {spoken(seat, positions)} wins"
            yield _alert(table, AlertKind.STOP, f"{rnd.number}-seat-{seat}", says, since)
    if rnd.stop:
        says = f"{rnd.stop.by} of surveillance has stopped round {rnd.number}"
        since = day.waits.get("stop", table.at)
        yield _alert(table, AlertKind.STOP, f"{rnd.number}-{day.day}-{day.stops}", says, since)


def _of_slips(table: Table, day: DayOfTable) -> Iterator[Alert]:
    """Each slip until a second person has confirmed it, or it is dropped. What one has counted is not told."""
    for number, slip in sorted(table.papers.slips.items()):
        written = day.slips.get(number)
        what = f"count of the {WHAT_IS_COUNTED[slip.what]}" if slip.what in WHAT_IS_COUNTED else _of_chips(slip)
        which = f"{written:%Y-%m-%d-%H%M%S}" if written else day.day  # numbers begin anew when the table is opened
        says = f"Slip {number} of {slip.by}, {what}, waits for a second person"
        yield _alert(table, AlertKind.SLIP, f"{which}-{number}", says, written or table.at)


def _of_proposals(table: Table, day: DayOfTable) -> Iterator[Alert]:
    """Each correction until surveillance has agreed, or it is dropped: the round may wait for it."""
    for number, asked in sorted(table.proposals.items()):
        since = day.proposals.get(number)
        which = f"{since:%Y-%m-%d-%H%M%S}" if since else day.day
        says = f"{asked.by} proposes {PROPOSES[type(asked)]}, and waits for surveillance"
        yield _alert(table, AlertKind.PROPOSAL, f"{which}-{number}", says, since or table.at)


def _of_chips(slip: SlipWritten) -> str:
    return f"{slip.what} of {dollars(slip.cents)}"


def _of_the_tray(table: Table, day: DayOfTable, levels: AlertLevels) -> Iterator[Alert]:
    """Once between two fills: where a tray goes up and down around the level, it is the same alert."""
    if short := not_to_be_paid(table):
        says = f"The round cannot go on: {short.says}"
        yield _alert(table, AlertKind.TRAY, f"{table.round.number}-pays-{day.day}-{day.fills}", says, table.at)
    opened, chips = table.open_terms.tray_cents, table.chips_in_tray
    if 100 * chips < levels.tray_percent * opened:
        level = f"{levels.tray_percent} % of the {dollars(opened)} that it was opened with"
        says = f"The tray holds {dollars(chips)}, less than {level}"
        yield _alert(table, AlertKind.TRAY, f"{day.day}-{day.fills}", says, table.at)


def _of_people(table: Table, day: DayOfTable, levels: AlertLevels, now: datetime) -> Iterator[Alert]:
    most = levels.relief_minutes
    if most is None or day.since is None or not day.dealer:
        return
    due = day.since + timedelta(minutes=most)
    if now >= due:
        says = f"{day.dealer} has dealt for {most} minutes without relief"
        yield _alert(table, AlertKind.RELIEF, f"{day.since:%Y-%m-%d-%H%M%S}", says, due)


def _of_drift(table: Table, day: DayOfTable, drift: Drift, levels: AlertLevels, now: datetime) -> Iterator[Alert]:
    """Once a day: a win that goes in and out of the band is the same alert."""
    if drift.rounds >= levels.rounds and abs(drift.deviations) > levels.deviations:
        side = "above" if drift.deviations > 0 else "below"
        says = f"The win of {drift.rounds} rounds is {abs(drift.deviations):.1f} standard deviations {side} theory"
        yield _alert(
            table, AlertKind.DRIFT, day.day, says, datetime.fromisoformat(day.rounds[-1].at) if day.rounds else now
        )

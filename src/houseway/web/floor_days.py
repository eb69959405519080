"""What the floor came to, by day, table, dealer and hour: charts with their exact figures beside them, the shift report
of all tables, and the same as JSON and on paper. For those who read the papers of a table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from houseway.analysis.figures import percent
from houseway.deciding.command import Json
from houseway.games import GAMES
from houseway.money import MICROS_PER_CENT, dollars
from houseway.progressive.meter import show_micros
from houseway.reports import floor_report, paper
from houseway.reports.anchor_note import AnchorNote
from houseway.reports.floor_report import FIGURES, SHIFTS, FloorLine, FloorReport, plain_line, rows
from houseway.reports.shapes import fraction
from houseway.reports.winnings import Day as PlayedDay
from houseway.role import Role
from houseway.service.daybook import days
from houseway.service.entry import show_time
from houseway.service.meter_line import MeterLine, meter_line
from houseway.service.shifts import shifts
from houseway.service.table_day import DayOfTable, table_day
from houseway.web import charts
from houseway.web.charts import Scale
from houseway.web.errors import Problem
from houseway.web.floor_figures import TableStep, by_dealer, by_hour, by_table, steps
from houseway.web.house import House
from houseway.web.installation import TYPESETTER
from houseway.web.models import Day, Number, TableName
from houseway.web.pages import named, page, sorry, visitor
from houseway.web.routes import Routes, only
from houseway.web.shifts import READERS
from houseway.web.staff import SCREENS, log_in_page
from houseway.web.tables import by_number

if TYPE_CHECKING:
    from houseway.service.anchor import Anchor

routes = Routes()
pages = Routes(on_problem=sorry)

WHO: Final = only(READERS, "the papers of a table are shown")
DRAWN: Final = 400  # points of a line: more than a picture has room for
DAYS: Final = 7  # that stand beside a day
OVER_TIME: Final = ("Time", "Round", "Drop", "Staked", "Win", "Theory", "Its band", "Hold", "In theory")


# ---- what they came to


async def report_of(house: House, day: date) -> FloorReport:
    told = await house.read(lambda: _days(house, day))
    rounds = {name: each.rounds for name, each in told.items()}
    known = await house.watch.theory_of([each for of_table in rounds.values() for each in of_table])
    found = await house.read(lambda: [_shifts(house, name, day) for name in told])
    return FloorReport(
        house=house.name,
        day=day,
        zone=house.zone,
        shifts=tuple(shift for of_table in found for shift in of_table),
        tables=by_table(rounds, known, {name: each.drop_cents for name, each in told.items()}),
        dealers=by_dealer(rounds, known),
        hours=by_hour(rounds, known, house.zone),
        anchor=await house.read(lambda: _anchor(house, day)),
    )


def _anchor(house: House, day: date) -> AnchorNote | None:
    closing = closes(day.isoformat(), house.anchoring.all() if house.anchoring else [])
    if closing is None:
        return None
    return AnchorNote(number=closing.number, at=closing.at, why=closing.why, sha256=closing.sha256, key=closing.key)


def closes(day: str, anchors: "Sequence[Anchor]") -> "Anchor | None":
    """The first that was made when the day was over; while it lasts, the last one."""
    return next((each for each in anchors if each.day > day), anchors[-1] if anchors else None)


def _days(house: House, day: date) -> dict[str, DayOfTable]:
    """Of every table of the book."""
    return {name: _day(house, name, day) for name in sorted(house.store.tables(), key=by_number)}


def _day(house: House, table: str, day: date) -> DayOfTable:
    now = house.floor.tables.get(table)
    terms = now.terms if now and day == house.today else None  # of a day that is past, the book knows
    return table_day(house.store, table, day.isoformat(), terms=terms)


def _shifts(house: House, table: str, day: date) -> list[Any]:
    """Those that began on the day."""
    return [each for each in shifts(house.store, table, house=house.name, zone=house.zone) if each.day == day]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTime:
    """A table over a gaming day or a shift."""

    table: str
    day: date
    since: datetime
    until: datetime
    steps: tuple[TableStep, ...] | None  # None: the mathematics of a round is not known
    hours: tuple[FloorLine, ...]
    dealers: tuple[FloorLine, ...]
    days: tuple[FloorLine, ...]
    meters: tuple[MeterLine, ...]


async def time_of(house: House, table: str, day: date, shift: int | None) -> TableTime:
    if not (await house.read(lambda: house.store.head(table))).seq:
        raise Problem(404, "no-such-table", "no table has this name")
    begins = datetime.combine(day, house.gaming_day.begins, ZoneInfo(house.zone))
    since, until = begins, min(begins + timedelta(days=1), max(begins, datetime.now(UTC)))
    if shift is not None:
        found = await house.read(partial(shifts, house.store, table, house=house.name, zone=house.zone))
        if shift > len(found):
            raise Problem(404, "no-such-shift", f"table {table} has had {len(found)} shifts")
        chosen = found[shift - 1]
        day, since = chosen.day, chosen.opening.at
        until = chosen.closing.at if chosen.closing else until
    past = [day - timedelta(days=ago) for ago in range(DAYS)]
    later = [day + timedelta(days=1)] if house.gaming_day.of(until - timedelta(milliseconds=1)) > day else []
    told = await house.read(lambda: {each: _day(house, table, each) for each in (*past, *later)})
    known = await house.watch.theory_of([each for one in told.values() for each in one.rounds])
    first, last = show_time(since.astimezone(UTC)), show_time(until.astimezone(UTC))
    here = [told[each] for each in (day, *later)]
    mine = [each for one in here for each in one.rounds if first <= each.at <= last]
    bought = [(datetime.fromisoformat(at), cents) for one in here for at, cents in one.bought if first <= at <= last]
    lines = [by_table({table: told[each].rounds}, known, {table: told[each].drop_cents}) for each in past]
    terms = told[day].reading.terms
    names = sorted(terms.plays_for.values()) if terms else []
    meters = await house.read(lambda: [_meter(house, name, day, since, until) for name in names])
    return TableTime(
        table=table,
        day=day,
        since=since,
        until=until,
        steps=steps(table, mine, bought, known),
        hours=by_hour({table: mine}, known, house.zone),
        dealers=by_dealer({table: mine}, known),
        days=tuple(_of_day(each, found[0]) for each, found in zip(past, lines, strict=True) if found),
        meters=tuple(meters),
    )


def _meter(house: House, name: str, day: date, since: datetime, until: datetime) -> MeterLine:
    return meter_line(house.store, house.meters.history(name), name, day=day, since=since, until=until)


def _of_day(day: date, line: FloorLine) -> FloorLine:
    return replace(line, name=day.isoformat())


# ---- as JSON and on paper


@routes.at("GET /floor/days/{day}.pdf", who=WHO, media="application/pdf", answer=None)
async def print_report(house: House, day: Day) -> Response:
    """The shift report of the floor, on paper."""
    house.installation.check(TYPESETTER)
    printed = await house.printed(partial(floor_report.pdf, await report_of(house, day)))
    headers = {"Content-Disposition": f'inline; filename="floor-{day}.pdf"'}
    return Response(printed, headers=headers, media_type="application/pdf")


@routes.at("GET /floor/days/{day}", who=WHO)
async def show_report(house: House, day: Day) -> dict[str, Any]:
    """Over and short of every table and shift of a gaming day, and what tables, dealers and hours came to."""
    return floor_report.plain(await report_of(house, day))


@routes.at("GET /tables/{table}/days/{day}", who=WHO)
async def show_table_day(house: House, day: Day, table: TableName, shift: Number | None = None) -> dict[str, Any]:
    """A table after every round of a gaming day, or of a shift, with its meters; fractions are exact."""
    told = await time_of(house, table, day, shift)
    return {
        "table": table,
        "day": told.day.isoformat(),
        "since": show_time(told.since.astimezone(UTC)),
        "until": show_time(told.until.astimezone(UTC)),
        "steps": None if told.steps is None else [_plain_step(each) for each in told.steps],
        **{name: [*map(plain_line, getattr(told, name))] for name in ("hours", "dealers", "days")},
        "meters": [_plain_meter(each) for each in told.meters],
    }


def _plain_step(step: TableStep) -> Json:
    drift = step.drift
    return {
        "at": show_time(step.at),
        "round": step.number,
        "drop_cents": step.drop_cents,
        "stake_cents": drift.stake_cents,
        "win_cents": drift.actual_cents,
        "theory_cents": fraction(drift.theory_cents),
        "variance": fraction(drift.variance),
        "is_bound": drift.is_bound,
    }


def _plain_meter(line: MeterLine) -> Json:
    return {
        "meter": line.meter,
        "points": [[show_time(at.astimezone(UTC)), micros] for at, micros in line.points],
        "awards": [
            {"at": show_time(each.at), "table": each.table, "round": each.round, "seat": each.seat, "line": each.line,
             "cents": each.cents}
            for each in line.awards
        ],
    }  # fmt: skip


# ---- as pages


@pages.at("GET /floor/report")
async def report_page(house: House, request: Request, day: Day | None = None) -> Response:
    """The shift report of all tables on a gaming day, with the charts of its tables, dealers and hours."""
    session, dead = await visitor(house, request)
    if session is None or Role(session.role) not in READERS:
        return log_in_page(dead, request, session, "supervisor, of surveillance and of the auditor")
    day = day or house.today
    report = await report_of(house, day)
    told = floor_report.printed(report)
    return page(
        "floor_report.html",
        None,
        headers=dead,
        data=None,
        report=told,
        columns=FIGURES,
        shift_columns=SHIFTS,
        day=day.isoformat(),
        **_other_days(house, day),
        tables=[each.name for each in report.tables],
        pictures=[
            ("Win by table, off theory", _off_theory(report.tables, "By table: how far the win is off theory")),
            ("Win by dealer, off theory", _off_theory(report.dealers, "By dealer: how far the win is off theory")),
            ("Rounds an hour, by table", _pace(report.tables, "By table: rounds an hour while it was dealt")),
            ("Rounds an hour, by dealer", _pace(report.dealers, "By dealer: rounds an hour while he dealt")),
            ("Rounds, by hour", _rounds(report.hours, "By hour: rounds that ended")),
        ],
        watches=Role(session.role) in (Role.SUPERVISOR, Role.SURVEILLANCE),
    )


@pages.at("GET /floor/days")
async def days_page(house: House, request: Request, first: Day | None = None, last: Day | None = None) -> Response:
    """Drop, win and hold of every table by gaming day, the last first, with what each day came to."""
    session, dead = await visitor(house, request)
    if session is None or Role(session.role) not in READERS:
        return log_in_page(dead, request, session, "supervisor, of surveillance and of the auditor")
    last = last or house.today
    first = min(first or last - timedelta(days=DAYS - 1), last)
    found = await house.read(partial(days, house.store, first=first.isoformat(), last=last.isoformat()))
    by_day = [_busy(day, [*every]) for day, every in groupby(found, attrgetter("day"))]
    return page(
        "floor_days.html",
        None,
        headers=dead,
        data=None,
        first=first.isoformat(),
        last=last.isoformat(),
        before=f"first={first - timedelta(days=DAYS)}&last={first - timedelta(days=1)}",
        columns=("Table", "Game", "Drop", "Win", "Hold", "To meters"),
        days=[(day, [*map(_day_row, played), _sum_row(played)], idle) for day, played, idle in reversed(by_day)],
        watches=Role(session.role) in (Role.SUPERVISOR, Role.SURVEILLANCE),
    )


def _busy(day: str, every: Sequence[PlayedDay]) -> tuple[str, list[PlayedDay], int]:
    """The tables of a day at which something was sold, won or put onto a meter, as people read their names; and how
    many others there were."""
    busy = [each for each in every if each.drop_cents or each.win_cents or each.to_meters_micros]
    return day, sorted(busy, key=lambda each: by_number(each.table)), len(every) - len(busy)


def _day_row(played: PlayedDay) -> list[str]:
    title = GAMES[played.game].title if played.game in GAMES else played.game
    return [played.table, title, *_day_sums(played.drop_cents, played.win_cents, played.to_meters_micros)]


def _sum_row(played: Sequence[PlayedDay]) -> list[str]:
    drop, win = sum(each.drop_cents for each in played), sum(each.win_cents for each in played)
    return ["All tables", "", *_day_sums(drop, win, sum(each.to_meters_micros for each in played))]


def _day_sums(drop: int, win: int, to_meters_micros: int) -> list[str]:
    held = paper.minus(percent(Fraction(win, drop), 1)) if drop else ""
    meters = paper.money_of_micros(to_meters_micros) if to_meters_micros else ""
    return [paper.money_of_cents(drop), paper.money_of_cents(win), held, meters]


@pages.at("GET /tables/{table}/charts")
async def charts_page(
    house: House, request: Request, table: str, day: Day | None = None, shift: Number | None = None
) -> Response:
    """A table over a gaming day or a shift: its hold and the band, its meters, its rounds an hour, its dealers."""
    session, dead = await visitor(house, request)
    if session is None or Role(session.role) not in READERS:
        return log_in_page(dead, request, session, "supervisor, of surveillance and of the auditor")
    told = await time_of(house, named("table", table), day or house.today, shift)
    return page(
        "floor_charts.html",
        None,
        headers=dead,
        data=None,
        table=table,
        shift=shift,
        screen=next(name for name, roles in SCREENS.items() if Role(session.role) in roles),
        day=told.day.isoformat(),
        long_day=paper.long_day(told.day),
        zone=house.zone,
        **_other_days(house, told.day),
        is_known=told.steps is not None,
        hold=_hold(told),
        over_time=_over_time(told, house.zone),
        over_time_columns=OVER_TIME,
        meters=[(each.meter, _meter_chart(told, each), _meter_rows(each, house.zone)) for each in told.meters],
        hours=rows(told.hours),
        hours_chart=_rounds(told.hours, "Rounds that ended, hour by hour"),
        dealers=rows(told.dealers),
        days=rows(told.days),
        days_chart=_off_theory(told.days, "By day: how far the win is off theory"),
        columns=FIGURES,
    )


def _other_days(house: House, day: date) -> dict[str, Any]:
    after = day + timedelta(days=1)
    return {
        "before": (day - timedelta(days=1)).isoformat(),
        "after": after.isoformat() if after <= house.today else "",
        "long": paper.long_day(day),
    }


# ---- the pictures


def _off_theory(lines: Sequence[FloorLine], label: str) -> Markup:
    found = [
        (each.name, each.drift.deviations, paper.minus(f"{each.drift.deviations:+z.1f}"))
        for each in lines
        if each.drift and each.drift.variance
    ]
    return charts.off_theory(found, label) if found else Markup()


def _pace(lines: Sequence[FloorLine], label: str) -> Markup:
    found = [(each.name, each.pace, f"{float(each.pace):.1f}") for each in lines if each.pace is not None]
    return charts.amounts(found, label) if found else Markup()


def _rounds(lines: Sequence[FloorLine], label: str) -> Markup:
    return charts.amounts([(each.name, each.rounds, str(each.rounds)) for each in lines], label) if lines else Markup()


def _hold(told: TableTime) -> Markup:
    """In percent of the drop or, where chips were not sold before the first round, in dollars."""
    if not told.steps or told.steps[0].at == told.steps[-1].at:
        return Markup()
    every = max(1, len(told.steps) // DRAWN)
    shown = [*told.steps[::every], *(told.steps[-1:] if (len(told.steps) - 1) % every else ())]
    is_share = bool(told.steps[0].drop_cents)

    def of(step: TableStep, cents: Fraction | int) -> Fraction:
        return Fraction(cents) * 100 / step.drop_cents if is_share else Fraction(cents) / 100

    def drawn(cents: Callable[[TableStep], Fraction | int]) -> list[tuple[float, Fraction]]:
        return [(_hours(told, step.at), of(step, cents(step))) for step in shown]

    win, low = drawn(lambda step: step.drift.actual_cents), drawn(lambda step: step.low_cents)
    high, theory = drawn(lambda step: step.high_cents), drawn(lambda step: step.drift.theory_cents)
    values = [float(value) for points in (win, low, high) for _, value in points]
    y = _scale(min(0.0, *values), max(0.0, *values), _percent if is_share else _dollars)
    last = told.steps[-1]
    says = f"{_percent(float(of(last, last.drift.actual_cents)))} of the drop" if is_share else _dollars(values[-1])
    label = f"Hold over time, with the band of theory: at the end {says}"
    under = "hold, % of the drop; dashed: theory; shaded: its band" if is_share else "win; dashed: theory"
    return charts.within_band(win, low, high, theory, _time(told, shown[0].at, last.at), y, label=label, under=under)


def _meter_chart(told: TableTime, line: MeterLine) -> Markup:
    """While the table was dealt; a meter that was opened meanwhile begins then."""
    known = line.points[1:] if line.points[0][1] == 0 and len(line.points) > 1 else line.points
    first = max(known[0][0], told.steps[0].at - timedelta(minutes=5)) if told.steps else known[0][0]
    last = max(known[-1][0], told.steps[-1].at if told.steps else told.until)
    before = [point for point in known if point[0] <= first]
    shown = [(first, before[-1][1]), *(point for point in known if point[0] > first)]
    every = max(1, len(shown) // DRAWN)
    points = [(_hours(told, at), Fraction(micros, 1_000_000)) for at, micros in (*shown[:-1:every], shown[-1])]
    values = [float(value) for _, value in points]
    marks = []
    for award in line.awards:
        worth = next((micros for at, micros in reversed(known) if at < award.at), 0)
        marks.append(((_hours(told, award.at), Fraction(worth, 1_000_000)), f"{award.line} {dollars(award.cents)}"))
    y = _scale(min(values), max(values) * 1.02 + 0.01, _dollars)
    label = f"Meter {line.meter} over time, wins: {len(line.awards)}"
    x = _time(told, first, last)
    return charts.stairs(points, marks, x, y, label=label, under="what the meter is worth; marked: wins")


def _hours(told: TableTime, at: datetime) -> float:
    """Since the day began."""
    return (at - told.since.replace(minute=0, second=0, microsecond=0)).total_seconds() / 3600


def _time(told: TableTime, first: datetime, last: datetime) -> Scale:
    start = told.since.replace(minute=0, second=0, microsecond=0)
    zone = told.since.tzinfo if isinstance(told.since.tzinfo, ZoneInfo) else None

    def says(hours: float) -> str:
        return f"{(start + timedelta(hours=hours)).astimezone(zone):%H:%M}"

    least, most = _hours(told, first), _hours(told, last)
    return Scale(least, max(most, least + 0.02), says)


def _scale(least: float, most: float, says: Callable[[float], str]) -> Scale:
    room = (most - least) * 0.05 or 1.0
    return Scale(least - room, most + room, says)


def _percent(value: float) -> str:
    return paper.minus(f"{value:.0f} %" if abs(value) >= 10 or value == int(value) else f"{value:.1f} %")


def _dollars(value: float) -> str:
    return paper.minus(f"{'-' if value < 0 else ''}${abs(value):,.0f}" if abs(value) >= 10 else f"${value:,.2f}")


# ---- the figures beside them


def _over_time(told: TableTime, zone: str) -> list[list[str]]:
    """The last round of every hour."""
    last: dict[str, TableStep] = {}
    for step in told.steps or ():
        last[f"{step.at.astimezone(ZoneInfo(zone)):%d %H}"] = step
    return [_step(step, zone) for step in last.values()]


def _step(step: TableStep, zone: str) -> list[str]:
    drift, drop = step.drift, step.drop_cents

    def share(cents: Fraction | int) -> str:
        return paper.minus(percent(Fraction(cents) / drop, 2)) if drop else ""

    return [
        f"{step.at.astimezone(ZoneInfo(zone)):%H:%M}",
        str(step.number),
        paper.money_of_cents(drop),
        paper.money_of_cents(drift.stake_cents),
        paper.money_of_cents(drift.actual_cents),
        paper.money_of_cents(round(drift.theory_cents)),
        f"{paper.money_of_cents(round(step.low_cents))} to {paper.money_of_cents(round(step.high_cents))}",
        share(drift.actual_cents),
        share(drift.theory_cents),
    ]


def _meter_rows(line: MeterLine, zone: str) -> list[list[str]]:
    """Where it began, every win, and where it ended."""
    here = ZoneInfo(zone)
    found = [[f"{line.points[0][0].astimezone(here):%H:%M}", "begins", "", show_micros(line.points[0][1])]]
    for award in line.awards:
        after = [micros for at, micros in line.points if at <= award.at]
        what = f"{award.line}, table {award.table}, round {award.round}"
        paid = show_micros(award.cents * MICROS_PER_CENT)
        found.append([f"{award.at.astimezone(here):%H:%M}", what, paid, show_micros(after[-1])])
    last = line.points[-1]
    return [*found, [f"{last[0].astimezone(here):%H:%M}", "stands", "", show_micros(last[1])]]

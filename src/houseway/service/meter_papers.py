"""The papers of a meter, filled in from the book: the win page, the day and the notice of a malfunction."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any, Final, TypeVar

from houseway.cards import show_card
from houseway.games import GAMES
from houseway.money import METER, MICROS_PER_CENT, RESERVE, Cents, Micros
from houseway.progressive import events as was
from houseway.progressive.adjustment import ROUTES, Grounds
from houseway.progressive.commands import Status
from houseway.progressive.meter import Hit, last_of_each
from houseway.reports.malfunction import Malfunction
from houseway.reports.meter_day import AdjustmentOfDay, AwardOfDay, MeterDay, ReseedOfDay, ReturnOfDay, TableDay, Tally
from houseway.reports.win_page import WinPage
from houseway.role import Actor, Role
from houseway.service.coin_ins import CoinIn, Return, expected_cents, shown, stood
from houseway.service.entry import GamingDay, TableEntry, meter_entry_of, show_time
from houseway.service.meter_past import At, Award, MeterBooks, Moved, Past, moved_by
from houseway.service.record import Record, meter_stream
from houseway.service.rounds import Rounds
from houseway.service.store import Store
from houseway.table.events import WagerPlaced
from houseway.table.settlement import envy_of

T = TypeVar("T")
HOUSE_NAME: Final = "The card room"
DEPOSIT_WITHIN: Final = timedelta(days=7)  # WAC 230-15-455
NO_RESEED: Final = was.MeterReseeded(reserve_micros=Micros(0), bank_micros=Micros(0))
CORRECTIONS: Final = (Grounds.MALFUNCTION_UP, Grounds.MALFUNCTION_DOWN)


class NotThere(ValueError):
    """The book has no such thing."""

    def __init__(self, what: str, says: str) -> None:
        super().__init__(says)
        self.what = what  # meter, win, day or malfunction


class Papers:
    """Called on any thread."""

    def __init__(
        self,
        store: Store,
        *,
        books: MeterBooks | None = None,
        rounds: Rounds | None = None,
        house: str = HOUSE_NAME,
        gaming_day: GamingDay | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store = store
        self._books = books or MeterBooks(store)
        self._rounds = rounds or Rounds(store)
        self._house = house
        self._gaming_day = gaming_day or GamingDay()
        self._clock = clock

    # ---- wins

    def wins(self, meter: str, *, after: int = 0, limit: int | None = None) -> list[dict[str, Any]]:
        """The awards that the meter paid, by the number of its record, the oldest first."""
        with self._books.past(meter) as past:
            _check_open(past)
            first = bisect_right(past.awards, after, key=lambda each: each.seq)
            found = past.awards[first : None if limit is None else first + limit]
            return [_win(each, past.backed_out[each.told.win]) for each in found]

    def win_page(self, meter: str, seq: int) -> WinPage:
        with self._books.past(meter) as past:
            _check_open(past)
            place = bisect_left(past.awards, seq, key=lambda each: each.seq)
            if place == len(past.awards) or past.awards[place].seq != seq:
                last = ", ".join(str(each.seq) for each in past.awards[-5:]) or "none yet"
                raise NotThere("win", f"record {seq} of meter {meter} is no win; the last are {last}")
            award, backed_out = past.awards[place], past.backed_out[past.awards[place].told.win]
            after, strange = past.after[seq], past.unapproved_at(seq)
        [record] = self._store.read(meter_stream(meter), after=seq - 1, upto=seq)
        return replace(self._win_page(meter, award, record, after, backed_out), unapproved=strange)

    def _win_page(self, meter: str, at: At[Award], record: Record, after: Moved, backed_out: int) -> WinPage:
        award, entry = at.told, meter_entry_of(record)
        [reseed] = [each for each in entry.events if isinstance(each, was.MeterReseeded)] or [NO_RESEED]
        before = after.meter_micros - moved_by(record, meter).meter_micros
        table, entries = self._rounds.until(award.table, award.round, award.table_seq)
        [written] = self._store.read(award.table, after=award.table_seq - 1, upto=award.table_seq)
        assert table.terms is not None and table.terms.progressive is not None
        paytable, rnd = table.terms.progressive, table.round
        cards = rnd.packets[award.seat] + rnd.later.get(award.seat, ())
        return WinPage(
            house=self._house,
            meter=meter,
            paytable=paytable.name,
            game=table.game.title,
            table=award.table,
            round=award.round,
            seat=award.seat,
            player=_player(entries, award.seat),
            cards=tuple(show_card(card) for card in cards),
            line=award.line,
            share=award.share,
            cents=award.cents,
            meter_before_micros=award.shown_micros,
            meter_after_micros=after.meter_micros,
            reseed_reserve_micros=reseed.reserve_micros,
            reseed_bank_micros=reseed.bank_micros,
            overflow_micros=before - award.shown_micros,
            envy=tuple((seat, paytable.lines[award.line].envy_cents) for seat in self._envied_by(award)),
            at=at.at,
            zone=self._gaming_day.zone,
            day=at.day,
            verified_by=_verified_by(entry.actor),
            win=award.win,
            backed_out_cents=backed_out,
            table_seq=award.table_seq,
            table_hash=written.hash,
            meter_seq=record.seq,
            meter_hash=record.hash,
        )

    def _envied_by(self, award: Award) -> list[int]:
        """The seats that were paid envy for the hand, as the round stands now or ended: nobody, if the whole award was
        backed out before GAME OVER, or the round is void. [SLP 9i]"""
        last = self._store.read_round(award.table, award.round)[-1].seq
        table, _ = self._rounds.until(award.table, award.round, last)
        rnd = table.previous if table.round.number != award.round else table.round
        assert rnd is not None and table.terms is not None
        backed_out = sum(back.cents for back in rnd.back_outs if back.win == award.win)
        if rnd.void or backed_out == award.cents:
            return []
        envious = envy_of(table.game, table.terms, rnd).items()
        return [seat for seat, of in envious if rnd.spots[seat].results and (award.seat, award.line) in of.hands]

    # ---- days

    def day(self, meter: str, day: date) -> MeterDay:
        """The master report of a gaming day; of today, as far as it is."""
        with self._books.past(meter) as past:
            opened = _check_open(past)
            today = self._gaming_day.of(self._clock())
            if not opened.day <= day <= max(today, *past.ends):
                raise NotThere("day", f"{day}: meter {meter} has gaming days from {opened.day} to {today}")
            return self._day(past, day)

    def _day(self, past: Past, day: date) -> MeterDay:
        found = stood(self._store, past, day)
        settings, awards = _last(past.settings, day).told, _upto(past.awards, day)
        back = _backed_out(_upto(past.adjustments, day))
        deposits = _upto(past.deposits, day)
        deposited = sum(each.told for each in deposits) * MICROS_PER_CENT
        deposited_upto = max((each.day for each in deposits if each.told > 0), default=None)
        held = found.closing
        assert past.opened is not None
        return MeterDay(
            house=self._house,
            meter=past.name,
            day=day,
            zone=self._gaming_day.zone,
            status=_last(past.statuses, day).told.value,
            seed_cents=settings.seed_cents,
            stake_cents=settings.stake_cents,
            increment=settings.increment,
            hidden=settings.hidden,
            maximum_cents=settings.maximum_cents,
            opening_micros=found.opening.meter_micros,
            opening_reserve_micros=found.opening.reserve_micros,
            tables=_by_table(found.coin_ins),
            returns=_returns(found.returns),
            corrections=tuple(found.corrections),
            awards=tuple(_award_of_day(each, back) for each in awards if each.day == day),
            reseeds=tuple(_reseed_of_day(each) for each in past.reseeds if each.day == day),
            adjustments=tuple(_adjustment_of_day(past, each) for each in past.adjustments if each.day == day),
            closing_micros=held.meter_micros,
            closing_reserve_micros=held.reserve_micros,
            hits=_hits(awards, back),
            last_hits=_last_hits(awards, back),
            expected_cents=expected_cents(past, found),
            deposit_due_micros=held.meter_micros + held.reserve_micros - deposited,
            deposit_by=(deposited_upto or past.opened.day) + DEPOSIT_WITHIN,
            deposited_upto=deposited_upto,
            overflow_micros=held.meter_micros - shown(settings, held.meter_micros),
            head=max(head for on, head in past.ends.items() if on <= day),
            unapproved=past.unapproved_on(day),
        )

    # ---- malfunctions

    def malfunction(self, meter: str, number: int) -> Malfunction:
        """The notice, with its clock as it stands now."""
        with self._books.past(meter) as past:
            _check_open(past)
            if number not in past.malfunctions:
                known = ", ".join(map(str, past.malfunctions)) or "none yet"
                raise NotThere("malfunction", f"malfunction {number} of meter {meter}: reported are {known}")
            reported, notice = past.malfunctions[number], past.notices.get(number)
            held, status = past.after[reported.seq], _at(past.statuses, reported.seq)
            assert status is not None
            tables = _at(past.tables, reported.seq)
            return Malfunction(
                house=self._house,
                meter=meter,
                tables=tuple(sorted(tables.told)) if tables else (),
                what=reported.told,
                noticed_at=reported.at,
                reported_by=reported.by,
                suspended_at=status.at if status.told is Status.SUSPENDED else None,
                shown_micros=shown(past.settings_at(reported.at), held.meter_micros),
                reserve_micros=held.reserve_micros,
                adjustments=tuple(
                    _adjustment_of_day(past, each)
                    for each in past.adjustments
                    if each.seq > reported.seq and each.told.adjustment.reason in CORRECTIONS
                ),
                unapproved=past.unapproved_at(reported.seq),
                now=self._clock(),
                notified_at=notice.at if notice else None,
                zone=self._gaming_day.zone,
            )


# ---- parts of a page -------------------------------------------------------------------------------


def _check_open(past: Past) -> At[was.MeterOpened]:
    if past.opened is None:
        raise NotThere("meter", f"no meter has the name {past.name!r}")
    return past.opened


def _upto(told: Sequence[At[T]], day: date) -> list[At[T]]:
    return [each for each in told if each.day <= day]


def _last(told: Sequence[At[T]], day: date) -> At[T]:
    """As it was at the close of the day."""
    return _upto(told, day)[-1]


def _at(told: Sequence[At[T]], seq: int) -> At[T] | None:
    """As it was after a record."""
    return next((each for each in reversed(told) if each.seq <= seq), None)


def _win(at: At[Award], backed_out_cents: int) -> dict[str, Any]:
    award = at.told
    return {
        "seq": at.seq,
        "at": show_time(at.at),
        "day": at.day.isoformat(),
        "win": award.win,
        "table": award.table,
        "round": award.round,
        "seat": award.seat,
        "line": award.line,
        "shown_micros": award.shown_micros,
        "cents": award.cents,
        "backed_out_cents": backed_out_cents,
    }


def _player(entries: Sequence[TableEntry], seat: int) -> str:
    """Whoever bet on the seat in this round."""
    bets = (
        entry.actor.name
        for entry in reversed(entries)
        for event in entry.events
        if isinstance(event, WagerPlaced) and event.seat == seat
    )
    return next(bets, "not known")


def _verified_by(actor: Actor) -> str:
    return "nobody: an automatic table" if actor.role is Role.AUTOMATIC else actor.name


def _by_table(coin_ins: Sequence[CoinIn]) -> tuple[TableDay, ...]:
    rows = []
    for (table, game), found in groupby(coin_ins, key=lambda each: (each.table, each.playing.game)):
        several = list(found)
        row = TableDay(
            table=table,
            game=GAMES[game].title if game in GAMES else game,
            stakes=sum(each.stakes for each in several),
            coin_in_cents=sum(each.stakes * each.stake_cents for each in several),
            increment_micros=sum(each.gained.meter_micros for each in several),
            reserve_micros=sum(each.gained.reserve_micros for each in several),
        )
        rows.append(row)
    return tuple(rows)


def _award_of_day(at: At[Award], back: Mapping[str, int]) -> AwardOfDay:
    award = at.told
    return AwardOfDay(
        at=at.at,
        win=award.win,
        line=award.line,
        share=award.share,
        cents=award.cents,
        backed_out_cents=back.get(award.win, 0),
        before_micros=award.shown_micros,
    )


def _reseed_of_day(at: At[was.MeterReseeded]) -> ReseedOfDay:
    return ReseedOfDay(at=at.at, reserve_micros=at.told.reserve_micros, bank_micros=at.told.bank_micros)


def _adjustment_of_day(past: Past, at: At[was.MeterAdjusted]) -> AdjustmentOfDay:
    adjustment = at.told.adjustment
    return AdjustmentOfDay(
        at=at.at,
        reason=adjustment.reason.value,
        note=adjustment.note,
        micros=adjustment.micros,
        account=" to ".join(account for account in ROUTES[adjustment.reason] if account in (METER, RESERVE)),
        proposed_by=past.proposers[at.told.proposal],
        approved_by=at.told.approved_by,
        win=adjustment.win,
    )


def _backed_out(adjustments: Sequence[At[was.MeterAdjusted]]) -> Counter[str]:
    """In cents, by win."""
    back: Counter[str] = Counter()
    for each in adjustments:
        made = each.told.adjustment
        if made.reason is Grounds.BACK_OUT and made.win:
            back[made.win] += made.micros // MICROS_PER_CENT
    return back


def _returns(found: Sequence[Return]) -> tuple[ReturnOfDay, ...]:
    stakes: Counter[str] = Counter()
    cents: Counter[str] = Counter()
    for each in found:
        stakes[each.table] += each.stakes
        cents[each.table] += each.stakes * each.stake_cents
    return tuple(ReturnOfDay(table=table, stakes=stakes[table], cents=cents[table]) for table in sorted(stakes))


def _last_hits(awards: Sequence[At[Award]], back: Mapping[str, int]) -> tuple[tuple[str, str, int], ...]:
    """Of those that stand, with what of them does."""
    standing = [each.told for each in awards if each.told.cents != back.get(each.told.win)]
    hits = [Hit(win=each.win, line=each.line, cents=Cents(each.cents - back.get(each.win, 0))) for each in standing]
    return tuple((hit.line, hit.win, hit.cents) for hit in last_of_each(hits))


def _hits(awards: Sequence[At[Award]], back: Mapping[str, int]) -> tuple[Tally, ...]:
    hits: Counter[str] = Counter()
    cents: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    for each in (each.told for each in awards):
        rest = each.cents - back.get(each.win, 0)
        (gone if each.cents == back.get(each.win) else hits)[each.line] += 1
        cents[each.line] += rest
    return tuple(Tally(line=line, hits=hits[line], cents=cents[line], backed_out=gone[line]) for line in sorted(cents))

"""The papers of a meter, filled in from the book: the win page, the day and the notice of a malfunction."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any, Final

from houseway.cards import show_card
from houseway.deciding.command import made_from
from houseway.games import GAMES
from houseway.money import METER, MICROS_PER_CENT, RESERVE, Cents
from houseway.progressive import events as was
from houseway.progressive import papers
from houseway.progressive.adjustment import ROUTES, Grounds
from houseway.progressive.approval import unapproved_meter
from houseway.progressive.commands import Status
from houseway.progressive.meter import Hit, last_of_each, shown_micros
from houseway.role import Role, Seat
from houseway.service.coin_ins import StakesIn, day_at_tables, expected_cents
from houseway.service.entry import GamingDay, show_time
from houseway.service.meter_history import Award, History, Moment
from houseway.service.meters import MeterBooks
from houseway.service.rounds import Rounds
from houseway.service.store import Store
from houseway.table.settlement import envy_of

HOUSE_NAME: Final = "The card room"
DEPOSIT_WITHIN: Final = timedelta(days=7)  # WAC 230-15-455
CORRECTIONS: Final = (Grounds.MALFUNCTION_UP.value, Grounds.MALFUNCTION_DOWN.value)


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

    def _history(self, meter: str) -> History:
        history = self._books.history(meter)
        if not history.moments:
            raise NotThere("meter", f"no meter has the name {meter!r}")
        return history

    # ---- wins

    def wins(self, meter: str, *, after: int = 0, limit: int | None = None) -> list[dict[str, Any]]:
        """The awards that the meter paid, by the number of its record, the oldest first."""
        history = self._history(meter)
        back = _backed_out(history)
        first = bisect_right(history.awards, after, key=lambda award: award.seq)
        awards = history.awards[first : None if limit is None else first + limit]
        return [_win(award, back[award.win]) for award in awards]

    def win_page(self, meter: str, seq: int) -> papers.WinPage:
        history = self._history(meter)
        award = next((award for award in history.awards if award.seq == seq), None)
        if award is None:
            last = ", ".join(str(award.seq) for award in history.awards[-5:]) or "none yet"
            raise NotThere("win", f"record {seq} of meter {meter} is no win; the last are {last}")
        moment = history.moments[seq - 1]
        reseeds = [event for event in moment.events if isinstance(event, was.MeterReseeded)]
        before = moment.meter.gross_micros - moment.moved.meter_micros
        table, _ = self._rounds.until(award.table, award.round, award.table_seq)
        [written] = self._store.read(award.table, after=award.table_seq - 1, upto=award.table_seq)
        assert table.terms is not None and table.terms.progressive is not None
        paytable, rnd = table.terms.progressive, table.round
        cards = rnd.cards_of(award.seat)
        return made_from(
            papers.WinPage,
            award,
            house=self._house,
            seat=table.terms.number_of(Seat(award.seat)),
            meter=meter,
            paytable=paytable.name,
            game=table.game.title,
            player=self._rounds.players(award.table, award.table_seq).get(Seat(award.seat), "not known"),
            cards=tuple(show_card(card) for card in cards),
            meter_before_micros=award.shown_micros,
            meter_after_micros=moment.meter.gross_micros,
            reseed_reserve_micros=sum(reseed.reserve_micros for reseed in reseeds),
            reseed_bank_micros=sum(reseed.bank_micros for reseed in reseeds),
            overflow_micros=before - award.shown_micros,
            envy=tuple(
                (table.terms.number_of(Seat(seat)), paytable.lines[award.line].envy_cents)
                for seat in self._envied_by(award)
            ),
            unapproved=unapproved_meter(moment),
            zone=self._gaming_day.zone,
            verified_by="nobody: an automatic table" if moment.by.role is Role.AUTOMATIC else moment.by.name,
            backed_out_cents=_backed_out(history)[award.win],
            table_hash=written.hash,
            meter_seq=moment.seq,
            meter_hash=moment.hash,
        )

    def _envied_by(self, award: Award) -> list[int]:
        """The seats that were paid envy for the hand, as the round stands now or ended: nobody, if the whole award was
        backed out before GAME OVER, or the round is void. [SLP 9i]"""
        last = self._store.read_round(award.table, award.round)[-1].seq
        table, _ = self._rounds.until(award.table, award.round, last)
        rnd = table.previous if table.round.number != award.round else table.round
        assert rnd is not None and table.terms is not None and table.terms.progressive is not None
        name = table.terms.progressive.lines[award.line].meter
        backed_out = sum(back.cents for back in rnd.back_outs if (back.win, back.meter) == (award.win, name))
        if rnd.void or backed_out == award.cents:
            return []
        envious = envy_of(table.game, table.terms, rnd).items()
        return [seat for seat, of in envious if rnd.spots[seat].results and (award.seat, award.line) in of.hands]

    # ---- days

    def day(self, meter: str, day: date) -> papers.MeterDay:
        """The master report of a gaming day; of today, as far as it is."""
        history = self._history(meter)
        first, today = history.moments[0].day, self._gaming_day.of(self._clock())
        if not first <= day <= max(today, history.moments[-1].day):
            raise NotThere("day", f"{day}: meter {meter} has gaming days from {first} to {today}")
        close, found = history.closing(day), day_at_tables(self._store, history, meter, day)
        settings, held = close.meter.settings, found.closing
        back = _backed_out(history, day)
        deposits = history.telling(was.DepositRecorded)
        deposited_upto = max((at.day for at, each in deposits if each.cents > 0 and at.day <= day), default=None)
        return made_from(
            papers.MeterDay,
            settings,
            house=self._house,
            meter=meter,
            day=day,
            zone=self._gaming_day.zone,
            status=close.status.value,
            opening_micros=found.opening.meter_micros,
            opening_reserve_micros=found.opening.reserve_micros,
            tables=tuple(_by_table(found.coin_ins)),
            returns=tuple(found.returns),
            corrections=tuple(found.corrections),
            awards=tuple(
                made_from(papers.AwardOfDay, award, backed_out_cents=back[award.win], before_micros=award.shown_micros)
                for award in history.awards
                if award.day == day
            ),
            reseeds=tuple(_reseeds(moment for moment in history.moments if moment.day == day)),
            adjustments=tuple(row for moment, row in _adjustments(history) if moment.day == day),
            closing_micros=held.meter_micros,
            closing_reserve_micros=held.reserve_micros,
            hits=tuple(total for _, total in sorted(close.meter.tallies.items())),
            last_hits=_last_hits([award for award in history.awards if award.day <= day], back),
            expected_cents=expected_cents(history, found),
            deposit_due_micros=held.meter_micros + held.reserve_micros - close.deposited_cents * MICROS_PER_CENT,
            deposit_by=(deposited_upto or first) + DEPOSIT_WITHIN,
            deposited_upto=deposited_upto,
            overflow_micros=held.meter_micros - shown_micros(settings, held.meter_micros),
            head=(close.seq, close.hash),
            unapproved=_unapproved_on(history, day),
        )

    # ---- malfunctions

    def malfunction(self, meter: str, number: int) -> papers.Malfunction:
        """The notice, with its clock as it stands now."""
        history = self._history(meter)
        reports = {event.malfunction: (moment, event) for moment, event in history.telling(was.MalfunctionReported)}
        if number not in reports:
            numbers = ", ".join(map(str, reports)) or "none yet"
            raise NotThere("malfunction", f"malfunction {number} of meter {meter}: reported are {numbers}")
        moment, report = reports[number]
        notices = [at.at for at, each in history.telling(was.NoticeGiven) if each.malfunction == number]
        suspensions = [at.at for at, _ in history.telling(was.MeterSuspended) if at.seq <= moment.seq]
        return papers.Malfunction(
            house=self._house,
            meter=meter,
            tables=tuple(sorted(moment.links)),
            what=report.note,
            noticed_at=moment.at,
            reported_by=moment.by.name,
            suspended_at=suspensions[-1] if moment.status is Status.SUSPENDED else None,
            shown_micros=moment.meter.shown_micros,
            reserve_micros=moment.meter.reserve_micros,
            adjustments=tuple(
                row for at, row in _adjustments(history) if at.seq > moment.seq and row.reason in CORRECTIONS
            ),
            unapproved=unapproved_meter(moment),
            now=self._clock(),
            notified_at=notices[-1] if notices else None,
            zone=self._gaming_day.zone,
        )


# ---- parts of a page -------------------------------------------------------------------------------


def _win(award: Award, backed_out_cents: int) -> dict[str, Any]:
    moment = {"seq": award.seq, "at": show_time(award.at), "day": award.day.isoformat()}
    names = ("win", "table", "round", "seat", "line", "shown_micros", "cents")
    return {**moment, **{name: getattr(award, name) for name in names}, "backed_out_cents": backed_out_cents}


def _by_table(coin_ins: Sequence[StakesIn]) -> Iterator[papers.TableDay]:
    for (table, game), rows in groupby(coin_ins, key=lambda each: (each.table, each.playing.game)):
        yield papers.TableDay.summed(table, GAMES[game].title if game in GAMES else game, rows)


def _reseeds(moments: Iterable[Moment]) -> Iterator[papers.ReseedOfDay]:
    """One that was returned with its award counts below nothing."""
    for moment in moments:
        for event in moment.events:
            if isinstance(event, was.MeterReseeded | was.ReseedReturned):
                sign = -1 if isinstance(event, was.ReseedReturned) else 1
                reserve, bank = sign * event.reserve_micros, sign * event.bank_micros
                yield papers.ReseedOfDay(at=moment.at, reserve_micros=reserve, bank_micros=bank)


def _adjustments(history: History) -> Iterator[tuple[Moment, papers.AdjustmentOfDay]]:
    proposers = {event.proposal: event.by for _, event in history.telling(was.AdjustmentProposed)}
    for moment, event in history.telling(was.MeterAdjusted):
        made = event.adjustment
        yield (
            moment,
            made_from(
                papers.AdjustmentOfDay,
                made,
                at=moment.at,
                reason=made.reason.value,
                account=" to ".join(account for account in ROUTES[made.reason] if account in (METER, RESERVE)),
                proposed_by=proposers[event.proposal],
                approved_by=event.approved_by,
            ),
        )


def _backed_out(history: History, upto: date = date.max) -> Counter[str]:
    """What was backed out of each win until the end of a day, in cents."""
    back: Counter[str] = Counter()
    for moment, event in history.telling(was.MeterAdjusted):
        made = event.adjustment
        if made.reason is Grounds.BACK_OUT and made.win and moment.day <= upto:
            back[made.win] += made.micros // MICROS_PER_CENT
    return back


def _last_hits(awards: Sequence[Award], back: Counter[str]) -> tuple[tuple[str, str, int], ...]:
    """The last award of each line that was not wholly backed out, with the cents that stand."""
    standing = [award for award in awards if award.win not in back or award.cents != back[award.win]]
    hits = [Hit(win=award.win, line=award.line, cents=Cents(award.cents - back[award.win])) for award in standing]
    return tuple((hit.line, hit.win, hit.cents) for hit in last_of_each(hits))


def _unapproved_on(history: History, day: date) -> tuple[str, ...]:
    """What of the meter's terms was not the letter's at any time of a gaming day."""
    before = [moment for moment in history.moments if moment.day < day]
    moments = [*before[-1:], *(moment for moment in history.moments if moment.day == day)]
    return tuple(dict.fromkeys(line for moment in moments for line in unapproved_meter(moment)))

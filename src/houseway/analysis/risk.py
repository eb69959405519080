"""What one round of a full table can cost the house: its mean and deviation, the most it can lose, and by wager what a
limit on payouts must cover.

Exact: mean, variance and the correlation of seats, for any number of them; the whole distribution, where it was
counted; the greatest loss, where a deal is found that reaches its bound. Else the distribution is simulated, and said
to be. A game whose seats cannot be counted together has its mean, exactly, and a bound on its variance: seats that
share a dealer's hand or a board are never taken for independent. One seat alone is exact in every game, and so are
seats whose wager is on common cards, for they win and lose together.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

from houseway.analysis.card_classes import JudgeAll
from houseway.analysis.costliest import Worst, worst_bonus, worst_contest, worst_round
from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.house_way import way_for_seats
from houseway.analysis.exact.question import question
from houseway.analysis.figures import Figures
from houseway.analysis.joint import BEST, HOUSE_WAY, Pairs, checked_play, is_joint, layout_of, pairs_of
from houseway.analysis.meter_life import MeterLife
from houseway.analysis.progressive import Progressive
from houseway.game import SEAT, Bonus, Contest, Game, Wager, is_progressive
from houseway.paytable import Odds, Paytable

MOST_STAKE = Fraction(1_000_000)
PLAYED = 200  # rounds, to see what may be staked


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """A wager at its limit: the most it can cost with all seats betting it, and the least that an aggregate limit may
    be."""

    wager: str
    paytable: str
    stake: Fraction
    top: str
    odds: Fraction
    plain_bound: Fraction  # all seats at the top line: the pack may not hold so many
    worst: Worst | None  # None: no deal was looked for
    aggregate: Fraction | None  # None: no limit is allowed, for the odds are too low

    @property
    def at_most(self) -> Fraction:
        return self.worst.bound if self.worst else self.plain_bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Tray:
    """The most that a round's progressive wagers can cost the tray: fixed pays and envy, less the stakes."""

    meter: Progressive
    plain_bound: Fraction  # each seat its best fixed pay, and all envy
    worst: Worst | None

    @property
    def at_most(self) -> Fraction:
        return self.worst.bound if self.worst else self.plain_bound

    @property
    def hidden_increment(self) -> Fraction:
        """The one that gathers the seeds on average."""
        return MeterLife(terms=self.meter).even_hidden


@dataclass(frozen=True, kw_only=True)
class Risk:
    """A table with all seats betting alike."""

    game: Game
    seats: int
    stakes: Mapping[str, Fraction]  # of the wagers that are counted together
    decks: int
    play: str
    exposures: tuple[Exposure, ...]
    trays: tuple[Tray, ...]
    alone: Figures | None = None  # a seat's main wager, where seats cannot be counted together
    pairs: Pairs | None = None
    worst: Worst | None = None
    counted: Mapping[Fraction, int] | None = None  # what the house wins of a round → deals
    simulated: Mapping[Fraction, int] | None = None  # what the house wins of a round → rounds

    @property
    def meters(self) -> tuple[Progressive, ...]:
        return tuple(tray.meter for tray in self.trays)

    @property
    def first(self) -> str:
        """The wager that every seat has."""
        return next(iter(self.stakes))

    @property
    def is_as_one(self) -> bool:
        """Whether all seats win and lose together: there is one, or the wager is on common cards."""
        return self.seats == 1 or are_common(self.game.wager(self.first))

    @property
    def mean(self) -> Fraction | None:
        """What the house wins of a round on average: the seats' sum, whatever they have to do with each other."""
        if self.alone is not None:
            return self.seats * self.stakes[self.first] * self.alone.house_edge
        return None if self.pairs is None else -self.pairs.table_mean(self.seats, self.stakes)

    @property
    def variance_bound(self) -> Fraction | None:
        """An upper bound, where the variance is not known: as if all seats won and lost together."""
        if self.alone is None or self.is_as_one:
            return None
        return (self.seats * self.stakes[self.first]) ** 2 * self.alone.variance

    @property
    def variance(self) -> Fraction | None:
        if self.alone is not None and self.is_as_one:
            return (self.seats * self.stakes[self.first]) ** 2 * self.alone.variance
        return None if self.pairs is None else self.pairs.table_variance(self.seats, self.stakes)

    @property
    def counted_as_one(self) -> dict[Fraction, int] | None:
        """What the house wins of a round → deals, where all seats win and lose together."""
        if self.alone is None or not self.is_as_one:
            return None
        counts: Counter[Fraction] = Counter()
        for line in self.alone.lines:
            counts[-self.seats * self.stakes[self.first] * line.net] += line.combinations
        return dict(counts)

    @property
    def independent_variance(self) -> Fraction | None:
        """What it would be if seats had nothing to do with each other; they have."""
        return None if self.pairs is None else self.seats * self.pairs.table_variance(1, self.stakes)

    @property
    def correlation(self) -> Fraction | None:
        """The correlation of what two seats win."""
        return None if self.pairs is None else self.pairs.correlation(self.stakes)

    @property
    def sampled_covariance(self) -> tuple[Fraction, float] | None:
        """Of two seats, where it is not known: the simulated rounds vary by so much more than so many seats would alone
        that are exactly known. With its standard error."""
        if not self.simulated or self.variance is not None or self.alone is None:
            return None
        rounds = sum(self.simulated.values())
        mean = sum((won * times for won, times in self.simulated.items()), Fraction(0)) / rounds
        off = [((won - mean) ** 2, times) for won, times in self.simulated.items()]
        variance = sum((square * times for square, times in off), Fraction(0)) / rounds
        fourth = sum((square**2 * times for square, times in off), Fraction(0)) / rounds
        pairs = self.seats * (self.seats - 1)
        own = self.seats * self.stakes[self.first] ** 2 * self.alone.variance
        return (variance - own) / pairs, sqrt((fourth - variance**2) / rounds) / pairs

    @property
    def exact(self) -> dict[Fraction, Fraction] | None:
        """The chance of every amount the house can win, where it is known exactly."""
        return None if self.counted is None else self.chances

    @property
    def trials(self) -> int:
        """How many deals were counted, or how many rounds were simulated."""
        return sum((self.simulated or {} if self.counted is None else self.counted).values())

    @property
    def chances(self) -> dict[Fraction, Fraction]:
        """The chance of every amount, least first: exact where deals were counted, else as the simulation met it."""
        times = self.simulated or {} if self.counted is None else self.counted
        return {amount: Fraction(n, self.trials) for amount, n in sorted(times.items())}


def risk(
    game: Game,
    *,
    seats: int | None = None,
    stake: Fraction,
    side: Fraction,
    beside: Sequence[Paytable] = (),
    decks: int | None = None,
    play: str = BEST,
    aggregate_odds: int = 50,
    meters: Sequence[Progressive] = (),
    alone: Figures | None = None,
    judge_all: JudgeAll | None = None,
    costliest: bool = True,
) -> Risk:
    """All `seats` have `stake` on the main wager, or the first where none is, and `side` on each of `beside`. Without
    `costliest` no deal is searched that costs the most."""
    seats = game.seats if seats is None else seats
    if not 1 <= seats <= game.seats:
        raise ValueError(f"{seats} seats: {game.slug} has 1 to {game.seats}")
    for what, amount in (("stake", stake), ("side stake", side)):
        if not 0 < amount <= MOST_STAKE:
            raise ValueError(f"{what} of {amount}: above $0, and at most ${int(MOST_STAKE):,}")
    if checked_play(play) == HOUSE_WAY and not way_for_seats(game):
        raise ValueError(f"no seat of {game.slug} may ask for the house way")
    first = first_wager(game)
    stakes = {first.name: stake} | {table.wager: side for table in beside}
    if beside and not is_joint(game, first):
        raise ValueError(f"{game.slug}: its seats are not counted together, so no wager can stand beside the main")
    table = layout_of(game, beside, decks, play) if is_joint(game, first) else None
    search = _Searching(game, seats, decks, play, judge_all)
    table_risk = Risk(
        game=game,
        seats=seats,
        stakes=stakes,
        decks=game.pack(decks).decks,
        play=play,
        exposures=tuple(_exposures(search, stake, side, aggregate_odds)) if costliest else (),
        trays=tuple(_trays(search, meters)) if costliest else (),
    )
    if table is None:
        table_risk = replace(table_risk, alone=alone)
        return replace(table_risk, counted=table_risk.counted_as_one)
    return replace(table_risk, pairs=pairs_of(table), worst=worst_round(table, seats, stakes) if costliest else None)


def first_wager(game: Game) -> Wager:
    """The first main wager; where a seat places what it likes, the first that there is."""
    return (*game.main, *game.wagers)[0]


def are_common(wager: Wager) -> bool:
    """Whether a wager is on cards that all seats have in common."""
    return not any(SEAT.place in hand.of.places for hand in wager.hands)


def most_times(game: Game) -> dict[str, int | Fraction]:
    """How many times the first wager a seat may stake on each wager that a choice adds."""
    times: dict[str, int | Fraction] = {}
    if game.choices:
        for _, options in options_met(question(game), PLAYED):
            for name, number in (stake for option in options for stake in option.stakes):
                times[name] = max(number, times.get(name, 1))
    return times


def _trays(search: "_Searching", meters: Sequence[Progressive]) -> Iterator[Tray]:
    """One for each meter. What the tray pays is the same for all meters of a paytable."""
    looked: dict[str, Tray] = {}
    for meter in meters:
        tray = looked.get(meter.paytable.name) or search.tray(meter)
        looked[meter.paytable.name] = tray
        yield replace(tray, meter=meter)


def _exposures(search: "_Searching", stake: Fraction, side: Fraction, odds: int) -> list[Exposure]:
    rows = []
    times = most_times(search.game)
    for wager in search.game.wagers:
        if is_progressive(wager):
            continue  # the meter pays its top
        for table in search.game.paytables_of(wager):
            top, pay = max(table.lines.items(), key=lambda line: line[1].amount)
            assert pay.odds is not Odds.OF_METER
            placed = side if wager.side else stake * times.get(wager.name, 1)
            placed = min(placed, stake * wager.at_most_times) if wager.at_most else placed  # [SL 2a]
            paid = pay.amount if pay.odds is Odds.TO_ONE else pay.amount - 1
            rows.append(
                Exposure(
                    wager=wager.name,
                    paytable=table.name,
                    stake=placed,
                    top=top,
                    odds=paid,
                    plain_bound=search.seats * placed * paid,
                    worst=search.wager(wager, table, placed),
                    aggregate=placed * min(paid, Fraction(odds)) if paid >= odds else None,
                )
            )
    return rows


@dataclass(frozen=True, slots=True)
class _Searching:
    """The costliest deal of each wager, at one table."""

    game: Game
    seats: int
    decks: int | None
    play: str
    judge_all: JudgeAll | None

    def wager(self, wager: Wager, table: Paytable, stake: Fraction) -> Worst | None:
        def cost(line: str) -> Fraction:
            return Fraction(0) if wager.free and line not in table.lines else stake * table.net(line)

        if isinstance(wager, Bonus):
            return self._bonus(wager, cost)
        if self.game.main == (wager,) and is_joint(self.game, wager):
            layout = layout_of(self.game, (table,), self.decks, self.play)
            return worst_round(layout, self.seats, {wager.name: stake})
        if not isinstance(wager, Contest):
            return None
        top = max(map(cost, table.lines))
        return worst_contest(self.game, wager, cost, top=top, decks=self.decks, seats=self.seats)

    def tray(self, meter: Progressive) -> Tray:
        lines, stake, others = meter.paytable.lines, meter.stake, self.seats - 1

        def cost(line: str) -> Fraction:
            """A line's own fixed pay and what the other bettors are paid for it, less the stake."""
            if line not in lines:
                return -stake
            pay = lines[line]
            own = Fraction(0) if pay.odds is Odds.OF_METER else pay.amount * stake
            return own + others * Fraction(pay.envy_cents, 100) - stake

        return Tray(
            meter=meter,
            plain_bound=_plain_bound(meter, self.seats),
            worst=self._bonus(self.game.wager(meter.wager.name), cost),
        )

    def _bonus(self, wager: Wager, cost: Callable[[str], Fraction]) -> Worst | None:
        assert isinstance(wager, Bonus)
        return worst_bonus(self.game, wager, cost, decks=self.decks, seats=self.seats, judge_all=self.judge_all)


def _plain_bound(meter: Progressive, seats: int) -> Fraction:
    pays = meter.paytable.lines.values()
    fixed = max((pay.amount for pay in pays if pay.odds is not Odds.OF_METER), default=Fraction(0)) * meter.stake
    envy = Fraction(max(pay.envy_cents for pay in pays), 100)
    return seats * (fixed - meter.stake) + seats * (seats - 1) * envy

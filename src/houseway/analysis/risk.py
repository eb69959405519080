"""What one round of a full table can cost the house: its mean and deviation, the most it can lose, and by wager what a
limit on payouts must cover.

Exact: mean, variance and the correlation of seats, for any number of them; the whole distribution, where it was
counted; the greatest loss, where a deal is found that reaches its bound. Else the distribution is simulated, and said
to be. A game whose seats cannot be counted together has its mean, exactly, and a bound on its variance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from houseway.analysis.figures import Figures
from houseway.analysis.joint import BEST, HOUSE_WAY, Layout, Pairs, is_joint, layout_of, pairs_of
from houseway.analysis.progressive import Progressive
from houseway.game import Game, is_progressive
from houseway.paytable import Odds, Paytable

NODES = 200_000  # steps of the search for the costliest deal
MOST_STAKE = Fraction(1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """A wager at its limit: what its top line can cost a full table, and the least that an aggregate limit may be."""

    wager: str
    paytable: str
    stake: Fraction
    top: str
    odds: Fraction
    at_most: Fraction  # all seats at the top line: the pack may not hold so many
    aggregate: Fraction | None  # None: no limit is allowed, for the odds are too low


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """The costliest round that was found, as cards, and whether none can cost more."""

    cost: Fraction
    bound: Fraction
    dealer: tuple[str, ...]
    seats: tuple[tuple[str, ...], ...]

    @property
    def is_exact(self) -> bool:
        return self.cost == self.bound


@dataclass(frozen=True, kw_only=True)
class Risk:
    """A table with all seats betting alike."""

    game: Game
    seats: int
    stakes: Mapping[str, Fraction]  # of the wagers that are counted together
    decks: int
    play: str
    exposures: tuple[Exposure, ...]
    meters: tuple[Progressive, ...]
    alone: Figures | None = None  # a seat's main wager, where seats cannot be counted together
    pairs: Pairs | None = None
    worst: Worst | None = None
    counted: Mapping[Fraction, int] | None = None  # what the house wins of a round → deals
    simulated: Mapping[Fraction, int] | None = None  # what the house wins of a round → rounds

    @property
    def mean(self) -> Fraction | None:
        """What the house wins of a round on average: the seats' sum, whatever they have to do with each other."""
        if self.alone is not None:
            return self.seats * self.stakes[self.game.main.name] * self.alone.house_edge
        return None if self.pairs is None else -self.pairs.table_mean(self.seats, self.stakes)

    @property
    def variance_bound(self) -> Fraction | None:
        """Where it is not known: as if all seats won and lost together."""
        if self.alone is None:
            return None
        return (self.seats * self.stakes[self.game.main.name]) ** 2 * self.alone.variance

    @property
    def variance(self) -> Fraction | None:
        return None if self.pairs is None else self.pairs.table_variance(self.seats, self.stakes)

    @property
    def independent_variance(self) -> Fraction | None:
        """What it would be if seats had nothing to do with each other; they have."""
        return None if self.pairs is None else self.seats * self.pairs.table_variance(1, self.stakes)

    @property
    def exact(self) -> dict[Fraction, Fraction] | None:
        """The chance of every amount the house can win, where it is known exactly."""
        if self.counted is None:
            return None
        deals = sum(self.counted.values())
        return {amount: Fraction(times, deals) for amount, times in sorted(self.counted.items())}


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
) -> Risk:
    """All `seats` have `stake` on the main wager and `side` on each wager of `beside`."""
    seats = game.deal.seats if seats is None else seats
    if not 1 <= seats <= game.deal.seats:
        raise ValueError(f"{seats} seats: {game.slug} has 1 to {game.deal.seats}")
    for what, amount in (("stake", stake), ("side stake", side)):
        if not 0 < amount <= MOST_STAKE:
            raise ValueError(f"{what} of {amount}: above $0, and at most ${int(MOST_STAKE):,}")
    if play == HOUSE_WAY and not game.house_way.for_players:
        raise ValueError(f"no seat of {game.slug} may ask for the house way")
    stakes = {game.main.name: stake} | {table.wager: side for table in beside}
    found = Risk(
        game=game,
        seats=seats,
        stakes=stakes,
        decks=game.deal.pack(decks).decks,
        play=play,
        exposures=tuple(_exposures(game, seats, stake, side, aggregate_odds)),
        meters=tuple(meters),
    )
    if not is_joint(game, game.main):
        if beside:
            raise ValueError(f"{game.slug}: its seats are not counted together, so no wager can stand beside the main")
        return replace(found, alone=alone)
    table = layout_of(game, beside, decks, play)
    return replace(found, pairs=pairs_of(table), worst=worst_round(table, seats, stakes))


def _exposures(game: Game, seats: int, stake: Fraction, side: Fraction, odds: int) -> list[Exposure]:
    found = []
    for wager in game.wagers:
        if is_progressive(wager):
            continue  # the meter pays its top
        for table in game.paytables_of(wager):
            top, pay = max(table.lines.items(), key=lambda line: line[1].amount)
            assert pay.odds is not Odds.OF_METER
            placed = side if wager.requires and not wager.equals else stake
            paid = pay.amount if pay.odds is Odds.TO_ONE else pay.amount - 1
            found.append(
                Exposure(
                    wager=wager.name,
                    paytable=table.name,
                    stake=placed,
                    top=top,
                    odds=paid,
                    at_most=seats * placed * paid,
                    aggregate=placed * min(paid, Fraction(odds)) if paid >= odds else None,
                )
            )
    return found


def tray_bound(meter: Progressive, seats: int) -> Fraction:
    """The most a round's progressive wagers can cost the tray: each seat its best fixed pay, and all envy."""
    pays = meter.paytable.lines.values()
    fixed = max((pay.amount for pay in pays if pay.odds is not Odds.OF_METER), default=Fraction(0)) * meter.stake
    envy = Fraction(max(pay.envy_cents for pay in pays), 100)
    return seats * (fixed - meter.stake) + seats * (seats - 1) * envy


# ---- the costliest round -------------------------------------------------------------------------------


def worst_round(table: Layout, seats: int, stakes: Mapping[str, Fraction]) -> Worst:
    """Dealer by dealer, the greatest possible first: hands for all seats that the pack can deal at once."""
    worth, unit = worth_of(table, stakes)
    values = np.array(worth, dtype=np.int64)
    full = np.array(table.full)
    bounds = []
    for d, dealer in enumerate(table.dealers):
        dealable = (table.hands + dealer <= full).all(axis=1)
        bounds.append(int(values[table.result_of[dealable, d]].max()) * seats)
    best, unproven, nodes = -(10**30), 0, NODES
    found: tuple[int, list[int]] | None = None
    for d in sorted(range(len(bounds)), key=lambda d: -bounds[d]):
        if bounds[d] <= best:
            break
        if nodes <= 0:
            unproven = max(unproven, bounds[d])
            break
        mine = values[table.result_of[:, d]]
        order = np.argsort(-mine, kind="stable")
        search = _Search(table.hands[order], mine[order].tolist(), best, min(nodes, NODES // 10))
        search.go(seats, full - table.dealers[d], 0, 0, ())
        nodes -= NODES // 10 - search.nodes
        if search.nodes < 0:
            unproven = max(unproven, bounds[d])
        if search.chosen is not None:
            best, found = search.best, (d, [int(order[i]) for i in search.chosen])
    assert found is not None
    d, chosen = found
    return Worst(
        cost=best * unit,
        bound=max(best, unproven) * unit,
        dealer=table.shown(table.dealers[d]),
        seats=tuple(table.shown(table.hands[i]) for i in chosen),
    )


class _Search:
    """Hands in order of what they cost, none before the last one taken."""

    def __init__(self, hands: np.ndarray, costs: list[int], best: int, nodes: int) -> None:
        self.hands, self.costs, self.best, self.nodes = hands, costs, best, nodes
        self.chosen: tuple[int, ...] | None = None

    def go(self, seats: int, left: np.ndarray, first: int, cost: int, chosen: tuple[int, ...]) -> None:
        if not seats:
            if cost > self.best:
                self.best, self.chosen = cost, chosen
            return
        fits = np.flatnonzero((self.hands[first:] <= left).all(axis=1))
        for place in fits.tolist():
            i = first + place
            self.nodes -= 1
            if cost + seats * self.costs[i] <= self.best or self.nodes < 0:
                return
            self.go(seats - 1, left - self.hands[i], i, cost + self.costs[i], (*chosen, i))


def worth_of(table: Layout, stakes: Mapping[str, Fraction]) -> tuple[list[int], Fraction]:
    """What each result costs the house, as whole numbers, and the dollars that are 1 of them."""
    each = [
        sum((stakes.get(w, Fraction(0)) * net for w, net in zip(table.wagers, nets, strict=True)), Fraction(0))
        for nets in table.results
    ]
    scale = lcm(*(value.denominator for value in each))
    whole = [int(value * scale) for value in each]
    common = gcd(*whole) or 1
    return [value // common for value in whole], Fraction(common, scale)

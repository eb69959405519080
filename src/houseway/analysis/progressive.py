"""A wager on a meter: its edge at a meter, over the long run, and what the top award is worth.

Wagers are taken one after another, as the letter's own averages take them: each adds the increment to
the meter, then the top award takes all of it and a partial award its share. Let p be the chance of the
top award, S the seed, i the increment, and d the sum of every award's chance times its share. What goes
onto the meter comes off it, so the mean meter paid from is m = (pS + i) / d, and the mean top award is m.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.analysis.bonus import bonus_counts
from houseway.analysis.figures import Figures, Line
from houseway.game import LOSE, Bonus, Game
from houseway.paytable import MeterTerms, Odds, Pay, Paytable


@dataclass(frozen=True, kw_only=True)
class Progressive:
    """A progressive paytable, the chance of each line, and who else bets. Dollars throughout."""

    game: Game
    wager: Bonus
    paytable: Paytable
    counts: Mapping[str, int]
    others: int  # other seats with the wager, on whose hands envy is paid
    increment: Fraction

    @property
    def terms(self) -> MeterTerms:
        assert self.paytable.meter is not None
        return self.paytable.meter

    @property
    def stake(self) -> Fraction:
        return Fraction(self.terms.stake_cents, 100)

    @property
    def seed(self) -> Fraction:
        return Fraction(self.terms.seed_cents, 100)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def probability(self, line: str) -> Fraction:
        return Fraction(self.counts.get(line, 0), self.total)

    @property
    def top(self) -> str:
        """The award that takes the whole meter."""
        return next(line for line, pay in self.shares.items() if pay.amount == 1)

    @property
    def shares(self) -> dict[str, Pay]:
        return {line: pay for line, pay in self.paytable.lines.items() if pay.odds is Odds.OF_METER}

    @property
    def drain(self) -> Fraction:
        """The average share of the meter that one wager takes off it."""
        return sum((self.probability(line) * pay.amount for line, pay in self.shares.items()), Fraction(0))

    @property
    def fixed(self) -> Fraction:
        """The average paid from the tray for the wager's own hand."""
        pays = self.paytable.lines.items()
        return sum(
            (self.probability(line) * pay.amount * self.stake for line, pay in pays if pay.odds is not Odds.OF_METER),
            Fraction(0),
        )

    @property
    def envy(self) -> Fraction:
        """The average envy: a fixed amount for each qualifying hand of each other bettor."""
        pays = self.paytable.lines.items()
        each = sum((self.probability(line) * Fraction(pay.envy_cents, 100) for line, pay in pays), Fraction(0))
        return self.others * each

    @property
    def added(self) -> Fraction:
        """What one wager puts onto the meter."""
        return self.increment * self.stake

    @property
    def mean_top(self) -> Fraction:
        return (self.probability(self.top) * self.seed + self.added) / self.drain

    @property
    def reseed_cost(self) -> Fraction:
        """What the house puts into new seeds, a wager."""
        return self.probability(self.top) * self.seed

    @property
    def house_edge(self) -> Fraction:
        """Over the long run: the increment and the seeds are all paid out in the end."""
        return self.edge_at(self.mean_top)

    def edge_at(self, meter: Fraction) -> Fraction:
        """The edge of one wager when the meter, this wager's increment counted, stands at `meter`."""
        return 1 - (self.drain * meter + self.fixed + self.envy) / self.stake

    @property
    def break_even(self) -> Fraction:
        """The meter at which the wager has no edge."""
        return (self.stake - self.fixed - self.envy) / self.drain

    @property
    def hit_frequency(self) -> Fraction:
        return sum((self.probability(line) for line in self.paytable.lines), Fraction(0))

    @property
    def one_in(self) -> Fraction:
        """The top award comes once in so many hands."""
        return 1 / self.probability(self.top)

    def figures(self, meter: Fraction | None = None) -> Figures:
        """The wager's lines at a meter, or at the mean one. Mean envy is added to every line, for it does not
        depend on the seat's own hand; its spread is not counted."""
        at = self.mean_top if meter is None else meter
        lines = [
            Line(line, self.counts.get(line, 0), str(pay), pay.net(at / self.stake) + self._envy, self.total)
            for line, pay in self.paytable.lines.items()
        ]
        lost = self.total - sum(line.combinations for line in lines)
        lines.append(Line(LOSE, lost, LOSE, self._envy - 1, self.total))
        return Figures.of(self.game, self.wager, self.paytable, tuple(lines), hits=self.hit_frequency)

    @property
    def _envy(self) -> Fraction:
        return self.envy / self.stake


def progressive(
    game: Game,
    wager: Bonus,
    paytable: Paytable,
    *,
    seats: int | None = None,
    increment: Fraction | None = None,
    judge: Callable[[Any], str] | None = None,
) -> Progressive:
    """The progressive wager at a table where `seats` seats, this one among them, bet it."""
    seats = game.deal.seats if seats is None else seats
    if not 1 <= seats <= game.deal.seats:
        raise ValueError(f"{seats} seats: {game.slug} has 1 to {game.deal.seats}")
    if paytable.meter is None:
        raise ValueError(f"{paytable.name!r} has no meter")
    return Progressive(
        game=game,
        wager=wager,
        paytable=paytable,
        counts=bonus_counts(game, wager, judge=judge),
        others=seats - 1,
        increment=paytable.meter.increment if increment is None else increment,
    )


def derived_increment(terms: Progressive, average_top: Fraction, unit: Fraction) -> Fraction:
    """The increment with the fewest digits by which the mean top award rounds to a published average."""

    def increment(mean: Fraction) -> Fraction:
        return (mean * terms.drain - terms.reseed_cost) / terms.stake

    low, high = increment(average_top - unit / 2), increment(average_top + unit / 2)
    for places in range(2, 12):
        scale = 10**places
        shortest = Fraction(-(-low.numerator * scale // low.denominator), scale)
        if shortest <= high:
            return shortest
    return increment(average_top)

"""A wager on meters: its edge at a meter, over the long run, its variance, and what the top award is worth.

Wagers are taken one after another, as the letter's own averages take them: each adds the increment to
the meter, then the top award takes all of it and a partial award its share. Let p be the chance of the
top award, S the seed, i the increment, and d the sum of every award's chance times its share. What goes
onto the meter comes off it, so the mean meter paid from is m = (pS + i) / d, and the mean top award is m.

Any wager meets the meter that the top award meets, for which hand comes does not depend on it. So the variance of a
wager is the one it would have with the meter always at its mean, and on top of it the sum over the awards of chance ×
share² × the variance of the top award. That needs the top award's second moment: `docs/exact-mathematics.md` has it.

A paytable may have several meters. Every wager feeds each with an increment of its own, and a line takes its share of
one: so what is won of one leaves the others as they are, and each has the mean and the variance that it would have
alone. The edge is looked at as a function of one of them; the others stand at their means, unless they are told to
stand elsewhere. The variance of a wager is the sum over all meters, for no hand is paid from two.

Envy is a mean over the other hands that are envied. How many these are is a matter of the reading: every hand dealt in
with a main bet, or only those that bet the progressive too. The two agree where all who are dealt in bet it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from houseway.analysis.figures import Figures, paytable_lines
from houseway.game import Bonus, Game, Wager
from houseway.paytable import THE_METER, MeterTerms, Odds, Pay, Paytable, labelled
from houseway.progressive.envy import EVERY_HAND, READINGS, envied_hands


@dataclass(frozen=True, kw_only=True)
class Progressive:
    """A progressive paytable, the meter of it that is looked at, the chance of each line, and who else plays. Dollars
    throughout."""

    game: Game
    wager: Bonus
    paytable: Paytable
    counts: Mapping[str, int]
    dealt: int  # seats with a main bet, this one among them
    bettors: int  # of them, seats with the wager
    increment: Fraction  # of this meter; the others have those of the paytable
    reading: str = EVERY_HAND  # whose hands are envied
    meter: str = THE_METER  # that is looked at, by the paytable's name for it
    standing: Mapping[str, Fraction] = field(default_factory=dict)  # what others show; else each shows its mean
    decks: int = 1

    @property
    def terms(self) -> MeterTerms:
        return self.paytable.meters[self.meter]

    @property
    def label(self) -> str:
        """The paytable and the meter, marked where they are not approved."""
        return labelled(self.name, approved=self.paytable.approved)

    @property
    def name(self) -> str:
        return meter_name(self.paytable, self.meter)

    @property
    def others(self) -> "tuple[Progressive, ...]":
        """The same wager on each of its other meters."""
        several = self.paytable.meters.items()
        return tuple(
            replace(self, meter=name, increment=terms.increment) for name, terms in several if name != self.meter
        )

    @property
    def stake(self) -> Fraction:
        return Fraction(self.terms.stake_cents, 100)

    @property
    def seed(self) -> Fraction:
        return Fraction(self.terms.seed_cents, 100)

    @property
    def has_letters_increment(self) -> bool:
        return self.increment == self.terms.increment

    @property
    def has_derived_increment(self) -> bool:
        """Whether the increment is the one that was derived because the letter prints none."""
        return self.terms.derived and self.has_letters_increment

    @property
    def has_own_increment(self) -> bool:
        """Whether no source prints one, and it is the project's own, as the seed is."""
        return self.terms.own and self.has_letters_increment

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def probability(self, line: str) -> Fraction:
        return Fraction(self.counts.get(line, 0), self.total)

    @property
    def top(self) -> str:
        """The award that takes the whole meter."""
        return self.paytable.top(self.meter)

    @property
    def shares(self) -> dict[str, Pay]:
        return self.paytable.shares(self.meter)

    @property
    def beside(self) -> Fraction:
        """The average that is paid from the other meters."""
        return sum((other.drain * self._shown(other) for other in self.others), Fraction(0))

    def _shown(self, other: "Progressive") -> Fraction:
        return self.standing.get(other.meter, other.mean_top)

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
    def fixed_return(self) -> Fraction:
        """What a stake of 1 is paid from the tray."""
        return self.fixed / self.stake

    @property
    def return_per_10_000(self) -> Fraction:
        """What a stake of 1 is paid more for every $10,000 that the meter shows."""
        return self.drain * 10_000 / self.stake

    @property
    def envied(self) -> int:
        """How many hands of others envy is paid for."""
        return envied_hands(self.reading, dealt=self.dealt, bettors=self.bettors)

    @property
    def envy(self) -> Fraction:
        """The average envy: a fixed amount for each qualifying hand of those that are envied."""
        pays = self.paytable.lines.items()
        each = sum((self.probability(line) * Fraction(pay.envy_cents, 100) for line, pay in pays), Fraction(0))
        return self.envied * each

    @property
    def added(self) -> Fraction:
        """What one wager puts onto the meter."""
        return self.increment * self.stake

    @property
    def added_to_all(self) -> Fraction:
        """What one wager puts onto all its meters."""
        return sum((other.added for other in self.others), self.added)

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
        return 1 - (self.drain * meter + self.beside + self.fixed + self.envy) / self.stake

    @property
    def break_even(self) -> Fraction:
        """The meter at which the wager has no edge; below nothing, if it has none whatever this meter shows."""
        return (self.stake - self.beside - self.fixed - self.envy) / self.drain

    @property
    def hit_frequency(self) -> Fraction:
        return sum((self.probability(line) for line in self.paytable.lines), Fraction(0))

    @property
    def one_in(self) -> Fraction:
        """The top award comes once in so many hands."""
        return 1 / self.probability(self.top)

    def figures(self, meter: Fraction | None = None) -> Figures:
        """The wager's own lines at a meter that stands still or, without one, at the mean of a meter that moves; and
        its envy beside them."""
        at = {self.meter: self.mean_top if meter is None else meter}
        at |= {other.meter: self._shown(other) for other in self.others}
        moving = [other.meter_spread for other in self.others if other.meter not in self.standing]
        return Figures.of(
            self.game,
            self.wager,
            self.paytable,
            paytable_lines(self.paytable, dict(self.counts), {name: shown / self.stake for name, shown in at.items()}),
            decks=self.decks,
            hits=self.hit_frequency,
            envy=self.envy / self.stake,
            envied=self.envied,
            meter_spread=sum(moving, self.meter_spread if meter is None else Fraction(0)),
        )

    # ---- the spread of the meter

    @property
    def partial(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Chance and share of every award that leaves something on the meter."""
        return tuple((self.probability(line), pay.amount) for line, pay in self.shares.items() if pay.amount < 1)

    @property
    def top_variance(self) -> Fraction:
        """The variance of the top award, whose mean is `mean_top`."""
        return self.top_second_moment - self.mean_top**2

    @property
    def top_second_moment(self) -> Fraction:
        """The mean of its square."""
        p, a, m = self.probability(self.top), self.added, self.seed
        square = p / (p + sum((q * (1 - (1 - s) ** 2) for q, s in self.partial), Fraction(0)))
        linear = 2 * a * square / self.drain
        constant = (square * a**2 + (1 - self.drain) * linear * a) / p
        return square * m**2 + linear * m + constant

    @property
    def meter_spread(self) -> Fraction:
        """What the meter's own spread adds to the variance of a wager of 1."""
        squares = (self.probability(line) * pay.amount**2 for line, pay in self.shares.items())
        return sum(squares, Fraction(0)) * self.top_variance / self.stake**2


def meter_name(paytable: Paytable, meter: str) -> str:
    """A meter named after its paytable, which may have several."""
    return f"{paytable.name} {meter}".rstrip()


def progressive_names(game: Game) -> list[tuple[str, str]]:
    """Of every meter of a game its paytable and its name."""
    wagers = (wager for wager in game.wagers if isinstance(wager, Bonus) and wager.progressive)
    tables = (table for wager in wagers for table in game.paytables_of(wager))
    return [(table.name, meter_name(table, meter)) for table in tables for meter in table.meters]


def check_seats(game: Game, seats: int) -> None:
    """Refuse a number of seats that the game's table does not have."""
    if not 1 <= seats <= game.seats:
        raise ValueError(f"{seats} seats: {game.slug} has 1 to {game.seats}")


def progressive(
    game: Game,
    wager: Wager,
    paytable: Paytable,
    *,
    seats: int | None = None,
    bettors: int | None = None,
    reading: str = EVERY_HAND,
    meter: str | None = None,
    increment: Fraction | None = None,
    decks: int | None = None,
    judge: Callable[[Any], str] | None = None,
) -> Progressive:
    """The progressive wager at a table where `seats` seats are dealt in, this one among them. `bettors` of them bet it,
    or all; `reading` says whose hands are envied; of several meters the first is looked at, or the one named."""
    from houseway.analysis.exact.figures import bonus_counts, refuse_played  # numpy is wanted here only

    assert isinstance(wager, Bonus)
    seats = game.seats if seats is None else seats
    check_seats(game, seats)
    bettors = seats if bettors is None else bettors
    if not 1 <= bettors <= seats:
        raise ValueError(f"{bettors} of {seats} seats bet {wager.name}: 1 to {seats}")
    if reading not in READINGS:
        raise ValueError(f"{reading!r} is not a reading of envy: {', '.join(READINGS)}")
    if not paytable.meters:
        raise ValueError(f"{paytable.name!r} has no meter")
    meter = next(iter(paytable.meters)) if meter is None else meter
    if meter not in paytable.meters:
        raise ValueError(f"{paytable.name!r} has no meter {meter!r}: {', '.join(paytable.meters)}")
    refuse_played(game, wager, decks)
    return Progressive(
        game=game,
        wager=wager,
        paytable=paytable,
        counts=bonus_counts(game, wager, decks, judge),
        dealt=seats,
        bettors=bettors,
        reading=reading,
        meter=meter,
        increment=paytable.meters[meter].increment if increment is None else increment,
        decks=game.pack(decks).decks,
    )

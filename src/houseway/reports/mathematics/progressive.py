"""The progressive: of every paytable with a meter its terms and averages, the edge by seats, and its curves."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.analysis.figures import decimal, money, one_in, percent, short_percent
from houseway.analysis.meter_life import MeterLife
from houseway.progressive.envy import READINGS
from houseway.reports.document import Block, FactList, Ledger, Picture, Pictures, Section, Text, right, wide
from houseway.reports.meter_life import dollars_between, life_pictures, quantile_name
from houseway.reports.paper import exact_dollars, exact_percent, exactly, minus


def progressive_section(lives: Sequence[MeterLife]) -> Section:
    says = (
        "A wager adds the increment to the meter; the top award takes all of it and a partial award its share; the "
        "house then puts down a new seed. What goes onto the meter comes off it, and so the averages are exact. "
        "Figures after “about” are no fractions: they lie between computed bounds."
    )
    parts = tuple(Section(title=life.terms.label, blocks=tuple(_life(life))) for life in lives)
    return Section(title="The progressive", blocks=(Text(says),), parts=parts)


def _life(life: MeterLife) -> Iterator[Block]:
    yield _facts(life)
    yield Pictures(tuple(Picture(says, svg) for says, svg in life_pictures(life)))
    yield _by_seats(life)
    yield from _by_bettors(life)


def _facts(life: MeterLife) -> Block:
    terms = life.terms
    derived = ", derived: the letter prints none" if terms.has_derived_increment else ""
    own = ", our own, as the seed is: no source prints one" if terms.has_own_increment else ""
    quantiles = (f"{quantile_name(chance)}: about {dollars_between(at)}" for chance, at in life.quantiles.items())
    return FactList(
        (
            ("Stake, seed", f"{money(terms.stake)}, {money(terms.seed)}"),
            ("Increment", short_percent(terms.increment) + derived + own),
            ("Seats dealt in, that bet", f"{terms.dealt}, {terms.bettors}"),
            ("Top award", f"{terms.top}, {one_in(terms.probability(terms.top))} wagers"),
            ("Mean top award", exactly(money(life.mean), life.mean)),
            ("Its standard deviation", money(Fraction(life.standard_deviation))),
            ("It stays within", "; ".join(quantiles)),
            ("Long-run house edge", exact_percent(terms.house_edge)),
            ("Reseed cost a wager", exactly(f"${decimal(terms.reseed_cost, 8)}", terms.reseed_cost)),
            ("Paid from the tray", exact_dollars(terms.fixed)),
            ("Envy", exact_dollars(terms.envy)),
            *((("Paid from other meters", exact_dollars(terms.beside)),) if terms.others else ()),
            ("Share of the meter", exactly(f"{decimal(terms.drain, 10)} a wager", terms.drain)),
            ("Break-even meter", exactly(money(terms.break_even), terms.break_even)),
        )
    )


def _by_bettors(life: MeterLife) -> Iterator[Block]:
    """Both readings of envy, which differ where not all who are dealt in bet."""
    if not any(pay.envy_cents for pay in life.terms.paytable.lines.values()):
        return
    yield Ledger(
        caption=f"By the seats that bet, of {life.terms.dealt} dealt in, as envy is read: long-run house edge",
        columns=(*wide("Seats that bet"), *right(*(f"Envy for {reading}" for reading in READINGS))),
        rows=tuple((str(bettors), *map(percent, edges.values())) for bettors, edges in life.edge_by_bettors().items()),
    )


def _by_seats(life: MeterLife) -> Block:
    return Ledger(
        caption="By the seats dealt in, all of which bet: each brings its envy",
        columns=(*wide("Seats"), *right("Edge at the seed", "Edge at the mean top award", "Break-even meter")),
        rows=tuple(
            (str(n), *(minus(percent(t.edge_at(at))) for at in (life.terms.seed, life.mean)), money(t.break_even))
            for n, t in life.by_seats.items()
        ),
    )

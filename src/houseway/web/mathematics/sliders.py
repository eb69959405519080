"""A meter to move: the exact coefficients from which a page evaluates whatever is asked for, and the lines that it
moves along. At a meter m, n seats dealt in and an increment i:

edge = 1 − (drain·m + fixed + (n − 1)·envy) / stake,   mean top award = (chance·seed + i·stake) / drain
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from houseway.analysis.figures import decimal, money, one_in, plain_decimal, short_percent
from houseway.analysis.progressive import Progressive
from houseway.progressive.envy import READINGS
from houseway.reports.shapes import Json
from houseway.web.charts import Points, Scale, curves
from houseway.web.mathematics.figures import Fact

if TYPE_CHECKING:
    from houseway.analysis.meter_life import MeterLife

INCREMENT_STEP: Final = Fraction(1, 200)
METER_STEP: Final = 100
FAR_STEP: Final = 10_000  # the end of the slider of the meter is a multiple of it


def meter_sliders(meter: Progressive) -> Json:
    from houseway.analysis.meter_life import MeterLife

    life = MeterLife(terms=meter)
    tables = life.by_seats
    far = _up_to(max(tables[1].break_even, meter.mean_top) * Fraction(6, 5), FAR_STEP)
    most = meter.increment + Fraction(1, 5)
    envy = tables[2].envy if len(tables) > 1 else Fraction(0)  # that one other seat brings
    return {
        "seats": len(tables),
        "chosen": {"seats": meter.dealt, "meter": _up_to(meter.mean_top, METER_STEP)},
        "least": meter.seed // METER_STEP * METER_STEP,
        "far": far,
        "step": METER_STEP,
        "increment": {
            "least": plain_decimal(meter.increment % INCREMENT_STEP * 100),
            "most": plain_decimal(most * 100),
            "step": plain_decimal(INCREMENT_STEP * 100),
            "value": plain_decimal(meter.increment * 100),
            "derived": meter.terms.derived,
        },
        "exactly": {
            "drain": meter.drain,
            "fixed": meter.fixed,
            "envy": envy,
            "stake": meter.stake,
            "chance": life.top_chance,
            "seed": meter.seed,
        },
        "edges": _lines(
            {n: tuple((m, t.edge_at(m)) for m in (Fraction(0), Fraction(far))) for n, t in tables.items()},
            Scale(0, far, lambda v: f"${v / 1000:,.0f}k" if v else "$0"),
            label="House edge against the meter, a line for each number of seats dealt in",
            under="meter",
            seats=meter.dealt,
        ),
        "long_run": _lines(
            {n: tuple((i, replace(t, increment=i).house_edge) for i in (Fraction(0), most)) for n, t in tables.items()},
            Scale(0, float(most), lambda v: f"{v:.0%}"),
            label="Long-run house edge against the increment, a line for each number of seats dealt in",
            under="increment",
            seats=meter.dealt,
        ),
        "tables": tables,
        "bettors": life.edge_by_bettors() if envy else {},
        "readings": READINGS,
        "facts": _facts(meter, life, envy),
    }


def _up_to(value: Fraction, step: int) -> int:
    return -(-value // step) * step


def _facts(meter: Progressive, life: "MeterLife", envy: Fraction) -> list[Fact]:
    return [
        ("Seed", money(meter.seed), None),
        ("Increment", short_percent(meter.increment), meter.increment),
        ("Top award", meter.top, None),
        ("It comes", f"{one_in(life.top_chance)} wagers", meter.one_in),
        ("Mean top award", money(meter.mean_top), meter.mean_top),
        ("Its standard deviation", money(Fraction(life.standard_deviation)), None),
        ("New seeds cost a wager", f"${decimal(meter.reseed_cost, 6)}", meter.reseed_cost),
        ("Fixed pays a wager", f"${decimal(meter.fixed, 6)}", meter.fixed),
        ("Envy a wager, for each other hand", f"${decimal(envy, 6)}", envy),
        ("Share of the meter a wager takes", decimal(meter.drain, 12), meter.drain),
    ]


def _lines(lines: Mapping[int, Points], across: Scale, *, label: str, under: str, seats: int) -> Markup:
    """A chart of edges with a line for each number of seats, of which one is chosen."""
    edges = [edge for points in lines.values() for _, edge in points]
    up = Scale(float(min(edges)), float(max(edges)), lambda v: f"{v:.0%}")
    named = {str(n): points for n, points in lines.items()}
    return curves(named, across, up, label=label, under=under, chosen=str(seats))

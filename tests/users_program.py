"""What a type checker tells somebody who writes a program with the library: mypy reads it with the sources.

Nobody runs it. Each wrong line is to be found wrong: a comment that ignores an error is one itself where there is none.
"""

from typing import assert_type

import houseway
from houseway import AwardPaid, Card, Figures, Paytable, Simulation


def program() -> None:
    assert_type(houseway.analyze("match-em", decks=8), list[Figures])
    assert_type(houseway.solve("san-lo").figures(), list[Figures])
    assert_type(houseway.simulate("supreme-99", rounds=1000), Simulation)
    assert_type(houseway.parse("As Kd"), tuple[Card, ...])
    assert_type(houseway.list_games()[0].paytable("PF-01"), Paytable)
    houseway.analyze(99)  # type: ignore[arg-type]
    houseway.analyse("supreme-99")  # type: ignore[attr-defined]


def a_hand() -> None:
    """The README's hand at a table."""
    table = houseway.LiveTable.open("supreme-99", seed=2)
    table.sit("Ann", seat=2, cents=100_00)
    table.bet(2, "Standard Bet", 10_00)
    assert_type(table.deal(), dict[int, tuple[Card, ...]])
    table.choose(2, "Qd 9h | 8c 4s")
    assert_type(table.play(), str)


def a_meter() -> None:
    """The README's meter."""
    meter = houseway.LiveMeter.open("FSLPP-01")
    meter.coin_in(stakes=6)
    assert_type(meter.pay({3: "Royal Flush"}), tuple[AwardPaid, ...])
    [award] = meter.pay({3: "Royal Flush"})
    assert_type(houseway.dollars(award.cents), str)

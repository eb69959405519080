"""What a type checker tells somebody who writes a program with the library: mypy reads it with the sources.

Nobody runs it. Each wrong line is to be found wrong: a comment that ignores an error is one itself where there is none.
"""

from typing import assert_type

import houseway
from houseway import Card, Figures, Paytable, Simulation


def program() -> None:
    assert_type(houseway.analyze("match-em", decks=8), list[Figures])
    assert_type(houseway.solve("san-lo").figures(), list[Figures])
    assert_type(houseway.simulate("supreme-99", rounds=1000), Simulation)
    assert_type(houseway.parse("As Kd"), tuple[Card, ...])
    assert_type(houseway.list_games()[0].paytable("PF-01"), Paytable)
    houseway.analyze(99)  # type: ignore[arg-type]
    houseway.analyse("supreme-99")  # type: ignore[attr-defined]

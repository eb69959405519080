"""Packets of the opponent against which nothing is won or lost, however the player sets his: a barred dealer's hand."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.arrays import Ints
from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.rankings import ordinals, rankings, strengths
from houseway.analysis.split.rules import Strength

Flags = NDArray[np.bool_]
Bars = Callable[[tuple[Strength, ...]], bool]  # whether hands of these strengths are barred


def barred_packets(policy: Policy, bars: Bars) -> Flags:
    """Which packet classes are barred when they are set by a policy; asked once for each cell that it makes."""
    cells, places = np.unique(policy.cells, return_inverse=True)
    ladders = strengths(policy.rules)
    rows = ordinals(rankings(policy.rules), cells).tolist()
    made = [tuple(ladder[i] for ladder, i in zip(ladders, row, strict=True) if ladder[i]) for row in rows]
    return np.array([bars(each) for each in made], np.bool_)[places]


def faced_cells(policy: Policy, barred: Flags | None) -> Ints:
    """The cells that a policy is faced with: a barred packet is one that no setting beats in any hand."""
    if barred is None:
        return policy.cells
    tables = rankings(policy.rules)
    high, mid, low = tables.counts
    strongest = high - 1 << tables.high_shift | mid - 1 << tables.mid_shift | low - 1
    return np.where(barred, np.int32(strongest), policy.cells)

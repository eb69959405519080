"""Seats of a table against one dealer and from one pack, counted together and exactly.

Modules, lowest first: `layout` (what every seat's cards win against every dealer's), `sets` (sets of cards by grade),
`kernel` (compiled counting), `table` (all seats at once), `pairs` (two seats, and what follows for more).
"""

from houseway.analysis.joint.layout import BEST, HOUSE_WAY, Layout, checked_play, is_joint, layout_of
from houseway.analysis.joint.pairs import Pairs, pairs_of
from houseway.analysis.joint.table import FullTable

__all__ = ["BEST", "HOUSE_WAY", "FullTable", "Layout", "Pairs", "checked_play", "is_joint", "layout_of", "pairs_of"]

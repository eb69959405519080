"""Paytables from figures: whole pays whose edge, hit frequency and variance are those asked for.

The rules fix how often each line comes; a paytable only says what it pays. So the edge of a wager without choices is
linear in the pays, and every monotone table of allowed pays is looked at: from the lowest line to the highest, leaving
out whatever can no longer reach the edge. Where play depends on the pays, best play is found anew for every table.

Modules, lowest first: `targets` (the figures asked for), `task` (what any pays for a wager's lines come to), of which
there are two: `counted` (how often a line comes is fixed) and `replay` (best play found anew); then `search` (the
tables near the edge) and `designing` (which of them is the better).
"""

from houseway.analysis.design.counted import Counted
from houseway.analysis.design.designing import Candidate, Design, design
from houseway.analysis.design.search import Search
from houseway.analysis.design.targets import Target, Wanted, parse_target
from houseway.analysis.design.task import USUAL, is_sought

__all__ = [
    "USUAL",
    "Candidate",
    "Counted",
    "Design",
    "Search",
    "Target",
    "Wanted",
    "design",
    "is_sought",
    "parse_target",
]

"""The library's front door: what the command line does, as typed functions.

>>> import houseway
>>> [figures] = houseway.analyze("supreme-99", wager="Pair Fortunes")
>>> figures.house_edge
Fraction(9852, 270725)

Modules, lowest first: `games` (with their letters and paytables, by name or from a file), `ways` (house ways from
files), `solution` (a game with a solver of its own), `figures` (the exact figures of wagers), `play` (of one hand, and
in short), `checks` (of letters and house ways), `designs` (paytables from figures), `variants` (side by side),
`simulation`, `table_risk` and `reports`. What takes long to import stays inside the functions that need it.
"""

from houseway.api.checks import check_way, verify
from houseway.api.designs import design
from houseway.api.figures import analyze, main_game, meters
from houseway.api.games import find_letter, list_games
from houseway.api.play import advise, decide, strategy
from houseway.api.reports import frame, mathematics
from houseway.api.simulation import simulate
from houseway.api.solution import Progress, solve
from houseway.api.table_risk import risk
from houseway.api.variants import whatif
from houseway.api.ways import read_way_file

__all__ = [
    "Progress",
    "advise",
    "analyze",
    "check_way",
    "decide",
    "design",
    "find_letter",
    "frame",
    "list_games",
    "main_game",
    "mathematics",
    "meters",
    "read_way_file",
    "risk",
    "simulate",
    "solve",
    "strategy",
    "verify",
    "whatif",
]

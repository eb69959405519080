"""What a mathematics report is made from: values of the analysis, and the game that they are of."""

from dataclasses import dataclass

from houseway.analysis.figures import Figures
from houseway.analysis.meter_life import MeterLife
from houseway.analysis.plays import Play
from houseway.analysis.simulation.result import Simulation
from houseway.analysis.split.solution import Difference
from houseway.analysis.strategy import Strategy
from houseway.analysis.verify import Finding
from houseway.game import Game
from houseway.letters.letter import Letter


@dataclass(frozen=True, kw_only=True)
class Mathematics:
    """All that is known of a game, before it is put on paper."""

    game: Game
    version: str  # of the program
    letters: tuple[Letter, ...]
    decks: int
    figures: tuple[Figures, ...]
    by_decks: tuple[tuple[Figures, ...], ...]  # the same at every number of decks, where there are several
    strategy: Strategy
    plays: tuple[Play, ...]
    differences: tuple[Difference, ...]  # hands on which copying the house way gives up most, where they are known
    lives: tuple[MeterLife, ...]
    findings: tuple[Finding, ...]
    simulation: Simulation | None = None

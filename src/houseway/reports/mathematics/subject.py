"""The subject of a mathematics report: a game, and the values of the analysis that are said of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.analysis.combined_play import CombinedPlay
from houseway.analysis.covariance import Covariance
from houseway.analysis.figures import Figures
from houseway.analysis.gain import Gain
from houseway.analysis.machine.result import Simulation
from houseway.analysis.meter_life import MeterLife
from houseway.analysis.par_sheet import TURNOVER
from houseway.analysis.play_costs import PlayCost
from houseway.analysis.risk import Risk
from houseway.analysis.sensitivity import Sensitivity
from houseway.analysis.split.solution import Difference
from houseway.analysis.strategy import Strategy
from houseway.analysis.verify import Finding, ReadSo
from houseway.analysis.wager_nets import WagerColumn
from houseway.game import Game
from houseway.letters.letter import Letter


@dataclass(frozen=True, kw_only=True)
class Mathematics:
    """All that a report says of a game, before it is put on paper."""

    game: Game
    version: str  # of the program
    letters: tuple[Letter, ...]
    decks: int
    figures: tuple[Figures, ...]
    by_decks: tuple[tuple[Figures, ...], ...]  # the same at every number of decks, where there are several
    strategies: tuple[Strategy, ...]  # with the house way to be asked for, and without
    plays: tuple[PlayCost, ...]
    differences: tuple[Difference, ...]  # hands on which copying the house way gives up most, where they are known
    lives: tuple[MeterLife, ...]
    findings: tuple[Finding, ...]
    read_so: tuple[ReadSo, ...] = ()  # paytables under the readings that give published figures
    combined: tuple[CombinedPlay, ...] = ()
    covariances: tuple[Covariance, ...] = ()
    uncounted: tuple[tuple[WagerColumn, WagerColumn], ...] = ()  # pairs of wagers that nothing is known of together
    sensitivities: tuple[Sensitivity, ...] = ()
    risk: Risk | None = None  # of a full table
    gains: tuple[Gain, ...] = ()  # by cards that are seen, and by sharing
    turnover: int = TURNOVER  # times that what was bought is staked, for the hold of the drop
    simulation: Simulation | None = None
    own_letter: str | None = None  # the one letter, or the file, that the report was asked for under
    commit: str | None = None  # of the program's sources, where it is known
    prepared_by: str = ""
    reviewed_by: str = ""

    @property
    def has_choice_of_decks(self) -> bool:
        return len(self.game.decks) > 1

    @property
    def is_approved(self) -> bool:
        """Whether every paytable stands in a letter of approval."""
        return all(table.approved for table in self.game.paytables.values())

    @property
    def letters_decks(self) -> tuple[int, ...]:
        """Other packs than this report's that figures follow from that are published for no number of decks."""
        return tuple(sorted({f.decks for f in self.findings if f.decks and not f.names_decks} - {self.decks}))


def lives_of(figures: Figures, lives: Sequence[MeterLife]) -> tuple[MeterLife, ...]:
    """The lives of the meters that these figures are paid from."""
    return tuple(life for life in lives if life.terms.paytable.name == figures.paytable)


def titled(figures: Figures) -> str:
    return " · ".join(filter(None, (figures.wager, figures.label, figures.play)))


def in_a_row(figures: Figures) -> str:
    """The same in a row of a table: the wager is not said again where its paytable begins with it."""
    first = () if figures.label.startswith(figures.wager) else (figures.wager,)
    return " · ".join(filter(None, (*first, figures.label, figures.play)))

"""Paytables that were drafted side by side: as a letter file that is read back, and paper."""

import datetime
from collections.abc import Sequence
from typing import Final, NamedTuple

from houseway import __version__
from houseway.analysis.figures import Figures, decimal, percent
from houseway.analysis.meter_life import MeterLife
from houseway.game import Game
from houseway.paytable import Paytable
from houseway.reports.design import own_letter
from houseway.reports.document import Caution, Document, Ledger, right, wide
from houseway.reports.mathematics.paytables import fractions_section, paytables_section
from houseway.reports.mathematics.progressive import progressive_section
from houseway.reports.provenance import NOTICE

TITLE: Final = "Paytables side by side"
CAUTION: Final = ("Drafts, reckoned exactly by an open program.", "No regulator and no laboratory has approved them.")


class DraftFigures(NamedTuple):
    """A paytable, its figures under every play, the best first, and the lives of its meters."""

    table: Paytable
    figures: tuple[Figures, ...]
    lives: tuple[MeterLife, ...] = ()


def desk_letter(game: Game, drafts: Sequence[DraftFigures], on: datetime.date) -> str:
    """A letter of one's own with all of them. Two paytables of a letter do not have one name."""
    wagers = ", ".join(dict.fromkeys(each.table.wager for each in drafts))
    tables = [(each.table, each.figures[0]) for each in drafts]
    return own_letter(f"Tables for {wagers}, drafted", "By the designer's desk.", game, tables, on)


def desk_document(game: Game, drafts: Sequence[DraftFigures], on: datetime.date) -> Document:
    figures = [of for each in drafts for of in each.figures]
    lives = [life for each in drafts for life in each.lives]
    wagers = ", ".join(dict.fromkeys(each.table.wager for each in drafts))
    return Document(
        title=TITLE,
        about=f"{game.title}: {wagers}",
        source=f"houseway {__version__}",
        on=on,
        notice=NOTICE,
        front=(Caution("This is not a certificate.", CAUTION), _side_by_side(figures)),
        sections=(
            paytables_section(figures, lives),
            *((progressive_section(lives),) if lives else ()),
            fractions_section(figures),
        ),
    )


def _side_by_side(figures: Sequence[Figures]) -> Ledger:
    rows = tuple(
        (
            " · ".join(filter(None, (of.label, of.play))),
            percent(of.house_edge),
            percent(of.hit_frequency, 2),
            f"{of.standard_deviation:.4f}",
            decimal(of.action, 4),
        )
        for of in figures
    )
    heads = right("House edge", "Hit frequency", "Standard deviation", "Average staked")
    return Ledger(columns=(*wide("Paytable"), *heads), rows=rows, caption="Side by side")

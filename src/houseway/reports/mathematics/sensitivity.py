"""How the edge moves with each pay of each paytable."""

from collections.abc import Sequence

from houseway.analysis.figures import money, percent, short_percent
from houseway.analysis.sensitivity import PayEffect, Sensitivity
from houseway.paytable import show_number
from houseway.reports.document import Block, Ledger, Section, Text, right, wide
from houseway.reports.paper import in_lowest_terms, minus


def sensitivity_section(sensitivities: Sequence[Sensitivity]) -> Section:
    says = (
        "By how much the house edge moves for each unit of a pay: exactly as much as is staked on its line on average, "
        "which is the line’s probability where nothing is staked later; a minus says that the edge falls. Beside it "
        "stands the edge with the pay one step lower and one step higher. Play is held as it is: where a seat chooses "
        "it may play better after a whole step, and the edge is then at most what stands here."
    )
    parts = tuple(
        Section(title=_titled(each), blocks=(Text(_edge(each)), _table(each))) for each in sensitivities if each.effects
    )
    return Section(title="Sensitivity of the edge to each pay", blocks=(Text(says),), parts=parts)


def _titled(each: Sensitivity) -> str:
    return " · ".join(filter(None, (each.wager, each.paytable.label, each.play)))


def _edge(each: Sensitivity) -> str:
    edge = f"The edge as it is: {minus(percent(each.edge, 6))}."
    if not each.paytable.meters:
        return edge
    return (
        f"{edge} It is that over the long run. What goes onto the meter comes off it, so the size of a share moves no "
        "edge; the seed and the increment do. An increment and a share are per 100 %, money is per dollar."
    )


def _table(each: Sensitivity) -> Block:
    return Ledger(
        columns=(
            *wide("Line"),
            *right("Pays", "Step", "Edge, one less", "Edge, one more", "Edge by a unit"),
            *right("Exactly", fixed=True),
        ),
        rows=tuple(map(_row, each.effects)),
        tight=True,
    )


def _row(effect: PayEffect) -> tuple[str, ...]:
    return (
        effect.line,
        effect.pays,
        _step(effect),
        "" if effect.less is None else minus(percent(effect.less)),
        "" if effect.more is None else minus(percent(effect.more)),
        minus(percent(effect.slope, 6)),
        in_lowest_terms(effect.slope),
    )


def _step(effect: PayEffect) -> str:
    """In the form of the pay: money, a percentage, or a number."""
    if effect.pays.startswith("$"):
        return money(effect.step)
    is_share = "%" in effect.pays and " to " not in effect.pays
    return short_percent(effect.step) if is_share else show_number(effect.step)

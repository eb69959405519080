"""Variants side by side: tables with bars, and a picture."""

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console

from houseway.analysis.figures import Figures, decimal, percent
from houseway.analysis.whatif import Compared
from houseway.paytable import UNAPPROVED
from houseway.reports.picture import INKS, WIDTH, Drawing, say
from houseway.reports.terminal import bar, figure_table, print_notice, print_titled

LONGEST_FRACTION = 24  # characters that fit below a bar


def print_variants(out: Console, rows: Sequence[Compared]) -> None:
    """A table a wager: one row a variant, with its edge as a bar."""
    for number, first in enumerate(rows[0].figures):
        figures = [row.figures[number] for row in rows]
        widest = max(abs(each.house_edge) for each in figures) or Fraction(1)
        fits = all(len(str(each.house_edge)) <= LONGEST_FRACTION for each in figures)
        table = figure_table("variant", ">edge", ">differs", "exactly" if fits else "", ">hit", ">std. dev.")
        table.columns[3].no_wrap = True
        for row, each in zip(rows, figures, strict=True):
            differs = None if row is rows[0] else row.differs[number]
            table.add_row(
                marked_name(row, each),
                percent(each.house_edge),
                percent(differs.house_edge) if differs else "",
                bar(each.house_edge / widest) + (f"\n{each.house_edge}" if fits else ""),
                percent(each.hit_frequency, 2) + (f"\n{_signed(percent(differs.hit_frequency, 2))}" if differs else ""),
                decimal(Fraction(each.standard_deviation), 3)
                + (f"\n{_signed(decimal(Fraction(differs.standard_deviation), 3))}" if differs else ""),
            )
        print_titled(out, first.wager, table, f"  {_all_the_same(figures)}")
        if not fits:
            out.print("  The edges as exact fractions: --json.")
    print_notice(out)


def _signed(difference: str) -> str:
    """Of nothing, nothing."""
    if not difference.strip("-0.%"):
        return ""
    return difference if difference.startswith("-") else f"+{difference}"


def marked_name(row: Compared, figures: Figures) -> str:
    """A variant's name, with the mark of a paytable that stands in no letter."""
    name = row.variant.name
    return name if figures.approved or UNAPPROVED in name else f"{name} {UNAPPROVED}"


def _all_the_same(figures: Sequence[Figures]) -> str:
    """The paytable and the play that all variants share, said once below the table."""
    shared = ({each.paytable for each in figures}, {each.play for each in figures})
    return " · ".join(name for names in shared if len(names) == 1 for name in names if name is not None)


# ---- the picture -------------------------------------------------------------------------------------

STEP, HEAD, FOOT, NAMES = 26, 46, 40, 330


def draw_variants(rows: Sequence[Compared]) -> Drawing:
    """A block a wager: a bar a variant, to the right of nothing for the house and to the left for the player."""
    wagers, height = len(rows[0].figures), HEAD + STEP * len(rows)
    content = "".join(_block(rows, number, top=number * height) for number in range(wagers))
    return Drawing(title="Variants side by side", height=wagers * height + FOOT, content=content)


def _block(rows: Sequence[Compared], number: int, *, top: int) -> str:
    figures = [row.figures[number] for row in rows]
    edges = [float(each.house_edge) for each in figures]
    low, high = min(0.0, *edges), max(0.0, *edges)
    width = WIDTH - NAMES - 190
    scale = width / ((high - low) or 1.0)
    nothing = NAMES + 70 - low * scale
    text = say(60, top + 30, f"{figures[0].game}: {figures[0].wager}, house edge", weight="bold", size=15)
    for place, (row, each, edge) in enumerate(zip(rows, figures, edges, strict=True)):
        y = top + HEAD + STEP * place
        left, length = (nothing, edge * scale) if edge >= 0 else (nothing + edge * scale, -edge * scale)
        ink = INKS[0] if edge >= 0 else INKS[5]
        text += say(60, y + 13, marked_name(row, each), size=12)
        text += f'<rect x="{left:.1f}" y="{y}" width="{length:.1f}" height="17" fill="{ink}"/>'
        end = max(left + length, nothing) + 6
        text += say(end, y + 13, f"{percent(each.house_edge, 3)}  (hit {percent(each.hit_frequency, 1)})", size=12)
    bottom = top + HEAD + STEP * len(rows) - 6
    return text + f'<path d="M{nothing:.1f} {top + HEAD - 4}V{bottom}" stroke="#555"/>'

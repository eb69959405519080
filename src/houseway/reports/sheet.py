"""A table in words, which a terminal prints and a page shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.padding import Padding

from houseway.reports.terminal import figure_table, print_notice, print_titled


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with its title, in words: what a terminal prints and a page shows. A column that begins with `>` stands
    to the right."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def print_sheets(out: Console, sheets: Sequence[Sheet]) -> None:
    """With the notice below. A sheet without rows says what was asked."""
    for sheet in sheets:
        print_sheet(out, sheet)
    print_notice(out)


def print_sheet(out: Console, sheet: Sheet) -> None:
    if sheet.rows:
        print_titled(out, sheet.title, figure_table(*sheet.columns, rows=sheet.rows))
    else:
        out.print(sheet.title, style="bold")
    if sheet.note:
        out.print(Padding(sheet.note, (0, 0, 1, 2)))

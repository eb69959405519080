"""Combined play of wagers that share a choice: what a seat gives up that plays for one of them, and what best play of
both together makes."""

from collections.abc import Iterator

from houseway.analysis.combined_play import CombinedPlay, PlayedFor, is_combined, sharing
from houseway.analysis.figures import percent
from houseway.paytable import show_number
from houseway.reports.document import Block, Ledger, Section, Text, right, wide
from houseway.reports.mathematics.subject import Mathematics
from houseway.reports.paper import in_lowest_terms, minus


def combined_section(subject: Mathematics) -> Section:
    return Section(title="Combined play of wagers that share a choice", blocks=tuple(_blocks(subject)))


def _blocks(subject: Mathematics) -> Iterator[Block]:
    shared = sharing(subject.game)
    if not shared:
        yield Text(
            "No side bet of this game ends otherwise by what a seat chooses: best play of the main wagers is best play "
            "of all wagers together, and what the house keeps of them is the sum of what it keeps of each."
        )
        return
    for wager in shared:
        if not is_combined(subject.game, wager, subject.decks):
            yield Text(
                f"{wager.name} ends otherwise by what a seat chooses. Best play of it and the main wagers together is "
                "not worked out here: no exact method of this program counts how both end in one round of this game."
            )
    for wager in shared:
        rows = [each for each in subject.combined if each.side.wager == wager]
        if rows:
            yield from _of(rows)


def _of(rows: list[CombinedPlay]) -> Iterator[Block]:
    side, main = rows[0].side, rows[0].side.game.main[0].name
    for_main, for_side = rows[0].for_main, rows[0].for_side
    yield Text(
        f"{side.name} and the main wagers are decided by the same choice. A seat that always plays for the main wagers "
        f"leaves an edge of {_edges(for_main)} of {side.wager.name}; one that always plays for "
        f"{side.wager.name} alone {_edges(for_side)} of it. "
        f"Below, the edge of all that is placed, with 1 on {main} and so much on {side.wager.name}, by what is played "
        "for; the gain is what playing for both wins more than playing for the main wagers, in units of the first:"
    )
    yield Ledger(
        columns=(
            *wide(f"On {side.wager.name}"),
            *right("For the main wagers", f"For {side.wager.name}", "For both"),
            *right("Gain"),
            *right("Kept, played for both", fixed=True),
        ),
        rows=tuple(map(_row, rows)),
    )


def _edges(play: PlayedFor) -> str:
    return f"{minus(percent(play.main_edge))} of the main wagers and {minus(percent(play.side_edge))}"


def _row(each: CombinedPlay) -> tuple[str, ...]:
    return (
        show_number(each.ratio),
        *(minus(percent(each.edge(play), 6)) for play in (each.for_main, each.for_side, each.for_both)),
        minus(percent(each.gain, 6)),
        in_lowest_terms(each.kept(each.for_both)),
    )

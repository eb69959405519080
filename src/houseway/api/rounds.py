"""Questions about games that are lists of steps: their figures, and the figures that others publish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.analysis.verify import NOT_DERIVABLE, OURS, Finding
from houseway.games import GAMES
from houseway.letters.letter import Letter
from houseway.rounds import ROUNDS
from houseway.steps import Game

if TYPE_CHECKING:
    from houseway.analysis.figures import Figures


def round_named(name: str) -> Game | None:
    """The game of this name that is known as a list of steps alone."""
    return ROUNDS.get(name.lower()) if name.lower() not in GAMES else None


def as_round(game: object) -> Game | None:
    """The game, or that of the name, if it is known as a list of steps alone."""
    if isinstance(game, Game):
        return game if game.slug not in GAMES else None
    return round_named(game) if isinstance(game, str) else None


# ---- figures ---------------------------------------------------------------------------------------


def analyze_round(
    game: Game, *, wager: str | None = None, paytable: str | None = None, decks: int | None = None
) -> list[Figures]:
    """The exact figures of the main wagers under best play, and of every other wager; with every paytable, or with
    those that are asked for."""
    from houseway.analysis.exact.figures import main_figures, side_figures
    from houseway.analysis.exact.question import question

    asked = game.wager(wager) if wager else None
    only = game.paytable(paytable) if paytable else None
    if asked and only and only not in game.paytables_of(asked):
        names = ", ".join(table.name for table in game.paytables_of(asked))
        raise ValueError(f"{only.name!r} is a paytable of {only.wager}; {asked.name} has {names}")
    game.pack(decks)
    figures: list[Figures] = []
    main = {each.name for each in game.main}
    for each in game.wagers:
        if asked not in (None, each):
            continue
        tables = game.own_paytables(each)
        if each.name in main and each is not game.main[0] and not (wager or paytable):
            tables = tables[1:]  # its first is in the figures of the main wagers
        for table in tables:
            if only not in (None, table):
                continue
            if each.name in main:
                figures.append(main_figures(question(game, decks=decks, paytables=(table.name,))))
            else:
                figures += side_figures(game, decks=decks, paytables=(table.name,), only=each.name)
    return figures


# ---- published figures -----------------------------------------------------------------------------


def verify_round(letter: Letter) -> list[Finding]:
    """Every published figure of the letter of such a game, beside what the rules give."""
    findings = []
    for entry in letter.entries:
        table = entry.paytable
        if not entry.published:
            continue
        [figures] = analyze_round(ROUNDS[entry.game], wager=table.wager, paytable=table.name, decks=entry.decks)
        for name, published in entry.published.items():
            findings.append(
                Finding(
                    letter=letter.id,
                    game=entry.game,
                    wager=table.wager,
                    paytable=table.name,
                    approved=table.approved,
                    figure=name,
                    published=published,
                    exact=None if name in NOT_DERIVABLE else getattr(figures, OURS[name]),
                    note=NOT_DERIVABLE.get(name),
                    decks=entry.decks,
                )
            )
    return findings

"""A strategy in words from a file, for a game whose players go by a glance.

It has the rows that `houseway strategy` prints: when, and what to choose. The first row that speaks of a hand decides.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from houseway.analysis.contest import Chooser, Decision, Option, decisions
from houseway.analysis.glance_tables import Range
from houseway.cards import show
from houseway.faults import Faults, FileFaults, load_toml
from houseway.game import Game


def read_card(file: str, text: str, game: Game, decks: int | None) -> Chooser:
    """The policy of a card; refused with the hand if it leaves one undecided or makes a choice that is not open."""
    assert game.glance is not None
    rows = _rows(file, text, game)
    follow = _follower(rows, game.glance)
    for decision in decisions(game, decks):
        try:
            follow(decision)
        except LookupError as error:
            raise FileFaults(file, [str(error.args[0])]) from None
    return follow


def _follower(rows: list[Range], glance: Callable[..., tuple[str, int]]) -> Chooser:
    def follow(decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        seen = glance(decision.cards, decision.shown)
        row = next((row for row in rows if row.holds(*seen)), None)
        if row is None:
            raise LookupError(f"it leaves {show(decision.cards)!r} undecided: no row for {seen[0]}, {seen[1]}")
        options = {str(option.setting): option for option in decision.options}
        if row.choose not in options:
            raise LookupError(
                f"it fouls {show(decision.cards)!r} by {row.choose!r}: its choices are {', '.join(options)}"
            )
        return options[row.choose]

    return follow


def _rows(file: str, text: str, game: Game) -> list[Range]:
    data = _load(file, text)
    faults = Faults()
    if data.get("game") != game.slug:
        faults.add(f"game must be {game.slug!r}, not {data.get('game')!r}")
    rows = data.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        faults.add("rows must be a list of tables, [[rows]], each with `when` and `choose`")
        rows = []
    read = []
    for number, row in enumerate(rows, 1):
        when, choose = (faults.text(row, key, f"row {number}") for key in ("when", "choose"))
        parts = re.fullmatch(r"(.+), (\d{1,9})(?: to (\d{1,9}))?", when)
        if parts:
            read.append(Range(tuple(parts[1].split(" or ")), int(parts[2]), int(parts[3] or parts[2]), choose))
        elif when:
            faults.add(f"row {number}: {when!r} is not a glance and its numbers, such as 'no ace, 3 to 13'")
    if faults.found:
        raise FileFaults(file, faults.found)
    return read


def _load(file: str, text: str) -> dict[str, Any]:
    """TOML, or the JSON of `houseway strategy`."""
    if not file.lower().endswith(".json"):
        return load_toml(file, text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileFaults(file, [f"not JSON that can be read: {error}"]) from None
    return data if isinstance(data, dict) else {}

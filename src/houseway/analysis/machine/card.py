"""A strategy in words from a file, for a game whose players go by a glance at their one choice.

It has the rows that `houseway strategy` prints: when, and what to choose. The first row that speaks of a hand decides.
"""

import json
import re
from dataclasses import dataclass
from itertools import chain
from typing import Any

from houseway.analysis.exact.options import spelled
from houseway.analysis.glance_tables import Range
from houseway.cards import show
from houseway.faults import Faults, FileFaults, load_toml
from houseway.game import Choice, Game, Option, Seen


@dataclass(frozen=True)
class ByCard:
    """A seat that goes by the rows of a card. A hand that they leave undecided, or for which they make a choice that is
    not open, refuses the card."""

    file: str
    step: Choice
    rows: tuple[Range, ...]

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        if len(options) == 1:
            return options[0]
        assert self.step.glance is not None
        row, at = self.step.glance(seen)
        cards = show(tuple(chain.from_iterable(seen.lying.values())))
        choose = next((each.choose for each in self.rows if each.holds(row, at)), None)
        if choose is None:
            raise FileFaults(self.file, [f"it leaves {cards!r} undecided: no row for {row}, {at}"])
        words = {each.word: each for each in options}
        choices = {" + ".join((word, *adds)): each for each in options for word, adds in [spelled(each, options)]}
        if choose not in choices | words:
            raise FileFaults(self.file, [f"it fouls {cards!r} by {choose!r}: its choices are {', '.join(choices)}"])
        return (words | choices)[choose]


def read_card(file: str, text: str, game: Game) -> ByCard:
    """The policy of a card."""
    [step] = game.choices
    return ByCard(file, step, tuple(_rows(file, text, game)))


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

"""What the first two cards are worth in games of boards, as it came with the project: nothing of the board is seen
then, and two million boards are compared with all pairs of the dealer's.

A table is a file of `first_sights/`, written by `python -m houseway.analysis.exact.first_sights` (a minute a game), and
stands under a hash of the game's rules and pays: for other rules or paytables there is none, and it is counted.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import lcm
from pathlib import Path
from typing import Any, Final

from houseway.analysis.exact.question import Question, question
from houseway.analysis.rules import rules_digest
from houseway.cards import Cards, rank_of, show, suit_of
from houseway.games import FILES, GAMES
from houseway.paytable import Paytable

FOLDER: Final = Path(__file__).with_suffix("")
OF: Final = tuple(sorted(file.stem for file in FOLDER.glob("*.json")))  # games


def first_worths(asked: Question, mine: Cards) -> Mapping[str, Fraction] | None:
    """By word, what a unit of the first wager wins with best play after it; nothing where there is no table."""
    table = _tables(asked.game.slug).get(key_of(asked))
    if not table:
        return None
    worths = table["worths"][two_cards(mine)]
    return {word: Fraction(won, table["of"]) for word, won in zip(table["words"], worths, strict=True)}


def two_cards(mine: Cards) -> str:
    """`AKs`, as two cards are written where suits have no names."""
    low, high = sorted(mine, key=rank_of)
    ranks = show((high,))[0] + show((low,))[0]
    return ranks if rank_of(low) == rank_of(high) else f"{ranks}{'s' if suit_of(low) == suit_of(high) else 'o'}"


def key_of(asked: Question) -> str:
    """The hash of what a table rests on: the game's rules, what its main wagers pay, and the cards; nothing for
    a game that is dealt otherwise than its file says, or is played for other wagers."""
    game = asked.game
    if game is not GAMES.get(game.slug) or asked.beside or asked.policy or asked.aim is not None:
        return ""
    pays = [asked.pays[wager.name].digest for wager in game.main if wager.name in asked.pays]
    return hashlib.sha256("\n".join((rules_digest(FILES[game.slug]), *pays, show(asked.cards))).encode()).hexdigest()


@cache
def _tables(slug: str) -> Any:
    file = FOLDER / f"{slug}.json"
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


# ---- writing them


def written(slug: str) -> str:
    """The tables of a game as they are kept, one for each paytable: counted by the method of the whole game."""
    game = GAMES[slug]
    found = (
        _table(question(game, paytables=names)) for names in product(*map(_names, map(game.own_paytables, game.main)))
    )
    return "{\n" + ",\n".join(found) + "\n}\n"


def _names(tables: Iterable[Paytable]) -> list[str]:
    return [table.name for table in tables]


def _table(asked: Question) -> str:
    from houseway.analysis.exact.boards import Boards
    from houseway.analysis.exact.options import seen_of

    boards = Boards(asked)
    pairs = {two_cards(mine): mine for mine in combinations(sorted(asked.cards, reverse=True), 2)}
    found = {name: boards.options(seen_of(asked.game, mine)) for name, mine in pairs.items()}
    words = [option.word for option in next(iter(found.values()))]
    of = lcm(*(worth.denominator for row in found.values() for worth in row.values()))
    rows = (f'"{name}": {[int(worth * of) for worth in row.values()]}' for name, row in found.items())
    worths = ",\n".join(rows)
    return f'"{key_of(asked)}": {{"of": {of}, "words": {json.dumps(words)}, "worths": {{\n{worths}\n}}}}'


if __name__ == "__main__":
    for slug in sys.argv[1:] or OF:
        (FOLDER / f"{slug}.json").write_text(written(slug), "utf-8")

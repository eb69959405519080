"""Shoes that those who count a wager play: weighed before every round or, where a seat draws, by rounds dealt."""

from __future__ import annotations

from random import Random
from typing import Final

from houseway.analysis.counting import Counter
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.analysis.linear_count import LinearCount
from houseway.analysis.penetration import Counted, counted
from houseway.game import Game, Wager
from houseway.paytable import Paytable
from houseway.work.ends import method_of
from houseway.work.engine import Progress

MOST_DRAWN: Final = 24  # cards behind the cut card that are enough for a round in which a seat draws
EIGHTHS: Final = (1, 2, 3, 4)  # of a shoe, behind the cut card


def counted_shoes(
    game: Game,
    wager: Wager,
    table: Paytable,
    decks: int | None,
    linear: tuple[LinearCount, ...],
    behind: tuple[int, ...],
    shoes: int,
    seed: int,
    progress: Progress | None = None,
) -> list[Counted]:
    """What each counter wins at each depth; without any, at an eighth of the cards behind the cut card to a half."""
    asked, cards = question(game, decks=decks, paytables=(table,)), game.pack(decks).cards()
    is_drawn = wager in game.main and bool(game.choices) and method_for(asked).__name__ == "ShoeHands"
    counter = None if is_drawn else Counter(game, wager, table, decks, linear)
    least = counter.longest if counter else MOST_DRAWN
    depths = behind or tuple(sorted({max(least, len(cards) * each // 8) for each in EIGHTHS}))
    if not all(least <= depth < len(cards) for depth in depths) or shoes < 1:
        told = ", ".join(map(str, depths))
        raise ValueError(f"behind {told} and {shoes} shoes: {least} to {len(cards) - 1} cards, and a shoe")
    chance = Random(seed)
    if counter:
        return list(counter.play_all(shoes, depths, lambda: tuple(chance.sample(cards, len(cards)))))
    if not linear:
        raise ValueError(f"{game.slug}: where a seat draws no perfect counter is simulated: a linear count is needed")
    from houseway.analysis.exact.shoe import ShoeHands  # compiled, as what follows
    from houseway.analysis.machine.shoe_counters import ShoeCounters
    from houseway.analysis.machine.shoe_rounds import ShoeRounds

    method = method_of(asked, progress=progress)
    assert isinstance(method, ShoeHands)
    dealt = ShoeCounters(ShoeRounds(method), linear, seed).deal(shoes, min(depths), chance.shuffle)
    names = {"game": game.slug, "wager": wager.name, "paytable": table.name}
    return list(counted(dealt, depths, decks=game.pack(decks).decks, **names))

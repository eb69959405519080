"""Every kernel compiled once on this machine, as set-up does it: `python -m houseway.kernels`.

A kernel is compiled for the kinds of arrays that it is given, not for their sizes: so a few cards and a few rounds of
a game of every method lead to all of them, and what is compiled is kept beside the sources for all processes that come
later.
"""

import os
import sys
import tempfile
import time
from dataclasses import replace

import numpy as np

import houseway
from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.hidden_hand import HiddenHand
from houseway.analysis.exact.open_sets import OpenSets
from houseway.analysis.exact.question import question
from houseway.analysis.exact.removal import Removal
from houseway.analysis.exact.sets import Sets
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.joint import BEST, FullTable, is_joint, layout_of
from houseway.analysis.machine.policies import best
from houseway.analysis.machine.rounds import machine
from houseway.analysis.machine.shoe_rounds import ShoeRounds
from houseway.analysis.randomness.packing import packed_by_words, words_for
from houseway.analysis.randomness.stretching import KEY, stretched
from houseway.cards import JOKER, Card, Pack
from houseway.game import Deal, Game
from houseway.games import GAMES
from houseway.work.whole_tables import distribution

FEW_CARDS = tuple(map(Card, (*range(16), JOKER)))  # four ranks and the joker
HIGH_CARDS = tuple(map(Card, range(36, 52))) * 2  # jacks to aces: hands that are drawn have come to 17 soon
FEW_ROUNDS = 100


def compile_all() -> None:
    """Nothing that is worked out on the way is kept."""
    kept = os.environ.get("HOUSEWAY_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOUSEWAY_CACHE"] = folder
        try:
            methods = set[type]()
            for game in sorted(GAMES.values(), key=_size):
                if game.main and is_joint(game, game.main[0]):
                    _play(game)
                if (method := method_for(question(game))) not in methods:
                    methods.add(method)
                    _answer(game, method)
            _pack_shuffles(Pack())
        finally:
            if kept is None:
                del os.environ["HOUSEWAY_CACHE"]
            else:
                os.environ["HOUSEWAY_CACHE"] = kept


def _size(game: Game) -> tuple[int, int]:
    """Cards that are dealt, and steps."""
    return sum(step.cards * len(step.to.places) for step in game.round if isinstance(step, Deal)), len(game.round)


def _play(game: Game) -> None:
    """Simulate it, and count two seats of it together."""
    houseway.simulate(game.slug, rounds=FEW_ROUNDS)
    layout = layout_of(game, [], None, BEST)
    distribution(FullTable(layout, 2, [int(nets[0]) for nets in layout.results]))


def _pack_shuffles(pack: Pack) -> None:
    """A few shuffles as bytes, by stretched ones."""
    drawn = stretched(bytes(KEY), 8 * words_for(pack, FEW_ROUNDS))
    assert packed_by_words(np.frombuffer(drawn, np.uint64), pack)


def _answer(game: Game, method: type) -> None:
    """By the exact method of its whole pack, with a few cards."""
    if method is ShoeHands:
        ShoeRounds(ShoeHands(question(game, cards=HIGH_CARDS))).deal(FEW_ROUNDS)
        return
    asked = question(game, cards=FEW_CARDS if game.joker else FEW_CARDS[:-1])
    if method is Sets:
        _solve(Sets(asked))
    elif method is OpenSets:
        assert OpenSets(asked).ends.total
    elif method in (Boards, Removal) or issubclass(method, HiddenHand):
        counted = method(asked)
        assert counted.ends.total
        machine(replace(asked, policy=best(counted)))


def _solve(sets: Sets) -> None:
    """The house way followed and answered, for all hands and for one."""
    assert sets.ends.total
    sets.answers.narrowed().choice_of(sets.house)
    sets.options(sets.once.seen(sets.rules.pack[: sets.rules.size], ()))


if __name__ == "__main__":
    print("houseway: compiling the mathematics, once on this machine", file=sys.stderr, flush=True)
    start = time.monotonic()
    compile_all()
    print(f"houseway: compiled in {time.monotonic() - start:.0f} s", file=sys.stderr)

"""The main game with some of the dealer's cards face up before a seat chooses, exactly.

What a seat sees is its own cards and the shown ones. For each class of its cards all pairs of (shown, hidden) are
weighed at once, option by option, and the best option is taken for every shown part. All cards face up is the same
with nothing hidden.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb, lcm

import numpy as np

from houseway.analysis.contest import Hidden, Lines, Pays, line_name, multisets, pay_text
from houseway.analysis.figures import Figures, Line
from houseway.game import Contest, Game, HouseWay, Setting

Key = tuple[tuple[str, ...], Lines]  # the wagers that an option added, and how they and the main one ended


def face_up_figures(
    game: Game, shows: int, decks: int | None = None, *, pays: Pays | None = None, way: HouseWay | None = None
) -> Figures:
    """The main wager under best play where the dealer shows so many of his cards."""
    most = game.deal.dealer_cards
    if not 0 <= shows <= most:
        raise ValueError(f"{shows} cards face up: the dealer of {game.slug} has {most}")
    if game.sight is None or game.deal.later or game.deal.dealer_later:
        raise ValueError(f"{game.slug}: no exact method for the dealer's cards face up")
    pays = pays or Pays.of(game)
    shown = FaceUp(game, shows, decks, way or game.house_way)
    ends: dict[Key, int] = {}
    for cards, ways, left in shown.hidden.taken(shown.hidden.full, game.deal.packet):
        for key, times in shown.best(game.options(cards), left, pays):
            ends[key] = ends.get(key, 0) + ways * times
    total = sum(ends.values())
    action = Fraction(sum((1 + len(adds)) * times for (adds, _), times in ends.items()), total)
    rows = [Line(line_name(*key), times, pay_text(pays, *key), pays.net(*key), total) for key, times in ends.items()]
    rows.sort(key=lambda row: row.net, reverse=True)
    play = "best play" if not shows else f"best play, {shows} of the dealer's cards face up"
    pack = game.deal.pack(decks)
    return Figures.of(game, game.main, pays.main, tuple(rows), decks=pack.decks, play=play, action=action)


class FaceUp:
    """All pairs of what the dealer shows and what he hides, those with the same shown part together."""

    def __init__(self, game: Game, shows: int, decks: int | None, way: HouseWay) -> None:
        self.game = game
        self.hidden = Hidden(game, game.deal.pack(decks), way)
        full, size = self.hidden.full, game.deal.dealer_cards
        parts, rest = multisets(full, shows), multisets(full, size - shows)
        first, second = np.repeat(parts, len(rest), axis=0), np.tile(rest, (len(parts), 1))
        can_be = (first + second <= np.array(full)).all(axis=1)
        self.first, self.second = first[can_be], second[can_be]
        part = np.repeat(np.arange(len(parts)), len(rest))[can_be]
        self.starts = np.searchsorted(part, np.arange(len(parts)))
        self.part = part
        self._columns = (self.first * (size + 1) + self.second).T.copy()
        self._ways = {
            n: np.array([comb(n, a) * comb(max(n - a, 0), b) for a in range(size + 1) for b in range(size + 1)])
            for n in range(max(full) + 1)
        }
        self._known_ends: dict[object, list[Lines]] = {}
        self._score_all(way)

    def _score_all(self, way: HouseWay) -> None:
        """The dealer's scores, and which of them each pair is."""
        self.contests = [w for w in (self.game.main, *self.game.added) if isinstance(w, Contest)]
        score_of: dict[tuple[int, ...], int] = {}
        scores: dict[tuple[object, ...], int] = {}
        ids = []
        for counts in (self.first + self.second).tolist():
            hand = tuple(counts)
            if hand not in score_of:
                setting = way.set(self.hidden.cards_of(hand))
                score = tuple(w.dealer_score(setting) for w in self.contests)
                score_of[hand] = scores.setdefault(score, len(scores))
            ids.append(score_of[hand])
        self.scores = list(scores)
        self.score = np.array(ids)

    def weights(self, left: tuple[int, ...]) -> np.ndarray:
        """In how many ways each pair comes out of what is left."""
        ways = np.ones(len(self.part), dtype=np.int64)
        for n, column in zip(left, self._columns, strict=True):
            ways *= self._ways[n][column]
        return ways

    def best(self, options: tuple[Setting, ...], left: tuple[int, ...], pays: Pays) -> Iterator[tuple[Key, int]]:
        """How often each end comes when the best option is taken for every shown part; the first of equals."""
        weights = self.weights(left)
        keys: dict[Key, int] = {}
        ended = np.array([[keys.setdefault((o.adds, lines), len(keys)) for lines in self._ended(o)] for o in options])
        nets = [pays.net(adds, lines) for adds, lines in keys]
        scale = lcm(*(net.denominator for net in nets))
        assert max(abs(net) for net in nets) * scale * int(weights.sum()) < 2**62, "sums must fit 64 bits"
        worth = np.array([int(net * scale) for net in nets])[ended]
        values = np.array([np.add.reduceat(weights * row[self.score], self.starts) for row in worth])
        chosen = values.argmax(axis=0)[self.part]
        ends = ended[chosen, self.score]
        for key, number in keys.items():
            times = int(weights[ends == number].sum())
            if times:
                yield key, times

    def _ended(self, option: Setting) -> list[Lines]:
        """The lines against every score of the dealer."""
        added = {self.game.main.name, *option.adds}
        mine = [(w, w.score(option), place) for place, w in enumerate(self.contests) if w.name in added]
        key = tuple((my, place) for _, my, place in mine)
        if key not in self._known_ends:
            self._known_ends[key] = [
                tuple(w.settle(my, score[place]) for w, my, place in mine) for score in self.scores
            ]
        return self._known_ends[key]

"""Poker hands that one packet is set as, a long one and short ones beside it, with a joker that is an ace or completes
a straight, a flush or a straight flush.

A strength is a tuple that begins with the kind and goes on rank by rank. Python compares tuples as the rule compares
hands of different length: by kind, then rank by rank, and if the shorter runs out equal the longer is higher.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from houseway.cards import ACE, JOKER, RANK_NAMES, RANKS, Cards, parse_rank, rank_of, suit_of

Strength = tuple[int, ...]

HIGH_CARD, PAIR = 0, 1  # in every order of kinds

# The kinds of hands, the weakest first.
FIVE_CARDS = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "five aces",
)
FOUR_CARDS = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "straight flush",
    "four of a kind",
)
ALIKE = {(3, 2): "full house", (2, 2): "two pair"}  # by how often the two ranks stand that stand most often
ALIKE_ALONE = {5: "five aces", 4: "four of a kind", 3: "three of a kind", 2: "pair", 1: "high card"}


@dataclass(frozen=True, slots=True)
class SetPoker:
    """How hands compare: how long the longest is, which alone can be a straight or a flush, the kinds in their order,
    and the highest ranks of straights in theirs."""

    length: int
    kinds: tuple[str, ...]
    runs: tuple[int, ...]

    def strength(self, cards: Cards) -> Strength:
        """Of all of the cards, as many as a hand has."""
        return _strength(self, tuple(sorted(cards)))

    def kind(self, name: str) -> int:
        return self.kinds.index(name)

    def name(self, strength: Strength) -> str:
        """`pair of kings with 9-8-2`, `A-2-3-4-5 straight`, `kings full of 4s`."""
        kind, *ranks = strength
        title = self.kinds[kind]
        if title in ("straight", "straight flush"):
            is_royal = self.runs[ranks[0]] == ACE and title == "straight flush"
            return "royal flush" if is_royal else f"{self._run_name(ranks[0])} {title}"
        first, second, *_ = (*(RANK_NAMES[rank] for rank in ranks), "", "")
        kickers = "-".join(RANK_NAMES[rank] for rank in ranks[1:])
        return {
            "high card": f"{first}-{kickers} high" if kickers else first,
            "pair": f"pair of {first}s" + (f" with {kickers}" if kickers else ""),
            "two pair": f"{first}s and {second}s",
            "three of a kind": f"three {first}s",
            "flush": f"{first}-{kickers} flush",
            "full house": f"{first}s full of {second}s",
            "four of a kind": f"four {first}s",
            "five aces": title,
        }[title]

    def parse(self, text: str) -> Strength:
        """Read a strength or its beginning: `pair`, `two pair K`, `pair 9 A`, `straight A-2`, `K`, `A Q`."""
        title = max((kind for kind in self.kinds if f"{text} ".startswith(f"{kind} ")), key=len, default="")
        rest = text.removeprefix(title).split()
        try:
            if title in ("straight", "straight flush"):
                return self.kind(title), *(self._parse_run(word) for word in rest)
            return self.kind(title or "high card"), *map(parse_rank, rest if title or rest else [text])
        except ValueError:
            kinds = ", ".join(reversed(self.kinds))
            raise ValueError(f"{text!r} is not a hand: a kind ({kinds}), then ranks, as in 'pair 9' or 'K'") from None

    def _run_name(self, place: int) -> str:
        top = self.runs[place]
        return "-".join(self._run(top)) if top in (ACE, self.length) else f"{RANK_NAMES[top]}-high"

    def _run(self, top: int) -> list[str]:
        """`A K Q J T`, and `A 2 3 4 5`, where the ace is the lowest."""
        if top == self.length:
            return ["A", *RANKS[: self.length - 1]]
        return [RANKS[rank - 2] for rank in range(top, top - self.length, -1)]

    def _parse_run(self, word: str) -> int:
        """A straight by its highest rank, or by its first two: `K`, `A-K`, `A-2`."""
        if word.upper() == "A":
            raise ValueError("two straights hold an ace")
        tops = {"A-K": ACE, "A-2": self.length}
        return self.runs.index(tops.get(word.upper()) or parse_rank(word))


# The ace stands above the king, and below the deuce: A-2-3-4-5 is the lowest straight, or the second-highest.
def wheel_lowest(length: int) -> tuple[int, ...]:
    return tuple(range(length, ACE + 1))


def wheel_second(length: int) -> tuple[int, ...]:
    return *range(length + 1, ACE), length, ACE


@lru_cache(maxsize=1 << 18)
def _strength(order: SetPoker, cards: Cards) -> Strength:
    naturals = [card for card in cards if card != JOKER]
    ranks = sorted(map(rank_of, naturals), reverse=True)
    joker = len(cards) - len(naturals)
    best = _alike(order, ranks + [ACE] * joker)
    if len(cards) < order.length:
        return best
    suited = len(set(map(suit_of, naturals))) == 1
    return max(best, *_completed(order, ranks, joker, suited=suited), best)


def _alike(order: SetPoker, ranks: list[int]) -> Strength:
    """What cards of the same rank make, the joker being an ace."""
    held = sorted(Counter(ranks).items(), key=lambda each: (each[1], each[0]), reverse=True)
    most, second = (*(times for _, times in held), 0)[:2]
    kind = ALIKE.get((most, second)) or ALIKE_ALONE[most]
    return order.kind(kind), *(rank for rank, _ in held)


def _completed(order: SetPoker, ranks: list[int], joker: int, *, suited: bool) -> Iterator[Strength]:
    """Straights and flushes, the joker being any rank that is not there."""
    others = [rank for rank in range(2, ACE + 1) if rank not in ranks]
    for more in [[other] for other in others] if joker else [[]]:
        full = sorted(ranks + more, reverse=True)
        top = _top_of_run(full)
        if top:
            yield order.kind("straight flush" if suited else "straight"), order.runs.index(top)
        elif suited:
            yield order.kind("flush"), *full


def _top_of_run(ranks: list[int]) -> int:
    """The highest rank of a straight that all of the cards make, or 0."""
    if len(set(ranks)) < len(ranks):
        return 0
    if ranks[0] - ranks[-1] == len(ranks) - 1:
        return ranks[0]
    return len(ranks) if ranks[0] == ACE and ranks[1] == len(ranks) else 0

"""Hands of three, two and one card cut from the same packet, with the joker.

A strength is a tuple that begins with the kind and goes on rank by rank. Python compares tuples as the
rule compares hands of different length: by kind, then rank by rank, and if the shorter runs out equal
the longer is higher.
"""

from functools import cache, lru_cache

from houseway.cards import ACE, JOKER, KING, RANK_NAMES, Cards, parse_rank, rank_of, suit_of
from houseway.ranking.three_card import is_straight

Strength = tuple[int, ...]

HIGH_CARD, PAIR, FLUSH, STRAIGHT, TRIPS, STRAIGHT_FLUSH = range(6)
KINDS = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")

# A-K-Q is the highest straight and A-2-3 the second-highest, above K-Q-J. [SL ranking]
TOP_RUN, WHEEL = ACE + 1, ACE


@lru_cache(maxsize=1 << 18)  # all 23,426 hands of three, in the orders in which they come
def strength(cards: Cards) -> Strength:
    """The strength of a hand of three, two or one card."""
    if len(cards) < 3:
        return _by_ranks(_ranks_with_joker_as_ace(cards))
    if JOKER in cards:
        return _three_with_joker(tuple(c for c in cards if c != JOKER))
    suited = len(set(map(suit_of, cards))) == 1
    return _three(sorted(map(rank_of, cards), reverse=True), suited=suited)


@cache
def name(strength: Strength) -> str:
    kind, *ranks = strength
    top = ranks[0]
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        run = {TOP_RUN: "A-K-Q", WHEEL: "A-2-3"}.get(top) or f"{RANK_NAMES[top]}-high"
        return f"{run} {KINDS[kind]}"
    if kind == TRIPS:
        return f"three {RANK_NAMES[top]}s"
    kickers = "-".join(RANK_NAMES[r] for r in ranks[1:])
    if kind == PAIR:
        return f"pair of {RANK_NAMES[top]}s" + (f" with {kickers}" if kickers else "")
    title = f"{RANK_NAMES[top]}" + (f"-{kickers}" if kickers else "")
    return f"{title} flush" if kind == FLUSH else f"{title} high" if len(ranks) > 1 else title


def parse(text: str) -> Strength:
    """Read a strength or its beginning: `pair`, `pair 9`, `pair 9 A`, `straight A-K-Q`, `high card K`, `K`."""
    words = text.replace("high card", "high-card").replace("three of a kind", "three-of-a-kind")
    first, *rest = words.replace("straight flush", "straight-flush").split() or [""]
    kinds = {kind.replace(" ", "-"): number for number, kind in enumerate(KINDS)}
    try:
        if first not in kinds:
            return (HIGH_CARD, *map(parse_rank, (first, *rest)))
        kind = kinds[first]
        if kind in (STRAIGHT, STRAIGHT_FLUSH):
            runs = {"A-K-Q": TOP_RUN, "A-2-3": WHEEL}
            if [word.upper() for word in rest] == ["A"]:
                raise ValueError(f"{text!r} is two hands: write A-K-Q or A-2-3")
            return (kind, *(runs.get(word.upper()) or parse_rank(word) for word in rest))
        return (kind, *map(parse_rank, rest))
    except ValueError:
        raise ValueError(
            f"{text!r} is not a hand: a kind ({', '.join(reversed(KINDS))}), then ranks, as in 'pair 9' or 'K'"
        ) from None


def _ranks_with_joker_as_ace(cards: Cards) -> list[int]:
    return sorted((ACE if c == JOKER else rank_of(c) for c in cards), reverse=True)


def _by_ranks(ranks: list[int]) -> Strength:
    """Three of a kind, pair or high card: what the ranks alone make, kickers last."""
    top = max(ranks, key=lambda r: (ranks.count(r), r))
    alike = ranks.count(top)
    kind = {1: HIGH_CARD, 2: PAIR, 3: TRIPS}[alike]
    return (kind, top, *(r for r in ranks if r != top))


def _three(ranks: list[int], *, suited: bool) -> Strength:
    if is_straight(ranks):
        top = {(ACE, KING): TOP_RUN, (ACE, 3): WHEEL}.get((ranks[0], ranks[1]), ranks[0])
        return (STRAIGHT_FLUSH if suited else STRAIGHT, top)
    return (FLUSH, *ranks) if suited else _by_ranks(ranks)


def _three_with_joker(naturals: Cards) -> Strength:
    """The joker is an ace of no suit, or whatever completes a straight flush, a straight or a flush.

    In a flush that makes it the highest rank of the suit not already there; K-K-joker stays a pair of
    kings with an ace, for the joker completes no pair but aces.
    """
    first, second = map(rank_of, naturals)
    suited = suit_of(naturals[0]) == suit_of(naturals[1])
    completed = (
        _three(sorted((first, second, joker), reverse=True), suited=suited)
        for joker in range(2, ACE + 1)
        if joker not in (first, second)
    )
    as_ace = _by_ranks(sorted((first, second, ACE), reverse=True))
    return max(as_ace, *(s for s in completed if s[0] in (FLUSH, STRAIGHT, STRAIGHT_FLUSH)), as_ace)

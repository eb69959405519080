"""Fortune San Lo hands of three, two and one card: the whole ranking as one written-out list."""

from itertools import combinations

from tests.oracle import JOKER, rank, suit

NAMES = "23456789TJQKA"
# AKQ is highest, A23 is second-highest, then KQJ and so on down.
RUNS = ("AKQ", "A32", "KQJ", "QJT", "JT9", "T98", "987", "876", "765", "654", "543", "432")
ACE = 14


def _descending(length: int) -> list[str]:
    return ["".join(ranks) for ranks in combinations(reversed(NAMES), length)]


NO_RUN = [ranks for ranks in _descending(3) if ranks not in RUNS]
PAIRS = [2 * pair + kicker for pair in reversed(NAMES) for kicker in reversed(NAMES) if kicker != pair]

# Best first: (kind, ranks).
HIGH = (
    [("straight flush", run) for run in RUNS]
    + [("three of a kind", 3 * r) for r in reversed(NAMES)]
    + [("straight", run) for run in RUNS]
    + [("flush", ranks) for ranks in NO_RUN]
    + [("pair", ranks) for ranks in PAIRS]
    + [("high card", ranks) for ranks in NO_RUN]
)
MID = [("pair", 2 * r) for r in reversed(NAMES)] + [("high card", ranks) for ranks in _descending(2)]
LOW = [("high card", r) for r in reversed(NAMES)]
LISTS = {3: HIGH, 2: MID, 1: LOW}
PLACE = {size: {row: i for i, row in enumerate(rows)} for size, rows in LISTS.items()}


def place(cards: tuple[int, ...]) -> int:
    """Where the hand stands in its list: 0 is the best."""
    return PLACE[len(cards)][describe(cards)]


def describe(cards: tuple[int, ...]) -> tuple[str, str]:
    """Its kind and ranks, as its list has them."""
    if JOKER not in cards:
        return _natural([rank(c) for c in cards], [suit(c) for c in cards])
    naturals = [c for c in cards if c != JOKER]
    ranks, suits = [rank(c) for c in naturals], [suit(c) for c in naturals]
    rows = [_natural([*ranks, ACE], [*suits, None])]  # an ace, of no suit
    if len(cards) == 3:
        for stands_for in range(52):
            if stands_for not in naturals:
                row = _natural([*ranks, rank(stands_for)], [*suits, suit(stands_for)])
                if row[0] in ("straight flush", "straight", "flush"):
                    rows.append(row)
    return min(rows, key=PLACE[len(cards)].__getitem__)


def _natural(ranks: list[int], suits: list[int | None]) -> tuple[str, str]:
    ordered = sorted(ranks, key=lambda r: (ranks.count(r), r), reverse=True)
    text = "".join(NAMES[r - 2] for r in ordered)
    suited = len(ranks) == 3 and len(set(suits)) == 1
    if text in RUNS:
        return ("straight flush" if suited else "straight"), text
    if suited and len(set(ranks)) == 3:
        return "flush", text
    most_alike = ranks.count(ordered[0])
    return ("high card", "pair", "three of a kind")[most_alike - 1], text


def is_higher(hand: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """A longer hand against a shorter one: by kind, then rank by rank, then the longer is higher."""
    kinds = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")
    (kind, ranks), (other_kind, other_ranks) = describe(hand), describe(other)
    if kind != other_kind:
        return kinds.index(kind) > kinds.index(other_kind)
    distinct, other_distinct = list(dict.fromkeys(ranks)), list(dict.fromkeys(other_ranks))
    for one, another in zip(distinct, other_distinct, strict=False):
        if one != another:
            return NAMES.index(one) > NAMES.index(another)
    return len(distinct) > len(other_distinct)


def is_in_order(high: tuple[int, ...], mid: tuple[int, ...], low: tuple[int, ...]) -> bool:
    return is_higher(high, mid) and is_higher(mid, low)

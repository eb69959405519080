"""Match 'Em Hi Lo. From three cards the player says whether his total is higher or lower than the dealer's, and may
double.

The dealer makes a LO and a HI hand of three out of five cards, one of them shared. The player wins ties.
"""

from houseway.cards import ACE, Card, Cards, rank_of
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show, say
from houseway.letters import paytables_of
from houseway.ranking import three_card
from houseway.ranking.hi_lo import hi_points, hi_total, lo_points, lo_total
from houseway.rotation import Rotation
from houseway.sight import MATCHES, Beside
from houseway.ways.house_way import HouseWay

SLUG = "match-em"
LETTER = "match-em-hi-lo-2014-11-24"
HI, LO = "HI", "LO"

Totals = tuple[int, int]  # of HI and of LO
Words = tuple[str, ...]


# ---- choosing and setting --------------------------------------------------------------------------


def high_or_low(seen: Seen) -> tuple[Option, ...]:
    """HI or LO, and with either a double; first the better word, for a seat that says nothing. [ME 3a] [ME 3b]"""
    words = (HI, LO) if is_better_high(seen) else (LO, HI)
    return *map(Option, words), *(say(f"{word} double", ("Double Down", 1)) for word in words)


def is_better_high(seen: Seen) -> bool:
    """The letter is silent about a seat that does not act; this is ours. In a single deck two aces with a deuce are
    better HI, because only two aces are left to the dealer."""
    ranks = [rank_of(card) for card in seen[SEAT]]
    with_two_aces = 4 if seen.pack.decks == 1 else 5
    return lo_total(ranks) >= (14, 9, with_two_aces, 3)[ranks.count(ACE)]


def glance(seen: Seen) -> tuple[str, int]:
    """All that a short strategy looks at: how many aces, and the total with aces as 1."""
    ranks = [rank_of(card) for card in seen[SEAT]]
    return ("no ace", "one ace", "two aces", "three aces")[ranks.count(ACE)], lo_total(ranks)


def dealer_set(cards: Cards) -> tuple[Cards, ...]:
    """Two LO cards, the shared card, two HI cards. [ME 4a] [ME 4b] [ME 4c]"""
    ordered = sorted(cards, key=lambda card: lo_points(rank_of(card)))
    lowest, others = ordered[:3], ordered[3:]
    aces = [card for card in lowest if rank_of(card) == ACE]
    shared = aces[0] if aces else lowest[-1]
    lowest.remove(shared)
    return tuple(lowest), (shared,), tuple(others)


DEALERS_HAND = HouseWay(
    name="Match 'Em dealer's hand",
    version="2014",
    letter=LETTER,
    rules=(
        "The lowest three-card total is the LO hand.",
        "Its highest card, or an ace if it holds one, is the shared card.",
        "The other two cards and the shared card are the HI hand.",
    ),
    set=dealer_set,
    for_players=False,
)


# ---- settling the wagers ---------------------------------------------------------------------------


def points(card: Card) -> int:
    """Jack, queen and king are the same card to the totals; an ace is like nothing else. [ME points]"""
    return hi_points(rank_of(card))


def high_and_low(cards: Cards) -> Totals:
    return hi_total(map(rank_of, cards)), lo_total(map(rank_of, cards))


def dealers_high_and_low(low: Cards, shared: Cards, high: Cards) -> Totals:
    """The shared card counts in both, an ace as 11 in HI and 1 in LO. [ME 5]"""
    return hi_total(map(rank_of, high + shared)), lo_total(map(rank_of, low + shared))


def settle(mine: Totals, his: Totals, said: Words) -> str:
    """At or above his HI, at or below his LO: the player wins ties. [ME 6ai] [ME 6aii] [ME 6aiii]"""
    won = mine[0] >= his[0] if said[-1].startswith(HI) else mine[1] <= his[1]
    return "win" if won else LOSE


def match_bonus(matches: int) -> str:
    """How many of the dealer's five cards match a rank that the player holds. [ME 7]"""
    return f"Match {matches}" if matches >= 2 else LOSE


def poker_line(cards: Cards) -> str:
    """The best three-card poker hand. [ME 8]"""
    return three_card.line(cards) or LOSE


def tell(made: Totals, said: Words) -> str:
    """`HI 17`, as it was said."""
    return f"HI {made[0]}" if said[-1].startswith(HI) else f"LO {made[1]}"


MINE = Hand(SEAT, high_and_low, points, tell)
HIS = Hand(DEALER.set, dealers_high_and_low, points, lambda made, said: "HI {}, LO {}".format(*made))
EIGHT_CARDS = Hand(SEAT + DEALER, Beside(MATCHES, 3), rank_of)

GAME = Game(
    slug=SLUG,
    title="Match 'Em Hi Lo",
    summary="Say whether your three cards total higher or lower than the dealer's; ties are yours.",
    letters=(LETTER,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,  # [ME 2]
    decks=range(1, 9),  # [ME decks]
    dealer_hands=("Dealer's LO", "Shared", "Dealer's HI"),  # [ME 5]
    felt=0,
    round=(
        Bets(("Ante",), may=("Match Bonus", "Poker Bonus")),  # [ME 1]
        Deal(SEAT, 3),  # [ME 2]
        Deal(DEALER, 5),
        Choice(high_or_low, glance=glance, glance_at="total, aces as 1"),  # [ME 3a]
        Show(DEALER, DEALERS_HAND),  # [ME 4]
    ),
    wagers=(
        Contest(name="Ante", clause="ME 6", mine=MINE, his=HIS, settle=settle),
        Contest(name="Double Down", clause="ME 3b", of="Ante", mine=MINE, his=HIS, settle=settle),
        Bonus(name="Match Bonus", clause="ME 7", side=True, hand=EIGHT_CARDS, judge=match_bonus),
        Bonus(name="Poker Bonus", clause="ME 8", side=True, hand=Hand(SEAT, poker_line), judge=str),
    ),
    paytables=paytables_of(SLUG),
)

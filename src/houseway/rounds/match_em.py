"""Match 'Em Hi Lo. From three cards the player says whether his total is higher or lower than the dealer's, and may
double.

The dealer makes a LO and a HI hand of three out of five cards, one of them shared. The player wins ties.
"""

from houseway.cards import ACE, Card, Cards, rank_of
from houseway.game import Rotation
from houseway.games import match_em as today
from houseway.games.match_em import match_bonus
from houseway.ranking import three_card
from houseway.ranking.hi_lo import hi_points, hi_total, lo_total
from houseway.sight import MATCHES, Beside
from houseway.steps import DEALER, LOSE, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show, say

SLUG = "match-em"
HI, LO = "HI", "LO"

Totals = tuple[int, int]  # of HI and of LO
Words = tuple[str, ...]


def high_or_low(seen: Seen) -> tuple[Option, ...]:
    """HI or LO, and with either a double; first the better word, for a seat that says nothing. [ME 3a] [ME 3b]"""
    words = (HI, LO) if is_better_high(seen) else (LO, HI)
    return *map(Option, words), *(say(f"{word} double", ("Double Down", 1)) for word in words)


def is_better_high(seen: Seen) -> bool:
    """In a single deck two aces with a deuce are better HI, because only two aces are left to the dealer."""
    ranks = [rank_of(card) for card in seen[SEAT]]
    with_two_aces = 4 if seen.pack.decks == 1 else 5
    return lo_total(ranks) >= (14, 9, with_two_aces, 3)[ranks.count(ACE)]


def glance(seen: Seen) -> tuple[str, int]:
    return today.glance(seen[SEAT], ())


def points(card: Card) -> int:
    """Jack, queen and king are the same card to the totals; an ace is like nothing else. [ME points]"""
    return hi_points(rank_of(card))


def high_and_low(cards: Cards) -> Totals:
    return hi_total(map(rank_of, cards)), lo_total(map(rank_of, cards))


def dealers_high_and_low(low: Cards, shared: Cards, high: Cards) -> Totals:
    """The shared card counts in both, an ace as 11 in HI and 1 in LO. [ME 5]"""
    return hi_total(map(rank_of, high + shared)), lo_total(map(rank_of, low + shared))


def tell(made: Totals, said: Words) -> str:
    """`HI 17`, as it was said."""
    return f"HI {made[0]}" if said[-1].startswith(HI) else f"LO {made[1]}"


def tell_dealers(made: Totals, said: Words) -> str:
    return "HI {}, LO {}".format(*made)


def settle(mine: Totals, his: Totals, said: Words) -> str:
    """At or above his HI, at or below his LO: the player wins ties. [ME 6ai] [ME 6aii] [ME 6aiii]"""
    won = mine[0] >= his[0] if said[-1].startswith(HI) else mine[1] <= his[1]
    return "win" if won else LOSE


def poker_line(cards: Cards) -> str:
    """The best three-card poker hand. [ME 8]"""
    return three_card.line(cards) or LOSE


def itself(line: str) -> str:
    return line


MINE, HIS = Hand(SEAT, high_and_low, points, tell), Hand(DEALER.set, dealers_high_and_low, points, tell_dealers)

GAME = Game(
    slug=SLUG,
    title="Match 'Em Hi Lo",
    summary=today.GAME.summary,
    letters=today.GAME.letters,
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,  # [ME 2]
    decks=range(1, 9),  # [ME decks]
    dealer_hands=("Dealer's LO", "Shared", "Dealer's HI"),  # [ME 5]
    felt=0,
    round=(
        Bets(("Ante",), may=("Match Bonus", "Poker Bonus")),  # [ME 1]
        Deal(SEAT, 3),
        Deal(DEALER, 5),
        Choice(high_or_low, glance=glance, glance_at="total, aces as 1"),  # [ME 3a]
        Show(DEALER, today.GAME.house_way),  # [ME 4]
    ),
    wagers=(
        Contest(name="Ante", clause="ME 6", mine=MINE, his=HIS, settle=settle),
        Contest(name="Double Down", clause="ME 3b", of="Ante", mine=MINE, his=HIS, settle=settle),
        Bonus(
            name="Match Bonus",
            clause="ME 7",
            side=True,
            hand=Hand(SEAT + DEALER, Beside(MATCHES, 3), rank_of),  # how many of his five match a rank of the three
            judge=match_bonus,
        ),
        Bonus(name="Poker Bonus", clause="ME 8", side=True, hand=Hand(SEAT, poker_line), judge=itself),
    ),
    paytables=today.GAME.paytables,
)

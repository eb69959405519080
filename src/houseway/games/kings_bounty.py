"""King's Bounty, a bet that a player's first two cards total 20: more if they are suited, a pair or kings, and most for
two kings of spades against a blackjack of the dealer.

Here it plays as a game of its own.
"""

from houseway.cards import ACE, KING, SUITS, Card, Cards, card, rank_of, suit_of
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Deal, Game, Hand, Show
from houseway.letters import paytables_of
from houseway.ranking import blackjack
from houseway.rotation import Rotation

SLUG = "kings-bounty"

KING_OF_SPADES = card(KING, SUITS.index("s"))
TWENTY, COUNTS = 20, (9, 10, 11, 12, 13, ACE)  # the ranks by which a total of 20 or a blackjack can be made


def counts(card: Card) -> int:
    """A card that can be part of a total of 20; all others are alike."""
    return int(card) if rank_of(card) in COUNTS else -1


def line(cards: Cards) -> str:
    """The player's two cards, then the dealer's. [KB ranking] [KB 3] [KB 4]"""
    mine, his = cards[:2], cards[2:]
    low, high = sorted(map(rank_of, mine))
    suited = len(set(map(suit_of, mine))) == 1
    if blackjack.total(mine) != TWENTY:
        return LOSE
    if mine == (KING_OF_SPADES, KING_OF_SPADES):
        return "two kings of spades against a blackjack" if blackjack.is_blackjack(his) else "two kings of spades"
    if low == high == KING:
        return "suited kings" if suited else "kings"
    if suited:
        return "suited pair of tens, jacks or queens" if low == high else "suited 20"
    return "unsuited 20"


def judge(made: str) -> str:
    return made


def tell(made: str, said: tuple[str, ...]) -> str:
    return "no 20" if made == LOSE else made


FOUR_CARDS = Hand(SEAT + DEALER, line, counts, tell)

GAME = Game(
    slug=SLUG,
    title="King's Bounty",
    summary="Your first two cards win if they total 20, and more if they are suited, kings, or both.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(2, 6, 8),  # [KB 1]
    default_decks=6,
    felt=270,
    round=(
        Bets(("King's Bounty",)),  # [KB 1]
        Deal(SEAT, 2, up=2),  # [KB 2]
        Deal(DEALER, 2, up=1),
        Show(DEALER),
    ),
    wagers=(Bonus(name="King's Bounty", clause="KB 3", hand=FOUR_CARDS, judge=judge),),
    paytables=paytables_of(SLUG),
)

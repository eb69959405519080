"""Royal Match 21, a bet that a player's first two cards are of one suit: more for a king and a queen, which are a royal
match, and most if the dealer has a royal match too, which is called the crown treasure.

Some houses pay a suited blackjack better than other suited cards. Here it plays as a game of its own.
"""

from houseway.cards import ACE, KING, QUEEN, Card, Cards, rank_of, suit_of
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Deal, Game, Hand, Show
from houseway.letters import paytables_of
from houseway.ranking import blackjack
from houseway.rotation import Rotation

SLUG = "royal-match-21"
SUITS = 4


def counts(card: Card) -> int:
    """Of a card its suit, and whether it is an ace, a queen, a king or another that counts ten."""
    rank = rank_of(card)
    kind = rank if rank in (QUEEN, KING, ACE) else blackjack.points(card) == blackjack.TEN
    return int(kind) * SUITS + suit_of(card)


def is_royal(cards: Cards) -> bool:
    """[RM ranking]"""
    return sorted(map(rank_of, cards)) == [QUEEN, KING] and is_suited(cards)


def is_suited(cards: Cards) -> bool:
    return len(set(map(suit_of, cards))) == 1


def line(cards: Cards) -> str:
    """The player's two cards, then the dealer's. [RM 3] [RM 4]"""
    mine, his = cards[:2], cards[2:]
    if is_royal(mine):
        return "crown treasure" if is_royal(his) else "royal match"
    if is_suited(mine):
        return "suited blackjack" if blackjack.is_blackjack(mine) else "suited"
    return LOSE


def judge(made: str) -> str:
    return made


def tell(made: str, said: tuple[str, ...]) -> str:
    return "two suits" if made == LOSE else made


FOUR_CARDS = Hand(SEAT + DEALER, line, counts, tell)

GAME = Game(
    slug=SLUG,
    title="Royal Match 21",
    summary="Your first two cards win if they are of one suit, and most if they are its king and queen.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=range(1, 9),  # [RM 1]
    default_decks=6,
    felt=225,
    round=(
        Bets(("Royal Match",)),  # [RM 1]
        Deal(SEAT, 2, up=2),  # [RM 2]
        Deal(DEALER, 2, up=1),
        Show(DEALER),
    ),
    wagers=(Bonus(name="Royal Match", clause="RM 3", hand=FOUR_CARDS, judge=judge),),
    paytables=paytables_of(SLUG),
)

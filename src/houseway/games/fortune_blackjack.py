"""Fortune Blackjack, a bet on a player's first two cards and the dealer's up card together: three sevens, a six with a
seven and an eight, or a total of 19, 20 or 21.

Here it plays as a game of its own.
"""

from houseway.cards import Cards, rank_of, suit_of
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Deal, Game, Hand
from houseway.letters import paytables_of
from houseway.ranking import blackjack
from houseway.rotation import Rotation

SLUG = "fortune-blackjack"

BY_RANKS = {(7, 7, 7): "7-7-7", (6, 7, 8): "6-7-8"}
PAID = (19, 20, 21)


def line(cards: Cards) -> str:
    """The best line of three cards, or their total. [FB ranking] [FB 3] [FB 4]"""
    low, middle, high = sorted(map(rank_of, cards))
    total = blackjack.total(cards)
    suited = "suited " if len(set(map(suit_of, cards))) == 1 else ""
    if (low, middle, high) in BY_RANKS:
        return suited + BY_RANKS[low, middle, high]
    return "suited 21" if total == blackjack.BLACKJACK and suited else f"total {total}"


def judge(made: str) -> str:
    """[FB 4]"""
    _, _, total = made.partition("total ")
    return LOSE if total and int(total) not in PAID else made


def tell(made: str, said: tuple[str, ...]) -> str:
    return made


THREE_CARDS = Hand(SEAT + DEALER, line, tell=tell)

GAME = Game(
    slug=SLUG,
    title="Fortune Blackjack",
    summary="Your first two cards and the dealer's up card win together on 19, 20 or 21, on 6-7-8 and on 7-7-7.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=range(1, 9),  # [FB 1]
    default_decks=6,
    felt=88,
    round=(
        Bets(("Fortune Blackjack",)),  # [FB 1]
        Deal(SEAT, 2, up=2),  # [FB 2]
        Deal(DEALER, 1, up=1),
    ),
    wagers=(Bonus(name="Fortune Blackjack", clause="FB 3", hand=THREE_CARDS, judge=judge),),
    paytables=paytables_of(SLUG),
)

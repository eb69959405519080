"""Field Gold 21, a bet on a player's first two cards: it wins on low totals, on those from 9 to 12, and on blackjacks.

An ace counts one. Here it plays as a game of its own.
"""

from houseway.cards import ACE, JACK, Cards, rank_of, suit_of
from houseway.game import LOSE, SEAT, Bets, Bonus, Deal, Game, Hand
from houseway.letters import paytables_of
from houseway.ranking import blackjack
from houseway.rotation import Rotation

SLUG = "field-gold-21"

BY_TOTAL = {
    3: "total 3 or 4",
    4: "total 3 or 4",
    9: "total 9 or 10",
    10: "total 9 or 10",
    11: "total 11 or 12",
    12: "total 11 or 12",
}


def line(cards: Cards) -> str:
    """The best line of two cards, or their total. [FG ranking] [FG 3] [FG 4]"""
    low, high = sorted(map(rank_of, cards))
    suited = len(set(map(suit_of, cards))) == 1
    if (low, high) == (JACK, ACE) and suited:
        return "ace and jack suited"
    if low == ACE:
        return "two aces"
    if blackjack.is_blackjack(cards):
        return "blackjack"
    total = blackjack.hard_total(cards)
    return BY_TOTAL.get(total, f"total {total}")


def judge(made: str) -> str:
    """[FG 4]"""
    paid = made in BY_TOTAL.values() or not made.startswith("total")
    return made if paid else LOSE


def tell(made: str, said: tuple[str, ...]) -> str:
    return made


GAME = Game(
    slug=SLUG,
    title="Field Gold 21",
    summary="Your first two cards win on a total of 3, 4 or 9 to 12, and more on a blackjack or two aces.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=range(1, 9),  # [FG 1]
    default_decks=6,
    felt=45,
    round=(
        Bets(("Field Gold 21",)),  # [FG 1]
        Deal(SEAT, 2, up=2),  # [FG 2]
    ),
    wagers=(Bonus(name="Field Gold 21", clause="FG 3", hand=Hand(SEAT, line, tell=tell), judge=judge),),
    paytables=paytables_of(SLUG),
)

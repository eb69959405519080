"""Blazing 7's on the player's cards. Beside blackjack: a bet on sevens, one or two among a player's first two cards, or
three with the next card that comes to him. A progressive can be bet on the same cards.

The third card is the first that he draws, or the first that comes after a split; there is none if he stands, or if the
dealer has a blackjack. So it hangs on how the hand is played.
"""

from collections.abc import Callable
from dataclasses import replace

from houseway.cards import Cards
from houseway.game import LOSE, SEAT, Bets, Bonus, Game, Hand
from houseway.letters import paytables_of
from houseway.ranking import sevens
from houseway.rotation import Rotation
from houseway.twenty_one import DEALT, HouseRules, insured, played_at, wagers

HOUSE = HouseRules(  # [B7P 2]
    slug="blazing-7s-player",
    title="Blazing 7's Progressive, Player's Cards",
    felt=355,
    hits_soft_17=True,
    hands=2,
)
DIAMONDS = replace(
    HOUSE, slug="blazing-7s-player-diamonds", title="Blazing 7's Progressive, Player's Cards, Diamonds", felt=295
)


def held(hand: Cards, other: Cards = ()) -> str:
    """Of a seat's cards as they came: the second card of a pair that was split began the other hand. [B7P 4]"""
    return sevens.held((hand[0], other[0], *hand[1:2]) if other else hand[:3])


def by_suit(made: str) -> str:
    """Diamonds are a suit like the others. [B7P 3] [B7P 4]"""
    return sevens.SUITED if made == sevens.OF_DIAMONDS else by_diamonds(made)


def by_diamonds(made: str) -> str:
    """[B7P 3] [B7P 4]"""
    return LOSE if made == sevens.NONE else made


def tell(made: str, said: tuple[str, ...]) -> str:
    return made


AS_THEY_CAME = Hand(SEAT.set, held, sevens.which, tell)  # [B7P ranking]


def blazing_7s_player(house: HouseRules, judge: Callable[[str], str]) -> Game:
    return Game(
        slug=house.slug,
        title=house.title,
        summary="Blackjack, and a bet on sevens: one or two among your first two cards, or three with your next card.",
        letters=("blazing-7s-player",),
        seats=7,
        rotation=Rotation.FROM_DEALERS_LEFT,
        decks=(6, 8),  # [B7P 1]
        default_decks=6,
        felt=house.felt,
        round=(
            Bets(("Bet",), may=("Blazing 7's", "Progressive")),  # [B7P 1] [B7P 5]
            *DEALT,
            *insured(house),  # [B7P 2]
            *played_at(house),
        ),
        wagers=(
            *wagers(bet="B7P 2", double="B7P 2", insurance="B7P 2"),
            Bonus(name="Blazing 7's", clause="B7P 3", side=True, hand=AS_THEY_CAME, judge=judge),
            Bonus(name="Progressive", clause="B7P 5", side=True, hand=AS_THEY_CAME, judge=judge, progressive=True),
        ),
        paytables=paytables_of(house.slug),
    )


GAME = blazing_7s_player(HOUSE, by_suit)
VARIANTS = (blazing_7s_player(DIAMONDS, by_diamonds),)

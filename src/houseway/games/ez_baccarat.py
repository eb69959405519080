"""EZ Baccarat. Player and Banker get two cards and perhaps a third, by the tableau; nobody chooses anything.
Banker wins even money without a commission, but with a winning three-card 7 the bet is returned; Dragon 7 pays for it.
"""

from collections.abc import Callable
from functools import partial

from houseway.cards import Card, Cards, rank_of
from houseway.game import LOSE, Bets, Contest, Deal, Draw, Game, Hand, Seen, place
from houseway.letters import paytables_of
from houseway.ranking import baccarat
from houseway.rotation import Rotation

SLUG = "ez-baccarat"
PLAYER, BANKER = place("player"), place("banker")

# The Player's third cards to which the Banker draws, by his own two; to 2 or less always, to 7 never. [EZ 5]
BANKER_DRAWS_TO = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7)}

Final = tuple[int, int]  # points, and how many cards
Words = tuple[str, ...]


def points(card: Card) -> int:
    """[EZ points]"""
    return baccarat.points(rank_of(card))


def total(cards: Cards) -> int:
    return sum(map(points, cards)) % 10


def natural(seen: Seen) -> bool:
    """[EZ 3]"""
    return total(seen[PLAYER[:2]]) >= 8 or total(seen[BANKER[:2]]) >= 8


def player_draws(seen: Seen) -> bool:
    """To 5 or less. [EZ 4]"""
    return len(seen[PLAYER]) == 2 and not natural(seen) and total(seen[PLAYER]) <= 5


def banker_draws(seen: Seen) -> bool:
    """By the Player's third card, or to 5 or less where there is none. [EZ 5]"""
    if len(seen[BANKER]) == 3 or natural(seen):
        return False
    mine, third = total(seen[BANKER]), seen[PLAYER[2:]]
    return mine <= 2 or (points(third[0]) in BANKER_DRAWS_TO.get(mine, ()) if third else mine <= 5)


def final(cards: Cards) -> Final:
    return total(cards), len(cards)


def player(player: Final, banker: Final, said: Words) -> str:
    """[EZ 6]"""
    return "win" if player[0] > banker[0] else "tie" if player[0] == banker[0] else LOSE


def banker(player: Final, banker: Final, said: Words) -> str:
    """A winning three-card 7 pushes. [EZ 6]"""
    won = "three-card 7" if banker == (7, 3) else "win"
    return won if player[0] < banker[0] else "tie" if player[0] == banker[0] else LOSE


def tie(player: Final, banker: Final, said: Words) -> str:
    """[EZ 7]"""
    return "tie" if player[0] == banker[0] else LOSE


def dragon_7(player: Final, banker: Final, said: Words) -> str:
    """[EZ 8]"""
    return "three-card 7" if banker == (7, 3) and player[0] < 7 else LOSE


def panda_8(player: Final, banker: Final, said: Words) -> str:
    """[EZ 9]"""
    return "three-card 8" if player == (8, 3) and banker[0] < 8 else LOSE


def tell(whose: str, made: Final, said: Words) -> str:
    return "{} {} in {} cards".format(whose, *made)


PLAYERS, BANKERS = (Hand(of, final, points, partial(tell, of.place.title())) for of in (PLAYER, BANKER))


def on(name: str, clause: str, settle: Callable[[Final, Final, Words], str], *, side: bool = False) -> Contest:
    """A wager on the two final hands."""
    return Contest(name=name, clause=clause, side=side, mine=PLAYERS, his=BANKERS, settle=settle)


WAGERS = (
    on("Banker", "EZ 6", banker),
    on("Player", "EZ 6", player),
    on("Tie", "EZ 7", tie, side=True),
    on("Dragon 7", "EZ 8", dragon_7, side=True),
    on("Panda 8", "EZ 9", panda_8, side=True),
)

GAME = Game(
    slug=SLUG,
    title="EZ Baccarat",
    summary="Bet on Banker, Player or a tie; the cards come by a fixed rule; a winning three-card Banker 7 pushes.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(6, 8),
    default_decks=8,
    shoe=True,
    felt=290,
    round=(
        Bets(may=tuple(wager.name for wager in WAGERS)),  # [EZ 1]
        Deal(PLAYER, 2, up=2),  # [EZ 2]
        Deal(BANKER, 2, up=2),
        Draw(PLAYER, player_draws),
        Draw(BANKER, banker_draws),
    ),
    wagers=WAGERS,
    paytables=paytables_of(SLUG),
)

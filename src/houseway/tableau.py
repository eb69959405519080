"""Baccarat's tableau: two cards to the Player and two to the Banker, and a third by a fixed rule; nobody chooses.

Every game of the family is these steps and wagers on the two final hands. Clauses stand with the games.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from houseway.cards import Card, Cards, rank_of
from houseway.game import LOSE, Bonus, Contest, Deal, Draw, Hand, Seen, Step, place
from houseway.ranking import baccarat

PLAYER, BANKER = place("player"), place("banker")

# The Player's third cards to which the Banker draws, by his own two; to 2 or less always, to 7 never.
BANKER_DRAWS_TO: Final = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7)}

FinalHand = tuple[int, int]  # points, and how many cards
Words = tuple[str, ...]
Settles = Callable[[FinalHand, FinalHand, Words], str]


def points(card: Card) -> int:
    return baccarat.points(rank_of(card))


def total(cards: Cards) -> int:
    return sum(map(points, cards)) % 10


def natural(seen: Seen) -> bool:
    """A total of 8 or 9 in two cards, of the one or the other: nobody draws."""
    return total(seen[PLAYER[:2]]) >= 8 or total(seen[BANKER[:2]]) >= 8


def player_draws(seen: Seen) -> bool:
    """To 5 or less."""
    return len(seen[PLAYER]) == 2 and not natural(seen) and total(seen[PLAYER]) <= 5


def banker_draws(seen: Seen) -> bool:
    """By the Player's third card, or to 5 or less where there is none."""
    if len(seen[BANKER]) == 3 or natural(seen):
        return False
    mine, third = total(seen[BANKER]), seen[PLAYER[2:]]
    return mine <= 2 or (points(third[0]) in BANKER_DRAWS_TO.get(mine, ()) if third else mine <= 5)


DEALT: Final[tuple[Step, ...]] = (
    Deal(PLAYER, 2, up=2),
    Deal(BANKER, 2, up=2),
    Draw(PLAYER, player_draws),
    Draw(BANKER, banker_draws),
)


def final(cards: Cards) -> FinalHand:
    return total(cards), len(cards)


def tell(whose: str, made: FinalHand, said: Words) -> str:
    return "{} {} in {} cards".format(whose, *made)


PLAYERS, BANKERS = (Hand(of, final, points, partial(tell, of.place.title())) for of in (PLAYER, BANKER))


def on(name: str, clause: str, settle: Settles, *, side: bool = False) -> Contest:
    """A wager on the two final hands."""
    return Contest(name=name, clause=clause, side=side, mine=PLAYERS, his=BANKERS, settle=settle)


def player(player: FinalHand, banker: FinalHand, said: Words) -> str:
    return "win" if player[0] > banker[0] else "tie" if player[0] == banker[0] else LOSE


def banker(player: FinalHand, banker: FinalHand, said: Words) -> str:
    return "win" if player[0] < banker[0] else "tie" if player[0] == banker[0] else LOSE


def result(player: FinalHand, banker: FinalHand, said: Words) -> str:
    """Who has won, as it is marked on the road."""
    return "Player" if player[0] > banker[0] else "Banker" if player[0] < banker[0] else "Tie"


ROAD: Final = on("Road", "", result)


def banker_but_7(player: FinalHand, banker: FinalHand, said: Words) -> str:
    """A winning three-card 7 is a line of its own."""
    won = "three-card 7" if banker == (7, 3) else "win"
    return won if player[0] < banker[0] else "tie" if player[0] == banker[0] else LOSE


def tie(player: FinalHand, banker: FinalHand, said: Words) -> str:
    return "tie" if player[0] == banker[0] else LOSE


def three_card_7(player: FinalHand, banker: FinalHand, said: Words) -> str:
    """The Banker wins with it."""
    return "three-card 7" if banker == (7, 3) and player[0] < 7 else LOSE


def three_card_8(player: FinalHand, banker: FinalHand, said: Words) -> str:
    """The Player wins with it."""
    return "three-card 8" if player == (8, 3) and banker[0] < 8 else LOSE


def margin(mine: FinalHand, his: FinalHand) -> str:
    """A natural that wins or ties, or a win by so many points."""
    is_natural = mine[1] == 2 and mine[0] >= 8
    if is_natural and mine[0] >= his[0]:
        return "natural tie" if mine[0] == his[0] else "natural win"
    return f"by {mine[0] - his[0]}" if mine[0] - his[0] >= 4 else LOSE


def players_margin(player: FinalHand, banker: FinalHand, said: Words) -> str:
    return margin(player, banker)


def bankers_margin(player: FinalHand, banker: FinalHand, said: Words) -> str:
    return margin(banker, player)


def is_pair(cards: Cards) -> bool:
    first, second = map(rank_of, cards)
    return first == second


def pair(is_one: bool) -> str:
    return "pair" if is_one else LOSE


PLAYERS_PAIR, BANKERS_PAIR = (Hand(of[:2], is_pair, rank_of) for of in (PLAYER, BANKER))


def on_pair(name: str, clause: str, hand: Hand) -> Bonus:
    """A wager on the first two cards of a hand."""
    return Bonus(name=name, clause=clause, side=True, hand=hand, judge=pair)

"""Blackjack Switch. Two equal bets, two hands, and the player may exchange their second cards before he plays them.

For that a blackjack pays even money, an ace and a ten that came together by a switch are 21, and a dealer's 22 pushes
against all but a blackjack.
"""

from dataclasses import replace
from functools import partial

from houseway.game import Bets, Choice, Contest, Game, Option, Seen
from houseway.letters import paytables_of
from houseway.ranking import blackjack as rules
from houseway.rotation import Rotation
from houseway.twenty_one import DEALT, PEEK, HouseRules, play, played_out
from houseway.twenty_one import HIS_WHERE_22_PUSHES as HIS
from houseway.twenty_one import MINE as HAND

KEEP, SWITCH = Option("keep"), Option("switch", swaps=True)


def switch(seen: Seen) -> tuple[Option, ...]:
    """The second cards of the two hands change places, or stay. [BS 5]"""
    return KEEP, SWITCH


def as_if_split(said: tuple[str, ...]) -> tuple[str, ...]:
    """After a switch, as after a split, an ace and a ten are 21 and no blackjack. [BS 5]"""
    return (*said, "split") if SWITCH.word in said else said


def settle(mine: int, his: int, said: tuple[str, ...]) -> str:
    """A dealer's 22 pushes against all but a blackjack. [BS 8]"""
    return rules.compared_with_22(mine, his, as_if_split(said))


def tell(worth: int, said: tuple[str, ...]) -> str:
    return rules.tell(worth, as_if_split(said))


MINE = replace(HAND, tell=tell)


def on(name: str, clause: str, *, of: str | None = None, lies_on: int = 1) -> Contest:
    """A wager on a hand against the dealer's."""
    return Contest(name=name, clause=clause, of=of, lies_on=lies_on, mine=MINE, his=HIS, settle=settle)


def blackjack_switch(house: HouseRules) -> Game:
    return Game(
        slug=house.slug,
        title=house.title,
        summary="Two hands of blackjack whose second cards may be exchanged; a dealer's 22 pushes.",
        letters=("blackjack-switch",),
        seats=5,
        rotation=Rotation.FROM_DEALERS_LEFT,
        decks=(6, 8),  # [BS 1]
        default_decks=6,
        felt=house.felt,
        round=(
            Bets(("Bet", "Second Bet")),  # [BS 2]
            *DEALT,  # [BS 3]
            PEEK,  # [BS 4]
            Choice(switch, together=True),  # [BS 5]
            *played_out(partial(play, house), hits_soft_17=house.hits_soft_17),  # [BS 6] [BS 7]
        ),
        wagers=(
            on("Bet", "BS 8"),
            on("Second Bet", "BS 2", of="Bet", lies_on=2),
            on("Double", "BS 6", of="Bet"),
        ),
        paytables=paytables_of(house.slug),
    )


SWITCHED = HouseRules(slug="blackjack-switch", title="Blackjack Switch", felt=210, hits_soft_17=True)
STANDS = HouseRules(slug="blackjack-switch-s17", title="Blackjack Switch S17", felt=245)
GAME = blackjack_switch(SWITCHED)
VARIANTS = (blackjack_switch(STANDS),)

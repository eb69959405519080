"""Zappit Blackjack. A player may exchange a first hard 15, 16 or 17 for two new cards, once.

For that a dealer's 22 pushes against all but a blackjack. An ace and a ten after an exchange win at once, 1 to 1.
"""

from houseway.game import DEALER, SEAT, Bets, Choice, Contest, Game, Hand, Option, Seen
from houseway.letters import paytables_of
from houseway.ranking import blackjack as rules
from houseway.ranking.blackjack import NATURAL, is_soft, points, total
from houseway.rotation import Rotation
from houseway.twenty_one import DEALT, PEEK, UP_CARD, HouseRules, played_at
from houseway.twenty_one import HIS_WHERE_22_PUSHES as HIS

HOUSE = HouseRules(  # [ZB 6] [ZB 7] [ZB 8]
    slug="zappit-blackjack", title="Zappit Blackjack", felt=263, hits_soft_17=True, hands=3, surrenders=True
)
ZAPPED = (15, 16, 17)


def zap(seen: Seen) -> tuple[Option, ...]:
    """[ZB 4]"""
    cards = seen[SEAT]
    may = total(cards) in ZAPPED and not is_soft(cards)
    return (Option("keep"), Option("zap", drops=cards, takes=2)) if may else ()


def first_glance(seen: Seen) -> tuple[str, int]:
    """Before the exchange."""
    return f"first {total(seen[SEAT])}", points(seen[DEALER][0])


def nearer(mine: int, his: int, said: tuple[str, ...]) -> str:
    """[ZB 5] [ZB 7] [ZB 9]"""
    if "surrender" in said:
        return "surrender"
    if mine == NATURAL and "zap" in said and "split" not in said:
        return "win"
    return rules.compared_with_22(mine, his, said)


def tell(worth: int, said: tuple[str, ...]) -> str:
    """An ace and a ten after an exchange are no blackjack of the first two cards."""
    return "21" if worth == NATURAL and "zap" in said else rules.tell(worth, said)


MINE = Hand(SEAT, rules.worth, points, tell)

GAME = Game(
    slug=HOUSE.slug,
    title=HOUSE.title,
    summary="Blackjack in which a first hard 15 to 17 may be exchanged for two new cards; a dealer's 22 pushes.",
    letters=(HOUSE.slug,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(6, 8),  # [ZB 1]
    default_decks=6,
    felt=HOUSE.felt,
    round=(
        Bets(("Bet",)),  # [ZB 2]
        *DEALT,  # [ZB 3]
        Choice(zap, glance=first_glance, glance_at=UP_CARD),
        PEEK,  # [ZB 5]
        *played_at(HOUSE),
    ),
    wagers=(
        Contest(name="Bet", clause="ZB 9", mine=MINE, his=HIS, settle=nearer),
        Contest(name="Double", clause="ZB 6", of="Bet", mine=MINE, his=HIS, settle=nearer),
    ),
    paytables=paytables_of(HOUSE.slug),
)

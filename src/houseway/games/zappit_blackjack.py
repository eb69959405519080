"""Zappit Blackjack. A player may exchange a first hard 15, 16 or 17 for two new cards, once.

For that a dealer's 22 pushes against all but a blackjack of the first two cards.
"""

from houseway.game import (
    DEALER,
    HIT,
    LOSE,
    SEAT,
    STAND,
    Bets,
    Choice,
    Contest,
    Deal,
    Draw,
    Game,
    Hand,
    Option,
    Over,
    Seen,
    Show,
    say,
)
from houseway.letters import paytables_of
from houseway.ranking import blackjack as rules
from houseway.ranking.blackjack import BLACKJACK, NATURAL, is_blackjack, is_pair, is_soft, points, total
from houseway.rotation import Rotation

SLUG = "zappit-blackjack"
ZAPPED, MOST_HANDS = (15, 16, 17), 4
DOUBLE = say("double", ("Double", 1), takes=1)
SPLIT, SURRENDER = Option("split", splits="Bet", takes=1, last=False), Option("surrender")


def zap(seen: Seen) -> tuple[Option, ...]:
    """[ZB 4]"""
    cards = seen[SEAT]
    may = total(cards) in ZAPPED and not is_soft(cards)
    return (Option("keep"), Option("zap", drops=cards, takes=2)) if may else ()


def play(seen: Seen) -> tuple[Option, ...]:
    """Split aces get one card each, and are split once. [ZB 6] [ZB 7]"""
    cards, split = seen[SEAT], "split" in seen.said
    if total(cards) >= BLACKJACK or (split and points(cards[0]) == 1):
        return ()
    first_two, pair = len(cards) == 2, is_pair(cards) and seen.hands < MOST_HANDS
    return STAND, HIT, *(DOUBLE,) * first_two, *(SPLIT,) * pair, *(SURRENDER,) * (first_two and not split)


def nearer(mine: int, his: int, said: tuple[str, ...]) -> str:
    """An ace and a ten after a zap are 21. [ZB 5] [ZB 7] [ZB 9]"""
    if "surrender" in said:
        return LOSE if his == NATURAL else "surrender"
    return rules.compared_with_22(BLACKJACK if mine == NATURAL and "zap" in said else mine, his, said)


def tell(worth: int, said: tuple[str, ...]) -> str:
    return rules.tell(BLACKJACK if worth == NATURAL and "zap" in said else worth, said)


MINE = Hand(SEAT, rules.worth, points, tell)
HIS = Hand(DEALER, rules.dealer_worth, points, rules.tell_dealer)

GAME = Game(
    slug=SLUG,
    title="Zappit Blackjack",
    summary="Blackjack in which a first hard 15 to 17 may be exchanged for two new cards; a dealer's 22 pushes.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(6, 8),  # [ZB 1]
    default_decks=6,
    felt=260,
    round=(
        Bets(("Bet",)),  # [ZB 2]
        Deal(SEAT, 2, up=2),  # [ZB 3]
        Deal(DEALER, 2, up=1),
        Choice(zap),
        Over(lambda seen: is_blackjack(seen[DEALER]), DEALER),  # [ZB 5]
        Choice(play, again=True),
        Show(DEALER),
        Draw(DEALER, lambda seen: rules.dealer_draws(seen[DEALER], hits_soft_17=True)),  # [ZB 8]
    ),
    wagers=(
        Contest(name="Bet", clause="ZB 9", mine=MINE, his=HIS, settle=nearer),
        Contest(name="Double", clause="ZB 6", of="Bet", mine=MINE, his=HIS, settle=nearer),
    ),
    paytables=paytables_of(SLUG),
)

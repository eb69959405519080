"""Free Bet Blackjack. The house pays for the second bet of a double on hard 9, 10 or 11, and for that of a split.

A free bet is paid if it wins and costs nothing if it loses; for that a dealer's 22 pushes against all but a blackjack.
"""

from houseway.cards import Cards
from houseway.game import (
    DEALER,
    HIT,
    LOSE,
    SEAT,
    STAND,
    Bets,
    Bonus,
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
from houseway.ranking.blackjack import BLACKJACK, PUSHES, TEN, is_blackjack, is_pair, is_soft, points, total
from houseway.rotation import Rotation

SLUG = "free-bet-blackjack"
FREE_TOTALS, MOST_HANDS = (9, 10, 11), 4
DOUBLE, FREE_DOUBLE = say("double", ("Double", 1), takes=1), say("free double", ("Free Double", 1), takes=1)
SPLIT = Option("split", splits="Bet", takes=1, last=False)
FREE_SPLIT = Option("split", splits="Free Split", takes=1, last=False)


def play(seen: Seen) -> tuple[Option, ...]:
    """Split aces get one card each, and may be split again. [FB 4] [FB 5] [FB 6]"""
    cards = seen[SEAT]
    split = (how_split(cards),) if is_pair(cards) and seen.hands < MOST_HANDS else ()
    if "split" in seen.said and points(cards[0]) == 1:
        return (STAND, *split) if split else ()
    if total(cards) >= BLACKJACK:
        return ()
    double = (FREE_DOUBLE if is_free(cards) else DOUBLE,) if len(cards) == 2 else ()
    return STAND, HIT, *double, *split


def is_free(cards: Cards) -> bool:
    """[FB 5]"""
    return total(cards) in FREE_TOTALS and not is_soft(cards)


def how_split(cards: Cards) -> Option:
    """Tens are split with a bet of one's own. [FB 6]"""
    return SPLIT if points(cards[0]) == TEN else FREE_SPLIT


def is_22(worth: int) -> str:
    """[FB 9]"""
    return "22" if worth == PUSHES else LOSE


MINE = Hand(SEAT, rules.worth, points, rules.tell)
HIS = Hand(DEALER, rules.dealer_worth, points, rules.tell_dealer)


def on(name: str, clause: str, *, of: str | None = None, free: bool = False) -> Contest:
    """A wager on a hand against the dealer's. [FB 8]"""
    settle = rules.compared_with_22
    return Contest(name=name, clause=clause, of=of, free=free, by_choice=free, mine=MINE, his=HIS, settle=settle)


GAME = Game(
    slug=SLUG,
    title="Free Bet Blackjack",
    summary="Blackjack in which the house pays for doubles on hard 9 to 11 and for splits; a dealer's 22 pushes.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(6, 8),  # [FB 1]
    default_decks=6,
    felt=200,
    round=(
        Bets(("Bet",), may=("Push 22",)),  # [FB 2]
        Deal(SEAT, 2, up=2),  # [FB 3]
        Deal(DEALER, 2, up=1),
        Over(lambda seen: is_blackjack(seen[DEALER]), DEALER),  # [FB 3]
        Choice(play, again=True),
        Show(DEALER),
        Draw(DEALER, lambda seen: rules.dealer_draws(seen[DEALER], hits_soft_17=True)),  # [FB 7]
    ),
    wagers=(
        on("Bet", "FB 8"),
        on("Double", "FB 4", of="Bet"),
        on("Free Double", "FB 5", of="Bet", free=True),
        on("Free Split", "FB 6", of="Bet", free=True),
        Bonus(name="Push 22", clause="FB 9", side=True, hand=HIS, judge=is_22),
    ),
    paytables=paytables_of(SLUG),
)

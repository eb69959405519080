"""Super Fun 21. Blackjack from one deck, in which a player may double or give up half at any time, and hands of many
cards win: six that are not above 20 at once, and a 21 of five or more twice the bet.

For that a blackjack pays 1 to 1. It beats the dealer's, and in diamonds pays 2 to 1.
"""

from typing import NamedTuple

from houseway.cards import SUITS, Card, Cards, suit_of
from houseway.game import HIT, LOSE, SEAT, STAND, Bets, Bonus, Contest, Game, Hand, Option, Seen, say
from houseway.letters import paytables_of
from houseway.ranking import blackjack as rules
from houseway.ranking.blackjack import BLACKJACK, BUST, NATURAL, is_blackjack, is_pair, points, total
from houseway.rotation import Rotation
from houseway.twenty_one import DEALT, HIS, HIS_FIRST_TWO, SPLIT, HouseRules, insured, played_out

DOUBLE = say("double", ("Double", 1), takes=1, last=False)
SURRENDER = Option("surrender")
MANY, MORE = 5, 6  # cards of a 21 that pays twice, and of a hand that wins at once
DIAMONDS = SUITS.index("d")
HANDS = 4  # that a seat may have at most


class Made(NamedTuple):
    """What a hand is worth: as at blackjack, and how many cards it has, more than six as six."""

    worth: int
    cards: int


def made(cards: Cards) -> Made:
    return Made(rules.worth(cards), min(len(cards), MORE))


def tell(worth: Made, said: tuple[str, ...]) -> str:
    return rules.tell(worth.worth, said)


def wins_at_once(cards: Cards, said: tuple[str, ...]) -> bool:
    """[SF 8]"""
    return len(cards) >= MORE and total(cards) < BLACKJACK and "double" not in said


def play(seen: Seen) -> tuple[Option, ...]:
    """After a double a hand that is not bust may still be given up. [SF 5] [SF 6] [SF 7]"""
    cards = seen[SEAT]
    if total(cards) >= BLACKJACK or wins_at_once(cards, seen.said):
        return ()
    if "double" in seen.said:
        return STAND, SURRENDER
    splits = is_pair(cards) and seen.hands < HANDS
    return STAND, HIT, DOUBLE, *(SPLIT,) * splits, SURRENDER


def settle(mine: Made, his: int, said: tuple[str, ...]) -> str:
    """A hand of a split is no blackjack; of one that was doubled only its points count. [SF 7-9] [SF 11]"""
    if "surrender" in said:
        return "surrender"
    worth = BLACKJACK if mine.worth == NATURAL and "split" in said else mine.worth
    if worth == NATURAL:
        return "blackjack"
    if worth != BUST and "double" not in said:
        if worth == BLACKJACK and mine.cards >= MANY:
            return "21 of five or more cards"
        if mine.cards == MORE:
            return "six or more cards"
    return rules.compared(worth, his, ("split",))


def in_diamonds(cards: Cards) -> bool:
    """[SF 11]"""
    return is_blackjack(cards) and all(suit_of(card) == DIAMONDS for card in cards)


def points_and_diamonds(card: Card) -> int:
    """All that counts of one of the first cards."""
    return 2 * points(card) + (suit_of(card) == DIAMONDS)


def as_dealt(diamonds: bool, _: bool, said: tuple[str, ...]) -> str:
    """[SF 11]"""
    return "blackjack in diamonds" if diamonds and "split" not in said else LOSE


def tell_suits(diamonds: bool, said: tuple[str, ...]) -> str:
    return "diamonds" if diamonds else "no diamonds"


MINE = Hand(SEAT, made, points, tell)
FIRST_TWO = Hand(SEAT[:2], in_diamonds, points_and_diamonds, tell_suits)


GAME = Game(
    slug="super-fun-21",
    title="Super Fun 21",
    summary="Blackjack in which you may double or surrender at any time, and hands of many cards win.",
    letters=("super-fun-21",),
    seats=6,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(1, 2, 6),  # [SF 1]
    default_decks=1,
    felt=93,
    round=(
        Bets(("Bet",)),  # [SF 2]
        *DEALT,  # [SF 3]
        *insured(HouseRules()),  # [SF 4]
        *played_out(play, hits_soft_17=True),  # [SF 10]
    ),
    wagers=(
        Contest(name="Bet", clause="SF 11", mine=MINE, his=HIS, settle=settle),
        Contest(name="Double", clause="SF 5", of="Bet", mine=MINE, his=HIS, settle=settle),
        Contest(name="Diamonds", clause="SF 11", of="Bet", free=True, mine=FIRST_TWO, his=FIRST_TWO, settle=as_dealt),
        Bonus(name="Insurance", clause="SF 4", of="Bet", side=True, hand=HIS_FIRST_TWO, judge=rules.insured),
    ),
    paytables=paytables_of("super-fun-21"),
)

"""Split Twenty-One. Nearer to 21 than the dealer; a pair may be split into two hands, and again, up to four.

A game of somebody's own with all that hands and turns can be: insurance, a dealer who looks, doubles, splits that cost
and splits of low cards that are free, and a side bet on the first two cards that is settled before anybody plays.
"""

from fractions import Fraction

from houseway.cards import ACE, Cards, rank_of
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
    Settle,
    Show,
    say,
)
from houseway.games.own import paytables_beside
from houseway.ranking.blackjack import is_blackjack, points, total
from houseway.rotation import Rotation

DOUBLE = say("double", ("Double", 1), takes=1)
SPLIT = Option("split", splits="Bet", takes=1, last=False)
FREE_SPLIT = Option("free split", splits="Free Split", takes=1, last=False)
LOW = 3  # up to which a pair is split for nothing
BUST, NATURAL = 0, 22


def insure(seen: Seen) -> tuple[Option, ...]:
    """Half the bet, where the dealer shows an ace. [ST 2]"""
    offered = (Option("no insurance"), say("insurance", ("Insurance", Fraction(1, 2))))
    return offered if rank_of(seen[DEALER][0]) == ACE else ()


def is_split(seen: Seen) -> bool:
    return bool({"split", "free split"} & set(seen.said))


def play(seen: Seen) -> tuple[Option, ...]:
    """Split aces get one card each. [ST 4] [ST 5]"""
    cards = seen[SEAT]
    if total(cards) >= 21 or (is_split(seen) and rank_of(cards[0]) == ACE):
        return ()
    is_pair = len(cards) == 2 and points(cards[0]) == points(cards[1])
    if not is_pair or seen.hands == 4:
        return (STAND, HIT, DOUBLE) if len(cards) == 2 else (STAND, HIT)
    return STAND, HIT, DOUBLE, *((FREE_SPLIT,) if 1 < points(cards[0]) <= LOW else ()), SPLIT


def worth(cards: Cards) -> int:
    made = total(cards)
    return BUST if made > 21 else NATURAL if is_blackjack(cards) else made


def tell(made: int, said: tuple[str, ...]) -> str:
    return {BUST: "bust", NATURAL: "21 in two cards"}.get(made, str(made))


def nearer(mine: int, his: int, said: tuple[str, ...]) -> str:
    """[ST 6]"""
    mine = 21 if mine == NATURAL and {"split", "free split"} & set(said) else mine
    if mine in (BUST, NATURAL):
        return LOSE if mine == BUST else "push" if his == NATURAL else "blackjack"
    return "win" if mine > his else "push" if mine == his else LOSE


FREE = {"free": True, "by_choice": True}
MINE, HIS = Hand(SEAT, worth, points, tell), Hand(DEALER, worth, points, tell)

GAME = Game(
    slug="split-twenty-one",
    title="Split Twenty-One",
    summary="Nearer to 21 than the dealer; a pair may be split into two hands.",
    letters=("split_twenty_one",),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(1, 2, 6),
    default_decks=6,
    round=(
        Bets(("Bet",), may=("Pair",)),  # [ST 1]
        Deal(SEAT, 2, up=2),  # [ST 1]
        Deal(DEALER, 2, up=1),  # [ST 1]
        Choice(insure),  # [ST 2]
        Settle(("Pair",)),  # [ST 3]
        Over(lambda seen: is_blackjack(seen[DEALER]), DEALER),  # [ST 2]
        Settle(("Insurance",)),  # [ST 2]
        Choice(play, again=True),  # [ST 4] [ST 5]
        Show(DEALER),
        Draw(DEALER, lambda seen: total(seen[DEALER]) < 17),  # [ST 6]
    ),
    wagers=(
        Contest(name="Bet", clause="ST 6", mine=MINE, his=HIS, settle=nearer),
        Bonus(
            name="Pair",
            clause="ST 3",
            side=True,
            hand=Hand(SEAT[:2], lambda cards: len({rank_of(card) for card in cards}) == 1, rank_of),
            judge=lambda is_pair: "pair" if is_pair else LOSE,
        ),
        Contest(name="Double", clause="ST 4", of="Bet", mine=MINE, his=HIS, settle=nearer),
        Contest(
            name="Free Split", clause="ST 5", of="Bet", free=True, by_choice=True, mine=MINE, his=HIS, settle=nearer
        ),
        Bonus(
            name="Insurance",
            clause="ST 2",
            of="Bet",
            side=True,
            hand=Hand(DEALER[:2], is_blackjack, points),
            judge=lambda has: "blackjack" if has else LOSE,
        ),
    ),
    paytables=paytables_beside(__file__),
)

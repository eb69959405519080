"""Three Card Draw Poker. Three cards for the player and four for the dealer, who plays the best three. Fold, or raise
and stand, or raise and exchange one card; a straight or better earns a bonus whatever the dealer holds.
"""

from collections.abc import Callable

from houseway.cards import ACE, RANK_NAMES, Card, Cards, rank_of, suit_of
from houseway.game import DEALER, FOLD, LOSE, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show
from houseway.letters import paytables_of
from houseway.ranking import three_card
from houseway.rotation import Rotation
from houseway.sight import FlushOf

SLUG = "three-card-draw"
RAISE = (("Raise", 1),)
NAMES = ("lowest", "middle", "highest")
GLANCE_AT = (
    "what the cards are or which of them go together, ace and deuce being neighbours too, and the highest of them or "
    "of the pair"
)

Strength = tuple[int, ...]
Words = tuple[str, ...]


def from_the_lowest(cards: Cards) -> list[Card]:
    """Of two of a rank that one comes first whose suit is rarer among them, whatever suits are called."""
    suits = [*map(suit_of, cards)]
    return sorted(cards, key=lambda card: (rank_of(card), suits.count(suit_of(card)), card))


def fold_or_raise(seen: Seen) -> tuple[Option, ...]:
    """[TCD 3] [TCD 4]"""
    exchanges = zip(NAMES, from_the_lowest(seen[SEAT]), strict=True)
    draws = (Option(f"exchange the {name}", RAISE, drops=(card,), takes=1) for name, card in exchanges)
    return FOLD, Option("stand", RAISE), *draws


def ante(mine: Strength, his: Strength, said: Words) -> str:
    """The higher hand wins both bets. [TCD 5]"""
    return "win" if mine > his else "tie" if mine == his else LOSE


def go_together(one: Card, other: Card) -> bool:
    """Whether two cards are suited or neighbours, the ace beside the king and the deuce."""
    apart = abs(rank_of(one) - rank_of(other))
    return suit_of(one) == suit_of(other) or apart in (1, ACE - 2)


def together(one: int, other: int) -> Callable[[Seen], bool]:
    """Whether the cards in these places from the lowest go together."""
    return lambda seen: go_together(*(from_the_lowest(seen[SEAT])[place] for place in (one, other)))


def paired(seen: Seen) -> int:
    """By how many ranks the pair is above the third card; 0 without a pair."""
    kind, top, *others = three_card.strength(seen[SEAT])
    return top - others[0] if kind == three_card.A_PAIR else 0


ROWS: dict[str, Callable[[Seen], bool]] = {
    "a flush or better": lambda seen: three_card.strength(seen[SEAT]) >= (three_card.A_FLUSH,),
    "a pair below the third card": lambda seen: paired(seen) < 0,
    "a pair above the third card": lambda seen: paired(seen) > 0,
    "the two highest are suited or neighbours": together(1, 2),
    "highest and lowest are suited or neighbours": together(0, 2),
    "the two lowest are suited or neighbours": together(0, 1),
    "anything else": lambda seen: True,
}


def glance(seen: Seen) -> tuple[str, int]:
    """What the cards are, or which two of them go together, and the highest rank."""
    return next(row for row, is_met in ROWS.items() if is_met(seen)), three_card.strength(seen[SEAT])[1]


MINE = Hand(SEAT, three_card.strength, FlushOf(3), three_card.tell)
HIS = Hand(DEALER, three_card.best, FlushOf(3), three_card.tell)

GAME = Game(
    slug=SLUG,
    title="Three Card Draw Poker",
    summary="Three cards against the dealer's best three of four; fold, stand, or exchange one card.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=283,
    round=(
        Bets(("Ante",)),  # [TCD 1]
        Deal(SEAT, 3),  # [TCD 2]
        Deal(DEALER, 4),  # [TCD 2]
        Choice(
            fold_or_raise,
            glance=glance,
            glance_at=GLANCE_AT,
            glance_name=RANK_NAMES.__getitem__,
            glance_rows=(*ROWS.items(),),
        ),
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="TCD 5", mine=MINE, his=HIS, settle=ante),
        Contest(name="Raise", clause="TCD 5", of="Ante", mine=MINE, his=HIS, settle=ante),
        Bonus(name="In to Win", clause="TCD 6", of="Raise", free=True, hand=MINE, judge=three_card.kind),
    ),
    paytables=paytables_of(SLUG),
)

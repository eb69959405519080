"""Mississippi Stud. Two cards of one's own and three common cards; before each of them fold, or bet one, two or three
antes. All bets pay by the same table, a pair of jacks or better wins, sixes to tens push.
"""

from collections.abc import Callable

from houseway.cards import JACK, rank_of
from houseway.game import BOARD, FOLD, LOSE, SEAT, Bets, Bonus, Choice, Deal, Game, Hand, Option, Seen, Show, say
from houseway.letters import paytables_of
from houseway.ranking import draws, poker, three_card
from houseway.rotation import Rotation
from houseway.sight import FlushOf

SLUG = "mississippi-stud"
STREETS = ("3rd Street", "4th Street", "5th Street")


def bet_on(street: str) -> Callable[[Seen], tuple[Option, ...]]:
    """Where a bet is worth no more than a fold, the bet comes first: so the average bet is counted. [MS 3]"""
    options = *(say(f"bet {times}x", (street, times)) for times in (1, 2, 3)), FOLD
    return lambda seen: options


def line(made: poker.Strength) -> str:
    """All bets pay by the same table. [MS 4]"""
    if made[0] == poker.PAIR:
        return "jacks or better" if made[1] >= JACK else "sixes to tens" if made[1] >= 6 else LOSE
    return poker.kind(made)


# ---- what a player glances at ----------------------------------------------------------------------

GLANCE_AT = (
    "points, two for a card from jack up and one from six to ten; of three to a straight flush, cards from jack up and "
    "straights that hold them"
)
PAYS = "a pair of sixes or better"
LADDER = (
    *(f"{points} point{'s' if points != 1 else ''}" for points in range(9)),
    "four to an inside straight",
    "a low pair",
    "three suited",
    *(f"three to a straight flush, {points} in all" for points in range(1, 7)),
    "four to an open straight",
    "four to a flush",
    PAYS,
)


def glance(seen: Seen) -> tuple[str, int]:
    """The points of cards that are nothing yet; better is what they can become, and a pair that does not lose."""
    cards = seen[SEAT + BOARD]
    pair, straights = draws.pair_of(cards), draws.straights_with(cards)
    if pair:
        is_low = pair < 6 and sum(rank_of(card) == pair for card in cards) == 2
        return "", LADDER.index("a low pair" if is_low else PAYS)
    if len(cards) > 2 and draws.are_suited(cards):
        if len(cards) > 3:
            return "", LADDER.index("four to a flush")
        more = straights + draws.number_from(JACK, cards) if straights else 0
        return "", LADDER.index("three suited") + more
    if len(cards) > 3 and straights:
        return "", LADDER.index(f"four to an {'open' if straights > 1 else 'inside'} straight")
    return "", draws.number_from(JACK, cards) + draws.number_from(6, cards)


MINE = Hand(SEAT + BOARD, poker.strength, poker.SEES, poker.tell)
COMMON = Hand(BOARD, three_card.strength, FlushOf(3), three_card.tell)  # [MS 5]

GAME = Game(
    slug=SLUG,
    title="Mississippi Stud",
    summary="Two cards and three common ones; before each, fold or bet one to three antes; jacks or better win.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=120,
    round=(
        Bets(("Ante",), may=("3 Card Bonus", "Progressive")),  # [MS 1] [MSP 1]
        Deal(SEAT, 2),  # [MS 2]
        Deal(BOARD, 3),  # [MS 2]
        Choice(bet_on("3rd Street"), glance=glance, glance_at=GLANCE_AT, glance_name=LADDER.__getitem__),
        Show(BOARD[:1]),
        Choice(bet_on("4th Street"), glance=glance, glance_at=GLANCE_AT, glance_name=LADDER.__getitem__),
        Show(BOARD[1:2]),
        Choice(bet_on("5th Street"), glance=glance, glance_at=GLANCE_AT, glance_name=LADDER.__getitem__),
        Show(BOARD[2:]),
    ),
    wagers=(
        Bonus(name="Ante", clause="MS 4", hand=MINE, judge=line),
        *(Bonus(name=street, clause="MS 3", of="Ante", hand=MINE, judge=line) for street in STREETS),
        Bonus(name="3 Card Bonus", clause="MS 5", side=True, outlives=True, hand=COMMON, judge=three_card.kind),
        Bonus(
            name="Progressive",
            clause="MSP 2",
            side=True,
            outlives=True,  # [MSP 4]
            hand=MINE,
            judge=poker.kind,
            progressive=True,
        ),
    ),
    paytables=paytables_of(SLUG),
)

"""House Money. Beside blackjack: a bet on a player's first two cards, which a pair or cards in sequence win. What it
won, with the bet, may then be put on the hand, unless the dealer has a blackjack.

Here it plays as a game of its own: nothing lies on the hand but what is added. The bet on the hand of the blackjack
table is another, and wins by itself what it wins there.
"""

from houseway.cards import ACE, Cards, rank_of, suit_of
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Choice, Contest, Game, Hand, Option, Seen, Settle, say
from houseway.letters import paytables_of
from houseway.ranking.blackjack import points
from houseway.rotation import Rotation
from houseway.twenty_one import DEALT, DOUBLE, HIS, MINE, PEEK, SPLIT, UP_CARD, HouseRules, nearer, play, played_out

HOUSE = HouseRules(slug="house-money", title="House Money", felt=235)  # [HM 6]
KING = ACE - 1
SPLIT_ADDED = Option("split", splits="Added", takes=1, last=False)
ADDED = {"suited ace and king": 10, "straight flush": 5, "pair": 4, "straight": 2}  # times the bet: it, and its win
WORDS = {f"add {times}x": times for times in ADDED.values()}


def first_two(cards: Cards) -> str:
    """An ace is high, or low beside a two. [HM 3]"""
    low, high = sorted(map(rank_of, cards))
    is_suited = len(set(map(suit_of, cards))) == 1
    if low == high:
        return "pair"
    if high - low > 1 and (low, high) != (2, ACE):
        return LOSE
    if not is_suited:
        return "straight"
    return "suited ace and king" if (low, high) == (KING, ACE) else "straight flush"


def add(seen: Seen) -> tuple[Option, ...]:
    """All of it or nothing: a part is worth a part of either. [HM 5]"""
    times = ADDED.get(first_two(seen[SEAT]))
    return (Option("collect"), say(f"add {times}x", ("Added", times))) if times else ()


def play_added(seen: Seen) -> tuple[Option, ...]:
    """As at blackjack, with what was added. [HM 6]"""
    times = next((WORDS[word] for word in seen.said if word in WORDS), None)
    if times is None:
        return ()
    instead = {DOUBLE: say("double", ("Double", times), takes=1), SPLIT: SPLIT_ADDED}
    return tuple(instead.get(option, option) for option in play(HOUSE, seen))


def itself(line: str) -> str:
    return line


def glance(seen: Seen) -> tuple[str, int]:
    """Before it is added: what the two cards count."""
    return " and ".join(map(str, sorted(map(points, seen[SEAT])))), points(seen[DEALER][0])


FIRST_TWO = Hand(SEAT[:2], first_two)

GAME = Game(
    slug=HOUSE.slug,
    title=HOUSE.title,
    summary="A pair or a straight of your first two cards wins, and what it wins may be put on your blackjack hand.",
    letters=(HOUSE.slug,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(2, 6, 8),  # [HM 1]
    default_decks=6,
    felt=HOUSE.felt,
    round=(
        Bets(("House Money",)),  # [HM 1]
        *DEALT,  # [HM 2]
        PEEK,  # [HM 4]
        Settle(("House Money",)),  # [HM 3]
        Choice(add, glance=glance, glance_at=UP_CARD),  # [HM 5]
        *played_out(play_added, hits_soft_17=HOUSE.hits_soft_17),  # [HM 6]
    ),
    wagers=(
        Bonus(name="House Money", clause="HM 3", hand=FIRST_TWO, judge=itself),
        Contest(name="Added", clause="HM 5", of="House Money", mine=MINE, his=HIS, settle=nearer),
        Contest(name="Double", clause="HM 6", of="House Money", mine=MINE, his=HIS, settle=nearer),
    ),
    paytables=paytables_of(HOUSE.slug),
)

"""Match 'Em Hi Lo. From three cards the player says whether his total is higher or lower than the
dealer's, and may double.

The dealer makes a LO and a HI hand of three out of five cards, one of them shared. The player wins ties.
"""

from houseway.cards import ACE, Cards, rank_of
from houseway.game import LOSE, Bonus, Contest, Deal, Game, HouseWay, Rotation, Setting
from houseway.letters import paytables_of
from houseway.ranking import three_card
from houseway.ranking.hi_lo import hi_points, hi_total, lo_points, lo_total
from houseway.sight import FACES, MATCHES, Grades

SLUG = "match-em"
HI, LO = "HI", "LO"

# Jack, queen and king are the same card to the totals; an ace is like nothing else. [ME points]
POINTS = Grades("points", lambda card: hi_points(rank_of(card)))


# ---- choosing and setting --------------------------------------------------------------------------


def choices(cards: Cards, shown: Cards) -> tuple[Setting, ...]:
    """HI or LO, and with either a double. [ME 3a] [ME 3b]"""
    return tuple(Setting((cards,), word, adds) for adds in ((), ("Double Down",)) for word in (HI, LO))


def dealer_set(cards: Cards) -> Setting:
    """Two LO cards, the shared card, two HI cards. [ME 4a] [ME 4b] [ME 4c]"""
    ordered = sorted(cards, key=lambda card: lo_points(rank_of(card)))
    lowest, others = ordered[:3], ordered[3:]
    aces = [card for card in lowest if rank_of(card) == ACE]
    shared = aces[0] if aces else lowest[-1]
    lowest.remove(shared)
    return Setting((tuple(lowest), (shared,), tuple(others)))


def glance(cards: Cards, shown: Cards) -> tuple[str, int]:
    """All that a short strategy looks at: how many aces, and the total with aces as 1."""
    ranks = [rank_of(card) for card in cards]
    return ("no ace", "one ace", "two aces", "three aces")[ranks.count(ACE)], lo_total(ranks)


def silent(cards: Cards, decks: int) -> Setting:
    """For a seat that does not act in time: the better word, never a double. The letter is silent too; this is ours.
    In a single deck two aces with a deuce are better HI, because only two aces are left to the dealer."""
    ranks = [rank_of(card) for card in cards]
    with_two_aces = 4 if decks == 1 else 5
    return Setting((cards,), HI if lo_total(ranks) >= (14, 9, with_two_aces, 3)[ranks.count(ACE)] else LO)


# ---- settling --------------------------------------------------------------------------------------


def score(setting: Setting) -> tuple[str, int]:
    ranks = map(rank_of, setting.cards)
    return setting.word, hi_total(ranks) if setting.word == HI else lo_total(ranks)


def dealer_score(setting: Setting) -> tuple[int, int]:
    """HI and LO total. The shared card counts in both, an ace as 11 in HI and 1 in LO. [ME 5]"""
    low, shared, high = setting.hands
    return hi_total(map(rank_of, high + shared)), lo_total(map(rank_of, low + shared))


def tell(setting: Setting) -> str:
    """`HI 17` of a player, `HI 21, LO 4` of the dealer."""
    if setting.word:
        return "{} {}".format(*score(setting))
    return "HI {}, LO {}".format(*dealer_score(setting))


def settle(mine: tuple[str, int], dealers: tuple[int, int]) -> str:
    """At or above his HI, at or below his LO: the player wins ties. [ME 6ai] [ME 6aii] [ME 6aiii]"""
    word, total = mine
    dealers_hi, dealers_lo = dealers
    won = total >= dealers_hi if word == HI else total <= dealers_lo
    return "win" if won else LOSE


def match_bonus(matches: int) -> str:
    """How many of the dealer's five cards match a rank the player holds. [ME 7]"""
    return f"Match {matches}" if matches >= 2 else LOSE


def poker_bonus(cards: Cards) -> str:
    """The best three-card poker hand. [ME 8]"""
    return three_card.line(cards) or LOSE


GAME = Game(
    slug=SLUG,
    title="Match 'Em Hi Lo",
    summary="Say whether your three cards total higher or lower than the dealer's; ties are yours.",
    letters=("match-em-hi-lo-2014-11-24",),
    deal=Deal(
        seats=7,
        packet=3,
        dealer_packet=5,
        rotation=Rotation.FROM_DEALERS_LEFT,  # [ME 2]
        decks=range(1, 9),  # [ME decks]
    ),
    choices=choices,
    dealer_hands=("Dealer's LO", "Shared", "Dealer's HI"),  # [ME 5]
    glance=glance,
    glance_at="total, aces as 1",
    silent=silent,
    tell=tell,
    sight=POINTS,
    house_way=HouseWay(
        name="Match 'Em dealer's hand",
        version="2014",
        letter="match-em-hi-lo-2014-11-24",
        rules=(
            "The lowest three-card total is the LO hand.",
            "Its highest card, or an ace if it holds one, is the shared card.",
            "The other two cards and the shared card are the HI hand.",
        ),
        set=dealer_set,
        for_players=False,
    ),
    wagers=(
        Contest(
            name="Ante",
            clause="ME 6",
            score=score,
            dealer_score=dealer_score,
            settle=settle,
        ),
        Contest(
            name="Double Down",
            clause="ME 3b",
            requires="Ante",
            equals="Ante",
            score=score,
            dealer_score=dealer_score,
            settle=settle,
        ),
        Bonus(
            name="Match Bonus",
            clause="ME 7",
            requires="Ante",  # [ME 1]
            sight=MATCHES,
            judge=match_bonus,
        ),
        Bonus(
            name="Poker Bonus",
            clause="ME 8",
            requires="Ante",
            sight=FACES,
            judge=poker_bonus,
        ),
    ),
    paytables=paytables_of(SLUG),
)

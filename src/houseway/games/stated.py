"""Strategies that others state for a game and publish figures of, each as its source has it.

A letter names one by its `play`. The exact figures of a seat that follows it are held against the published ones
(`analysis.verify`). They are not the best strategies of their length: those are searched for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from houseway.cards import ACE, JACK, KING, QUEEN, Cards, rank_of
from houseway.game import DEALER, SEAT, Option, Seen
from houseway.ranking import four_card, poker, suits, three_card


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedStrategy:
    """What a seat says, by what it sees."""

    name: str
    says: str
    word: Callable[[Seen], str]

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        word = self.word(seen)
        return next(option for option in options if option.word == word)


# ---- Caribbean Stud, of toho-talent.com/2022/04/14/caribbean-stud-poker-strategy -------------------------------------

PAIR = (poker.PAIR,)
ACE_KING = (poker.HIGH_CARD, ACE, KING)
ACE_KING_JACK = (poker.HIGH_CARD, ACE, KING, JACK, 8, 3)


@lru_cache(maxsize=1)  # a hand is asked about beside every card that the dealer can show
def _made(mine: Cards) -> tuple[poker.Strength, tuple[int, ...]]:
    return poker.strength(mine), tuple(sorted(map(rank_of, mine), reverse=True))


def _raises(is_raised: bool) -> str:
    return "raise" if is_raised else "fold"


def _three_rules(seen: Seen) -> str:
    made, ranks = _made(seen[SEAT])
    if made >= PAIR or made < ACE_KING:
        return _raises(made >= PAIR)
    [shown] = map(rank_of, seen[DEALER])
    if shown >= KING:
        return _raises(ranks[2] >= JACK)
    return _raises(shown in ranks or (ranks[2] == QUEEN and shown < ranks[3]))


def _matching_rank(seen: Seen) -> str:
    made, ranks = _made(seen[SEAT])
    [shown] = map(rank_of, seen[DEALER])
    return _raises(made >= PAIR or (made >= ACE_KING and shown in ranks))


def _raised_from(least: poker.Strength) -> Callable[[Seen], str]:
    return lambda seen: _raises(_made(seen[SEAT])[0] >= least)


CARIBBEAN_STUD = (
    StatedStrategy(
        name="three rules for ace-king",
        says="a pair is raised and less than ace-king folded; ace-king is raised if the dealer shows a rank of the "
        "hand from 2 to queen; or an ace or king, and the hand has a queen or jack; or no rank of the hand but one "
        "below its fourth, and the hand has a queen",
        word=_three_rules,
    ),
    StatedStrategy(name="A-K-J-8-3 or better", says="raised from ace-king-jack-8-3", word=_raised_from(ACE_KING_JACK)),
    StatedStrategy(
        name="matching rank",
        says="a pair is raised, and ace-king if the dealer shows a rank of the hand",
        word=_matching_rank,
    ),
    StatedStrategy(name="a pair or better", says="raised from a pair", word=_raised_from(PAIR)),
    StatedStrategy(name="any ace-king or better", says="raised from ace-king", word=_raised_from(ACE_KING)),
    StatedStrategy(name="blind", says="every hand is raised", word=lambda seen: "raise"),
)

# ---- Four Card Poker, of the maker ---------------------------------------------------------------------------------


_best_four = lru_cache(maxsize=1)(four_card.strength)


def _by_the_card(seen: Seen) -> str:
    made = _best_four(seen[SEAT])
    if made < (four_card.PAIR, 3):
        return "fold"
    return "play 3x" if made >= (four_card.PAIR, 10) else "play 1x"


FOUR_CARD_POKER = (
    StatedStrategy(
        name="the maker's card",
        says="a pair of 2s or less is folded, 3s to 9s are played once, and tens or better three times",
        word=_by_the_card,
    ),
)

# ---- others ----------------------------------------------------------------------------------------


def _queen_six_four(seen: Seen) -> str:
    return "play" if three_card.strength(seen[SEAT]) >= (three_card.HIGH_CARD, QUEEN, 6, 4) else "fold"


def _of_a_suit(seen: Seen) -> str:
    mine = seen[SEAT]
    return "play" if suits.longest(mine) >= (2 if len(mine) == 4 else 3) else "fold"


STATED = {
    "caribbean-stud": CARIBBEAN_STUD,
    "casino-war": (StatedStrategy(name="surrender", says="every tie is surrendered", word=lambda seen: "surrender"),),
    "flush-rush": (
        StatedStrategy(
            name="two of a suit, then three",
            says="four cards of four suits are folded, and six cards without three of a suit",
            word=_of_a_suit,
        ),
    ),
    "four-card-poker": FOUR_CARD_POKER,
    "three-card-poker": (StatedStrategy(name="Q-6-4 or better", says="played from queen-6-4", word=_queen_six_four),),
}


def stated(slug: str) -> tuple[StatedStrategy, ...]:
    """The strategies that are stated for a game."""
    return STATED.get(slug, ())

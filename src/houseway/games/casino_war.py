"""Casino War. One card each, the higher wins; at a tie the player surrenders half the bet or goes to war.

War adds a wager equal to the ante, and each side gets one more card. If the player's is as high or higher the war wager
wins and the ante is returned; otherwise both are lost.
"""

from houseway.cards import RANK_NAMES, Cards, rank_of
from houseway.game import (
    DEALER,
    LOSE,
    SEAT,
    Bets,
    Bonus,
    Choice,
    Contest,
    Deal,
    Draw,
    Game,
    Hand,
    Option,
    Seen,
    Settle,
    say,
)
from houseway.letters import paytables_of
from houseway.rotation import Rotation

SLUG = "casino-war"

Ranks = tuple[int, ...]  # of the first card, and of the one that comes at war
Words = tuple[str, ...]


# ---- the round -------------------------------------------------------------------------------------


def war_or_surrender(seen: Seen) -> tuple[Option, ...]:
    """Only a tie leaves a choice. [CW 3]"""
    return (Option("surrender"), say("war", ("War", 1))) if is_tie(seen[SEAT + DEALER]) else ()


def seat_draws(seen: Seen) -> bool:
    """[CW 4]"""
    return "war" in seen.said and len(seen[SEAT]) == 1


def dealer_draws(seen: Seen) -> bool:
    """One card against all seats that are at war. [CW 4]"""
    return "war" in seen.said and len(seen[DEALER]) == 1


# ---- settling the wagers ---------------------------------------------------------------------------


def ranks(cards: Cards) -> Ranks:
    """Suits do not matter; the ace is high. [CW ranking]"""
    return tuple(map(rank_of, cards))


def ante(mine: Ranks, his: Ranks, said: Words) -> str:
    """The higher card wins; a surrender loses half; a war that is won returns the ante. [CW 2] [CW 3] [CW 5]"""
    if "surrender" in said:
        return "surrender"
    if "war" in said:
        return LOSE if war(mine, his, said) == LOSE else "war won"
    return "win" if mine > his else LOSE


def war(mine: Ranks, his: Ranks, said: Words) -> str:
    """The player wins a second tie too, which some houses pay better. [CW 5]"""
    return "win" if mine[1] > his[1] else "second tie" if mine[1] == his[1] else LOSE


def is_tie(cards: Cards) -> bool:
    first, other = map(rank_of, cards)
    return first == other


def tie(tied: bool) -> str:
    """[CW 6]"""
    return "tie" if tied else LOSE


def tell(ranks: Ranks, said: Words) -> str:
    return " then ".join(RANK_NAMES[rank] for rank in ranks)


MINE, HIS = Hand(SEAT, ranks, rank_of, tell), Hand(DEALER, ranks, rank_of, tell)

GAME = Game(
    slug=SLUG,
    title="Casino War",
    summary="One card each, the higher wins; at a tie, surrender half or go to war.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=range(1, 9),  # [CW 1]
    default_decks=6,
    shoe=True,
    felt=36,
    round=(
        Bets(("Ante",), may=("Tie",)),
        Deal(SEAT + DEALER, 1, up=1),  # [CW 2]
        Settle(("Tie",)),  # [CW 6]
        Choice(war_or_surrender),
        Draw(SEAT, seat_draws),
        Draw(DEALER, dealer_draws),
    ),
    wagers=(
        Contest(name="Ante", clause="CW 2", mine=MINE, his=HIS, settle=ante),
        Contest(name="War", clause="CW 5", of="Ante", mine=MINE, his=HIS, settle=war),
        Bonus(name="Tie", clause="CW 6", side=True, hand=Hand(SEAT[:1] + DEALER[:1], is_tie, rank_of), judge=tie),
    ),
    paytables=paytables_of(SLUG),
)

"""Casino War. One card each, the higher wins; at a tie the player surrenders half the bet or goes to war.

War adds a wager equal to the ante, and each side gets one more card. If the player's is as high or higher,
the war wager wins even money and the ante is returned; otherwise both are lost.
"""

from houseway.cards import Cards, rank_of
from houseway.letters import paytables_of
from houseway.old_game import LOSE, Contest, Deal, Game, HouseWay, Rotation, Setting
from houseway.sight import RANKS

SLUG = "casino-war"
WAR, SURRENDER = "war", "surrender"

Ranks = tuple[int, int]  # of the first card and of the later one


# ---- choosing and setting --------------------------------------------------------------------------


def choices(cards: Cards, shown: Cards) -> tuple[Setting, ...]:
    """Only a tie leaves a choice: war, with a wager more, or surrender. [CW 3]"""
    if rank_of(cards[0]) != rank_of(shown[0]):
        return (Setting((cards,)),)
    return Setting((cards,), WAR, ("War",)), Setting((cards,), SURRENDER)


def dealer_set(cards: Cards) -> Setting:
    """His card, and beside it the one that comes at war. [CW 2] [CW 4]"""
    return Setting((cards[:1], cards[1:]))


def glance(cards: Cards, shown: Cards) -> tuple[str, int]:
    """All that a short strategy looks at: the rank of a tie."""
    return "a tie", rank_of(cards[0])


# ---- settling --------------------------------------------------------------------------------------


def ranks(setting: Setting) -> Ranks:
    """Suits do not matter; the ace is high. [CW ranking]"""
    first, later = setting.cards
    return rank_of(first), rank_of(later)


def score(setting: Setting) -> tuple[str, Ranks]:
    return setting.word, ranks(setting)


def ante(mine: tuple[str, Ranks], dealers: Ranks) -> str:
    """The higher card wins; a surrender loses half; a war that is won returns the ante. [CW 2] [CW 3] [CW 5]"""
    word, (my_first, _) = mine
    his_first, _ = dealers
    if word == SURRENDER:
        return "surrender"
    if word == WAR:
        return "war won" if is_war_won(mine, dealers) else LOSE
    return "win" if my_first > his_first else LOSE


def war(mine: tuple[str, Ranks], dealers: Ranks) -> str:
    """The war wager wins even money. [CW 5]"""
    return "win" if is_war_won(mine, dealers) else LOSE


def is_war_won(mine: tuple[str, Ranks], dealers: Ranks) -> bool:
    """The player wins a second tie. [CW 5]"""
    _, (_, my_later) = mine
    _, his_later = dealers
    return my_later >= his_later


GAME = Game(
    slug=SLUG,
    title="Casino War",
    summary="One card each, the higher wins; at a tie, surrender half or go to war.",
    letters=(SLUG,),
    deal=Deal(
        seats=7,
        packet=1,
        dealer_packet=1,
        dealer_shows=1,  # [CW 2]
        later=1,  # [CW 4]
        dealer_later=1,
        rotation=Rotation.FROM_DEALERS_LEFT,
        decks=range(1, 9),
        default_decks=6,  # [CW 1]
    ),
    choices=choices,
    glance=glance,
    glance_at="the rank, ace as 14",
    sight=RANKS,
    house_way=HouseWay(
        name="Casino War dealer's cards",
        version="1",
        rules=("The dealer's card lies face up; at war one more comes to it.",),
        set=dealer_set,
        for_players=False,
    ),
    wagers=(
        Contest(
            name="Ante",
            clause="CW 2",
            score=score,
            dealer_score=ranks,
            settle=ante,
        ),
        Contest(
            name="War",
            clause="CW 5",
            requires="Ante",
            equals="Ante",  # [CW 3]
            score=score,
            dealer_score=ranks,
            settle=war,
        ),
    ),
    paytables=paytables_of(SLUG),
)

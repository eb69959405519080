"""Three Card Baccarat. Three cards each and no choice: three faces beat everything, then the points count, then the
number of faces.

A win on the Player pays even money less a commission of one in twenty. A tie and three faces of the dealer can be bet
on too.
"""

from houseway.cards import JACK, KING, Card, Cards, rank_of
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Contest, Deal, Game, Hand
from houseway.letters import paytables_of
from houseway.letters.reading import Reading
from houseway.ranking import baccarat
from houseway.rotation import Rotation

SLUG = "three-card-baccarat"
FACE = 10  # the grade of a jack, queen or king; other cards have that of their points

Made = tuple[bool, int, int]  # whether all three are faces; the points; how many are faces
Words = tuple[str, ...]


def grade(card: Card) -> int:
    """A ten counts nothing, as a face does, but is none. [TCB ranking]"""
    rank = rank_of(card)
    return FACE if JACK <= rank <= KING else baccarat.points(rank)


def made(cards: Cards) -> Made:
    """[TCB ranking]"""
    grades = [grade(card) for card in cards]
    faces = grades.count(FACE)
    return faces == len(cards), sum(grades) % 10, faces


def player(mine: Made, his: Made, said: Words) -> str:
    """[TCB 3]"""
    return "win" if mine > his else "tie" if mine == his else LOSE


def both(cards: Cards) -> tuple[Made, Made]:
    """The player's three cards, then the dealer's."""
    return made(cards[:3]), made(cards[3:])


def tie(hands: tuple[Made, Made]) -> str:
    """[TCB 4]"""
    mine, his = hands
    return "tie" if mine == his else LOSE


def tie_but_of_faces(hands: tuple[Made, Made]) -> str:
    """The same, but two hands of three faces are no tie."""
    (all_faces, _, _), _ = hands
    return LOSE if all_faces else tie(hands)


def three_faces(his: Made) -> str:
    """[TCB 5]"""
    all_faces, _, _ = his
    return "three faces" if all_faces else LOSE


def tell(worth: Made, said: Words) -> str:
    all_faces, points, faces = worth
    if all_faces:
        return "three faces"
    return f"{points} with {faces} face{'s' if faces != 1 else ''}"


MINE, HIS = Hand(SEAT, made, grade, tell), Hand(DEALER, made, grade, tell)

GAME = Game(
    slug=SLUG,
    title="Three Card Baccarat",
    summary="Three cards each: three faces beat all, then the points count, then the faces; nobody chooses anything.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=175,
    round=(
        Bets(may=("Player", "Tie", "Three Faces")),  # [TCB 1]
        Deal(SEAT + DEALER, 3, up=3),  # [TCB 2]
    ),
    wagers=(
        Contest(name="Player", clause="TCB 3", mine=MINE, his=HIS, settle=player),
        Bonus(name="Tie", clause="TCB 4", side=True, hand=Hand(SEAT + DEALER, both, grade), judge=tie),
        Bonus(name="Three Faces", clause="TCB 5", side=True, hand=HIS, judge=three_faces),
    ),
    paytables=paytables_of(SLUG),
    readings=(
        Reading(
            name="three faces do not tie",
            says="two hands of three faces are not paid as a tie",
            wagers={"Tie": tie_but_of_faces},
        ),
    ),
)

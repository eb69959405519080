"""Pai gow with few cards, so that the judge can go through all deals: four cards are set as three and one, or five as
three and two, from three ranks and the joker."""

from dataclasses import replace

from houseway.cards import ACE, JOKER, KING, card
from houseway.game import DEALER, LOSE, SEAT, Bets, Choice, Contest, Deal, Game, Hand, Option, Seen, Show
from houseway.paytable import Paytable, parse_pay
from houseway.ranking.set_poker import PAIR, SetPoker, Strength, wheel_second
from houseway.rotation import Rotation
from houseway.ways.split import Split, descending, descending_split
from houseway.ways.way import read_way

KINDS = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")
RANKING = SetPoker(length=3, kinds=KINDS, runs=wheel_second(3))
WAY = """
game = "like-pai-gow"
name = "pairs up"
version = "1"

[[rule]]
says = "A pair or better in High, with the strongest Low."
High = "pair+"
then = ["Low", "High"]

[[rule]]
says = "Else the strongest Low."
then = ["Low", "High"]
"""
PACK = (*(card(rank, suit) for rank in (2, KING, ACE) for suit in range(4)), JOKER)

Strengths = tuple[Strength, ...]


def pushes(mine: Strengths, his: Strengths, said: tuple[str, ...]) -> str:
    won = sum(my > dealers for my, dealers in zip(mine, his, strict=True)) if descending(mine) else 0
    return (LOSE, "one each", "win both")[won]


def barred(mine: Strengths, his: Strengths, said: tuple[str, ...]) -> str:
    """Nothing is won or lost against a High hand that is a pair of aces."""
    return pushes(mine, his, said) if pair_of_aces(his) == LOSE else pair_of_aces(his)


def pair_of_aces(his: Strengths) -> str:
    return "pair of aces" if his[0][:2] == (PAIR, ACE) else LOSE


def game(split: Split, settle: object, win: str = "1 to 1") -> Game:
    def settings(seen: Seen) -> tuple[Option, ...]:
        return tuple(Option("set", cut=cut, foul=not split.may_be_set(cut)) for cut in split.cuts(seen[SEAT]))

    way = read_way("pairs up", WAY, split).house_way()
    mine, his = (Hand(look.set, split.strengths, tell=split.tell) for look in (SEAT, DEALER))
    pays = {"win both": win, "one each": "push", "pair of aces": "push"}
    table = Paytable(name="Bet", wager="Bet", lines={line: parse_pay(pay) for line, pay in pays.items()})
    return Game(
        slug="like-pai-gow",
        title="Like Pai Gow",
        summary="",
        letters=(),
        seats=2,
        rotation=Rotation.FROM_DEALERS_LEFT,
        hands=split.hands,
        joker=True,
        round=(Bets(("Bet",)), Deal(SEAT + DEALER, sum(split.sizes)), Choice(settings, way=way), Show(DEALER, way)),
        wagers=(Contest(name="Bet", clause="", mine=mine, his=his, settle=settle),),  # type: ignore[arg-type]
        paytables={"Bet": table},
    )


def face_up(game: Game) -> Game:
    """The same, with the dealer's hands set and open before a seat sets its own."""
    bets, deal, choice, show = game.round
    return replace(game, round=(bets, deal, show, choice))


SPLIT = descending_split(RANKING, ("High", "Low"), (3, 1))
GAMES = {
    "without commission": game(SPLIT, pushes),
    "with commission": game(SPLIT, pushes, "19 to 20"),
    "barred": game(SPLIT, barred),
    "open": face_up(game(SPLIT, pushes, "19 to 20")),
    "open and barred": face_up(game(SPLIT, barred)),
    "two cards low": replace(game(descending_split(RANKING, ("High", "Low"), (3, 2)), barred), title="Two Low"),
}

"""Small games outside the registry, with what few have: seats that choose in turn, again and again, a dealer who looks
at his cards before anybody plays, and hands that are split.

    monkeypatch.setitem(GAMES, "twenty-one", TWENTY_ONE)
"""

from pathlib import Path

from houseway.cards import ACE, Cards, rank_of
from houseway.game import (
    DEALER,
    FOLD,
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
    Show,
    say,
)
from houseway.games.own import load_game
from houseway.paytable import Paytable, parse_pay
from houseway.rotation import Rotation


def pays(wager, **lines):
    named = {line.replace("_", " "): parse_pay(pay) for line, pay in lines.items()}
    return Paytable(name=wager, wager=wager, lines=named)


def total(cards: Cards) -> int:
    """An ace is 1, a picture 10."""
    return sum(1 if rank_of(card) == ACE else min(10, rank_of(card)) for card in cards)


# ---- seats in turn -----------------------------------------------------------------------------------


def hit_or_stand(seen: Seen) -> tuple[Option, ...]:
    """A seat that has not more than 20 may stand, hit, or double and take one card; one that has more is out."""
    if total(seen[SEAT]) > 20:
        return ()
    return STAND, HIT, say("double", ("Double", 1), takes=1)


def closer(mine: int, his: int, said: tuple[str, ...]) -> str:
    """To 21, and not over it."""
    if mine > 21:
        return LOSE
    return "win" if his > 21 or mine > his else "tie" if mine == his else LOSE


MINE, HIS = Hand(SEAT, total, rank_of), Hand(DEALER, total, rank_of)

TWENTY_ONE = Game(
    slug="twenty-one",
    title="Twenty-One of the Tests",
    summary="Hit or stand in turn.",
    letters=(),
    seats=5,
    rotation=Rotation.FROM_DEALERS_LEFT,
    round=(
        Bets(("Bet",)),
        Deal(SEAT + DEALER, 2, up=1),
        Choice(hit_or_stand, again=True),
        Show(DEALER),
        Draw(DEALER, lambda seen: total(seen[DEALER]) < 17),
    ),
    wagers=(
        Contest(name="Bet", clause="", mine=MINE, his=HIS, settle=closer),
        Contest(name="Double", clause="", of="Bet", mine=MINE, his=HIS, settle=closer),
    ),
    paytables={"Bet": pays("Bet", win="1 to 1", tie="push"), "Double": pays("Double", win="1 to 1", tie="push")},
)


# ---- a dealer who looks ------------------------------------------------------------------------------


def has_an_ace(cards: Cards) -> bool:
    return any(rank_of(card) == ACE for card in cards)


def fold_or_raise(seen: Seen) -> tuple[Option, ...]:
    return FOLD, say("raise", ("Raise", 2))


PEEK = Game(
    slug="peek",
    title="Peek of the Tests",
    summary="The dealer looks: an ace, and the round is over.",
    letters=(),
    seats=5,
    rotation=Rotation.FROM_DEALERS_LEFT,
    round=(
        Bets(("Bet",), may=("Side",)),
        Deal(SEAT + DEALER, 2),
        Over(lambda seen: has_an_ace(seen[DEALER]), DEALER),
        Choice(fold_or_raise),
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Bet", clause="", mine=MINE, his=HIS, settle=closer),
        Contest(name="Raise", clause="", of="Bet", mine=MINE, his=HIS, settle=closer),
        Bonus(
            name="Side",
            clause="",
            side=True,
            outlives=True,
            hand=Hand(SEAT, has_an_ace, rank_of),
            judge=lambda ace: "an ace" if ace else LOSE,
        ),
    ),
    paytables={
        "Bet": pays("Bet", win="1 to 1", tie="push"),
        "Raise": pays("Raise", win="1 to 1", tie="push"),
        "Side": pays("Side", an_ace="5 to 1"),
    },
)


# ---- hands that are split ----------------------------------------------------------------------------

SPLIT_TWENTY_ONE = load_game(Path(__file__).parents[1] / "own_games" / "split_twenty_one.py")
SMALL_GAMES = {game.slug: game for game in (TWENTY_ONE, PEEK, SPLIT_TWENTY_ONE)}

"""Strategies that others state: what a seat says by them, and that figures published of them follow."""

import pytest

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.analysis.exact.tree import Tree
from houseway.analysis.verify import verify
from houseway.cards import ACE, JACK, KING, QUEEN, card
from houseway.games import GAMES
from houseway.games.stated import STATED, StatedStrategy, stated
from houseway.letters import letters
from houseway.work.ends import ends_of
from tests.analysis.exact.small_packs import small_pack
from tests.games.clauses import seen_so

LONG = ("caribbean-stud", "four-card-poker", "flush-rush")
WITH_ACE_KING = tuple(sorted(card(rank, suit) for rank in (ACE, KING, QUEEN, JACK, 9, 8) for suit in range(2)))


def strategy(slug: str, name: str) -> StatedStrategy:
    return next(each for each in stated(slug) if each.name == name)


def says(slug: str, name: str, mine: str, shown: str) -> str:
    seen = seen_so(GAMES[slug], seat=mine, dealer=shown)
    return strategy(slug, name)(0, seen, GAMES[slug].choices[0].options(seen)).word


@pytest.mark.parametrize(
    ("mine", "shown", "word"),
    [
        ("2c 2d 5h 4s 3c", "Ah", "raise"),  # a pair
        ("Ac Qd Jh 9s 7c", "7h", "fold"),  # less than ace-king
        ("Ac Kd 9h 4s 2c", "2h", "raise"),  # shows a rank of the hand
        ("Ac Kd Jh 4s 2c", "Ah", "raise"),  # ace, and a jack
        ("Ac Kd Th 4s 2c", "Kh", "fold"),  # king, and neither queen nor jack
        ("Ac Kd Qh 7s 2c", "6h", "raise"),  # below the fourth, and a queen
        ("Ac Kd Qh 7s 2c", "8h", "fold"),
        ("Ac Kd Jh 7s 2c", "6h", "fold"),
    ],
)
def test_three_rules_for_ace_king(mine, shown, word):
    assert says("caribbean-stud", "three rules for ace-king", mine, shown) == word


@pytest.mark.parametrize(
    ("name", "mine", "shown", "word"),
    [
        ("A-K-J-8-3 or better", "Ac Kd Jh 8s 3c", "Qh", "raise"),
        ("A-K-J-8-3 or better", "Ac Kd Jh 8s 2c", "Qh", "fold"),
        ("matching rank", "Ac Kd 9h 4s 2c", "Ah", "raise"),
        ("matching rank", "Ac Kd Qh Js 2c", "9h", "fold"),
        ("a pair or better", "Ac Kd Qh Js 9c", "9h", "fold"),
        ("any ace-king or better", "Ac Kd 4h 3s 2c", "9h", "raise"),
        ("any ace-king or better", "Ac Qd Jh 9s 7c", "9h", "fold"),
        ("blind", "7c 5d 4h 3s 2c", "Ah", "raise"),
    ],
)
def test_other_strategies_of_caribbean_stud(name, mine, shown, word):
    assert says("caribbean-stud", name, mine, shown) == word


@pytest.mark.parametrize(
    ("mine", "word"),
    [
        ("2c 2d 5h 7s 9c", "fold"),
        ("3c 3d 5h 7s 9c", "play 1x"),
        ("9c 9d 2h 4s 6c", "play 1x"),
        ("Tc Td 2h 4s 6c", "play 3x"),
    ],
)
def test_the_makers_card_of_four_card_poker(mine, word):
    assert says("four-card-poker", "the maker's card", mine, "Ah") == word


def packs() -> list[object]:
    """Every strategy with a pack that the judge goes through; of Caribbean Stud one that has ace-king."""
    found = []
    for slug in STATED:
        cards = WITH_ACE_KING if slug == "caribbean-stud" else small_pack(GAMES[slug])
        for each in stated(slug):
            is_short = slug not in LONG or each.name == "three rules for ace-king"
            marks = () if is_short else (pytest.mark.soak,)
            found.append(pytest.param(slug, each, cards, marks=marks, id=f"{slug}, {each.name}"))
    return found


@pytest.mark.parametrize(("slug", "strategy", "cards"), packs())
def test_a_stated_strategy_is_followed_as_the_judge_follows_it(slug, strategy, cards):
    asked = question(GAMES[slug], cards=cards, policy=strategy)
    assert method_for(asked)(asked).ends.chances == Tree(asked).ends.chances


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=pytest.mark.soak) if slug in LONG else slug for slug in STATED]
)
def test_figures_of_stated_strategies_follow(slug):
    """Caribbean Stud asks of six million sights, six times."""
    findings = [each for each in verify(letters()[slug], GAMES, ends_of) if each.play]
    assert {each.verdict for each in findings} <= {"follows"}
    assert {each.play for each in findings} == {each.name for each in stated(slug)}

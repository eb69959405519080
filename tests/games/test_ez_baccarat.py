"""EZ Baccarat, clause by clause."""

import pytest

from houseway.cards import parse
from houseway.game import Deal
from houseway.games.ez_baccarat import GAME
from houseway.tableau import BANKER, PLAYER, banker_draws, player_draws, total
from tests.games.clauses import line, pays, seen_so

OF_POINTS = ("Kc", "Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c")  # one card of each number of points


def two(points: int) -> str:
    """Two cards of so many points that are no natural by themselves."""
    return f"Kd {OF_POINTS[points]}"


def ends(player: str, banker: str) -> list[str]:
    """The lines of Banker, Player, Tie, Dragon 7 and Panda 8."""
    return [line(GAME, wager.name, player=player, banker=banker) for wager in GAME.wagers[:5]]


@pytest.mark.parametrize(("cards", "points"), [("As 2d", 3), ("9s 8d", 7), ("Ts Kd", 0), ("5s 4d", 9), ("7s 6d 9c", 2)])
def test_ez_points_only_the_last_digit_of_a_total_counts(cards, points):
    assert total(parse(cards)) == points


def test_ez_1_any_of_the_wagers_may_be_placed_and_none_must():
    bets = GAME.round[0]
    bonus = ("Dragon Bonus Player", "Dragon Bonus Banker")
    assert (bets.must, bets.may) == ((), ("Banker", "Player", "Tie", "Dragon 7", "Panda 8", *bonus))


def test_ez_2_two_cards_to_each_side_face_up():
    assert [step for step in GAME.round if isinstance(step, Deal)] == [Deal(PLAYER, 2, up=2), Deal(BANKER, 2, up=2)]


@pytest.mark.parametrize("natural", [8, 9])
def test_ez_3_after_a_natural_nobody_draws(natural):
    for player, banker in ((natural, 0), (0, natural)):
        seen = seen_so(GAME, player=two(player), banker=two(banker))
        assert not player_draws(seen)
        assert not banker_draws(seen)


def test_ez_4_the_player_draws_one_card_to_5_or_less():
    assert [n for n in range(8) if player_draws(seen_so(GAME, player=two(n), banker=two(0)))] == [0, 1, 2, 3, 4, 5]
    assert not player_draws(seen_so(GAME, player="Kd Qc 2h", banker=two(0)))


def test_ez_5_the_banker_draws_to_5_or_less_if_the_player_did_not():
    assert [n for n in range(8) if banker_draws(seen_so(GAME, player=two(6), banker=two(n)))] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("banker", "thirds"),
    [
        (2, range(10)),
        (3, (0, 1, 2, 3, 4, 5, 6, 7, 9)),
        (4, range(2, 8)),
        (5, range(4, 8)),
        (6, (6, 7)),
        (7, ()),
    ],
)
def test_ez_5_else_the_banker_draws_by_the_players_third_card(banker, thirds):
    drawn = [n for n in range(10) if banker_draws(seen_so(GAME, player=f"Kd Qc {OF_POINTS[n]}", banker=two(banker)))]
    assert drawn == list(thirds)
    assert not banker_draws(seen_so(GAME, player="Kd Qc 7c", banker="Kd Ac Ah"))


def test_ez_6_the_higher_total_wins_and_a_tie_returns_both():
    assert ends("9s Kd", "8s Kc")[:2] == ["lose", "win"]
    assert ends("6s Kd", "7s Kc")[:2] == ["win", "lose"]
    assert ends("7s Kd", "7d Kc")[:2] == ["tie", "tie"]
    assert pays(GAME, "Banker") == {"win": "1 to 1", "tie": "push", "three-card 7": "push"}


def test_ez_6_a_winning_three_card_7_of_the_banker_returns_the_bet():
    assert ends("6s Kd", "2s 2c 3c") == ["three-card 7", "lose", "lose", "three-card 7", "lose"]
    assert ends("7s Kd", "2s 2c 3c") == ["tie", "tie", "tie", "lose", "lose"]


def test_ez_7_tie_pays_8_to_1():
    assert ends("6s Kd", "6d Kc")[2] == "tie"
    assert pays(GAME, "Tie") == {"tie": "8 to 1"}


def test_ez_8_dragon_7_needs_three_cards_and_pays_40_to_1():
    assert ends("6s Kd", "7s Kc")[3] == "lose"
    assert pays(GAME, "Dragon 7") == {"three-card 7": "40 to 1"}


def test_ez_9_panda_8_is_a_winning_three_card_8_of_the_player_and_pays_25_to_1():
    assert ends("2s 3d 3c", "7s Kc") == ["lose", "win", "lose", "lose", "three-card 8"]
    assert ends("2s 3d 3c", "2c 3h 3s")[4] == ends("8s Kd", "7s Kc")[4] == "lose"
    assert pays(GAME, "Panda 8") == {"three-card 8": "25 to 1"}


@pytest.mark.parametrize(
    ("player", "banker", "players", "bankers"),
    [
        ("9s Kd", "8s Kc", "natural win", "lose"),
        ("8s Kd", "8d Kc", "natural tie", "natural tie"),
        ("7s Kd", "7d Kc", "lose", "lose"),
        ("Ks Kd 9d", "Kc Qc Jc", "by 9", "lose"),
        ("Ks Kd 8d", "Kc Qc Ac", "by 7", "lose"),
        ("Ks Kd Ad", "Kc 5c", "lose", "by 4"),
        ("Ks Kd 2d", "Kc 5c", "lose", "lose"),
        ("2s Kd", "9d Kc", "lose", "natural win"),
    ],
)
def test_ez_10_dragon_bonus_pays_by_the_margin_and_for_naturals(player, banker, players, bankers):
    ended = [line(GAME, f"Dragon Bonus {side}", player=player, banker=banker) for side in ("Player", "Banker")]
    assert ended == [players, bankers]
    by_margin = ("30 to 1", "10 to 1", "6 to 1", "4 to 1", "2 to 1", "1 to 1")
    assert tuple(pays(GAME, "Dragon Bonus Player").values()) == (*by_margin, "1 to 1", "push")

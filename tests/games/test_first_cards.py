"""Games on the first cards, clause by clause: hands in a table, and the line that each makes."""

import pytest

from houseway.game import FIRST_CARDS, Show
from houseway.games import GAMES
from tests.games.clauses import line, pays

LINES = {
    "bet-the-set": [
        ("Ks Kd", "pair"),
        ("Ks Ks", "suited pair"),
        ("Ks Qs", "lose"),
    ],
    "field-gold-21": [
        ("As Js", "ace and jack suited"),
        ("As Jd", "blackjack"),
        ("As Ks", "blackjack"),
        ("As Ad", "two aces"),
        ("As 2d", "total 3 or 4"),
        ("2s 2d", "total 3 or 4"),
        ("As 4d", "lose"),
        ("As 8d", "total 9 or 10"),
        ("4s 6d", "total 9 or 10"),
        ("Ks 2d", "total 11 or 12"),
        ("9s 2d", "total 11 or 12"),
        ("Ks 3d", "lose"),
    ],
    "fortune-blackjack": [
        ("7s 7s | 7s", "suited 7-7-7"),
        ("7s 7s | 7d", "7-7-7"),
        ("8s 6s | 7s", "suited 6-7-8"),
        ("8s 6d | 7s", "6-7-8"),
        ("As Ks | Ts", "suited 21"),
        ("As 9d | As", "total 21"),
        ("Ks Qd | As", "total 21"),
        ("Ks 9d | As", "total 20"),
        ("As As | 7d", "total 19"),
        ("Ks Qd | 2s", "lose"),
    ],
    "kings-bounty": [
        ("Ks Ks | As Td", "two kings of spades against a blackjack"),
        ("Ks Ks | 9d Td", "two kings of spades"),
        ("Kd Kd | As Td", "suited kings"),
        ("Ks Kd | As Td", "kings"),
        ("Qd Qd | 2s 2d", "suited pair of tens, jacks or queens"),
        ("Qd Jd | 2s 2d", "suited 20"),
        ("Ad 9d | 2s 2d", "suited 20"),
        ("Ad 9s | 2s 2d", "unsuited 20"),
        ("Kd Ts | 2s 2d", "unsuited 20"),
        ("As Ks | 2s 2d", "lose"),
    ],
    "royal-match-21": [
        ("Ks Qs | Qd Kd", "crown treasure"),
        ("Ks Qs | Qd Ks", "royal match"),
        ("As Ks | Qd Kd", "suited blackjack"),
        ("Ks Ks | Qd Kd", "suited"),
        ("Ks Qd | Qd Kd", "lose"),
    ],
    "royal-match-21-deluxe": [
        ("Ks Qs", "royal match"),
        ("Ks Ks", "suited pair"),
        ("As Ks", "straight flush"),
        ("As 2s", "straight flush"),
        ("As 3s", "suited"),
        ("Ks Qd", "lose"),
    ],
    "super-match": [
        ("7s 7d 7s 7h", "four of a kind"),
        ("7s 7d 7s 8h", "three of a kind"),
        ("7s 8d 7s 8h", "two pair"),
        ("Ks Qd Js Jh", "pair"),
        ("Ks Qd Js Th", "lose"),
    ],
    "trilux": [
        ("As 2s | 3s", "straight flush"),
        ("As Ks | Qd", "straight"),
        ("Ks As | 2d", "lose"),
        ("7s 7s | 7s", "three of a kind"),
        ("7s 7s | 9s", "flush"),
        ("7s 7s | 9d", "lose"),
    ],
    "blazing-7s": [
        ("7d 7d | 7d", "three suited sevens"),
        ("7d 7h | 7d", "three sevens of one colour"),
        ("7d 7h | 7s", "three sevens"),
        ("7d 7h | 8s", "two sevens"),
        ("7d 8h | 7s", "one seven"),
        ("9d 8h | 7s", "lose"),
    ],
    "blazing-7s-diamonds": [
        ("7d 7d | 7d", "three sevens of diamonds"),
        ("7s 7s | 7s", "three suited sevens"),
        ("7c 7s | 7s", "three sevens of one colour"),
        ("7d 7h | 7s", "three sevens"),
        ("7d 7h | 8s", "two sevens"),
        ("7d 8h | 7s", "one seven"),
    ],
}
ROWS = [(slug, cards, made) for slug, rows in LINES.items() for cards, made in rows]


@pytest.mark.parametrize(("slug", "cards", "made"), ROWS)
def test_two_cards_and_the_dealers_make_a_line(slug, cards, made):
    game = GAMES[slug]
    mine, _, his = cards.partition(" | ")
    for wager in game.wagers:
        assert line(game, wager.name, seat=mine, **({"dealer": his} if his else {})) == made


@pytest.mark.parametrize("slug", LINES)
def test_every_line_that_is_paid_is_in_the_table(slug):
    game = GAMES[slug]
    made = {each for other, _, each in ROWS if other == slug}
    for table in game.paytables.values():
        assert set(table.lines) <= made


@pytest.mark.parametrize("slug", LINES)
def test_nobody_chooses_and_a_hidden_card_of_the_dealer_is_shown(slug):
    game = GAMES[slug]
    assert game.family == FIRST_CARDS
    hidden = any(getattr(step, "up", 0) < getattr(step, "cards", 0) for step in game.round)
    assert hidden == any(isinstance(step, Show) for step in game.round)


def test_the_crown_treasure_is_paid_as_a_royal_match_where_it_is_not_offered():
    for table in GAMES["royal-match-21"].paytables:
        paid = pays(GAMES["royal-match-21"], table)
        assert (paid["crown treasure"] == paid["royal match"]) == ("Crown Treasure" not in table)


# ---- Three Card Baccarat ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "his", "made"),
    [
        ("Ks Qd Jc", "Kd 4s 5s", "win"),  # three faces beat nine points
        ("Ks Qd Tc", "Kd Js As", "lose"),  # a ten is no face
        ("9s Ad 8c", "Kd Js 8s", "lose"),  # equal points: more faces
        ("9s 7d 2c", "Ad 3s 4s", "tie"),
        ("Ks Qd Jc", "Jd Qs Ks", "tie"),
    ],
)
def test_tcb_ranking_and_3_the_better_of_three_cards_wins(mine, his, made):
    game = GAMES["three-card-baccarat"]
    assert line(game, "Player", seat=mine, dealer=his) == made
    assert line(game, "Tie", seat=mine, dealer=his) == ("tie" if made == "tie" else "lose")


def test_tcb_5_three_faces_of_the_dealer_win():
    game = GAMES["three-card-baccarat"]
    assert line(game, "Three Faces", seat="2s 3s 4s", dealer="Ks Qd Jc") == "three faces"
    assert line(game, "Three Faces", seat="Ks Qd Jc", dealer="Ks Qd Tc") == "lose"


def test_tcb_3_the_commission_is_a_twentieth_of_the_win():
    assert pays(GAMES["three-card-baccarat"], "Player")["win"] == "0.95 to 1"

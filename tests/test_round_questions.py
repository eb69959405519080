"""Questions on the command line about games that are lists of steps."""

import json
from fractions import Fraction

import pytest

from houseway.games import GAMES
from houseway.letters import letters_of
from tests.command_line import run
from tests.soak import telling

ALONE = sorted(slug for slug, game in GAMES.items() if game.letters == (slug,))  # without an approval


def answer(*arguments: str):
    ended = run(*arguments, "--json")
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def test_all_games_are_listed_in_the_order_of_their_names():
    assert [game["game"] for game in answer("games")] == sorted(GAMES)


@pytest.mark.parametrize("slug", ALONE)
def test_a_game_is_shown_with_its_round_its_wagers_and_its_clauses(slug):
    shown = answer("show", slug)
    assert len(shown["procedure"]) == len(GAMES[slug].round)
    assert [wager["wager"] for wager in shown["wagers"]] == [wager.name for wager in GAMES[slug].wagers]
    assert all(wager.clause in shown["clauses"] for wager in GAMES[slug].wagers)
    assert not any(table["approved"] for wager in shown["wagers"] for table in wager["paytables"])
    assert "no agency" in run("show", slug).stdout


def test_the_house_edge_is_that_of_the_main_wagers_with_all_that_best_play_adds():
    main, *_ = answer("analyze", "casino-war")
    assert (main["wager"], main["house_edge"], main["approved"]) == ("Ante", "142853/4965115", False)
    assert main["choices"] == {"war": "23/311"}
    assert Fraction(main["average_action"]) == 1 + Fraction(23, 311)


def test_another_number_of_decks_and_another_paytable_are_asked_for():
    [figures] = answer("analyze", "casino-war", "--paytable", "War with a bonus", "--decks", "6")
    assert figures["house_edge"] == "23138/993023"
    one_deck, *_ = answer("analyze", "casino-war", "--decks", "1")
    assert f"{float(Fraction(one_deck['house_edge'])):.4%}" == "2.4154%"


def test_every_option_of_a_hand_has_its_exact_worth():
    worth = answer("set", "three-card-poker", "Qs", "6d", "4c")
    assert [(each["option"], each["expectation"]) for each in worth["options"]] == [
        ("play", "-9151/9212"),
        ("fold", "-1/1"),
    ]
    tie = answer("set", "casino-war", "9s", "--shown", "9d")
    assert [each["option"] for each in tie["options"]] == ["war", "surrender"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("set", "casino-war", "9s", "--shown", "8d"), "nothing is left to choose"),
        (
            ("set", "caribbean-stud", *["As", "Kd", "Jh", "8c", "3s"], "--shown", "8d", "--said", "raise"),
            "nothing is left to choose",
        ),
        (("set", "casino-war", "9s"), "1 more of the dealer's cards is seen at this choice"),
        (("set", "three-card-poker", "Qs", "6d"), "1 more of the seat's cards"),
        (("set", "three-card-poker", "Qs", "Qs", "6d"), "Qs"),
        (("set", "three-card-poker", "Qs", "6d", "4c", "--board", "As"), "'board' is not a place of three-card-poker"),
        (("set", "ez-baccarat", "Qs"), "nobody chooses anything"),
        (("analyze", "casino-war", "--decks", "9"), "9 decks: this game takes 1 to 8"),
        (("analyze", "casino-war", "--wager", "Tie", "--paytable", "War"), "'War' is a paytable of War"),
        (("analyze", "casino-war", "--meter", "100"), "only a progressive wager has one, and none of casino-war's"),
        (("strategy", "ez-baccarat"), "ez-baccarat: nobody chooses anything"),
        (("simulate", "ez-baccarat", "--player", "strategy"), "ez-baccarat: nobody chooses anything"),
        (
            ("simulate", "ultimate-texas-holdem", "--player", "strategy"),
            "too many boards for seats that play by",
        ),
        (("set", "supreme-99", "As", "Kd", "3c", "4c", "--board", "2c"), "'board' is not a place of supreme-99"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(arguments, says):
    ended = run(*arguments)
    assert ended.returncode == 2
    assert says in ended.stderr and len(ended.stderr.splitlines()) == 1


ASKED = (("trilux",),)  # tests/analysis/exact/test_published.py works out the others


@pytest.mark.parametrize("slug", telling(ASKED, ALONE))
def test_every_published_figure_of_a_game_follows_from_its_rules_or_the_letter_says_why_not(slug):
    findings = answer("verify", slug)
    published = any(entry.figures for letter in letters_of(GAMES[slug].letters) for entry in letter.entries)
    assert bool(findings) == published and all(finding["explained"] for finding in findings)

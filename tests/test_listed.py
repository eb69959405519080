"""The list of the letter of 2023: all its games, by number and title, and those that are playable here."""

import houseway
from houseway.game import FAMILIES
from houseway.games import GAMES
from houseway.letters import letters
from houseway.letters.listed import LETTER, Rules, listed_games
from tests.command_line import run, run_json

NOT_LISTED = {"match-em", "baccarat"}  # of a letter of its own, and what every house deals
NOT_LISTED |= {name for name in GAMES if name.startswith("blackjack")}


def test_the_games_are_those_of_the_letters_list():
    letter = letters()[LETTER]
    assert [f"{each.number} {each.title}" for each in listed_games()] == letter.clauses["GMA list"].split("; ")
    assert len(listed_games()) == 66


def test_every_game_here_is_on_the_list_under_its_family():
    families = {name: each.family for each in listed_games() for name in each.games}
    assert NOT_LISTED | {*families} >= {*GAMES}
    for each in listed_games():
        assert each.family in (*FAMILIES, "unknown")
    bets = {"super-match", "bet-the-bust", "triple-shot"}  # some bets of a game with more choices
    assert [name for name in families.keys() & GAMES.keys() - bets if families[name] != GAMES[name].family] == []


def test_what_is_not_known_is_said_to_be_missing():
    for each in listed_games():
        assert each.looked
        assert each.known or each.rules is Rules.NONE
        assert each.missing or each.rules is Rules.ALL
        assert each.rules is not Rules.NONE or not each.games


def test_only_what_can_be_played_has_a_name_here():
    shown = run_json("games", "--all")
    assert [row["number"] for row in shown] == list(range(1, 67))
    assert all(name in GAMES for row in shown for name in row["games"])
    assert [row["games"] for row in shown] == [list(each.games) for each in houseway.listed()]
    said = run("games", "--all").stdout
    assert "6-5-4 Poker" in said and f"66 games: {sum(bool(row['games']) for row in shown)} can be played here" in said

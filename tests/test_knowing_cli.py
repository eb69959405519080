"""The commands of game protection that ask what a player knows, and what mistakes cost."""

import json
from fractions import Fraction

from tests.command_line import run


def test_one_hand_beside_a_flashed_card_and_dead_ones():
    ended = run("set", "three-card-poker", "Qd", "6s", "4h", "--seen", "dealer: As", "--dead", "Kc", "--json")
    found = json.loads(ended.stdout)
    assert (found["lying"], found["dead"]) == ({"dealer": "As"}, "Kc")
    assert [each["option"] for each in found["options"]] == ["fold", "play"]
    same = run("set", "three-card-poker", "Qd", "6s", "4h", "--seen", "dealer:As", "--seen", "burnt: Kc", "--json")
    assert same.stdout == ended.stdout
    assert (
        "dealer As; dead Kc"
        in run("set", "three-card-poker", "Qd", "6s", "4h", "--seen", "dealer:As", "--dead", "Kc").stdout
    )


def test_what_was_seen_must_be_where_cards_lie():
    for seen, says in (
        ("As", "does not say where cards were seen"),
        ("sleeve: As", "of 1 cards of the sleeve's 0 are dealt face down"),
        ("dealer: As Ks Qs Js", "of 4 cards of the dealer's 3"),
        ("neighbour: Qd", "'Qd' stands 2 times"),
    ):
        ended = run("set", "three-card-poker", "Qd", "6s", "4h", "--seen", seen)
        assert ended.returncode == 2 and says in ended.stderr, (seen, ended.stderr)


def test_what_a_player_wins_who_sees_a_card():
    [found] = json.loads(run("seen", "three-card-poker", "--dealer", "1", "--json").stdout)
    assert found["exact"] and Fraction(found["edge"]) == Fraction(found["house_edge"]) - Fraction(found["gain"])
    assert (found["place"], found["shown"], found["dead"]) == ("dealer", 1, 0)
    printed = run("seen", "supreme-99", "--dealer", "1").stdout
    assert "house edge 1.3594% without it" in printed and "0.5004%" in printed


def test_seats_that_share_by_command_and_what_is_kept_of_them():
    asked = ("collusion", "match-em", "--seats", "7", "--decks", "2", "--samples", "100")
    first = run(*asked)
    assert "± " in first.stdout and "(100 samples)" in first.stdout
    assert run(*asked).stdout == first.stdout
    for seats, says in (("8", "8 seats: match-em has 1 to 7"), ("x", "not a number or a range")):
        ended = run("collusion", "match-em", "--seats", seats, "--decks", "1")
        assert ended.returncode == 2 and says in ended.stderr


def test_a_dealers_mistakes_by_command():
    found = json.loads(run("errors", "supreme-99", "--wager", "Pair Fortunes", "--json").stdout)
    assert found["misset"] is None and found["an_hour"] == "5000/1"
    assert found["mispaid"][0]["line"] == "Four of a Kind"
    printed = run("errors", "supreme-99", "--seats", "6").stdout
    assert "always forgotten" in printed and "$686.48" in printed
    assert "always flashed" in printed and "$150.12" in printed


def test_a_sample_in_which_nothing_was_won_does_not_say_that_nothing_can_be():
    printed = run("collusion", "match-em", "--seats", "2", "--decks", "8", "--samples", "50").stdout
    assert "in none of 50 samples" in printed

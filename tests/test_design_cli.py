"""The designer's and the house's commands as a person meets them."""

import re
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from houseway.service.floor import Floor
from houseway.service.store import open_store
from tests.command_line import is_refused, run, run_json
from tests.service.playing import House


def test_a_designed_table_is_shown_written_and_taken_by_the_other_commands(tmp_path: Path):
    file = tmp_path / "mine.toml"
    done = run("design", "match-em", "match bonus", "--edge", "4.0%", "--decks", "8", "--top", "50", "-o", str(file))
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "unapproved" in done.stdout
    assert run("verify", str(file)).returncode == 0
    mine, theirs = run_json("whatif", "match-em", "--decks", "8", "--vary", f"paytable={file},A2")
    [figures] = mine["wagers"]
    assert not figures["approved"]
    assert Fraction("0.0395") <= Fraction(figures["house_edge"]) <= Fraction("0.0405")
    assert theirs["wagers"][0]["paytable"] == "A2"


def test_a_target_out_of_reach_is_one_line_the_nearest_and_exit_code_1():
    done = run("design", "supreme-99", "pair fortunes", "--edge", "99%", "--show", "1")
    assert done.returncode == 1
    assert "no such table among usual pays of 1 to 1,000: edge 99%, nearest 31.0614%; every line is kept" in done.stdout
    assert "1 / 1 / 1 / 1" in done.stdout
    assert run("design", "supreme-99", "pair fortunes", "--edge", "99%", "--json").returncode == 1


def test_a_target_is_answered_in_its_own_terms():
    """A fraction with the nearest fraction, a variance with the variance."""
    asked = ("design", "san-lo", "fortune bonus", "--variance", "5.6", "--show", "1", "--edge")
    done = run(*asked, "12732/270725")
    [best] = run_json(*asked, "134959/2869685")["tables"]
    assert done.returncode == 1
    assert best["house_edge"] == "134959/2869685"
    assert "edge 12732/270725, nearest 4.7029% (134959/2869685)" in done.stdout
    shown = " ".join(done.stdout.split())
    assert f"exactly: the first has the edge 134959/2869685, variance {best['variance']}" in shown
    assert "std. dev." not in shown
    assert "4.7029% 21.62% 5.563" in shown


def test_an_edge_that_the_player_has_is_a_target_too():
    asked = ("design", "royal-match-21", "royal match", "--like", "Royal Match 10-3", "--show", "1", "--edge")
    for edge in ("-1.1130%", "-45/4043"):
        [best] = run_json(*asked, edge)["tables"]
        assert (best["met"], best["changed"], best["house_edge"]) == (True, 0, "-45/4043")


def test_one_line_changed_is_not_several():
    done = run("design", "san-lo", "fortune bonus", "--edge", "2.00%", "--like", "FSLP-01", "--whole", "--changes", "1")
    assert "at most 1 line changed from FSLP-01" in done.stdout


def test_an_unapproved_variant_is_marked_in_its_row_and_in_its_picture(tmp_path: Path):
    asked = ("whatif", "match-em", "--wager", "match bonus", "--vary", "match 2=1 to 1,2 to 1")
    picture = tmp_path / "v.svg"
    done = run(*asked, "-o", str(picture))
    assert done.returncode == 0, done.stderr
    approved, changed = run_json(*asked)
    assert [row["wagers"][0]["approved"] for row in (approved, changed)] == [True, False]
    assert max(map(len, done.stdout.splitlines())) <= 80
    for row in (approved, changed):
        assert f" {row['wagers'][0]['house_edge']} " in done.stdout
    eight = run(*asked, "--decks", "8")
    assert "The edges as exact fractions: --json." in eight.stdout
    for shown in (done.stdout, picture.read_text("utf-8")):
        assert shown.count("(unapproved)") == 1
        assert shown.index("match 2 1 to 1") < shown.index("match 2 2 to 1") < shown.index("(unapproved)")


def test_variants_are_drawn_in_every_form(tmp_path: Path):
    for name, magic in (("v.png", b"\x89PNG"), ("v.svg", b"<svg"), ("v.html", b"<!doctype html>")):
        done = run("whatif", "match-em", "--vary", "decks=1,8", "--wager", "poker bonus", "-o", str(tmp_path / name))
        assert done.returncode == 0, done.stderr
        assert (tmp_path / name).read_bytes().startswith(magic)
        assert "█" in done.stdout


@pytest.mark.soak
def test_a_rounds_risk_is_told_in_tables_json_and_a_picture(tmp_path: Path):
    of_three = ("--stake", "25", "--seats", "3")
    done = run("risk", "supreme-99", *of_three, "--rounds", "2000", "-o", str(tmp_path / "round.svg"))
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "simulated, 2,000 rounds" in done.stdout
    assert "none costs more" in done.stdout
    assert (tmp_path / "round.svg").read_text("utf-8").startswith("<svg")
    two = run_json("risk", "supreme-99", "--stake", "25", "--seats", "2")
    assert sum(map(Fraction, two["distribution"].values())) == 1
    assert two["simulated"] is None
    assert Fraction(two["variance"]) > Fraction(two["independent_variance"])


def test_a_books_drift_is_told_and_drawn(tmp_path: Path):
    book = str(tmp_path / "book.db")
    with open_store(book) as store:
        floor = Floor(store)
        floor.start()
        house = House(floor)
        house.opens("M1", "match-em", seats=(1, 4))
        house.plays("M1", "match-em", seats=(1, 4), rounds=3)
        floor.stop()
    done = run("drift", "--book", book, "-o", str(tmp_path / "drift.html"))
    assert done.returncode in (0, 1), done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert done.stdout.count("●") == 3
    assert len(re.findall(r"(?<!\S)[·|┼●]{17}(?!\S)", done.stdout)) == 3, "no bar goes on in the next line"
    drawn = (tmp_path / "drift.html").read_text("utf-8")
    for said in ("<svg", "95 % of honest tables", "standard deviations from theory", ">−4<", ">theory<", ">+4<"):
        assert said in drawn
    assert "'M2' is not a table of this book: M1" in run("drift", "--book", book, "--table", "M2").stderr
    later = ("drift", "--book", book, "--from", "2127-01-01")
    assert run(*later).stdout == "Nothing was played from 2127-01-01.\n"
    assert run_json(*later) == []
    assert "nothing was played in this time" in run(*later, "-o", str(tmp_path / "none.svg")).stderr


BAD = {
    "design san-lo": "WAGER",
    "design san-lo ante --edge 5%": "'ante' is not a wager of san-lo",
    "design san-lo progressive": "--edge",
    "design supreme-99 standard --edge 5%": "'standard' is not a wager",
    "design match-em ante --edge -5e9": "'-5e9' is not a house edge",
    "design match-em ante --edge 101%": "'101%' is not a house edge: it is at most 100%",
    "design match-em ante --edge 1e9": "'1e9' is not a house edge",
    "design match-em ante --edge 1/0": "'1/0' is not a house edge",
    "design match-em ante --edge 5% --hit 20%": "how often Ante hits follows from how it is played",
    "design san-lo progressive --edge 5% --hit 0%": "'0%' is not a hit frequency",
    "design san-lo progressive --edge 5% --hit -1%": "'-1%' is not a hit frequency",
    "design san-lo progressive --edge 5% --variance 0": "'0' is not a variance",
    "design san-lo progressive --edge 5% --variance -1": "'-1' is not a variance: such as 12.5 or 25/2",
    "design san-lo progressive --edge 5% --top 0": "0 is not a top pay: 1 to 1,000,000",
    "design san-lo progressive --edge 5% --top -7": "-7 is not a top pay",
    "design san-lo progressive --edge 5% --top 99999999": "99999999 is not a top pay",
    "design san-lo progressive --edge 5% --show 0": "0 tables: 1 to 1,000 can be shown",
    "design san-lo progressive --edge 5% --changes 0": "0 changes",
    "design san-lo progressive --edge 5% --like A1": "'A1' is not a paytable of san-lo",
    "design san-lo progressive --edge 5% --like FSLP-01": "'FSLP-01' is a paytable of Fortune Bonus",
    "design san-lo progressive --edge 5% --reading upside": "'upside' is not a reading of Progressive: joker must play",
    "design match-em ante --edge 5% --decks 0": "0 decks",
    "design match-em ante --edge 5% -o table.pdf": "'table.pdf' is not a letter's file",
    "design match-em ante --edge 5% --pick 11": "11 is not among the tables shown: 1 to 10",
    "whatif match-em": "--vary",
    "whatif match-em --vary decks": "'decks' is not a variation",
    "whatif match-em --vary decks=1": "1 variant: 2 to 24 can be compared",
    "whatif match-em --vary decks=1,1": "has a value twice",
    "whatif match-em --vary decks=0,1": "0 decks",
    "whatif match-em --vary decks=1,two": "decks: 'two' is not a whole number",
    "whatif match-em --vary decks=1,2 --vary Decks=2": "'Decks=1,2,2' has a value twice",
    "whatif match-em --vary decks=1,2 --decks 6": "6 decks beside 'decks=1,2': give one or the other",
    "whatif match-em --vary decks=a": "decks: 'a' is not a whole number",
    "whatif match-em --vary face-up=6": "6 cards face up: the dealer of match-em has 5",
    "whatif match-em --vary paytable=nope": "'nope' is not a paytable of match-em",
    "whatif match-em --vary nope=1": "'nope' cannot be varied",
    "whatif match-em --vary win=banana": "'banana' is not a pay: '5 to 1', '3 to 2', '1 to 1 less 5%', '15 for 1', "
    "'10%' of a meter, '10% of major', or 'push'; 'lose' takes the line off",
    "whatif match-em --vary paytable=A1,B1": "A1 is a paytable of Match Bonus, B1 of Poker Bonus",
    "whatif match-em --vary cards=1,2": "'cards' cannot be varied: rules, decks, seats, paytable, house-way, face-up,",
    "whatif match-em --vary face-up=0,6": "6 cards face up: the dealer of match-em has 5",
    "whatif san-lo --vary face-up=0,1": "face-up: san-lo has no exact method",
    "whatif match-em --vary seats=1,2": "seats: no figure of match-em depends on them",
    "whatif match-em --vary win=1,2": "'1' is not a pay",
    "whatif match-em --vary paytable=A1,nowhere.toml": "'nowhere.toml' cannot be read",
    "whatif match-em --vary decks=1,2 -o picture.doc": "'picture.doc' is not a picture's file",
    "risk match-em --seats 8": "8 seats: match-em has 1 to 7",
    "risk match-em --stake 0": "stake of 0: above $0",
    "risk match-em --stake -5": "'-5' is not an amount of dollars",
    "risk match-em --side 99999999": "side stake of 99999999",
    "risk match-em --rounds -1": "-1 rounds",
    "risk match-em --beside B1": "Poker Bonus looks at suits",
    "risk match-em --play lucky": "'lucky'",
    "risk match-em --seed -1": "-1 is not a seed",
    "drift --book nowhere.db": "nowhere.db",
    "drift --from yesterday": "'yesterday' is not a day",
}


@pytest.mark.parametrize("command", BAD)
def test_bad_input_is_one_line_that_names_it_and_exit_code_2(command: str):
    is_refused(BAD[command], *command.split())


def test_a_bar_of_drift_stays_in_one_line_beside_long_names_and_great_amounts():
    from houseway.reports.winnings import Drift, print_drifts

    theory, won = Fraction(1_234_567_890, 7), -123_456_789
    row = Drift(
        table="a-table-with-a-long-name-of-its-own", game="san-lo", wager="Blackjack Progressive", day=None,
        rounds=1_234_567, stake_cents=10**9, theory_cents=theory, actual_cents=won, is_bound=False,
        variance=((won - theory) / Fraction("3.4")) ** 2,
    )  # fmt: skip
    out = Console(width=80, file=StringIO(), highlight=False, markup=False)
    print_drifts(out, [row])
    text = out.file.getvalue()
    assert "·●··|···┼···|····  far" in text
    assert max(map(len, text.splitlines())) <= 80

"""What the designer's desk asks: answered beside the service, by the analysis, and given up when nobody wants it."""

import base64
import re
import time
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import houseway
from houseway.games import GAMES
from houseway.games.own import load_game
from houseway.letters.letter import read_letter
from houseway.web import workbench
from houseway.web.designer import Targets
from houseway.web.drafts import answer, draft_shape, draft_table
from tests.web.room import Room


def asked(about, slug, name, **more):
    base = {"is": about, "game": slug, "paytable": name, "drafts": [], "decks": None, "seats": None}
    return answer({**base, **more}, lambda done, of: None)


def draft(slug, name, **pays):
    given = draft_shape(GAMES[slug].paytables[name])
    return given | {"name": "Mine", "pays": {**given["pays"], **pays}}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with Room(tmp_path_factory.mktemp("hall") / "book.db") as room:
        yield room


def answered(room, question, seconds=60):
    ticket = room.http.post("/design/questions", json=question).json()["ticket"]
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        told = room.http.get(f"/design/questions/{ticket}").json()
        if told["state"] in ("done", "failed"):
            return told
        time.sleep(0.05)
    raise AssertionError(told)


# ---- drafts


def test_a_draft_that_pays_the_same_is_the_letters_table_and_any_other_is_nobodys():
    for slug in ("san-lo", "match-em", "supreme-99"):
        for table in GAMES[slug].paytables.values():
            assert draft_table(table, GAMES[slug], draft_shape(table)) is table
    assert "3 to 2" in draft_shape(next(iter(GAMES["blackjack"].paytables.values())))["pays"].values()
    table = GAMES["san-lo"].paytables["FSLP-01"]
    other = draft_table(table, GAMES["san-lo"], draft("san-lo", "FSLP-01", Flush="9 to 1", Straight="lose"))
    assert not other.approved and "Straight" not in other.lines and str(other.lines["Flush"]) == "9 to 1"


def test_a_draft_that_no_letter_could_have_is_refused_with_the_reason():
    table = GAMES["san-lo"].paytables["FSLPP-01"]
    with pytest.raises(ValueError, match="just one line takes '100%'"):
        draft_table(table, GAMES["san-lo"], draft("san-lo", "FSLPP-01", **{"Five Aces": "50%"}))
    with pytest.raises(ValueError, match="not a pay"):
        draft_table(table, GAMES["san-lo"], draft("san-lo", "FSLPP-01", Flush="a lot"))


def test_a_draft_is_saved_as_a_letter_that_is_read_back_with_its_edge():
    mine = draft("supreme-99", "Pair Fortunes", **{"Two Pair": "7 to 3"})
    [[figures]] = asked("figures", "supreme-99", "Pair Fortunes", drafts=[mine])["figures"]
    content = asked("file", "supreme-99", "Pair Fortunes", drafts=[mine], kind="toml")["content"]
    [entry] = read_letter("mine", base64.b64decode(content).decode(), approved=False).entries
    assert entry.paytable == draft_table(GAMES["supreme-99"].paytables["Pair Fortunes"], GAMES["supreme-99"], mine)
    assert entry.paytable.lines["Two Pair"].amount == Fraction(7, 3)
    back = asked("letter", "supreme-99", "Pair Fortunes", text=base64.b64decode(content).decode())
    assert list(back["drafts"][0]["pays"]) == list(mine["pays"])
    published = entry.figures[0].figures["house edge"].value
    assert abs(published - Fraction(figures["house_edge"])) < Fraction(1, 10**6)


def test_drafts_are_put_on_paper():
    drafts = [draft_shape(GAMES["san-lo"].paytables["FSLPP-01"]), draft("san-lo", "FSLPP-01", Flush="5 for 1")]
    content = asked("file", "san-lo", "FSLPP-01", drafts=drafts, kind="pdf")["content"]
    assert base64.b64decode(content).startswith(b"%PDF")


def test_the_file_of_a_draft_whose_figures_were_found_counts_nothing_again(monkeypatch):
    mine = draft("supreme-99", "Pair Fortunes", **{"Two Pair": "9 to 1"})
    asked("figures", "supreme-99", "Pair Fortunes", drafts=[mine])
    monkeypatch.setattr("houseway.analysis.exact.figures.figures_of", None)
    asked("file", "supreme-99", "Pair Fortunes", drafts=[mine], kind="toml")
    with pytest.raises(TypeError):
        asked("file", "supreme-99", "Pair Fortunes", drafts=[mine | {"name": "other"}], kind="toml")


def test_the_figures_are_the_analysis_own():
    [figures] = houseway.analyze("san-lo", paytable="FSLPP-01", seats=3)
    [[told]] = asked("figures", "san-lo", "FSLPP-01", seats=3)["figures"]
    assert Fraction(told["house_edge"]) == figures.house_edge and Fraction(told["variance"]) == figures.variance


def test_rules_are_varied_and_no_file_of_the_machine_is_read(tmp_path):
    rows = asked("whatif", "supreme-99", "Pair Fortunes", vary=["Two Pair=15 to 1,12 to 1"])["rows"]
    assert [each["wagers"][0]["house_edge"] for each in rows] == ["9852/270725", "18276/270725"]
    letter = tmp_path / "mine.toml"
    letter.write_text("secret = 1")
    for vary in (f"paytable=S99,{letter}", f"house-way=own,{letter}"):
        with pytest.raises(ValueError, match=r"is not a paytable|is not 'own'") as refused:
            asked("whatif", "supreme-99", "S99", vary=[vary])
        assert "secret" not in str(refused.value)


def test_a_meters_life_is_told_of_a_draft():
    [life] = asked("life", "san-lo", "FSLPP-01", drafts=[draft("san-lo", "FSLPP-01", Flush="5 for 1")])["lives"]
    [terms] = houseway.meters("san-lo", paytable="FSLPP-01")
    assert dict(life["facts"])["seed"] == "$5,000.00" and dict(life["facts"])["top award, mean"].startswith("$31,396")
    assert terms.mean_top // 1 == 31_396 and len(life["pictures"]) == 4


def searched(**wanted):
    usual = Targets(edge="3%").model_dump()
    return asked("design", "supreme-99", "Pair Fortunes", wanted=usual | wanted)


def test_a_search_shows_the_nearest_first_and_more_when_they_are_wanted():
    away = [abs(Fraction(each["house_edge"]) - Fraction(3, 100)) for each in searched(most=12)["tables"]]
    assert len(away) == 12 and away == sorted(away) and away[0] < Fraction(1, 10_000)
    assert [abs(Fraction(each["house_edge"]) - Fraction(3, 100)) for each in searched()["tables"]] == away[:5]


def test_a_tolerance_says_which_tables_meet_a_target():
    assert searched(edge="3.00001%", tolerance="0.2%")["met"] and not searched(edge="3.00001%")["met"]
    with pytest.raises(ValueError, match="is not a tolerance"):
        searched(tolerance="-1%")


@pytest.mark.parametrize("top", [None, 20])
def test_pays_fall_strictly_where_that_is_asked_for(top):
    def falls(found):
        pays = [[int(pay.split()[0].replace(",", "")) for pay in each["pays"].values()] for each in found["tables"]]
        return [all(above > below for above, below in pairwise(each)) for each in pays]

    assert all(falls(searched(strict=True, most=30, top=top))) and not all(falls(searched(most=30, top=top)))


# ---- beside the service


def test_a_question_is_answered_by_its_ticket(hall):
    told = answered(hall, {"about": "tally", "game": "san-lo", "paytable": "FSLP-01"})
    assert told["state"] == "done" and told["answer"]["total"] == "22957480"
    bad = {
        "about": "figures",
        "game": "san-lo",
        "paytable": "FSLP-01",
        "drafts": [{"name": "x", "pays": {"Flush": "?"}}],
    }
    told = answered(hall, bad)
    assert told["state"] == "failed" and "not a pay" in told["fault"]
    assert hall.http.get("/design/questions/none").status_code == 404
    assert (
        hall.http.post("/design/questions", json={"about": "tally", "game": "none", "paytable": "x"}).status_code == 404
    )
    unsaid = {"about": "design", "game": "san-lo", "paytable": "FSLP-01"}
    assert hall.http.post("/design/questions", json=unsaid).status_code == 422


def test_work_that_nobody_wants_any_more_is_given_up(hall, monkeypatch):
    """The next question does not wait for it, and another who asked the same is not left without an answer."""
    monkeypatch.setattr(workbench, "GRACE_SECONDS", 0.0)
    long = {"about": "tally", "game": "blackjack", "paytable": next(iter(GAMES["blackjack"].paytables)), "decks": 1}
    ticket = hall.http.post("/design/questions", json=long).json()["ticket"]
    while hall.http.get(f"/design/questions/{ticket}").json()["state"] != "working":
        time.sleep(0.02)
    assert hall.http.post(f"/design/questions/{ticket}/withdraw", json={}).status_code == 204
    told = answered(hall, {"about": "tally", "game": "supreme-99", "paytable": "Pair Fortunes"})
    assert told["state"] == "done"
    assert hall.http.get(f"/design/questions/{ticket}").status_code == 404
    assert "/design/questions/{ticket}" in hall.http.get("/openapi.json").json()["paths"]


def test_every_paytable_lies_on_a_desk(hall):
    index = hall.http.get("/design").text
    assert all(f'href="/design/{slug}/' in index for slug in GAMES)
    approved = [game.slug for game in GAMES.values() if any(table.approved for table in game.paytables.values())]
    slugs = list(dict.fromkeys(re.findall(r'href="/design/([^/]+)/', index)))
    assert {*slugs[: len(approved)]} == {*approved}
    assert re.search(r'/design/supreme-99/pair-fortunes">[^<]*</a> <small>3\.6391%', index)
    assert "Fortune Bonus" in hall.http.get("/design/san-lo/fslp-01").text
    assert hall.http.get("/design/san-lo/none").status_code == 404


def test_ranges_are_searched_for_as_by_the_command():
    made = searched(edge="3%..4%", hit="21%..", top="..500", most=5)["tables"]
    assert len(made) == 5
    assert all(Fraction(3, 100) <= Fraction(table["house_edge"]) <= Fraction(4, 100) for table in made)


def test_rules_are_varied_by_the_names_of_variants_and_never_by_a_file(monkeypatch):
    variant = load_game(Path(__file__).parents[2] / "docs/variants/ties_to_the_house.py")
    monkeypatch.setitem(GAMES, variant.slug, variant)
    rows = asked("whatif", "match-em", "A1", decks=1, vary=["rules=own,ties-to-the-house"])["rows"]
    assert [row["variant"]["rules"] for row in rows] == ["as written", "the house wins ties"]
    assert Fraction(rows[1]["wagers"][0]["differs"]["house_edge"]) > 0
    with pytest.raises(ValueError, match="is no variant of match-em here: own, ties-to-the-house"):
        asked("whatif", "match-em", "A1", decks=1, vary=["rules=own,docs/variants/ties_to_the_house.py"])

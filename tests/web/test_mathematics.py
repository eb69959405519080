"""The pages of the mathematics say what the analysis says."""

from fractions import Fraction

import pytest

import houseway
from houseway.analysis.figures import decimal, percent
from houseway.game import Bonus
from houseway.games import GAMES
from houseway.letters import approvals, letters_of
from houseway.reports.shapes import fraction
from houseway.web import known_workings, workings
from houseway.web.mathematics import address, meter_sliders, verified
from houseway.web.workings import kept_for, kept_workings, key_of, work_out
from tests.kinds import is_long
from tests.soak import telling
from tests.web.reading import read

PAYTABLES = [(game.slug, table.name) for game in GAMES.values() for table in game.paytables.values()]
# Side bets of the letters' games, which are counted in a moment.
SIDE_BETS = [
    (game.slug, table.name)
    for game in GAMES.values()
    if set(game.letters) <= approvals().keys()
    for wager in game.wagers
    if isinstance(wager, Bonus)
    for table in game.own_paytables(wager)
]


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    from tests.web.room import Room

    with Room(tmp_path_factory.mktemp("hall") / "book.db") as room:
        yield room


def page(room, path, status=200):
    return read(room.http.get(f"/mathematics{path}"), status)


def paytable_page(room, slug, name):
    return page(room, f"/{slug}/{address(GAMES[slug].paytables[name])}")


def test_the_index_leads_to_every_paytable(hall):
    index = page(hall, "")
    linked = {link["href"] for link in index.find("a")}
    for slug, name in PAYTABLES:
        assert f"/mathematics/{slug}/{address(GAMES[slug].paytables[name])}" in linked
    assert len({address(table) for table in GAMES["san-lo"].paytables.values()}) == len(GAMES["san-lo"].paytables)
    assert {f"/mathematics/{slug}" for slug in GAMES} | {"/mathematics/verify"} <= linked
    assert "not worked out" not in index.text


def test_the_index_shows_the_decks_that_the_room_deals(hall, tmp_path):
    """Eight, which the letter's figures need, where no table is open; else those of the table."""
    sides = [name for slug, name in SIDE_BETS if slug == "match-em"]

    def edges(room):
        tables = page(room, "").find("table")
        [match_em] = [table for table in tables if any(row[0].startswith("A1 ") for row in table.rows())]
        return match_em.find("caption")[0].text, {row[0].split()[0]: row[1] for row in match_em.rows()}

    def said(decks):
        return {name: percent(houseway.analyze("match-em", paytable=name, decks=decks)[0].house_edge) for name in sides}

    caption, shown = edges(hall)
    assert caption == "House edge with 8 decks" and {name: shown[name] for name in sides} == said(8)
    assert (shown["A1"][:4], shown["B1"][:4]) == ("3.12", "3.33"), "as the letter has them"
    from tests.web.room import Room

    with Room(tmp_path / "six.db") as room:
        room.staff().opens("T1", game="match-em", decks=6)
        caption, shown = edges(room)
        assert caption == "House edge with 6 decks" and {name: shown[name] for name in sides} == said(6)
        assert page(room, "/match-em/a1").find("input", id="decks")[0]["value"] == "6"
    assert page(hall, "/match-em/a1").find("input", id="decks")[0]["value"] == "8"


@pytest.mark.parametrize(("slug", "name"), PAYTABLES)
def test_every_paytable_has_its_page_with_all_its_lines(hall, slug, name):
    found = paytable_page(hall, slug, name)
    shown = found.find("div", kind="shoe")
    assert shown and all(row[0] for shoe in shown for table in shoe.find("table", kind="stack") for row in table.rows())
    assert len([shoe for shoe in shown if "hidden" not in shoe.attributes]) == 1
    assert all(svg["aria-label"] for svg in found.find("svg"))


@pytest.mark.parametrize(("slug", "name"), SIDE_BETS)
def test_a_pages_numbers_are_those_of_the_analysis(hall, slug, name):
    found = paytable_page(hall, slug, name)
    for decks in GAMES[slug].decks:
        [figures] = houseway.analyze(slug, paytable=name, decks=decks)
        [shoe] = found.find("div", data_decks=str(decks))
        assert_says(shoe, figures)


def assert_says(shoe, figures):
    facts = shoe.find("dl", kind="facts")[0].terms()
    edge = figures.house_edge
    assert facts["House edge"] == f"{percent(edge, 6)} {fraction(edge)}"
    assert facts["Hit frequency"] == f"{percent(figures.hit_frequency, 6)} {fraction(figures.hit_frequency)}"
    assert facts["Variance"] == f"{decimal(figures.variance, 6)} {fraction(figures.variance)}"
    assert facts["Standard deviation"] == decimal(Fraction(figures.standard_deviation), 6)
    *rows, total = shoe.find("table", kind="stack")[0].rows()
    if figures.envy:
        *rows, envy = rows
        assert envy == [figures.envy_name, "", "", "", f"{decimal(figures.envy, 8)} {fraction(figures.envy)}"]
    assert len(rows) == len(figures.lines)
    for row, line in zip(rows, figures.lines, strict=True):
        assert row[0].lower() == line.name.lower()
        assert row[1] == f"{line.combinations:,}"
        assert row[2].startswith(percent(line.probability, 6)) and row[2].endswith(f" {fraction(line.probability)}")
        assert row[3] == line.pay
        assert row[4] == f"{decimal(line.contribution, 8)} {fraction(line.contribution)}"
    assert total == ["Total", f"{figures.combinations:,}", "1", "", decimal(-edge, 8)]


@pytest.mark.parametrize("decks", [1, 8])
def test_a_main_game_with_any_number_of_decks(hall, decks):
    best, *_ = houseway.analyze("match-em", wager="Ante", decks=decks)
    shoe = page(hall, "/match-em").find("div", kind="shoe", data_decks=str(decks))[0]
    assert_says(shoe, best)
    terms = shoe.find("dl", kind="facts")[0].terms()
    assert terms["Element of risk"] == f"{percent(best.element_of_risk, 6)} {fraction(best.element_of_risk)}"
    strategy = houseway.strategy("match-em", decks=decks)
    [table] = [
        table
        for each in page(hall, "/match-em").find("div", data_decks=str(decks))
        for table in each.find("table", kind="strategy")
    ]
    assert [row[:2] for row in table.rows()] == [[row.when, row.choose] for row in strategy.rows]


def test_the_edge_by_decks_is_sent_for_all_of_them(hall):
    rows = page(hall, "/match-em/a1").find("section", id="decks-box")[0].find("table")[0].rows()
    edges = [houseway.analyze("match-em", paytable="A1", decks=decks)[0].house_edge for decks in range(1, 9)]
    assert rows == [[str(n), percent(edge, 6), fraction(edge)] for n, edge in enumerate(edges, 1)]


def test_san_lo_is_shown_solved(hall):
    found = page(hall, "/san-lo")
    assert "1434976557436/30813452174505" in found.text
    assert "135909440299/2801222924955" in found.text
    asking, alone = found.find("table", kind="strategy")
    assert [row[1] for row in asking.rows()] == ["Ask for the house way."]
    [shoe] = kept_for(GAMES["san-lo"]).shoes
    assert [row[:2] for row in alone.rows()] == [[row.when, row.choose] for row in shoe.strategies[1].rows]


@pytest.mark.parametrize("name", ["FSLPP-01", "FSLPP-03"])
def test_the_meters_coefficients_give_the_exact_edge(name):
    game = GAMES["san-lo"]
    [meter] = houseway.meters(game, paytable=name)
    exactly = meter_sliders(meter)["exactly"]
    for seats in range(1, 7):
        for increment in (Fraction(0), Fraction(21, 100), Fraction(30331, 100000)):
            [terms] = houseway.meters(game, paytable=name, seats=seats, increment=increment)
            paid = exactly["fixed"] + (seats - 1) * exactly["envy"]
            for meter in (Fraction(0), Fraction(31396), terms.mean_top):
                assert 1 - (exactly["drain"] * meter + paid) / exactly["stake"] == terms.edge_at(meter)
            seeds = exactly["chance"] * exactly["seed"]
            assert (seeds + increment * exactly["stake"]) / exactly["drain"] == terms.mean_top


def test_the_verification_shows_every_finding_with_its_reading(hall):
    found = page(hall, "/verify")
    rows = [row for table in found.find("table", kind="verdicts") for row in table.rows()]
    findings = houseway.verify()
    others = [each for workings in KEPT for each in workings.findings if not each.approved]
    assert len(rows) == len(findings) + len(others) == sum(len(each["findings"]) for each in verified(KEPT))
    assert all(each.explained for each in others)
    told = [finding for each in verified(KEPT) for _, finding in each["findings"]]  # as the letters have them
    assert sorted(map(repr, told)) == sorted(map(repr, findings + others))
    for row, finding in zip(rows, told, strict=True):
        assert row[0] == f"{finding.label} {finding.wager}"
        assert row[1:3] == [finding.title, finding.published.text]
        assert row[4].startswith(finding.verdict)
        if finding.exact is not None:
            assert row[3] == f"{finding.show(finding.exact)} {fraction(finding.exact)}"
        if finding.reading:
            assert finding.reading in row[4] and fraction(finding.exact_under_reading) in row[4]
        assert (finding.reading_says or "") in row[4]


@pytest.mark.parametrize("path", ["/whist", "/san-lo/fslp-99", "/match-em/fslp-01", "/%00", "/san-lo/%3Cb%3E"])
def test_a_bad_name_is_a_page_that_says_what_there_is(hall, path):
    found = page(hall, path, 404)
    assert f"The mathematics of {len(GAMES)} games is here" in found.text or "It has" in found.text
    assert found.find("a", href="/")


# ---- games that no letter approves


UNAPPROVED = [slug for slug, game in GAMES.items() if not set(game.letters) <= approvals().keys()]


@pytest.mark.parametrize("slug", UNAPPROVED)
def test_what_no_letter_approves_is_marked_on_every_page_with_its_source(hall, slug):
    game, mark = GAMES[slug], "Unapproved: no letter of an agency approves these rules or pays."
    [letter] = letters_of(game.letters)
    first, *_ = game.paytables.values()
    for path in (f"/{slug}", f"/{slug}/{address(first)}"):
        [notice] = page(hall, path).find("p", kind="notice")
        assert notice.text == f"{mark} {letter.about}"
    named = [each for each in page(hall, "").find("li", kind="game") if game.title in each.text]
    entry = min(named, key=lambda each: len(each.text.split(game.summary)[0]))  # some titles begin another
    assert "Unapproved" in entry.text and all(table.label in entry.text for table in game.paytables.values())


def test_the_figures_of_a_game_with_folds_tell_how_often_and_what_is_staked(hall):
    """By the published figures, 3.59 units are staked in a round."""
    shoe = page(hall, "/mississippi-stud").find("div", kind="shoe")[0]
    facts = shoe.find("dl", kind="facts")[0].terms()
    assert facts["Average total staked"].startswith("3.589772 74757/20825")
    assert facts["Fold frequency"].startswith("43.599840% 27239/62475")
    said = [row[0] for row in shoe.find("table", kind="plain")[0].rows()]
    assert {"Fold", "Bet 1x, fold", "Bet 3x, bet 3x, bet 3x"} <= set(said)


def test_a_game_without_a_main_wager_shows_those_that_are_no_side_bets(hall):
    found = page(hall, "/ez-baccarat")
    assert [shown.find("h3")[0].text for shown in found.find("section", kind="figures")][:2] == ["Banker", "Player"]
    [slider] = found.find("input", id="decks")
    assert (slider["min"], slider["max"], slider["step"]) == ("6", "8", "2")
    assert not found.find("section", id="strategy"), "nobody chooses anything"


def test_a_wager_that_is_decided_with_others_says_so(hall):
    told = "decided with the Ante: the figures are those of all main wagers, for a stake of 1 on the Ante, together."
    assert f"This wager is added by a choice and {told}" in page(hall, "/ultimate-texas-holdem/play").text
    assert f"This wager is {told}" in page(hall, "/ultimate-texas-holdem/blind-b").text
    assert "those of both together." in page(hall, "/match-em/double-down").text


def test_a_chart_is_shown_as_a_table_with_a_word_in_every_cell(hall):
    found = page(hall, "/blackjack")
    first = found.find("section", id="strategy")[0].find("table", kind="words")[0]
    rows = {row[0]: row[1:] for row in first.rows()}
    assert len(rows) == 34 and all(len(words) == 10 for words in rows.values())
    assert rows["hard 16"] == ["H", "S", "S", "S", "S", "S", "H", "H", "H", "H"]  # from the ace to the ten
    assert rows["pair 8"] == ["P"] * 10
    assert "D double, H hit, P split, S stand" in found.text


def test_decks_that_are_not_worked_out_are_not_given_the_edge_of_others():
    game = GAMES["blackjack"]
    kept, table = kept_for(game), game.paytable("Bet S17")
    assert [kept.nearest(decks) for decks in game.decks] == [6, 6, 6, 6, 8]
    assert [bool(kept.edge(table, decks)) for decks in game.decks] == [False, False, False, True, True]


# ---- the workings


KEPT = [kept_workings(slug) for slug in GAMES]


def test_a_wager_that_is_solved_with_another_shows_its_own_figures_alone():
    game = GAMES["san-lo"]
    [shoe] = kept_for(game).shoes
    for table in game.paytables.values():
        assert {each.wager for each in shoe.figures[table.name]} == {table.wager}


def test_the_workings_that_are_kept_rest_on_the_games_as_they_are():
    assert {path.stem for path in workings.FOLDER.iterdir()} == {*GAMES}
    assert [kept.key for kept in KEPT] == [key_of(game) for game in GAMES.values()]


def test_a_game_that_is_not_kept_is_worked_out_by_another_process_and_shown_as_being_counted(hall, monkeypatch):
    monkeypatch.setattr(workings, "kept_workings", lambda slug: None if slug == "super-match" else kept_workings(slug))
    monkeypatch.setattr(workings, "work_out", lambda game: pytest.fail("in the process of the tables"))
    answer = hall.http.get("/mathematics/super-match")
    assert "being worked out" in answer.text and answer.headers["refresh"] == "2"
    assert "being worked out" in page(hall, "").text
    hall.waits_until(lambda: "being worked out" not in hall.http.get("/mathematics/super-match").text, seconds=150)
    assert "126536/4965115" in page(hall, "/super-match").text


def test_a_game_that_cannot_be_worked_out_says_so(hall, monkeypatch):
    monkeypatch.setattr(workings, "kept_workings", lambda slug: None)
    monkeypatch.setattr(known_workings, "question", lambda game, *_: {"workings": "no such game", "key": game.slug})
    hall.waits_until(lambda: "could not be worked out" in hall.http.get("/mathematics/san-lo").text, seconds=150)
    assert "refresh" not in hall.http.get("/mathematics/san-lo").headers
    assert "not worked out" in page(hall, "").text or "being worked out" in page(hall, "").text


def test_workings_that_rest_on_something_else_are_not_shown(monkeypatch):
    monkeypatch.setattr(workings, "key_of", lambda game: "of other rules")
    assert kept_for(GAMES["san-lo"]) is None


@pytest.mark.parametrize(
    "slug",
    telling([("supreme-99",), ("mississippi-stud",)], [slug for slug, game in GAMES.items() if not is_long(game)]),
)
def test_what_is_kept_is_what_is_worked_out(slug):
    """`docs/generate.py` works out all games, those too that take minutes; each lies under a key of all it rests on."""
    assert kept_for(GAMES[slug]) == work_out(GAMES[slug])

"""The pages of the mathematics say what the analysis says."""

from fractions import Fraction

import pytest

import houseway
from houseway.analysis.figures import decimal, percent
from houseway.analysis.progressive import progressive
from houseway.game import Bonus
from houseway.games import GAMES
from houseway.reports.shapes import fraction
from houseway.web import workings
from houseway.web.mathematics import address, meter_sliders, verified
from houseway.web.workings import NOT_SOLVED, Workings, kept_workings, key_of, shoes_of, work_out, workings_of
from tests.web.reading import read

PAYTABLES = [(game.slug, table.name) for game in GAMES.values() for table in game.paytables.values()]
SIDE_BETS = [
    (game.slug, table.name)
    for game in GAMES.values()
    for wager in game.wagers
    if isinstance(wager, Bonus)
    for table in game.paytables_of(wager)
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
        [match_em] = [table for table in tables if "deck" in table.find("caption")[0].text]
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
    for decks in GAMES[slug].deal.decks:
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
    assert [row[:2] for row in alone.rows()] == [
        [row.when, row.choose] for row in houseway.strategy("san-lo", alone=True).rows
    ]


@pytest.mark.parametrize("name", ["FSLPP-01", "FSLPP-03"])
def test_the_meters_coefficients_give_the_exact_edge(name):
    game = GAMES["san-lo"]
    wager = game.wager("Progressive")
    exactly = meter_sliders(progressive(game, wager, game.paytables[name]))["exactly"]
    for seats in range(1, 7):
        for increment in (Fraction(0), Fraction(21, 100), Fraction(30331, 100000)):
            terms = progressive(game, wager, game.paytables[name], seats=seats, increment=increment)
            paid = exactly["fixed"] + (seats - 1) * exactly["envy"]
            for meter in (Fraction(0), Fraction(31396), terms.mean_top):
                assert 1 - (exactly["drain"] * meter + paid) / exactly["stake"] == terms.edge_at(meter)
            seeds = exactly["chance"] * exactly["seed"]
            assert (seeds + increment * exactly["stake"]) / exactly["drain"] == terms.mean_top


def test_the_verification_shows_every_finding_with_its_reading(hall):
    found = page(hall, "/verify")
    rows = [row for table in found.find("table", kind="verdicts") for row in table.rows()]
    findings = houseway.verify()
    assert len(rows) == len(findings) == sum(len(each["findings"]) for each in verified())
    for row, finding in zip(rows, findings, strict=True):
        assert row[0] == f"{finding.paytable} {finding.wager}"
        assert row[1:3] == [finding.figure, finding.published.text]
        assert row[4].startswith(finding.verdict)
        if finding.exact is not None:
            assert row[3] == f"{finding.show(finding.exact)} {fraction(finding.exact)}"
        if finding.reading:
            assert finding.reading in row[4] and fraction(finding.exact_under_reading) in row[4]
        assert (finding.reading_says or "") in row[4]


@pytest.mark.parametrize("path", ["/baccarat", "/san-lo/fslp-99", "/match-em/fslp-01", "/%00", "/san-lo/%3Cb%3E"])
def test_a_bad_name_is_a_page_that_says_what_there_is(hall, path):
    found = page(hall, path, 404)
    assert "Fortune San Lo Poker" in found.text or "It has" in found.text
    assert found.find("a", href="/")


@pytest.mark.parametrize("wager", ["Main Bet", "Hat Trick"])
def test_a_wager_that_is_solved_with_another_shows_its_own_figures_alone(wager):
    game = GAMES["san-lo"]
    [table] = game.paytables_of(game.wager(wager))
    [shoe] = shoes_of(game, table).shoes
    assert {each.wager for each in shoe.figures} == {wager}


# ---- the workings


def test_the_workings_that_are_kept_rest_on_the_games_as_they_are():
    assert {slug: kept.key for slug, kept in kept_workings().items()} == {g.slug: key_of(g) for g in GAMES.values()}


def test_a_game_that_is_not_kept_is_worked_out_beside(hall, monkeypatch):
    monkeypatch.setattr(workings, "kept_workings", dict)
    begun = []
    monkeypatch.setattr(workings, "work_out", lambda game: begun.append(game.slug) or work_out_quickly(game))
    answer = hall.http.get("/mathematics/match-em")
    if "being worked out" in answer.text:
        assert answer.headers["refresh"] == "2"
    hall.waits_until(lambda: isinstance(workings_of(GAMES["match-em"]), Workings))
    assert begun == ["match-em"]
    assert "being worked out" not in hall.http.get("/mathematics/match-em").text
    assert workings_of(GAMES["san-lo"]) == NOT_SOLVED
    told = page(hall, "/san-lo").text
    assert "houseway solve san-lo" in told and "FSLP-01 1.9005%" in told
    assert "not worked out" in page(hall, "").text


def test_workings_that_rest_on_something_else_are_not_shown(monkeypatch):
    monkeypatch.setattr(workings, "key_of", lambda game: "of other rules")
    assert workings_of(GAMES["san-lo"]) == NOT_SOLVED


def work_out_quickly(game):
    return kept_workings()[game.slug]


def test_what_is_kept_of_supreme_99_is_what_is_worked_out():
    """`docs/generate.py --check` says the same of all games."""
    assert kept_workings()["supreme-99"] == work_out(GAMES["supreme-99"])
    assert shoes_of(GAMES["supreme-99"], GAMES["supreme-99"].paytables["S99"]).shoes

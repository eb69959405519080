"""The designer's desk in a real browser: figures move as one types and are the analysis's own fractions, drafts stand
side by side, and what takes longer is asked beside the service, shown, and given up."""

import csv
import json
from dataclasses import replace
from fractions import Fraction

import pytest
from playwright.sync_api import expect

import houseway
from houseway.analysis.figures import decimal, grouped, percent
from houseway.api.figures import figures_with
from houseway.games import GAMES
from houseway.letters.letter import read_letter
from houseway.paytable import parse_pay
from houseway.reports.shapes import fraction
from tests.browser.test_pages import LOOK
from tests.soak import telling

pytestmark = pytest.mark.timeout(600)

COUNTED = 240_000


def opens(guest, path):
    guest.page.goto(f"{guest.room.url}/design/{path}")
    guest.page.wait_for_selector("body[data-counted]", timeout=COUNTED)


def shown(page, at):
    """What the card of a draft says: each figure as a decimal, and exactly."""
    card = page.locator(f'[data-draft="{at}"]')
    parts = ("edge", "hit", "deviation", "variance")
    told = {part: card.locator(f'[data-figure="{part}"]') for part in parts}
    return {
        part: (each.inner_text(), each.evaluate("each => each.nextElementSibling.textContent"))
        for part, each in told.items()
    }


def says(figures):
    return {
        "edge": (percent(figures.house_edge), fraction(figures.house_edge)),
        "hit": (percent(figures.hit_frequency), fraction(figures.hit_frequency)),
        "deviation": (decimal(Fraction(figures.standard_deviation), 4), ""),
        "variance": (grouped(decimal(figures.variance, 4)), fraction(figures.variance)),
    }


def drafted(slug, name, **pays):
    """The exact figures of a table with these pays."""
    game, table = GAMES[slug], GAMES[slug].paytables[name]
    lines = {line: replace(parse_pay(text), envy_cents=table.lines[line].envy_cents) for line, text in pays.items()}
    other = replace(table, lines={**table.lines, **lines}, letter=None)
    return figures_with(game, game.wager(table.wager), other)


def tabbed_to(page, name):
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == name:
            return
    raise AssertionError(f"{name} cannot be reached")


@pytest.mark.parametrize(("size", "scheme"), telling((("phone", "dark"),), ("phone", "desktop"), ("light", "dark")))
def test_figures_move_as_one_types_and_the_link_holds_them(comes, axe, size, scheme):
    guest = comes(size=size, scheme=scheme)
    page = guest.page
    opens(guest, "san-lo/fslp-01")
    [figures] = houseway.analyze("san-lo", paytable="FSLP-01")
    assert shown(page, 0) == says(figures)
    expect(page.locator('[data-draft="0"] .play')).to_contain_text("As FSLP-01 has it")
    tabbed_to(page, "pay-4-0")
    page.keyboard.press("Control+a")
    page.keyboard.type("12")  # quoted as the line was
    [figures] = drafted("san-lo", "FSLP-01", **{"Full House": "12 to 1"})
    assert shown(page, 0) == says(figures)
    expect(page.locator('[data-draft="0"] .play')).to_contain_text("Unapproved")
    page.keyboard.press("ArrowUp")
    assert page.input_value("#pay-4-0") == "15"
    page.fill("#pay-5-0", "7 to 3")
    [figures] = drafted("san-lo", "FSLP-01", **{"Full House": "15 to 1", "Flush": "7 to 3"})
    assert shown(page, 0) == says(figures)
    page.fill("#pay-5-0", "much")
    expect(page.locator("#pay-5-0")).to_have_attribute("aria-invalid", "true")
    expect(page.locator('[data-draft="0"] .fault')).to_contain_text("is not a pay")
    page.fill("#pay-5-0", "7 to 3")
    page.click("#add")
    page.fill("#pay-8-1", "push")
    page.reload()
    page.wait_for_selector("body[data-counted]", timeout=COUNTED)
    assert shown(page, 0) == says(figures)
    [other] = drafted("san-lo", "FSLP-01", **{"Full House": "15 to 1", "Flush": "7 to 3", "Two Pair": "push"})
    assert shown(page, 1) == says(other)
    guest.shoots("designer")
    assert not page.evaluate(LOOK)
    assert not axe(page)


def test_a_progressive_moves_with_seed_increment_envy_and_seats(comes):
    guest = comes()
    page = guest.page
    opens(guest, "san-lo/fslpp-01")
    [figures] = houseway.analyze("san-lo", paytable="FSLPP-01")
    assert shown(page, 0) == says(figures)
    page.fill("#seed--0", "$10,000")
    page.fill("#increment--0", "25.5%")
    page.fill("#envy-0-0", "$250")
    page.select_option("#seats", "3")
    table = GAMES["san-lo"].paytables["FSLPP-01"]
    top = replace(table.lines["Five Aces"], envy_cents=250_00)
    meter = replace(table.meters[""], seed_cents=10_000_00, increment=Fraction(255, 1000))
    other = replace(table, lines={**table.lines, "Five Aces": top}, meters={"": meter}, letter=None)
    [figures] = figures_with(GAMES["san-lo"], GAMES["san-lo"].wager("Progressive"), other, seats=3)
    assert shown(page, 0) == says(figures)
    page.fill("#pay-0-0", "50%")
    expect(page.locator('[data-draft="0"] .fault')).to_contain_text("just one line takes 100%")
    page.fill("#pay-0-0", "100%")


@pytest.mark.soak
def test_the_life_of_a_drafted_meter_is_drawn(comes):
    guest = comes(size="phone")
    page = guest.page
    opens(guest, "san-lo/fslpp-01")
    page.get_by_role("button", name="Draw it").click()
    expect(page.locator(".lives svg")).to_have_count(4, timeout=COUNTED)
    assert not page.evaluate(LOOK)


@pytest.mark.soak
def test_best_play_is_found_anew_for_a_main_wager(comes):
    guest = comes(size="phone")
    page = guest.page
    opens(guest, "supreme-99/s99")
    page.fill("#pay-0-0", "lose")
    expect(page.locator('[data-draft="0"] .play')).to_contain_text("best play is being found")
    expect(page.locator('[data-draft="0"] .play')).to_contain_text("found anew", timeout=COUNTED)
    row, *_ = houseway.whatif("supreme-99", ["copy both=lose,4 to 1"])
    assert shown(page, 0) == says(row.figures[0])


def test_targets_are_searched_rules_varied_and_files_saved(comes, tmp_path):
    guest = comes()
    page = guest.page
    opens(guest, "supreme-99/pair-fortunes")
    page.fill("[name=edge]", "4.00%")
    page.press("[name=edge]", "Enter")
    page.get_by_role("button", name="More tables").click(timeout=COUNTED)
    page.get_by_role("button", name="Take table 20").wait_for(timeout=COUNTED)
    page.get_by_role("button", name="Take table 1", exact=True).click()
    edge = page.locator('#targets [data-label="House edge"] code').first.inner_text()
    assert shown(page, 1)["edge"][1] == edge and abs(Fraction(edge) - Fraction(4, 100)) <= Fraction(5, 100_000)
    page.select_option("[name=what]", "Two Pair")
    page.fill("[name=values]", "15, 12")  # quoted as the line is
    page.get_by_role("button", name="Compare").click()
    expect(page.locator('#rules [data-label="House edge"] code')).to_have_text(
        ["9852/270725", "18276/270725"], timeout=COUNTED
    )
    page.fill("[name=values]", "secret.toml")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#values-fault")).to_contain_text("is not a pay")  # beside its field
    expect(page.locator("[name=values]")).to_be_focused()
    expect(page.locator('[data-draft="1"] [data-figure="edge"] ~ .against')).to_contain_text("points against")
    with page.expect_download(timeout=COUNTED) as saved:
        page.click('[data-kind="toml"]')
    letter = tmp_path / "mine.toml"
    saved.value.save_as(letter)
    entries = read_letter("mine", letter.read_text(), approved=False).entries
    assert len(entries) == 2 and f"{entries[1].figures[0].figures['house edge'].text}" == percent(Fraction(edge))
    page.set_input_files("#open-letter", letter)
    expect(page.locator("#files .asked")).to_contain_text("2 paytables are on the desk", timeout=COUNTED)
    assert shown(page, 3)["edge"][1] == edge
    with page.expect_download(timeout=COUNTED) as saved:
        page.click('[data-kind="json"]')
    told = json.loads(saved.value.path().read_text())
    edges = [shown(page, at)["edge"][1] for at in range(4)]
    assert [each["figures"][0]["house_edge"] for each in told["drafts"]] == edges
    with page.expect_download() as saved:
        page.click('[data-kind="csv"]')
    rows = list(csv.DictReader(saved.value.path().read_text().splitlines()))
    assert {row["house_edge_exact"] for row in rows} == {*edges}
    for row in rows:  # a figure is a number to a spreadsheet, and exact in a column of its own
        for name in ("house_edge", "probability", "net", "contribution"):
            assert row[name] == decimal(Fraction(row[f"{name}_exact"]), 10)
    first = [row for row in rows if row["paytable"] == rows[0]["paytable"]]
    assert sum(Fraction(row["probability_exact"]) for row in first) == 1
    assert -sum(Fraction(row["contribution_exact"]) for row in first) == Fraction(edges[0])


@pytest.mark.soak
def test_a_long_question_is_given_up(comes):
    guest = comes()
    page = guest.page
    page.goto(f"{guest.room.url}/design/blackjack/{next(iter(GAMES['blackjack'].paytables)).lower().replace(' ', '-')}")
    page.select_option("#decks", "2")
    cancel = page.get_by_role("button", name="Cancel")
    cancel.click()
    expect(page.locator(".asked").first).to_contain_text("given up")
    opens(guest, "supreme-99/pair-fortunes")  # which does not wait for it

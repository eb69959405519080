"""The sign, the posting and the mathematics in a real browser: what moves, what is printed, and how it looks."""

import re
from fractions import Fraction

import pytest

import houseway
from houseway.analysis.figures import money, percent
from houseway.reports.shapes import fraction
from tests.browser.room import SIZES
from tests.soak import IS_SOAK, telling
from tests.web.room import Room
from tests.web.test_meters import ROYAL, Floor

PAGES = {
    "display": "/meters/san-lo/display",
    "posting-san-lo": "/tables/1/posting",
    "posting-match-em": "/tables/2/posting",
    "mathematics": "/mathematics",
    "verify": "/mathematics/verify",
    "san-lo": "/mathematics/san-lo",
    "match-em": "/mathematics/match-em",
    "supreme-99": "/mathematics/supreme-99",
    "progressive": "/mathematics/san-lo/fslpp-03",
    "match-bonus": "/mathematics/match-em/a1",
    "no-such-game": "/mathematics/none",
}

# Nothing beside the window, nothing cut, and in a chart no words outside it or on each other.
LOOK = """() => {
  const wrong = [];
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) wrong.push("scrolls sideways");
  for (const part of document.querySelectorAll("body *")) {
    if (part.closest(".sr, .skip, thead, svg, [aria-hidden] .wheel > span") || !part.checkVisibility()) continue;
    const box = part.getBoundingClientRect();
    if (box.width && (box.left < -1 || box.right > wide + 1)) wrong.push(`outside: ${part.outerHTML.slice(0, 80)}`);
    if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== "visible") {
      wrong.push(`cut: ${part.outerHTML.slice(0, 80)}`);
    }
  }
  for (const chart of document.querySelectorAll("svg.chart")) {
    if (!chart.checkVisibility()) continue;
    const words = [...chart.querySelectorAll("text")].map((text) => [text.textContent, text.getBBox()]);
    const { width, height } = chart.viewBox.baseVal;
    for (const [at, [text, a]] of words.entries()) {
      if (a.x < -1 || a.x + a.width > width + 1 || a.y + a.height > height + 2) wrong.push(`chart cuts ${text}`);
      for (const [other, b] of words.slice(at + 1)) {
        const x = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
        const y = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
        if (x > 1 && y > 4) wrong.push(`${text} lies on ${other}`);
      }
    }
  }
  return wrong;
}"""


# ---- the sign

# Every amount that the sign showed, and whether a wheel turned.
WATCH = """() => {
  window.amounts = [];
  window.turned = 0;
  new MutationObserver(() => {
    const now = document.querySelector("#amount .sr").textContent;
    if (now !== window.amounts.at(-1)) window.amounts.push(now);
    requestAnimationFrame(() => { window.turned += document.getAnimations().length; });
  }).observe(document.getElementById("amount"), { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture
def floor(tmp_path):
    with Room(tmp_path / "book.db") as room:
        yield Floor(room)


@pytest.fixture
def sign(browser, floor):
    opened = []

    def look(motion="no-preference", size="desktop", clock=False):
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion=motion)
        opened.append(context)
        page = context.new_page()
        if clock:
            page.clock.install()
        page.goto(f"{floor.room.address}/meters/m/display")
        page.evaluate(WATCH)
        return page

    yield look
    for context in opened:
        context.close()


def shows(page, amount, state="running"):
    page.wait_for_function(
        "([amount, state]) => document.querySelector('#amount .sr').textContent === amount"
        " && document.body.dataset.state === state",
        arg=[amount, state],
    )


@pytest.mark.parametrize("motion", telling((("no-preference",),), ["no-preference", "reduce"]))
def test_the_sign_turns_to_the_books_amount_and_snaps_to_a_locked_win(floor, sign, motion, monkeypatch):
    page = sign(motion)
    shows(page, "$5,000.00")

    def j_pot(line, table):
        shows(page, "$5,000.42")
        assert (page.evaluate("window.turned") > 0) is (motion == "no-preference")
        floor.dan.does("PressHand", table=table, seat=1, line=line)
        floor.sue.does("TurnKey", table=table, to="JPH")
        floor.sue.does("PressJackpot", table=table)
        shows(page, "$500.04", "won")
        assert page.inner_text("#state") == "Royal Flush, table T1, seat 1"
        floor.sue.does("TurnKey", table=table, to="RUN")

    monkeypatch.setattr(floor, "j_pot", j_pot)
    floor.plays(ROYAL, line="Royal Flush")
    shows(page, "$4,500.38")
    assert page.inner_text("#state") == ""
    assert page.evaluate("window.amounts") == ["$5,000.42", "$500.04", "$4,500.38"]
    assert page.inner_text("[data-worth='0']") == "$4,500.38"
    floor.sue.asks("Suspend", note="counted")
    shows(page, "$4,500.38", "suspended")
    assert page.inner_text("#state") == "Suspended"


def test_a_sign_that_hears_nothing_says_so(floor, sign):
    page = sign(clock=True)
    page.route("**/shown", lambda route: route.abort())
    page.clock.fast_forward(7_000)
    page.clock.run_for(500)
    assert page.get_attribute("body", "data-state") == "running"  # not yet: it may be a hiccup
    page.clock.fast_forward(2_000)
    page.wait_for_selector("body[data-state=lost]")
    assert "Not connected" in page.inner_text("#state")
    page.unroute("**/shown")
    page.clock.fast_forward(1_000)
    shows(page, "$5,000.00")


@pytest.mark.parametrize("size", telling((("phone",),), SIZES))
def test_the_sign_fills_the_screen_and_no_more(sign, size):
    page = sign(size=size)
    box = page.locator(".wheels").bounding_box()
    width, height = SIZES[size]
    words = page.evaluate("[...document.querySelectorAll('.wheel')].reduce((sum, each) => sum + each.offsetWidth, 0)")
    assert 0.75 * width < words <= box["width"] <= width
    assert page.evaluate("document.documentElement.scrollHeight") <= height


# ---- the posting


BOTH_KINDS = (("1", "light"), ("2", "dark"))  # with a meter, and with decks


@pytest.mark.parametrize(("table", "scheme"), telling(BOTH_KINDS, "123", ("light", "dark")))
def test_a_posting_prints_black_on_white_on_one_or_two_letter_pages(comes, table, scheme):
    guest = comes(scheme=scheme)
    page = guest.page
    page.goto(f"{guest.room.url}/tables/{table}/posting")
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) in (1, 2)
    assert set(re.findall(rb"/MediaBox\s*\[([^\]]*)\]", printed)) == {b"0 0 612 792"}
    page.set_viewport_size({"width": 710, "height": 960})
    page.emulate_media(media="print")
    guest.shoots(f"posting-{table}-print")
    assert not page.evaluate(LOOK)
    assert not page.locator(".tools").is_visible()
    inks = page.evaluate(
        """() => [...document.querySelectorAll("main, main *")].flatMap((part) => {
          const style = getComputedStyle(part);
          return [style.color, style.backgroundColor];
        })"""
    )
    assert set(inks) <= {"rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}


# ---- sliders, by keyboard alone


def tabbed_to(page, name):
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == name:
            return
    raise AssertionError(f"{name} cannot be reached")


def test_the_decks_are_chosen_by_keyboard(comes):
    guest = comes()
    page = guest.page
    page.goto(f"{guest.room.url}/mathematics/match-em/a1")
    before = page.locator("#decks-box .mark").get_attribute("cx")
    tabbed_to(page, "decks")
    page.keyboard.press("Home")
    [figures] = houseway.analyze("match-em", paytable="A1", decks=1)
    assert page.locator(".shoe:visible").count() == 1
    assert page.locator(".shoe:visible h2").inner_text() == "Figures with 1 deck"
    edge = page.locator(".shoe:visible .facts dd").first.inner_text()
    assert edge.split() == [percent(figures.house_edge, 6), fraction(figures.house_edge)]
    assert page.locator("#decks").get_attribute("aria-valuetext") == "1 deck"
    assert page.locator("#decks-box .mark").get_attribute("cx") != before
    page.wait_for_function("() => document.getElementById('decks-status').textContent.includes('House edge')")


@pytest.mark.parametrize("name", telling((("FSLPP-01",),), ["FSLPP-01", "FSLPP-03"]))
def test_seats_meter_and_increment_redraw_exact_figures_at_once(comes, name):
    guest = comes()
    page = guest.page
    page.goto(f"{guest.room.url}/mathematics/san-lo/{name.lower()}")

    def says(meter, seats, increment):
        [terms] = houseway.meters("san-lo", paytable=name, seats=seats, increment=increment)
        wanted = {
            "edge-at": (percent(terms.edge_at(meter), 6), terms.edge_at(meter)),
            "edge-long": (percent(terms.house_edge, 6), terms.house_edge),
            "break-even": (money(terms.break_even), terms.break_even),
            "mean-top": (money(terms.mean_top), terms.mean_top),
        }
        for part, (text, exactly) in wanted.items():
            assert page.inner_text(f"#{part}") == text
            assert page.inner_text(f"#{part} + code") == fraction(exactly)
        assert page.locator(".curve.chosen").evaluate_all("all => all.map(each => each.dataset.name)") == [
            str(seats),
            str(seats),
        ]
        assert page.evaluate(ON_THE_CURVES) < 0.6

    def value(slider):
        return Fraction(page.input_value(f"#{slider}"))

    says(value("meter"), 6, value("increment") / 100)
    tabbed_to(page, "seats")
    page.keyboard.press("Home")
    says(value("meter"), 1, value("increment") / 100)
    tabbed_to(page, "meter")
    before = value("meter")
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowLeft")
    assert value("meter") != before
    tabbed_to(page, "increment")
    page.keyboard.press("ArrowRight")
    [given] = houseway.meters("san-lo", paytable=name)
    assert value("increment") / 100 == given.increment + Fraction(1, 200)
    says(value("meter"), 1, value("increment") / 100)
    page.keyboard.press("End")
    says(value("meter"), 1, value("increment") / 100)


# How far the marks lie from the lines that are chosen.
ON_THE_CURVES = """() => Math.max(...[...document.querySelectorAll("#meter-box .chart")].map((chart) => {
  const mark = chart.querySelector(".mark");
  const [x, y] = [Number(mark.getAttribute("cx")), Number(mark.getAttribute("cy"))];
  const line = chart.querySelector(".curve.chosen").getAttribute("points");
  const [a, b] = line.split(" ").map((point) => point.split(",").map(Number));
  return Math.abs(a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1]) - y);
}))"""


# ---- how they look


BOTH_ONCE = (("light", "phone"), ("dark", "desktop"))
BY_TURNS = {("light", "phone"): 0, ("dark", "desktop"): 2}  # in `make test` axe looks at every second page


@pytest.mark.deeper
@pytest.mark.parametrize(("scheme", "size"), telling(BOTH_ONCE, ("light", "dark"), ("desktop", "phone")))
def test_nothing_is_cut_and_axe_finds_no_violation(comes, axe, scheme, size):
    guest = comes(scheme=scheme, size=size)
    for turn, (name, path) in enumerate(PAGES.items()):
        guest.page.goto(f"{guest.room.url}{path}")
        guest.shoots(name)
        assert not guest.page.evaluate(LOOK), name
        if IS_SOAK or turn % 4 == BY_TURNS[scheme, size]:
            found = axe(guest.page)
            assert not found, (name, found)


def test_the_lobby_leads_to_all_of_them(comes):
    guest = comes(size="tablet")
    guest.page.goto(guest.room.url)
    links = guest.page.eval_on_selector_all("a", "all => all.map(each => each.getAttribute('href'))")
    assert {"/mathematics", "/meters/san-lo/display", "/tables/1/posting"} <= set(links)

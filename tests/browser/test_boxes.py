"""A stranger with any device: at every size, in every phase of every game, nothing covers, cuts or hides anything."""

import pytest

from houseway.games import GAMES
from tests.browser.boxes import ALL_SIZES, DRAWN, SIZES, measured
from tests.browser.room import LETTERS
from tests.browser.test_screens import EACH, STEPS, played, say_the_longest
from tests.soak import IS_SOAK, telling

pytestmark = pytest.mark.deeper

A_SET_HAND = (("san-lo",),)
AXE = ("bets", "half-set", "coach", "panel, checked")  # each with much that is new; in `make soak` every phase


class Looker:
    """Measures a guest's page at every size, has axe look at it, and keeps what is wrong."""

    def __init__(self, guest, game, axe):
        self.guest, self.game, self.axe, self.wrong = guest, game, axe, []

    def __call__(self, phase):
        if phase == "dealt":
            say_the_longest(self.guest.page)
        self.wrong += [f"{self.game}, {phase}, {each}" for each in measured(self.guest.page)]
        if IS_SOAK or phase in AXE:
            self.wrong += [f"{self.game}, {phase}, axe: {each}" for each in self.axe(self.guest.page)]

    def is_content(self):
        assert not self.wrong, f"{len(self.wrong)} faults\n" + "\n".join(self.wrong)


HIDDEN = """() => {
  const board = document.querySelector(".board");
  return board.scrollHeight > board.clientHeight ? [board.scrollHeight, board.clientHeight] : null;
}"""


def rows_out_of_sight(page):
    """The sizes at which the rows of the result that are seen do not sum to its head."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        if over := page.evaluate(HIDDEN):
            found.append(f"{width} x {height}: the result is {over[0]} high and has {over[1]}")
    page.set_viewport_size({"width": 390, "height": 664})
    return found


SCHEMES = dict.fromkeys(STEPS, "light") | dict.fromkeys(("supreme-99", "match-em"), "dark")


@pytest.mark.parametrize("game", EACH)
def test_nothing_overlaps_or_is_cut_on_any_device_in_any_phase(comes, axe, game):
    guest = comes(size="phone", scheme=SCHEMES[game])
    page, at = guest.page, Looker(guest, game, axe)
    played(guest, game, at)
    for word in page.locator(".purse > span, .jackpot:not([hidden]) > span").all():  # no bare sum in the header
        box = word.bounding_box()
        assert box and box["width"] > 20 and box["height"] > 10
    at.wrong += [f"{game}, coach, {each}" for each in rows_out_of_sight(page)]
    guest.opens_panel()
    at("panel")
    cut = page.locator(".cut input").bounding_box()
    assert cut and min(cut["width"], cut["height"]) >= 24
    page.click("text=Check round")
    page.wait_for_selector(".checked li")
    page.click("text=Show the link")
    at("panel, checked")
    page.keyboard.press("Escape")
    at.is_content()


# Puts each name below every single card that lies open, as of a hand that won, and says where it has no room.
NAMES_WITHOUT_ROOM = """(names) => {
  const zones = [...document.querySelectorAll(".zone:not(dialog *)")];
  const single = zones.filter((zone) => zone.querySelectorAll(".card").length === 1);
  if (single.length !== 2) return [`${single.length} single cards lie open`];
  return single.flatMap((zone) => {
    const [card, name] = [zone.querySelector(".card"), zone.querySelector(".told").firstChild];
    const [was, left, isWon] = [name.data, card.getBoundingClientRect().left, zone.classList.contains("won")];
    zone.classList.add("won");
    const faults = names.filter((each) => {
      name.data = each;
      const [x, y] = [zone.scrollWidth - zone.clientWidth, zone.scrollHeight - zone.clientHeight];
      return x > 1 || y > 2 || Math.abs(card.getBoundingClientRect().left - left) > 0.5;
    });
    name.data = was;
    zone.classList.toggle("won", isWon);
    return faults;
  });
}"""


@pytest.mark.soak
def test_the_name_of_every_single_card_has_room_below_it_and_moves_no_card(comes):
    """The dealer's and the player's, on every device, with the tick of a hand that won."""
    guest, game = comes(size="phone"), GAMES["san-lo"]
    guest.practises(game.slug)
    guest.bets(*STEPS[game.slug])
    guest.deals()
    guest.presses("houseWay")
    guest.waits_for("result")
    guest.page.wait_for_selector(".common .told:not(:empty)")
    names = sorted({game.hand_name((card,)) for card in game.pack().cards()})
    for width, height in ALL_SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.page.evaluate(DRAWN)
        assert not guest.page.evaluate(NAMES_WITHOUT_ROOM, names), (width, height)


PAGES = (
    "/",
    "/tables/1/posting",
    "/tables/2/posting",
    "/mathematics",
    "/mathematics/san-lo",
    "/mathematics/match-em/a1",
    "/mathematics/ultimate-texas-holdem",
    "/mathematics/san-lo/fslpp-03",
    "/meters/san-lo/display",
    "/staff",
    "/tables/none/play",
)


@pytest.mark.soak
def test_no_other_page_cuts_or_covers_anything_on_any_device(comes):
    guest, wrong = comes(), []
    for path in PAGES:
        guest.page.goto(f"{guest.room.url}{path}")
        guest.rests()
        wrong += [f"{path}, {each}" for each in measured(guest.page)]
    assert not wrong, f"{len(wrong)} faults\n" + "\n".join(wrong)


@pytest.mark.parametrize("game", telling((("san-lo",),), LETTERS))
@pytest.mark.soak
def test_a_screen_reader_says_amounts_and_cards_whole(comes, game):
    """In no phase is a text of the accessibility tree a single digit, mark or letter of a longer word."""
    guest = comes(calm=False)  # digits roll
    tree = guest.page.context.new_cdp_session(guest.page)

    def is_said_whole(phase):
        guest.rests()  # until the digits have rolled
        guest.page.wait_for_function("() => !document.querySelector('.digits [aria-hidden]')")
        nodes = tree.send("Accessibility.getFullAXTree")["nodes"]
        said = [
            each["name"]["value"] for each in nodes if not each["ignored"] and each["role"]["value"] == "StaticText"
        ]
        assert any("$" in text for text in said)
        assert not [text for text in said if text.strip() in set("$,.")], phase  # an amount cut into its digits
        assert not [text for text in said if text.strip() in set("AKQJT♠♥♦♣")], phase  # a card's corner, or its pips

    guest.practises(game)
    is_said_whole("betting")
    guest.bets(*STEPS[game])
    is_said_whole("bets")
    guest.deals()
    is_said_whole("dealt")
    shown = guest.page.locator(".shuffler .number:not(.idle)")
    assert guest.page.get_by_role("img", name="Rotation number").count() == shown.count()
    guest.presses("HI" if game == "match-em" else "houseWay")
    guest.waits_for("result")
    is_said_whole("result")


# ---- nothing moves, and nothing is pressed, that was not meant

PLACES = """() => Object.fromEntries([...document.querySelectorAll("#mine .zone [data-card]")].map((card) => {
  const { left, top, width } = card.getBoundingClientRect();
  return [card.dataset.card, [left, top, width]];
}))"""


@pytest.mark.parametrize("game", telling((("san-lo",),), LETTERS))
@pytest.mark.soak
def test_cards_keep_their_places_when_the_result_is_shown(comes, game):
    guest = comes(size="phone")
    page, sizes = guest.page, [{"width": width, "height": height} for width, height in SIZES]

    def places():
        found = []
        for size in sizes:
            page.set_viewport_size(size)
            found.append(page.evaluate(PLACES))
        return found

    guest.practises(game)
    guest.bets(*STEPS[game])
    guest.deals()
    if game != "match-em":
        guest.sets(guest.choice("legal"))
    before = places()
    guest.presses("HI" if game == "match-em" else "set")
    guest.waits_for("result")
    page.wait_for_selector(".common .told:not(:empty)")
    after = places()
    for size, was, now in zip(SIZES, before, after, strict=True):
        assert was and list(was) == list(now), size  # in the same order
        for card, place in was.items():
            assert now[card] == pytest.approx(place, abs=1), (size, card)


def bet_by(guest) -> dict[str, int]:
    """What lies on the felt, when no command is under way any more."""
    guest.rests()
    return guest.view()["current"]["spots"].get(str(guest.seat()), {}).get("wagers", {})


def is_ready_to_press(page, act) -> str:
    """The button, once it has been there for a moment: before, it takes no press."""
    selector = f'[data-act="{act}"]:enabled:not([aria-disabled="true"])'
    page.wait_for_selector(selector)
    return selector


@pytest.mark.soak
@pytest.mark.parametrize("game", telling(A_SET_HAND, LETTERS))
def test_the_focus_never_waits_on_a_control_that_bets(comes, game):
    """Whoever presses Enter or Space once too often, in any phase, has bet nothing."""
    guest = comes()
    page, keys = guest.page, guest.page.keyboard

    def presses(act):
        page.focus(is_ready_to_press(page, act))
        keys.press("Enter")

    def presses_once_too_often():
        assert not page.evaluate("document.activeElement.matches('.spot, #dock button')")
        for key in ("Enter", "Space"):
            keys.press(key)

    guest.practises(game)
    guest.bets(*STEPS[game])
    bet = bet_by(guest)
    presses("deal")
    guest.waits_for("choosing")
    page.wait_for_selector("#mine :focus")
    presses_once_too_often()
    assert bet_by(guest) == bet
    assert guest.view()["current"]["spots"][str(guest.seat())]["said"] == []
    if game == "match-em":
        presses("HI")
    else:  # the house way is shown first, and then taken
        presses("houseWay")
        page.focus('#warning button[value="way"]')
        keys.press("Enter")
    guest.waits_for("result")
    page.wait_for_selector(".board:focus")
    presses_once_too_often()
    assert bet_by(guest) == {}
    presses("change")
    guest.waits_for("betting")
    page.wait_for_selector(".spots:focus")
    presses_once_too_often()
    assert bet_by(guest) == {}


# Presses a button, and whatever else then comes to lie at the same place, in the moment in which it does, until the
# phase has come that the button leads to.
TAP_AGAIN = """([selector, phase]) => new Promise((done) => {
  const button = document.querySelector(selector);
  const { x, y, width, height } = button.getBoundingClientRect();
  let last = button.dataset.act;
  const tap = () => {
    const found = document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button");
    if (!found || found.dataset.act === last) return;
    last = found.dataset.act;
    found.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  };
  const changes = new MutationObserver(tap);
  changes.observe(document.body, { childList: true, subtree: true });
  button.click();
  const begun = performance.now();
  const look = () => {
    if (document.body.dataset.phase !== phase && performance.now() - begun < 5000) requestAnimationFrame(look);
    else setTimeout(() => (changes.disconnect(), done()), 200);
  };
  requestAnimationFrame(look);
})"""


@pytest.mark.parametrize("game", telling((("match-em",),), LETTERS))
def test_a_second_tap_at_the_same_place_bets_nothing(comes, game):
    """A finger that taps again at the very moment when something else has come to lie under it."""
    guest = comes(size="phone")
    page = guest.page

    def taps_twice(act, phase):
        page.evaluate(TAP_AGAIN, [is_ready_to_press(page, act), phase])

    def is_dealt_and_not_played():
        guest.waits_for("choosing")
        assert bet_by(guest) == bet
        spot = guest.view()["current"]["spots"][str(guest.seat())]
        assert not spot["said"] and not spot["asked_house_way"]

    guest.practises(game)
    guest.bets(*STEPS[game])
    bet = bet_by(guest)
    taps_twice("deal", "choosing")
    is_dealt_and_not_played()
    guest.presses("LO" if game == "match-em" else "houseWay")
    guest.waits_for("result")
    taps_twice("again", "choosing")
    is_dealt_and_not_played()
    guest.presses("LO" if game == "match-em" else "houseWay")
    guest.waits_for("result")
    taps_twice("change", "betting")
    assert bet_by(guest) == {}
    guest.bets(*STEPS[game])
    assert bet_by(guest) == bet
    taps_twice("clear", "betting")  # where "Same bets" is then
    assert bet_by(guest) == {}

"""Boxes, not pictures: whatever can be pressed, read or played lies whole in the window, apart from everything else.

assert not measured(page)    # sentences, each with the size at which it is so
"""

from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Page

from tests.soak import more

# What browsers leave of real devices: small phones, a phone with its bars, one on its side, a laptop at 200 %, a tablet
# upright, a laptop with its bars, a large screen. The smallest phone and the laptop tell most of them; the staff work
# at desks.
ALL_SIZES = ((320, 568), (360, 560), (390, 664), (844, 390), (640, 400), (768, 1024), (1366, 600), (1920, 1080))
SIZES = more(((320, 568), (1366, 600)), ALL_SIZES)
DESKS = more(((1366, 600),), ((768, 1024), (1024, 768), (1366, 600), (1920, 1080)))
STILL = ".dock, #mine .spots, #mine .hand"  # on the felt nobody has to scroll to his own cards, wagers and buttons
MEASURE = Path(__file__).with_name("boxes.js").read_text("utf-8")
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def measured(page: Page, sizes: Iterable[tuple[int, int]] = SIZES, *, still: str = STILL) -> list[str]:
    """What is wrong at each of the sizes; the page is given back at the size it had."""
    was, wrong = page.viewport_size, []
    assert was is not None
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        wrong += [f"{width} x {height}: {each}" for each in page.evaluate(f"({MEASURE})", still)]
    page.set_viewport_size(was)
    return wrong

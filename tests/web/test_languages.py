"""The languages of the screens: every text that a player meets stands in every language, with the same values.

Texts are found in the sources: in modules and templates, in what the rules and the service refuse, and in the games.
That they are said so on a screen is seen in tests/browser/test_feel.py.
"""

import re

import pytest

from houseway.table.refusal import Reason
from houseway.web.languages import COOKIE, LATER, REFUSALS, SCREENS, languages
from houseway.web.lesson import FOULS, NOBODYS, REFUSED
from houseway.web.pages import KINDS
from houseway.web.plain_words import GLOSSARY
from tests.web.refusals import codes_of_the_service, reasons_of_a_player
from tests.web.texts import texts_of, texts_of_later, texts_of_screen

OTHERS = [code for code in languages() if code != "en"]
PLACES = re.compile(r"\{\d\}")

# What looks like a text and is read by no one: names of classes, headers, keys of what a browser stores, paths; and
# words that the English of a refusal is put together of.
NOT_READ = re.compile(
    r"Choose|Content-Type|X-CSRF-Token|POST|M3\d .*|Jk|card gone|(?:rank|large) wide|(?:verdict|best) (?:good|bad)|"
    r"flying gold.*|buttons (?:cut|options|bets)|sitting out|message warning|number idle|minis playing|by hand|"
    r"button, a, .*|script, style, .*|(?:seal|cut) of round \{0\}|record of seal \{0\}|results seen to round|"
    r"Shuffled|table \{0\},(?: \{1\}| key of the seat)?|USD|zones? (?:split|won|playing)|how won|cards fan|"
    r"Amber Blue .*|Badger Crane .*|Backspace|Delete|Last-Event-ID|the stream answers \{0\}|SHA-256|told whole|"
    r"houseway (?:settings|find)|sheet lesson|sitting left|notice farewell|swatch spots|zones swatch|cards? comes?|"
    r"you have|you are|your seat|another hand|key (?:right|cost)|chart (?:bars|lines)|(?:says|name) soft|Space"
)


def missing(code, sections, found):
    texts = {text for section in sections for text in languages()[code].of(section)}
    refusals = languages()[code].of(REFUSALS)  # what a page itself refuses is worded there
    unknown = {text: place for text, place in found.items() if text not in texts and text not in refusals}
    return {text: place for text, place in unknown.items() if not NOT_READ.fullmatch(text)}


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("screen", [screen for screen in SCREENS if screen != LATER])
def test_every_text_of_a_screen_is_fetched_with_it_in_every_language(code, screen):
    assert not missing(code, SCREENS[screen], texts_of_screen(screen))


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_a_sheet_is_fetched_with_it_in_every_language(code):
    assert len(texts_of_later("player")) > 100
    assert not missing(code, {*SCREENS["player"], *SCREENS[LATER]}, texts_of_later("player"))


@pytest.mark.parametrize("code", OTHERS)
def test_whatever_a_player_can_be_refused_has_a_sentence_in_every_language(code):
    said = languages()[code].of(REFUSALS)
    reasons = reasons_of_a_player()
    assert {Reason.ABOVE_MAXIMUM, Reason.NOT_YOUR_TURN, Reason.RULES_CHANGED} < reasons < {*Reason}
    codes = {reason.name.lower().replace("_", "-") for reason in reasons} | codes_of_the_service()
    assert len(codes) > 80
    assert not sorted(codes - {*said})


def test_the_languages_have_the_same_texts_with_the_same_values():
    keys = {code: {name: set(each) for name, each in languages()[code].sections.items()} for code in OTHERS}
    assert all(keys[code] == keys[OTHERS[0]] for code in OTHERS)
    assert {*keys[OTHERS[0]]} == {section for sections in SCREENS.values() for section in sections}
    for code in OTHERS:
        sections = languages()[code].sections
        assert len(languages()[code].texts) == sum(map(len, sections.values())), "a text stands in one section"
        for english, text in languages()[code].texts.items():
            assert text.strip(), (code, english)
            places, others = set(PLACES.findall(english)), set(PLACES.findall(text))
            assert others <= places, (code, english)
            assert others == places or english.startswith("You {0} it"), (code, english)


@pytest.mark.parametrize("code", OTHERS)
def test_how_a_hand_stands_against_the_dealers_is_said_in_every_language(code):
    known = [languages()[code].of(section) for section in SCREENS["player"]]
    assert {"beats", "copies", "loses to"} <= {text for texts in known for text in texts}


ASCII = re.compile(r"[\u4e00-\u9fff」] ?[,;:?!]|[,;:?!] ?[\u4e00-\u9fff「]")


def test_chinese_has_its_own_punctuation():
    texts = languages()["zh-Hant"].texts.values()
    assert not [text for text in texts if ASCII.search(text)]


@pytest.mark.parametrize("code", OTHERS)
def test_casino_words_and_what_they_mean_are_said_in_every_language(code):
    assert {*GLOSSARY, *GLOSSARY.values(), *KINDS.values(), FOULS, REFUSED, NOBODYS} <= {*languages()[code].texts}


def test_texts_are_found_in_strings_templates_and_their_holes():
    source = """
    // "Not this one."
    const a = h("p", { class: "quiet-text" }, `You have ${dollars(cents)}${more ? ` and "so" ${more} more.` : ""}`);
    $("dock").querySelector('[data-act="deal"]'); say("Deal");
    """
    assert list(texts_of(source)) == ["You have {0}{1}", 'and "so" {0} more.', "Deal"]


@pytest.mark.parametrize(
    ("cookie", "asked", "spoken"),
    [
        ("", "", "en"),
        ("", "es-MX,en;q=0.8", "es"),
        ("", "fr, zh-CN;q=0.9", "zh-Hant"),
        ("vi", "es", "vi"),
        ("none", "en-GB,es", "en"),
    ],
)
def test_a_page_is_in_the_language_that_was_chosen_or_that_the_browser_asks_for(room, cookie, asked, spoken):
    room.staff().opens("T1", game="san-lo", dealer="automatic")
    headers = {"Accept-Language": asked, "Cookie": f"{COOKIE}={cookie}"}
    pages = {"lobby": "/", "player": "/tables/T1/play", "train": "/train/san-lo", "history": "/history"}
    for screen, path in (pages | {"offline": "/offline", "sorry": "/tables/none/play"}).items():
        page = room.http.get(path, headers=headers).text
        assert f'<html lang="{spoken}" data-figures="' in page
        assert (f"/{spoken}.{screen}.js" in page) is (spoken != "en"), path


def test_the_worker_keeps_the_texts_of_the_language_that_is_spoken(room):
    worker = room.http.get("/service-worker.js", headers={"Cookie": f"{COOKIE}=vi"}).text
    assert all(f"/vi.{screen}.js" in worker for screen in SCREENS)
    assert "/es." not in worker
    assert "/panel.js" in worker  # which the table fetches when it is asked for
    assert "/vi." not in room.http.get("/service-worker.js").text

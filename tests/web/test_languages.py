"""The languages of the screens: every text that people read stands in every language, and nothing else does."""

import re

import pytest

from houseway.web.languages import COOKIE, languages
from tests.web.texts import texts_of, texts_of_scripts, texts_of_templates

OTHERS = [code for code in languages() if code != "en"]

# What looks like a text and is read by no one: names of classes, headers, keys of what a browser stores, paths.
NOT_READ = re.compile(
    r"Choose|Content-Type|X-CSRF-Token|POST|M3\d .*|Jk|card gone|(?:rank|large) wide|(?:verdict|best) good|"
    r"flying gold.*|buttons (?:cut|options|bets)|sitting out|message warning|number idle|minis playing|by hand|"
    r"button, a, .*|script, style, .*|(?:seal|cut) of round \{0\}|record of seal \{0\}|results seen to round|"
    r"Shuffled|table \{0\},.*|USD|zones? (?:split|won|playing)|how won|cards fan|Amber Blue .*|Badger Crane .*|"
    r"Backspace|Delete|Last-Event-ID|the stream answers \{0\}|houseway (?:settings|find)|told whole|SHA-256|"
    r"Hand \{0\}:|sheet lesson|sitting left|notice farewell|swatch spots|zones swatch|cards? comes?"
)

# Still in English everywhere: the lines of the check of a deal, and the words of a shoe and of physical cards.
LEFT = re.compile(
    r"Computed by this browser.*|By the receipt.*|The seal (?:is|was) .*|the cuts of seats .*|no cut|"
    r"The dice of this .*|\{0\} \{1\} burnt\.|since round \{0\}|from this round on|Cards come from one shoe.*|"
    r"Your cut \{0\} was used.*|it was the last, so .*|\{0\} \{1\} burnt\{2\}\.|The cut card is out: .*|by machine|"
    r"shuffled (?:and|by a machine).* dealt by hand|Every round is dealt from .*|The cards of this table are .*"
)


def read():
    """Every text of the screens, with where it stands."""
    found = texts_of_scripts() | texts_of_templates()
    return {text: place for text, place in found.items() if not NOT_READ.fullmatch(text)}


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_the_screens_stands_in_every_language(code):
    texts = languages()[code].texts
    missing = {text: place for text, place in read().items() if text not in texts and not LEFT.fullmatch(text)}
    assert not missing, f"{code} lacks {missing}"


def test_what_is_left_in_english_is_said_once_and_is_there():
    left = {text for text in read() if LEFT.fullmatch(text)}
    assert len(left) == 30
    assert not [text for text in left for code in OTHERS if text in languages()[code].texts]


def test_the_languages_have_the_same_texts_with_the_same_values():
    keys = {code: set(languages()[code].texts) for code in OTHERS}
    assert len({frozenset(each) for each in keys.values()}) == 1
    for code in OTHERS:
        for english, text in languages()[code].texts.items():
            assert text.strip(), (code, english)
            places, others = set(re.findall(r"\{\d\}", english)), set(re.findall(r"\{\d\}", text))
            assert others <= places, (code, english)
            assert others == places or english.startswith("You {0} it"), (code, english)


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
    for path in ("/", "/tables/T1/play"):
        page = room.http.get(path, headers=headers).text
        assert f'<html lang="{spoken}">' in page
        assert (f"/{spoken}.js" in page) is (spoken != "en")

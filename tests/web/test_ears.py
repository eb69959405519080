"""Pages for whoever hears them: what is said, in which order, and how often."""

import re

import pytest
from starlette.requests import Request

from houseway.game import Choice
from houseway.games import GAMES
from houseway.web.errors import Problem
from houseway.web.offers import seen_at, words_of
from houseway.web.pages import OPENING, sorry, spelt
from tests.soak import more


@pytest.mark.parametrize("slug", more(["blackjack-surrender", "let-it-ride"], list(GAMES)))
def test_every_word_that_a_seat_may_say_is_known_before_the_round(slug):
    game = GAMES[slug]
    known = {word.split()[0].rstrip(",") for words in words_of(game) for word in words}
    for number, step in enumerate(game.round):
        if isinstance(step, Choice):
            some = seen_at(game, number)[:40]
            assert {option.word.split()[0].rstrip(",") for seen in some for option in step.options(seen)} <= known


def test_words_that_are_never_offered_together_share_a_place_and_the_usual_ones_come_first():
    assert words_of(GAMES["blackjack"])[:3] == (("stand",), ("hit",), ("double",))
    assert ("split",) in words_of(GAMES["blackjack"]) and ("insurance",) in words_of(GAMES["blackjack"])
    assert {"add 2x", "add 4x"} <= set(next(words for words in words_of(GAMES["house-money"]) if "add 4x" in words))
    assert ("raise 4x",) in words_of(GAMES["ultimate-texas-holdem"])  # beside 3x: a letter of its own


def test_a_cell_of_a_chart_is_read_out_in_words():
    legend = "what your cards make; D double, H hit, P split, S stand, small what to do where that may not be"
    assert [spelt(mark, legend) for mark in ("S", "Dh", "P")] == ["stand", "double, else hit", "split"]


def test_a_room_that_is_opening_says_so_once_and_looks_again_by_itself():
    scope = {"type": "http", "headers": [], "method": "GET", "path": "/"}
    answer = sorry(Problem(503, "unavailable", "the writer hangs"), Request(scope))
    text = bytes(answer.body).decode()
    assert "The room is opening…" in text and OPENING in text and "the writer hangs" not in text
    assert "refresh" not in answer.headers  # a page that is loaded anew every second is read out every second
    assert "Not here" in bytes(sorry(Problem(404, "no-such-table", "no"), Request(scope)).body).decode()


def test_the_lobby_names_a_game_before_its_seats_and_in_every_link_to_it(room):
    room.staff().opens("T1", game="san-lo", dealer="automatic")
    page = room.http.get("/").text
    assert page.index("<h2>Fortune San Lo Poker") < page.index("Seats at table T1")
    assert 'class="skip" href="#tables"' in page and 'id="tables" tabindex="-1"' in page
    assert re.search(r'class="[a-z]+ sit".*Fortune San Lo Poker</span></button>', page)


def test_a_long_fraction_is_seen_and_not_read_out_and_columns_have_names(room):
    page = room.http.get("/mathematics/match-em").text
    codes = re.findall(r"<code([^>]*)>([^<]+)</code>", page)
    long = [kind for kind, text in codes if len(text) > 24]
    assert long and all('aria-hidden="true"' in kind for kind in long)
    assert all("aria-hidden" not in kind for kind, text in codes if len(text) <= 24)
    [decks] = re.findall(r'<section class="slider-box" id="decks-box">.*?</section>', page, re.DOTALL)
    assert re.findall(r'<th scope="col">(\w[^<]*)</th>', decks) == ["Decks", "House edge", "Exactly"]

"""What a round wins by tables of words, one for each choice, is what the judge says of whoever plays by them."""

import numpy as np
import pytest

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.analysis.exact.sights import sights_of
from houseway.analysis.exact.tree import Tree
from houseway.cards import parse, rank_of
from houseway.games import GAMES
from tests.analysis.exact.small_packs import small_question

WEIGHED = (
    "caribbean-stud",
    "casino-war",
    "dj-wild",
    "four-card-poker",
    "let-it-ride",
    "match-em",
    "mississippi-stud",
    "three-card-poker",
    "ultimate-texas-holdem",
)


def by_glance(game):
    """Some word for each glance, the same for hands that look the same."""
    steps = GAMES[game].choices

    def word(number, seen, words):
        look = steps[number].glance
        row, rung = look(seen) if look else ("", rank_of(seen.lying["seat"][0]))
        return (len(row) + rung) % len(words)

    return word


BEST_WEIGHED = [  # best play on boards takes 12 s of processor; that by tables, below, is weighed the same way
    *(pytest.param(slug, marks=pytest.mark.soak) if slug == "ultimate-texas-holdem" else slug for slug in WEIGHED),
    "crazy-4",
]


@pytest.mark.parametrize("game", BEST_WEIGHED)
def test_best_play_wins_what_the_judge_says(game):
    asked = small_question(GAMES[game])
    assert sights_of(method_for(asked)(asked)).play({}).expectation == Tree(asked).ends.mean(asked.net)


@pytest.mark.parametrize("game", WEIGHED)
def test_tables_win_what_the_judge_says_of_a_player_who_follows_them(game):
    asked, word = small_question(GAMES[game]), by_glance(game)
    sights = sights_of(method_for(asked)(asked))
    tables = {}
    for number, words in enumerate(sights.words):
        keys, of_sight = sights.glanced(number, lambda seen, n=number, w=words: ("", word(n, seen, w)))
        tables[number] = np.array([each for _, each in keys], np.uint8)[of_sight]

    def policy(number, seen, options):
        said = sights.words[number][word(number, seen, sights.words[number])]
        return next(option for option in options if option.word == said)

    followed = small_question(GAMES[game], policy=policy)
    assert sights.play(tables).expectation == Tree(followed).ends.mean(followed.net)


@pytest.mark.parametrize("game", WEIGHED)
def test_a_word_wins_more_at_a_choice_just_where_the_round_does(game):
    """The words of one choice change, those of the others stay: what is gained is told by the sights alone."""
    asked = small_question(GAMES[game])
    sights = sights_of(method_for(asked)(asked))
    played = sights.play({})
    assert sights.expectation({}) == played.expectation
    for number, choice in enumerate(played.choices):
        first = np.zeros(len(choice.ways), np.uint8)
        gained = int(choice.wins.max(axis=1).sum()) - int(choice.wins[:, 0].sum())
        assert (gained > 0) == (played.expectation > sights.expectation({number: first}))


def test_a_word_that_some_cards_bar_is_never_said_with_them():
    asked = question(GAMES["crazy-4"], cards=parse("Ac Ad Kc Qd 9c 9h 7s 5d 4h 3c 2s 8h"))
    sights = sights_of(method_for(asked)(asked))
    [choice] = sights.play({}).choices
    assert sights.words == (("fold", "play 1x", "play 2x", "play 3x"),)
    for seen, may in zip(sights.seen(0), choice.may, strict=True):
        words = [option.word for option in sights.steps[0].options(seen)]
        assert [word for word, can in zip(sights.words[0], may, strict=True) if can] == words


def test_a_later_choice_without_a_board_is_named_by_the_cards_that_a_seat_has():
    asked = question(GAMES["flush-rush"])
    assert sights_of(method_for(asked)(asked)).labels == ("at first", "with 6 cards")

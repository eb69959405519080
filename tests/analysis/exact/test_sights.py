"""What a round wins by tables of words, one for each choice, is what the judge says of whoever plays by them."""

import numpy as np
import pytest

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.sights import sights_of
from houseway.analysis.exact.tree import Tree
from houseway.rounds import ROUNDS
from tests.analysis.exact.small_packs import small_question

GAMES = ("casino-war", "let-it-ride", "match-em", "mississippi-stud", "three-card-poker", "ultimate-texas-holdem")


def by_glance(game):
    """Some word for each glance, the same for hands that look the same."""
    steps = ROUNDS[game].choices

    def word(number, seen, words):
        look = steps[number].glance
        row, rung = look(seen) if look else ("", max(seen.lying["seat"]))
        return (len(row) + rung) % len(words)

    return word


@pytest.mark.parametrize("game", GAMES)
def test_best_play_wins_what_the_judge_says(game):
    asked = small_question(ROUNDS[game])
    assert sights_of(method_for(asked)(asked)).play({}).expectation == Tree(asked).ends.mean(asked.net)


@pytest.mark.parametrize("game", GAMES)
def test_tables_win_what_the_judge_says_of_a_player_who_follows_them(game):
    asked, word = small_question(ROUNDS[game]), by_glance(game)
    sights = sights_of(method_for(asked)(asked))
    tables = {
        number: np.array([word(number, seen, words) for seen in sights.seen(number)], np.uint8)
        for number, words in enumerate(sights.words)
    }

    def policy(number, seen, options):
        said = sights.words[number][word(number, seen, sights.words[number])]
        return next(option for option in options if option.word == said)

    followed = small_question(ROUNDS[game], policy=policy)
    assert sights.play(tables).expectation == Tree(followed).ends.mean(followed.net)


@pytest.mark.parametrize("game", GAMES)
def test_the_best_words_together_win_what_the_round_wins(game):
    """What each sight wins by its best word is all that the first choice wins, where every round has one."""
    asked = small_question(ROUNDS[game])
    sights = sights_of(method_for(asked)(asked))
    played = sights.play({})
    best = sum(int(row.max()) for row in played.choices[0].wins)
    by_first_word = sights.play({0: np.zeros(len(played.choices[0].ways), np.uint8)})
    first = int(played.choices[0].wins[:, 0].sum())
    gained = played.expectation - by_first_word.expectation
    assert (best > first) == (gained > 0)
    assert [len(each.ways) for each in played.choices] == [len(list(sights.seen(n))) for n in range(len(sights.words))]

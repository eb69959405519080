"""What a round wins by tables of words, one for each choice, is what the judge says of whoever plays by them."""

import numpy as np
import pytest

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.sights import sights_of
from houseway.analysis.exact.tree import Tree
from houseway.cards import rank_of
from houseway.games import GAMES
from tests.analysis.exact.small_packs import small_question

OLD_GAMES = ("casino-war", "let-it-ride", "match-em", "mississippi-stud", "three-card-poker", "ultimate-texas-holdem")


def by_glance(game):
    """Some word for each glance, the same for hands that look the same."""
    steps = GAMES[game].choices

    def word(number, seen, words):
        look = steps[number].glance
        row, rung = look(seen) if look else ("", rank_of(seen.lying["seat"][0]))
        return (len(row) + rung) % len(words)

    return word


@pytest.mark.parametrize("game", OLD_GAMES)
def test_best_play_wins_what_the_judge_says(game):
    asked = small_question(GAMES[game])
    assert sights_of(method_for(asked)(asked)).play({}).expectation == Tree(asked).ends.mean(asked.net)


@pytest.mark.parametrize("game", OLD_GAMES)
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


@pytest.mark.parametrize("game", OLD_GAMES)
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

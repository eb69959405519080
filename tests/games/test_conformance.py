"""What every game must keep, whichever it is, beside what `houseway.conformance` tries with any game.

Run over the whole registry, and so over a new game at once."""

import re
from collections import Counter
from contextlib import suppress
from itertools import chain, combinations, islice
from pathlib import Path
from random import Random

import pytest

from houseway.cards import decks_in_words
from houseway.conformance import faults_of
from houseway.game import LOSE, SEAT, Bonus, Choice, Deal, Show, is_progressive
from houseway.games import GAMES, game_named
from houseway.letters import letters_of
from houseway.trial.one_seat import OneSeat
from houseway.trial.trial import Misbehaves, Trial
from houseway.ways.split import Split
from houseway.ways.way import Way
from tests.games.clauses import clauses_of, settings, tags_of
from tests.soak import more


@pytest.fixture(params=GAMES.values(), ids=GAMES.keys())
def game(request):
    return request.param


def played(game, rounds, seed=1):
    """Rounds of one seat that chooses at random."""
    trial = Trial(game, Path(f"{game.slug}.py"), Random(seed))
    for _ in range(rounds):
        seat = OneSeat(trial)
        with suppress(Misbehaves):  # its fault is kept
            seat.plays()
        assert not trial.faults
        yield seat


def dealt(game, step, number, seed=1):
    """Cards for the one place that a step looks at."""
    place = SEAT.place if isinstance(step, Choice) else step.what.place
    size = sum(each.cards for each in game.round if isinstance(each, Deal) and place in each.to.places)
    random, cards = Random(seed), game.pack(game.whole_shoe).cards()
    return [tuple(random.sample(cards, size)) for _ in range(number)]


# ---- the definition ------------------------------------------------------------------------------


def test_it_is_found_by_its_name(game):
    assert game_named(game.slug.upper()) is game
    assert game.slug == game.slug.lower()
    assert " " not in game.slug
    assert game.title
    assert game.summary


def test_its_cloth_is_no_other_games(game):
    assert [other.slug for other in GAMES.values() if other.felt == game.felt] == [game.slug]


def test_its_letters_are_known_and_have_clauses(game):
    assert game.letters
    assert [letter.id for letter in letters_of(game.letters)] == list(game.letters)
    assert all(letter.clauses for letter in letters_of(game.letters))


def test_every_clause_it_cites_is_in_its_letters(game):
    assert tags_of(game), "no rule of this game cites a clause"
    assert tags_of(game) <= clauses_of(game)


def test_every_wager_cites_a_clause(game):
    assert {wager.clause for wager in game.wagers} <= clauses_of(game)


def test_every_paytable_has_a_name_and_lines_and_an_approved_one_stands_in_its_letter(game):
    for name, table in game.paytables.items():
        assert table.name == name
        assert table.lines
        assert LOSE not in table.lines
        assert table.letter is None or table.letter in game.letters


def test_a_meter_belongs_to_a_progressive_and_a_progressive_to_a_meter(game):
    for wager in game.wagers:
        for table in game.paytables_of(wager):
            assert bool(table.meters) == is_progressive(wager)


def test_every_position_can_be_dealt_from_the_smallest_pack(game):
    """Cards that are drawn by a rule apart: they are at most one a hand in our games."""
    needed = 0
    for step in game.round:
        if isinstance(step, Deal):
            needed += sum(step.cards * (game.seats if place == SEAT.place else 1) for place in step.to.places)
    assert needed <= len(game.pack(game.decks[0]))


def test_it_refuses_a_number_of_decks_that_its_letter_does_not_allow(game):
    for decks in set(range(10)) - set(game.decks):
        with pytest.raises(ValueError, match=f"^{decks_in_words(decks)}: this game takes "):
            game.pack(decks)
    assert game.default_decks in game.decks


def test_a_reading_rejudges_bonus_wagers_of_the_game(game):
    for reading in game.readings:
        assert reading.says
        assert reading.wagers
        for name in reading.wagers:
            assert isinstance(game.wager(name), Bonus)


# ---- choices and settings ------------------------------------------------------------------------


def test_a_house_way_is_total_and_sets_exactly_the_cards(game):
    for step in game.round:
        if isinstance(step, Choice | Show) and step.way:
            for cards in dealt(game, step, 200):
                hands = step.way.set(cards)
                assert hands == step.way.set(cards)
                assert Counter(chain(*hands)) == Counter(cards)


def test_a_house_way_for_seats_is_one_of_their_options_and_never_a_foul(game):
    for choice in game.choices:
        if choice.way:
            assert choice.way.for_players
            for cards in dealt(game, choice, 100):
                legal = [option.cut for option in settings(game, cards) if not option.foul]
                assert choice.way.set(cards) in legal


def test_a_house_way_says_its_rules_and_whose_it_is(game):
    if game.way:
        assert game.way.name
        assert game.way.version
        assert all(game.way.rules)
        assert game.way.letter in game.letters or "(ours)" in game.way.label


# ---- settling ------------------------------------------------------------------------------------


def test_the_order_in_which_cards_come_together_changes_no_worth(game):
    random = Random(3)
    hands = {hand for wager in game.wagers for hand in wager.hands if not hand.of.is_set}
    whole = [hand for hand in hands if all(part.first is part.last is None for part in hand.of.parts)]
    for seat in played(game, 60):
        came = {name: place.all for name, place in seat.places.items()}
        shuffled = {name: [random.sample(group, len(group)) for group in groups] for name, groups in came.items()}
        for hand in whole:
            first, again = (
                tuple(chain.from_iterable(chain(*groups[part.place]) for part in hand.of.parts))
                for groups in (came, shuffled)
            )
            assert hand.worth(first) == hand.worth(again)


def test_every_worth_is_told_in_words(game):
    for seat in played(game, 60):
        for wager in game.wagers:
            for hand in wager.hands:
                if hand.tell and not (hand.of.is_set and not seat.places[hand.of.place].cut):
                    assert hand.tell(hand.worth(*seat.cards_of(hand)), seat.said)


@pytest.mark.deeper
def test_one_of_a_thing_is_never_told_as_many(game):
    """Over all hands that can be set, of five cards over some of them, or much that is said of cards that are not set:
    no "1 points"."""
    source = game.way.source if game.way else None
    if isinstance(source, Way):
        split: Split = source.split
        hands = ((size, combinations(game.pack().cards(), size)) for size in set(split.sizes))
        some = (islice(each, 0, None, 1 if size < 4 else more(499, 1)) for size, each in hands)
        told = {split.hand_name(hand) for hand in chain.from_iterable(some)}
    else:
        tellers = {hand for wager in game.wagers for hand in wager.hands if hand.tell}
        told = {
            hand.tell(hand.worth(*seat.cards_of(hand)), seat.said)
            for seat in played(game, 300, seed=99)
            for hand in tellers
        }
    assert told
    assert not [each for each in told if re.search(r"\b1 (?!to\b|in\b)[a-z]+s\b", each)]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 8))
def test_nothing_is_wrong_with_it_on_other_deals(game, seed):
    assert faults_of(game, seed=seed) == []

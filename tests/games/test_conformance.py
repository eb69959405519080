"""What every game must keep, whichever it is: run over the whole registry, and so over a new game at once."""

import re
from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.analysis.figures import bonus_figures
from houseway.cards import JOKER, card, rank_of, suit_of
from houseway.game import LOSE, Bonus, Contest, Setting, Standing
from houseway.games import GAMES, game_named
from houseway.letters import letters
from houseway.table.settlement import described
from tests.games.clauses import clauses_of, tags_of
from tests.soak import examples

RENAMINGS = list(permutations(range(4)))


@pytest.fixture(params=GAMES.values(), ids=GAMES.keys())
def game(request):
    return request.param


# ---- rounds, dealt as the table deals them -------------------------------------------------------


def places(game):
    """How many cards a round takes: the seat's, the dealer's, and what comes later."""
    deal = game.deal
    return deal.packet + deal.dealer_packet + deal.later + deal.dealer_later


def split(game, cards):
    """(the seat's packet, the dealer's, the seat's later cards, the dealer's later cards)"""
    deal = game.deal
    sizes = (deal.packet, deal.dealer_packet, deal.later, deal.dealer_later)
    ends = [sum(sizes[: i + 1]) for i in range(4)]
    return tuple(tuple(cards[end - size : end]) for size, end in zip(sizes, ends, strict=True))


def played(game, cards):
    """Every choice of the seat, played to its end: (setting, the dealer's setting)."""
    mine, dealers, later, dealers_later = split(game, cards)
    dealer = game.house_way.set(dealers + dealers_later)
    shown = dealers[: game.deal.dealer_shows]
    return [(setting.then(later), dealer) for setting in game.choices(mine, shown)]


def lines_of(game, seat, dealer):
    """The line of every wager that may lie there."""
    wagers = [w for w in game.wagers if not w.equals or w.name in seat.adds]
    return {w.name: w.line(seat, dealer) for w in wagers}


def dealt(game, rounds, seed=1):
    random = Random(seed)
    for decks in {game.deal.decks[0], game.deal.default_decks, game.deal.decks[-1]}:
        cards = game.deal.pack(decks).cards()
        for _ in range(rounds):
            yield tuple(random.sample(cards, places(game)))


def rounds(game):
    """A Hypothesis round from the largest shoe."""
    cards = game.deal.pack(game.deal.decks[-1]).cards()
    chosen = st.lists(st.integers(0, len(cards) - 1), min_size=places(game), max_size=places(game), unique=True)
    return chosen.map(lambda order: tuple(cards[i] for i in order))


def renamed(cards, suits):
    return tuple(c if c == JOKER else card(rank_of(c), suits[suit_of(c)]) for c in cards)


each_game = pytest.mark.parametrize("slug", GAMES)


# ---- the definition ------------------------------------------------------------------------------


def test_it_is_found_by_its_name(game):
    assert game_named(game.slug.upper()) is game
    assert game.slug == game.slug.lower()
    assert " " not in game.slug
    assert game.title
    assert game.summary


def test_its_letters_are_known_and_have_clauses(game):
    assert game.letters
    assert set(game.letters) <= letters().keys()
    assert all(letters()[letter].clauses for letter in game.letters)


def test_every_clause_it_cites_is_in_its_letters(game):
    assert tags_of(game), "no rule of this game cites a clause"
    assert tags_of(game) <= clauses_of(game)


def test_every_wager_cites_a_clause_and_has_a_paytable(game):
    for wager in game.wagers:
        assert wager.clause in clauses_of(game)
        assert game.paytables_of(wager), f"{wager.name} has no paytable"


def test_every_paytable_is_of_a_wager_and_stands_in_a_letter(game):
    assert {table.wager for table in game.paytables.values()} <= {w.name for w in game.wagers}
    for name, table in game.paytables.items():
        assert table.name == name
        assert table.lines
        assert LOSE not in table.lines
        assert table.letter is None or table.letter in game.letters


def test_every_paytable_of_a_wager_pays_on_the_same_lines(game):
    for wager in game.wagers:
        lines = [list(table.lines) for table in game.paytables_of(wager)]
        assert lines == [lines[0]] * len(lines)


def test_wagers_have_different_names_and_lean_only_on_each_other(game):
    names = [w.name for w in game.wagers]
    assert len(set(names)) == len(names)
    for wager in game.wagers:
        assert {wager.requires, wager.at_most, wager.equals} <= {None, *names} - {wager.name}
    assert isinstance(game.main, Contest)
    assert game.main.requires is None


def test_a_meter_belongs_to_a_progressive_and_a_progressive_to_a_meter(game):
    for wager in game.wagers:
        for table in game.paytables_of(wager):
            assert bool(table.meter) == (isinstance(wager, Bonus) and wager.progressive)


def test_every_position_can_be_dealt_from_the_smallest_pack(game):
    deal = game.deal
    needed = deal.seats * (deal.packet + deal.later) + deal.dealer_packet + deal.dealer_later
    assert needed <= len(deal.pack(deal.decks[0]))
    assert 0 <= deal.dealer_shows <= deal.dealer_packet


def test_it_refuses_a_number_of_decks_that_its_letter_does_not_allow(game):
    for decks in set(range(0, 10)) - set(game.deal.decks):
        with pytest.raises(ValueError, match=f"^{decks} decks: this game takes "):
            game.deal.pack(decks)
    assert game.deal.default_decks in game.deal.decks


def test_a_reading_rejudges_bonus_wagers_of_the_game(game):
    for reading in game.readings:
        assert reading.says
        assert reading.wagers
        for name in reading.wagers:
            assert isinstance(game.wager(name), Bonus)


# ---- choices and settings ------------------------------------------------------------------------


def test_choices_are_the_same_every_time_and_use_exactly_the_dealt_cards(game):
    for cards in dealt(game, 50):
        mine, dealers, _, _ = split(game, cards)
        shown = dealers[: game.deal.dealer_shows]
        settings = game.choices(mine, shown)
        assert settings == game.choices(mine, shown)
        assert len(set(settings)) == len(settings)
        assert all(Counter(s.cards) == Counter(mine) for s in settings)


def test_there_is_always_a_legal_choice(game):
    for cards in dealt(game, 200):
        mine, dealers, _, _ = split(game, cards)
        options = game.options(mine, dealers[: game.deal.dealer_shows])
        assert options
        assert all(game.standing(s) is Standing.LEGAL for s in options)


def test_a_choice_adds_only_wagers_that_equal_another(game):
    added = {w.name for w in game.added}
    for cards in dealt(game, 100):
        for seat, _ in played(game, cards):
            assert set(seat.adds) <= added
            assert len(set(seat.adds)) == len(seat.adds)


def test_the_house_way_is_total_and_never_fouls(game):
    for cards in dealt(game, 500):
        _, dealers, _, dealers_later = split(game, cards)
        setting = game.house_way.set(dealers + dealers_later)
        assert setting == game.house_way.set(dealers + dealers_later)
        assert Counter(setting.cards) == Counter(dealers + dealers_later)
        if game.house_way.for_players:
            assert game.standing(setting) is Standing.LEGAL


def test_a_house_way_for_players_is_one_of_their_choices(game):
    if game.house_way.for_players:
        for cards in dealt(game, 50):
            mine, dealers, _, _ = split(game, cards)
            assert game.house_way.set(mine) in game.options(mine, dealers[: game.deal.dealer_shows])


def test_a_house_way_says_its_rules_and_whose_it_is(game):
    way = game.house_way
    assert way.name
    assert way.version
    assert all(way.rules)
    assert way.letter in game.letters or "(ours)" in way.label


# ---- settling ------------------------------------------------------------------------------------


def test_every_line_is_on_a_paytable_or_loses(game):
    """A wager may be judged as another is, and not pay on all of its lines: what is not on its table loses."""
    known = {w.name: {line for p in game.paytables_of(w) for line in p.lines} | {LOSE} for w in game.wagers}
    for wager in game.wagers:
        for other in game.wagers:
            if isinstance(wager, Bonus) and isinstance(other, Bonus) and wager.judge is other.judge:
                known[wager.name] |= known[other.name]
    for cards in dealt(game, 200):
        for seat, dealer in played(game, cards):
            for wager, line in lines_of(game, seat, dealer).items():
                assert line in known[wager]
                for table in game.paytables_of(game.wager(wager)):
                    assert line in table.lines or table.net(line) == -1


def test_every_line_of_a_main_paytable_is_dealt_sooner_or_later(game):
    wanted = {(w.name, line) for w in (game.main, *game.added) for line in game.paytables_of(w)[0].lines}
    for cards in dealt(game, 3_000):
        for seat, dealer in played(game, cards):
            wanted -= set(lines_of(game, seat, dealer).items())
        if not wanted:
            return
    assert not wanted, "never dealt"


def test_settling_is_the_same_every_time(game):
    for cards in dealt(game, 50):
        first = [lines_of(game, *ends) for ends in played(game, cards)]
        assert first == [lines_of(game, *ends) for ends in played(game, cards)]


def test_bonus_lines_do_not_mind_the_choice(game):
    bonuses = [w for w in game.wagers if isinstance(w, Bonus)]
    for cards in dealt(game, 50):
        for wager in bonuses:
            assert len({wager.line(seat, dealer) for seat, dealer in played(game, cards)}) == 1


@each_game
@examples(25, 300)
@given(data=st.data())
def test_renaming_the_suits_changes_nothing(slug, data):
    game = GAMES[slug]
    cards = data.draw(rounds(game))
    other = renamed(cards, data.draw(st.sampled_from(RENAMINGS)))
    lines = [lines_of(game, *ends) for ends in played(game, cards)]
    assert lines == [lines_of(game, *ends) for ends in played(game, other)]


@each_game
@examples(25, 300)
@given(data=st.data())
def test_the_order_in_which_a_packet_arrives_changes_nothing(slug, data):
    game = GAMES[slug]
    cards = data.draw(rounds(game))
    mine, dealers, later, dealers_later = split(game, cards)
    shown = game.deal.dealer_shows
    mine = tuple(data.draw(st.permutations(mine)))
    dealers = dealers[:shown] + tuple(data.draw(st.permutations(dealers[shown:])))
    other = (*mine, *dealers, *later, *dealers_later)

    def ends(cards):
        said = [(seat.word, seat.adds, lines_of(game, seat, dealer)) for seat, dealer in played(game, cards)]
        return sorted(map(str, said))

    assert ends(cards) == ends(other)


@each_game
@examples(25, 300)
@given(data=st.data())
def test_what_the_sight_cannot_tell_apart_ends_alike(slug, data):
    """The mathematics counts by the game's sight: any other card of the same grade must do."""
    game = GAMES[slug]
    if game.sight is None:
        return
    cards = data.draw(rounds(game))
    alike = game.sight.held(game.deal.pack(1))
    other = tuple(data.draw(st.sampled_from(alike[game.sight.grade(c)])) for c in cards)
    main = [w.name for w in (game.main, *game.added)]

    def ends(cards):
        return [
            {name: line for name, line in lines_of(game, *end).items() if name in main} for end in played(game, cards)
        ]

    assert ends(cards) == ends(other)


# ---- the mathematics of it -----------------------------------------------------------------------


def test_every_bonus_wager_is_counted_as_it_is_settled(game):
    """Line by line, what is dealt stays near what is counted."""
    for wager in game.wagers:
        if isinstance(wager, Bonus):
            counts = Counter()
            random = Random(5)
            cards = game.deal.pack().cards()
            for _ in range(4_000):
                mine, dealers, later, dealers_later = split(game, random.sample(cards, places(game)))
                dealer = Setting((dealers + dealers_later,))
                counts[wager.line(Setting((mine,)).then(later), dealer)] += 1
            table = game.paytables_of(wager)[0]
            figures = bonus_figures(game, wager, table)
            counts[LOSE] += sum(times for line, times in counts.items() if line not in (*table.lines, LOSE))
            for line in figures.lines:
                expected = float(line.probability)
                error = (expected * (1 - expected) / 4_000) ** 0.5
                assert abs(counts[line.name] / 4_000 - expected) <= 5 * error + 1e-3, line.name


def test_one_of_a_thing_is_never_told_as_many(game):
    """Over all hands that can be set, or much that is said of cards that are not: no "1 points"."""
    cards = game.deal.pack().cards()
    if game.split is not None:
        told = {game.hand_name(hand) for size in set(game.split.sizes) for hand in combinations(cards, size)}
    else:
        random = Random(99)
        size, shows = game.deal.packet, game.deal.dealer_shows
        deals = [tuple(random.sample(cards, size + shows)) for _ in range(3_000)]
        told = {described(game, choice) for deal in deals for choice in game.choices(deal[:size], deal[size:])}
    assert told
    assert not [each for each in told if re.search(r"\b1 (?!to\b)[a-z]+s\b", each)]

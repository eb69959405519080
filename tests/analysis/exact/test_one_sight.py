"""One sight, counted without a compiler: what the judge says on few cards, and what is compiled on the whole pack."""

import subprocess
import sys
import textwrap
import zlib
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, product

import numpy as np
import pytest

from houseway.analysis.exact import first_sights, known_settings, shoe_dealer
from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.board_sight import BoardSight
from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.exchange_sight import ExchangeSight
from houseway.analysis.exact.facts import method_for, method_for_sight
from houseway.analysis.exact.one_sight import OneSight
from houseway.analysis.exact.options import added_by_choice, solved
from houseway.analysis.exact.question import question
from houseway.analysis.exact.set_sight import Follower, SetSight, looks_of
from houseway.analysis.exact.sets import Sets
from houseway.analysis.exact.shoe_cards import ShoeCards
from houseway.analysis.exact.tree import Tree
from houseway.games import GAMES
from houseway.web.workings import kept_for
from tests.analysis.exact import like_pai_gow
from tests.analysis.exact.like_caribbean_stud import WITH_A_JOKER
from tests.analysis.exact.small_packs import small_question
from tests.soak import more, telling

AT_ONCE = (
    *("caribbean-stud", "crazy-4", "dj-wild", "four-card-poker", "six-card-poker", "three-card-poker"),
    "triple-shot-rummy",
)


SET = (
    *("commission-free-pai-gow", "ez-pai-gow", "fortune-asia-poker", "pai-gow-poker", "san-lo"),
    "six-card-fortune-pai-gow",
)
BOARDS = first_sights.OF


def test_no_game_takes_a_compiler_for_one_sight():
    """Methods that are compiled answer for a sight by numpy, or are not taken for it."""
    for game in GAMES.values():
        if game.choices and game.main:
            assert method_for_sight(question(game)).__name__ not in ("Boards", "Exchange", "Removal", "Sets")
    assert {method_for_sight(question(GAMES[slug])) for slug in SET} == {SetSight}
    assert {method_for_sight(question(GAMES[slug])) for slug in BOARDS} == {BoardSight}


def test_fold_or_raise_against_few_hidden_hands_is_counted_sight_by_sight():
    assert {method_for_sight(question(GAMES[slug])) for slug in AT_ONCE} == {OneSight}
    assert method_for_sight(question(GAMES["three-card-draw"])) is ExchangeSight
    for slug in ("high-card-flush", "high-five", "blackjack"):
        assert method_for_sight(question(GAMES[slug])) is method_for(question(GAMES[slug]))


def chances(branches):
    return {option: ends.chances for option, ends in branches.items()}


@pytest.mark.parametrize(
    "game", [*(GAMES[slug] for slug in (*AT_ONCE, "three-card-draw")), WITH_A_JOKER], ids=lambda game: game.slug
)
def test_a_sight_of_few_cards_is_worth_what_the_judge_says(game):
    asked = small_question(game)
    fast, judge = method_for_sight(asked)(asked), Tree(asked)
    for seen, _ in islice(options_met(asked, 100), 3):
        assert chances(fast.branches(seen)) == chances(judge.branches(seen))
        assert fast.options(seen) == judge.options(seen)


@pytest.mark.parametrize(
    "slug", telling((("three-card-poker",), ("triple-shot-rummy",)), (*AT_ONCE, "three-card-draw"))
)
def test_a_sight_of_the_whole_pack_is_worth_what_is_compiled(slug):
    asked = question(GAMES[slug], beside=added_by_choice(GAMES[slug]))
    fast, compiled = method_for_sight(asked)(asked), method_for(asked)(asked)
    for seen, _ in islice(options_met(asked, 100), more(3, 12)):
        assert chances(fast.branches(seen)) == chances(compiled.branches(seen))


def test_who_asks_about_all_sights_is_given_the_method_that_counts_them():
    game = GAMES["three-card-poker"]
    assert isinstance(solved(game, one_sight=True), OneSight)
    assert type(solved(game)) is method_for(question(game))


@pytest.mark.parametrize("slug", telling((("blackjack",),), ["blackjack", "super-fun-21", "free-bet-blackjack"]))
def test_a_dealers_hands_come_in_as_many_ways_with_a_compiler_and_without(slug):
    """Of his open cards each, from a whole shoe and from one that is dealt out in part."""
    asked = question(GAMES[slug], decks=max(GAMES[slug].decks))
    cards = ShoeCards(asked)
    chance = np.random.default_rng(1)
    for up in range(0, len(cards.copies), more(4, 1)):
        dealer = shoe_dealer.Dealer(cards, asked, (up,))
        hands = dealer.hands(())
        for left in (dealer.left, tuple(chance.integers(0, 9, len(dealer.left)).tolist())):
            assert hands.ways(left) == hands.ways_by_depth(np.array(left, np.int64))


# ---- cards set as hands, and boards


@pytest.mark.parametrize("name", [name for name in like_pai_gow.GAMES if not name.startswith("open")])
def test_a_setting_is_worth_what_the_judge_says_when_the_way_is_followed_look_by_look(name):
    asked = question(like_pai_gow.GAMES[name], cards=like_pai_gow.PACK)
    fast, judge = method_for_sight(asked)(asked), Tree(asked)
    assert isinstance(fast, SetSight) and fast._his
    for seen, _ in islice(options_met(asked, 100), 4):
        assert fast.options(seen) == judge.options(seen)


@pytest.mark.parametrize("slug", telling((("san-lo",),), SET))
def test_a_house_way_makes_of_looks_what_it_makes_of_cards(slug):
    """All hands of the dealer's are counted, and any that is dealt has the look that the way sets as it does."""
    fast = SetSight(question(GAMES[slug]))
    his, mine = fast._his, fast.rules.pack[: fast.rules.size]
    assert his and his.looks.ways(mine).sum() == fast.rules.opponents and his.looks.ways(()).sum() == fast.rules.hands
    made = set(his.strengths())
    chance = np.random.default_rng(1)
    for _ in range(200):
        cards = tuple(fast.rules.pack[place] for place in chance.permutation(len(fast.rules.pack))[: fast.rules.size])
        cut = fast.way.choose(cards)
        assert cut and fast.way.split.strengths(*cut) in made


@pytest.mark.parametrize("slug", SET)
def test_what_a_house_way_makes_of_looks_came_with_the_project(slug):
    """Of every game it is there, and of looks here and there it is what the way makes of them."""
    method = SetSight(question(GAMES[slug]))
    looks = looks_of(method.rules)
    known, his = known_settings.known_settings(looks, method.way), method._his
    assert known is not None, "write it anew: python -m houseway.analysis.exact.known_settings"
    assert not method.takes_seconds
    follower = Follower(looks, method.way)
    parts, start = list(looks.parts(2000)), 0
    for number, part in enumerate(parts):
        if number % (len(parts) // 4) == 0:
            assert (follower.chosen(part) == known[start : start + len(part.ranks)]).all()
        start += len(part.ranks)
    assert start == len(known) == len(his.of_look)
    barred = known_settings.known_barred(GAMES[slug], looks, method.way)
    assert (barred is not None) == (method.bars is not None), "write it anew"
    if barred is not None:
        some = np.random.default_rng(1).permutation(len(barred))[:500]
        assert len(barred) == len(his.hands[0]) and barred.any()
        assert [method.bars(made) for made in his.strengths(some)] == barred[some].tolist()


def test_another_way_is_followed():
    method = SetSight(question(GAMES["pai-gow-poker"]))
    looks = looks_of(method.rules)
    other = replace(method.way, rules=method.way.rules[1:])
    assert known_settings.known_settings(looks, method.way) is not None
    assert known_settings.known_settings(looks, other) is None
    assert known_settings.known_barred(replace(GAMES["ez-pai-gow"], title="Another"), looks, method.way) is None


@pytest.mark.soak
def test_all_that_house_ways_make_is_what_came_with_the_project():
    kept = {file.name: zlib.decompress(file.read_bytes()) for file in known_settings.FOLDER.iterdir()}
    assert {name: each.tobytes() for name, each in known_settings.written().items()} == kept


@pytest.mark.soak
@pytest.mark.parametrize("slug", SET)
def test_a_setting_of_the_whole_pack_is_worth_what_is_compiled(slug):
    asked = question(GAMES[slug])
    fast, compiled = SetSight(asked), Sets(asked)
    for seen, _ in islice(options_met(asked, 100), 3):
        assert chances(fast.branches(seen)) == chances(compiled.branches(seen))


@pytest.mark.parametrize("slug", BOARDS)
def test_a_sight_of_a_board_is_worth_what_the_judge_says(slug):
    asked = small_question(GAMES[slug])
    fast, judge = method_for_sight(asked)(asked), Tree(asked)
    assert isinstance(fast, BoardSight)
    for seen, _ in islice(options_met(asked, 100), 6):
        if seen.lying.get("board"):
            assert fast.options(seen) == judge.options(seen)


@pytest.mark.soak
@pytest.mark.parametrize("slug", BOARDS)
def test_a_board_of_the_whole_pack_is_worth_what_is_compiled(slug):
    asked = question(GAMES[slug])
    fast, compiled = BoardSight(asked), Boards(asked)
    for seen, _ in islice(options_met(asked, 100), 12):
        assert fast.options(seen) == compiled.options(seen)
    assert (first_sights.FOLDER / f"{slug}.json").read_text("utf-8") == first_sights.written(slug)


@pytest.mark.parametrize("slug", BOARDS)
def test_first_cards_are_looked_up_in_a_table_that_is_current_and_gives_the_edge_of_the_game(slug):
    game = GAMES[slug]
    for tables in product(*map(game.own_paytables, game.main)):
        asked = question(game, paytables=[table.name for table in tables])
        best, pairs = Fraction(0), list(combinations(asked.cards, 2))
        for pair in pairs:
            worths = first_sights.first_worths(asked, pair)
            assert worths, "write it anew: python -m houseway.analysis.exact.first_sights"
            best += max(worths.values())
        if all(table is game.own_paytables(wager)[0] for wager, table in zip(game.main, tables, strict=True)):
            kept = kept_for(game)
            edge = kept.edge(tables[0], 1).house_edge
            assert abs(-best / len(pairs) - edge) < Fraction(1, 10**9)
    assert first_sights.first_worths(question(GAMES[slug], cards=small_question(game).cards), pairs[0]) is None


def test_hands_of_these_games_are_judged_without_a_compiler():
    script = """
        import sys
        for name in ("numba", "llvmlite"):
            sys.modules[name] = None  # importing it fails
        import houseway
        assert houseway.advise("three-card-poker", "Qd 6s 4h", ["fold"]).choices[0].best.option.word == "play"
        assert houseway.advise("blackjack", "Td 6s", ["stand"], lying={"dealer": "7c Th"}, decks=1).cost > 0
        words = ["take back", "take back"]
        assert houseway.advise("let-it-ride", "Td 6s 2h", words, lying={"board": "7c 8c"}).cost == 0
        assert houseway.advise("high-card-flush", "As Ks Qs 9s 8h 5d 2c", ["fold"]).cost > 0
        assert houseway.advise("high-five", "As Ks Qs 9h 8h 5d 2c", ["play"]).cost > 0
        cards = {"lying": {"dealer": "2s 3d 4h 6c"}}
        assert houseway.advise("three-card-draw", "As Ks 9h 2c", ["exchange the lowest"], **cards).cost == 0
        cards = {"lying": {"board": "2s 3d 4h 6c Jd", "dealer": "Td 9c"}}
        assert houseway.advise("ultimate-texas-holdem", "As Ks", ["check", "check", "fold"], **cards).cost > 0
        cards = {"lying": {"dealer": "Qs Qd 7h 6h 5s 3d 2d"}, "hands": ["As Ad 9h 8h 2c", "Ks Kd"]}
        assert houseway.advise("face-up-pai-gow", "As Ad Ks Kd 9h 8h 2c", ["set"], **cards).cost == 0
        assert houseway.advise("supreme-99", "9c 9d Ks Qh", ["set"], hands=["9c 9d", "Ks Qh"]).cost > 0
    """
    done = subprocess.run((sys.executable, "-c", textwrap.dedent(script)), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr

"""Those who count a wager, dealt whole shoes: what they think before a round, and what it wins."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

import houseway
from houseway.analysis.card_effects import figures_left
from houseway.analysis.counting import Counter
from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.linear_count import LinearCount, Tag, linear_counts
from houseway.analysis.machine.batches import first_counter
from houseway.analysis.machine.shoe_counters import OneRound, ShoeCounters
from houseway.analysis.machine.shoe_rounds import ShoeRounds, _deal
from houseway.analysis.penetration import PERFECT, CountedRounds, counted
from houseway.cards import parse, rank_of
from houseway.games import GAMES
from tests.command_line import run, run_json
from tests.oracle import match_em

PAIRS = parse("Ks Kh Kd Kc Ks Kh Kd Kc Ks Kh 8s 8h 8d 8c 8s 8h As Ah As")


def tagged(game, tag):
    """A linear count by a rule: so many of a percent is a true count of one."""
    cards = dict.fromkeys(game.pack().cards())
    tags = tuple(Tag(cards=(card,), tag=Fraction(tag(card))) for card in cards)
    half = Fraction(1, 2)
    return LinearCount(name="ours", tags=tags, correlation_squared=half, true_count_worth=half / 100, trigger=half)


@pytest.mark.parametrize(("slug", "wager"), [("match-em", "Ante"), ("baccarat", "Player Pair")])
def test_before_every_round_what_is_left_is_weighed_and_tags_are_added_up(slug, wager):
    """A few cards dealt to their end: each round against exact figures of what was left, and a count by hand."""
    game = GAMES[slug]
    count = tagged(game, lambda card: 1 if rank_of(card) > 9 else -1)
    of, table = game.wager(wager), game.own_paytables(game.wager(wager))[0]
    counter = Counter(game, of, table, linear=(count,))
    order = parse("Ks 2h 9d Ah 3c 3d 7s Ts 9c 4h As 5d Kd 6h 2c 8s Jh 3s")
    rounds = counter._dealt(order, 8)
    assert rounds.left[0] == len(order) and rounds.left[-1] > 8
    for number, left in enumerate(rounds.left.tolist()):
        gone, rest = order[: len(order) - left], order[len(order) - left :]
        assert abs(rounds.won[number] + float(figures_left(game, of, table, rest).house_edge)) < 1e-12
        assert rounds.won[number] == rounds.thinks[PERFECT][number]
        true_count = sum(1 if rank_of(card) > 9 else -1 for card in gone) * 52 / left
        assert abs(rounds.thinks["ours"][number] - (true_count - 0.5) * 0.005) < 1e-12
    if slug == "match-em":
        assert abs(rounds.won[1] + float(match_em.edge(order[8:]))) < 1e-12
        assert rounds.left.tolist() == [18, 10]


def test_bets_are_summed_by_shoes_and_depths_as_by_hand():
    rounds = CountedRounds(
        np.array([0, 0, 0, 1, 1]),
        np.array([30, 20, 10, 30, 15]),
        np.array([-0.5, 0.25, 1.0, -1.0, 0.5]),
        {"all": np.ones(5), "some": np.array([-1.0, 1.0, 1.0, 1.0, -1.0])},
    )
    names = {"game": "g", "wager": "w", "paytable": "p", "decks": 1}
    deep, some, shallow, _ = counted([rounds, rounds], (12, 5), **names)
    assert (deep.behind, deep.shoes, deep.rounds, deep.bets, deep.won) == (5, 4, 10, 10, 0.5)
    assert (some.counter, some.bets, some.won, some.squares) == ("some", 6, 0.5, 2 * (1.25**2 + 1.0))
    assert (shallow.behind, shallow.rounds, shallow.won) == (12, 8, -1.5)
    assert deep.edge_of_every_round == -0.05 and shallow.edge_on_bets == -1.5 / 8
    assert some.standard_error == pytest.approx(np.std([1.25, -1.0, 1.25, -1.0], ddof=1) / 2)
    by_shoe = np.array([0.75, -0.5] * 2) - 0.05 * np.array([3, 2] * 2)
    assert deep.error_of_every_round == pytest.approx(np.sqrt(np.sum(by_shoe**2) / 3 / 4) / 2.5)


def test_a_perfect_counter_wins_more_than_a_linear_one_and_both_more_the_deeper_a_shoe_is_dealt():
    """Every counter meets the same shoes, so that no luck is between them."""
    rows = houseway.counters("match-em", "Ante", behind=(8, 30), shoes=4, decks=1)
    by_depth = {behind: [row for row in rows if row.behind == behind] for behind in (8, 30)}
    for deep, shallow in zip(*by_depth.values(), strict=True):
        assert deep.counter == shallow.counter and deep.rounds > shallow.rounds
    assert [row.counter for row in by_depth[8]] == [PERFECT, "exact tags", "tags to 1", "tags to 2", "tags to 3"]
    for perfect, *linear in by_depth.values():
        assert all(perfect.won >= row.won for row in linear)
    assert by_depth[8][0].units_a_shoe > by_depth[30][0].units_a_shoe > 0


@pytest.mark.soak  # Match 'Em above is the short sibling
def test_counts_of_dragon_7_win_what_is_published_of_it():
    """discountgambling.net/2011/10/04/baccarat-dragon-7-tracking-sheet: about 53 % of a bet a shoe, and 5.2 bets, by a
    sheet for the tags to two; Eliot Jacobson has 0.597 with 14 cards behind the cut card."""
    rows = houseway.counters("ez-baccarat", "Dragon 7", behind=(14,), shoes=1000)
    won = {row.counter: row for row in rows}
    twos = won["tags to 2"]
    assert 0.53 - 3 * twos.standard_error < twos.units_a_shoe < 0.597 + 3 * twos.standard_error
    assert won["tags to 1"].won < twos.won < won[PERFECT].won
    assert all(row.won <= won[PERFECT].won for row in rows)


# ---- where a seat draws


@pytest.fixture(scope="module")
def few():
    return ShoeRounds(ShoeHands(question(GAMES["blackjack"], cards=PAIRS)))


def test_a_round_from_cards_in_their_order_is_that_of_the_kernel(few):
    """The kernel leaves the cards that it dealt in their order at the front of the pack."""
    tables, walked = few.tables, OneRound(few.tables)
    used = set()
    for seed in range(400):
        pack, nets, stakes = tables.pack.copy(), np.zeros(1, np.int64), np.zeros(1, np.int64)
        places = (tables.grades, tables.first_nets, tables.starts, tables.first_draws, tables.rows, tables.after)
        ends = (tables.pays, tables.staked, tables.over, tables.draws, tables.outcomes)
        _deal(first_counter(seed, 0), pack, *places, *ends, nets, stakes)
        cards, won = walked.dealt(pack.tolist())
        assert won == nets[0]
        used.add(cards)
    assert {4, 5, 6, 7, 8} <= used


def test_whoever_bets_in_every_round_of_fresh_cards_meets_their_edge(few):
    count = tagged(GAMES["blackjack"], lambda card: 1 if rank_of(card) < 7 else -1)
    dealt = ShoeCounters(few, (count,), seed=4).deal(300, len(PAIRS) - 1, Random(4).shuffle)
    [row] = counted(dealt, (len(PAIRS) - 1,), game="blackjack", wager="Bet", paytable="Bet S17", decks=6)
    assert row.rounds == 300 and row.bets == 0  # nothing is gone, and the trigger is above nothing
    edge = -float(few.method.expectation)
    assert 0 < abs(row.edge_of_every_round - edge) < 4 * row.error_of_every_round < 0.05


@pytest.mark.soak
def test_the_best_count_of_blackjack_with_tags_of_one_is_hi_lo_and_it_wins():
    """Hi-Lo: 2 to 6 add one, tens and aces take one; its betting correlation is published as 0.97."""
    effects = houseway.effects("blackjack", "Bet", decks=1)
    _, ones, *_ = counts = linear_counts(effects, 52)
    assert {rank_of(each.cards[0]): each.tag for each in ones.tags if each.tag} == {
        **dict.fromkeys((2, 3, 4, 5, 6), 1),
        **dict.fromkeys((10, 14), -1),
    }
    assert f"{ones.betting_correlation:.2f}" == "0.97"
    rows = houseway.counters("blackjack", "Bet", decks=1, behind=(26,), shoes=2000, linear=counts)
    assert all(row.units_a_shoe > 3 * row.standard_error for row in rows)


def test_what_cannot_be_simulated_is_said():
    with pytest.raises(ValueError, match="no counter of Insurance is simulated"):
        houseway.counters("blackjack", "Insurance", shoes=1)
    with pytest.raises(ValueError, match="round by round: ask for effects"):
        houseway.counters("match-em", "Match Bonus", shoes=1, linear=())
    with pytest.raises(ValueError, match="behind 5 and 1 shoes: 6 to 415 cards"):
        houseway.counters("baccarat", "Player Pair", behind=(5,), shoes=1, linear=())


def test_the_command_answers_for_a_letters_game_and_for_one_of_the_catalogue():
    told = run_json("count", "match-em", "Ante", "--shoes", "1", "--behind", "30")
    assert len(told["effects"]) == 11 and [count["name"] for count in told["counts"]][1:] == [
        "tags to 1",
        "tags to 2",
        "tags to 3",
    ]
    assert {row["counter"] for row in told["counted"]} == {PERFECT, *(count["name"] for count in told["counts"])}
    said = run("count", "baccarat", "Tie", "--shoes", "2", "--behind", "52", "--behind", "208").stdout
    assert "betting correlation" in said and "perfect" in said and "88%" in said and "50%" in said
    assert "there is no linear count" in run("count", "baccarat", "Banker Pair", "--effects").stdout

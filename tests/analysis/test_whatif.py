"""Variants side by side: each is what the analysis says of it alone, and the dealer's cards face up are counted."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from pathlib import Path

import pytest

import houseway
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.question import question
from houseway.analysis.exact.removal import Removal
from houseway.analysis.exact.tree import Tree
from houseway.analysis.figures import percent
from houseway.analysis.progressive import progressive
from houseway.analysis.whatif import parse_variation, variants, with_cards_up
from houseway.cards import parse
from houseway.games import GAMES
from houseway.paytable import THE_METER, Odds, parse_pay

MATCH_EM, SUPREME = GAMES["match-em"], GAMES["supreme-99"]
FEW = parse("As Ad Kc 9h 9s 8d 4c 4h 2s")


@pytest.mark.parametrize("shows", [1, 2, 4])
def test_face_up_is_what_the_judge_says_of_a_few_cards(shows):
    asked = question(with_cards_up(SUPREME, shows), cards=FEW)
    assert method_for(asked) is GradedRemoval
    assert GradedRemoval(asked).ends.chances == Tree(asked).ends.chances


def test_face_up_is_what_the_judge_says_where_suits_count():
    asked = question(with_cards_up(GAMES["three-card-poker"], 2), cards=FEW)
    assert method_for(asked) is Removal
    assert Removal(asked).ends.chances == Tree(asked).ends.chances


@pytest.mark.parametrize(
    ("slug", "vary", "says"),
    [
        ("ultimate-texas-holdem", "face-up=0,1", "no exact method for the dealer's cards face up"),
        ("three-card-poker", "face-up=0,4", "4 cards face up: the dealer of three-card-poker has 3"),
        ("casino-war", "face-up=0,1", "has none face down"),
        ("kings-bounty", "face-up=0,1", "nobody chooses anything in kings-bounty, so cards face up change nothing"),
        ("let-it-ride", "house-way=own", "the dealer of let-it-ride sets no cards"),
        ("let-it-ride", "seats=1,2", "no figure of let-it-ride depends on them"),
    ],
)
def test_what_a_game_does_not_have_is_refused_in_one_line(slug, vary, says):
    with pytest.raises(ValueError, match=says):
        houseway.whatif(slug, [vary])


def test_play_is_solved_anew_where_a_line_pays_otherwise():
    usual, more = houseway.whatif("three-card-poker", ["straight=1 to 1,20 to 1"], wager="ante bonus")
    assert usual.figures[0] == houseway.analyze("three-card-poker")[0]
    held = [line for line in usual.figures[0].lines if line.name.endswith("Ante Bonus straight")]
    gained = sum((line.probability * 19 for line in held), Fraction(0))
    assert 0 < gained <= usual.figures[0].house_edge - more.figures[0].house_edge
    assert houseway.whatif("three-card-poker", ["pair=1 to 1,2 to 1"])[1].figures[0].wager == "Pair Plus"


def test_wagers_that_are_paid_by_one_table_are_one():
    """Let It Ride's three bets, each with a pair of tens or better."""
    usual, less = houseway.whatif("let-it-ride", ["pair of tens or better=1 to 1,push"])
    assert [figures.wager for figures in less.figures] == ["Bet 1"]
    assert less.figures[0].house_edge > usual.figures[0].house_edge


def face_up(game, shows, decks=None):
    return main_figures(question(with_cards_up(game, shows), decks=decks))


@pytest.mark.soak
def test_a_player_of_match_em_who_sees_everything_doubles_when_he_can_win_and_else_loses_his_ante():
    """Points by hand: ace 1 and 11, faces 0, the dealer's lowest three LO, an ace or the highest of them shared."""
    copies = dict.fromkeys(range(1, 11), 4) | {0: 12}  # an ace is 1

    def ways(hand, taken):
        return prod(comb(copies[p] - taken[p], n) for p, n in Counter(hand).items())

    def dealer(hand):
        low = sorted(hand)[:3]
        shared = 1 if 1 in low else low[-1]
        high = sorted(hand)[3:]
        return sum(11 if p == 1 else p for p in (*high, shared)), sum(low)

    hands = {hand: dealer(hand) for hand in combinations_with_replacement(range(11), 5)}
    won = total = 0
    for mine in combinations_with_replacement(range(11), 3):
        hi, lo = sum(11 if p == 1 else p for p in mine), sum(mine)
        taken = Counter(mine)
        times = ways(mine, Counter())
        for hand, (his_hi, his_lo) in hands.items():
            deals = times * ways(hand, taken)
            total += deals
            won += deals * (hi >= his_hi or lo <= his_lo)
    assert face_up(MATCH_EM, 5).house_edge == -Fraction(2 * won - (total - won), total)


def test_more_cards_face_up_never_cost_the_player_anything():
    edges = [face_up(MATCH_EM, shows, 2).house_edge for shows in (0, 1, 4)]
    assert edges == sorted(edges, reverse=True)
    assert len(set(edges)) == 3


def test_a_line_pays_more_less_or_nothing_and_play_follows():
    rows = houseway.whatif("supreme-99", ["copy both=4 to 1,1 to 1,push,lose"])
    table = SUPREME.paytable("S99")
    edges = [row.figures[0].house_edge for row in rows]
    assert edges == sorted(edges)
    assert edges[0] == main_figures(question(SUPREME)).house_edge
    push = replace(table, lines=dict(table.lines) | {"copy both": parse_pay("push")}, letter=None)
    assert edges[2] == main_figures(question(SUPREME, paytables=[push])).house_edge
    assert [row.figures[0].approved for row in rows] == [True, False, False, False]
    assert all(len(row.figures) == 1 for row in rows), "Pair Fortunes is the same in all"


def test_every_combination_is_compared_and_is_what_analyze_says():
    rows = houseway.whatif("match-em", ["decks=1,8", "paytable=A1,A3"], wager="match bonus")
    assert [row.variant.name for row in rows] == [
        "decks 1, paytable A1",
        "decks 1, paytable A3",
        "decks 8, paytable A1",
        "decks 8, paytable A3",
    ]
    for row, (decks, paytable) in zip(rows, ((1, "A1"), (1, "A3"), (8, "A1"), (8, "A3")), strict=True):
        assert list(row.figures) == houseway.analyze("match-em", paytable=paytable, decks=decks)


def test_values_given_one_by_one_are_values_given_at_once():
    at_once = houseway.whatif("match-em", ["decks=1,8"], wager="match bonus")
    assert houseway.whatif("match-em", ["decks=1", "Decks=8"], wager="match bonus")[1].figures == at_once[1].figures


def test_a_line_is_changed_in_the_paytable_chosen_whichever_is_written_first():
    one, other = ["match 2=push,lose", "paytable=A1,A3"], ["paytable=A1,A3", "match 2=push,lose"]
    edges = [
        {row.variant.name: row.figures[0].house_edge for row in houseway.whatif("match-em", vary, decks=8)}
        for vary in (one, other)
    ]
    assert edges[0] == edges[1]
    assert len(set(edges[0].values())) == 4


def test_a_house_way_from_a_file_is_played_against(tmp_path: Path):
    file = tmp_path / "low.toml"
    file.write_text('game = "supreme-99"\nname = "low"\nversion = "1"\n[[rule]]\nthen = ["Low", "High"]\n')
    own, low = houseway.whatif("supreme-99", [f"house-way=own,{file}"])
    _, price = houseway.check_way(file)
    assert low.figures[0].house_edge == price.best_play
    assert own.figures[0].house_edge == main_figures(question(SUPREME)).house_edge


def test_seats_change_what_a_progressive_wager_is_worth():
    one, six = houseway.whatif("san-lo", ["seats=1,6"], wager="progressive")
    assert one.figures[0].house_edge - six.figures[0].house_edge == 5 * (houseway.meters("san-lo", seats=2)[0].envy)


def test_a_comma_within_a_number_parts_nothing():
    assert parse_variation("Five Aces=1,000 to 1,500 to 1").values == ("1,000 to 1", "500 to 1")
    assert parse_variation("decks=1,6").values == ("1", "6")


# ---- the progressive, and lines that several wagers share ---------------------------------------------


def test_a_line_is_varied_in_the_wager_that_is_asked_for():
    """15 for 1 to 5 for 1 costs the player ten stakes in 196,896 of 22,957,480 hands."""
    as_it_is, less = houseway.whatif("san-lo", ["Full House=15 for 1,5 for 1"], wager="progressive")
    assert [row.figures[0].wager for row in (as_it_is, less)] == ["Progressive", "Progressive"]
    cost = Fraction(10 * 196_896, 22_957_480)
    assert less.figures[0].house_edge == as_it_is.figures[0].house_edge + cost
    assert percent(less.figures[0].house_edge) == "27.3688%"
    assert [row.figures[0].approved for row in (as_it_is, less)] == [True, False]


SHARED = [
    (game.slug, wager.name, line)
    for game in map(GAMES.__getitem__, ("match-em", "san-lo", "supreme-99"))
    for wager in game.wagers
    for line in game.paytables_of(wager)[0].lines
    if sum(line in game.paytables_of(other)[0].lines for other in game.wagers) > 1
]


def test_lines_are_shared_by_wagers_of_two_games():
    assert {slug for slug, _, _ in SHARED} == {"san-lo", "match-em"}


@pytest.mark.parametrize(("slug", "wager", "line"), SHARED)
def test_of_a_line_that_several_wagers_share_the_one_that_is_named_is_varied_and_no_other(slug, wager, line):
    game = GAMES[slug]
    table = game.paytables_of(game.wager(wager))[0]
    pay = table.lines[line]
    other = "5%" if pay.odds is Odds.OF_METER else f"77 {pay.odds.value}"
    if pay.odds is Odds.OF_METER and pay.amount == 1:
        with pytest.raises(ValueError, match="just one line of FSLPP-01 takes 100%"):
            parsed_variants(game, f"{line}={pay},{other}", wager)
        return
    as_it_is, varied = parsed_variants(game, f"{line}={pay},{other}", wager)
    for each in game.wagers:
        same = varied.table(each) == as_it_is.table(each) == game.paytables_of(each)[0]
        assert same is (each.name != wager)
    assert (as_it_is.table(game.wager(wager)).approved, varied.table(game.wager(wager)).approved) == (True, False)
    assert varied.table(game.wager(wager)).lines[line].envy_cents == pay.envy_cents


def parsed_variants(game, vary, wager=None):
    return variants(game, [parse_variation(vary)], find_game=None, find_table=None, find_way=None, wager=wager)


def test_without_its_wager_a_shared_line_is_refused_unless_only_one_can_pay_so():
    with pytest.raises(ValueError, match="'Full House' is a line of Fortune Bonus and Progressive: name the wager"):
        houseway.whatif("san-lo", ["Full House=10 to 1,9 to 1"])
    _, less = houseway.whatif("san-lo", ["Royal Flush=10%,5%"])
    assert [figures.wager for figures in less.figures] == ["Progressive"]


def metered(**changes):
    """FSLPP-01 with another meter, by the analysis alone."""
    game = GAMES["san-lo"]
    table = game.paytable("FSLPP-01")
    lines = dict(table.lines) | changes.pop("lines", {})
    other = replace(table, lines=lines, meters={THE_METER: replace(table.meters[THE_METER], **changes)})
    return progressive(game, game.wager("Progressive"), other).figures()


FIVE_ACES = GAMES["san-lo"].paytable("FSLPP-01").lines["Five Aces"]
ROYAL = GAMES["san-lo"].paytable("FSLPP-01").lines["Royal Flush"]


@pytest.mark.parametrize(
    ("vary", "changes"),
    [
        ("seed=5000,10000", {"seed_cents": 10_000_00}),
        ("seed=$5,000,$10,000", {"seed_cents": 10_000_00}),
        ("Seed=5000,0", {"seed_cents": 0}),
        ("increment=21%,25%", {"increment": Fraction(1, 4)}),
        ("increment=21.00%,30.331%", {"increment": Fraction(30331, 100000)}),
        ("envy Five Aces=100,500", {"lines": {"Five Aces": replace(FIVE_ACES, envy_cents=500_00)}}),
        ("Envy five aces=$100,$1,000", {"lines": {"Five Aces": replace(FIVE_ACES, envy_cents=1000_00)}}),
        ("envy Five Aces=100,0", {"lines": {"Five Aces": replace(FIVE_ACES, envy_cents=0)}}),
        ("Royal Flush=10%,5%", {"lines": {"Royal Flush": replace(ROYAL, amount=Fraction(1, 20))}}),
    ],
)
def test_shares_seed_increment_and_envy_are_varied_exactly_and_marked_unapproved(vary, changes):
    for wager in (None, "progressive"):
        as_it_is, other = houseway.whatif("san-lo", [vary], wager=wager)
        [before], [after] = as_it_is.figures, other.figures
        assert before == houseway.analyze("san-lo", paytable="FSLPP-01")[0] and before.approved
        expected = metered(**changes)
        assert (after.house_edge, after.variance, after.lines) == (
            expected.house_edge,
            expected.variance,
            expected.lines,
        )
        assert not after.approved and (after.house_edge, after.variance) != (before.house_edge, before.variance)


@pytest.mark.parametrize(
    ("slug", "vary", "wager", "says"),
    [
        ("san-lo", "seed=5,000,10,000", None, "has a value twice"),
        ("san-lo", "seed=-1,2", None, "'-1' is not an amount such as 5000"),
        ("san-lo", "seed=5000,1e9", None, "'1e9' is not an amount"),
        ("san-lo", "seed=5000,99999999999999", None, "'99999999999999' is not an amount"),
        ("san-lo", "increment=21%,101%", None, "0% to 100%"),
        ("san-lo", "increment=21%,-1%", None, "0% to 100%"),
        ("san-lo", "increment=21%,25", None, "'25' is not a percentage"),
        ("san-lo", "envy Nothing=1,2", None, "'Nothing' is not a line of FSLPP-01"),
        ("san-lo", "seed=1,2", "hat trick", "only a progressive wager has one, not Hat Trick"),
        ("match-em", "seed=1,2", None, "only a progressive wager has one"),
        ("san-lo", "Five Aces=100%,lose", "progressive", "just one line of FSLPP-01 takes 100%"),
        ("san-lo", "Royal Flush=10%,100%", None, "just one line of FSLPP-01 takes 100%"),
        ("san-lo", "Flush=10%,5%", "progressive", "do not stand for each other"),
        (
            "san-lo",
            "Match 5=1 to 1,push",
            "progressive",
            "cannot be varied: rules, .*seed, increment, envy LINE, or a",
        ),
    ],
)
def test_what_cannot_be_varied_so_is_refused_in_one_line(slug, vary, wager, says):
    with pytest.raises(ValueError, match=says):
        houseway.whatif(slug, [vary], wager=wager)

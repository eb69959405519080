"""Paytables from figures: the letters' own are found again, and nothing better is passed over."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

import houseway
from houseway.analysis.design.designing import design, task_of
from houseway.analysis.design.search import Search
from houseway.analysis.design.targets import Target, Wanted, parse_target
from houseway.analysis.design.task import USUAL, FixedLines, is_sought
from houseway.analysis.exact.figures import bonus_counts, bonus_figures, is_on_cards_alone, main_figures
from houseway.analysis.exact.question import question
from houseway.analysis.figures import decimal, percent
from houseway.game import Bonus
from houseway.games import GAMES
from houseway.letters import letters
from houseway.letters.letter import parse_letter
from houseway.reports.design import letter_of
from tests.analysis.exact import in_parts
from tests.kinds import first_of_kinds
from tests.soak import IS_SOAK


def is_monotone(table):
    pays = [pay.amount for pay in table.lines.values() if is_sought(pay)]
    return pays == sorted(pays, reverse=True)


OF_KINDS = first_of_kinds(GAMES)
BONUSES = [
    (game, wager, table)
    for game in GAMES.values()
    if IS_SOAK or game.slug in OF_KINDS  # what a wager looks at is found by dealing
    for wager in game.wagers
    if isinstance(wager, Bonus) and wager not in game.main
    if wager.progressive or is_on_cards_alone(game, wager, game.decks[-1])
    for table in game.paytables_of(wager)
]


def figures_of(game, wager, table):
    return FixedLines.of(game, wager, table, game.decks[-1], None, None).figures(table)


def top_of(table):
    return int(max(pay.amount for pay in table.lines.values() if is_sought(pay)))


def rank(found, table):
    """The place of a table among those found."""
    return [each.paytable.digest for each in found.candidates].index(table.digest) + 1


def like(wager, table):
    """A progressive table is known by its meter and its envy, and one that pays a lower line more by the order of its
    pays; of the others nothing is told but figures. Only hole cards come in so few ways, each a small multiple of
    others, that many tables have the very same figures."""
    is_told = wager.progressive or "aces against aces" in table.lines or not is_monotone(table)
    return table if is_told else None


def digits(table):
    """As many as letters print; of a table of ten lines so many others agree with those that not all are weighed,
    and its figures are told to more."""
    return 2 if len(table.lines) < 10 else 5


every_bonus = pytest.mark.parametrize(
    ("game", "wager", "table"),
    [pytest.param(*each, marks=() if each[0].slug in OF_KINDS else pytest.mark.soak) for each in BONUSES],
    ids=lambda each: getattr(each, "slug", getattr(each, "name", "")),
)


@every_bonus
def test_every_paytable_of_the_letters_is_found_again_from_its_exact_edge_hit_frequency_and_top_pay(game, wager, table):
    figures = figures_of(game, wager, table)
    wanted = Wanted(
        edge=Target("its own", figures.house_edge),
        hit=parse_target(percent(figures.hit_frequency, 2), "a hit frequency"),
        variance=Target("its own", figures.variance) if digits(table) > 2 else None,  # the others agree with the rest
        top=top_of(table),
    )
    found = design(game, wager, wanted, like=like(wager, table), decks=game.decks[-1], most=3)
    assert rank(found, table) <= 2
    assert found.is_met


@every_bonus
def test_every_paytable_of_the_letters_is_found_again_from_figures_as_a_letter_prints_them(game, wager, table):
    figures = figures_of(game, wager, table)
    wanted = Wanted(
        edge=parse_target(percent(figures.house_edge, digits(table)), "an edge"),
        hit=parse_target(percent(figures.hit_frequency, 2), "a hit frequency"),
        variance=parse_target(decimal(figures.variance, digits(table)), "a variance"),
        top=top_of(table),
    )
    found = design(game, wager, wanted, like=like(wager, table), decks=game.decks[-1], most=3)
    assert rank(found, table) == 1


def published(name):
    return next(
        entry.figures[0].figures["house edge"]
        for letter in letters().values()
        for entry in letter.entries
        if entry.paytable.name == name
    )


@pytest.mark.parametrize("name", ["FSLP-01", "FSLP-02", "FSLP-03", "FSLP-04"])
def test_a_table_comes_nearer_a_published_edge_of_fortune_bonus_under_the_rules_as_written(name):
    printed = published(name)
    wanted = Wanted(edge=parse_target(printed.text, "an edge"), hit=parse_target("21.62%", "a hit frequency"), top=1000)
    game = GAMES["san-lo"]
    table, wager = game.paytable(name), game.wager("Fortune Bonus")
    own = bonus_figures(game, wager, table).house_edge
    assert not printed.follows_from(own)
    for whole, changes in ((False, None), (True, 1)):
        found = design(game, wager, wanted, like=table, whole=whole, changes=changes, most=3)
        proposed = found.candidates[0]
        again = bonus_figures(game, wager, proposed.paytable)
        assert printed.follows_from(again.house_edge)
        assert abs(again.house_edge - printed.value) < abs(own - printed.value) / 10
        assert again.hit_frequency == bonus_figures(game, wager, table).hit_frequency
    assert proposed.changed == 1


def test_no_table_is_passed_over():
    """Against all monotone tables, made and weighed one by one."""
    game = GAMES["supreme-99"]
    wager = game.wager("Pair Fortunes")
    like = game.paytables_of(wager)[0]
    allowed = [pay for pay in USUAL if pay <= 60]
    monotone = [pays for pays in product(allowed, repeat=4) if sorted(pays, reverse=True) == list(pays)]
    counts = bonus_counts(game, wager)
    total = sum(counts.values())

    def edge(pays):
        lost = total - sum(counts[line] for line in like.lines)
        return Fraction(lost - sum(counts[line] * pay for line, pay in zip(like.lines, pays, strict=True)), total)

    for target in (Fraction(0), Fraction(9, 200), Fraction(1, 3), Fraction(9, 10)):
        nearest = sorted({abs(edge(pays) - target) for pays in monotone if pays[0] == 60})[:5]
        found = design(game, wager, Wanted(edge=Target("exactly", target), top=60), most=40)
        misses = sorted({each.misses["edge"] for each in found.candidates})
        assert misses[:5] == nearest
        assert [each.figures.house_edge for each in found.candidates] == [
            edge([int(pay.amount) for pay in each.paytable.lines.values()]) for each in found.candidates
        ]


def test_tables_are_monotone_and_ranked_and_their_figures_are_the_analysis_own():
    found = houseway.design("match-em", "poker bonus", Wanted(edge=parse_target("4.5%", "an edge")), decks=6, most=50)
    game = GAMES["match-em"]
    for each in found.candidates:
        pays = [pay.amount for pay in each.paytable.lines.values()]
        assert pays == sorted(pays, reverse=True)
        assert all(pay in USUAL for pay in pays)
        assert not each.paytable.approved
        assert each.figures == bonus_figures(game, game.wager("Poker Bonus"), each.paytable, 6)
    misses = [each.misses["edge"] for each in found.candidates]
    assert misses == sorted(misses)
    assert found.is_met


def test_a_hit_frequency_decides_which_lines_pay():
    found = houseway.design(
        "san-lo",
        "fortune bonus",
        Wanted(edge=parse_target("5%", "an edge"), hit=parse_target("9.1%", "a hit frequency")),
        most=1,
    )
    [best] = found.candidates
    assert "Two Pair" not in best.paytable.lines
    assert list(best.paytable.lines)[-1] == "Three of a Kind"
    assert best.is_met


@pytest.mark.soak
def test_best_play_is_found_anew_for_every_pay_of_a_main_wager():

    found = houseway.design("supreme-99", "standard bet", Wanted(edge=parse_target("3%", "an edge")), most=2)
    game = GAMES["supreme-99"]
    best, second = found.candidates
    assert [str(pay) for pay in best.paytable.lines.values()] == ["3 to 1", "1 to 1", "push"]
    for each in (best, second):
        assert each.figures.house_edge == main_figures(question(game, paytables=[each.paytable])).house_edge
    assert best.figures.hit_frequency != second.figures.hit_frequency, "play differs"


def test_targets_out_of_reach_are_said_to_be_so_and_the_nearest_shown():
    found = houseway.design("supreme-99", "pair fortunes", Wanted(edge=parse_target("99.9%", "an edge")), most=2)
    assert not found.is_met
    assert found.unreachable == (
        "no such table among usual pays of 1 to 1,000: edge 99.9%, nearest 31.0614%; "
        "every line is kept paying unless a hit frequency is asked for (--hit)"
    )
    assert [int(pay.amount) for pay in found.candidates[0].paytable.lines.values()] == [1, 1, 1, 1]


def test_lines_that_are_kept_paying_are_no_excuse_where_they_are_not_the_cause():
    few = Wanted(edge=parse_target("99.9%", "an edge"), hit=parse_target("1%", "a hit frequency"))
    near = Wanted(edge=parse_target("31.1%", "an edge"), variance=parse_target("0.01", "a variance"))
    for wanted in (few, near):
        found = houseway.design("supreme-99", "pair fortunes", wanted, most=1)
        assert found.unreachable
        assert "--hit" not in found.unreachable


@pytest.mark.parametrize(("game", "wager"), [("match-em", "poker bonus"), ("san-lo", "progressive")])
def test_a_table_is_written_as_a_letter_that_is_unapproved(game, wager):
    from datetime import date

    decks = 8 if game == "match-em" else None
    found = houseway.design(game, wager, Wanted(edge=parse_target("15%", "an edge")), decks=decks, most=1)
    [chosen] = found.candidates
    letter, faults = parse_letter("ours", letter_of(found, chosen, date(2026, 1, 1)), approved=True)
    assert not faults
    [entry] = letter.entries
    assert entry.paytable.digest == chosen.paytable.digest
    assert not entry.paytable.approved
    assert [each.decks for each in entry.figures] == ([decks] if decks else [])
    printed = [figure for each in entry.figures for figure in each.figures.values()]
    assert bool(printed) == (decks is not None)  # what a meter earns also hangs on how many seats bet
    assert all(figure.follows_from(chosen.figures.house_edge) for figure in printed)


@pytest.mark.parametrize("top", [None, 30])
@pytest.mark.parametrize("changes", [None, 1, 2])
def test_all_tables_within_a_distance_are_found_and_no_others(top, changes):
    game = GAMES["supreme-99"]
    wager = game.wager("Pair Fortunes")
    like = game.paytables_of(wager)[0]
    task = FixedLines.of(game, wager, like, None, None, None)
    allowed = (1, 2, 3, 6, 15, 30, 300)
    search = Search(task=task, lines=tuple(like.lines), allowed=allowed, top=top, changes=changes)
    own = [int(pay.amount) for pay in reversed(like.lines.values())]
    every = [
        pays
        for pays in combinations_with_replacement(allowed, 4)  # lowest line first, none below the one before
        if top in (None, pays[-1]) and sum(a != b for a, b in zip(own, pays, strict=True)) <= (changes or 4)
    ]
    edges = {pays: task.edge(tuple(like.lines), pays) for pays in every}
    spans = [
        (Fraction(1, 50), Fraction(3, 50)),
        (Fraction(-99), Fraction(1)),
        *((edge, edge) for edge in edges.values()),
    ]
    for low, high in spans:
        wanted = [pays for pays, edge in edges.items() if low <= edge <= high]
        assert sorted(search.within(low, high)) == sorted(wanted)
    assert set(search.all()) == set(every)


@pytest.mark.parametrize(
    ("slug", "wager"),
    [("three-card-poker", "Ante Bonus"), pytest.param("mississippi-stud", "Ante", marks=pytest.mark.soak)],
)
def test_play_is_solved_anew_for_every_table_of_a_main_wager(slug, wager):
    game = GAMES[slug]
    found = houseway.design(slug, wager, Wanted(edge=parse_target("4%", "an edge")), most=2)
    for each in found.candidates:
        assert each.figures.house_edge == main_figures(question(game, paytables=[each.paytable])).house_edge
    assert "were solved" in found.looked_at


@pytest.mark.parametrize(
    ("slug", "wager"),
    [("let-it-ride", "Bet 1"), pytest.param("ez-baccarat", "Dragon 7", marks=pytest.mark.soak), ("casino-war", "Tie")],
)
def test_what_a_table_comes_to_is_linear_while_play_is_held_fixed(slug, wager):
    """The three bets of Let It Ride are paid by one table."""
    game, bet = GAMES[slug], GAMES[slug].wager(wager)
    own = game.paytables_of(bet)[0]
    task = task_of(game, bet, own)
    pays = tuple(int(own.lines[line].amount) for line in reversed(task.sought))
    assert isinstance(task, FixedLines)
    assert task.edge(task.sought, pays) == task.figures(own).house_edge


def test_a_main_wager_on_common_cards_is_designed_with_what_a_choice_adds_to_it():
    """Cards that came at different times are told apart, and the Raise is part of the edge."""
    game = in_parts.GAME
    task = task_of(game, game.wager("Ante"), game.paytable("Ante"))
    pays = tuple(int(game.paytable("Ante").lines[line].amount) for line in reversed(task.sought))
    assert task.edge(task.sought, pays) == main_figures(question(game)).house_edge


def test_a_table_that_pays_a_lower_line_more_has_tables_in_its_own_order():
    """Triple Shot Rummy's bonus pays 11 or 12 points more than 7 to 10."""
    game = GAMES["triple-shot-rummy"]
    wager, [own] = game.wager("Bonus"), game.paytables_of(game.wager("Bonus"))
    found = design(game, wager, Wanted(edge=Target("191/5525", Fraction(191, 5525))), like=own, most=20)
    assert rank(found, own) == 1 and found.is_met
    for each in found.candidates:
        pays = [each.paytable.lines[line].amount for line in sorted(own.lines, key=lambda line: own.lines[line].amount)]
        assert pays == sorted(pays)


def test_a_wager_none_of_whose_lines_ever_comes_is_refused():
    game = in_parts.GAME
    never = replace(game.paytable("Side"), lines={"royal": game.paytable("Side").lines["above"]})
    with pytest.raises(ValueError, match="Side: none of its lines ever comes: royal"):
        design(game, game.wager("Side"), Wanted(edge=parse_target("4%", "an edge")), like=never)

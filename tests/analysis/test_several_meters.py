"""The mathematics of a wager on several meters: each has its own mean and spread, and the edge counts all of them."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

import houseway
from houseway.analysis.changed_paytable import changed_paytable
from houseway.analysis.machine.meters import run_meter
from houseway.analysis.meter_life import MeterLife
from houseway.analysis.progressive import Progressive
from houseway.games import GAMES
from houseway.letters.letter import parse_letter
from houseway.paytable import Pay, parse_pay

GAME = GAMES["mississippi-stud"]
NAMES = ("mega", "major", "minor")
HANDS = 2_598_960
COUNTS = {"royal flush": 4, "straight flush": 36, "four of a kind": 624, "full house": 3744, "flush": 5108}


def meters(paytable: str = "MSP-C") -> list[Progressive]:
    return houseway.meters("mississippi-stud", paytable=paytable)


def test_there_is_one_view_of_the_wager_for_each_meter_in_the_order_of_the_paytable():
    assert [each.meter for each in meters()] == list(NAMES)
    assert [each.name for each in meters("MSP-A")] == ["MSP-A"]
    assert [each.label for each in meters("MSP-B")] == ["MSP-B mega (unapproved)", "MSP-B major (unapproved)"]


def test_lines_are_those_of_five_cards_whatever_a_seat_does():
    first, *_ = meters()
    assert {line: first.counts[line] for line in COUNTS} == COUNTS and first.total == HANDS


@pytest.mark.parametrize(("at", "chance", "seed", "increment"), [
    (0, Fraction(4, HANDS), 10_000, Fraction(8, 100)),
    (1, Fraction(36, HANDS), 1_000, Fraction(4, 100)),
    (2, Fraction(624, HANDS), 200, Fraction(3, 100)),
])  # fmt: skip
def test_a_meter_that_only_its_top_award_leaves_has_the_mean_of_its_own_wagers(at, chance, seed, increment):
    """Seed and the increments of a mean life, whatever the other meters do."""
    assert meters()[at].mean_top == seed + increment / chance


def test_the_long_run_edge_is_the_same_from_whichever_meter_it_is_looked_at():
    edges = {each.house_edge for each in meters()}
    [figures] = houseway.analyze("mississippi-stud", paytable="MSP-C")
    assert edges == {figures.house_edge}
    first = meters()[0]
    paid = sum(each.drain * each.mean_top for each in meters())
    assert figures.house_edge == 1 - paid - first.fixed - first.envy


def test_every_meter_has_a_break_even_of_its_own_with_the_others_at_their_means():
    for each in meters():
        assert each.edge_at(each.break_even) == 0
        others = {other.meter: other.mean_top for other in each.others}
        [figures] = houseway.analyze(
            "mississippi-stud", paytable="MSP-C", meter={each.meter: each.break_even, **others}
        )
        assert figures.house_edge == 0


def test_meters_that_are_told_to_stand_do_and_the_rest_are_at_their_means():
    mega, major, _ = meters()
    [figures] = houseway.analyze("mississippi-stud", paytable="MSP-C", meter={"major": Fraction(20_000)})
    assert figures.house_edge == major.edge_at(Fraction(20_000))
    assert replace(mega, standing={"major": Fraction(20_000)}).edge_at(mega.mean_top) == figures.house_edge


def test_a_meter_that_stands_still_adds_nothing_to_the_variance():
    first, *others = meters()
    moving = first.figures().meter_spread
    assert moving == sum((each.meter_spread for each in (first, *others)), Fraction(0))
    assert first.figures(first.mean_top).meter_spread == moving - first.meter_spread


def test_the_house_keeps_what_the_edge_says_once_all_seeds_are_paid():
    for each in meters():
        assert MeterLife(terms=each).kept == each.house_edge * each.stake


def test_a_meter_that_no_paytable_asked_for_has_is_refused():
    with pytest.raises(ValueError, match="grand: the meters are mega=… or major=… or minor=…"):
        houseway.analyze("mississippi-stud", paytable="MSP-C", meter={"grand": Fraction(1)})
    with pytest.raises(ValueError, match="a meter without a name"):
        houseway.analyze("mississippi-stud", paytable="MSP-C", meter=Fraction(1))


@pytest.mark.parametrize("at", range(3), ids=NAMES)
def test_a_meter_is_run_by_its_controller_through_the_awards_of_all(at):
    """Chances made large: a wager wins a meter now and then, and no award of another moves this one."""
    terms = replace(meters()[at], dealt=1, bettors=1)
    chance, lines = Random(3), ["royal flush", "straight flush", "four of a kind", "full house"]
    awards = [(number, 0, chance.choice(lines)) for number in range(0, 3000, 7)]
    run = run_meter(terms, 3000, awards)
    won = [number for number, _, line in awards if line == terms.top]
    seed, gain = terms.terms.seed_cents * 10_000, int(terms.added * 1_000_000)
    held, last, cents = seed, -1, []
    for number in won:
        held += (number - last) * gain
        cents.append(held // 10_000)
        held, last = max(seed, held % 10_000), number
    assert list(run.top_cents) == cents and run.meter == NAMES[at]
    assert run.final_micros == held + (2999 - last) * gain


def test_a_change_names_the_meter():
    tables = [GAME.paytable("MSP-C")]
    assert changed_paytable(tables, "seed minor", "500").meters["minor"].seed_cents == 500_00
    assert changed_paytable(tables, "increment mega", "9%").meters["mega"].increment == Fraction(9, 100)
    with pytest.raises(ValueError, match="seed: MSP-C has seed mega, seed major, seed minor"):
        changed_paytable(tables, "seed", "500")
    with pytest.raises(ValueError, match="at most 100%"):
        changed_paytable(tables, "increment mega", "95%")
    with pytest.raises(ValueError, match="just one line of MSP-C takes 100% of minor"):
        changed_paytable(tables, "four of a kind", "50% of minor")


# ---- the letter ------------------------------------------------------------------------------------

LETTER = """
title = "A letter"
date = 2026-01-01
[[paytable]]
name = "P"
game = "mississippi-stud"
wager = "Progressive"
[paytable.pays]
"royal flush" = "100% of major"
"straight flush" = "10% of major"
"four of a kind" = "100% of minor"
[paytable.meter.major]
seed = "$5,000"
increment = "10%"
[paytable.meter.minor]
seed = "$100"
increment = "5%"
"""


def faults(*change: str) -> list[str]:
    text = LETTER.replace(*change) if change else LETTER
    assert not change or text != LETTER
    return parse_letter("letter", text, approved=False)[1]


def test_a_paytable_has_several_meters_by_name():
    letter, wrong = parse_letter("letter", LETTER, approved=False)
    [entry] = letter.entries
    assert not wrong and list(entry.paytable.meters) == ["major", "minor"]
    assert str(entry.paytable.lines["straight flush"]) == "10% of major"
    assert entry.paytable.meter_of("four of a kind") == "minor" and entry.paytable.top("major") == "royal flush"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('"100% of minor"', '"20% of minor"'), "just one line takes '100%' of minor, here 0"),
        (('"10% of major"', '"100% of major"'), "just one line takes '100%' of major, here 2"),
        (('"10% of major"', '"10% of grand"'), "a share of grand is paid, and its meters are major, minor"),
        (('"10% of major"', '"10%"'), "a share of a meter without a name is paid"),
        (("[paytable.meter.minor]", '[paytable.meter."2nd"]'), "'2nd' is not the name of a meter"),
        (('seed = "$100"', 'seed = "$100"\nstake = "$5"'), "its meters have different stakes"),
        (('"5%"', '"95%"'), "its meters gain more of a wager than there is of it"),
    ],
)
def test_what_is_wrong_with_meters_by_name_is_said(change, says):
    assert any(says in each for each in faults(*change))
    assert not faults()


@pytest.mark.parametrize("text", ["100% of", "10% of the meter", "10% major", "10% of Major!", "10% of 2"])
def test_a_share_names_one_meter_in_one_word(text):
    with pytest.raises(ValueError, match="is not a pay"):
        parse_pay(text)


def test_the_name_of_a_meter_is_part_of_the_hash_and_one_without_a_name_leaves_it_as_it_was():
    tables = {name: GAME.paytable(name) for name in ("MSP-B", "MSP-C", "MSP-D")}
    assert len({table.digest for table in tables.values()}) == 3
    table = tables["MSP-C"]
    swapped = {**table.lines, "royal flush": parse_pay("100% of major"), "straight flush": parse_pay("100% of mega")}
    envy = {line: pay.envy_cents for line, pay in table.lines.items()}
    lines: dict[str, Pay] = {line: replace(pay, envy_cents=envy[line]) for line, pay in swapped.items()}
    assert replace(table, lines=lines).digest != table.digest
    known = GAMES["san-lo"].paytable("FSLPP-01").digest
    assert known == "bfeadbc3fc080d65" + known[16:], "books are bound to it"

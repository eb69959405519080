"""Letters as data: what a file may say, and how its faults are told."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.analysis.letter_check import letter_faults
from houseway.faults import FileFaults
from houseway.games import GAMES
from houseway.letters import approvals, letters
from houseway.letters.letter import parse_letter
from houseway.letters.published import parse_published

GOOD = """
title = "A letter of ours"
date = 2026-01-01
[[paytable]]
name = "PF-2"
game = "supreme-99"
wager = "Pair Fortunes"
[paytable.pays]
"Four of a Kind" = "250 to 1"
"Two Pair" = "15 to 1"
"9-9" = "6 to 1"
"Pair" = "1 to 1"
[paytable.published]
"house edge" = "3.88%"
"""


def read(text: str):
    letter, faults = parse_letter("ours", text, approved=False)
    faults += letter_faults(letter, GAMES)
    if faults:
        raise FileFaults("ours", faults)
    return letter


def test_every_letter_has_a_date_clauses_and_paytables():
    assert len(approvals()) == 4
    for letter in approvals().values():
        assert letter.date.isoformat() in letter.id
        assert letter.clauses
        assert letter.entries


def test_a_paytable_of_a_letter_is_approved_and_one_of_a_users_file_is_not():
    assert all(e.paytable.approved for letter in approvals().values() for e in letter.entries)
    [entry] = read(GOOD).entries
    assert not entry.paytable.approved
    assert "unapproved" in entry.paytable.label


def test_the_hash_is_of_what_is_paid_and_not_of_the_name():
    first, later = (
        next(e.paytable for e in letters()[name].entries if e.paytable.name == "Pair Fortunes")
        for name in ("supreme-99-2014-11-24", "gm-atlas-update-2023-06-14")
    )
    assert first.digest == later.digest
    [changed] = read(GOOD).entries
    assert changed.paytable.digest != first.digest


def test_a_users_letter_is_verified_like_any_other(tmp_path: Path):
    path = tmp_path / "ours.toml"
    path.write_text(GOOD)
    [finding] = houseway.verify(path)
    assert (finding.follows, finding.approved) == (True, False)
    assert finding.published.text == "3.88%"


def test_the_digits_printed_say_how_precise_a_figure_is():
    [entry] = read(GOOD.replace("3.88%", "3.9%")).entries
    published = entry.figures[0].figures["house edge"]
    assert published.follows_from(published.value + published.unit / 2)
    assert not published.follows_from(published.value + published.unit * 51 / 100)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (("date = 2026-01-01", 'date = "yesterday"'), "'yesterday'"),
        (('"250 to 1"', "250"), "250"),
        (('"250 to 1"', '"250 two 1"'), "'250 two 1'"),
        (('"250 to 1"', '"-3 to 1"'), "'-3 to 1'"),
        (('"250 to 1"', '"5 to 0"'), "'5 to 0'"),
        (('"3.88%"', '"3,88"'), "'3,88'"),
        (('"house edge"', '"house hedge"'), "'house hedge'"),
        (('name = "PF-2"', 'nome = "PF-2"'), "'nome'"),
        (('game = "supreme-99"', 'game = "supreme-98"'), "'supreme-98'"),
        (('wager = "Pair Fortunes"', 'wager = "Pear Fortunes"'), "'Pear Fortunes'"),
        (('"Two Pair"', '"Two Pears"'), "'Two Pears'"),
        (('wager = "Pair Fortunes"', 'wager = "Pair Fortunes"\ndecks = 2'), "2 decks"),
        (('wager = "Pair Fortunes"', 'wager = "Pair Fortunes"\ndecks = "two"'), "'two'"),
        (('"Pair" = "1 to 1"', '"Pair" = "1%"'), "meter"),
        (("[[paytable]]", "[paytable"), "TOML"),
        (('"250 to 1"', '"1e99999999 to 1"'), "'1e99999999 to 1'"),
        (('"250 to 1"', '"-3 to -1"'), "'-3 to -1'"),
        (('"3.88%"', '"NaN%"'), "'NaN%'"),
    ],
)
def test_a_fault_is_told_with_the_offending_text(change: tuple[str, str], named: str):
    with pytest.raises(FileFaults, match=re.escape(named)):
        read(GOOD.replace(*change))


@pytest.mark.parametrize("value", ["7", "[7]"])
def test_paytables_are_a_list_of_tables(value: str):
    with pytest.raises(FileFaults, match=re.escape("paytable must be a list of tables: [[paytable]]")):
        read(GOOD[: GOOD.index("[[paytable]]")] + f"paytable = {value}")


def test_all_faults_are_told_at_once():
    """Also those that only the game can tell, such as a line it does not have."""
    bad = GOOD.replace('"250 to 1"', "250").replace("2026-01-01", "7").replace('"3.88%"', "true")
    with pytest.raises(FileFaults) as caught:
        read(bad.replace("Two Pair", "Two Pears"))
    assert len(caught.value.faults) == 4


FIGURES = """
[[figures]]
paytable = "PF-2"
source = "a book"
[figures.published]
"hit frequency" = "34.47%"
[figures.counts]
of = "270,725"
"Four of a Kind" = "13"
[figures.frequencies]
"Two Pair" = "1 in 97"
[figures.wrong]
"Two Pair" = "it is 1 in 96.5"
"""


def test_more_figures_of_a_paytable_name_their_source():
    [entry] = read(GOOD + FIGURES).entries
    first, more = entry.figures
    assert (first.source, more.source) == ("", "a book")
    assert more.shares["Four of a Kind"].of == 270725
    assert more.wrong == {"Two Pair": "it is 1 in 96.5"}


def test_the_source_of_a_letter_is_that_of_figures_that_name_no_other():
    letter = read('source = "a page"' + GOOD + FIGURES.replace('source = "a book"\n', ""))
    assert [figures.source for figures in letter.entries[0].figures] == ["a page", "a page"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (('"PF-2"\nsource', '"PF-3"\nsource'), "'PF-3' is the name of 0 paytables"),
        (('source = "a book"\n', ""), "source is missing"),
        (('of = "270,725"', 'of = "many"'), "'many'"),
        (('"Four of a Kind" = "13"', '"Four of a Kind" = "1.3"'), "'1.3'"),
        (('"1 in 97"', '"97 to 1"'), "'97 to 1'"),
        (('"Two Pair" = "1 in 97"', '"Four of a Kind" = "1%"'), "'Four of a Kind' stands among its counts and"),
        (('[figures.wrong]\n"Two Pair"', '[figures.wrong]\n"Pair"'), "a remark on 'Pair'"),
        (("[figures.wrong]", "[figures.mistaken]"), "'mistaken'"),
        (('source = "a book"', 'source = "a book"\ndecks = 2'), "2 decks"),
        (('source = "a book"', 'source = "a book"\nplay = "bravely"'), "'bravely' is not stated for supreme-99"),
    ],
)
def test_a_fault_of_published_figures_is_told_with_the_offending_text(change: tuple[str, str], named: str):
    with pytest.raises(FileFaults, match=re.escape(named)):
        read((GOOD + FIGURES).replace(*change))


@pytest.mark.parametrize(
    ("printed", "exact", "rounding"),
    [
        ("7.09%", "7.0950", "cut off, not rounded"),
        ("5.23%", "5.2243", "rounded up"),
        ("7.2%", "7.280", "cut off, not rounded"),
        ("2.79%", "2.7779", None),  # more than a unit away
        ("7.09%", "7.10", None),
        ("1/4", "25", None),
    ],
)
def test_a_figure_less_than_a_unit_away_was_cut_off_or_rounded_up(printed: str, exact: str, rounding: str | None):
    assert parse_published("house edge", printed).rounding(Fraction(exact) / 100) == rounding


METER = """
title = "A meter of ours"
date = 2026-01-01
[[paytable]]
name = "P-1"
game = "san-lo"
wager = "Progressive"
[paytable.pays]
"Five Aces" = "100%"
"Royal Flush" = "10%"
[paytable.envy]
"Five Aces" = "$100"
[paytable.meter]
seed = "$5,000"
increment = "21%"
[paytable.published]
"house edge" = "50.00%"
"""


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (('"100%"', '"90%"'), "just one line takes '100%'"),
        (('seed = "$5,000"', 'seed = "$5,000"\nstake = "$0.001"'), "'$0.001'"),
        (('seed = "$5,000"', 'seed = "$5,000"\nstake = 5'), "5 is not an amount"),
        (('"21%"', '"-21%"'), "'-21%'"),
        (('"$100"', '"$0.005"'), "'$0.005'"),
        (("[paytable.meter]", "[paytable.mete]"), "'mete'"),
    ],
)
def test_a_fault_of_a_meter_is_told_with_the_offending_text(change: tuple[str, str], named: str):
    with pytest.raises(FileFaults, match=re.escape(named)):
        read(METER.replace(*change))


def test_how_many_seats_bet_is_an_assumption_even_where_the_increment_is_printed(tmp_path: Path):
    path = tmp_path / "meter.toml"
    path.write_text(METER)
    [finding] = houseway.verify(path)
    assert finding.assumes == ("six seats dealt in",)
    assert not finding.follows

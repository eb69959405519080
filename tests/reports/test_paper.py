"""What every paper promises: people's words literally, the same bytes, nothing over the edge."""

import json
from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.progressive import papers
from houseway.reports import malfunction, meter_day, paper, win_page
from tests.reports.looking import NO_GLYPH, copied, has_clean_edges, pages, squeezed, words
from tests.reports.papers import AT, FROZEN, MALFUNCTION_DOWN, ODD, ROYAL, SATURDAY, TABLES
from tests.soak import examples

PAPERS = [(win_page, ROYAL), (meter_day, SATURDAY), (malfunction, FROZEN)]
IDS = ["win page", "meter day", "malfunction"]
every_paper = pytest.mark.parametrize(("module", "page"), PAPERS, ids=IDS)


def with_texts(page: Any, text: str) -> Any:
    """The page with one text wherever people write; names of zones and hashes are not theirs."""
    not_theirs = {"zone", "table_hash", "meter_hash", "account"}
    names = [f.name for f in fields(page) if isinstance(getattr(page, f.name), str) and f.name not in not_theirs]
    return replace(page, **dict.fromkeys(names, text))


def crowded(module: Any, page: Any, text: str) -> Any:
    """The page with 40 tables and 60 adjustments, and the text in all of them."""
    page = with_texts(page, text)
    adjustments = tuple(
        replace(with_texts(MALFUNCTION_DOWN, text), at=AT + timedelta(minutes=n), note=text * (n % 4))
        for n in range(60)
    )
    if module is win_page:
        return replace(page, envy=tuple((seat, 50_00) for seat in range(1, 41)), cards=("As", "Td", "Jk") * 9)
    if module is malfunction:
        return replace(page, tables=(text,) * 40, adjustments=adjustments)
    tables = tuple(with_texts(TABLES[number % 2], text) for number in range(40))
    awards = tuple(with_texts(page.awards[0], text) for _ in range(25))
    return replace(page, tables=tables, adjustments=adjustments, awards=awards, last_hits=((text, text, 1),) * 25)


@every_paper
def test_what_people_wrote_is_printed_and_not_obeyed(module, page):
    assert squeezed(ODD) in words(module.pdf(with_texts(page, ODD)))


@every_paper
def test_the_same_page_is_the_same_bytes(module, page):
    assert module.pdf(page) == module.pdf(replace(page))
    assert module.pdf(page) != module.pdf(replace(page, house="Another room"))


@every_paper
def test_every_paper_says_that_it_is_no_certificate(module, page):
    text = words(module.pdf(page))
    assert squeezed("A record of a simulator: not a certificate, and approved by nobody.") in text
    assert squeezed("Page 1 of") in text


@every_paper
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("San Lo 1", id="short", marks=pytest.mark.soak),
        pytest.param("W" * 90, id="one long word", marks=pytest.mark.soak),
        pytest.param(ODD, id="odd"),
    ],
)
def test_a_crowded_paper_stays_within_its_margins(module, page, text):
    full = crowded(module, page, text)
    pictures = paper.png(module.TEMPLATE, module.printed(full), ppi=16.0)
    assert len(pictures) == pages(module.pdf(full))
    assert all(map(has_clean_edges, pictures))


@pytest.mark.parametrize(("module", "page", "header"), [
    (meter_day, SATURDAY, "TimeReasonandnoteAccountAmountBy"),
    (malfunction, FROZEN, "TimeReasonandnoteAccountAmountBy"),
])  # fmt: skip
def test_a_table_that_goes_on_repeats_its_header_and_the_page_its_number(module, page, header):
    made = module.pdf(crowded(module, page, "San Lo 1"))
    text, count = words(made), pages(made)
    assert count > 2 and text.count(header) > 1
    assert all(f"Page{number}of{count}" in text for number in range(1, count + 1))


def test_every_letter_of_the_alphabets_has_a_glyph_plain_and_bold():
    letters = [chr(code) for first, last in paper.ALPHABETS for code in range(first, last + 1)]
    text = " ".join(letter for letter in letters if paper.legible(letter) == letter)
    assert len(text) > 3000
    assert NO_GLYPH not in words(malfunction.pdf(replace(FROZEN, house=text, what=text)))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("王", "[U+738B]"),
        ("\ud800", "[U+D800]"),
        ("\x00", "[U+0000]"),
        ("\u202e", "[U+202E]"),
        ("e\u0301", "é"),
        ("x\u0301", "x[U+0301]"),
        ("a\tb\r\nc\u2028d", "a b\nc\nd"),
        ("", ""),
    ],
)
def test_what_has_no_glyph_is_printed_as_its_number(text, printed):
    assert paper.legible(text) == printed


@pytest.mark.parametrize(
    ("word", "is_broken"), [("W" * 90, True), ("−$31,396.375931", False), ("(30331/100000)", False)]
)
def test_a_long_word_may_be_broken_and_an_amount_or_a_fraction_may_not(word, is_broken):
    page = replace(FROZEN, tables=(word,) * 3)  # three columns of 2.2 inches
    assert (word not in copied(malfunction.pdf(page))) == is_broken


@pytest.mark.parametrize(
    ("micros", "printed"),
    [(0, "$0.00"), (5_000_000000, "$5,000.00"), (303310, "$0.303310"), (-1, "−$0.000001"), (-1_230000, "−$1.23")],
)
def test_money_has_its_cents_and_millionths_only_below_a_cent(micros, printed):
    assert paper.money_of_micros(micros) == printed


@pytest.mark.parametrize(
    ("micros", "printed"),
    [
        (Fraction(5_931), "$0.005931"),
        (Fraction(59_31, 10), "$0.0005931"),
        (Fraction(1, 3), "$0.000000333…"),
        (Fraction(-10_000_000_000_001, 10_000), "−$1,000.000000000…"),
    ],
)
def test_a_product_is_exact_or_ends_in_dots(micros, printed):
    assert paper.exact_money(micros) == printed


def test_a_time_is_printed_in_the_rooms_zone():
    assert paper.clock(AT, "America/Los_Angeles") == "2026-03-07 21:14:05 PST"
    assert paper.clock(AT + timedelta(hours=12), "America/Los_Angeles") == "2026-03-08 10:14:05 PDT"


def test_a_time_without_a_zone_and_a_zone_that_is_none_are_refused():
    with pytest.raises(ValueError, match="has no time zone"):
        paper.clock(datetime(2026, 3, 7), "UTC")
    for zone in ("Nowhere/Here", "", "../etc", "America"):
        with pytest.raises(ValueError, match="is not a time zone"):
            paper.clock(AT, zone)


@every_paper
def test_the_json_has_no_float_and_says_its_units(module, page):
    def check(value):
        assert not isinstance(value, float)
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            check(part)

    shape = module.plain(page)
    check(shape)
    assert json.loads(json.dumps(shape)) == shape


def test_fractions_and_times_in_json_can_be_read_back():
    shape = win_page.plain(replace(ROYAL, share=Fraction(1, 10)))
    assert shape["share"] == "1/10" and shape["at"] == "2026-03-08T05:14:05Z" and shape["day"] == "2026-03-07"
    assert shape["envy"] == [{"seat": 1, "cents": 5000}, {"seat": 5, "cents": 5000}]


# ---- whatever is written ---------------------------------------------------------------------------

texts = st.text(st.characters(), max_size=60) | st.sampled_from([ODD, "\\", '"', "'", "#", "$", "`" * 3, "/*"])
cents = st.integers(0, 10_000_000_00)
micros = st.integers(0, 10_000_000_000000)
signed = st.integers(-10_000_000_000000, 10_000_000_000000)
shares = st.fractions(0, 1)
won_shares = st.fractions(0, 1).filter(bool)  # nothing of a meter cannot be won
moments = st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))
days = st.dates(date(1970, 1, 1), date(2200, 1, 1))
cards = st.lists(st.sampled_from(["As", "Td", "2c", "Kh", "Jk"]), max_size=9).map(tuple)
adjustments = st.lists(
    st.builds(papers.AdjustmentOfDay, at=moments, reason=texts, note=texts, micros=signed, account=texts,
              proposed_by=texts, approved_by=texts, win=st.none() | texts),
    max_size=3,
).map(tuple)  # fmt: skip
some = examples(15, 150)


@some
@given(st.builds(
    papers.WinPage, house=texts, meter=texts, paytable=texts, game=texts, table=texts, round=cents, seat=cents,
    player=texts, cards=cards, line=texts, share=won_shares, cents=cents, meter_before_micros=micros,
    meter_after_micros=micros, reseed_reserve_micros=micros, reseed_bank_micros=micros, overflow_micros=micros,
    envy=st.lists(st.tuples(cents, cents), max_size=3).map(tuple), at=moments, day=days, verified_by=texts, win=texts,
    backed_out_cents=cents, table_seq=cents, table_hash=texts, meter_seq=cents, meter_hash=texts, zone=st.just("UTC"),
))  # fmt: skip
def test_any_win_page_is_printed(page):
    assert NO_GLYPH not in words(win_page.pdf(page))


@some
@given(st.builds(
    papers.MeterDay, house=texts, meter=texts, day=days, status=texts, seed_cents=cents, stake_cents=cents,
    increment=shares, hidden=shares, maximum_cents=st.none() | cents, opening_micros=micros, zone=st.just("UTC"),
    opening_reserve_micros=micros, closing_micros=micros, closing_reserve_micros=micros,
    tables=st.lists(st.builds(papers.TableDay, table=texts, game=texts, stakes=cents, coin_in_cents=cents,
                              increment_micros=micros, reserve_micros=micros), max_size=3).map(tuple),
    awards=st.lists(st.builds(papers.AwardOfDay, at=moments, win=texts, line=texts, share=won_shares, cents=cents,
                              before_micros=micros), max_size=3).map(tuple),
    reseeds=st.lists(st.builds(papers.ReseedOfDay, at=moments, reserve_micros=micros, bank_micros=micros),
                     max_size=2).map(tuple),
    adjustments=adjustments, hits=st.lists(st.builds(papers.AwardTotal, line=texts, hits=cents, cents=cents),
                                           max_size=3).map(tuple),
    last_hits=st.lists(st.tuples(texts, texts, cents), max_size=3).map(tuple),
    expected_cents=st.none() | st.fractions(0, 10**9), deposit_due_micros=signed, deposit_by=days,
    deposited_upto=st.none() | days, overflow_micros=signed, head=st.tuples(cents, texts),
))  # fmt: skip
def test_any_day_of_a_meter_is_printed(page):
    assert NO_GLYPH not in words(meter_day.pdf(page))


@some
@given(st.builds(
    papers.Malfunction, house=texts, meter=texts, tables=st.lists(texts, max_size=5).map(tuple), what=texts,
    noticed_at=moments, reported_by=texts, suspended_at=st.none() | moments, shown_micros=signed,
    reserve_micros=signed, adjustments=adjustments, now=moments, notified_at=st.none() | moments,
    zone=st.sampled_from(["America/Los_Angeles", "UTC", "Asia/Kathmandu"]),
))  # fmt: skip
def test_any_malfunction_is_printed(page):
    assert NO_GLYPH not in words(malfunction.pdf(page))

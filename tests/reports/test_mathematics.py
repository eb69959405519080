"""The mathematics report: all that REGULATION lists, from the analysis alone, the same bytes from the same inputs."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache
from html import escape
from html.parser import HTMLParser
from itertools import product
from math import gcd
from pathlib import Path

import pytest
from rich.console import Console

import houseway
from houseway.analysis.design.task import FixedLines
from houseway.analysis.figures import Figures, decimal, percent, square_root
from houseway.analysis.machine.meters import run_meter
from houseway.analysis.meter_life import MeterLife
from houseway.analysis.par_sheet import QUANTILES, ROUNDS, ParSheet
from houseway.analysis.progressive import Progressive
from houseway.analysis.way_check import house_way_digest
from houseway.cli import app
from houseway.game import Bonus, Contest
from houseway.games import GAMES
from houseway.letters import approvals, letters, letters_of
from houseway.paytable import Odds, parse_pay
from houseway.progressive.envy import READINGS
from houseway.reports import document as documents
from houseway.reports.mathematics import Mathematics, clauses_of, document
from houseway.reports.output import REPORT
from houseway.reports.provenance import code_digest
from houseway.reports.shapes import shape as as_json
from houseway.reports.terminal import print_game
from tests.reports.game_reports import mathematics, paper, photographed, printed
from tests.reports.game_reports import page as page_of
from tests.reports.looking import has_clean_edges, overlaid, pages, pixels, squeezed, words
from tests.soak import telling

NUMBER = re.compile(r"[−-]?\$?(\d[\d,]*(?:\.\d+)?)(%?)(?:/(\d+))?")


class Page(HTMLParser):
    """A page's tables, facts and paragraphs by the section they stand in."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sections: dict[str, list[list[list[str]]]] = {"": []}
        self.facts: dict[str, dict[str, str]] = {"": {}}
        self.says: dict[str, str] = {"": ""}
        self.tags: set[str] = set()
        self.title, self.open, self.text, self.name = "", "", "", ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag in ("h2", "h3", "td", "th", "dt", "dd", "p", "li"):
            self.open, self.text = tag, ""
        elif tag == "table":
            self.sections[self.title].append([])
        elif tag == "tr":
            self.sections[self.title][-1].append([])

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag != self.open:
            return
        text = " ".join(self.text.split())
        match tag:
            case "h2" | "h3":
                self.title = text.partition(" ")[2] if text.partition(" ")[2] not in self.sections else text
                self.sections[self.title], self.facts[self.title], self.says[self.title] = [], {}, ""
            case "td" | "th":
                self.sections[self.title][-1][-1].append(text)
            case "dt":
                self.name = text
            case "dd":
                self.facts[self.title][self.name] = text
            case _:
                self.says[self.title] += text + "\n"
        self.open = ""


# A game of each kind: of the letters, with raises and folds, and without a main wager or a choice.
KNOWN = ("match-em", "san-lo", "supreme-99", "three-card-poker", "ez-baccarat")


@pytest.fixture(params=telling((("san-lo",),), KNOWN))
def known(request: pytest.FixtureRequest) -> Mathematics:
    return mathematics(request.param)


@pytest.fixture
def supreme() -> Mathematics:
    return mathematics("supreme-99")


def read(known: Mathematics) -> Page:
    is_usual = known is mathematics(known.game.slug)
    return Page(page_of(known.game.slug) if is_usual else documents.html(document(known)))


def number(text: str) -> Fraction:
    found = NUMBER.fullmatch(text)
    assert found, text
    value = Fraction(found[1].replace(",", "")) / int(found[3] or 1) / (100 if found[2] else 1)
    return -value if text[0] in "−-" else value


def half_unit(text: str) -> Fraction:
    digits = re.search(r"\.(\d+)", text)
    return Fraction(1, 2 * 10 ** (len(digits[1]) if digits else 0) * (100 if "%" in text else 1))


def rounds_to(value: Fraction, text: str) -> bool:
    return abs(value - number(text)) <= half_unit(text)


# ---- every number ----------------------------------------------------------------------------------


def test_every_line_of_every_paytable_is_the_analysis_line_by_line(known: Mathematics):
    page = read(known)
    assert len(analysed(known.game.slug)) == len(known.figures)
    for figures in analysed(known.game.slug):
        title = titled(figures)
        [[_, *rows, together], *_] = page.sections[title]
        envy = envy_of(figures)
        assert [row[0] for row in rows[: len(figures.lines)]] == [line.name for line in figures.lines]
        assert len(rows) == len(figures.lines) + bool(envy)
        for row, line in zip(rows, figures.lines, strict=False):
            assert number(row[1]) == line.combinations
            assert rounds_to(Fraction(line.combinations, figures.combinations), row[2])
            assert rounds_to(line.net, row[-2])
            assert rounds_to(Fraction(line.combinations, figures.combinations) * line.net, row[-1])
        lines = rows[: len(figures.lines)]
        assert number(together[1]) == figures.combinations == sum(number(row[1]) for row in lines)
        edge = -sum(Fraction(line.combinations, figures.combinations) * line.net for line in figures.lines) - envy
        assert rounds_to(-edge, together[-1])
        for name, value in {
            "House edge": edge,
            "Hit frequency": figures.hit_frequency,
            "Variance": figures.variance,
            "Average total staked": figures.action,
            "Element of risk": edge / figures.action,
        }.items():
            shown, exactly = page.facts[title][name].split(" = ")
            assert rounds_to(value, shown) and number(exactly) == value
            numerator, denominator = map(int, exactly.lstrip("−").split("/"))
            assert gcd(numerator, denominator) == 1 or numerator == 0
        deviation = Fraction(page.facts[title]["Standard deviation"])
        assert abs(deviation**2 - figures.variance) < Fraction(1, 10**6) * max(1, figures.variance)


def titled(figures: Figures) -> str:
    decks = f"{figures.decks} decks" if figures.decks > 1 else None
    return " · ".join(filter(None, (figures.wager, figures.label, figures.play, decks)))


def envy_of(figures: Figures) -> Fraction:
    """A wager's mean envy, of a stake of 1, worked out beside its figures: it is on no line, and a row of its own."""
    if not is_on_a_meter(figures):
        return Fraction(0)
    [meter] = [m for m in houseway.meters(figures.game) if m.paytable.name == figures.paytable]
    return meter.envy / meter.stake


def is_on_a_meter(figures: Figures) -> bool:
    table = GAMES[figures.game].paytables.get(figures.paytable)
    return table is not None and bool(table.meters)


def test_a_progressive_pays_its_own_lines_and_envy_in_a_row_of_its_own():
    """Pays, envy and combinations are read from the page, and mean envy and the edge worked out anew."""
    known = mathematics("san-lo")
    page, checked = read(known), 0
    for life in known.lives:
        table = life.terms.paytable
        [[head, *rows, together]] = page.sections[f"{table.wager} · {table.name}"]
        assert head[3:6] == ["Pays", "Envy", "Net of 1"]
        *lines, lost, envy = rows
        assert [row[4] for row in lines] == [
            f"${pay.envy_cents // 100}" if pay.envy_cents else "" for pay in table.lines.values()
        ]
        assert (lost[5], lost[3]) == ("−1", "lose") and envy[0] == "Envy for 5 other hands"
        total = number(together[1])
        mean = 5 * sum(number(row[1]) * number(row[4]) for row in lines if row[4]) / total / life.terms.stake
        assert mean > 0 and rounds_to(mean, envy[6])
        meter = life.mean / life.terms.stake
        own = sum(number(row[1]) * parse_pay(row[3]).net(meter) for row in lines) - number(lost[1])
        assert own / total + mean == -life.terms.house_edge and rounds_to(-life.terms.house_edge, together[6])
        checked += 1
    assert checked == 2


@pytest.mark.parametrize("name", ["FSLPP-01", "FSLPP-03"])
def test_analyze_report_whatif_design_and_documents_say_one_thing_of_the_progressive(name, capsys):
    """Edge, deviation, envy and every line's contribution. The pages of the browser are held against `analyze` in
    tests/web/test_mathematics.py."""
    game = GAMES["san-lo"]
    [figures] = houseway.analyze(game, paytable=name)
    deviation, envy = Fraction(figures.standard_deviation), envy_of(figures)
    assert decimal(deviation, 3) == {"FSLPP-01": "55.126", "FSLPP-03": "79.831"}[name]
    # analyze, as text and as JSON
    said = cli_says(capsys, f"analyze san-lo --paytable {name}")
    assert f"standard deviation {decimal(deviation, 4)}" in said
    assert re.search(rf"Envy for 5 other hands +{re.escape(decimal(envy, 6))}", said)
    [shape] = json.loads(cli_says(capsys, f"analyze san-lo --paytable {name} --json"))
    assert Fraction(shape["variance"]) == figures.variance and Fraction(shape["envy"]) == envy
    # the report
    page = read(mathematics("san-lo"))
    title = f"Progressive · {name}"
    [[_, *rows, together]] = page.sections[title]
    assert number(page.facts[title]["Variance"].split(" = ")[1]) == figures.variance
    assert [row[0] for row in rows] == [*(line.name for line in figures.lines), "Envy for 5 other hands"]
    contributions = [*(line.contribution for line in figures.lines), envy]
    assert all(rounds_to(adds, row[-1]) for adds, row in zip(contributions, rows, strict=True))
    assert rounds_to(-figures.house_edge, together[-1]) and sum(contributions) == -figures.house_edge
    # whatif and design
    compared = houseway.whatif(game, ["paytable=FSLPP-01,FSLPP-03"], wager="progressive")
    assert figures in [row.figures[0] for row in compared]
    counted = FixedLines.of(game, game.wager("Progressive"), game.paytable(name))
    assert counted.figures(game.paytable(name)) == figures
    # the documents
    written = Path("docs/figures.md").read_text("utf-8").partition(f"### Progressive · {name}\n")[2]
    assert f"variance {decimal(figures.variance, 4)}" in written.partition("###")[0]
    assert f"| Envy for 5 other hands | | | | {decimal(envy, 7)} |" in written.partition("###")[0]


def cli_says(capsys, line):
    app(shlex.split(line), standalone_mode=False)
    return capsys.readouterr().out


def test_the_variance_of_a_progressive_counts_the_spread_of_its_meter():
    """The first two moments of the meter that a wager meets are the same from one wager to the next."""
    known = mathematics("san-lo")
    page = read(known)
    for life in known.lives:
        meter, added = life.terms, life.terms.added
        takes = [(meter.probability(line), pay.amount) for line, pay in meter.shares.items()]
        kept = 1 - sum(q for q, _ in takes)
        one = sum(q * (1 - s) for q, s in takes) + kept  # left on the meter of what was met, and of its square
        two = sum(q * (1 - s) ** 2 for q, s in takes) + kept
        [top] = [q for q, s in takes if s == 1]
        first = (top * meter.seed + added) / (1 - one)
        second = (top * (meter.seed**2 + 2 * meter.seed * added) + 2 * added * one * first + added**2) / (1 - two)
        nets = [
            (meter.probability(line), pay.amount / meter.stake, Fraction(-1))
            if pay.odds is Odds.OF_METER
            else (meter.probability(line), Fraction(0), pay.net())
            for line, pay in meter.paytable.lines.items()
        ]
        nets.append((1 - sum(p for p, _, _ in nets), Fraction(0), Fraction(-1)))
        mean = sum(p * (share * first + net) for p, share, net in nets)
        square = sum(p * (share**2 * second + 2 * share * net * first + net**2) for p, share, net in nets)
        facts = page.facts[f"{meter.paytable.wager} · {meter.paytable.name}"]
        assert number(facts["Variance"].split(" = ")[1]) == square - mean**2 == meter.figures().variance
        assert meter.figures(meter.mean_top).variance < square - mean**2, "a meter that stands still"
        shown = next(row for row in page.sections[""][0] if row[1] == meter.paytable.name)[-1]
        assert abs(number(shown) ** 2 - (square - mean**2)) < 1


def test_a_bonus_pays_what_its_letter_says_line_by_line(known: Mathematics):
    """The pays are read from the page and the edge is worked out anew from its combinations."""
    page = read(known)
    for wager in known.game.wagers[1:]:
        for table in known.game.own_paytables(wager):
            title = f"{wager.name} · {table.label}" + (f" · {known.decks} decks" if known.decks > 1 else "")
            if title not in page.sections or table.meters:
                continue
            [[_, *rows, together]] = page.sections[title]
            total = sum(number(row[1]) for row in rows)
            net = sum(number(row[1]) * (parse_pay(row[3]).amount if row[3] != "lose" else -1) for row in rows)
            assert number(page.facts[title]["House edge"].split(" = ")[1]) == -net / total
            assert [row[3] for row in rows[:-1]] == [str(pay) for pay in table.lines.values()]
            assert together[1] == f"{int(total):,}"


def test_the_fractions_at_the_end_are_those_lines_again(known: Mathematics):
    page = read(known)
    titles = list(page.sections)
    first = titles.index("Every line as fractions") + 1
    for title, figures in zip(titles[first:], known.figures, strict=False):
        [[_, *rows, together]] = page.sections[title]
        envy = envy_of(figures)
        for row, line in zip(rows, figures.lines, strict=not envy):
            assert (number(row[1]), number(row[2])) == (line.probability, line.probability * line.net)
        assert sum(number(row[2]) for row in rows) == -figures.house_edge
        assert number(together[2]) == -figures.house_edge


def test_no_number_is_typed(known: Mathematics):
    """Whatever has four digits or more, and is not the letter's or the game's own, rounds from a figure of the api."""
    page = read(known)
    values = sorted({abs(value) for value in (*_api_values(known), *_handed_in(known))})
    given = " ".join((*(t for each in known.letters for t in (each.about, each.title, *each.clauses.values())),))
    checked = 0
    for title, tables in page.sections.items():
        if title in ("Versions and hashes", "The rules", "The house way") or title in {
            f"{each.title}, {documents.paper.long_day(each.date)}" for each in known.letters
        }:
            continue
        facts = [
            value
            for name, value in page.facts[title].items()
            if name not in ("Letter", "Commit of its sources", "Costliest round") and "Hash" not in name
        ]
        text = " ".join((*(cell for table in tables for row in table for cell in row), *facts, page.says[title]))
        for found in NUMBER.finditer(re.sub(r"houseway [\d.]+|[A-Z]+-\d+|\b[A-Z]\d\b", "", text)):
            if len(re.sub(r"\D", "", found[1])) < 4 or found[0] in given:
                continue
            said = found[0].replace("$", "")
            assert any(rounds_to(value, said) for value in _near(values, said)), (title, found[0])
            checked += 1
    assert checked > 50


def _near(values: list[Fraction], said: str) -> Iterator[Fraction]:
    """The values about here, either sign."""
    wanted = abs(number(said))
    reach = 2 * half_unit(said)
    for value in values[bisect_left(values, wanted - reach) : bisect_right(values, wanted + reach)]:
        yield value
        yield -value


@cache
def analysed(slug: str, decks: int | None = None) -> list[Figures]:
    """Asked anew; a solved game's main wagers are as they were solved."""
    game = GAMES[slug]
    if slug != "san-lo":
        return houseway.analyze(slug, decks=decks)
    contests = [f for f in mathematics(slug).figures if isinstance(game.wager(f.wager), Contest)]
    bonuses = [w.name for w in game.wagers if isinstance(w, Bonus)]
    return contests + [figures for wager in bonuses for figures in houseway.analyze(slug, wager=wager)]


def _api_values(known: Mathematics) -> Iterator[Fraction]:
    game, slug = known.game, known.game.slug
    for decks in game.decks:
        for f in analysed(slug, decks if len(game.decks) > 1 else None):
            yield from (
                f.house_edge,
                f.hit_frequency,
                f.variance,
                f.action,
                f.element_of_risk,
                Fraction(f.combinations),
            )
            yield Fraction(f.standard_deviation)
            for line in f.lines:
                yield from (Fraction(line.combinations), line.probability, line.contribution, line.net)
                yield from (parse_pay(pay).amount for pay in line.pay.split(" + ") if pay != "lose")
            yield from (f.folds, *f.choices.values())
    for short in known.strategies:
        yield from (short.house_edge, short.best_edge, short.cost)
        yield from (Fraction(row.hands) for row in short.rows)
        for length in short.curve:
            yield from (length.house_edge, short.cost_of(length))
    for play in known.plays:
        yield from (play.cost, play.house_edge)
    for difference in known.differences:
        yield from (difference.cost, Fraction(difference.hands))
    for meter in houseway.meters(slug):
        life = MeterLife(terms=meter)
        yield from (meter.mean_top, meter.reseed_cost, meter.fixed, meter.envy, meter.drain, meter.break_even)
        yield from (meter.seed, meter.one_in, meter.increment, Fraction(life.standard_deviation))
        yield from (edge for edges in life.edge_by_bettors().values() for edge in edges.values())
        yield from (Fraction(life.award.quantile(q).middle) for q in (0.05, 0.25, 0.5, 0.75, 0.95))
        for seats in range(1, game.seats + 1):
            table = replace(meter, dealt=seats, bettors=seats)
            yield from (table.edge_at(meter.seed), table.edge_at(meter.mean_top), table.break_even)
    for name in game.letters:
        for f in houseway.verify(name):
            found = (f.published.value, f.exact, f.difference, f.exact_under_reading)
            yield from (each for each in found if each is not None)


def _handed_in(known: Mathematics) -> Iterator[Fraction]:
    """Of the PAR sheet, of wagers and seats together, of pays and of readings; tests of their own work these out."""
    yield from (*map(Fraction, ROUNDS), *map(Fraction, QUANTILES.values()), Fraction(10_000))
    for figures in known.figures:
        sheet = ParSheet(figures=figures, turnover=known.turnover)
        yield from (sheet.hold_of_handle, sheet.hold_of_drop, figures.push_frequency)
        yield from (Fraction(sheet.volatility_index(confidence)) for confidence in QUANTILES)
        for interval in (sheet.interval(rounds, confidence) for rounds in ROUNDS for confidence in QUANTILES):
            yield from (Fraction(interval.low), Fraction(interval.high))
    for each in known.covariances:
        yield from (each.value, Fraction(each.correlation), Fraction(each.deviation_together))
    for effect in (effect for each in known.sensitivities for effect in each.effects):
        found = (effect.slope, effect.step, effect.less, effect.more)
        yield from (value for value in found if value is not None)
        yield from (number(part) for part in re.findall(r"\$?[\d,.]+%?", effect.pays))
    for combined in known.combined:
        for play in (combined.for_main, combined.for_side, combined.for_both):
            yield from (play.main_edge, play.side_edge, combined.edge(play), combined.kept(play), combined.gain)
    for read_so in known.read_so:
        figures = read_so.figures.figures() if isinstance(read_so.figures, Progressive) else read_so.figures
        yield from (figures.house_edge, Fraction(figures.combinations))
        for line in figures.lines:
            yield from (Fraction(line.combinations), line.probability, line.net)
    for life in known.lives:
        yield life.terms.drain * 10_000 / life.terms.stake
        yield from (table.house_edge for table in life.by_seats.values())
    assert known.risk is not None
    for of in (*known.risk.exposures, *known.risk.trays):
        yield from (of.at_most, of.worst.cost if of.worst else of.at_most)
    for exposure in known.risk.exposures:
        yield from (exposure.stake, exposure.odds, exposure.aggregate or Fraction(0))
    if known.risk.pairs is not None and known.risk.worst is not None:
        pairs, unit = known.risk.pairs, dict.fromkeys(known.risk.stakes, Fraction(1))
        values = (known.risk.mean, known.risk.variance, known.risk.worst.cost)
        yield from (value for value in values if value is not None)
        yield Fraction(square_root(known.risk.variance or Fraction(0)))
        spreads = {one: pairs.covariance(one, one, same_seat=True) for one in pairs.wagers}
        for one, other in product(pairs.wagers, repeat=2):
            value = pairs.covariance(one, other, same_seat=False)
            yield from (value, Fraction(float(value) / float(spreads[one] * spreads[other]) ** 0.5))
        for seats in range(1, known.game.seats + 1):
            variance = pairs.table_variance(seats, unit)
            alone = seats * pairs.table_variance(1, unit)
            yield from (pairs.table_mean(seats, unit), variance)
            yield from (Fraction(square_root(each)) for each in (variance, alone))


# ---- what it holds ---------------------------------------------------------------------------------


def test_it_holds_every_clause_of_its_letters_by_number(known: Mathematics):
    page = read(known)
    shown = {tuple(row) for tables in page.sections.values() for table in tables for row in table}
    for letter in known.letters:
        clauses = clauses_of(known.game, letter)
        assert {(tag, " ".join(text.split())) for tag, text in clauses.items()} <= shown
    assert {wager.clause for wager in known.game.wagers} <= {row[1] for row in shown if len(row) == 4}
    is_approved = {letter.id for letter in known.letters} <= approvals().keys()
    assert (
        "Unapproved: no letter of an agency approves these rules or pays" in page_of(known.game.slug)
    ) != is_approved


def test_a_letter_of_many_games_lends_each_its_own_clauses():
    atlas = letters()["gm-atlas-update-2023-06-14"]
    assert list(clauses_of(GAMES["supreme-99"], atlas)) == ["GMA S99"]
    assert clauses_of(GAMES["san-lo"], atlas) == {}


def test_departures_cost_what_they_leave_above_best_play(known: Mathematics):
    if not known.plays:
        pytest.skip("nothing departs from anything")
    rows = next(t for t in read(known).sections["Strategy, and what it costs"] if t[0][0] == "Play")[1:]
    best, *others = known.plays
    assert best.cost == 0 and all(play.cost >= 0 for play in others)
    for row, play in zip(rows, known.plays, strict=True):
        assert number(row[3]) == play.house_edge - best.house_edge
    if any(choice.way for choice in known.game.choices):
        copying = next(f.house_edge for f in analysed(known.game.slug) if f.play == "house way")
        assert next(p for p in known.plays if p.name == "the house way").house_edge == copying


def test_published_figures_stand_beside_the_exact_ones_with_their_verdict(known: Mathematics):
    page = read(known)
    rows = [row for t in page.sections["The letter’s figures, derived again"] for row in t[1:]]
    findings = [f for name in known.game.letters for f in houseway.verify(name) if f.game == known.game.slug]
    assert [(row[1], row[2]) for row in rows] == [(f.title, f.published.text) for f in findings]
    for row, finding in zip(rows, findings, strict=True):
        said = finding.verdict if finding.exact is not None else None
        assert row[6] == "; ".join(filter(None, (said, finding.note)))


def test_a_progressive_has_its_terms_its_seats_and_four_curves(known: Mathematics):
    known = replace(known, lives=tuple(MeterLife(terms=m) for m in houseway.meters(known.game.slug, seats=3)))
    page = read(known)
    for life in known.lives:
        meter = life.terms
        facts, [seats, bettors] = page.facts[meter.paytable.name], page.sections[meter.paytable.name]
        assert number(facts["Mean top award"].split(" = ")[1]) == meter.mean_top
        assert number(facts["Break-even meter"].split(" = ")[1]) == meter.break_even
        assert number(facts["Reseed cost a wager"].split(" = ")[1]) == meter.reseed_cost
        assert facts["Seats dealt in, that bet"] == "3, 3" and len(seats) == 1 + known.game.seats
        assert bettors[0][1:] == [f"Envy for {reading}" for reading in READINGS]
        for row, (number_of, edges) in zip(bettors[1:], life.edge_by_bettors().items(), strict=True):
            assert row == [str(number_of), *map(percent, edges.values())]
        every, strict = zip(*(edges.values() for edges in life.edge_by_bettors().values()), strict=True)
        assert set(every) == {strict[-1]} and list(strict) == sorted(set(strict), reverse=True)
    assert page_of(known.game.slug).count("<figure") == 4 * len(known.lives)


def test_it_says_that_it_is_no_certificate_and_that_nothing_was_simulated(known: Mathematics):
    for text in (page_of(known.game.slug), printed(known.game.slug)):
        assert squeezed("This is not a certificate") in squeezed(text)
        assert squeezed("No rounds were simulated for this report.") in squeezed(text)


@pytest.mark.soak
def test_a_simulation_stands_beside_theory(supreme: Mathematics):
    run = houseway.simulate("supreme-99", rounds=200_000, seed=7)
    page = read(replace(supreme, simulation=run))
    [[_, *rows]] = page.sections["Simulation beside theory"]
    assert "95 % confidence" in page.says["Simulation beside theory"]
    assert [row[:2] for row in rows] == [[each.wager, each.paytable.name] for each in run.measured]
    for row, each in zip(rows, run.measured, strict=True):
        assert rounds_to(each.exact.house_edge * 100, row[2].removesuffix("%"))
        assert rounds_to(each.house_edge * 100, row[3].removesuffix("%"))
        assert row[4] == f"{each.standard_error:.4%}"
        assert row[5] == "{:.4f} to {:.4f} %".format(*(100 * end for end in each.interval)).replace("-", "−")
        assert row[6].lstrip("+−") == f"{abs(each.z):.2f}" and abs(each.z) < 4


def test_a_simulated_meter_stands_beside_its_theory():
    known = mathematics("san-lo")
    awards = [(5_000, 0, "Royal Flush"), (90_000, 2, "Five Aces"), (150_000, 1, "Five Aces")]
    runs = tuple(run_meter(life.terms, 200_000, awards) for life in known.lives)
    rounds = replace(houseway.simulate("supreme-99", rounds=1_000), meters=runs)
    _, [_, *rows] = read(replace(known, simulation=rounds)).sections["Simulation beside theory"]
    assert len(rows) == 2
    for row, meter in zip(rows, runs, strict=True):
        assert row[0] == meter.paytable and number(row[1]) == len(meter.top_cents) == 2 and number(row[6]) == 3
        assert number(row[2]) == Fraction(round(Fraction(sum(meter.top_cents), len(meter.top_cents))), 100)
        assert rounds_to(meter.terms.mean_top, row[3]) and row[5].lstrip("+−") == f"{abs(meter.z or 0):.2f}"


@pytest.mark.soak
def test_a_simulation_can_be_repeated_by_its_command_under_a_letter_of_ones_own(tmp_path, capsys):
    path = tmp_path / "our own.toml"
    path.write_text(OTHER)
    known = houseway.mathematics("supreme-99", letter=path, rounds=2_000, seed=3)
    [command] = [
        block
        for section in document(known).sections
        for block in section.blocks
        if isinstance(block, documents.CommandLine)
    ]
    program, *given = shlex.split(" ".join(command.parts))
    assert program == "houseway" and f"--letter '{path}'" in command.parts and "--paytable PF-7" in command.parts
    app([*given, "--json"], standalone_mode=False)
    again = {each["paytable"]: each for each in json.loads(capsys.readouterr().out)["wagers"]}
    assert known.simulation is not None
    for each in known.simulation.measured:
        assert again[each.paytable.name]["house_edge"] == f"{each.house_edge.numerator}/{each.house_edge.denominator}"
    made = document(known)
    assert squeezed("".join(command.parts)) in words(documents.pdf(made))
    assert all(f"<span>{escape(part)}</span>" in documents.html(made) for part in command.parts)


@pytest.mark.usefixtures("ctrl_c")
def test_a_report_broken_off_while_it_simulates_is_none():
    told: list[int] = []

    def press(done: int, total: int) -> None:
        told.append(done)
        if done:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        houseway.mathematics("supreme-99", rounds=50_000_000, simulating=press)
    assert told[0] == 0 and 0 < told[-1] < 50_000_000


def test_the_card_and_what_each_length_costs_are_printed(supreme: Mathematics):
    card, curve, *_ = read(supreme).sections["Strategy, and what it costs"]
    [short] = supreme.strategies
    assert [(when, choose, number(hands)) for when, choose, hands in card[1:]] == [
        (row.when, row.choose, row.hands) for row in short.rows
    ]
    assert [int(lines) for lines, *_ in curve[1:]] == [length.lines for length in short.curve]


def few_packs() -> Mathematics:
    """Match 'Em as if it were dealt from one deck or eight, and what of it stands on the first page."""
    game = replace(GAMES["match-em"], decks=(1, 8))
    shoes = tuple(tuple(houseway.analyze(game, decks=decks)) for decks in game.decks)
    [letter] = letters_of(game.letters)
    findings = tuple(finding for finding in houseway.verify(letter.id) if finding.game == game.slug)
    return Mathematics(
        game=game,
        version=houseway.__version__,
        letters=(letter,),
        decks=1,
        figures=shoes[0],
        by_decks=shoes,
        strategies=(),
        plays=(),
        differences=(),
        lives=(),
        findings=findings,
    )


def test_the_first_page_of_a_game_of_many_packs_says_its_decks_and_shows_the_letters():
    known = few_packs()
    made = document(known)
    page = Page(documents.html(made))
    [[head, *rows]] = page.sections[""]
    assert "1 deck" in made.about and "1 deck," in page.facts[""]["Dealt from"]
    assert head[2:4] == ["House edge", "with 8 decks"]
    exact = {f.paytable: f.exact_under_reading for f in known.findings}
    assert len(exact) == 6
    for row in rows:
        if row[1] in exact:
            assert rounds_to(exact[row[1]] or Fraction(0), row[3])


def test_decks_that_a_figure_is_published_for_are_not_said_to_be_left_out():
    made = mathematics("kings-bounty")
    assert {(finding.decks, finding.title) for finding in made.findings if finding.figure == "house edge"} == {
        (6, "house edge, 6 decks"),
        (2, "house edge, 2 decks"),
    }
    page = page_of("kings-bounty")
    [[head, *_]] = Page(page).sections[""]
    assert "though it does not say so" not in page and not [column for column in head if column.startswith("with ")]


def test_hashes_are_of_what_was_used(known: Mathematics):
    page = read(known)
    rows = {row[0]: row[1] for row in page.sections["Versions and hashes"][0][1:]}
    assert known.game.way is None or known.game.way.label in rows
    for table in known.game.paytables.values():
        alike = [other.label for other in known.game.paytables.values() if other.digest == table.digest]
        assert len(alike) == 1 or f"{' and '.join(alike)} pay the same" in page.says["Versions and hashes"]
    for table in known.game.paytables.values():
        assert rows[f"Paytable {table.label}"] == table.digest
    for letter in known.letters:
        assert rows[f"Letter {letter.id}"] == letter.digest
    assert rows["Program, all files"] == code_digest() and all(
        re.fullmatch("[0-9a-f]{64}", each) for each in rows.values()
    )


def test_a_dealers_hand_without_a_file_is_hashed_by_what_it_does():
    game = GAMES["match-em"]
    same = game.set_by(replace(game.way, name="Another name"))
    turned = game.set_by(replace(game.way, set=lambda cards: game.way.set(cards)[::-1]))
    assert house_way_digest(same) == house_way_digest(game) != house_way_digest(turned)


# ---- another paytable ------------------------------------------------------------------------------

OTHER = """
title = "Ours"
date = 2026-01-02
[clauses]
"X 1" = "Nine-nine pays more."
[[paytable]]
name = "PF-7"
game = "supreme-99"
wager = "Pair Fortunes"
[paytable.pays]
"Four of a Kind" = "300 to 1"
"Two Pair" = "15 to 1"
"9-9" = "7 to 1"
"Pair" = "1 to 1"
"""


def test_a_changed_paytable_changes_the_report(supreme: Mathematics, tmp_path):
    path = tmp_path / "ours.toml"
    path.write_text(OTHER)
    page, before = read(houseway.mathematics("supreme-99", letter=path)), read(supreme)
    title = "Pair Fortunes · PF-7 (unapproved)"
    [old], [new] = before.sections["Pair Fortunes · Pair Fortunes"], page.sections[title]
    assert [row for row in new if row not in old] == [new[3], new[-1]]  # the line that changed, and the sum
    edge = number(page.facts[title]["House edge"].split(" = ")[1])
    assert edge == Fraction(9852, 270725) - Fraction(6208, 270725)
    assert page.facts[title]["Hash of the paytable"] != before.facts["Pair Fortunes · Pair Fortunes"]
    assert page.sections["Standard Bet · S99 · best play"] == before.sections["Standard Bet · S99 · best play"]
    assert "publishes no figures" in page.says["The letter’s figures, derived again"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("supreme-99", "match-em"), "is not a wager of match-em"),
        (('name = "PF-7"', 'name = ""'), "name"),
        (("7 to 1", "seven"), "is not a pay"),
    ],
)
def test_a_letter_with_faults_is_refused(tmp_path, change: tuple[str, str], says: str):
    path = tmp_path / "ours.toml"
    path.write_text(OTHER.replace(*change))
    with pytest.raises(ValueError, match=says):
        houseway.mathematics("supreme-99", letter=path)


def test_a_letter_of_another_game_is_refused():
    with pytest.raises(ValueError, match="match-em-hi-lo-2014-11-24 has no paytable of supreme-99"):
        houseway.mathematics("supreme-99", letter="match-em")


def test_only_letters_that_have_a_paytable_are_said_to_have_one():
    atlas = "gm-atlas-update-2023-06-14"
    with pytest.raises(ValueError, match=f"{atlas} has no paytable of san-lo; these have: [^ ]*2012-03-14$"):
        houseway.mathematics("san-lo", letter=atlas)


# ---- paper, page, bytes ----------------------------------------------------------------------------


def test_paper_keeps_its_margins_and_prints_every_character(known: Mathematics):
    made = document(known)
    text = printed(known.game.slug)
    assert "\ufffd" not in text
    pictures = photographed(known.game.slug)
    assert len(pictures) == pages(paper(known.game.slug)) >= 4
    assert all(map(has_clean_edges, pictures))
    for section in made.sections:
        assert squeezed(section.title) in text


def test_no_words_of_a_page_lie_over_others(known: Mathematics):
    """A column of words that is squeezed to nothing runs into the next."""
    assert overlaid(paper(known.game.slug)) == []


def test_both_renderings_say_the_same(known: Mathematics):
    made = document(known)
    text = printed(known.game.slug)
    for _, _, section in made.numbered():
        for block in section.blocks:
            if isinstance(block, documents.Ledger) and len(block.rows) < 20:
                for row in (*block.rows, block.total):
                    assert squeezed("".join(row)) in text, row
            if isinstance(block, documents.FactList):
                for name, value in block.pairs:
                    assert squeezed(name + value) in text


def test_the_page_fetches_nothing_and_runs_nothing(known: Mathematics):
    text = page_of(known.game.slug).replace("http://www.w3.org/2000/svg", "")
    assert "://" not in text and "url(" not in text and "@import" not in text
    assert not read(known).tags & {"script", "link", "img", "iframe", "object"}
    assert "var(--felt)" in text or not known.lives


def test_curves_have_letters_that_can_be_read_on_paper():
    """Two abreast, each is 243 points wide; its letters are measured in its own units."""
    [curves] = {
        section.title: block
        for _, _, section in document(mathematics("san-lo")).numbered()
        for block in section.blocks
        if isinstance(block, documents.Pictures) and section.title == mathematics("san-lo").lives[0].terms.paytable.name
    }.values()
    for picture in curves.pictures:
        width = Fraction(re.search(r'viewBox="\d+ \d+ (\d+)', picture.svg)[1])
        assert min(int(size) for size in re.findall(r'font-size="(\d+)"', picture.svg)) * 243 / width >= 7


@pytest.mark.soak
def test_no_page_but_the_first_and_the_last_is_half_empty(known: Mathematics):
    """But where four curves of a meter, which stay together, did not fit below."""
    for picture in photographed(known.game.slug)[1:-1]:
        ink = (pixels(picture)[..., :3] < 200).any(axis=(1, 2))
        height = len(ink)
        lowest = max(i for i in range(int(height * 0.9)) if ink[i])
        assert lowest > height * 0.55


def test_every_text_of_the_deal_names_what_numbers_it_and_nothing_else(known: Mathematics):
    out = io.StringIO()
    print_game(Console(file=out, width=1000), known.game)
    report = read(known).facts["The rules"]["Order of the deal"]
    for text in (report, as_json(known.game)["rotation"], out.getvalue().splitlines()[1]):
        assert ("dice" in text) == ("dice" in known.game.number_by)
        assert ("random number generator" in text) == ("rng" in known.game.number_by)
        assert "RNG" not in text and "{" not in text


def test_what_a_letter_says_is_no_markup(supreme: Mathematics):
    [letter, *_] = supreme.letters
    sly = replace(letter, clauses={"S99 1": "<script>alert(1)</script> #panic() $x$ *bold*"})
    made = document(replace(supreme, letters=(sly,)))
    assert "<script" not in documents.html(made)
    assert squeezed("<script>alert(1)</script> #panic() $x$ *bold*") in words(documents.pdf(made))


BUILD = """
import sys, houseway
from pathlib import Path
from houseway.reports import document
from houseway.reports.mathematics import document as report
made = report(houseway.mathematics(sys.argv[1]))
for path in sys.argv[2:]:
    document.write_document(made, Path(path))
"""


@pytest.mark.parametrize(
    "slug", telling([("three-card-poker",)], ["supreme-99", "san-lo", "match-em", "three-card-poker", "baccarat"])
)
def test_another_process_on_another_day_makes_the_same_bytes(slug: str, tmp_path):
    paths = [tmp_path / f"report.{kind}" for kind in REPORT.endings]
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "TZ": "Asia/Tokyo", "LANG": "C", "LC_ALL": "C"}
    subprocess.run([sys.executable, "-c", BUILD, slug, *map(str, paths)], env=environment, check=True)
    made = document(mathematics(slug))
    assert [path.read_bytes() for path in paths] == [documents.pdf(made), documents.html(made).encode()]


def test_a_date_is_printed_only_if_it_is_given(supreme: Mathematics):
    plain, dated = documents.pdf(document(supreme)), documents.pdf(document(supreme, on=date(2026, 3, 7)))
    assert b"CreationDate" not in plain and b"D:20260307" in dated
    assert "March7,2026" in words(dated) and "March7,2026" not in words(plain)
    assert "March 7, 2026" in documents.html(document(supreme, on=date(2026, 3, 7)))


@pytest.mark.parametrize(
    ("words_given", "says"),
    [
        (["supreme-99"], "a report needs -o FILE.pdf"),
        (["supreme-99", "-o", "report.doc"], "'report.doc' is not a report's file: its name ends in .pdf or .html"),
        (["supreme-99", "-o", "no/such/folder/report.html"], "cannot be written"),
        (["supreme-99", "--date", "today", "-o", "x.pdf"], "'today' is not a day: YYYY-MM-DD"),
        (["supreme-99", "--letter", "match-em", "-o", "x.pdf"], "has no paytable of supreme-99"),
        (["supreme-99", "--decks", "2", "-o", "x.pdf"], "2 decks: this game takes 1"),
        (["supreme-99", "--rounds", "-1", "-o", "x.pdf"], "-1 rounds: 0 to 1,000,000,000,000"),
        (["whist", "-o", "x.pdf"], "'whist' is not a game"),
    ],
)
def test_a_report_says_what_was_wrong(tmp_path, monkeypatch, words_given: list[str], says: str):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=re.escape(says)):
        app(["report", *words_given], standalone_mode=False)
    assert not list(tmp_path.iterdir())

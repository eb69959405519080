"""What is handed in with a mathematics report: each chapter's figures read from the page, and worked out beside it."""

import json
import re
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist

import pytest

import houseway
from houseway.analysis.exact.counted_by import counted_by
from houseway.analysis.exact.knowledge import Knowledge
from houseway.analysis.figures import percent
from houseway.analysis.gain import Gain
from houseway.cli import app
from houseway.games import GAMES
from houseway.reports import commit
from houseway.reports import document as documents
from houseway.reports.document import Text
from houseway.reports.mathematics import Mathematics, document
from houseway.reports.mathematics.method import METHODS
from houseway.reports.mathematics.protection import protection_section
from houseway.reports.paper import in_lowest_terms, minus
from houseway.reports.provenance import code_digest
from tests.reports.game_reports import mathematics, printed
from tests.reports.looking import squeezed, words
from tests.reports.test_mathematics import Page, few_packs, number, read, rounds_to
from tests.soak import more

SAN_LO = ("san-lo",)
EVERY = more(SAN_LO, ("san-lo", "supreme-99", "match-em", "three-card-poker"))


def test_every_method_that_counts_a_wager_has_words():
    few = ("san-lo", "supreme-99", "three-card-poker", "ultimate-texas-holdem", "baccarat", "blackjack", "let-it-ride")
    for slug in more(few, GAMES):
        game = GAMES[slug]
        assert {counted_by(game, wager) for wager in game.wagers} <= METHODS.keys()


def test_a_reading_that_gives_a_published_figure_has_its_lines_beside_those_written():
    known = mathematics("supreme-99")
    page = read(known)
    [[head, *rows, together]] = page.sections["Pair Fortunes, pair before 9-9"]
    assert head[2] == "Deals as written" and head[5] == "Deals so read"
    counts = {row[0]: (number(row[2]), number(row[5])) for row in rows}
    assert counts["9-9"] == (6208, 5632) and counts["Pair"] == (84288, 84864)
    assert "4.70%" in page.says["Pair Fortunes, pair before 9-9"]
    assert rounds_to(Fraction(-12732, 270725), together[-1])


@pytest.mark.parametrize("slug", EVERY)
def test_every_figure_that_follows_under_a_reading_of_the_rules_has_its_table(slug: str):
    known = mathematics(slug)
    read_by = [finding for finding in known.findings if finding.exact_under_reading is not None]
    shown = {(f.paytable, f.figure) for each in known.read_so for f in each.findings}
    for finding in read_by:
        is_printing = finding.exact_under_reading == finding.exact
        assert is_printing or (finding.paytable, finding.figure) in shown
    for each in known.read_so:
        for finding in each.findings:
            if finding.figure == "house edge":
                assert each.figures.house_edge == finding.exact_under_reading


@pytest.mark.parametrize("slug", EVERY)
def test_intervals_of_the_hold_are_the_edge_and_so_many_deviations(slug: str):
    known = mathematics(slug)
    tables = read(known).sections["Hold by number of rounds"]
    assert len(tables) == 3
    for confidence, [head, *rows] in zip((0.90, 0.95, 0.99), tables, strict=True):
        quantile = NormalDist().inv_cdf((1 + confidence) / 2)
        assert head[2:] == ["10,000 rounds", "100,000 rounds", "1,000,000 rounds", "10,000,000 rounds"]
        for row, figures in zip(rows, known.figures, strict=True):
            for rounds, cell in zip((10**4, 10**5, 10**6, 10**7), row[2:], strict=True):
                low, high = (float(number(end)) for end in cell.rstrip("*").split(" to "))
                reach = quantile * (float(figures.variance) / rounds) ** 0.5
                assert low == pytest.approx(float(figures.house_edge) - reach, abs=6e-5)
                assert high == pytest.approx(float(figures.house_edge) + reach, abs=6e-5)


@pytest.mark.parametrize("slug", EVERY)
def test_each_variance_stands_as_a_fraction_under_the_indices(slug: str):
    known = mathematics(slug)
    [_, *indices], [_, *exact] = read(known).sections["Volatility index"]
    for row, fraction, figures in zip(indices, exact, known.figures, strict=True):
        assert number(fraction[1]) == figures.variance
        assert float(row[3]) == pytest.approx(1.6448536 * float(figures.variance) ** 0.5, abs=2e-6)


def test_both_together_is_what_the_solver_says_and_no_worse_than_either():
    known = mathematics("san-lo")
    solution = houseway.solve("san-lo")
    assert [each.ratio for each in known.combined] == [Fraction(1, 4), Fraction(1, 2), Fraction(1)]
    for each in known.combined:
        assert each.kept(each.for_both) == solution.both(each.ratio).house_edge
        assert each.kept(each.for_both) <= min(each.kept(each.for_main), each.kept(each.for_side)) and each.gain >= 0
        edges = {(f.wager, f.play): f.house_edge for f in known.figures}
        assert each.for_main.main_edge == edges["Main Bet", "best play"]
        assert each.for_side.side_edge == edges["Hat Trick", "best play for it alone"]
    text = printed("san-lo")
    assert all(squeezed(in_lowest_terms(each.kept(each.for_both))) in text for each in known.combined)


def test_seats_and_wagers_that_are_counted_together_have_their_fractions_on_paper():
    known = mathematics("supreme-99")
    text = printed("supreme-99")
    [one] = known.covariances
    assert one.is_exact and in_lowest_terms(one.value) in text
    assert known.risk is not None and known.risk.pairs is not None
    pairs = known.risk.pairs
    assert pairs.covariance(*pairs.wagers, same_seat=True) == one.value, "two ways of counting, one figure"
    assert in_lowest_terms(pairs.covariance("Standard Bet", "Standard Bet", same_seat=False)) in text
    unit = dict.fromkeys(pairs.wagers, Fraction(1))
    assert all(in_lowest_terms(pairs.table_variance(seats, unit)) in text for seats in range(1, 7))
    assert "$540,000.00" in text, "six seats with $300 on 300 to 1"


def test_what_is_not_known_is_said():
    text = printed("san-lo")
    assert squeezed("Not known: Main Bet and Fortune Bonus; Main Bet and Progressive") in text
    assert squeezed("no rounds were dealt for this report") in text


@pytest.mark.soak
def test_what_cannot_be_counted_is_sampled_and_says_so():
    known = houseway.mathematics("match-em", rounds=20_000)
    page = Page(documents.html(document(known)))
    assert "dealt at random, 20,000 rounds at one seat" in page.says["Wagers of one seat"]
    [[_, *rows]] = page.sections["Wagers of one seat"]
    assert len(rows) == 3 and all(float(row[3]) > 0 for row in rows) and not known.uncounted


@pytest.mark.parametrize("slug", EVERY)
def test_every_pay_has_its_slope(slug: str):
    known = mathematics(slug)
    text = printed(slug)
    assert {each.paytable.name for each in known.sensitivities} == set(known.game.paytables)
    for each in known.sensitivities:
        assert {line for line, pay in each.paytable.lines.items() if str(pay) != "100%"} <= {
            e.line for e in each.effects
        }
        for effect in each.effects:
            assert squeezed(f"{effect.line}{effect.pays}") in text and in_lowest_terms(effect.slope) in text


# ---- cards that are seen, and seats that share ---------------------------------------------------------


def sharing(seats: int, edge: float, decks: int = 1) -> Gain:
    edges = Fraction(2, 100), Fraction(str(edge)) / 100
    known = Knowledge(dead=3 * (seats - 1))
    return Gain(
        game="match-em",
        decks=decks,
        knowledge=known,
        house_edge=edges[0],
        gain=edges[0] - edges[1],
        hand=3,
        samples=1_000,
        standard_error=0.002,
    )


def verdict(*gains: Gain) -> str:
    [said] = texts_of(replace(few_packs(), gains=gains))[1:]
    return said


def texts_of(known: Mathematics) -> list[str]:
    return [block.says for block in protection_section(known).blocks if isinstance(block, Text)]


def test_a_game_is_said_to_be_beaten_where_that_is_more_than_chance():
    doubtful = verdict(sharing(6, 0.2), sharing(7, -0.3), sharing(7, 1.9, decks=8))
    assert "is not shown to be beaten by any number of seats" in doubtful
    assert "is not shown to be beaten by 7 seats that share" in verdict(sharing(7, -0.3))
    assert "beaten by 7 seats that share" in (
        said := verdict(sharing(6, -0.2), sharing(7, -0.9), sharing(7, 1.9, decks=8))
    )
    assert "8 decks protect it" in said
    assert "beaten by 6 seats or more" in (
        said := verdict(sharing(6, -0.5), sharing(7, -0.9), sharing(7, 0.3, decks=8))
    )
    assert "protect it" not in said


def test_what_seats_that_share_win_stands_in_the_report_as_the_library_has_it():
    [shared] = houseway.collusion("match-em", seats=[7], decks=[1], samples=50)
    flashed = houseway.knowing("match-em", shown=1, decks=1)
    text = "".join(map(str, protection_section(replace(few_packs(), gains=(flashed, shared))).blocks))
    for each in (flashed, shared):
        assert minus(percent(each.gain, 4)) in text and minus(percent(each.edge, 4)) in text
    assert "exact" in text and "(50 samples)" in text
    assert "houseway collusion match-em" in str(protection_section(few_packs()).blocks)
    assert "Nobody chooses anything" in str(protection_section(mathematics("super-match")).blocks)


@pytest.mark.soak
def test_the_report_of_match_em_says_that_a_full_table_of_one_deck_beats_it():
    known = houseway.mathematics("match-em", rounds=1_000)
    assert "is beaten by" in texts_of(known)[1] and "2 decks protect it" in texts_of(known)[1]


# ---- who, and from what ----------------------------------------------------------------------------


def test_preparer_reviewer_and_lines_to_be_signed():
    known = mathematics("supreme-99")
    signed = replace(known, prepared_by="Ada Lovelace", reviewed_by="Emmy Noether")
    text = words(documents.pdf(document(signed)))
    assert text.count("AdaLovelace") == text.count("EmmyNoether") == 2
    for lines in (text, printed("supreme-99")):
        assert lines.count("Signature") == 2 and "Preparedby" in lines and "Reviewedby" in lines


def test_version_commit_and_hashes_stand_whole_on_the_first_page_and_the_last():
    known = replace(mathematics("supreme-99"), commit="0123456789abcdef0123456789abcdef01234567")
    text = words(documents.pdf(document(known)))
    assert text.count("0123456789abcdef0123456789abcdef01234567") == 2 and text.count(code_digest()) == 2
    unknown = words(documents.pdf(document(replace(known, commit=None))))
    assert squeezed("not known: the program does not run from a checkout of its sources") in unknown


def test_a_checkout_has_its_commit_and_says_if_it_was_changed(tmp_path: Path):
    def git(*words_given: str) -> str:
        who = ("-c", "user.name=A", "-c", "user.email=a@b.example")
        ran = subprocess.run(["git", *who, *words_given], cwd=tmp_path, check=True, capture_output=True, text=True)
        return ran.stdout.strip()

    (tmp_path / "__init__.py").write_text("")
    assert commit._of_checkout(tmp_path) is None
    git("init", "-q")
    assert commit._of_checkout(tmp_path) is None, "the folder is in a checkout, but not under version control"
    git("add", ".")
    git("commit", "-q", "-m", "one")
    assert commit._of_checkout(tmp_path) == git("rev-parse", "HEAD")
    (tmp_path / "__init__.py").write_text("changed = 1")
    assert commit._of_checkout(tmp_path) == git("rev-parse", "HEAD") + commit.CHANGED


def test_the_command_takes_the_names_the_stakes_and_the_turnover(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "report.html"
    asked = ["report", "super-match", "--rounds", "0", "-o", str(path), "--json", "--prepared-by", "Ada <b>"]
    app([*asked, "--turnover", "7", "--stake", "$25", "--side", "5"], standalone_mode=False)
    page = path.read_text("utf-8")
    assert "Ada &lt;b&gt;" in page and "staked 7 times over" in page and "$25.00 on Super Match" in page
    written = json.loads(capsys.readouterr().out)
    kinds = {block["kind"] for section in written["sections"] for block in section["blocks"]}
    assert "signatures" in kinds
    with pytest.raises(ValueError, match=re.escape("turnover 1001: what is bought is staked 1 to 1000 times")):
        app(
            ["report", "super-match", "--rounds", "0", "-o", str(path), "--turnover", "1001"],
            standalone_mode=False,
        )

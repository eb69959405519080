"""Every published figure of SPEC §4: its exact value, its verdict, and the reading under which it follows."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.analysis.exact.figures import FOR_ITSELF, FOR_MAIN, HOUSE_WAY, figures_of
from houseway.analysis.figures import percent
from houseway.analysis.verify import verify
from houseway.faults import FileFaults
from houseway.game import LOSE
from houseway.games import GAMES
from houseway.letters.letter import read_letter
from houseway.paytable import parse_pay

JOKER = "joker must play"
PAIR_FIRST = "pair before 9-9"
HOLD = (None, "not derivable", None)

# (paytable, figure): (published, exact as written, verdict, reading)
FINDINGS = {
    ("Pair Fortunes", "house edge"): ("4.70%", "9852/270725", "follows under a reading", PAIR_FIRST),
    ("FSLP-01", "house edge"): ("2.00%", "109077/5739370", "follows under a reading", JOKER),
    ("FSLP-02", "house edge"): ("3.37%", "187813/5739370", "follows under a reading", JOKER),
    ("FSLP-03", "house edge"): ("4.74%", "266549/5739370", "follows under a reading", JOKER),
    ("FSLP-04", "house edge"): ("5.58%", "315773/5739370", "follows under a reading", JOKER),
    ("FSLP-01", "hit frequency"): ("21.62%", "620558/2869685", "follows", None),
    ("FSLP-02", "hit frequency"): ("21.62%", "620558/2869685", "follows", None),
    ("FSLP-03", "hit frequency"): ("21.62%", "620558/2869685", "follows", None),
    ("FSLP-04", "hit frequency"): ("21.62%", "620558/2869685", "follows", None),
    ("FSLP-01", "estimated hold"): ("21%", *HOLD),
    ("FSLP-02", "estimated hold"): ("24%", *HOLD),
    ("FSLP-03", "estimated hold"): ("27%", *HOLD),
    ("FSLP-04", "estimated hold"): ("29%", *HOLD),
    ("FSLPP-01", "house edge"): (
        "19.00%",
        "203501/1082900",
        "follows under a reading",
        f"increment 21.00%, six seats dealt in, {JOKER}",
    ),
    ("FSLPP-01", "hit frequency"): ("5.38%", "154656/2869685", "follows under a reading", JOKER),
    ("FSLPP-01", "top payout"): ("478,281 to 1", "2869685/6", "follows", None),
    ("FSLPP-01", "average top payout"): (
        "$31,396",
        "12652677/403",
        "follows under a reading",
        "increment 21.00%",
    ),
    ("FSLPP-03", "house edge"): (
        "23.00%",
        "13121556853/57393700000",
        "follows under a reading",
        f"increment 30.331%, six seats dealt in, {JOKER}",
    ),
    ("FSLPP-03", "hit frequency"): ("5.38%", "154656/2869685", "follows under a reading", JOKER),
    ("FSLPP-03", "top payout"): ("478,281 to 1", "2869685/6", "follows", None),
    ("FSLPP-03", "average top payout"): (
        "$46,174",
        "18608083147/403000",
        "follows under a reading",
        "increment 30.331%",
    ),
    ("A1", "house edge"): ("3.12%", "10311391/22511825", "follows under a reading", "eight decks"),
    ("A2", "house edge"): ("3.99%", "10336071/22511825", "follows under a reading", "eight decks"),
    ("A3", "house edge"): ("4.97%", "10722351/22511825", "follows under a reading", "eight decks"),
    ("B1", "house edge"): ("3.33%", "83/325", "follows under a reading", "eight decks"),
    ("B2", "house edge"): ("3.85%", "278/1105", "follows under a reading", "eight decks"),
    ("B3", "house edge"): ("4.89%", "1416/5525", "follows under a reading", "eight decks"),
}
UNDER_THE_READING = {
    ("Pair Fortunes", "house edge"): "12732/270725",
    ("FSLP-01", "house edge"): "8817/441490",
    ("FSLP-02", "house edge"): "193357/5739370",
    ("FSLP-03", "house edge"): "272093/5739370",
    ("FSLP-04", "house edge"): "64105/1147874",
    ("FSLPP-01", "house edge"): "10904353/57393700",
    ("FSLPP-01", "hit frequency"): "30852/573937",
    ("FSLPP-03", "house edge"): "776515109/3376100000",
    ("A1", "house edge"): "87445693582652/2798415487510545",
    ("B1", "house edge"): "4136/124085",
}


@pytest.fixture(scope="module")
def findings():
    return houseway.verify()


@pytest.fixture(scope="module")
def by_figure(findings):
    return {(f.paytable, f.figure): f for f in findings if not f.letter.startswith("gm-atlas")}


def test_every_published_figure_is_found_and_no_other(findings, by_figure):
    assert set(by_figure) == set(FINDINGS)
    assert len(findings) == len(FINDINGS) + 1  # the letter of 2023 prints Pair Fortunes again


@pytest.mark.parametrize("which", FINDINGS, ids=" ".join)
def test_a_published_figure(by_figure, which):
    published, exact, verdict, reading = FINDINGS[which]
    finding = by_figure[which]
    assert finding.published.text == published
    assert finding.exact == (None if exact is None else Fraction(exact))
    assert finding.verdict == verdict
    assert finding.reading == reading
    assert finding.follows == (verdict == "follows")
    assert finding.approved


@pytest.mark.parametrize("which", UNDER_THE_READING, ids=" ".join)
def test_a_published_figure_under_its_reading(by_figure, which):
    finding = by_figure[which]
    assert finding.exact_under_reading == Fraction(UNDER_THE_READING[which])
    assert finding.published.follows_from(finding.exact_under_reading)
    assert finding.difference == finding.exact - finding.published.value


def test_every_difference_is_explained(findings):
    assert all(f.explained for f in findings)


def test_a_reading_by_rule_is_said_in_words(by_figure):
    assert "never paid as 9-9" in by_figure["Pair Fortunes", "house edge"].reading_says
    assert "must be one of the five" in by_figure["FSLPP-03", "house edge"].reading_says
    assert by_figure["A1", "house edge"].reading_says is None


def test_what_a_letter_is_silent_on_is_an_assumption_and_never_follows(by_figure):
    finding = by_figure["FSLPP-01", "average top payout"]
    assert finding.assumes == ("increment 21.00%",)
    assert finding.published.follows_from(finding.exact)
    assert not finding.follows
    assert by_figure["FSLPP-01", "house edge"].assumes == ("increment 21.00%", "six seats dealt in")


def test_an_estimated_hold_is_printed_as_published(by_figure):
    finding = by_figure["FSLP-01", "estimated hold"]
    assert (finding.exact, finding.difference) == (None, None)
    assert finding.note == "the letter does not define it"
    assert finding.explained


def test_figures_are_shown_as_the_letter_prints_them_two_digits_longer(by_figure):
    def shown(*which):
        return by_figure[which].show(by_figure[which].exact)

    assert shown("FSLP-01", "house edge") == "1.9005%"
    assert shown("FSLPP-01", "average top payout") == "$31,396.22"
    assert shown("FSLPP-01", "top payout") == "478,280.83"


def test_one_letter_alone():
    assert {f.letter for f in houseway.verify("supreme-99-2014-11-24")} == {"supreme-99-2014-11-24"}
    assert {f.game for f in houseway.verify("match-em")} == {"match-em"}


def test_an_unknown_letter_is_named():
    with pytest.raises(ValueError, match="'supreme-100' is not a letter: fortune-san-lo-progressive-2012-03-14, "):
        houseway.verify("supreme-100")


# ---- letters of one's own ------------------------------------------------------------------------

OWN = """
title = "Own"
date = 2026-01-01

[[paytable]]
name = "Own Fortunes"
game = "supreme-99"
wager = "Pair Fortunes"
[paytable.pays]
"Four of a Kind" = "300 to 1"
"Two Pair" = "15 to 1"
"9-9" = "6 to 1"
"Pair" = "1 to 1"
[paytable.published]
"house edge" = "3.64%"
"hit frequency" = "34.47%"
"""


def own(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_letter_of_ones_own_is_verified_and_its_paytables_are_unapproved(tmp_path):
    edge, hits = houseway.verify(own(tmp_path, OWN))
    assert (edge.letter, edge.paytable, edge.exact) == ("own", "Own Fortunes", Fraction(9852, 270725))
    assert edge.follows
    assert hits.follows
    assert not edge.approved


def test_a_figure_that_follows_from_nothing_is_not_explained(tmp_path):
    edge, _ = houseway.verify(own(tmp_path, OWN.replace("3.64%", "3.65%")))
    assert edge.verdict == "does not follow"
    assert not edge.explained
    assert edge.reading is None


MORE = (
    OWN
    + """
[[figures]]
paytable = "Own Fortunes"
source = "a book"
[figures.published]
"house edge" = "{edge}"
"standard deviation" = "{deviation}"
[figures.counts]
of = "541,450"
"Four of a Kind" = "26"
"Four of a Kind | Two Pair" = "{together}"
[figures.frequencies]
"Two Pair" = "1 in 96.41"
{remarks}
"""
)


FOLLOWS = {"edge": "9852/270725", "deviation": "2.906", "together": "5,642", "remarks": ""}


def more(tmp_path: Path, **change: str):
    text = MORE.format(**FOLLOWS | change)
    return {each.figure: each for each in houseway.verify(own(tmp_path, text)) if each.source}


def test_a_fraction_a_count_and_a_reciprocal_are_exact_figures_too(tmp_path):
    found = more(tmp_path)
    assert [each.verdict for each in found.values()] == ["follows"] * 5
    assert found["Four of a Kind | Two Pair"].exact == 2 * (13 + 2808)
    assert found["house edge"].show(found["house edge"].exact) == "9852/270725"
    assert found["Four of a Kind | Two Pair"].show(Fraction(5642)) == "5,642"
    assert found["Two Pair"].show(found["Two Pair"].exact) == "96.4120"
    assert {each.source for each in found.values()} == {"a book"}


def test_a_count_that_is_wrong_by_one_does_not_follow(tmp_path):
    finding = more(tmp_path, together="5,643")["Four of a Kind | Two Pair"]
    assert (finding.verdict, finding.difference, finding.explained) == ("does not follow", -1, False)


@pytest.mark.parametrize(("kind", "verdict"), [("wrong", "is wrong"), ("differs", "does not follow")])
def test_a_letter_may_say_why_a_figure_does_not_follow(tmp_path, kind, verdict):
    remarks = f'[figures.{kind}]\n"house edge" = "its lines add up to another"'
    finding = more(tmp_path, edge="5.00%", remarks=remarks)["house edge"]
    assert (finding.verdict, finding.remark, finding.explained) == (verdict, "its lines add up to another", True)


def test_a_line_that_nobody_has_is_refused(tmp_path):
    with pytest.raises(ValueError, match="'Five' is neither a line of Pair Fortunes nor said: Four of a Kind, "):
        more(tmp_path, remarks='"Five" = "1 in 7"')


def test_a_printed_half_counts_as_rounded_either_way(tmp_path):
    """9852/270725 is 3.6391 %: it rounds to 3.6391, 3.639, 3.64 and 4 %, and to nothing else."""
    for text, follows in [("3.6391%", True), ("3.639%", True), ("4%", True), ("3.6392%", False), ("3%", False)]:
        edge, _ = houseway.verify(own(tmp_path, OWN.replace("3.64%", text)))
        assert edge.follows is follows, text


def test_the_main_game_can_be_verified_too(tmp_path):
    text = """
title = "Own"
date = 2026-01-01
[[paytable]]
name = "Ante"
game = "match-em"
wager = "Ante"
decks = 8
[paytable.pays]
"win" = "1 to 1"
[paytable.published]
"house edge" = "2.66%"
"""
    [edge] = houseway.verify(own(tmp_path, text))
    assert edge.exact == Fraction(322494571578889, 12126467112545695)
    assert edge.follows
    [one_deck] = houseway.verify(own(tmp_path, text.replace("decks = 8", "")))
    assert one_deck.exact == Fraction(4424053, 376269075)
    assert one_deck.reading == "eight decks"


def test_faults_in_what_a_letter_names_are_all_told_at_once():
    second = OWN.split("\n\n")[1].replace('"Pair Fortunes"', '"Pair Luck"').replace("Own Fortunes", "Own Luck")
    text = OWN.replace('"9-9"', '"9-8"').replace("supreme-99", "supreme-98") + second
    letter = read_letter("own", text, approved=False)
    with pytest.raises(FileFaults) as raised:
        verify(letter, GAMES)
    assert raised.value.faults == [
        "paytable 'Own Fortunes': 'supreme-98' is not a game: " + ", ".join(GAMES),
        "paytable 'Own Luck': 'Pair Luck' is not a wager of supreme-99: Standard Bet, Pair Fortunes",
    ]


def test_a_line_that_the_wager_does_not_have_is_named():
    letter = read_letter("own", OWN.replace('"9-9"', '"9-8"'), approved=False)
    with pytest.raises(FileFaults, match="paytable 'Own Fortunes': '9-8' is not a line of Pair Fortunes: "):
        verify(letter, GAMES)


def with_a_second_contest():
    """Supreme 99 with a bet beside the main one that only winning both matchups wins."""
    game = GAMES["supreme-99"]
    [main] = game.main

    def both(mine, his, said):
        line = main.settle(mine, his, said)
        return line if line == "win both" else LOSE

    side = replace(main, name="Both", side=True, settle=both)
    bets, *steps = game.round
    table = replace(game.paytable("S99"), name="B", wager="Both", lines={"win both": parse_pay("2 to 1")})
    return replace(
        game,
        wagers=(*game.wagers, side),
        round=(replace(bets, may=(*bets.may, "Both")), *steps),
        paytables={**game.paytables, "B": table},
    )


PUBLISHES = """
title = "Of ours"
date = 2026-01-01
[[paytable]]
name = "B"
game = "supreme-99"
wager = "Both"
[paytable.pays]
"win both" = "2 to 1"
[paytable.published]
"house edge" = "{}"
"""


@pytest.mark.soak
def test_a_figure_of_a_second_contest_is_held_against_its_own_edge():
    game = with_a_second_contest()
    edges = {each.play: each.house_edge for each in figures_of(game, game.wager("Both"), game.paytable("B"))}
    assert edges.keys() == {FOR_ITSELF, FOR_MAIN, HOUSE_WAY}
    assert edges[FOR_ITSELF] < min(edges[FOR_MAIN], edges[HOUSE_WAY])
    for play, verdict in ((FOR_ITSELF, "follows"), (FOR_MAIN, "follows under a reading")):
        letter = read_letter("ours", PUBLISHES.format(percent(edges[play], 4)))
        [finding] = verify(letter, {game.slug: game})
        assert (finding.exact, finding.verdict) == (edges[FOR_ITSELF], verdict)
        assert finding.reading == (None if play == FOR_ITSELF else FOR_MAIN)

"""Every figure that a letter publishes follows from the rules, or the letter says why it does not."""

import pytest

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.analysis.verify import verify
from houseway.games import GAMES
from houseway.letters import letters
from houseway.letters.letter import Letter
from houseway.work.ends import ends_of
from tests.kinds import is_long

LETTERS = [
    letter for letter in letters().values() if not letter.is_approval and any(entry.figures for entry in letter.entries)
]
SLOW = {"Boards", "Suits", "Patterns"}  # seconds each: their own tests see to it that the figures follow
ALIKE = {  # in all but their lines; the six counts of baccarat stand in its own tests
    "baccarat",
    "dragon-bonus",
    "dragon-bonus-commission-free",
    "ez-baccarat",
    "fortune-7",
    "kings-bounty",
    "royal-match-21",
    "three-card-baccarat",
}


def marked(letter: Letter) -> object:
    long = any(is_long(GAMES[entry.game]) for entry in letter.entries)
    return pytest.param(letter, marks=pytest.mark.soak) if long or letter.id in ALIKE else letter


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("letter", [marked(letter) for letter in LETTERS], ids=lambda letter: letter.id)
def test_published_figures_follow_or_the_letter_says_why_not(letter: Letter):
    if any(method_for(question(GAMES[entry.game])).__name__ in SLOW for entry in letter.entries):
        pytest.skip("its own tests solve it")
    findings = verify(letter, GAMES, ends_of)
    assert [f"{each.paytable}, {each.title}: {each.verdict}" for each in findings if not each.explained] == []
    assert [each.title for each in findings if each.remark and each.verdict.startswith("follows")] == []


@pytest.mark.parametrize("letter", LETTERS, ids=lambda letter: letter.id)
def test_a_letter_of_no_agency_names_the_source_of_every_figure(letter: Letter):
    assert all(figures.source for entry in letter.entries for figures in entry.figures)

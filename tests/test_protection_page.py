"""The page of game protection: its exact figures are those of the analysis, and what was sampled is sampled again."""

from pathlib import Path

import pytest

import houseway
from houseway.analysis.exact.knowledge import Knowledge, Samples
from houseway.games import GAMES
from tests.soak import more

PAGE = (Path(__file__).parent.parent / "docs" / "game-protection.md").read_text("utf-8")


def row(section: str, first: str) -> list[str]:
    lines = PAGE.partition(section)[2].splitlines()
    return next(
        [c.strip(" *%") for c in line.strip("|").split("|")] for line in lines if line.startswith(f"| {first} |")
    )


@pytest.mark.parametrize("seats", more([1, 2], [1, 2, 3, 4]))
def test_what_seats_of_one_deck_gain_is_what_is_counted(seats):
    [found] = houseway.collusion("match-em", seats=[seats], decks=[1])
    assert found.is_exact
    wanted = [f"{float(found.gain) * 100:.4f}", f"{float(found.edge) * 100:.4f}"]
    assert row("### Match 'Em Hi Lo, one deck", str(seats))[1:3] == wanted


@pytest.mark.parametrize(("slug", "name"), [("three-card-poker", "Three Card Poker"), ("supreme-99", "Supreme 99")])
def test_what_a_card_is_worth_is_what_is_counted(slug, name):
    found = [houseway.knowing(slug, shown=1), houseway.knowing(slug, dead=1)]
    wanted = [f"{float(edge) * 100:.4f}" for edge in (found[0].house_edge, found[0].edge, found[1].edge)]
    assert row("## One card", name)[1:4] == wanted


@pytest.mark.parametrize("decks", [1, 2])
def test_a_full_table_that_shares_gains_what_the_page_says(decks):
    said, error = row("seven seats, by decks", str(decks))[2].split(" % ± ")
    drawn = Samples(GAMES["match-em"], decks, Knowledge(dead=18), 5, more(500, 20_000)).batch(0)
    bound = 4 * (float(error) ** 2 + (100 * drawn.standard_error) ** 2) ** 0.5
    assert abs(100 * drawn.mean - float(said)) < bound

"""The dealer's card: every house way that is known fits one page, whole."""

from importlib.resources import files

import pytest

from houseway.games import GAMES
from houseway.reports.card import card_source, write_card
from houseway.ways import known_way, own_way

PAI_GOW = (
    *("pai-gow-poker", "ez-pai-gow", "commission-free-pai-gow", "face-up-pai-gow", "six-card-fortune-pai-gow"),
    *("fortune-asia-poker", "san-lo"),
)
KNOWN = sorted(
    file.name.removesuffix(".toml")
    for file in files("houseway.ways").iterdir()
    if file.name.startswith("pai-gow-") and file.name.endswith(".toml")
)


@pytest.mark.parametrize("slug", PAI_GOW)
def test_the_dealers_card_of_every_game_of_the_family_is_one_page(slug, tmp_path):
    write_card(GAMES[slug], own_way(GAMES[slug]), tmp_path / "card.svg")
    assert (tmp_path / "card.svg").read_bytes().startswith(b"<svg")


@pytest.mark.parametrize("name", KNOWN)
def test_every_known_way_of_pai_gow_poker_is_one_page_and_no_rule_is_left_out(name, tmp_path):
    game = GAMES["pai-gow-poker"]
    way = known_way(name, own_way(game).split)
    write_card(game, way, tmp_path / "card.svg")
    page = card_source(game, way)
    assert [page.count(f'"{rule.says}"') for rule in way.rules] == [1] * len(way.rules)


def test_a_long_list_goes_on_with_its_numbers_in_the_second_column():
    game = GAMES["pai-gow-poker"]
    page = card_source(game, known_way("pai-gow-mgm", own_way(game).split))
    assert "enum(start: 1," in page
    assert "enum(start: 26," in page

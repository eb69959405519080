"""Variants side by side: each is what the analysis says of it alone, and the dealer's cards face up are counted."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from pathlib import Path

import pytest

import houseway
from houseway.analysis.contest import Pays, main_figures
from houseway.analysis.face_up import face_up_figures
from houseway.analysis.whatif import parse_variation
from houseway.cards import parse
from houseway.games import GAMES
from houseway.paytable import parse_pay
from tests.analysis.cut_down import cut_down

MATCH_EM = GAMES["match-em"]


SUPREME = cut_down(GAMES["supreme-99"], parse("As Ad Kc 9h 9s 8d 4c 4h 2s"))


@pytest.mark.parametrize("game", [MATCH_EM, SUPREME], ids=lambda game: game.slug)
def test_with_no_card_face_up_the_game_is_as_it_was(game):
    shown, usual = face_up_figures(game, 0), main_figures(game)
    assert (shown.house_edge, shown.action, shown.combinations) == (usual.house_edge, usual.action, usual.combinations)
    assert {(line.name, line.combinations) for line in shown.lines} == {
        (line.name, line.combinations) for line in usual.lines
    }


def best_of_those_shown(game, shows):
    """Every deal of real cards, gathered by what the seat sees; of each such group the best option."""
    pays = Pays.of(game)
    cards = game.deal.pack().cards()
    worth = deals = 0
    for mine in combinations(cards, game.deal.packet):
        others = [card for card in cards if card not in mine]
        options = game.options(mine)
        for shown in combinations(others, shows):
            hidden = combinations([c for c in others if c not in shown], game.deal.dealer_cards - shows)
            dealers = [game.house_way.set(shown + hands) for hands in hidden]
            won = [sum(pays.net(o, _lines(game, o, dealer)) for dealer in dealers) for o in options]
            worth += max(won)
            deals += len(dealers)
    return -Fraction(worth) / deals


def _lines(game, option, dealer):
    return tuple(game.wager(name).line(option, dealer) for name in (game.main.name, *option.adds))


@pytest.mark.parametrize("shows", [1, 2, 4])
def test_face_up_is_what_trying_every_deal_of_a_few_cards_gives(shows):
    assert face_up_figures(SUPREME, shows).house_edge == best_of_those_shown(SUPREME, shows)


def test_a_player_of_match_em_who_sees_everything_doubles_when_he_can_win_and_else_loses_his_ante():
    """Points by hand: ace 1 and 11, faces 0, the dealer's lowest three LO, an ace or the highest of them shared."""
    copies = dict.fromkeys(range(1, 11), 4) | {0: 12}  # an ace is 1

    def ways(hand, taken):
        return prod(comb(copies[p] - taken[p], n) for p, n in Counter(hand).items())

    def dealer(hand):
        low = sorted(hand)[:3]
        shared = 1 if 1 in low else low[-1]
        high = sorted(hand)[3:]
        return sum(11 if p == 1 else p for p in (*high, shared)), sum(low)

    hands = {hand: dealer(hand) for hand in combinations_with_replacement(range(11), 5)}
    won = total = 0
    for mine in combinations_with_replacement(range(11), 3):
        hi, lo = sum(11 if p == 1 else p for p in mine), sum(mine)
        taken = Counter(mine)
        times = ways(mine, Counter())
        for hand, (his_hi, his_lo) in hands.items():
            deals = times * ways(hand, taken)
            total += deals
            won += deals * (hi >= his_hi or lo <= his_lo)
    assert face_up_figures(MATCH_EM, 5).house_edge == -Fraction(2 * won - (total - won), total)


def test_more_cards_face_up_never_cost_the_player_anything():
    edges = [face_up_figures(MATCH_EM, shows, 2).house_edge for shows in (0, 1, 4)]
    assert edges == sorted(edges, reverse=True)
    assert len(set(edges)) == 3


def test_a_line_pays_more_less_or_nothing_and_play_follows():
    rows = houseway.whatif("supreme-99", ["copy both=4 to 1,1 to 1,push,lose"])
    game = GAMES["supreme-99"]
    table = game.paytable("S99")
    edges = [row.figures[0].house_edge for row in rows]
    assert edges == sorted(edges)
    assert edges[0] == main_figures(game).house_edge
    push = replace(table, lines=dict(table.lines) | {"copy both": parse_pay("push")}, letter=None)
    assert edges[2] == main_figures(game, pays=Pays.of(game, [push])).house_edge
    assert [row.figures[0].approved for row in rows] == [True, False, False, False]
    assert all(len(row.figures) == 1 for row in rows), "Pair Fortunes is the same in all"


def test_every_combination_is_compared_and_is_what_analyze_says():
    rows = houseway.whatif("match-em", ["decks=1,8", "paytable=A1,A3"], wager="match bonus")
    assert [row.variant.name for row in rows] == [
        "decks 1, paytable A1",
        "decks 1, paytable A3",
        "decks 8, paytable A1",
        "decks 8, paytable A3",
    ]
    for row, (decks, paytable) in zip(rows, ((1, "A1"), (1, "A3"), (8, "A1"), (8, "A3")), strict=True):
        assert list(row.figures) == houseway.analyze("match-em", paytable=paytable, decks=decks)


def test_values_given_one_by_one_are_values_given_at_once():
    at_once = houseway.whatif("match-em", ["decks=1,8"], wager="match bonus")
    assert houseway.whatif("match-em", ["decks=1", "Decks=8"], wager="match bonus")[1].figures == at_once[1].figures


def test_a_line_is_changed_in_the_paytable_chosen_whichever_is_written_first():
    one, other = ["match 2=push,lose", "paytable=A1,A3"], ["paytable=A1,A3", "match 2=push,lose"]
    edges = [
        {row.variant.name: row.figures[0].house_edge for row in houseway.whatif("match-em", vary, decks=8)}
        for vary in (one, other)
    ]
    assert edges[0] == edges[1]
    assert len(set(edges[0].values())) == 4


def test_a_house_way_from_a_file_is_played_against(tmp_path: Path):
    file = tmp_path / "low.toml"
    file.write_text('game = "supreme-99"\nname = "low"\nversion = "1"\n[[rule]]\nthen = ["Low", "High"]\n')
    own, low = houseway.whatif("supreme-99", [f"house-way=own,{file}"])
    _, price = houseway.check_way(file)
    assert low.figures[0].house_edge == price.best_play
    assert own.figures[0].house_edge == main_figures(GAMES["supreme-99"]).house_edge


def test_seats_change_what_a_progressive_wager_is_worth():
    one, six = houseway.whatif("san-lo", ["seats=1,6"], wager="progressive")
    assert one.figures[0].house_edge - six.figures[0].house_edge == 5 * (houseway.meters("san-lo", seats=2)[0].envy)


def test_a_comma_within_a_number_parts_nothing():
    assert parse_variation("Five Aces=1,000 to 1,500 to 1").values == ("1,000 to 1", "500 to 1")
    assert parse_variation("decks=1,6").values == ("1", "6")

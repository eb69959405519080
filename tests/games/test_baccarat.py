"""Baccarat with a commission, clause by clause; and the family's deals counted a second time, by points alone."""

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from houseway.api.figures import analyze
from houseway.games import GAMES
from houseway.games.baccarat import GAME
from houseway.games.fortune_7 import GAME as FORTUNE_7
from houseway.paytable import parse_pay
from tests.games.clauses import line, pays

OF_EIGHT_DECKS = 4_998_398_275_503_360


@cache
def ends_of(decks: int) -> Counter[tuple[int, int, int, int]]:
    """How many of all deals of six cards end so: points and cards of the Player, points and cards of the Banker. A
    page of its own: two cards each by the number of cards of each point, and the rule of the third card as a table."""
    left = [16 * decks] + [4 * decks] * 9
    rule = {3: set(range(10)) - {8}, 4: set(range(2, 8)), 5: set(range(4, 8)), 6: {6, 7}}
    found: Counter[tuple[int, int, int, int]] = Counter()

    def draw(ways, then):
        for point, number in enumerate(left):
            if number:
                left[point] -= 1
                then(point, ways * number)
                left[point] += 1

    def fourth(p1, p2, b1):
        def with_it(b2, ways):
            player, banker = (p1 + p2) % 10, (b1 + b2) % 10
            rest = sum(left)
            if max(player, banker) >= 8:
                found[player, 2, banker, 2] += ways * rest * (rest - 1)
            elif player <= 5:
                draw(ways, lambda third, w: after_player((player + third) % 10, third, banker, w))
            elif banker <= 5:
                draw(ways, lambda card, w: add((player, 2, (banker + card) % 10, 3), w * (rest - 1)))
            else:
                found[player, 2, banker, 2] += ways * rest * (rest - 1)

        return with_it

    def after_player(player, third, banker, ways):
        if banker <= 2 or third in rule.get(banker, ()):
            draw(ways, lambda card, w: add((player, 3, (banker + card) % 10, 3), w))
        else:
            found[player, 3, banker, 2] += ways * sum(left)

    def add(end, ways):
        found[end] += ways

    draw(1, lambda p1, a: draw(a, lambda p2, b: draw(b, lambda b1, c: draw(c, fourth(p1, p2, b1)))))
    return found


def counts_of(figures):
    """How many of all deals come to each line: the engine leaves out what all of its counts have in common."""
    total = sum(row.combinations for row in figures.lines)
    each, left = divmod(OF_EIGHT_DECKS, total)
    assert not left
    return {row.name: row.combinations * each for row in figures.lines if row.combinations}


def test_the_six_counts_of_eight_decks():
    """Banker, Player and tie, and of how many; with a winning three-card 7 and a winning three-card 8."""
    ends = ends_of(8)
    assert sum(ends.values()) == OF_EIGHT_DECKS
    assert sum(n for (p, _, b, _), n in ends.items() if b > p) == 2_292_252_566_437_888
    assert sum(n for (p, _, b, _), n in ends.items() if p > b) == 2_230_518_282_592_256
    assert sum(n for (p, _, b, _), n in ends.items() if p == b) == 475_627_426_473_216
    assert sum(n for (p, _, b, cards), n in ends.items() if b == 7 > p and cards == 3) == 112_633_011_329_024
    assert sum(n for (p, cards, b, _), n in ends.items() if p == 8 > b and cards == 3) == 172_660_763_262_976
    [banker] = analyze("baccarat", paytable="Banker")
    assert counts_of(banker) == {
        "win": 2_292_252_566_437_888,
        "tie": 475_627_426_473_216,
        "lose": 2_230_518_282_592_256,
    }


FAMILY = ("baccarat", "ez-baccarat", "dragon-bonus", "dragon-bonus-commission-free", "fortune-7")


@pytest.mark.soak  # the six counts above are its short sibling
@pytest.mark.parametrize("slug", FAMILY)
def test_every_wager_on_the_final_hands_counts_as_a_second_reader_does(slug):
    game = GAMES[slug]
    for figures in analyze(slug):
        wager = game.wager(figures.wager)
        if not hasattr(wager, "settle"):
            continue
        by_hand: Counter[str] = Counter()
        for (player, of_player, banker, of_banker), ways in ends_of(8).items():
            by_hand[wager.settle((player, of_player), (banker, of_banker), ())] += ways
        assert counts_of(figures) == dict(by_hand), wager.name


def ends(player: str, banker: str) -> list[str]:
    """The lines of Banker, Player, Tie, Player Pair and Banker Pair."""
    return [line(GAME, wager.name, player=player, banker=banker) for wager in GAME.wagers]


def test_bac_1_any_of_the_wagers_may_be_placed_and_none_must():
    bets = GAME.round[0]
    assert (bets.must, bets.may) == ((), ("Banker", "Player", "Tie", "Player Pair", "Banker Pair"))


def test_bac_6_banker_wins_even_money_less_a_commission():
    assert ends("6s Kd", "7s Kc")[:3] == ["win", "lose", "lose"]
    assert ends("6s Kd", "2s 2c 3c")[:3] == ["win", "lose", "lose"], "a three-card 7 is a win like any other"
    assert ends("7s Kd", "7d Kc")[:3] == ["tie", "tie", "tie"]
    assert pays(GAME, "Banker") == {"win": "1 to 1 less 5%", "tie": "push"}
    assert GAME.paytable("Banker").net("win") == Fraction(19, 20)


def test_bac_7_tie_pays_8_to_1():
    assert pays(GAME, "Tie") == {"tie": "8 to 1"}


def test_bac_8_a_pair_is_of_the_first_two_cards_and_pays_11_to_1():
    assert ends("Ks Kd 5d", "Ts Jc 4c")[3:] == ["pair", "lose"]
    assert ends("Ks Td", "4s 4c")[3:] == ["lose", "pair"]
    assert ends("Ks 2d 2c", "4s Tc")[3:] == ["lose", "lose"]
    assert pays(GAME, "Player Pair") == pays(GAME, "Banker Pair") == {"pair": "11 to 1"}


@pytest.mark.parametrize(
    ("player", "banker", "heavenly", "blazing", "all_of_them"),
    [
        ("Ks Kd 9d", "Kc 4c 5c", "two nines", "lose", "one of them"),
        ("Ks Kd 9d", "Kc 7c", "one nine", "lose", "one of them"),
        ("9s Kd", "Kc 7c", "lose", "lose", "lose"),
        ("Ks 7d", "Kc 7c", "lose", "two cards", "one of them"),
        ("Ks Kd 7d", "Kc 2c 5c", "lose", "three cards", "one of them"),
        ("Ks Kd 7d", "Kc 7c", "lose", "lose", "lose"),
        ("Ks 6d", "Kc 2c 5c", "lose", "lose", "one of them"),
    ],
)
def test_f7_10_to_12_heavenly_9_blazing_7s_and_cover_all(player, banker, heavenly, blazing, all_of_them):
    told = [line(FORTUNE_7, name, player=player, banker=banker) for name in ("Heavenly 9", "Blazing 7s", "Cover All")]
    assert told == [heavenly, blazing, all_of_them]


@pytest.mark.parametrize("text", ["1 to 1 less 5%", "3 to 2 less 2.50%"])
def test_a_pay_with_a_commission_is_read_and_written_alike(text):
    assert str(parse_pay(text)) == text.replace("3 to 2", "1.50 to 1")


@pytest.mark.parametrize(
    "text", ["1 for 1 less 5%", "1 to 1 less 0%", "1 to 1 less 100%", "push less 5%", "10% less 5%"]
)
def test_what_is_no_commission(text):
    with pytest.raises(ValueError, match="is not a pay"):
        parse_pay(text)

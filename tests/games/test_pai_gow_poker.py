"""Pai Gow Poker, clause by clause, and its relatives where they differ."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

import houseway
from houseway.cards import ACE, Card, parse, show
from houseway.game import DEALER, SEAT, Choice, Deal, Show
from houseway.games import GAMES
from houseway.games.face_up_pai_gow import ace_high
from houseway.games.pai_gow_poker import GAME, HOUSE_WAY, SPLIT
from houseway.ranking import best_five
from houseway.ranking.set_poker import HIGH_CARD
from houseway.ways import known_way
from houseway.web.workings import kept_for
from tests.games.clauses import line, pays, settings
from tests.oracle import pai_gow

EZ, SIX, OPEN = (GAMES[slug] for slug in ("ez-pai-gow", "six-card-fortune-pai-gow", "face-up-pai-gow"))
FREE = GAMES["commission-free-pai-gow"]
PAIR_AND_KING = "9s 9d 5h 4c 2s | Kd Qh"


def test_pgp_1_the_main_bet_is_required_and_four_more_are_optional():
    bets = GAME.round[0]
    assert (bets.must, bets.may) == (("Pai Gow",), ("Fortune Bonus", "Insurance", "Pai Gow'd", "Progressive"))


def test_pgp_2_seven_cards_each_from_a_pack_with_a_joker():
    assert GAME.round[1] == Deal(SEAT + DEALER, 7)
    assert len(GAME.pack()) == 53


def test_pgp_3_seven_cards_can_be_set_in_21_ways():
    assert len(settings(GAME, parse("As Kd Qh 9c 7s 5d 3h"))) == 21


def test_pgp_4_a_low_hand_above_the_high_hand_fouls_and_loses():
    cards = parse("As Kd Qh 9c 7s 5d 3h")
    legal = [option for option in settings(GAME, cards) if not option.foul]
    assert {show(sorted(option.cut[1], reverse=True)) for option in legal} >= {"Kd Qh"}
    assert "As Kd" not in {show(sorted(option.cut[1], reverse=True)) for option in legal}
    assert line(GAME, "Pai Gow", seat="Qh 9c 7s 5d 3h | As Kd", dealer="2h 3s 4d 5c 7c | 2s 3d") == "lose"


@pytest.mark.parametrize(
    ("dealer", "ends"),
    [
        ("8s 8d 5c 4h 2d | Qd Jh", "win both"),
        ("Ts Td 5c 4h 2d | Qd Jh", "one each"),
        ("8s 8d 5c 4h 2d | Ad Jh", "one each"),
        ("Ts Td 5c 4h 2d | Ad Jh", "lose"),
    ],
)
def test_pgp_6_both_hands_win_one_each_pushes_and_none_loses(dealer, ends):
    assert line(GAME, "Pai Gow", seat=PAIR_AND_KING, dealer=dealer) == ends


def test_pgp_6_a_win_pays_even_money_less_the_commission():
    assert pays(GAME, "Pai Gow, 5 % commission") == {"win both": "0.95 to 1", "one each": "push"}


@pytest.mark.parametrize(
    ("dealer", "ends"),
    [
        ("9h 9c 5d 4d 2d | Kh Qs", "lose"),
        ("9h 9c 5d 4d 2d | Kh Js", "one each"),
        ("8h 8c 5d 4d 2d | Kh Qs", "one each"),
    ],
)
def test_pgp_7_the_dealer_wins_copies(dealer, ends):
    assert line(GAME, "Pai Gow", seat=PAIR_AND_KING, dealer=dealer) == ends


@pytest.mark.parametrize("cards", ["5s 6d 7h 8c 9s | 9d 9h", "5s 6d 9s 9d 9h | 7h 8c"])
def test_pgp_8_the_fortune_bonus_looks_at_all_seven_cards_however_they_are_set(cards):
    assert line(GAME, "Fortune Bonus", seat=cards) == "Three of a Kind"


def test_pgp_9_and_10_seven_cards_without_a_pair():
    nothing, pair = "Qs Jd 9h 7c 5s | 3d 2h", "Qs Jd 9h 7c 5s | 3d 3h"
    assert line(GAME, "Insurance", seat=nothing) == "queen high"
    assert line(GAME, "Insurance", seat="Jk Jd 9h 7c 5s | 3d 2h") == "ace high"
    assert line(GAME, "Insurance", seat=pair) == line(GAME, "Pai Gow'd", dealer=pair) == "lose"
    assert line(GAME, "Pai Gow'd", dealer=nothing) == "no pair"


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("As Ad Ah Ac Jk 9s 3d", "Ad As"),
        ("As Ad Ah Ac Jk Ks Kd", "Ks Kd"),
        ("Ts Td Th Tc Ks 9s 3d", "Ks 9s"),
        ("Ts Td Th Tc Qs 9s 3d", "Ts Td"),
        ("7s 7d 2h 2c As 9s 3d", "As 9s"),
        ("7s 7d 2h 2c Ks 9s 3d", "2h 2c"),
        ("6s 6d 2h 2c Ks 9s 3d", "Ks 9s"),
        ("As Ad Ah 9c 7s 5d 3h", "As 9c"),
        ("As Ts 8s 6s 2s Th 5d", "As 8s"),
        ("As Kd Qh 9c 7s 5d 3h", "Kd Qh"),
    ],
)
def test_pgp_5_the_house_way_sets_low(cards, low):
    _, chosen = HOUSE_WAY.set(parse(cards))
    assert SPLIT.strength(chosen) == SPLIT.strength(parse(low))


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("As Ad Ah Ac Jk 9s 3d", "Ad As"),
        ("As Ad Ah Ac Jk Ks Kd", "Ks Kd"),
        ("As Ad Ah Ac Ks Kd 3d", "Ks Kd"),
        ("As Ad Ah Ac 9s 9d 3d", "As Ad"),
        ("As Ad Ah Ac 9s 9d 9h", "As Ad"),
        ("Ts Td Th Tc As 9s 3d", "As 9s"),
        ("Ts Td Th Tc Ks 9s 3d", "Ts Td"),
        ("6s 6d 6h 6c Qs 9s 3d", "Qs 9s"),
        ("9s 9d 9h 4c 4s 2d 2h", "4c 4s"),
        ("9s 9d 9h 4c 4s 4d 2h", "9s 9d"),
        ("9s 9d 9h 2c 2s Ad Kh", "Ad Kh"),
        ("9s 9d 9h 3c 3s Ad Kh", "3c 3s"),
        ("Ks Kd 5h 5c As 9s 3d", "As 9s"),
        ("Ks Kd 7h 7c As 9s 3d", "7h 7c"),
        ("Ks Kd 5h 5c Qs 9s 3d", "5h 5c"),
        ("As Ad 5h 5c Qs 9s 3d", "5h 5c"),
        ("Ts Td 5h 5c As 9s 3d", "As 9s"),
        ("Ts Td 5h 5c Ks 9s 3d", "5h 5c"),
        ("6s 6d 2h 2c Qs 9s 8d", "Qs 9s"),
        ("6s 6d 5h 5c 4s 3s 2d", "6d 5c"),
        ("8s 8d 5h 4c 3s 2d Ah", "8s 8d"),
        ("Ks Kd 5h 4c 3s 2d Ah", "Ah 5h"),
        ("Ks Kd 6h 5h 4c 3s 2d", "Ks Kd"),
        ("Ts Td Th Ac Ks Qd Jh", "Ts Td"),
        ("As Ad Ah 9c 7s 5d 3h", "As 9c"),
        ("As Kd Qh 9c 7s 5d 3h", "Kd Qh"),
    ],
)
def test_the_way_of_the_mgm_grand_sets_low(cards, low):
    _, chosen = known_way("pai-gow-mgm", SPLIT).house_way().set(parse(cards))
    assert SPLIT.strength(chosen) == SPLIT.strength(parse(low))


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("As Ad 5h 5c Qs 9s 3d", "5h 5c"),
        ("Ks Kd Qh Qc As 9s 3d", "Qh Qc"),
        ("Ks Kd 8h 8c As 9s 3d", "8h 8c"),
        ("Ks Kd 5h 5c As 9s 3d", "As 9s"),
        ("Ks Kd 5h 5c Qs 9s 3d", "5h 5c"),
        ("Ts Td 8h 8c As 9s 3d", "As 9s"),
        ("Ts Td 8h 8c Ks 9s 3d", "8h 8c"),
        ("Ts Td 5h 5c As 9s 3d", "As 9s"),
        ("Ts Td 5h 5c Ks 9s 3d", "Ks 9s"),
        ("Ts Td 5h 5c Qs 9s 3d", "5h 5c"),
        ("6s 6d 2h 2c Ks 9s 8d", "Ks 9s"),
        ("6s 6d 2h 2c Qs 9s 8d", "2h 2c"),
        ("6s 6d 2h 2c 5s 4s 3d", "2h 2c"),  # two pair comes before a straight
        ("As Kd Kh Qc Js Td 3c", "Kd 3c"),  # and a straight before a pair and an ace
        ("As Ad Ah Ac Qs 9s 3d", "As Ad"),
        ("Js Jd Jh Jc As 9s 3d", "Js Jd"),
        ("6s 6d 6h 6c As 9s 3d", "As 9s"),
        ("As Kd Qh 9c 7s 5d 3h", "Kd Qh"),
    ],
)
def test_the_way_of_trump_plaza_sets_low(cards, low):
    _, chosen = known_way("pai-gow-trump-plaza", SPLIT).house_way().set(parse(cards))
    assert SPLIT.strength(chosen) == SPLIT.strength(parse(low))


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("name", "best_play", "copied"),
    [
        ("foxwoods", "86781098441131/3437691263006000", "5100282334031/187510432527600"),
        ("mgm", "1313013294794/58597010164875", "16134061801849/589318502229600"),
        ("trump-plaza", "1006935212906893/41252295156072000", "280940801603747/10313073789018000"),
    ],
)
def test_a_known_way_is_sound_and_keeps_what_the_docs_say(name, best_play, copied):
    check, price = houseway.check_way(Path(houseway.__path__[0]) / "ways" / f"pai-gow-{name}.toml")
    assert check.is_sound and price is not None
    assert (price.best_play, price.copied) == (Fraction(best_play), Fraction(copied))
    page = (Path(__file__).parents[2] / "docs" / "house-ways.md").read_text("utf-8")
    assert f"`{best_play}`" in page and f"`{copied}`" in page


def test_the_house_way_is_that_of_a_dealer_who_reads_it_by_himself():
    """A second reading of the same page agrees about two thousand hands."""
    chance = random.Random(30)
    for _ in range(2000):
        cards = tuple(map(Card, chance.sample(range(53), 7)))
        ours, theirs = HOUSE_WAY.set(cards), pai_gow.foxwoods(tuple(map(int, cards)))
        (high, low), wanted = SPLIT.strengths(*ours), SPLIT.strengths(*(tuple(map(Card, hand)) for hand in theirs))
        assert low == wanted[1] and high >= wanted[0], show(cards)  # of equal Low hands, the higher High


def test_epg_6_nothing_is_won_or_lost_against_a_queen_high_pai_gow():
    dealer = "Qs 7d 5h 4c 2s | Jd 9h"
    for seat in ("As Ad Kh Kc 2d | Qd Qh", "9s 8d 5c 4h 2d | 7c 6h"):
        assert line(EZ, "Pai Gow", seat=seat, dealer=dealer) == "queen-high pai gow"
    assert line(EZ, "Queen's Dragon", dealer=dealer) == "queen-high pai gow"
    assert line(EZ, "Pai Gow", seat=PAIR_AND_KING, dealer="Ks 7d 5h 4c 2s | Jd 9h") == "win both"


def test_cfp_6_and_9_nothing_is_won_or_lost_against_a_nine_high_low_for_which_tiger_9_pays():
    dealer = "As Kd 7h 5c 3s | 9d 8h"
    for seat in ("Ad Ac Kh Kc 2d | Qd Qs", "9s 8d 5d 4h 2d | 7c 6h"):
        assert line(FREE, "Pai Gow", seat=seat, dealer=dealer) == "nine-high Low"
    assert line(FREE, "Tiger 9", dealer=dealer) == "nine-high Low"
    for dealer in ("8s 8d 7h 5c 3s | Td 9h", "8s 8d 7h 5c 3s | 9d 9h"):
        assert line(FREE, "Tiger 9", dealer=dealer) == "lose"
    assert line(FREE, "Pai Gow", seat=PAIR_AND_KING, dealer="8s 8d 7h 5c 3s | Td 9h") == "win both"
    assert line(FREE, "Pai Gow", seat=PAIR_AND_KING, dealer="9c 9h 5d 4s 2d | Kh Qs") == "lose"


def test_fpg_1_the_main_bet_is_required_and_two_more_are_optional():
    bets = OPEN.round[0]
    assert (bets.must, bets.may) == (("Pai Gow",), ("Fortune Bonus", "Ace High"))


def test_fpg_5_the_dealers_hands_lie_open_before_any_hand_is_set():
    shows = [step for step in OPEN.round if isinstance(step, Show | Choice)]
    assert [type(step) for step in shows] == [Show, Choice]
    assert shows[0] == Show(DEALER, OPEN.way)


def test_fpg_6_nothing_is_won_or_lost_against_an_ace_high_pai_gow():
    for dealer in ("As 9d 7h 5c 3s | Kd Qh", "Jk 9d 7h 5c 3s | Kd Qh"):
        for seat in ("Ad Ac Kh Kc 2d | Qd Qs", "9s 8d 5d 4h 2d | 7c 6h"):
            assert line(OPEN, "Pai Gow", seat=seat, dealer=dealer) == "ace-high pai gow"
        assert line(OPEN, "Ace High", dealer=dealer) == "ace-high pai gow"
    for dealer in ("Ks 7d 5h 4c 2s | Qd Jh", "As Ad 7h 5c 3s | Qd Jh"):
        assert line(OPEN, "Ace High", dealer=dealer) == "lose"
    assert line(OPEN, "Pai Gow", seat=PAIR_AND_KING, dealer="Ks 7d 5h 4c 2s | Qd Jh") == "win both"


def test_fpg_7_the_dealer_wins_copies():
    assert line(OPEN, "Pai Gow", seat=PAIR_AND_KING, dealer="9h 9c 5d 4d 2d | Kh Qs") == "lose"


def test_fpg_6_the_house_way_sets_an_ace_high_high_hand_only_of_an_ace_high_pai_gow():
    """What the rule says of seven cards is asked of the High hand that they are set as."""
    chance = random.Random(22)
    for _ in range(2000):
        cards = tuple(map(Card, chance.sample(range(53), 7)))
        high, _ = SPLIT.strengths(*HOUSE_WAY.set(cards))
        judged = ace_high(best_five.SIGHT.see(cards)) == "ace-high pai gow"
        assert (high[:2] == (HIGH_CARD, ACE)) == judged, show(cards)


def test_sfp_7_a_joker_in_low_beats_any_card_and_else_the_dealer_wins_copies():
    dealer = "9h 9c 5d 4d 2d | Ah"
    assert line(SIX, "Pai Gow", seat="Ts Td 5h 4c 2s | Jk", dealer=dealer) == "win both"
    assert line(SIX, "Pai Gow", seat="Ts Td 5h 4c 2s | As", dealer=dealer) == "one each"


# ---- hands without a pair, counted by a second reader ----------------------------------------------


def has_straight(ranks):
    return any(all(low + n in {*ranks, *({1} if ACE in ranks else ())} for n in range(5)) for low in range(1, 11))


def without_flush(cards):
    """The suits of so many cards of which no five are alike, the joker's help counted."""
    needs = 5 if cards == 7 else 4
    return 4**cards - 4 * sum(comb(cards, n) * 3 ** (cards - n) for n in range(needs, cards + 1))


def of_nothing(highest):
    """How many hands of seven cards of 53 make no more than this high card: ranks that differ, no straight, no flush.
    The joker is an ace, unless it makes a straight or a flush."""
    ranks = [each for each in combinations(range(2, highest + 1), 7) if highest in each and not has_straight(each)]
    hands = len(ranks) * without_flush(7)
    if highest < ACE:
        return hands
    others = [
        each for each in combinations(range(2, ACE), 6) if not any(has_straight({*each, n}) for n in range(2, ACE + 1))
    ]
    return hands + len(others) * without_flush(6)


def test_hands_without_a_pair_are_as_many_as_their_suits_and_ranks_allow():
    deals, by_rank = comb(53, 7), {rank: of_nothing(rank) for rank in range(9, ACE + 1)}
    names = dict(zip(by_rank, ("9", "10", "jack", "queen", "king", "ace"), strict=True))

    def shipped(game, wager):
        table = game.own_paytables(game.wager(wager))[0]
        return kept_for(game).edge(table, 1).house_edge, {line: pay.net() for line, pay in table.lines.items()}

    edge, pays_to = shipped(GAME, "Insurance")
    won = sum(by_rank[rank] * (pays_to[f"{name} high"] + 1) for rank, name in names.items())
    assert edge == 1 - Fraction(won, deals) == Fraction(2531, 64766)
    assert shipped(GAME, "Pai Gow'd")[0] == 1 - 6 * Fraction(sum(by_rank.values()), deals)
    assert shipped(EZ, "Queen's Dragon")[0] == 1 - 51 * Fraction(by_rank[12], deals)
    assert shipped(OPEN, "Ace High")[0] == 1 - 10 * Fraction(by_rank[ACE], deals)

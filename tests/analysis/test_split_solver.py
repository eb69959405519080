"""The split solver against slower ways to the same integers.

The oracle below shares nothing with the solver but `strength`: it keeps strengths in dense tables by
card, sets all 22,957,480 dealer hands by brute force, and pairs a player's setting with each of them. With the full
pack it runs in `make soak`; in `make test` a small pack is held against all pairs of its hands, and the solution of the
full one against single hands (test_solution.py).
"""

import pickle
import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numba
import numpy as np
import pytest

import houseway
from houseway.analysis.split import subsets
from houseway.analysis.split.hands import suit_classes
from houseway.cards import JOKER, Card, Cards, card, parse, show, suit_of
from houseway.ranking import split_poker
from houseway.ranking.split_poker import FLUSH, KINDS
from tests.analysis import split

strength = cache(split_poker.strength)
SAN_LO = split.SAN_LO
HANDS, OPPONENTS, DEALS = 22_957_480, 10_737_573, 246_507_617_396_040
SMALL = split.SplitRules(
    pack=(*(card(rank, suit) for rank in (2, 3, 13, 14) for suit in range(4)), JOKER),
    sizes=(3, 2, 1),
    strength=split_poker.strength,
)


# ---- all ways to set a hand, written a second time and plainly ----


def first_hand(rules: split.SplitRules, index: int) -> Cards:
    return rules.cards(tuple(map(int, split.packet_classes(rules).hands[index])))


def all_settings(cards: Cards) -> list[tuple[Cards, Cards, Cards]]:
    ways = []
    for high in combinations(sorted(cards), 3):
        rest = [c for c in sorted(cards) if c not in high]
        for mid in combinations(rest, 2):
            low = tuple(c for c in rest if c not in mid)
            ways.append((high, mid, low))
    return ways


def strengths_of(way: tuple[Cards, Cards, Cards]) -> tuple[Any, Any, Any]:
    high, mid, low = map(strength, way)
    return high, mid, low


def is_legal(way: tuple[Cards, Cards, Cards]) -> bool:
    high, mid, low = strengths_of(way)
    return high > mid > low


def simple_way(cards: Cards) -> tuple[Cards, Cards, Cards]:
    return max(filter(is_legal, all_settings(cards)), key=strengths_of)


# ---- the oracle: dense tables, nested loops ----


@pytest.fixture(scope="session")
def dense() -> tuple[Any, ...]:
    """Strengths of three, two and one card by card numbers, as places among all strengths."""
    pack = SAN_LO.pack
    known = {s: strength(s) for size in (1, 2, 3) for s in combinations(pack, size)}
    place = {s: i for i, s in enumerate(sorted(set(known.values())))}
    tables = tuple(np.zeros((53,) * size, np.int16) for size in (3, 2, 1))
    for cards, value in known.items():
        tables[3 - len(cards)][cards] = place[value]
    return tables


@numba.njit(parallel=True, cache=True)
def set_all(threes: Any, twos: Any, ones: Any, ways: Any, starts: Any, out: Any) -> None:
    for pair in numba.prange(53 * 53):
        a, b = pair // 53, pair % 53
        if a >= b:
            continue
        hand = np.empty(6, np.int64)
        at = starts[a, b]
        for c in range(b + 1, 53):
            for d in range(c + 1, 53):
                for e in range(d + 1, 53):
                    for f in range(e + 1, 53):
                        hand[0], hand[1], hand[2], hand[3], hand[4], hand[5] = a, b, c, d, e, f
                        best = np.int64(-1)
                        for w in range(len(ways)):
                            way = ways[w]
                            high = np.int64(threes[hand[way[0]], hand[way[1]], hand[way[2]]])
                            mid = np.int64(twos[hand[way[3]], hand[way[4]]])
                            low = np.int64(ones[hand[way[5]]])
                            if high > mid and mid > low:
                                best = max(best, high << 32 | mid << 16 | low)
                        out[at, 0] = best >> 32
                        out[at, 1] = (best >> 16) & 0xFFFF
                        out[at, 2] = best & 0xFFFF
                        at += 1


@numba.njit(parallel=True, cache=True)
def beat_all(dealers: Any, starts: Any, player: Any, settings: Any) -> Any:
    main = np.zeros((53, len(settings)), np.int64)
    hat = np.zeros((53, len(settings)), np.int64)
    taken = np.zeros(53, np.bool_)
    for c in player:
        taken[c] = True
    for a in numba.prange(53):
        if taken[a]:
            continue
        for b in range(a + 1, 53):
            at = starts[a, b] - 1
            for c in range(b + 1, 53):
                for d in range(c + 1, 53):
                    for e in range(d + 1, 53):
                        for f in range(e + 1, 53):
                            at += 1
                            if taken[b] or taken[c] or taken[d] or taken[e] or taken[f]:
                                continue
                            for s in range(len(settings)):
                                won = 0
                                for i in range(3):
                                    won += settings[s, i] > dealers[at, i]
                                main[a, s] += won >= 2
                                hat[a, s] += won == 3
    return main.sum(axis=0), hat.sum(axis=0)


@pytest.fixture(scope="session")
def dealers(dense: tuple[Any, ...]) -> tuple[Any, Any]:
    starts, at = np.zeros((53, 53), np.int64), 0
    for a in range(53):
        for b in range(a + 1, 53):
            starts[a, b] = at
            at += comb(52 - b, 4)
    assert at == HANDS
    positions = tuple(Card(i) for i in range(6))
    ways = np.array([(*high, *mid, *low) for high, mid, low in all_settings(positions)], np.int64)
    out = np.empty((HANDS, 3), np.int16)
    set_all(*dense, ways, starts, out)
    return out, starts


@pytest.fixture(scope="session")
def samples() -> list[Cards]:
    """A hand for each kind of strongest High, without the joker and with it, and some at random."""
    chance = random.Random(321)
    wanted = {(kind, False) for kind in range(len(KINDS))}
    # Two of five cards beside the joker share a suit: it always makes a flush at least.
    wanted |= {(kind, True) for kind in range(FLUSH, len(KINDS))}
    found = [parse("As Ad Ah Ac Ks Jk"), parse("2c 2d 3c 3d 4c 4d"), parse("Ac Kc Qc Ad Kd Qd")]
    while wanted:
        cards = tuple(map(Card, chance.sample(range(53), 6)))
        key = (strength(simple_way(cards)[0])[0], JOKER in cards)
        if key in wanted:
            wanted.discard(key)
            found.append(cards)
    return found


@pytest.fixture(scope="session")
def house() -> split.Policy:
    return split.strongest_high_first(SAN_LO)


@pytest.fixture(scope="session")
def against_house(house: split.Policy) -> split.Responses:
    return split.responses(house)


@pytest.fixture(scope="session")
def solved() -> split.Responses:
    """Against our own house way, as it is kept for all tests."""
    return houseway.solve("san-lo").responses


@pytest.fixture(scope="session")
def best(against_house: split.Responses) -> split.Policy:
    return against_house.policy(against_house.best())


# ---- hands, rankings, settings ----


def test_the_suit_classes_are_as_many_as_counted_by_hand() -> None:
    packets = split.packet_classes(SAN_LO)
    assert len(packets.hands) == 1_097_447
    assert packets.weights.sum() == HANDS == SAN_LO.hands
    assert [len(suit_classes(SAN_LO, k).hands) for k in range(6)] == [1, 14, 182, 1_924, 18_187, 150_891]
    assert (SAN_LO.opponents, SAN_LO.deals) == (OPPONENTS, DEALS)


def test_exchanging_suits_does_not_change_the_class() -> None:
    chance = random.Random(1)
    for _ in range(200):
        cards = tuple(map(Card, chance.sample(range(53), 6)))
        order = chance.sample(range(4), 4)
        exchanged = tuple(c if c == JOKER else Card(c - suit_of(c) + order[suit_of(c)]) for c in cards)
        assert split.class_of(SAN_LO, cards) == split.class_of(SAN_LO, exchanged)
    firsts = split.hand_cards(SAN_LO)
    assert (split.classes_of(SAN_LO, firsts[::-1, ::-1]) == np.arange(len(firsts))[::-1]).all()


def test_a_class_weighs_as_many_hands_as_it_has() -> None:
    everyone = np.array(list(combinations(SMALL.pack, 6)), np.uint8)
    packets = split.packet_classes(SMALL)
    assert (np.bincount(split.classes_of(SMALL, everyone)) == packets.weights).all()


def test_cards_that_cannot_be_a_packet_are_refused() -> None:
    with pytest.raises(ValueError, match="different cards"):
        split.class_of(SAN_LO, parse("As As Kd Qd 2c 3c"))
    with pytest.raises(ValueError, match="different cards"):
        split.class_of(SMALL, parse("As 4s Kd Ad 2c 3c"))


def test_rankings_keep_the_order_of_strengths() -> None:
    assert split.rankings(SAN_LO).counts == (741, 91, 13)
    for size, ladder in zip((3, 2, 1), split.strengths(SAN_LO), strict=True):
        assert set(ladder) == {strength(s) for s in combinations(SAN_LO.pack, size)}
        assert list(ladder) == sorted(ladder)


def test_settings_are_legal_when_the_rule_says_so_and_the_front_is_what_no_other_covers(samples: list[Cards]) -> None:
    ladders = split.strengths(SAN_LO)
    for cards in samples:
        index = split.class_of(SAN_LO, cards)
        ways = all_settings(first_hand(SAN_LO, index))
        legal = split.legal_settings(SAN_LO, index)
        assert list(legal) == [n for n, way in enumerate(ways) if is_legal(way)]
        made = split.ordinals(split.rankings(SAN_LO), np.array(list(legal.values())))
        for number, made_ordinals in zip(legal, made, strict=True):
            assert tuple(ladder[o] for ladder, o in zip(ladders, made_ordinals, strict=True)) == strengths_of(
                ways[number]
            )

        values = {n: strengths_of(ways[n]) for n in legal}
        covered = {
            n
            for n, value in values.items()
            for m, other in values.items()
            if all(o >= v for o, v in zip(other, value, strict=True)) and (other != value or m < n)
        }
        fronts = split.fronts(SAN_LO)
        start, end = fronts.offsets[fronts.looks[index] :][:2]
        assert list(fronts.numbers[start:end]) == sorted(values.keys() - covered)


def test_a_policy_sets_real_cards_as_plain_python_does(house: split.Policy) -> None:
    chance = random.Random(2)
    for _ in range(300):
        cards = tuple(map(Card, chance.sample(range(53), 6)))
        way = house.set(cards)
        assert sorted(sum(way, ())) == sorted(cards)
        assert strengths_of(way) == strengths_of(simple_way(cards)), show(cards)


# ---- exactness ----


@pytest.mark.soak
def test_the_oracle_sets_dealers_as_plain_python_does(dense: tuple[Any, ...], dealers: tuple[Any, Any]) -> None:
    out, starts = dealers
    chance = random.Random(3)
    for _ in range(100):
        a, b = sorted(chance.sample(range(45), 2))
        fours = list(combinations(range(b + 1, 53), 4))
        at = chance.randrange(len(fours))
        high, mid, low = simple_way(tuple(map(Card, (a, b, *fours[at]))))
        expected = [table[way] for table, way in zip(dense, (high, mid, low), strict=True)]
        assert list(out[starts[a, b] + at]) == expected


@pytest.mark.soak
def test_every_setting_of_sampled_hands_equals_direct_enumeration(
    samples: list[Cards],
    dense: tuple[Any, ...],
    dealers: tuple[Any, Any],
    house: split.Policy,
    against_house: split.Responses,
) -> None:
    """Every legal setting by `one_hand`, and those on the front by the full solve, against all 10,737,573."""
    for cards in samples:
        counted = split.one_hand(cards, house)
        ways = [(n, way) for n, way in enumerate(all_settings(cards)) if is_legal(way)]
        assert [(s.number, s.hands) for s in counted] == ways
        settings = np.array([[dense[i][way[i]] for i in range(3)] for _, way in ways], np.int16)
        main, hat_trick = beat_all(*dealers, np.array(cards), settings)
        assert [s.main for s in counted] == list(main), show(cards)
        assert [s.hat_trick for s in counted] == list(hat_trick), show(cards)

        by_strength = {strengths_of(way): (m, t) for (_, way), m, t in zip(ways, main, hat_trick, strict=True)}
        index = split.class_of(SAN_LO, cards)
        first = first_hand(SAN_LO, index)
        for q in range(against_house.offsets[index], against_house.offsets[index + 1]):
            way = split.set_cards(SAN_LO, first, int(against_house.numbers[q]))
            assert (against_house.main[q], against_house.hat_trick[q]) == by_strength[strengths_of(way)]


@pytest.mark.soak
def test_the_full_solve_equals_one_hand_on_hands_at_random(
    house: split.Policy, best: split.Policy, against_house: split.Responses
) -> None:
    against_best = split.responses(best, ties_win=True)
    chance = random.Random(5)
    for index in chance.sample(range(1_097_447), 40):
        first = first_hand(SAN_LO, index)
        for responses, opponent, ties_win in ((against_house, house, False), (against_best, best, True)):
            alone = {s.number: (s.main, s.hat_trick) for s in split.one_hand(first, opponent, ties_win=ties_win)}
            for q in range(responses.offsets[index], responses.offsets[index + 1]):
                assert (responses.main[q], responses.hat_trick[q]) == alone[responses.numbers[q]]


@pytest.mark.soak
def test_what_one_side_does_not_win_the_other_does(
    house: split.Policy, best: split.Policy, against_house: split.Responses
) -> None:
    won = split.value(best, house)
    assert won == against_house.totals(against_house.best())
    assert won.deals == DEALS
    assert won.main + split.value(house, best, ties_win=True).main == DEALS


# ---- choices ----


def test_each_choice_is_the_best_for_its_bet(solved: split.Responses) -> None:
    r = solved
    ratio = Fraction(2, 7)
    main, hat, both = r.best(), r.best_for_hat_trick(), r.best_for_both(ratio, pays=5)
    for index in random.Random(4).sample(range(1_097_447), 500):
        asked = range(r.offsets[index], r.offsets[index + 1])
        wins = {q: (int(r.main[q]), int(r.hat_trick[q])) for q in asked}
        assert main[index] == max(asked, key=lambda q: (wins[q][0], wins[q][1], -q))
        assert hat[index] == max(asked, key=lambda q: (wins[q][1], wins[q][0], -q))
        assert both[index] == max(asked, key=lambda q: (2 * wins[q][0] + 6 * ratio * wins[q][1], wins[q][1], -q))


def test_a_weight_too_large_for_exact_scores_is_refused(solved: split.Responses) -> None:
    with pytest.raises(ValueError, match="64-bit"):
        solved.best(Fraction(1, 10**15))


# ---- a small pack, by brute force over all pairs of hands ----


@pytest.fixture(scope="session")
def small_pairs() -> list[dict[Any, tuple[int, int, int, int]]]:
    """For each class of a pack of 17, strengths of a legal setting -> wins and Hat Tricks, without and with ties."""
    hands = list(combinations(SMALL.pack, 6))
    theirs = [strengths_of(simple_way(hand)) for hand in hands]
    place = {s: i for i, s in enumerate(sorted({strength(x) for k in (1, 2, 3) for x in combinations(SMALL.pack, k)}))}
    dealt = np.array([[place[s] for s in way] for way in theirs])
    held = np.array([sum(1 << c for c in hand) for hand in hands])
    answers = []
    for index in range(len(split.packet_classes(SMALL).hands)):
        cards = first_hand(SMALL, index)
        disjoint = dealt[held & sum(1 << c for c in cards) == 0]
        assert len(disjoint) == SMALL.opponents == 462
        answer = {}
        for way in filter(is_legal, all_settings(cards)):
            ours = np.array([place[s] for s in strengths_of(way)])
            strict, ties = (ours > disjoint).sum(axis=1), (ours >= disjoint).sum(axis=1)
            answer[strengths_of(way)] = tuple(
                int(n) for n in ((strict >= 2).sum(), (strict == 3).sum(), (ties >= 2).sum(), (ties == 3).sum())
            )
        answers.append(answer)
    return answers


@pytest.mark.parametrize(
    "fewer", [pytest.param(10**9, marks=pytest.mark.soak), 5, 0], ids=["by highs", "mixed", "by words"]
)
def test_a_small_pack_equals_brute_force_over_all_pairs_of_hands(
    fewer: int, small_pairs: list[dict[Any, tuple[int, int, int, int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subsets, "FEWER_ROWS", fewer)
    house = split.strongest_high_first(SMALL)
    strict, ties = split.responses(house), split.responses(house, ties_win=True)
    for index, answer in enumerate(small_pairs):
        for q in range(strict.offsets[index], strict.offsets[index + 1]):
            way = split.set_cards(SMALL, first_hand(SMALL, index), int(strict.numbers[q]))
            counted = strict.main[q], strict.hat_trick[q], ties.main[q], ties.hat_trick[q]
            assert counted == answer[strengths_of(way)]


def test_in_a_small_pack_too_what_one_side_does_not_win_the_other_does() -> None:
    house = split.strongest_high_first(SMALL)
    against_house = split.responses(house)
    best = against_house.policy(against_house.best())
    won = split.value(best, house)
    assert won == against_house.totals(against_house.best())
    assert won.main + split.value(house, best, ties_win=True).main == won.deals == SMALL.deals


def test_a_bad_policy_is_priced_as_well(small_pairs: list[dict[Any, tuple[int, int, int, int]]]) -> None:
    house = split.strongest_high_first(SMALL)
    worst = split.weakest_high_first(SMALL)
    weights = split.packet_classes(SMALL).weights
    main = sum(int(w) * answer[min(answer)][0] for w, answer in zip(weights, small_pairs, strict=True))
    assert split.value(worst, house).main == main


# ---- shards ----


@pytest.mark.parametrize("pieces", [1, 20])
def test_shards_run_anywhere_and_add_up_in_any_order(pieces: int) -> None:
    problem = split.SplitProblem(opponent=split.strongest_high_first(SMALL))
    cut = split.shards(SMALL, pieces)
    for size in range(7):
        mine = [shard for shard in cut if shard.size == size]
        covered = [index for shard in mine for index in range(shard.first, shard.last)]
        assert covered == list(range(len(suit_classes(SMALL, size).hands)))
    random.Random(6).shuffle(cut)
    sent = [pickle.loads(pickle.dumps((problem, shard))) for shard in cut]
    sums = split.merge(split.run_batch(problem, [shard]) for problem, shard in sent)
    assert (sums == split.run(problem, threads=1)).all()
    assert (split.answer(problem, sums).main == split.responses(problem.opponent).main).all()

"""The randomness battery: its chances against enumerations, its false alarms against its promise, planted faults."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import comb, exp, factorial, sqrt

import numpy as np
import pytest

from houseway.analysis.randomness import linear, sequence, shuffles
from houseway.analysis.randomness.outcome import ChanceTest, Evidence, Sample, holm
from houseway.analysis.randomness.raw import raw_outcomes
from houseway.analysis.randomness.tails import (
    chi_square_tails,
    gamma_tails,
    poisson_at_least,
    two_sided_chi_square,
    two_sided_normal,
)
from houseway.analysis.randomness.tuples import serial_tuples
from houseway.cards import Card, Pack
from houseway.games import GAMES
from houseway.service.evidence import dice_sample, number_sample, raw_sample
from tests.soak import more

SEATS = GAMES["supreme-99"].seats
DECK, JOKER_PACK, SHOE = Pack(1), Pack(1, joker=True), Pack(2)


# ---- the tails -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statistic", "freedom", "above"),
    [  # from printed tables
        *((3.841459, 1, 0.05), (6.634897, 1, 0.01), (10.827566, 1, 0.001), (5.991465, 2, 0.05)),
        *((18.307038, 10, 0.05), (23.209251, 10, 0.01), (3.940299, 10, 0.95), (2.558212, 10, 0.99)),
        *((124.342113, 100, 0.05), (135.806723, 100, 0.01), (77.929465, 100, 0.95), (1074.679449, 1000, 0.05)),
    ],
)
def test_chi_square_is_what_tables_print(statistic: float, freedom: int, above: float):
    low, high = chi_square_tails(statistic, freedom)
    assert high == pytest.approx(above, rel=1e-5)
    assert low + high == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("freedom", [2, 4, 10, 64, 120, 400])
def test_chi_square_of_even_freedom_is_a_sum_of_poisson_chances(freedom: int):
    for statistic in (0.1, 1, freedom / 2, 0.9 * freedom, freedom, 1.1 * freedom, 1.4 * freedom):
        half = Fraction(statistic) / 2
        expected = exp(-half) * float(sum(half**k / factorial(k) for k in range(freedom // 2)))
        assert chi_square_tails(statistic, freedom)[1] == pytest.approx(expected, rel=1e-9)


def test_tails_far_out_keep_their_size():
    assert chi_square_tails(1000, 2)[1] == pytest.approx(exp(-500), rel=1e-9)
    assert 0 < chi_square_tails(12_000, 10_000)[1] < 1e-39
    assert gamma_tails(3, 0) == (0.0, 1.0)
    assert two_sided_chi_square(0, 255) == 0  # too even
    assert 0.3 < chi_square_tails(21_165, 21_165)[1] < 0.5


def test_the_normal_is_what_tables_print():
    for z, p in ((1.959964, 0.05), (2.575829, 0.01), (-1.644854, 0.1), (0, 1)):
        assert two_sided_normal(z) == pytest.approx(p, rel=1e-5)


def test_rare_events_are_poissons():
    for mean in (0.01, 1.5):
        below = [exp(-mean) * mean**k / factorial(k) for k in range(3)]
        assert poisson_at_least(3, mean) == pytest.approx(1 - sum(below), rel=1e-6)
    assert poisson_at_least(0, 0.1) == 1
    assert poisson_at_least(1, 1e-12) == pytest.approx(1e-12)


def test_holm_makes_each_answer_for_all():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([0.5, 0.9]) == (1.0, 1.0)
    assert holm([]) == ()


# ---- chances, by enumeration -----------------------------------------------------------------------


def test_a_collection_takes_as_long_as_all_sequences_take():
    sides, longest = 3, 9
    found = Counter[int]()
    for drawn in product(range(sides), repeat=longest):
        whole = next((n for n in range(1, longest + 1) if len(set(drawn[:n])) == sides), longest)
        found[min(whole, longest)] += 1
    chances = sequence.collecting_chances(sides, longest)
    assert [round(float(c) * sides**longest) for c in chances] == [found[n] for n in range(longest + 1)]


def test_hands_of_five_numbers_are_counted_right():
    every = np.array(list(product(range(6), repeat=5)), dtype=np.int64)
    outcome = sequence.poker(every.ravel(), 6, "all")
    assert outcome.statistic == pytest.approx(0, abs=1e-9) and outcome.count == 6**5


def test_every_order_of_a_group_has_its_own_number():
    every = np.array(list(permutations(range(5))) * 12, dtype=np.int64)
    assert sequence.orders(every, "all").statistic == 0
    assert sequence.orders(np.vstack([every, every[:1]]), "one more").statistic > 0
    tied = np.array([[1, 1, 2, 3, 4]], dtype=np.int64)
    assert sequence.orders(np.vstack([every, tied]), "a tie has no order").count == len(every)


def test_gaps_are_geometric():
    rng = np.random.default_rng(5)
    hits = rng.random(400_000) < 0.3
    assert sequence.gap(hits, 0.3, "fair").p > 0.001
    assert sequence.gap(hits, 0.31, "said to be likelier").p < 1e-6


def test_colour_runs_are_those_of_all_orders_of_a_small_pack():
    each = 5
    orders = combinations(range(2 * each), each)
    found = Counter(1 + sum((i in red) != (i + 1 in red) for i in range(2 * each - 1)) for red in orders)
    chances = shuffles.run_chances(each)
    assert [round(float(c) * comb(2 * each, each)) for c in chances] == [found[n] for n in range(2 * each + 1)]


def test_runs_have_the_mean_and_variance_of_all_orders():
    n, high = 9, 4
    orders = [np.isin(np.arange(n), places) for places in combinations(range(n), high)]
    scores = [sequence.runs(order, "all").statistic for order in orders]
    assert np.mean(scores) == pytest.approx(0, abs=1e-12) and np.var(scores) == pytest.approx(1)


def test_neighbours_have_the_mean_and_variance_of_all_orders():
    values = np.array([0, 0, 1, 3, 4, 6, 9])
    x = values - values.mean()
    sums = [float(sum(order[i] * order[i - 1] for i in range(7))) for order in permutations(x)]
    mean, variance = sequence.neighbour_moments(7, float((x**2).sum()), float((x**4).sum()))
    assert np.mean(sums) == pytest.approx(mean) and np.var(sums) == pytest.approx(variance)


def test_the_first_five_cards_are_the_known_poker_hands():
    hands = shuffles.hands_by_ranks(DECK) * comb(52, 5)
    assert [round(float(h)) for h in hands] == [0, 0, 624 + 3744, 54912 + 123552, 1098240, 1317888]
    assert shuffles.hands_by_ranks(Pack(8)).sum() == pytest.approx(1)


def test_rising_sequences_are_those_of_all_orders_of_few_cards():
    """Also how many orders of 52 cards fall into one, two and three: 1, 2**52 - 53, 3**52 - 53 · 2**52 + 53 · 26."""
    orders = Counter(1 + sum(b < a for a, b in pairwise(order)) for order in permutations(range(6)))
    assert [round(float(c) * 720) for c in shuffles.rising_chances(6)] == [orders[n] for n in range(7)]
    first = shuffles.rising_chances(52)[1:4] * factorial(52)
    assert first == pytest.approx([1, 2**52 - 53, 3**52 - 53 * 2**52 + 53 * 26], rel=1e-12)


def test_a_riffle_makes_two_rising_sequences_and_its_way_back_one():
    new = np.arange(52)
    riffled = np.insert(new[26:], np.arange(26), new[:26])  # a card of each half in turn
    places = shuffles.first_places(np.array([riffled, new, riffled]))
    assert (1 + (np.diff(places, axis=1) < 0).sum(axis=1)).tolist() == [2, 1, 2]


def test_kinds_of_a_shoe_first_come_in_uniform_order():
    """Every order of three kinds as often as any other, in all orders of two of each."""
    seen = Counter[tuple[int, ...]]()
    for order in set(permutations((0, 0, 1, 1, 2, 2))):
        places = shuffles.first_places(np.array([order]))[0, :3]
        seen[tuple(np.argsort(places).tolist())] += 1
    assert set(seen.values()) == {90 // 6} and len(seen) == 6


def test_the_one_that_leans_most_is_as_rare_as_its_p_says():
    rng = np.random.default_rng(11)
    chances = [sequence.greatest("t", "o", 1, rng.standard_normal(64)).p for _ in range(more(500, 20_000))]
    assert kolmogorov(chances) > 0.001
    assert sequence.greatest("t", "o", 1, np.array([0.0, -6.0])).p == pytest.approx(2 * two_sided_normal(6), rel=1e-6)


def test_tuples_are_counted_in_as_many_cells_as_are_filled():
    every = np.array(list(product(range(16), repeat=2)), np.int64).ravel()
    of_all = serial_tuples(np.tile(every, 10), 4, 2, "digits")
    assert (of_all.freedom, of_all.statistic) == (255, 0)
    assert serial_tuples(every, 4, 2, "digits").freedom == 15  # of 256 pairs two upper bits each
    assert serial_tuples(np.tile(every, 10) >> 1 << 1, 4, 2, "digits").p < 1e-100


def test_ranks_of_squares_are_those_of_every_square():
    """Of three by three bits, all 512, written in the corner of a square whose other rows are units."""
    side, found = 32, Counter[int]()
    for bits in product((0, 1), repeat=9):
        rows = [1 << (31 - row) for row in range(side)]
        for row in range(3):
            rows[row] = sum(bit << (31 - column) for column, bit in enumerate(bits[3 * row : 3 * row + 3]))
        data = b"".join(row.to_bytes(4) for row in rows)
        found[int(linear.ranks_of(linear.squares_of(data, side), side)[0]) - 29] += 1
    expected = linear.rank_chances(3) * 512
    assert [found[rank] for rank in range(4)] == [round(float(c)) for c in expected] == [1, 49, 294, 168]


def test_a_square_of_many_words_has_its_rank():
    """As many rows of their own as are wanted, and sums of them for the others."""
    rng = np.random.default_rng(6)
    for rank in (1, 63, 64, 200, 255):
        rows = [int.from_bytes(rng.bytes(32)) for _ in range(rank)]
        while len(rows) < 256:
            rows.append(rows[int(rng.integers(rank))] ^ rows[int(rng.integers(rank))])
        data = b"".join(rows[i].to_bytes(32) for i in rng.permutation(256))
        assert linear.ranks_of(linear.squares_of(data, 256), 256).tolist() == [rank]
    assert linear.rank_chances(256).sum() == pytest.approx(1)
    assert linear.rank_chances(256)[-3:] == pytest.approx([0.1283502, 0.5775762, 0.2887881], abs=1e-7)


def test_the_shortest_register_is_that_of_every_row_of_bits():
    """Rows of ten bits against the counts that the chances are made of, and some against every register there is."""
    found = Counter[int]()
    for bits in product((0, 1), repeat=10):
        length = linear.shortest_register(np.array(bits, np.uint8))
        found[length] += 1
        if bits[:4] == (1, 0, 0, 0):
            assert length == next(n for n in range(11) if any(_makes(bits, taps) for taps in product((0, 1), repeat=n)))
    below = [sum(found[n] for n in range(length + 1)) for length in range(11)]
    assert below == [linear.shorter_or_equal(length, 10) for length in range(11)]
    assert linear.shorter_or_equal(-1, 10) == 0


def _makes(bits: tuple[int, ...], taps: tuple[int, ...]) -> bool:
    """Whether each bit is the sum of those before it that the register taps."""
    n = len(taps)
    return all(bits[i] == sum(taps[j] & bits[i - 1 - j] for j in range(n)) % 2 for i in range(n, len(bits)))


@pytest.mark.parametrize("pack", [DECK, JOKER_PACK, SHOE, Pack(8)], ids=str)
def test_one_shuffle_is_just_as_far_out_as_its_freedom(pack: Pack):
    """Whichever it is, so that the mean over any number of shuffles is exactly right."""
    rng = np.random.default_rng(7)
    for _ in range(3):
        outcome = shuffles.card_by_place(rng.permutation(pack.cards()).reshape(1, -1), pack)
        assert outcome.statistic == pytest.approx(outcome.freedom)


def test_rare_kinds_are_counted_together():
    counts, chances = np.array([50, 45, 3, 2]), np.array([0.5, 0.45, 0.03, 0.02])
    assert sequence.chi_square("t", "o", counts, chances).freedom == 1  # both rare ones join the next
    assert sequence.chi_square("t", "o", counts * 10, chances).freedom == 3
    assert sequence.chi_square("t", "o", np.array([3]), np.array([1.0])).p == 1


# ---- false alarms ----------------------------------------------------------------------------------

RUNS = more(100, 300)


def good_sample(seed: int) -> Evidence:
    rng = np.random.Generator(np.random.PCG64(seed))
    packs = [DECK, JOKER_PACK, SHOE]
    pack = packs[seed % 3]
    drawn = rng.permuted(np.tile(np.array(pack.cards()), (700, 1)), axis=1)
    return Evidence(
        samples=(
            raw_sample(rng.bytes(1 << 14)),
            Sample(name="shuffles", source="", count=700, unit="", outcomes=shuffles.shuffle_outcomes(drawn, pack)),
            number_sample(rng.integers(1, 8, 4000).tolist(), 7),
            dice_sample([tuple(throw) for throw in rng.integers(1, 7, (1500, 3)).tolist()], SEATS),
        )
    )


@pytest.fixture(scope="module")
def good() -> list[Evidence]:
    return [good_sample(seed) for seed in range(RUNS)]


@pytest.mark.soak
def test_a_good_generator_raises_an_alarm_as_seldom_as_promised(good: list[Evidence]):
    """At most 5 % and 1 % of reports; 2.33 standard deviations more would be one test in a hundred."""
    for confidence in (0.95, 0.99):
        rate = 1 - confidence
        alarms = sum(not each.passes(confidence) for each in good)
        assert alarms <= RUNS * rate + 2.33 * sqrt(RUNS * rate * (1 - rate)), confidence
        assert alarms > 0 or confidence == 0.99  # nor is the battery deaf


def test_the_p_values_of_a_good_generator_are_uniform(good: list[Evidence]):
    """By Kolmogorov and Smirnov, each test over all runs; with Holm over the tests."""
    found: dict[tuple[str, str, str], list[float]] = {}
    for each in good:
        for sample in each.samples:
            for outcome in sample.outcomes:
                if outcome.test != "linear complexity":  # it has few values, so few chances
                    found.setdefault((sample.name, outcome.test, outcome.of), []).append(outcome.p)
    uniform = {key: kolmogorov(ps) for key, ps in found.items() if min(ps) < 1}  # repeats there are none
    assert len(uniform) > 25
    assert min(holm(list(uniform.values()))) > 0.01, uniform


def kolmogorov(chances: list[float]) -> float:
    """The chance that uniform numbers lie as far from the diagonal; ones that say nothing are left out."""
    values = np.sort([p for p in chances if p < 1])
    n = len(values)
    distance = max((np.arange(1, n + 1) / n - values).max(), (values - np.arange(n) / n).max())
    reach = (sqrt(n) + 0.12 + 0.11 / sqrt(n)) * distance
    return min(1.0, 2 * sum((-1) ** (k - 1) * exp(-2 * (k * reach) ** 2) for k in range(1, 101)))


# ---- planted faults --------------------------------------------------------------------------------


def fair(size: int) -> np.ndarray:
    return np.frombuffer(np.random.Generator(np.random.PCG64(99)).bytes(size), np.uint8)


def congruential(count: int) -> Iterator[int]:
    state = 12345
    for _ in range(count):
        state = (1103515245 * state + 12345) % 2**32
        yield state


def stuck_bit() -> bytes:
    return (fair(1 << 17) & ~np.uint8(8)).tobytes()


def bit_that_leans() -> bytes:
    """One bit of 64 is set in 52 % of words."""
    words = np.frombuffer(fair(1 << 20).tobytes(), ">u8").copy()
    words[::25] |= np.uint64(1 << 17)
    return words.tobytes()


def low_bits() -> bytes:
    return bytes(state & 255 for state in congruential(1 << 17))


def whole_numbers() -> bytes:
    return b"".join(state.to_bytes(4) for state in congruential(1 << 16))


def repeated_block() -> bytes:
    return fair(1 << 12).tobytes() * 32


def one_block_again() -> bytes:
    """64 bytes in a megabyte have come before: a buffer was used twice."""
    data = bytearray(fair(1 << 20).tobytes())
    data[700_000:700_064] = data[80_000:80_064]
    return bytes(data)


def slow_walk() -> bytes:
    """Each byte is near the one before, though all come equally often."""
    steps = fair(1 << 17).astype(np.int64) % 3 - 1
    return (np.cumsum(steps * 5) % 256).astype(np.uint8).tobytes()


def too_even() -> bytes:
    """Every byte just as often as any other, in random order within each 256."""
    rng = np.random.Generator(np.random.PCG64(4))
    return b"".join(rng.permutation(256).astype(np.uint8).tobytes() for _ in range(256))


@pytest.mark.parametrize(
    ("fault", "caught_by"),
    [
        (stuck_bit, ("chi-square", "bits by place of 64")),
        (bit_that_leans, ("chi-square", "bits by place of 64")),
        (low_bits, ("chi-square", "bytes")),
        (whole_numbers, ("serial correlation", "each bit, 64 bits on")),
        (repeated_block, ("repeats", "64-bit numbers")),
        (one_block_again, ("repeats", "64-bit numbers")),
        (slow_walk, ("serial correlation", "bytes")),
        (too_even, ("chi-square", "bytes")),
    ],
)
def test_a_bad_generator_is_caught(fault: Callable[[], bytes], caught_by: tuple[str, str]):
    found = Evidence(samples=(raw_sample(fault()),))
    assert caught_by in {(alarm.test, alarm.of) for alarm in found.alarms(0.99)}


def test_the_same_amounts_of_good_bytes_are_not_caught():
    for size in (1 << 17, 1 << 18, 1 << 20):
        assert Evidence(samples=(raw_sample(fair(size).tobytes()),)).passes(0.99)


def swaps_with_any(rng: np.random.Generator, pack: Pack) -> list[Card]:
    """The classic mistake: each card changes places with any, not with any up to itself."""
    order = list(pack.cards())
    for place, other in enumerate(rng.integers(0, len(order), len(order)).tolist()):
        order[place], order[other] = order[other], order[place]
    return order


def never_stays(rng: np.random.Generator, pack: Pack) -> list[Card]:
    """Off by one: a card never changes places with itself."""
    order = list(pack.cards())
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.integers(0, last))
        order[last], order[other] = order[other], order[last]
    return order


def modulo_of_a_byte(rng: np.random.Generator, pack: Pack) -> list[Card]:
    order = list(pack.cards())
    for last, byte in zip(range(len(order) - 1, 0, -1), rng.bytes(len(order) - 1), strict=True):
        other = byte % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def one_riffle(rng: np.random.Generator, pack: Pack) -> list[Card]:
    order, half = list(pack.cards()), len(pack) // 2
    left, right = order[:half], order[half:]
    return [(left if left and (not right or rng.random() < 0.5) else right).pop(0) for _ in range(len(order))]


SHUFFLERS = [swaps_with_any, never_stays, modulo_of_a_byte, one_riffle]


@pytest.mark.parametrize("pack", [DECK, JOKER_PACK], ids=str)
@pytest.mark.parametrize("shuffler", SHUFFLERS)
def test_a_bad_shuffle_is_caught(shuffler: Callable[[np.random.Generator, Pack], list[Card]], pack: Pack):
    rng = np.random.Generator(np.random.PCG64(8))
    drawn = np.array([shuffler(rng, pack) for _ in range(4000)], dtype=np.int64)
    alarms = _alarms(shuffles.shuffle_outcomes(drawn, pack))
    assert "each card at each place" in alarms


def test_a_shuffle_that_keeps_part_of_the_last_is_caught():
    rng = np.random.Generator(np.random.PCG64(8))
    order, drawn = rng.permutation(52), []
    for _ in range(1500):
        moved = rng.permutation(52)[:48]  # four cards stay where they were
        order = order.copy()
        order[moved] = order[rng.permutation(moved)]
        drawn.append(order)
    assert "a shuffle and the next" in _alarms(shuffles.shuffle_outcomes(np.array(drawn), DECK))


def riffle(rng: np.random.Generator, order: list[int]) -> list[int]:
    """As Gilbert, Shannon and Reeds describe hands: cut near the middle, each card from a heap by its size."""
    from_left = np.sort(rng.permutation(len(order))[: rng.binomial(len(order), 0.5)])
    left = iter(order[: len(from_left)])
    right = iter(order[len(from_left) :])
    is_left = set(from_left.tolist())
    return [next(left if place in is_left else right) for place in range(len(order))]


@pytest.mark.parametrize("pack", [DECK, JOKER_PACK], ids=str)
@pytest.mark.parametrize("from_new", [True, False], ids=["from a new pack", "from the shuffle before"])
def test_seven_riffles_are_caught(pack: Pack, from_new: bool):
    """Of 1,500 shuffles, by too few rising sequences and by nothing else but where cards lie."""
    rng = np.random.Generator(np.random.PCG64(7))
    order: list[int] = [int(card) for card in rng.permutation(pack.cards())]
    drawn = []
    for _ in range(1500):
        if from_new:
            order = [int(card) for card in pack.cards()]
        for _ in range(7):
            order = riffle(rng, order)
        drawn.append(order)
    found = shuffles.shuffle_outcomes(np.array(drawn), pack)
    alarms = _alarms(found)
    assert ("from a new pack" if from_new else "from the shuffle before") in alarms
    assert from_new or alarms == {"from the shuffle before"}


def _alarms(outcomes: tuple[ChanceTest, ...]) -> set[str]:
    sample = Sample(name="", source="", count=0, unit="", outcomes=outcomes)
    return {alarm.of for alarm in Evidence(samples=(sample,)).alarms(0.99)}


def test_a_shuffle_played_twice_is_caught():
    rng = np.random.Generator(np.random.PCG64(1))
    drawn = rng.permuted(np.tile(np.arange(52), (1500, 1)), axis=1)
    drawn[900] = drawn[100]
    assert _alarms(shuffles.shuffle_outcomes(drawn, DECK)) == {"whole shuffles"}


def test_a_byte_modulo_seven_is_caught():
    numbers = 1 + fair(400_000).astype(np.int64) % 7
    alarms = Evidence(samples=(number_sample(numbers.tolist(), 7),)).alarms(0.99)
    assert "chi-square" in {alarm.test for alarm in alarms}


def test_a_rotation_that_shuns_the_last_position_is_caught():
    steps = np.random.Generator(np.random.PCG64(3)).integers(1, 7, 20_000)
    alarms = Evidence(samples=(number_sample((1 + np.cumsum(steps) % 7).tolist(), 7),)).alarms(0.99)
    assert {"poker", "gap"} <= {alarm.test for alarm in alarms}


def test_a_loaded_die_is_caught():
    rng = np.random.Generator(np.random.PCG64(3))
    dice = rng.choice(6, (20_000, 3), p=[0.155, *[0.169] * 5]) + 1
    alarms = Evidence(samples=(dice_sample([tuple(t) for t in dice.tolist()], SEATS),)).alarms(0.99)
    assert "dice" in {alarm.of for alarm in alarms}


def test_too_little_is_refused():
    with pytest.raises(ValueError, match="100 bytes are too few: 16,384 or more"):
        raw_outcomes(bytes(100))
    with pytest.raises(ValueError, match="1 shuffles are too few: 400 or more"):
        shuffles.shuffle_outcomes(np.arange(52).reshape(1, 52), DECK)
    with pytest.raises(ValueError, match="3 draws are too few: 2,000 or more"):
        number_sample([1, 2, 3], 7)

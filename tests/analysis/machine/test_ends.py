"""What the machine counts and pays follows from how its rounds end."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np

from houseway.analysis.exact.ends import End
from houseway.analysis.exact.question import question
from houseway.analysis.exact.streets import Streets
from houseway.analysis.machine.batches import BatchTally, Work, no_money, nothing, play_batch
from houseway.analysis.machine.money import EndWorths
from houseway.analysis.machine.policies import best
from houseway.analysis.machine.rounds import Unit, machine
from houseway.cards import DECK, Card, rank_of
from houseway.game import BOARD, SEAT, Choice, Seen
from houseway.games import GAMES
from houseway.work.simulating import run

FEW = tuple(c for c in DECK if rank_of(c) >= 10)


def counted(unit: Unit, tally: BatchTally, seat: int = 0) -> Counter[End]:
    """How often each end of a unit came at a seat."""
    times = tally.counts[seat, unit.start : unit.start + len(unit.ends)].tolist()
    return Counter({end: n for end, n in zip(unit.ends, times, strict=True) if n and isinstance(end, End)})


def test_what_a_seat_stakes_and_wins_is_told_by_session_and_shift() -> None:
    """Every round stakes 2 and wins 1 by the first end, else loses 1: sessions and shifts add just that up."""
    asked = question(GAMES["casino-war"], wagers=["Tie"])
    made = machine(replace(asked, policy=lambda number, seen, options: options[0]))
    nets = np.where(np.arange(made.ends) == 0, 1, -1).astype(np.int64)
    money = no_money(made.ends)._replace(nets=nets, keeps=-nets, actions=np.ones(made.ends, np.int64))
    tally: BatchTally = play_batch(
        Work(program=made.program, money=money, seats=1, rounds=1_000, session=10, shift=500), 0
    )
    [first, *_] = tally.counts[0].tolist()
    net = 2 * first - 2_000
    assert sum(value * times for value, times in tally.sessions.items()) == net
    assert sum(tally.sessions.values()) == 100
    assert sum(kept * times for (kept, _), times in tally.shifts.items()) == -net
    assert {staked for _, staked in tally.shifts} == {1_000}


def test_best_play_in_streets_is_what_its_method_says_of_every_option() -> None:
    """On cards drawn from a short pack: the option of the table wins most of all."""
    asked = question(GAMES["mississippi-stud"], cards=FEW)
    method = Streets(asked)
    policy = best(method)
    random = np.random.default_rng(3)
    choices = [step for step in asked.game.round if isinstance(step, Choice)]
    for _ in range(6):
        cards = [Card(int(c)) for c in random.permutation(np.array(FEW))]
        said: tuple[str, ...] = ()
        for number, step in enumerate(choices):
            lying = {SEAT.place: tuple(cards[:2]), BOARD.place: tuple(cards[2 : 2 + number])}
            seen = Seen(pack=asked.pack, lying=lying, said=said)
            chosen = policy(number, seen, step.options(seen))
            values = method.options(seen)
            assert values[chosen] == max(values.values())
            if chosen.out:
                break
            said += (chosen.word,)


def test_a_seat_follows_the_policy() -> None:
    """A seat that always goes to war never surrenders."""
    asked = question(GAMES["casino-war"])
    made = machine(replace(asked, policy=lambda number, seen, options: options[-1]), 2)
    work = Work(program=made.program, money=no_money(made.ends), seats=2, rounds=20_000)
    [unit] = made.units
    for seat in range(2):
        words = {end.said for end in counted(unit, play_batch(work, 0), seat)}
        assert words == {(), ("war",)}


def test_a_raise_and_a_free_bonus_are_paid_in_dollars_by_the_wager_they_are_of() -> None:
    """Three Card Poker with 5 dollars on the ante: what is staked, and what a session wins, follow from the lines."""
    asked = question(GAMES["three-card-poker"], cards=tuple(c for c in DECK if rank_of(c) >= 11))
    made = machine(replace(asked, policy=lambda number, seen, options: options[-1]))
    money, parts = EndWorths(asked, {"Ante": Fraction(5)}, {}).money(made.units[0].ends)
    assert {Fraction(int(action), parts) for action in money.actions} == {Fraction(10)}
    work = Work(program=made.program, money=money, seats=1, rounds=2_000, session=1_000)
    tally = play_batch(work, 0)
    [unit] = made.units
    won = sum(5 * asked.net[line] * times for end, times in counted(unit, tally).items() for line in end.lines)
    assert Fraction(sum(net * times for net, times in tally.sessions.items()), parts) == won


def test_batches_on_an_engine_add_up_to_those_played_one_by_one() -> None:
    asked = question(GAMES["casino-war"])
    made = machine(replace(asked, policy=lambda number, seen, options: options[0]), 2)
    work = Work(program=made.program, money=no_money(made.ends), seats=2, rounds=5_000, batch=1_000)
    one_by_one = nothing(work)
    for number in work.batches:
        one_by_one.add(play_batch(work, number))
    assert (run(work).counts == one_by_one.counts).all()

"""What the machine counts lies where the exact figures say, and a wrong pay does not."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from houseway.analysis.exact.question import question
from houseway.analysis.exact.streets import Streets
from houseway.analysis.exact.tree import Tree
from houseway.analysis.machine.batches import Work, no_money, nothing, play_batch
from houseway.analysis.machine.measured import Measured, counted, measured
from houseway.analysis.machine.money import money_of
from houseway.analysis.machine.policies import best
from houseway.analysis.machine.rounds import machine
from houseway.analysis.simulation.batches import BatchTally
from houseway.cards import DECK, Card, rank_of
from houseway.paytable import Odds, Pay
from houseway.rounds import ROUNDS
from houseway.steps import BOARD, SEAT, Choice, Seen
from houseway.work.simulating import run_steps

ROUNDS_PLAYED = 1_000_000
FEW = tuple(c for c in DECK if rank_of(c) >= 10)


def casino_war(wrong: bool = False) -> list[Measured]:
    """A million rounds with a bet on the tie, beside the exact figures; or beside those of a tie that pays 1 more."""
    asked = question(ROUNDS["casino-war"], wagers=["Tie"])
    method = Tree(asked)
    made = machine(replace(asked, policy=best(method)))
    work = Work(program=made.program, money=no_money(made.ends), seats=1, rounds=ROUNDS_PLAYED, seed=7)
    tally = nothing(work)
    for number in work.batches:
        tally.add(play_batch(work, number))
    found = [measured(made, unit, tally, asked, method.ends) for unit in made.units]
    if not wrong:
        return found
    tie = asked.pays["Tie"]
    pays = {**asked.pays, "Tie": replace(tie, lines={"tie": Pay(odds=Odds.TO_ONE, amount=Fraction(11))})}
    paid_wrong = [measured(made, unit, tally, replace(asked, pays=pays), method.ends) for unit in made.units]
    return [replace(right, won=wrong.won) for right, wrong in zip(found, paid_wrong, strict=True)]


def test_every_wager_lies_within_three_standard_errors_of_the_exact_figure() -> None:
    assert [abs(each.z) < 3 for each in casino_war()] == [True, True]


def test_a_tie_that_pays_one_more_is_caught() -> None:
    main, tie = casino_war(wrong=True)
    assert abs(main.z) < 3
    assert tie.z > 20


def test_what_a_seat_stakes_and_wins_is_told_by_session_and_shift() -> None:
    """Every round stakes 2 and wins 1 by the first end, else loses 1: sessions and shifts add just that up."""
    asked = question(ROUNDS["casino-war"], wagers=["Tie"])
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
    asked = question(ROUNDS["mississippi-stud"], cards=FEW)
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
    asked = question(ROUNDS["casino-war"])
    made = machine(replace(asked, policy=lambda number, seen, options: options[-1]), 2)
    work = Work(program=made.program, money=no_money(made.ends), seats=2, rounds=20_000)
    [unit] = made.units
    for seat in range(2):
        words = {end.said for end in counted(made, unit, play_batch(work, 0), seat)}
        assert words == {(), ("war",)}


def test_a_raise_and_a_free_bonus_are_paid_in_dollars_by_the_wager_they_are_of() -> None:
    """Three Card Poker with 5 dollars on the ante: what is staked, and what a session wins, follow from the lines."""
    asked = question(ROUNDS["three-card-poker"], cards=tuple(c for c in DECK if rank_of(c) >= 11))
    made = machine(replace(asked, policy=lambda number, seen, options: options[-1]))
    money, parts = money_of(made, asked, {"Ante": Fraction(5)})
    assert {Fraction(int(action), parts) for action in money.actions} == {Fraction(10)}
    work = Work(program=made.program, money=money, seats=1, rounds=2_000, session=1_000)
    tally = play_batch(work, 0)
    [unit] = made.units
    won = sum(5 * asked.net[line] * times for end, times in counted(made, unit, tally).items() for line in end.lines)
    assert Fraction(sum(net * times for net, times in tally.sessions.items()), parts) == won


def test_batches_on_an_engine_add_up_to_those_played_one_by_one() -> None:
    asked = question(ROUNDS["casino-war"])
    made = machine(replace(asked, policy=lambda number, seen, options: options[0]), 2)
    work = Work(program=made.program, money=no_money(made.ends), seats=2, rounds=5_000, batch=1_000)
    one_by_one = nothing(work)
    for number in work.batches:
        one_by_one.add(play_batch(work, number))
    assert (run_steps(work).counts == one_by_one.counts).all()

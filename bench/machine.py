"""Rounds of the games that are lists of steps, dealt at random beside their exact figures.

    python bench/machine.py                    every game, ten million rounds
    python bench/machine.py casino-war 1e6     one game, so many rounds

For every wager it prints z, the difference from the exact mean in standard errors, which must lie within 3; and the z
of a paytable that is deliberately wrong, its likeliest win paying 1 more, which must not. The rounds are those of one
seat; rounds a second are of one core.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.facts import facts, method_for
from houseway.analysis.exact.question import Question, question
from houseway.analysis.machine.batches import Work, no_money, nothing, play_batch
from houseway.analysis.machine.measured import Measured, measured
from houseway.analysis.machine.policies import best, by_word
from houseway.analysis.machine.rounds import machine
from houseway.rounds import ROUNDS

SEED = 16


def main() -> None:
    rounds = int(float(next((word for word in sys.argv[1:] if word[0].isdigit()), "1e7")))
    for slug in [word for word in sys.argv[1:] if word in ROUNDS] or ROUNDS:
        show(slug, rounds)


def show(slug: str, rounds: int) -> None:
    game = ROUNDS[slug]
    main = question(game)
    method = method_for(main)(main) if game.main else None
    policy = best(method) if method else by_word()
    asked = replace(main, wagers=frozenset(wager.name for wager in game.wagers), policy=policy)
    began = time.perf_counter()
    made = machine(asked)
    built = time.perf_counter()
    work = Work(program=made.program, money=no_money(made.ends), seats=1, rounds=rounds, seed=SEED)
    play_batch(replace(work, rounds=1_000), 0)
    tally = nothing(work)
    playing = time.perf_counter()
    for number in work.batches:
        tally.add(play_batch(work, number))
    rate = rounds / (time.perf_counter() - playing)
    print(f"{slug}: {rounds:,} rounds, {rate / 1e6:.2f} million a second, tables filled in {built - began:.1f} s")
    exact = dict(exact_ends(main, method.ends if method else None))
    for unit in made.units:
        each = measured(made, unit, tally, asked, exact[unit.wagers])
        print(
            f"  {' + '.join(unit.wagers)}: exact {float(each.exact_mean):+.5%}, here {float(each.mean):+.5%}, "
            f"z {each.z:+.2f}, wrong pay {wrong(each).z:+.1f}",
            flush=True,
        )


def exact_ends(main: Question, ends: Ends | None) -> Iterator[tuple[tuple[str, ...], Ends]]:
    """Of the main wagers together, and of each other one: by itself, or beside the main ones if play decides it."""
    names = tuple(wager.name for wager in main.game.main)
    if ends:
        yield names, ends
    for wager in main.game.wagers:
        if wager.name not in names:
            alone = replace(main, wagers=frozenset({wager.name}))
            asked = alone if facts(alone).cards_alone else replace(main, wagers=main.wagers | {wager.name})
            yield (wager.name,), method_for(asked)(asked).ends


def wrong(each: Measured) -> Measured:
    """The same rounds, if the likeliest win paid 1 more."""
    likeliest = max((won for won in each.won if won > 0), key=lambda won: each.won[won])
    paid: Counter[Fraction] = Counter()
    for won, times in each.won.items():
        paid[won + (won == likeliest)] += times
    return replace(each, won=paid)


if __name__ == "__main__":
    main()

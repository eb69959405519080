"""Poker games solved exactly from nothing kept, against the fastest Python evaluator on all seven-card hands."""

import random
import subprocess
import sys

from houseway.kernels import compile_all
from measure import claim, seconds, table

HANDS = 133_784_560
SAMPLE, PASSES = 200_000, 10
SOLVE = """
import time
from houseway.analysis.exact.{module} import {method} as Method
from houseway.analysis.exact.question import question
from houseway.games import GAMES
start = time.perf_counter()
asked = question(GAMES["{game}"])
edge = -Method(asked).ends.mean(asked.net)
print(time.perf_counter() - start)
assert round(float(edge), 5) == {edge}, edge
"""
OLD_GAMES = (
    ("Ultimate Texas Hold'em", "ultimate-texas-holdem", "boards", "Boards", 0.02185, 5),
    ("Mississippi Stud", "mississippi-stud", "streets", "Streets", 0.04915, 100),
    ("Let It Ride", "let-it-ride", "streets", "Streets", 0.03506, 100),
)


def run() -> str:
    import eval7
    import phevaluator
    import treys

    rng = random.Random(99)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
    hands = [rng.sample(deck, 7) for _ in range(SAMPLE)]
    evaluator = treys.Evaluator()
    sevens = [[eval7.Card(card) for card in hand] for hand in hands]
    indices = [[phevaluator.Card(card).id_ for card in hand] for hand in hands]
    words = [[treys.Card.new(card) for card in hand] for hand in hands[: SAMPLE // 10]]

    def with_eval7() -> None:
        evaluate = eval7.evaluate
        for hand in sevens:
            evaluate(hand)

    def with_phevaluator() -> None:
        evaluate = phevaluator.evaluate_cards
        for hand in indices:
            evaluate(*hand)

    def with_treys() -> None:
        for hand in words:
            evaluator.evaluate(hand[:2], hand[2:])

    peers = {
        "eval7": (with_eval7, SAMPLE),
        "phevaluator": (with_phevaluator, SAMPLE),
        "treys": (with_treys, len(words)),
    }
    once = {name: seconds(work) * HANDS / number for name, (work, number) in peers.items()}
    fastest = min(once, key=lambda name: once[name])
    work, number = peers[fastest]
    peer = seconds(lambda: [work() for _ in range(PASSES)]) * HANDS / (number * PASSES)
    compile_all()
    rows = []
    for title, game, module, method, edge, floor in OLD_GAMES:
        code = SOLVE.format(module=module, method=method, game=game, edge=edge)
        ours = min(
            float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
            for _ in range(3)
        )
        rows.append((f"{title}: best play, every end, cold process", f"{ours:.2f} s", claim(peer / ours, floor)))
    rows.append((f"{fastest}, every seven-card hand, projected from {number * PASSES:,}", f"{peer:.1f} s", "1×"))
    rows += [
        (f"{name}, projected from {peers[name][1]:,}", f"{time:.0f} s", "")
        for name, time in once.items()
        if name != fastest
    ]
    text = f"Each game solved exactly on two cores with compiled code on disk, against ranking all {HANDS:,} hands of "
    text += "seven cards once with the fastest evaluator that installs from the package index."
    return table("Solving poker games", text, rows, ("what", "time", "ratio"))

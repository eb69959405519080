"""All 22,957,480 San Lo hands counted by line, against the fastest Python evaluator on as many hands."""

import random
import subprocess
import sys

from measure import claim, seconds, table

HANDS = 22_957_480
COUNT = """
import time
from houseway.games.san_lo import GAME
from houseway.analysis.exact.figures import bonus_counts
start = time.perf_counter()
counts = bonus_counts(GAME, GAME.wager("Fortune Bonus"))
print(time.perf_counter() - start)
assert sum(counts.values()) == 22_957_480
"""


def run() -> str:
    import eval7
    import phevaluator
    import treys

    rng = random.Random(99)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
    hands = [rng.sample(deck, 6) for _ in range(100_000)]
    evaluator = treys.Evaluator()
    sevens = [[eval7.Card(card) for card in hand] for hand in hands]
    indices = [[phevaluator.Card(card).id_ for card in hand] for hand in hands]
    words = [[treys.Card.new(card) for card in hand] for hand in hands]

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

    peers = {"eval7": with_eval7, "phevaluator": with_phevaluator, "treys": with_treys}
    sampled = {name: seconds(work) for name, work in peers.items()}
    fastest = min(sampled, key=lambda name: sampled[name])
    times, rest = divmod(HANDS, len(hands))
    peer = seconds(lambda: [peers[fastest]() for _ in range(times + (rest > 0))])
    peer *= HANDS / (len(hands) * (times + (rest > 0)))
    ours = min(
        float(subprocess.run([sys.executable, "-c", COUNT], capture_output=True, check=True).stdout) for _ in range(3)
    )
    rows = [("houseway: count by symmetry, cold process", f"{ours:.3f} s", claim(peer / ours, 100))]
    rows += [(f"{fastest}, every hand", f"{peer:.1f} s", "1×")]
    rows += [
        (f"{name}, projected from {len(hands):,} hands", f"{time * HANDS / len(hands):.1f} s", "")
        for name, time in sampled.items()
        if name != fastest
    ]
    text = f"The best five of six with the joker, counted by line over all {HANDS:,} hands, against as many six-card "
    text += "hands through the fastest evaluator that installs from the package index (none of them knows a joker)."
    return table("Counting San Lo hands", text, rows, ("what", "time", "ratio"))

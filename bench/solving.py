"""Every game solved exactly from nothing kept, against the fastest Python evaluator on all seven-card hands."""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.game import Deal, Game
from houseway.games import GAMES
from houseway.kernels import compile_all
from measure import claim, processor, seconds, table

HANDS = 133_784_560
SAMPLE, PASSES = 200_000, 10
FLOORS = {"three-card-poker": 100, "mississippi-stud": 100, "let-it-ride": 100, "ultimate-texas-holdem": 1}
THREE_UP = 1 / 30  # of a game in which the dealer shows three cards
SEVEN_SET = 1 / 20  # of a game in which seven cards are set as hands
SPLIT = 1 / 5  # of a game in which hands are split and cards taken as long as a seat likes
NO_SPLITS = "blackjack(HouseRules(hands=1))"  # the game, as the code that solves it has it
MOST_MEMORY = 4.0  # gigabytes
TURNS = 3
QUICK = 5.0  # what takes less is run three times, and the best counts
SOLVE = """
import resource, time
from houseway.analysis.exact.facts import ends_of
from houseway.analysis.exact.question import question
from houseway.games import GAMES
from houseway.games.blackjack import blackjack
from houseway.twenty_one import HouseRules
game = {game}
start = time.perf_counter()
for wagers in {wagers}:
    asked = question(game, wagers=wagers)
    ends_of(asked).mean(asked.net)
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9)
"""


def run() -> str:
    name, peer, others = yardstick()
    compile_all()
    rows = []
    for game in GAMES.values():
        print(f"… {game.slug}", file=sys.stderr, flush=True)
        method = method_for(question(game, wagers=asked_about(game)[0]))
        rows.append((game.title, method.__name__, *measured(peer, *solved(game), floor_of(game, method.__name__))))
    without = solved(GAMES["blackjack"], NO_SPLITS)
    rows.append(("Blackjack, no hand split", "ShoeHands", *measured(peer, *without, 2)))
    rows.append((f"{name}, every seven-card hand, projected from {SAMPLE * PASSES:,}", "", f"{peer:.1f} s", "1×", ""))
    rows += [(f"{other}, projected", "", f"{time:.0f} s", "", "") for other, time in others.items()]
    text = "Each game solved exactly, best play and every end of its main wagers, in a process of its own on "
    text += (
        f"{os.cpu_count()} cores with compiled code on disk and nothing kept, against ranking all {HANDS:,} hands of "
    )
    text += "seven cards once with the fastest evaluator that installs from the package index."
    return table("Solving every game", text, rows, ("what", "method", "time", "ratio", "peak memory"))


def run_blackjack() -> str:
    """Blackjack alone, from nothing kept, and the yardstick; they take turns, and the best of each counts."""
    name, _, _ = yardstick()
    compile_all()
    work, number = evaluators()[name]
    passes, solves = [], {NO_SPLITS: [], "": []}
    for _ in range(TURNS):
        passes.append(processor(lambda: seconds(lambda: [work() for _ in range(PASSES)])))
        for written, done in solves.items():
            done.append(processor(lambda written=written: solved(GAMES["blackjack"], written)))
    hands = HANDS / (number * PASSES)
    peer, spent = (min(times) * hands for times in zip(*passes, strict=True))
    rows = [
        (f"{name}, every seven-card hand, projected from {number * PASSES:,}", f"{peer:.1f} s", "1×", f"{spent:.1f} s")
    ]
    for written, what, floor in ((NO_SPLITS, "no hand split", 2), ("", "with splits", SPLIT)):
        took = min(took for (took, _), _ in solves[written])
        by_processor = min(spent for _, spent in solves[written])
        rows.append(
            (f"Blackjack, six decks, {what}", f"{took:.1f} s", claim(peer / took, floor), f"{by_processor:.1f} s")
        )
    text = (
        "Exact best play and every end of a round, in a process of its own with compiled code on disk, nothing kept, "
    )
    text += (
        f"against ranking all {HANDS:,} hands of seven cards once with the fastest evaluator that installs from the "
    )
    text += f"package index. They take turns, {TURNS} each, and the best of each counts."
    return table("Solving Blackjack", text, rows, ("what", "time", "ratio", "by processor time"))


def floor_of(game: Game, method: str) -> float:
    """The ratio that the game has to reach at least."""
    shows_three = THREE_UP if shown_by_the_dealer(game) >= 3 else 1
    kind = SEVEN_SET if sets_seven(game) else SPLIT if method == "ShoeHands" else shows_three
    return FLOORS.get(game.slug, kind)


def measured(peer: float, ours: float, memory: float, floor: float) -> tuple[str, str, str]:
    held = "" if memory <= MOST_MEMORY else f", FAILS: at most {MOST_MEMORY:g}"
    return f"{ours:.2f} s", claim(peer / ours, floor), f"{memory:.2f} GB{held}"


def solved(game: Game, written: str = "") -> tuple[float, float]:
    """Seconds and gigabytes of a process that solves the game, which may be written as code."""
    with tempfile.TemporaryDirectory() as nothing_kept:
        environment = os.environ | {"HOUSEWAY_CACHE": nothing_kept}

        def once() -> tuple[float, float]:
            solving = SOLVE.format(game=written or f"GAMES[{game.slug!r}]", wagers=asked_about(game))
            code = [sys.executable, "-c", solving]
            done = subprocess.run(code, capture_output=True, text=True, check=True, env=environment)
            took, memory = map(float, done.stdout.split())
            return took, memory

        first = once()
        return min(first, once(), once()) if first[0] < QUICK else first


def asked_about(game: Game) -> list[tuple[str, ...]]:
    """The main wagers together; one by one, where a seat must place none."""
    return [()] if game.main else [(wager.name,) for wager in game.wagers]


def shown_by_the_dealer(game: Game) -> int:
    return sum(step.up for step in game.round if isinstance(step, Deal) and "dealer" in step.to.places)


def sets_seven(game: Game) -> bool:
    return bool(game.hands) and max(step.cards for step in game.round if isinstance(step, Deal)) >= 7


def yardstick() -> tuple[str, float, dict[str, float]]:
    """The fastest evaluator, its seconds for all hands, and those of the others."""
    peers = evaluators()
    once = {name: seconds(work) * HANDS / number for name, (work, number) in peers.items()}
    fastest = min(once, key=lambda name: once[name])
    work, number = peers[fastest]
    peer = seconds(lambda: [work() for _ in range(PASSES)]) * HANDS / (number * PASSES)
    return fastest, peer, {name: time for name, time in once.items() if name != fastest}


def evaluators() -> dict[str, tuple[Callable[[], None], int]]:
    """By name: what ranks a sample of hands, and how many those are."""
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

    return {
        "eval7": (with_eval7, SAMPLE),
        "phevaluator": (with_phevaluator, SAMPLE),
        "treys": (with_treys, len(words)),
    }

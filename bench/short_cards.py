"""`python bench/short_cards.py`: cards that a person can learn, one of each length, for games whose cards are split.

Supreme 99: rules, by `analysis.rule_cards` with a wider search than a command could wait for. Fortune San Lo Poker:
asking for the house way, with an exception; and for those who set their hands alone, points cards. Such a card gives
points to the hands of a setting, and the setting with the most points is played. Its length is the number of amounts on
it. From a card with an amount for every kind of High, every first card of Mid and every Low, the amount that is missed
least is taken off again and again, and the others are tuned anew each time. The search looks at a sample of the
packets; what a card costs is counted over all of them. Written to src/houseway/ways.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import houseway
from houseway.analysis.packets import set_game
from houseway.analysis.rule_cards import found_lists
from houseway.analysis.short_strategy import MOST_LINES
from houseway.analysis.split.hands import packet_classes
from houseway.analysis.split.rankings import rankings, strengths
from houseway.analysis.split_strategy import card_policy
from houseway.games import GAMES
from houseway.games.san_lo import GAME, SPLIT
from houseway.ranking import baccarat
from houseway.ways.player_cards import PlayerCard
from houseway.ways.way import Rule, way_of

WAYS = Path(__file__).parent.parent / "src" / "houseway" / "ways"
WIDTH = 6  # of the search for rules
SAMPLE, SEED = 12_000, 7
SHORTEST = 3
STEPS = (8, 4, 2, 1)
Step = tuple[int, int]  # a hand, and the ordinal from which on it scores more
Points = dict[Step, int]  # how much more
Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Packets:
    """The settings worth considering of many packets, one run a packet: their hands as ordinals, and what they win."""

    hands: tuple[Longs, Longs, Longs]
    wins: Longs
    lengths: Longs

    def wins_by(self, points: Points) -> int:
        """What is won by the card: the most points, then the strongest Low, then Mid, then High."""
        high, mid, low = self.hands
        scores = sum((scored(points, hand)[self.hands[hand]] for hand in range(3)), np.zeros(len(high), np.int64))
        keys = (scores << 32) + (low << 24) + (mid << 12) + high
        starts = np.concatenate(([0], np.cumsum(self.lengths)[:-1]))
        most = np.maximum.reduceat(keys, starts)
        return int(self.wins[keys == np.repeat(most, self.lengths)].sum())


def scored(points: Points, hand: int) -> Longs:
    """What each ordinal of a hand scores."""
    scores = np.zeros(LADDERS[hand], np.int64)
    for (of, ordinal), more in points.items():
        if of == hand:
            scores[ordinal:] += more
    return scores


SOLUTION = houseway.solve(GAME)
RULES = SOLUTION.responses.rules
STRENGTHS = strengths(RULES)
LADDERS = tuple(map(len, STRENGTHS))


def all_packets() -> Packets:
    """Wins are weighed by the number of packets of each class."""
    answers, tables = SOLUTION.responses, rankings(RULES)
    lengths = np.diff(answers.offsets)
    cells = answers.cells.astype(np.int64)
    low, mid_bits = cells & ((1 << tables.mid_shift) - 1), tables.high_shift - tables.mid_shift
    mid = (cells >> tables.mid_shift) & ((1 << mid_bits) - 1)
    weights = np.repeat(packet_classes(RULES).weights.astype(np.int64), lengths)
    return Packets((cells >> tables.high_shift, mid, low), answers.main * weights, lengths)


def sampled(packets: Packets) -> Packets:
    weights = packet_classes(RULES).weights.astype(np.int64)
    chosen = np.random.default_rng(SEED).choice(len(weights), SAMPLE, p=weights / weights.sum())
    ends = np.cumsum(packets.lengths)
    places = np.concatenate([np.arange(ends[i] - packets.lengths[i], ends[i]) for i in chosen])
    high, mid, low = (hand[places] for hand in packets.hands)
    wins = SOLUTION.responses.main.astype(np.int64)[places]
    return Packets((high, mid, low), wins, packets.lengths[chosen])


def every_step() -> Points:
    """A step at each kind of High, at each first card of Mid and each pair's kind, and at each Low."""
    steps: Points = {}
    for hand, (begin, more) in enumerate(((1, 8), (2, 6), (2, 4))):
        firsts = {}
        for ordinal, strength in enumerate(STRENGTHS[hand]):
            is_pair_in_mid = hand == 1 and strength[0] > 0
            firsts.setdefault(tuple(strength[: 1 if is_pair_in_mid else begin]), ordinal)
        steps |= {(hand, ordinal): more for ordinal in firsts.values() if ordinal}
    ace_high = next(i for i, s in enumerate(STRENGTHS[0]) if tuple(s[:2]) == SPLIT.parse("A"))
    return steps | {(0, ace_high): 4}


def tuned(packets: Packets, points: Points, steps: tuple[int, ...] = STEPS) -> tuple[Points, int]:
    """One amount after the other is made greater or less as long as it wins more."""
    points, won = dict(points), packets.wins_by(points)
    for step in steps:
        better = True
        while better:
            better = False
            for at in points:
                for change in (step, -step):
                    while points[at] + change >= 0:
                        tried = packets.wins_by({**points, at: points[at] + change})
                        if tried <= won:
                            break
                        points[at] += change
                        won, better = tried, True
    return points, won


def cards(packets: Packets) -> Iterator[Points]:
    """From the longest to the shortest."""
    points, _ = tuned(packets, every_step())
    while True:
        points = {at: more for at, more in points.items() if more}
        yield points
        if len(points) <= SHORTEST:
            return
        without = ({b: more for b, more in points.items() if b != at} for at in points)
        points, _ = max((tuned(packets, left, (1,)) for left in without), key=lambda found: found[1])
        points, _ = tuned(packets, points)


def written(edge: Fraction, points: Points) -> str:
    """As a points card: entries that name hands, so that a step becomes an entry for each first card from it on."""
    text = f'[[card]]\nhouse_edge = "{edge}"\nties = ["Low", "Mid", "High"]\n'
    for hand, name in enumerate(SPLIT.hands):
        entries, scores = {}, scored(points, hand)
        for strength, score in zip(STRENGTHS[hand], scores.tolist(), strict=True):
            entries.setdefault(tuple(strength[:2]) if strength[0] == 0 else tuple(strength[:1]), score)
        lines = "".join(f'"{begin_text(begin)}" = {score}\n' for begin, score in entries.items() if score)
        text += f"[card.points.{name}]\n{lines}"
    return text + "\n"


def begin_text(begin: tuple[int, ...]) -> str:
    kinds = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")
    return next(t for t in (*kinds, *"23456789TJQKA") if SPLIT.parse(t) == begin)


def priced(points: Points, whole: Packets) -> Fraction:
    """The house edge of a player who follows the card, over all packets."""
    return 1 - Fraction(2 * whole.wins_by(points), RULES.deals)


def san_lo() -> str:
    """Asking for the house way, with its best exception, and the points cards."""
    house = SOLUTION.value(SOLUTION.house).main_edge()
    text = f'[[card]]\nasks = true\nhouse_edge = "{house}"\n\n' + _with_exception()
    whole, least = all_packets(), Fraction(1)
    found: dict[int, tuple[Fraction, Points]] = {}
    for points in cards(sampled(whole)):
        edge = priced(points, whole)
        print(f"{len(points):3} amounts leave {float(edge):.4%}", file=sys.stderr, flush=True)
        found[len(points)] = edge, points
    for _, (edge, points) in sorted(found.items()):
        if edge < least:  # a longer card that is no better than a shorter one is no card
            text += written(edge, points)
            least = edge
    return text


def _with_exception() -> str:
    """The one exception to the house way that is worth most to players, as `analysis.split_strategy` follows it."""
    tables = {"High": "three of a kind+", "Mid": "pair T+"}
    data = {"rule": [{**tables, "then": ["Mid", "Low", "High"]}]}
    way = way_of("exception", {"game": "san-lo", "name": "exception", "version": "1", **data}, SPLIT)
    card = PlayerCard(way=way, asks=True, house_edge=Fraction(0))
    edge = SOLUTION.value(card_policy(GAME, SOLUTION.house, card)).main_edge()
    goals = "".join(f'{hand} = "{bound}"\n' for hand, bound in tables.items())
    return f'[[card]]\nasks = true\nhouse_edge = "{edge}"\n[[card.rule]]\n{goals}then = ["Mid", "Low", "High"]\n\n'


def supreme_99() -> str:
    """Lists of rules, found with a wider search than `houseway strategy` could wait for."""
    game = set_game(GAMES["supreme-99"], 1)
    hands = sum(packet.ways for packet in game.packets)
    found: dict[int, tuple[Fraction, str]] = {}
    for words, card in found_lists(game, MOST_LINES, width=WIDTH):
        edge = words.house_edge(card, hands)
        print(f"{len(card):3} lines leave {float(edge):.4%}", file=sys.stderr, flush=True)
        if len(card) not in found or edge < found[len(card)][0]:
            found[len(card)] = edge, _rules_text(edge, [words.rules[number] for number in card])
    return "".join(text for _, (_, text) in sorted(found.items()))


def _rules_text(edge: Fraction, rules: list[Rule | None]) -> str:
    text = "[[card]]\n" + ("asks = true\n" if None in rules else "") + f'house_edge = "{edge}"\n'
    for rule in filter(None, rules):
        goals = "".join(f'{hand} = "{_baccarat(bound.begin)}+"\n' for hand, bound in rule.goals.items())
        text += f"[[card.rule]]\n{goals}then = {json.dumps(rule.order)}\n"
    return text + "\n"


def _baccarat(strength: tuple[int, ...]) -> str:
    texts = (
        *("1 point" if points == 1 else f"{points} points" for points in range(10)),
        *(f"pair {rank}" for rank in "23456789TJQKA"),
    )
    return next(text for text in texts if baccarat.parse(text) == strength)


def main() -> None:
    """Both, or the one that is named."""
    searches = {"supreme-99": supreme_99, "san-lo": san_lo}
    for name, found in searches.items():
        if sys.argv[1:] not in ([], [name]):
            continue
        head = "# Cards that a player can learn, one of each length. Written by bench/short_cards.py.\n\n"
        (WAYS / f"{name}-cards.toml").write_text(head + found(), "utf-8")


if __name__ == "__main__":
    main()

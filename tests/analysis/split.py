"""The split solver under one name, for tests that use all of it; and policies and settings to try it with."""
# ruff: noqa: F401

import numpy as np

from houseway.analysis.exact.sets import split_rules
from houseway.analysis.split.combinations import choose_table
from houseway.analysis.split.fronts import FOUL, Policy, cell_of, fronts, layouts, set_cards
from houseway.analysis.split.hands import class_of, classes_of, hand_cards, packet_classes
from houseway.analysis.split.one_hand import one_hand
from houseway.analysis.split.rankings import ordinals, rankings, strengths
from houseway.analysis.split.responses import Responses
from houseway.analysis.split.rules import SplitRules
from houseway.analysis.split.solver import SplitProblem, answer, merge, responses, run, run_batch, shards, value
from houseway.analysis.split.ways import follow
from houseway.games.san_lo import GAME, SPLIT
from houseway.ways.way import POINTS, Bound, Rule, Way

SAN_LO = split_rules(GAME)


def strongest_high_first(rules: SplitRules) -> Policy:
    """The strongest High, then the strongest Mid, then the strongest Low: simple, and poor."""
    return _by_one_rule(rules, Rule({}, SPLIT.hands, True, ""), {})


def weakest_high_first(rules: SplitRules) -> Policy:
    """The weakest High that is legal, then the weakest Mid, then the weakest Low: as poor as can be."""
    _, mids, lows = rankings(rules).counts
    worths = zip(SPLIT.hands, strengths(rules), (mids * lows, lows, 1), strict=True)
    points = {
        hand: tuple((Bound("", strength, ""), -place * worth) for place, strength in enumerate(ladder))
        for hand, ladder, worth in worths
    }
    return _by_one_rule(rules, Rule({}, (POINTS,), True, ""), points)


def _by_one_rule(rules: SplitRules, rule: Rule, points: dict[str, tuple[tuple[Bound, int], ...]]) -> Policy:
    way = Way(game="", name="", version="", about="", split=SPLIT, rules=(rule,), points=points)
    return follow(rules, way).policy()


def legal_settings(rules: SplitRules, number: int) -> dict[int, int]:
    """Every legal setting of a packet class, by its number, and its cell."""
    hand, choose = packet_classes(rules).hands[number], choose_table(len(rules.pack), rules.size)
    cells = (cell_of(hand, layout, rules.sizes, rankings(rules), choose) for layout in layouts(rules))
    return {setting: cell for setting, cell in enumerate(cells) if cell != FOUL}

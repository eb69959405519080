"""Split games solved exactly: a packet set as High, Mid and Low against one set by a known policy.

Modules, lowest first: `rules` (pack, sizes, strength), `kernel` (compiling), `combinations` (sets of cards
as integers), `hands` (suit classes), `rankings` (strengths as integers), `fronts` (settings), `policies`,
`tables` (opponents beaten by one setting), `subsets` (inclusion and exclusion), `responses` (the
answers), `solver`, `one_hand`; then `ways` (a house way followed for all packets), `ceiling` (what any way
can hold) and `solution` (the figures).
"""

from houseway.analysis.split.fronts import SettingRuns, fronts, layouts, legal_settings, set_cards, set_like_class
from houseway.analysis.split.hands import class_of, classes_of, hand_cards, packet_classes
from houseway.analysis.split.one_hand import SettingCounts, one_hand
from houseway.analysis.split.policies import Policy, by_points, strongest_high_first
from houseway.analysis.split.rankings import ordinals, rankings, strengths
from houseway.analysis.split.responses import Responses, Totals
from houseway.analysis.split.rules import THREE_TWO_ONE, SplitRules
from houseway.analysis.split.solver import (
    SplitProblem,
    answer,
    merge,
    responses,
    run,
    run_batch,
    shards,
    value,
)
from houseway.analysis.split.subsets import Shard

__all__ = [
    "THREE_TWO_ONE",
    "Policy",
    "Responses",
    "SettingCounts",
    "SettingRuns",
    "Shard",
    "SplitProblem",
    "SplitRules",
    "Totals",
    "answer",
    "by_points",
    "class_of",
    "classes_of",
    "fronts",
    "hand_cards",
    "layouts",
    "legal_settings",
    "merge",
    "one_hand",
    "ordinals",
    "packet_classes",
    "rankings",
    "responses",
    "run",
    "run_batch",
    "set_cards",
    "set_like_class",
    "shards",
    "strengths",
    "strongest_high_first",
    "value",
]

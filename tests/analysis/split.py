"""The split solver under one name, for tests that use all of it."""
# ruff: noqa: F401

from houseway.analysis.split.fronts import fronts, legal_settings, set_cards
from houseway.analysis.split.hands import class_of, classes_of, hand_cards, packet_classes
from houseway.analysis.split.one_hand import one_hand
from houseway.analysis.split.policies import Policy, by_points, strongest_high_first
from houseway.analysis.split.rankings import ordinals, rankings, strengths
from houseway.analysis.split.responses import Responses
from houseway.analysis.split.rules import THREE_TWO_ONE, SplitRules
from houseway.analysis.split.solver import SplitProblem, answer, merge, responses, run, run_batch, shards, value

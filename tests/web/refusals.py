"""What a player can be refused, found in the sources: the reasons that his commands meet in the rules of the table, and
the codes with which the service refuses a request."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from importlib.resources import files

from houseway.role import Role
from houseway.table import commands
from houseway.table.refusal import Reason
from houseway.web.errors import CODES, SAYS

EVERY_COMMAND = ("_who", "_wound_up", "_when", "_where", "_beyond_bound")  # of table/decide.py
NOT_FOR_PLAYERS = (
    "anchors",
    "designer",
    "floor",
    "floor_days",
    "login",
    "mathematics",
    "meters",
    "staff",
    "witness",
)  # whose screens are in English, or which no screen asks
STAFF_ONLY = {"days-out-of-order"}  # the drop of a day


def reasons_of_a_player() -> set[Reason]:
    """Those that functions name which a player's command goes through. Functions are told apart by their names alone,
    so that rather too many are found."""
    calls, named = defaultdict(set), defaultdict(set)
    for function in _functions():
        for node in ast.walk(function):
            if isinstance(node, ast.Name):
                calls[function.name].add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Reason":
                named[function.name].add(Reason[node.attr])
            elif isinstance(node, ast.Attribute):
                calls[function.name].add(node.attr)
    seen: set[str] = set()
    waiting = [*EVERY_COMMAND, *_handlers()]
    while waiting:
        name = waiting.pop()
        if name in calls and name not in seen:
            seen.add(name)
            waiting += calls[name]
    assert {*EVERY_COMMAND, *_handlers()} <= seen
    return {reason for name in seen for reason in named[name]}


def _functions() -> Iterator[ast.FunctionDef]:
    for package in ("table", "deciding"):
        for path in files("houseway").joinpath(package).iterdir():
            if path.name.endswith(".py"):
                nodes = ast.walk(ast.parse(path.read_text("utf-8")))
                yield from (node for node in nodes if isinstance(node, ast.FunctionDef))


def _handlers() -> set[str]:
    """The functions that decide what players command: `betting.place_wager` for `PlaceWager`."""
    decided = next(function for function in _functions() if function.name == "_single")
    found = set()
    for case in (node for node in ast.walk(decided) if isinstance(node, ast.match_case)):
        classes = [node.cls.attr for node in ast.walk(case.pattern) if isinstance(node, ast.MatchClass)]
        if any(Role.PLAYER in getattr(commands, name).by for name in classes):
            calls = (node.func for node in ast.walk(case) if isinstance(node, ast.Call))
            found |= {func.attr for func in calls if isinstance(func, ast.Attribute)}
    return found


def codes_of_the_service() -> set[str]:
    found = {each[1] for each in SAYS.values()} | {code for code, _ in CODES.values()}
    for path in files("houseway.web").iterdir():
        if path.name.endswith(".py") and path.name.removesuffix(".py") not in NOT_FOR_PLAYERS:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem" and len(node.args) > 1:
                    found |= {node.args[1].value} if isinstance(node.args[1], ast.Constant) else set()
    return found - STAFF_ONLY

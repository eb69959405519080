"""A kept result is named by all that it depends on: a changed rule never meets an old answer."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.analysis.card_classes import Position
from houseway.analysis.exact.count import sight_of
from houseway.analysis.exact.question import question
from houseway.analysis.exact.sets import split_rules
from houseway.analysis.joint import BEST, FullTable, layout_of
from houseway.analysis.rules import rules_digest
from houseway.game import Bonus, Game
from houseway.games import GAMES
from houseway.paytable import parse_pay
from houseway.ranking import best_five, split_poker
from houseway.ways import known_way, own_way
from houseway.work.ends import ends_key
from houseway.work.key import COUNTED_BY, PACKAGE, KeptKind, key
from houseway.work.knowing import knowing_key
from houseway.work.line_tables import lines_key
from houseway.work.solving import solution_key
from houseway.work.whole_tables import table_key

SAN_LO, SUPREME, MATCH_EM = GAMES["san-lo"], GAMES["supreme-99"], GAMES["match-em"]
ONE_LOOK = Position(digits=np.zeros(53, np.uint8), grades=1, class_of=np.zeros(1, np.int32), hands=[])


def whole_table(seats: int = 2, worth: int = 1) -> Any:
    """The counting is not wanted here, only what it is named by."""
    layout = SimpleNamespace(full=(4,) * 13, hands=np.eye(13), dealers=np.eye(13), result_of=np.eye(13, dtype=int))
    return SimpleNamespace(layout=layout, seats=seats, worth=(worth,), size=4)


def bonus(game: Game) -> Bonus:
    return next(wager for wager in game.wagers if isinstance(wager, Bonus))


KEYS: dict[KeptKind, Callable[[Game], str]] = {
    KeptKind.SOLUTION: lambda game: solution_key(split_rules(game), own_way(game)),
    KeptKind.ENDS: lambda game: ends_key(question(game)),
    KeptKind.WHOLE_TABLE: lambda game: table_key(whole_table()),
    KeptKind.LINES: lambda game: lines_key(sight_of(bonus(game).hand), bonus(game).judge, ONE_LOOK, None),
    KeptKind.KNOWING: lambda game: knowing_key(question(game)),
    KeptKind.SIMULATION: lambda game: key(KeptKind.SIMULATION, game, "optimal", 1, 1000, 1),
}


def keys(game: Game = SAN_LO) -> dict[str, str]:
    return {kind: name_it(game) for kind, name_it in KEYS.items()}


def test_every_kind_of_kept_result_is_listed_here():
    assert set(KEYS) == set(KeptKind)
    assert len(set(keys().values())) == len(KeptKind)
    assert all(name.startswith(f"{kind}-") for kind, name in keys().items())


def test_results_are_written_in_one_place():
    writes = re.compile(r"np\.save|os\.replace|\.tmp\b|\bbeside\.replace")
    sources = [path for folder in (PACKAGE, PACKAGE.parent.parent / "bench") for path in folder.rglob("*.py")]
    replaces = {path.name for path in sources if "beside.replace" in path.read_text("utf-8")}
    assert replaces == {"kept.py", "audit_marks.py", "keyring.py"}  # an auditor's notes and keys are no results
    for path in sources:
        if writes.search(path.read_text("utf-8")):
            assert path.name in {"kept.py", "audit_marks.py", "keyring.py", "solving.py", "line_tables.py"}, path


# ---- sources, in processes of their own ---------------------------------------------------------------

PRINT_KEYS = "import json; from tests.work.test_key import keys; print(json.dumps(keys()))"
ALL = set(KeptKind)
BY_WAY = {KeptKind.SOLUTION, KeptKind.SIMULATION}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    shutil.copytree(PACKAGE, folder / "houseway", ignore=shutil.ignore_patterns("__pycache__", "web"))
    return folder


def keys_of(folder: Path) -> dict[str, str]:
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": f"{folder}:{root}", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PRINT_KEYS], env=environment, cwd=folder, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_keys_are_the_same_wherever_the_sources_are(copy: Path):
    assert keys_of(copy) == keys()


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("ranking/best_five.py", "        return FIVE_ACES\n", "        return NOTHING\n", ALL),
        pytest.param(
            "ranking/split_poker.py",
            "TOP_RUN, WHEEL = ACE + 1, ACE",
            "TOP_RUN, WHEEL = ACE + 1, 3",
            ALL,
            marks=pytest.mark.soak,
        ),
        pytest.param("analysis/split/tables.py", "", "# another way to count\n", ALL, marks=pytest.mark.soak),
        (
            "games/san_lo.py",
            "(best_five.best_five(shape), LOSE)",
            '(best_five.best_five(shape), "Flush")',
            ALL - {KeptKind.WHOLE_TABLE},
        ),
        (
            "ways/san-lo-points.toml",
            'ties = ["Low", "Mid"',
            'ties = ["Mid", "Low"',
            {KeptKind.SOLUTION, KeptKind.ENDS, KeptKind.KNOWING, KeptKind.SIMULATION},
        ),
        ("letters/fortune-san-lo-progressive-2012-03-14.toml", '"1,000 to 1"', '"1,001 to 1"', {KeptKind.SIMULATION}),
    ],
    ids=["five aces lose", "a comparison", "how it is counted", "a judgement", "a line of a way", "a pay"],
)
def test_a_change_in_a_file_changes_the_key_of_all_that_depends_on_it(
    copy: Path, file: str, old: str, new: str, changed: set[KeptKind]
):
    path = copy / "houseway" / file
    before = path.read_text("utf-8")
    assert old in before
    try:
        path.write_text(before.replace(old, new, 1) if old else before + new, "utf-8")
        after = keys_of(copy)
    finally:
        path.write_text(before, "utf-8")
    assert {kind for kind, name in keys().items() if after[kind] != name} == changed


def test_every_module_from_the_mathematics_down_is_among_the_sources():
    """But the games, each of which is an input, and roles and printed odds, which count nothing."""
    contract = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    [layers] = re.findall(r'layers = \["cli".*\]', contract)
    below = re.findall(r"\w+", layers[layers.index('"analysis') :])
    assert set(below) - {part.removesuffix(".py") for part in COUNTED_BY} == {"table", "games", "role", "odds"}


def test_what_is_shipped_for_a_game_rests_on_all_rules_that_its_file_imports(tmp_path: Path, monkeypatch):
    """Three Card Poker's workings know a changed ranking; those of a game that does not use it stay."""
    package = tmp_path / "houseway"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "web", "analysis"))
    monkeypatch.setattr("houseway.analysis.rules.PACKAGE", package)
    poker, war = package / "games/three_card_poker.py", package / "games/casino_war.py"
    before = rules_digest(poker), rules_digest(war)
    ranking = package / "ranking/three_card.py"
    ranking.write_text(ranking.read_text("utf-8") + "\nSTRAIGHT = 2\n", "utf-8")
    rules_digest.cache_clear()
    assert rules_digest(poker) != before[0]
    assert rules_digest(war) == before[1]


# ---- rules in memory -----------------------------------------------------------------------------------


def test_a_rule_that_is_changed_in_memory_changes_the_key(monkeypatch: pytest.MonkeyPatch):
    before = keys()
    with monkeypatch.context() as patch:
        patch.setattr(best_five, "FIVE_ACES", best_five.NOTHING)
        assert keys()[KeptKind.LINES] != before[KeptKind.LINES]
    with monkeypatch.context() as patch:
        patch.setattr(split_poker, "WHEEL", 3)
        assert keys()[KeptKind.SOLUTION] != before[KeptKind.SOLUTION]
    assert keys() == before


def test_a_game_built_in_memory_is_known_by_its_functions():
    def judged_by(lose: str) -> Callable[[Any], str]:
        return lambda shape: lose if best_five.best_five(shape) == best_five.FIVE_ACES else "Flush"

    def with_judge(judge: Callable[[Any], str]) -> str:
        return lines_key(sight_of(bonus(SAN_LO).hand), judge, ONE_LOOK, None)

    assert with_judge(judged_by("lose")) == with_judge(judged_by("lose"))
    assert (
        len({with_judge(bonus(SAN_LO).judge), with_judge(judged_by("lose")), with_judge(judged_by("Five Aces"))}) == 3
    )


def test_another_sight_pack_way_paytable_or_number_is_another_key():
    rules, own = split_rules(SAN_LO), own_way(SAN_LO)
    assert solution_key(split_rules(replace(SAN_LO, joker=False)), own) != solution_key(rules, own)
    assert solution_key(rules, known_way("san-lo-rules", own.split)) != solution_key(rules, own)
    about = partial(question, GAMES["supreme-99"])
    others = (about(), about(wagers=["Pair Fortunes"]), about(cards=about().cards[4:]), about(aim=["Pair Fortunes"]))
    assert len(set(map(ends_key, others))) == 4
    assert lines_key(sight_of(bonus(MATCH_EM).hand), bonus(SAN_LO).judge, ONE_LOOK, None) != keys()[KeptKind.LINES]
    assert (
        lines_key(sight_of(bonus(SAN_LO).hand), bonus(SAN_LO).judge, replace(ONE_LOOK, grades=2), None)
        != keys()[KeptKind.LINES]
    )
    assert len({table_key(whole_table(seats=seats, worth=worth)) for seats in (2, 3) for worth in (1, 2)}) == 4
    [name] = [name for name, table in SUPREME.paytables.items() if table.wager == SUPREME.main[0].name]
    table = SUPREME.paytables[name]
    line = next(iter(table.lines))
    other = replace(table, lines={**table.lines, line: parse_pay("3 to 2")})
    assert keys_with(replace(SUPREME, paytables={**SUPREME.paytables, name: other})) != keys_with(SUPREME)


def keys_with(game: Game) -> str:
    return KEYS[KeptKind.SIMULATION](game)


@pytest.mark.soak
def test_what_every_hand_wins_names_a_whole_table():
    layout = layout_of(GAMES["supreme-99"], [], None, BEST)
    table = FullTable(layout, 2, range(len(layout.results)))
    before = table_key(table)
    layout.result_of[0, 0] += 1
    changed = table_key(table)
    layout.result_of[0, 0] -= 1
    assert table_key(table) == before != changed


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(SUPREME, marks=pytest.mark.soak),
        pytest.param(MATCH_EM, marks=pytest.mark.soak),
        GAMES["casino-war"],
    ],
    ids=lambda game: game.slug,
)
def test_playing_a_game_does_not_change_its_key(game: Game):
    before = key(KeptKind.SIMULATION, game)
    houseway.simulate(game, rounds=100, decks=min(game.decks))
    assert key(KeptKind.SIMULATION, game) == before


def test_setting_hands_does_not_change_the_key_of_a_game():
    before = key(KeptKind.SIMULATION, SAN_LO)
    assert SAN_LO.way is not None
    SAN_LO.way.set(SAN_LO.pack().cards()[:6])
    assert key(KeptKind.SIMULATION, SAN_LO) == before

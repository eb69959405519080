"""The encoder: how values become JSON, and that every shape is of a class that is there."""

from collections import Counter
from dataclasses import dataclass, is_dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

import houseway
from houseway.cards import JOKER, parse
from houseway.reports.shapes import SHAPES, declared, fraction, frame, parts, shape

DOCS = Path(__file__).parents[2] / "docs" / "json-shapes.md"


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Pair:
    left: Fraction | None
    right: "Pair | None" = None


def test_values_are_written_exactly_and_never_as_floats():
    written = {
        Fraction(1, 3): "1/3",
        Fraction(-2): "-2/1",
        Decimal("1.50"): "1.50",
        Colour.RED: "red",
        date(2026, 3, 7): "2026-03-07",
        datetime(2026, 3, 7, 1, tzinfo=UTC): "2026-03-07T01:00:00Z",
        range(1, 3): [1, 2],
        parse("As Td Jk"): "As Td Jk",
        JOKER: "Jk",
        (Fraction(1, 2), None, True): ["1/2", None, True],
        Pair(Fraction(1, 2), Pair(None)): {"left": "1/2", "right": {"left": None, "right": None}},
    }
    assert {value: shape(value) for value in written} == written
    assert shape({Fraction(1, 2): Fraction(3)}) == {"1/2": "3/1"}
    assert fraction(None) is None


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="no time zone"):
        shape(datetime(2026, 3, 7))


def test_a_declared_shape_renames_follows_paths_merges_and_computes(monkeypatch: pytest.MonkeyPatch):
    names = declared("whole=left left_decimal of_right=right.left twice", twice=lambda pair: pair.left * 2)
    monkeypatch.setitem(SHAPES, f"{Pair.__module__}.Pair", names)  # type: ignore[arg-type]
    assert shape(Pair(Fraction(1, 3))) == {
        "whole": "1/3",
        "left_decimal": "0.3333333333",
        "of_right": None,
        "twice": "2/3",
    }
    with pytest.raises(AssertionError, match="no place"):
        declared("left", right=lambda pair: pair.right)


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_of_a_class_and_its_keys_are_documented(name: str):
    module, _, kind = name.rpartition(".")
    assert is_dataclass(getattr(import_module(f"houseway.{module}"), kind))
    if not module.endswith(("document", "winnings", "advice")):
        text = DOCS.read_text("utf-8")
        assert [key for key in SHAPES[name] if not key.startswith("*") and f"`{key}`" not in text] == []


def test_a_frame_has_the_names_of_the_json_and_exact_figures():
    figures = houseway.analyze("supreme-99", wager="Pair Fortunes")
    lines = frame(figures)
    assert set(lines.columns) >= set(parts(figures[0].lines[0])) and lines["probability"].sum() == 1
    findings = houseway.verify()
    told = frame(findings)
    assert list(told["exact"]) == [each.exact for each in findings]
    assert Counter(told["published"]) == Counter(each.published.value for each in findings)

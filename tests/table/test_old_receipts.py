"""Receipts that older versions of the program wrote are checked by this one, and what was changed in them is found."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

from houseway.table.receipt import check

RECEIPTS = Path(__file__).parent / "receipts"  # they never change
PAGES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(RECEIPTS.glob("*.json"))}


def test_there_is_an_older_receipt_of_each_of_the_first_games():
    assert set(PAGES) == {"rules-2-match-em", "rules-2-san-lo", "rules-2-supreme-99"}


@pytest.mark.parametrize("name", PAGES)
def test_an_older_receipt_passes(name):
    page = PAGES[name]
    checked, wrong = check(page, page["commitment"])
    assert not wrong
    for seat in page["spots"]:
        assert {f"seat {seat} said what the rules allow", f"seat {seat} was paid by the rules"} <= set(checked)
    assert "the dealer's hand is set the house way" in checked


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("field", ["won_cents", "returned_cents", "line", "pays"])
def test_another_result_in_an_older_receipt_is_found(name, field):
    page = deepcopy(PAGES[name])
    seat = min(page["spots"])
    result = page["spots"][seat]["results"][0]
    result[field] = result[field] + (1 if isinstance(result[field], int) else "x")
    assert f"seat {seat} was paid by the rules" in check(page, page["commitment"])[1]


@pytest.mark.parametrize("name", PAGES)
def test_another_card_in_an_older_receipt_is_found(name):
    page = deepcopy(PAGES[name])
    first, second = sorted(page["packets"])[:2]
    page["packets"][first], page["packets"][second] = page["packets"][second], page["packets"][first]
    assert "every card came off the top of the order" in check(page, page["commitment"])[1]


@pytest.mark.parametrize("name", PAGES)
def test_another_choice_in_an_older_receipt_is_found(name):
    page = deepcopy(PAGES[name])
    seat = min(page["spots"])
    spot = page["spots"][seat]
    if spot["word"]:
        spot["word"] = "BOTH"
    else:
        spot["layout"] = spot["layout"][:-1]
    assert f"seat {seat} said what the rules allow" in check(page, page["commitment"])[1]

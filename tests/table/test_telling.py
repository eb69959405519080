"""Whatever happens at a table is told in words: every event has its sentence."""

import ast
import inspect
from dataclasses import replace

from houseway.money import Cents
from houseway.progressive.envy import BETTORS_HANDS
from houseway.table import events as was
from houseway.table import telling
from houseway.table.ceiling import Ceiling
from houseway.table.events import EVENTS, OLD_EVENTS
from houseway.table.terms import Terms, filled


def told_by_a_case() -> set[str]:
    """The events that `say` has a case for, without a condition."""
    cases = [case for case in ast.walk(ast.parse(inspect.getsource(telling))) if isinstance(case, ast.match_case)]
    patterns = [part for case in cases if case.guard is None for part in ast.walk(case.pattern)]
    return {
        part.cls.attr for part in patterns if isinstance(part, ast.MatchClass) and isinstance(part.cls, ast.Attribute)
    }


def test_every_event_has_a_saying():
    cases = told_by_a_case()
    assert {"CardDrawn", "Chosen", "SeatReconciled"} <= cases
    silent = [
        event.__name__
        for event in (*EVENTS, *OLD_EVENTS)
        if event not in telling.SAYINGS and cases.isdisjoint(kind.__name__ for kind in event.__mro__)
    ]
    assert silent == []


def test_every_saying_names_only_what_its_event_holds():
    for event, saying in telling.SAYINGS.items():
        fields = {name for kind in event.__mro__ for name in vars(kind).get("__annotations__", {})}
        saying.format_map(dict.fromkeys(fields, 1))


def test_a_free_bet_is_told_as_one():
    added = was.WagerAdded(seat=2, wager="Free Double", cents=Cents(0), hand=2)
    split = was.HandSplit(seat=2, wager="Free Split", cents=Cents(0), hand=1)
    assert telling.say(added) == "seat 2 has a free bet for hand 2: Free Double"
    assert telling.say(split) == "seat 2 splits hand 1: a free bet on the new one, Free Split"


def test_the_opening_is_told_with_whose_hands_are_envied_and_the_ceiling_of_the_house():
    ceiling = Ceiling(cents=Cents(500_00), approved="Compact, Appendix X2", since="2026-01-01")
    plain = filled(Terms(game="san-lo"))
    unsaid = {"house_way": "ours", "paytable_hashes": {}, "software": "", "rules": 1}
    for terms, says in ((plain, ""), (replace(plain, envy=BETTORS_HANDS), f"; envy is paid for {BETTORS_HANDS}")):
        opened = was.TableOpened(terms=terms, **unsaid)
        assert telling.say(opened) == f"the table opens: san-lo, $5 to $300{says}"
    opened = was.TableOpened(terms=replace(plain, ceiling=ceiling), **unsaid)
    assert telling.say(opened).endswith("; no wager above $500: Compact, Appendix X2")

"""What a seat does: by an exact method, which knows what every option wins, or by a rule of one's own."""

from __future__ import annotations

import numpy as np

from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.hidden_hand import HiddenHand
from houseway.analysis.exact.open_sets import OpenSets
from houseway.analysis.exact.question import Method, Policy
from houseway.analysis.exact.removal import Removal
from houseway.analysis.exact.sets import Sets
from houseway.analysis.exact.streets import Streets
from houseway.analysis.machine.hand_tables import HandTables
from houseway.analysis.machine.settings import OpenSettings, Settings
from houseway.analysis.machine.tables import BoardTables, RemovalTables, StreetTables
from houseway.game import SEAT, Option, Seen


def best(method: Method) -> Policy:
    """The option that wins most; of equals the first. From a method that has tables of it they are taken."""
    if isinstance(method, Sets):
        return OpenSettings.of(method) if isinstance(method, OpenSets) and method.looks else Settings.of(method)
    if isinstance(method, Streets):
        return StreetTables(method)
    if isinstance(method, Boards):
        return BoardTables(method)
    if isinstance(method, HiddenHand):
        return HandTables(method)

    if isinstance(method, Removal) and len({kind.branches for kind in method.kinds}) == 1:
        return RemovalTables(method)

    def choose(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        if len(options) == 1:
            return options[0]
        if isinstance(method, Removal):
            shown = seen.lying.get(method.once.his_place, ())
            return options[int(method.chosen(np.array([seen[SEAT]]), np.array([shown], np.uint8))[0])]
        values = method.options(seen)
        return max(options, key=lambda option: values[option])

    return choose


def by_word(*words: str) -> Policy:
    """At each choice the first option that is one of these words; without one the first."""

    def choose(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        return next((option for option in options if option.word in words), options[0])

    return choose

"""The short trial of a game of one's own, before any question about it is answered.

A hand that looks at more than it says, or a rule that raises, makes every figure wrong without a word: both the exact
methods and the simulation rely on what hands say of themselves. The answer is kept for the process.
"""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

from houseway.game import Game
from houseway.games import OWN
from houseway.trial.dealing import Dealing
from houseway.trial.written import written_faults

DEALS = 150


def refuse_unsound(game: Game) -> None:
    """Raise `ValueError` in one line, if a game of one's own cannot be counted."""
    if game.slug in OWN and (says := _fault(game)):
        raise ValueError(says)


@lru_cache(maxsize=64)
def _fault(game: Game) -> str:
    file = OWN[game.slug]
    faults = written_faults(game)
    if not faults:
        trial = Dealing(game, file, random.Random(1))
        trial.deals(DEALS)
        faults = [*trial.faults.values()]
    if not faults:
        return ""
    more = f" (houseway check-game {_path(file)} says more)" if len(faults) > 1 else ""
    return f"{game.slug}: {faults[0]}{more}"


def _path(file: Path) -> str:
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)

"""A room of tables at which the cards come as a story needs them: each story has a table of its own."""

import itertools
import subprocess
import sys
from pathlib import Path

from houseway.client.room import Participant
from houseway.games import GAMES
from houseway.role import Role
from houseway.table import commands as do
from houseway.web.card_room import room_terms
from tests.browser.floor import enrol
from tests.browser.room import ROOT, CardRoom
from tests.web.room import PIN

OWN = "split-twenty-one"
FILE = ROOT / "tests" / "own_games" / "split_twenty_one.py"


class StackedRoom(CardRoom):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder, opened=None)
        self._cards = folder / "cards"
        self._tables = itertools.count(1)

    def opens(self) -> None:
        program = (sys.executable, "-m", "tests.browser.stacked")
        asked = (str(self.book), str(self.port), str(self._cards), str(FILE))
        self._process = subprocess.Popen((*program, *asked), stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self._process.stdout is not None
        assert self.url in self._process.stdout.readline()
        self._boss = enrol(self, Role.SUPERVISOR)

    def stacks(self, first: str) -> None:
        """From now on every pack begins with these cards."""
        self._cards.write_text(first)

    def opens_table(self, game: str, first: str) -> str:
        """As one of a card room, and the cards begin so: its name."""
        self.stacks(first)
        name = str(next(self._tables))
        with Participant(self.url, name).logs_in(self._boss, PIN) as boss:
            boss.does(do.OpenTable(terms=room_terms(GAMES[game])))
        return name

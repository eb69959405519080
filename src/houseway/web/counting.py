"""Who counts for the coach, for the preview of the house way and for the trainer: a process that does without the
compiler and so is ready at once, and beside it, for a game that takes compiled code, a process of its own.

What takes a process seconds to prepare never stands before what another answers in a moment. A game is prepared as soon
as a seat at it is taken, and a hand is counted while it is played, so that the coach has his answer when it is over.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from houseway.deciding.command import Json
from houseway.table.terms import Terms
from houseway.web.errors import Problem
from houseway.web.installation import COACH, Installation
from houseway.web.judging import has_coach, preparation
from houseway.web.reckoner import Busy, CompilerNeeded, Reckoner, Urgency

MOST_GAMES: Final = 2  # of which each has a process that takes compiled code, and up to a gigabyte


class Counting:
    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self.quick = Reckoner(compiled=False)
        self.of_games: dict[str, Reckoner] = {}  # by game that takes compiled code, the one asked last at the end
        self._compiled: set[str] = set()  # games of which it is known that they take it

    async def answer(self, question: Json, urgency: Urgency) -> Json:
        """The same question is counted once, however many ask it. Raises `Busy` or `Failed`, and `Problem` where the
        compiler that it takes is not installed yet."""
        game = question["game"]
        if game not in self._compiled:
            try:
                return await self.quick.answer(question, urgency)
            except CompilerNeeded:
                self._compiled.add(game)
        self.installation.check(COACH)
        return await self._of(game).answer(question, urgency)

    def ahead(self, question: Json) -> bool:
        """Whether the answer is there; if not, it is seen to, behind all that somebody waits for. Never waits."""
        game = question["game"]
        try:
            if game not in self._compiled:
                is_new = not self.quick.is_asked(question)
                task = self.quick.task(question, Urgency.AHEAD)
                if is_new:
                    task.add_done_callback(lambda task: self._passed_on(question, task.exception()))
                return task.done() and not task.exception()
            if not self.installation.has(COACH):
                return False
            task = self._of(game).task(question, Urgency.AHEAD)
            return task.done() and not task.exception()
        except Busy:
            return False

    def is_prepared(self, terms: Terms) -> bool:
        """Whether the first hand on these terms would be counted at once; if not, it is seen to. Never waits. Raises
        `Problem` where the compiler that it takes is not installed yet."""
        if terms.game in self._compiled:
            self.installation.check(COACH)
        return self.ahead(preparation(terms))

    def prepare(self, tables: Iterable[Terms | None]) -> None:
        """For tables at which somebody sits, those first that most sit at."""
        for terms in tables:
            if terms is not None and has_coach(terms):
                with suppress(Problem):
                    self.is_prepared(terms)

    @property
    def waiting(self) -> int:
        """How many questions wait for their answer."""
        return sum(each.waiting for each in (self.quick, *self.of_games.values()))

    def is_asked(self, question: Json) -> bool:
        """Whether somebody has asked this, answered or not."""
        return any(each.is_asked(question) for each in (self.quick, *self.of_games.values()))

    def close(self) -> None:
        for each in (self.quick, *self.of_games.values()):
            each.close()

    def _passed_on(self, question: Json, fault: BaseException | None) -> None:
        if isinstance(fault, CompilerNeeded):
            self._compiled.add(question["game"])
            self.ahead(question)

    def _of(self, game: str) -> Reckoner:
        """The process of a game. One that nobody asks makes room for another; where none does, they share."""
        if game not in self.of_games and len(self.of_games) >= MOST_GAMES:
            idle = next((name for name, each in self.of_games.items() if not each.waiting), None)
            if idle is None:
                return next(iter(self.of_games.values()))
            self.of_games.pop(idle).close()
        reckoner = self.of_games.pop(game) if game in self.of_games else Reckoner()
        self.of_games[game] = reckoner
        return reckoner

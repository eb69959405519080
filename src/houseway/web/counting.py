"""Who counts for the coach, for the preview of the house way and for the trainer: a process that does without the
compiler and answers at once, and beside it, for a game that takes seconds to prepare, a process of its own. That one
does without the compiler too, unless the game takes compiled code, as one of somebody's own may.

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
from houseway.web.reckoner import Busy, CompilerNeeded, Reckoner, TimeNeeded, Urgency

MOST_GAMES: Final = 4  # that have a process of their own: of a hundred megabytes, with the compiler up to a gigabyte


class Counting:
    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self.quick = Reckoner(compiled=False, at_once=True)
        self.of_games: dict[str, Reckoner] = {}  # by game with a process of its own, the one asked last at the end
        self._apart: dict[str, bool] = {}  # by game that takes one: whether it takes compiled code

    async def answer(self, question: Json, urgency: Urgency) -> Json:
        """The same question is counted once, however many ask it. Raises `Busy` or `Failed`, and `Problem` where the
        compiler that it takes is not installed yet."""
        while True:
            try:
                return await self._for(question["game"]).answer(question, urgency)
            except (CompilerNeeded, TimeNeeded) as needed:
                self._set_apart(question["game"], needed)

    def ahead(self, question: Json) -> bool:
        """Whether the answer is there; if not, it is seen to, behind all that somebody waits for. Never waits."""
        try:
            reckoner = self._for(question["game"])
            is_new = not reckoner.is_asked(question)
            task = reckoner.task(question, Urgency.AHEAD)
        except (Busy, Problem):
            return False
        if is_new:
            task.add_done_callback(lambda task: self._passed_on(question, task.exception()))
        return task.done() and not task.exception()

    def is_prepared(self, terms: Terms) -> bool:
        """Whether the first hand on these terms would be counted at once; if not, it is seen to. Never waits. Raises
        `Problem` where the compiler that it takes is not installed yet."""
        self._check(terms.game)
        return self.ahead(preparation(terms))

    def prepare(self, tables: Iterable[Terms | None]) -> None:
        """For tables at which somebody sits, those first that most sit at. No game takes another's process for it."""
        apart: set[str] = set()
        for terms in tables:
            if terms is not None and has_coach(terms):
                if terms.game in self._apart:
                    apart.add(terms.game)
                if len(apart) > MOST_GAMES and terms.game in apart:
                    continue
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
        if isinstance(fault, CompilerNeeded | TimeNeeded):
            self._set_apart(question["game"], fault)
            self.ahead(question)

    def _set_apart(self, game: str, needed: CompilerNeeded | TimeNeeded) -> None:
        """From now on the game has a process of its own, or one with the compiler."""
        takes_compiler = isinstance(needed, CompilerNeeded)
        if takes_compiler and not self._apart.get(game, True) and game in self.of_games:
            self.of_games.pop(game).close()
        self._apart[game] = takes_compiler or self._apart.get(game, False)

    def _check(self, game: str) -> None:
        if self._apart.get(game):
            self.installation.check(COACH)

    def _for(self, game: str) -> Reckoner:
        """The process that a game is asked of. Raises `Problem` where the compiler that it takes is not there."""
        self._check(game)
        return self._of(game) if game in self._apart else self.quick

    def _of(self, game: str) -> Reckoner:
        """The process of a game. One that nobody asks makes room for another; where none does, they share."""
        takes_compiler = self._apart.get(game, True)
        if game not in self.of_games and len(self.of_games) >= MOST_GAMES:
            idle = next((name for name, each in self.of_games.items() if not each.waiting), None)
            if idle is None:
                return self._shared(takes_compiler)
            self.of_games.pop(idle).close()
        reckoner = self.of_games.pop(game, None) or Reckoner(compiled=takes_compiler)
        self.of_games[game] = reckoner
        return reckoner

    def _shared(self, takes_compiler: bool) -> Reckoner:
        """A process of another game that does what is asked. Raises `Busy` where there is none."""
        for game, reckoner in self.of_games.items():
            if self._apart.get(game, True) or not takes_compiler:
                return reckoner
        raise Busy

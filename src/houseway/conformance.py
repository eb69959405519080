"""Whether a game is one: what is wrong with it, in plain words, and where.

The rules are read and tried out: on thousands of random deals for one seat, and at a whole table that the automatic
dealer deals. Nothing here knows a game by name.
"""

from __future__ import annotations

import hashlib
import random
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.analysis.verify import verify
from houseway.api.live import LiveTable
from houseway.faults import FileFaults
from houseway.game import Game, Wager
from houseway.games import GAMES, HASHES, OWN, add, remove
from houseway.games.own import describe, line_in, load_game
from houseway.letters import letters, letters_of
from houseway.money import Cents
from houseway.role import Seat
from houseway.table import commands as do
from houseway.table.commands import Stage
from houseway.table.due import due
from houseway.table.receipt import check, receipt
from houseway.table.terms import Terms
from houseway.trial.dealing import Dealing, Progress
from houseway.trial.fault import Fault, TooLong
from houseway.trial.written import letter_faults, written_faults

if TYPE_CHECKING:
    from types import FrameType

AT_A_TABLE = 60  # rounds
BUY_IN = Cents(1_000_000)


def faults_of(game: Game, file: str | Path = "", *, seed: int = 1, progress: Progress | None = None) -> list[Fault]:
    """All that is wrong with a game; nothing, if it can be played and counted."""
    file = Path(file or f"{game.slug}.py")
    written = [*written_faults(game), *letter_faults(game, file)]
    if written:
        return written
    trial = Dealing(game, file, random.Random(seed))
    trial.deals(progress=progress)
    if not trial.faults:
        trial.lines()
        trial.options()
    if not trial.faults:
        _at_a_table(trial)
    return [*trial.faults.values()]


def remarks_of(game: Game, *, seconds: float | None = None) -> list[Fault]:
    """Published figures of a game's own letters that do not follow from its rules, as far as there is time."""
    remarks: list[Fault] = []
    own = [letter for letter in letters_of(game.letters) if letter.id not in letters()]
    try:
        with _within(seconds):
            for finding in chain.from_iterable(verify(letter, {game.slug: game}) for letter in own):
                if not finding.follows and finding.exact is not None:
                    under = f"; it follows with {finding.reading}" if finding.reading else ""
                    says = f"{finding.published.text} is published, and {finding.show(finding.exact)} is exact{under}"
                    remarks.append(Fault(f"paytable {finding.paytable}, {finding.title}", says))
    except TooLong:
        says = f"not re-derived within {seconds:g} seconds: houseway verify has no limit"
        remarks.append(Fault("published figures", says))
    return remarks


def checked(
    file: str | Path, *, seconds: float | None = None, progress: Progress | None = None
) -> tuple[Game | None, list[Fault]]:
    """The game of a file, if it can be read at all, and what is wrong with it; also that no rule came to an end within
    so many seconds."""
    path, game = Path(file), None
    try:
        with _within(seconds):
            game, unread = _loaded(path)
            if game is None:
                return None, unread
            slug, known = game.slug, GAMES.get(game.slug)
            if known and slug not in OWN and HASHES[slug] == hashlib.sha256(path.read_bytes()).hexdigest():
                return known, faults_of(known, file, progress=progress)  # a game of the project
            if known and OWN.get(slug) != path.resolve():
                of = OWN[slug].name if slug in OWN else "the project"
                return game, [Fault("slug", f"{slug!r} is the name of another game, that of {of}")]
            with _offered(game, path, known):
                return game, faults_of(game, file, progress=progress)
    except TooLong as error:
        return game, [Fault(line_in(path, error), f"it had not come to an end after {seconds:g} seconds")]


def _loaded(path: Path) -> tuple[Game | None, list[Fault]]:
    try:
        return load_game(path), []
    except FileFaults as error:
        return None, [Fault(path.with_suffix(".toml").name, fault) for fault in error.faults]
    except ValueError as error:
        where, _, says = str(error).partition(": ")
        return None, [Fault(where, says)]


@contextmanager
def _offered(game: Game, file: Path, known: Game | None) -> Iterator[None]:
    """The game where the table finds it, in the place of the one that was read from the same file before."""
    if known:
        remove(known)
    add(game, file)
    try:
        yield
    finally:
        remove(game)
        if known:
            add(known, file)


@contextmanager
def _within(seconds: float | None) -> Iterator[None]:
    """Raise `TooLong` where the work stands when the time is over."""
    if seconds is None or not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def is_over(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, is_over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# ---- a whole table -----------------------------------------------------------------------------------


def _at_a_table(trial: Dealing) -> None:
    """Rounds at a full table with random choices; every receipt must check."""
    game = trial.game
    table = LiveTable.open(Terms(game=game.slug), seed=trial.chance.randrange(1 << 30))
    seats = [Seat(seat) for seat in range(1, game.seats + 1)]
    for seat in seats:
        table.sit(f"player {seat}", seat=seat, cents=BUY_IN)
    for _ in range(AT_A_TABLE):
        try:
            _round(trial, table, seats)
        except Exception as error:
            trial.fault(f"a round at the table, {line_in(trial.file, error)}", describe(error))
            return


def _least(offered: Sequence[Wager], terms: Terms) -> dict[str, Cents]:
    """The least on each wager, and on one that caps another as much as lets the least lie there."""
    stakes = {wager.name: terms.limits(wager)[0] for wager in offered}
    for wager in offered:
        if wager.at_most:
            wanted = ceil(stakes[wager.name] / Fraction(wager.at_most_times))
            stakes[wager.at_most] = Cents(max(stakes[wager.at_most], wanted))
    return stakes


def _round(trial: Dealing, table: LiveTable, seats: list[Seat]) -> None:
    number = table.state.round.number
    offered = [w for w in trial.game.placed if w.of is None and w.name in table.state.open_terms.paytables]
    stakes = _least(offered, table.state.open_terms)
    for seat in seats:
        for wager in offered:
            if wager.name in trial.game.required or trial.chance.random() < 0.5 or not trial.game.required:
                table.bet(seat, wager.name, stakes[wager.name])
    table.deal()
    while table.state.round.number == number:
        if table.state.stage is Stage.CHOOSING and trial.chance.random() < 0.9:
            seat = trial.chance.choice(due(table.state).seats)
            table.choose(seat, trial.chance.choice(table.options(seat)))
        else:
            table.step()
    ended = table.state.previous
    assert ended is not None
    _, wrong = check(receipt(table.state, ended))
    wrong = [each for each in wrong if "seal was published" not in each]  # there is no book
    if wrong:
        trial.fault("the receipt of a round", wrong[0])
    for seat in seats:
        short = BUY_IN - table.state.seat_chips(seat)
        if short > BUY_IN // 2:
            table.do(table.player(seat), do.BuyIn(seat=seat, cents=Cents(short)))

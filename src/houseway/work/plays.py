"""How the seats and the dealer of a simulation play, and how rounds then end, exactly.

A player plays the best, the house way, the short strategy, or by a file; a file that fouls a hand or leaves one
undecided is refused with the hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.figures import is_on_cards_alone
from houseway.analysis.exact.hidden_hand import HiddenHand
from houseway.analysis.exact.house_way import AsHouseWay, way_for_seats
from houseway.analysis.exact.question import Policy, Question
from houseway.analysis.exact.sets import Sets
from houseway.analysis.machine.card import read_card
from houseway.analysis.machine.policies import best, by_word
from houseway.faults import read_text
from houseway.game import Bonus, Game
from houseway.ways.house_way import HouseWay
from houseway.ways.way import Way
from houseway.work.ends import ends_of, method_of
from houseway.work.engine import Progress
from houseway.work.key import KeptKind, key
from houseway.work.strategies import short_strategy

OPTIMAL, HOUSE_WAY, STRATEGY = "optimal", "house-way", "strategy"
ReadWay = Callable[[Game, Path], HouseWay]


@dataclass(frozen=True, kw_only=True)
class Play:
    """How everybody plays: the name of the seats' play and of the dealer's way, the hashes of their files, the question
    with the policy of the seats, and how rounds end for the main wagers and for others that play decides."""

    name: str
    house: str | None
    question: Question
    ends: Ends | None
    player_hash: str | None = None
    house_hash: str | None = None


_found: dict[str, Play] = {}  # of this process, the last few
FEW = 4


def play_of(
    asked: Question, *, player: str, house: Path | None, read_way: ReadWay, progress: Progress | None = None
) -> Play:
    """`player` is one of the three words or a file; the question is about all wagers in play. Who asks the same again
    is given the same."""
    files = [read_text(path) for path in (Path(player), house) if path and path.is_file()]
    name = key(KeptKind.SIMULATION, asked, player, files)
    if name not in _found:
        found = _play(asked, player, house, read_way, progress)
        for oldest in [*_found][: len(_found) + 1 - FEW]:
            del _found[oldest]
        _found[name] = found
    return _found[name]


def _play(asked: Question, player: str, house: Path | None, read_way: ReadWay, progress: Progress | None) -> Play:
    if house:
        asked = replace(asked, game=asked.game.set_by(read_way(asked.game, house)))
    policy, digest = _policy(asked, player, read_way, progress)
    game = asked.game
    decided = {wager.name for wager in game.wagers if wager in game.main or _is_decided_by_play(asked, wager.name)}
    about = replace(asked, wagers=asked.wagers & decided, policy=policy)
    ends = None
    if about.wagers and issubclass(method_for(about), Sets):
        sets = method_of(about, progress=progress)
        ends, policy = ends_of(about, sets), best(sets)
    elif about.wagers and game.choices and (policy is None or issubclass(method_for(about), HiddenHand)):
        method = method_for(about)(about)
        ends, policy = ends_of(about, method), best(method)
    elif about.wagers:
        ends = ends_of(about)
    return Play(
        name=player,
        house=game.way.label if game.way else None,
        question=replace(asked, policy=policy or by_word()),
        ends=ends,
        player_hash=digest,
        house_hash=_digest(game.way),
    )


def _is_decided_by_play(asked: Question, name: str) -> bool:
    wager = asked.game.wager(name)
    return not (isinstance(wager, Bonus) and is_on_cards_alone(asked.game, wager, asked.pack.decks))


# ---- policies ----------------------------------------------------------------------------------------


def _policy(
    asked: Question, player: str, read_way: ReadWay, progress: Progress | None
) -> tuple[Policy | None, str | None]:
    """None for the best play."""
    game = asked.game
    way = way_for_seats(game)
    match player:
        case "optimal":
            return None, None
        case "house-way":
            if way is None:
                raise ValueError(f"{game.slug} has no house way for players: {OPTIMAL}, {STRATEGY} or a file")
            return AsHouseWay(way), _digest(way)
        case "strategy":
            if method_for(replace(asked, wagers=frozenset(wager.name for wager in game.main))) is Boards:
                raise ValueError(f"{game.slug}: too many boards for seats that play by a short strategy: {OPTIMAL}")
            short = short_strategy(game, asked.pack.decks, progress=progress)
            return short.policy, short.digest
    path = Path(player)
    if not path.is_file():
        raise ValueError(f"{player!r} is no way to play: {OPTIMAL}, {HOUSE_WAY}, {STRATEGY} or a file")
    if way is not None:
        own = read_way(game, path)
        return AsHouseWay(own), _digest(own)
    if len(game.choices) == 1 and game.choices[0].glance:
        return read_card(path.name, read_text(path), game), None
    raise ValueError(f"{game.slug} can be played by no file: {OPTIMAL} or {STRATEGY}")


def _digest(way: HouseWay | None) -> str | None:
    return way.source.digest if way and isinstance(way.source, Way) else None

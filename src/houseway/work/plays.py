"""How the seats and the dealer of a simulation play, and what that is worth exactly.

A player plays the best, the house way, the short strategy, or by a file; a file that fouls a hand or leaves one
undecided is refused with the hand. A game whose main wager sees grades is played class by class; a split game by the
suit classes of its solver, and its figures come from solutions that are kept on disk.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.analysis.contest import Chooser, Pays, house_way_policy, main_figures
from houseway.analysis.figures import Figures, paytable_lines
from houseway.analysis.short_strategy import strategy
from houseway.analysis.simulation.card import read_card
from houseway.analysis.simulation.tables import Play
from houseway.analysis.way_check import check_way, refuse_unsound, split_policy
from houseway.faults import read_text
from houseway.game import LOSE, Contest, Game, HouseWay
from houseway.paytable import Paytable
from houseway.ways import own_way
from houseway.ways.way import Way
from houseway.work.engine import Progress

if TYPE_CHECKING:
    from houseway.analysis.split.fronts import Policy

OPTIMAL, HOUSE_WAY, STRATEGY = "optimal", "house-way", "strategy"
ReadWay = Callable[[Game, Path], Way]
Exact = Callable[[Contest, Paytable], Figures]


@dataclass(frozen=True, kw_only=True)
class PricedPlay:
    """A play, the hashes of its files, and the exact figures of a contest under it."""

    play: Play
    exact: Exact
    player_hash: str | None = None
    house_hash: str | None = None


def priced_play(
    game: Game,
    decks: int,
    *,
    player: str,
    house: Path | None,
    pays: Pays,
    read_way: ReadWay,
    progress: Progress | None = None,
) -> PricedPlay:
    """`player` is one of the three words or a file."""
    way = read_way(game, house) if house else None
    if way:
        refuse_unsound(check_way(game, way))
    if game.sight is None:
        return _split(game, player, way or own_way(game), read_way, progress)
    return _graded(game, decks, player, way, pays, read_way)


# ---- class by class ----------------------------------------------------------------------------------


def _graded(game: Game, decks: int, player: str, way: Way | None, pays: Pays, read_way: ReadWay) -> PricedPlay:
    dealer = HouseWay.of(way.house_way()) if way else game.house_way
    policy, digest = _policy(game, decks, player, dealer, pays, read_way)

    def exact(wager: Contest, table: Paytable) -> Figures:
        by_table = Pays(game, dict(pays.tables) | {table.wager: table})
        return main_figures(game, decks, pays=by_table, policy=policy, play=player, way=dealer)

    return PricedPlay(
        play=Play(name=player, house=dealer.label, policy=policy, way=dealer),
        exact=exact,
        player_hash=digest,
        house_hash=_digest(way) or _digest(game.house_way.source),
    )


def _policy(
    game: Game, decks: int, player: str, dealer: HouseWay, pays: Pays, read_way: ReadWay
) -> tuple[Chooser, str | None]:
    match player:
        case "optimal":
            return pays.best, None
        case "house-way":
            if not dealer.for_players:
                raise ValueError(f"{game.slug} has no house way for players: {OPTIMAL}, {STRATEGY} or a file")
            return house_way_policy(dealer), _digest(dealer.source)
        case "strategy":
            follow = strategy(game, decks).follow
            assert follow is not None
            return follow, None
        case _:
            path = _file(player)
            if game.split:
                way = read_way(game, path)
                refuse_unsound(check_way(game, way))
                return house_way_policy(HouseWay.of(way.house_way())), way.digest
            if game.glance:
                return read_card(path.name, read_text(path), game, decks), None
            raise ValueError(f"{game.slug} can be played by no file: {OPTIMAL} or {HOUSE_WAY}")


# ---- by suit classes ---------------------------------------------------------------------------------


def _split(game: Game, player: str, way: Way, read_way: ReadWay, progress: Progress | None) -> PricedPlay:
    from houseway.analysis.split.solver import SplitProblem
    from houseway.analysis.split_hand import card_policy, short_card
    from houseway.work.solving import solve, solve_game

    house = split_policy(game, way)
    digest = None
    seats: Policy | None
    match player:
        case "optimal":
            seats = None
        case "house-way":
            seats, digest = house, way.digest
        case "strategy":
            card = short_card(game)
            seats, digest = card_policy(game, house, card), _digest(card.way)
        case _:
            own = read_way(game, _file(player))
            seats, digest = split_policy(game, own), own.digest
    if seats is None:
        answers = solve_game(game, way, progress=progress)
        choice = answers.best()
    else:
        answers = solve(SplitProblem(opponent=house, player=seats), progress=progress)
        choice = answers.offsets[:-1]
    totals = answers.totals(choice)
    won = {2: totals.main, 3: totals.hat_trick}

    def exact(wager: Contest, table: Paytable) -> Figures:
        [line] = table.lines
        wins = won[wager.matchups or 0]
        lines = paytable_lines(table, {line: wins, LOSE: totals.deals - wins})
        return Figures.of(game, wager, table, lines, play=player)

    play = Play(name=player, house=f"{way.name} {way.version}", seats=seats or answers.policy(choice), dealer=house)
    return PricedPlay(play=play, exact=exact, player_hash=digest, house_hash=way.digest)


# ---- files -------------------------------------------------------------------------------------------


def _file(player: str) -> Path:
    path = Path(player)
    if not path.is_file():
        raise ValueError(f"{player!r} is no way to play: {OPTIMAL}, {HOUSE_WAY}, {STRATEGY} or a file")
    return path


def _digest(way: object) -> str | None:
    return way.digest if isinstance(way, Way) else None

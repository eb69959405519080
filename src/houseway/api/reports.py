"""Reports: all that is said of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from houseway import __version__
from houseway.analysis.verify import read_so
from houseway.analysis.verify import verify as verify_letter
from houseway.api.figures import analyze, meters, solve
from houseway.api.games import AnyGame, as_game, find_letter, house_way_for
from houseway.api.knowing import DEALER
from houseway.api.play import strategies
from houseway.api.simulation import risk, simulate
from houseway.game import Contest, Game
from houseway.games import GAMES
from houseway.letters import letters_of
from houseway.letters.letter import Letter

if TYPE_CHECKING:
    from houseway.analysis.covariance import Covariance
    from houseway.analysis.figures import Figures
    from houseway.analysis.gain import Gain
    from houseway.analysis.play_costs import PlayCost
    from houseway.analysis.risk import Risk
    from houseway.analysis.sensitivity import Sensitivity
    from houseway.analysis.split.solution import Difference
    from houseway.analysis.strategy import Strategy
    from houseway.analysis.wager_nets import WagerColumn
    from houseway.reports.mathematics import Mathematics
    from houseway.work.engine import Progress

STAKE = SIDE = Fraction(300)  # at which exposures are told: the limit of the letters' time
SHORTEST_RUN = 1000  # rounds from which on a covariance is sampled
MORE = 4  # times as many of a full table, by which a game stands or falls
SHARING = {"GradedRemoval": 1_000, "OneSight": 100, "SetSight": 50}  # samples of what is won, by how a hand is weighed


def mathematics(
    game: AnyGame,
    *,
    letter: str | Path | None = None,
    decks: int | None = None,
    seats: int | None = None,
    rounds: int = 0,
    seed: int = 1,
    stake: Fraction = STAKE,
    side: Fraction = SIDE,
    turnover: int | None = None,
    prepared_by: str = "",
    reviewed_by: str = "",
    solving: Progress | None = None,
    simulating: Progress | None = None,
) -> Mathematics:
    """All that a mathematics report says of a game, under its letters or one of them, or a file of your own.

    Rounds from a seed are simulated beside it, if any are asked for. Exposures are told at a `stake` on the main wagers
    and one at the `side`; `turnover` is how often what was bought is staked, an assumption for the hold of the drop.

    >>> report = houseway.mathematics("supreme-99")
    >>> [finding.letter for finding in report.findings]
    ['supreme-99-2014-11-24', 'gm-atlas-update-2023-06-14']
    """
    from houseway.analysis.combined_play import combined_plays
    from houseway.analysis.machine.batches import MOST_ROUNDS
    from houseway.analysis.meter_life import MeterLife
    from houseway.analysis.par_sheet import TURNOVER, ParSheet
    from houseway.reports.commit import commit_of_sources
    from houseway.reports.mathematics import Mathematics
    from houseway.work.ends import ends_of

    game = as_game(game)
    if not 0 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"{rounds:,} rounds: 0 to {MOST_ROUNDS:,}")
    chosen = letters_of(game.letters) if letter is None else [find_letter(letter)]
    game = _under(game, chosen) if letter is not None else game
    asked_decks = game.pack(decks).decks
    shoes = {n: analyze(game, decks=n, seats=seats, progress=solving) for n in game.decks}
    turnover = ParSheet(figures=shoes[asked_decks][0], turnover=turnover or TURNOVER).turnover
    findings = [f for each in chosen for f in verify_letter(each, GAMES, ends_of) if f.game == game.slug]
    short, plays, differences = _plays(game, asked_decks)
    simulation = None
    if rounds:
        simulation = simulate(
            game, rounds=rounds, seed=seed, decks=asked_decks, seats=seats, solving=solving, simulating=simulating
        )
    own_meters = meters(game, seats=seats, decks=asked_decks)
    counted, uncounted = _covariances(game, asked_decks, rounds=rounds, seed=seed, solving=solving, dealing=simulating)
    return Mathematics(
        game=game,
        version=__version__,
        letters=tuple(chosen),
        decks=asked_decks,
        figures=tuple(shoes[asked_decks]),
        by_decks=tuple(tuple(shoes[n]) for n in game.decks),
        strategies=short,
        plays=plays,
        differences=differences,
        lives=tuple(MeterLife(terms=meter) for meter in own_meters),
        findings=tuple(findings),
        read_so=tuple(each for letter in chosen for each in read_so(letter, findings, GAMES, ends_of)),
        combined=tuple(combined_plays(game, partial(ends_of, progress=solving), asked_decks)),
        covariances=tuple(counted),
        uncounted=tuple(uncounted),
        sensitivities=tuple(_sensitivities(game, asked_decks, shoes[asked_decks], seats)),
        risk=_risk(game, asked_decks, stake, side, rounds=rounds, seed=seed, solving=solving),
        gains=tuple(_gains(game, asked_decks, seed, simulating)) if rounds >= SHORTEST_RUN else (),
        turnover=turnover,
        simulation=simulation,
        own_letter=None if letter is None else str(letter),
        commit=commit_of_sources(),
        prepared_by=prepared_by,
        reviewed_by=reviewed_by,
    )


def _under(game: Game, chosen: Sequence[Letter]) -> Game:
    """The game with the paytables that these letters give its wagers; a wager that they do not name keeps its own."""
    given = {e.paytable.name: e.paytable for each in chosen for e in each.entries if e.game == game.slug}
    if not given:
        have = [each.id for each in letters_of(game.letters) if any(e.game == game.slug for e in each.entries)]
        raise ValueError(f"{chosen[0].id} has no paytable of {game.slug}; these have: {', '.join(have)}")
    named = {table.wager for table in given.values()}
    for wager in game.wagers:
        if isinstance(wager, Contest) and sum(table.wager == wager.name for table in given.values()) > 1:
            raise ValueError(f"{chosen[0].id}: {wager.name} has several paytables, a report is made for one")
    kept = {name: table for name, table in game.paytables.items() if table.wager not in named}
    order = [wager.name for wager in game.wagers]
    tables = sorted((kept | given).items(), key=lambda item: order.index(item[1].wager))
    return replace(game, paytables=dict(tables))


def _plays(game: Game, decks: int) -> tuple[tuple[Strategy, ...], tuple[PlayCost, ...], tuple[Difference, ...]]:
    from houseway.analysis.exact.facts import method_for
    from houseway.analysis.exact.question import question
    from houseway.analysis.exact.sets import Sets
    from houseway.analysis.play_costs import plays, split_plays

    short = strategies(game, decks=decks)
    if not short:
        return (), (), ()
    if method_for(question(game, decks=decks)) is not Sets:
        return short, plays(game, short, decks), ()
    solved = solve(game)
    return short, split_plays(solved, short), tuple(solved.differences(solved.house, 8))


# ---- wagers together -------------------------------------------------------------------------------


def _covariances(
    game: Game, decks: int, *, rounds: int, seed: int, solving: Progress | None, dealing: Progress | None
) -> tuple[list[Covariance], list[tuple[WagerColumn, WagerColumn]]]:
    """Those that can be counted; of the others those of each wager's first paytable sampled, if rounds are dealt."""
    from houseway.analysis.covariance import Covariance, covariances
    from houseway.work.ends import ends_of

    found = list(covariances(game, partial(ends_of, progress=solving), decks))
    counted = [each for each in found if isinstance(each, Covariance)]
    others = [each for each in found if not isinstance(each, Covariance)]
    firsts = [pair for pair in others if all(of.table is game.paytables_of(of.wager)[0] for of in pair)]
    if rounds < SHORTEST_RUN or not firsts or _splits(game):
        return counted, firsts
    return [*counted, *_sampled(game, decks, firsts, rounds=rounds, seed=seed, dealing=dealing)], []


def _splits(game: Game) -> bool:
    from houseway.analysis.machine.asked import splits_hands

    return splits_hands(game)


def _sampled(
    game: Game,
    decks: int,
    pairs: Sequence[tuple[WagerColumn, WagerColumn]],
    *,
    rounds: int,
    seed: int,
    dealing: Progress | None,
) -> Iterator[Covariance]:
    from houseway.analysis.exact.question import question
    from houseway.work.joint_wins import joint_wins, sampled_covariances
    from houseway.work.plays import OPTIMAL, play_of

    sides = dict.fromkeys(column.wager.name for pair in pairs for column in pair if not column.is_main)
    asked = question(game, wagers=sides, decks=decks)
    play = play_of(asked, player=OPTIMAL, house=None, read_way=house_way_for)
    yield from sampled_covariances(joint_wins(play.question, rounds=rounds, seed=seed, progress=dealing), pairs)


def _risk(
    game: Game, decks: int, stake: Fraction, side: Fraction, *, rounds: int, seed: int, solving: Progress | None
) -> Risk:
    """All seats, with the main wagers; where they can be counted together also with those side bets that can be."""
    from houseway.analysis.joint import is_joint
    from houseway.analysis.risk import first_wager

    first = first_wager(game)
    joint = is_joint(game, first)
    sides = [w for w in game.wagers if w not in game.main and joint and is_joint(game, w)]
    beside = [game.own_paytables(wager)[0].name for wager in sides]
    dealt = 0 if joint or _splits(game) else rounds
    return risk(
        game,
        stake=stake,
        side=side,
        beside=beside,
        decks=decks,
        rounds=dealt,
        seed=seed,
        progress=solving,
    )


def _gains(game: Game, decks: int, seed: int, progress: Progress | None) -> Iterator[Gain]:
    """What is won by one of the dealer's cards and by a full table that shares; where a deal is weighed in a moment,
    also by a burnt card, by fewer seats and from other packs. A method that takes long for each deal is not asked."""
    from houseway.analysis.exact.facts import method_for_sight
    from houseway.analysis.exact.knowing import hidden
    from houseway.analysis.exact.knowledge import Knowledge
    from houseway.analysis.exact.question import question
    from houseway.work.knowing import gain_of, hand_size

    if not (game.choices and game.main):
        return
    method = method_for_sight(question(game, decks=decks)).__name__
    samples, at_once = SHARING.get(method, 0), method == "GradedRemoval"
    if not samples:
        return
    known = [Knowledge(shown=1, place=DEALER)] if hidden(game, DEALER) else []
    for each in (*known, *([Knowledge(dead=1)] if at_once else [])):
        yield gain_of(game, each, decks=decks, seed=seed, otherwise=samples, progress=progress)
    tables = [(seats, decks) for seats in range(2 if at_once else game.seats, game.seats + 1)]
    tables += [(game.seats, other) for other in game.decks if at_once and other != decks]
    for seats, shoe in tables:
        sharing = Knowledge(dead=(seats - 1) * hand_size(game))
        deals = MORE * samples if at_once and (seats, shoe) == (game.seats, decks) else samples
        yield gain_of(game, sharing, decks=shoe, samples=deals, seed=seed, progress=progress)


def _sensitivities(game: Game, decks: int, figures: Sequence[Figures], seats: int | None) -> Iterator[Sensitivity]:
    """Of every paytable; of a wager that a seat can play for or beside others, as it is listed first."""
    from houseway.analysis import sensitivity
    from houseway.analysis.exact.figures import main_figures
    from houseway.analysis.exact.question import question
    from houseway.work.ends import ends_of

    for wager in game.wagers:
        for table in game.own_paytables(wager):
            if wager in game.main:
                asked = question(game, decks=decks, paytables=(table,))
                yield sensitivity.of_main(asked, ends_of(asked), table, main_figures(asked, solve=ends_of))
            elif table.meters:
                [meter, *_] = meters(game, paytable=table.name, seats=seats, decks=decks)
                yield sensitivity.of_progressive(meter)
            else:
                found = (each for each in figures if (each.wager, each.paytable) == (wager.name, table.name))
                yield sensitivity.of_side(table, next(found))

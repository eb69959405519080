"""What hours of a table come to, how a player's session ends, and what promotional chips are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.api.figures import analyze, meters
from houseway.api.games import AnyGame, as_game, table_for
from houseway.api.simulation import risk as risk_of
from houseway.api.simulation import simulate, whole_table
from houseway.game import Bonus, Game
from houseway.work.engine import Progress, Stop

if TYPE_CHECKING:
    from houseway.analysis.figures import Figures
    from houseway.analysis.hours import Hours
    from houseway.analysis.promotion import Promotion
    from houseway.analysis.session import PlayerSession

DEALT = 1_000_000  # rounds, where shifts are not summed
LEAST_SHIFTS = 100


def hours(
    game: AnyGame,
    *,
    seats: int | None = None,
    tables: int = 1,
    rounds: Fraction | int = 40,
    shift: Fraction | int = 8,
    day: Fraction | int = 24,
    stake: Fraction = Fraction(25),
    side: Fraction = Fraction(5),
    beside: Sequence[str] = (),
    decks: int | None = None,
    play: str = "best play",
    loss: Fraction = Fraction(10_000),
    broken: Fraction = Fraction(1, 100),
    dealt: int | None = None,
    seed: int = 1,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Hours:
    """What `tables` of a game come to at so many `rounds` an hour, in a `shift` of so many hours and in a month of 30
    days of so many hours, all seats betting. `loss` is the one of a shift that is asked about, `broken` the chance that
    the bank may ever be broken by. Where the seats of a table are not counted together, shifts of `dealt` rounds in all
    are simulated; with 0 there is no distribution.

    >>> of = houseway.hours("match-em", seats=1, rounds=50, shift=4, loss=Fraction(500))
    >>> of.win_a_shift, f"{float(of.chance_of_more.middle):.4f}"
    (Fraction(884810600, 15050763), '0.1239')
    """
    from houseway.analysis.hours import Hours, Pace, growth_of, top_awards
    from houseway.analysis.joint import BEST

    game = as_game(game)
    if loss < 0:
        raise ValueError(f"a loss of ${loss}: $0 or more")
    if not 0 < broken < 1:
        raise ValueError(f"{broken} is not a chance to be broken: above 0 and below 1")
    pace = Pace(rounds=Fraction(rounds), tables=tables, shift=Fraction(shift), day=Fraction(day))
    of_round = risk_of(
        game,
        seats=seats,
        stake=stake,
        side=side,
        beside=beside,
        decks=decks,
        play=play,
        rounds=0,
        costliest=False,
        progress=progress,
    )
    tables_beside = [table_for(game, name) for name in beside]
    counted = of_round.counted_as_one or (None if dealt else whole_table(of_round, tables_beside, progress))
    of_round = replace(of_round, counted=counted)
    of_shift = Hours(
        risk=of_round,
        pace=pace,
        loss=loss,
        broken=broken,
        awards=top_awards(_beside_main(game, decks), of_round.seats, pace),
        meters=tuple(growth_of(each, of_round.seats, pace) for each in meters(game, decks=decks)),
    )
    if counted is not None or dealt == 0:
        return of_shift
    size = of_shift.rounds_a_shift
    run = simulate(
        game,
        rounds=max(DEALT, LEAST_SHIFTS * size) if dealt is None else dealt,
        wagers=list(of_round.stakes),
        paytables=tables_beside,
        decks=of_round.decks,
        seats=of_round.seats,
        player="optimal" if play == BEST else "house-way",
        stakes=of_round.stakes,
        seed=seed,
        shift=size,
        solving=progress,
        stop=stop,
    )
    return replace(of_shift, shifts=run.shift_wins.times if run.shift_wins else None)


def _beside_main(game: Game, decks: int | None) -> list[Figures]:
    """Of every wager that nobody's choices change, with each paytable."""
    alone = [each for each in game.wagers if isinstance(each, Bonus) or not game.choices]
    return [of for each in alone for of in analyze(game, wager=each.name, decks=decks)]


def session(
    game: AnyGame,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    decks: int | None = None,
    play: str = "best play",
    stake: Fraction = Fraction(25),
    bankroll: Fraction = Fraction(500),
    target: Fraction | None = None,
    rounds: int = 200,
    risk: Fraction = Fraction(1, 20),
    rebate: Fraction | None = None,
    progress: Progress | None = None,
) -> PlayerSession:
    """How a player's session ends who brings a bankroll and bets the same stake on one wager, the main one if none is
    named: ruined, at the target, or after so many rounds. `risk` asks for the bankroll that is ruined no more often,
    `rebate` what so much of a losing session costs.

    >>> of = houseway.session("baccarat", wager="Player", bankroll=Fraction(100), target=Fraction(200), rounds=50)
    >>> f"{float(of.session.course.ruin.exact):.4f}"
    '0.5087'
    """
    from houseway.analysis.risk import first_wager
    from houseway.analysis.session import PlayerSession, SessionPlan, round_of

    of = as_game(game)
    each = of.wager(wager) if wager else of.wager(of.paytable(paytable).wager) if paytable else first_wager(of)
    if isinstance(each, Bonus) and each.progressive:
        raise ValueError(f"{each.name} pays from a meter that moves: its rounds are not alike")
    if stake <= 0:
        raise ValueError(f"a stake of ${stake}: above $0")
    found = analyze(of, wager=each.name, paytable=paytable, decks=decks, progress=progress)
    figures = next((one for one in found if one.play in (play, None)), None)
    if figures is None:
        raise ValueError(f"{of.slug}: {each.name} has no {play!r}")
    chances = round_of([(line.net, line.probability) for line in figures.lines], stake)
    of_session = SessionPlan(chances=chances, bankroll=bankroll, target=target, rounds=rounds)
    return PlayerSession(
        figures=figures,
        stake=stake,
        session=of_session,
        risk=risk,
        bankroll_for_risk=of_session.bankroll_for(risk),
        rebate=None if rebate is None else of_session.rebate(rebate),
    )


def promo(
    game: AnyGame, *, wager: str | None = None, decks: int | None = None, progress: Progress | None = None
) -> list[Promotion]:
    """What a free bet and a match play are worth on every wager of a game, or one, by unit of the chip.

    >>> [player] = houseway.promo("baccarat", wager="Player")
    >>> f"{float(player.free_bet):.4f} {float(player.match_play):.4f}"
    '0.4932 0.4795'
    """
    from houseway.analysis.promotion import promotion_of

    of = as_game(game)
    asked = [of.wager(wager)] if wager else list(of.wagers)
    plain = [each for each in asked if not (isinstance(each, Bonus) and each.progressive)]
    if not plain:
        raise ValueError(f"{wager} pays from a meter: a chip on it is worth what the meter shows")
    figures = [one for each in plain for one in analyze(of, wager=each.name, decks=decks, progress=progress)]
    return [promotion_of(one) for one in {(one.wager, one.paytable, one.play): one for one in figures}.values()]

"""Wagers, sizes, stakes and paytables as somebody asked for them; what cannot be is refused in one line."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.analysis.exact.at_random import SOME_ROUNDS, options_met
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import pays_of, question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.machine.batches import BATCH, MOST_ROUNDS
from houseway.game import Game, Wager
from houseway.paytable import Paytable

MOST_STAKE = 1_000_000  # dollars
MOST_SEED = 2**64 - 1


def in_play(game: Game, names: Iterable[str]) -> list[Wager]:
    """The wagers asked for, those that every seat must place, and those that are of them; all, if none is named."""
    asked = {game.wager(name).name for name in names} or {wager.name for wager in game.wagers}
    asked |= set(game.required)
    while more := {wager.name for wager in game.wagers if wager.of in asked} - asked:
        asked |= more
    return [wager for wager in game.wagers if wager.name in asked]


def splits_hands(game: Game) -> bool:
    """Whether a seat may split its cards into hands, which are dealt in another way."""
    if not game.main or method_for(asked := question(game)) is not ShoeHands:
        return False
    return any(option.splits for _, options in options_met(asked, SOME_ROUNDS) for option in options)


def alone_in_play(game: Game, names: Iterable[str], seats: int) -> list[Wager]:
    """The main wagers, at one seat: no others are dealt where hands are split."""
    if seats > 1:
        raise ValueError(f"{game.slug}: hands that are split are dealt to one seat, not to {seats}")
    others = [wager.name for wager in map(game.wager, names) if wager not in game.main]
    if others:
        raise ValueError(f"{game.slug}: where hands are split the main wagers are dealt, and not {', '.join(others)}")
    return list(game.main)


def checked_sizes(game: Game, *, rounds: int, seats: int, seed: int, session: int, shift: int) -> None:
    for name, value, most in (
        ("rounds", rounds, MOST_ROUNDS),
        ("seats", seats, game.seats),
        ("rounds of a session", session, BATCH),
        ("rounds of a shift", shift, BATCH),
    ):
        if not 1 <= value <= most:
            raise ValueError(f"{value:,} {name}: 1 to {most:,}")
    if not 0 <= seed <= MOST_SEED:
        raise ValueError(f"seed {seed}: 0 to {MOST_SEED}")


def chosen_tables(game: Game, wagers: Iterable[Wager], named: Iterable[Paytable]) -> dict[str, Paytable]:
    """The paytable of each wager in play: the one named, or the game's first."""
    names = [wager.name for wager in wagers]
    chosen: dict[str, Paytable] = {}
    for table in named:
        if table.wager not in names:
            raise ValueError(f"{table.name!r} is a paytable of {table.wager}, which is not in play: {', '.join(names)}")
        if table.wager in chosen:
            raise ValueError(f"{table.name!r} is a second paytable for {table.wager}: name one")
        chosen[table.wager] = table
    return {name: table for name, table in pays_of(game, chosen.values()).items() if name in names}


def held_against(tables: Mapping[str, Paytable], named: Iterable[Paytable]) -> dict[str, Paytable]:
    """By wager, the paytables whose exact figures are held against those in play."""
    against = {table.wager: table for table in named}
    for table in against.values():
        if table.wager not in tables:
            raise ValueError(f"{table.name!r} is for {table.wager}, which is not in play: {', '.join(tables)}")
    return against


def chosen_stakes(
    wagers: Iterable[Wager], tables: Mapping[str, Paytable], asked: Mapping[str, Fraction]
) -> dict[str, Fraction]:
    """Dollars that a unit of each wager in play is: one, unless asked otherwise. A meter has a stake of its own, a
    wager that is of another has that one's, and nothing is staked on one that is free."""
    stakes: dict[str, Fraction] = {}
    for wager in (wager for wager in wagers if not wager.free):
        table = tables[wager.name]
        stake = asked.get(wager.name)
        if stake is not None and (table.meters or wager.of):
            why = "its meter" if table.meters else wager.of
            raise ValueError(f"the stake of {wager.name} is that of {why}: it cannot be chosen")
        if stake is not None and not 0 < stake <= MOST_STAKE:
            raise ValueError(f"${stake} on {wager.name}: more than nothing, at most ${MOST_STAKE:,}")
        if table.meters:
            stakes[wager.name] = Fraction(table.stake_cents, 100)
        else:
            stakes[wager.name] = stakes[wager.of] if wager.of else stake or Fraction(1)
    for name in asked:
        if name not in stakes:
            raise ValueError(f"{name!r} is not a wager in play: {', '.join(stakes)}")
    for wager in wagers:
        if wager.at_most and stakes[wager.name] > stakes[wager.at_most] * wager.at_most_times:
            times = "" if wager.at_most_times == 1 else f"{wager.at_most_times} times "
            raise ValueError(f"${stakes[wager.name]} on {wager.name}: at most {times}what is on {wager.at_most}")
    return stakes

"""Sizes, stakes and paytables as somebody asked for them; what cannot be is refused in one line."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.analysis.simulation.batches import BATCH, MOST_ROUNDS
from houseway.game import Game, Wager
from houseway.paytable import Paytable

MOST_STAKE = 1_000_000  # dollars
MOST_SEED = 2**64 - 1


def checked_sizes(game: Game, *, rounds: int, seats: int, seed: int, session: int, shift: int) -> None:
    for name, value, most in (
        ("rounds", rounds, MOST_ROUNDS),
        ("seats", seats, game.deal.seats),
        ("rounds of a session", session, BATCH),
        ("rounds of a shift", shift, BATCH),
    ):
        if not 1 <= value <= most:
            raise ValueError(f"{value:,} {name}: 1 to {most:,}")
    if not 0 <= seed <= MOST_SEED:
        raise ValueError(f"seed {seed}: 0 to {MOST_SEED}")


def chosen_tables(game: Game, wagers: Iterable[Wager], named: Iterable[Paytable]) -> dict[str, Paytable]:
    """The paytable of each wager in play: the one named, or the game's first."""
    tables = {wager.name: game.paytables_of(wager)[0] for wager in wagers}
    seen: set[str] = set()
    for table in named:
        if table.wager not in tables:
            names = ", ".join(tables)
            raise ValueError(f"{table.name!r} is a paytable of {table.wager}, which is not in play: {names}")
        if table.wager in seen:
            raise ValueError(f"{table.name!r} is a second paytable for {table.wager}: name one")
        seen.add(table.wager)
        tables[table.wager] = table
    return tables


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
    """Dollars on each wager in play: one, unless asked otherwise. A meter has a stake of its own, and a wager that a
    choice adds equals another."""
    stakes: dict[str, Fraction] = {}
    for wager in wagers:
        meter = tables[wager.name].meter
        stake = asked.get(wager.name)
        if stake is not None and (meter or wager.equals):
            why = "its meter" if meter else wager.equals
            raise ValueError(f"the stake of {wager.name} is that of {why}: it cannot be chosen")
        if stake is not None and not 0 < stake <= MOST_STAKE:
            raise ValueError(f"${stake} on {wager.name}: more than nothing, at most ${MOST_STAKE:,}")
        if meter:
            stakes[wager.name] = Fraction(meter.stake_cents, 100)
        else:
            stakes[wager.name] = stakes[wager.equals] if wager.equals else stake or Fraction(1)
    for name in asked:
        if name not in stakes:
            raise ValueError(f"{name!r} is not a wager in play: {', '.join(stakes)}")
    for wager in wagers:
        if wager.at_most and stakes[wager.name] > stakes[wager.at_most]:
            raise ValueError(f"${stakes[wager.name]} on {wager.name}: at most what is on {wager.at_most}")
    return stakes

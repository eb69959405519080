"""What a choice costs: the stakes that an option adds to a hand, and to the new one where it splits.

Such a wager is bounded by the option, so many times another that lies there, and not by the limits of the table: half
of the least bet may be insured. The seat is offered what its chips can pay. `chip` is the smallest chip of the table.
"""

from fractions import Fraction

from houseway.game import Game, Option
from houseway.money import Cents
from houseway.table.spot import Spot


def stakes_of(game: Game, spot: Spot, hand: int, option: Option, chip: Cents) -> dict[str, Cents]:
    """What the option stakes on the hand, wager by wager; on one that is free, nothing."""
    return {name: _times(game, spot, hand, name, times, chip) for name, times in option.stakes}


def split_stake(game: Game, spot: Spot, hand: int, option: Option, chip: Cents) -> Cents:
    """What lies on the new hand: as much as on the first, where that has the wager."""
    lies = spot.hand(hand).wagers.get(option.splits)
    return _times(game, spot, hand, option.splits, 1, chip) if lies is None or game.wager(option.splits).free else lies


def cost_of(game: Game, spot: Spot, hand: int, option: Option, chip: Cents) -> Cents:
    """All that the seat adds by it."""
    stakes = sum(stakes_of(game, spot, hand, option, chip).values())
    return Cents(stakes + (split_stake(game, spot, hand, option, chip) if option.splits else 0))


def is_too_little(game: Game, spot: Spot, hand: int, option: Option, chip: Cents) -> bool:
    """Whether a stake comes to less than a chip, and the option is not one."""
    staked = stakes_of(game, spot, hand, option, chip).items()
    return any(not cents and not game.wager(name).free for name, cents in staked)


def unit_of(spot: Spot, hand: int, wager: str) -> Cents:
    """What lies on a wager of the hand; where another lies there instead, on the first hand that has it."""
    lies = next((each for each in (spot.hand(hand), *spot.hands) if wager in each.wagers), spot.hand(hand))
    return lies.wagers[wager]


def part_of(stake: Cents, times: int | Fraction, chip: Cents) -> Cents:
    """So many times a stake, rounded down to whole chips, or to the cent: the seat keeps the part that it cannot stake,
    and is paid by what it has staked."""
    cents = int(stake * Fraction(times))
    return Cents(cents - cents % chip)


def _times(game: Game, spot: Spot, hand: int, name: str, times: int | Fraction, chip: Cents) -> Cents:
    wager = game.wager(name)
    return Cents(0) if wager.free else part_of(unit_of(spot, hand, wager.of or name), times, chip)

"""The seal of a shuffle: what the house binds itself to before anybody bets, and what of a deal it covers."""

from dataclasses import fields
from typing import Final

from houseway.deciding.command import later_fields
from houseway.table.commands import Shuffle
from houseway.table.events import ShoeShuffled
from houseway.table.notation import canonical, plain, seal_of, write
from houseway.table.state import Round, Table
from houseway.table.terms import Terms

BY_HAND: Final = "thrown by hand and entered by the dealer: not covered by the seal"
SEALED, THROWN, DRAWN = "sealed", "by hand", "by the RNG"  # how a number was come by


def commitment(rnd: Round) -> str | None:
    """The seal as it is published."""
    if isinstance(rnd.sealed, ShoeShuffled):
        return rnd.sealed.commitment
    return str(write(rnd.sealed)[0]["seal"]) if rnd.sealed else None


def secret_in_use(table: Table) -> str:
    """The seal of the pack, or of the shoe, that is dealt from now: nobody is shown what it is the hash of."""
    return str(write(table.round.sealed)[0]["seal"]) if table.round.sealed else ""


def terms_digest(terms: Terms) -> str:
    """Of all that the table is run on but who deals, who may be relieved in mid-round. Terms that are left at their
    default are not in it, so that a later version's new ones do not change it."""
    values = {f.name: getattr(terms, f.name) for f in fields(terms)}
    usual = {f.name: f.default for f in fields(terms)} | later_fields(terms) | {"dealer": terms.dealer}
    return seal_of(canonical({name: plain(it) for name, it in values.items() if it != usual[name]}))


def rotation_sealed(table: Table, dealer: str) -> str:
    """What the seal of a round holds of its rotation: a number, dice, or nothing, where there is none or a live dealer
    throws the dice."""
    if not table.game.number_by:
        return ""
    by_hand = table.open_terms.number_by == "dice" and dealer == "live"
    return "" if by_hand else table.open_terms.number_by


def waits_for_dice(table: Table) -> bool:
    """Whether the round is sealed without its rotation, and the dealer has still to throw it."""
    rnd, is_numbered = table.round, bool(table.game.number_by)
    return is_numbered and rnd.sealed is not None and rnd.first is None and not is_rotation_sealed(rnd)


def is_rotation_sealed(rnd: Round) -> bool:
    return rnd.sealed is not None and (rnd.sealed.number is not None or rnd.sealed.dice is not None)


def seal_fault(table: Table, command: Shuffle) -> str:
    """What is wrong with the rotation and the terms that a shuffle seals, or nothing."""
    wanted = rotation_sealed(table, table.open_terms.dealer)
    places = table.game.seats + 1
    has_number, has_dice = command.number is not None, command.dice is not None
    if (has_number, has_dice) != (wanted == "rng", wanted == "dice"):
        return f"the seal holds {f'the rotation by {wanted}' if wanted else 'no rotation'} at this table"
    if command.number is not None and not 1 <= command.number <= places:
        return f"{command.number}: the RNG shows 1 to {places}"
    if command.dice is not None and bad_dice(command.dice):
        return bad_dice(command.dice)
    return "" if command.terms == terms_digest(table.open_terms) else "the seal is of other terms than the table's"


def bad_dice(dice: tuple[int, ...]) -> str:
    is_throw = len(dice) == 3 and all(1 <= die <= 6 for die in dice)
    return "" if is_throw else f"dice {dice}: three, each 1 to 6"

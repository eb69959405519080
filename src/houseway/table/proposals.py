"""Proposals of a correction to which surveillance has not agreed: J-POT and GAME OVER wait for them."""

from houseway.deciding.refusal import Refusal
from houseway.table.events import MoneyProposed
from houseway.table.refusal import Reason
from houseway.table.state import Table


def open_proposal(table: Table) -> int | None:
    """The first that may change this round; money of a round that is over holds up nothing."""
    waiting = (number for number, asked in table.proposals.items() if not isinstance(asked, MoneyProposed))
    return next(waiting, None)


def proposal_waits(table: Table) -> Refusal | None:
    """Why the round does not go on: it would go on over a correction that was asked for."""
    number = open_proposal(table)
    if number is None:
        return None
    says = f"proposal {number} of {table.proposals[number].by} waits for surveillance: agree to it, or drop it"
    return Refusal(Reason.PROPOSAL_WAITS, says)

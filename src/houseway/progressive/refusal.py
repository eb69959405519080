"""Why the controller refuses a command: one list, in the order in which reasons are looked for."""

from enum import Enum
from functools import partial

from houseway.deciding import refusal


class MeterReason(Enum):
    # who
    NOT_YOUR_ROLE = "this role does not do that"
    # when
    WRONG_STATUS = "the meter is running, suspended or retired, and this is for another state"
    # what
    BAD_TEXT = "a name or a note is one line of printable text"
    BAD_SETTINGS = "a meter cannot be run on these settings"
    BELOW_SEED = "a meter opens with its seed at least"
    MAXIMUM_BELOW_METER = "a maximum is not set below what the meter shows"
    MONEY_LEFT = "a meter is retired when nothing is left on it or in its reserve"
    NO_SUCH_MALFUNCTION = "no malfunction of that number waits for its notice"
    # the link
    LINK_UNEQUAL = "tables share a meter only on equal terms"
    TABLES_LINKED = "a meter is retired when no table plays for it"
    NOT_LINKED = "the table does not play for this meter"
    # the approval
    NO_SUCH_PROPOSAL = "no proposal of that number is open"
    OWN_PROPOSAL = "nobody approves what he proposed himself"
    # the adjustment
    BAD_AMOUNT = "an amount is a whole number within the limits"
    WRONG_DIRECTION = "this reason moves the meter the other way"
    WIN_NOT_NAMED = "a back-out names the win, and nothing else names one"
    METER_NOT_NAMED = "a move names the other meter, and nothing else names one"
    NO_SUCH_WIN = "no award of that name was paid from this meter"
    ABOVE_THE_WIN = "more than the award took off the meter"
    LATER_WIN_STANDS = "of the wins of a round the newest is backed out first"
    ABOVE_THE_OVERFLOW = "more than lies above the maximum"
    ABOVE_THE_SEED_OWED = "more than the house has put in as seed"
    BELOW_THE_SEED = "recovering seed leaves the seed on the meter"
    BELOW_ZERO = "more than the account holds"
    # the awards
    BAD_WINS = "these cannot be the wins of one round"
    ALREADY_PAID = "the award has been paid"
    # the ledger
    BEYOND_BOUND = "a meter, its reserve and every other account holds only so much"


bad_text = partial(refusal.bad_text, MeterReason.BAD_TEXT)

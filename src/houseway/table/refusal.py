"""Why a command is refused: one list, in the order in which reasons are looked for.

`docs/live-table.md` lists it.
"""

from enum import Enum
from functools import partial

from houseway.deciding import refusal
from houseway.deciding.refusal import Refusal
from houseway.table.events import Event


class Reason(Enum):
    # who
    NOT_YOUR_ROLE = "this role does not do that"
    NOT_YOUR_SEAT = "a player acts for the seat he holds a token of"
    CHIPS_FROM_THE_DEALER = "at a live table the dealer takes the cash"
    DEALER_IS_AUTOMATIC = "the table deals by itself; a live dealer has to take it over first"
    DEALER_IS_LIVE = "a live dealer has the table"
    NEEDS_A_SUPERVISOR = "at a table with staff a supervisor does that"
    # when
    RULES_CHANGED = "the table was opened under rules that this version has not; it can only be wound up"
    NOT_A_GUEST = "the dealer acts for a guest without a device, and for nobody else"
    WRONG_STAGE = "the procedure has another step now"
    ROUND_STOPPED = "surveillance has stopped the round"
    NO_PAPERS = "the terms of this table have no papers"
    NOT_SIGNED_ON = "at a table with papers a dealer signs on before he deals"
    TRAY_NOT_COUNTED = "the tray is counted by two people first"
    DROP_NOT_COUNTED = "the drop box is counted by two people first"
    # where
    NO_SUCH_SEAT = "the table has no such seat"
    SEAT_TAKEN = "somebody sits there"
    SEAT_EMPTY = "nobody sits there"
    # what
    BAD_TERMS = "a table cannot be run on these terms"
    WAY_NOT_PROVED = "a house way is proved to decide every hand and to foul none before a table is dealt by it"
    BAD_TEXT = "a name or a note is one line of printable text"
    NAME_OF_THE_HOUSE = "the people of the house are called so"
    NOTHING_DUE = "nothing is due to, or owed by, a player of this name"
    NOT_OF_THE_ROUND = "that player had no such wager or award in that round"
    BEYOND_THE_WAGER = "more than the wager could have paid, or less than nothing"
    NAME_TAKEN = "a player of this name sits at the table"
    ALREADY_COINED_IN = "the betting is closed: COIN IN was pressed"
    NOT_OFFERED = "the table does not offer this wager"
    ADDED_WITH_A_CHOICE = "this wager is added with the choice, not placed before the deal"
    NO_WAGER = "no such wager lies there"
    BAD_AMOUNT = "an amount is a whole number of cents above nothing"
    NOT_IN_CHIPS = "the chips of this table do not make this amount"
    NOTHING_TO_CHANGE = "these are as few and as large chips as there are"
    NO_BETS_BEFORE = "no guest without a device has bets of the round before to place again"
    MAIN_BET_FIRST = "a side bet needs the main bet"
    BELOW_MINIMUM = "below the table minimum"
    ABOVE_MAXIMUM = "above the table maximum"
    ABOVE_ITS_CAP = "more than the wager it may not exceed"
    # the deal
    SHUFFLER_IS_MANUAL = "the cards of this table are entered by the dealer"
    SHUFFLER_IS_MACHINE = "the cards of this table come from the shuffler"
    ALREADY_SHUFFLED = "the pack is shuffled, and its commitment published"
    NOT_SHUFFLED = "the shuffle's commitment is published before anybody bets"
    ALREADY_CUT = "the seat has cut the cards of this round"
    NO_SHOE = "the table has no shoe that is shuffled by hand"
    CUT_CARD_OUT = "the cut card of the shoe is out"
    SHOE_IS_CUT = "a shoe is cut before its first card is dealt"
    NO_BETS = "nobody has bet"
    BAD_NUMBER = "the rotation is a number that the letter's device can show"
    NO_CARD_LEFT = "the next card of the pack cannot be dealt"
    # the hand
    NO_HOUSE_WAY_FOR_SEATS = "this game sets no seat's hand the house way"
    NO_HAND = "the seat has no hand in this round"
    ALREADY_CHOSEN = "the seat has nothing more to choose"
    NOT_YOUR_TURN = "seats choose one after the other"
    HOUSE_WAY_ASKED = "the seat has asked for the house way"
    NOT_AN_OPTION = "not a way to play these cards"
    SETTING_REFUSED = "the rules do not let these cards be set so"
    HOUSE_WAY_NOT_ASKED = "the seat has not asked for the house way"
    OTHERS_NOT_SET = "a seat's house way is shown once all other seats have set"
    NOT_ALL_CHOSEN = "the dealer's cards are turned over once all seats have chosen"
    # the progressive
    NO_PROGRESSIVE = "no progressive wager lies there"
    NOT_COINED_IN = "progressive wagers lie on the sensors: COIN IN comes first"
    NOT_A_METER_HAND = "the hand buttons are for the hands that the meter pays"
    ANOTHER_HAND_LIT = "another hand is lit for the seat"
    JACKPOT_RECORDED = "the win is recorded; only a manual adjustment can back it out"
    KEY_NOT_THERE = "the supervisor's key is in the other position"
    NOTHING_KEYED = "no hand is lit"
    NOT_KEYED = "a hand that the meter pays was not keyed"
    KEYED_WRONGLY = "a lit hand is not what the seat holds"
    JACKPOT_OPEN = "a win from the meter is not resolved"
    # the end of the round
    ALREADY_RECONCILED = "the seat is reconciled"
    OUT_OF_ORDER = "the procedure goes round the table in order"
    BAD_CARDS = "these cards cannot be dealt"
    CARDS_NOT_ENTERED = "cards that it depends on are not entered"
    NOT_RECONCILED = "a seat is not reconciled"
    PAYOUT_WAITS = "a payout over the alert amount waits for surveillance"
    WAGER_LIES = "wagers lie on the felt"
    NOTHING_WAITS = "no payout waits there"
    STAFF_ON_DUTY = "a table acknowledges a payout by itself only while no surveillance is on duty"
    ALREADY_STOPPED = "surveillance has stopped it already"
    NOT_STOPPED = "surveillance has not stopped the round"
    # what two people do
    NO_SUCH_PROPOSAL = "no proposal of that number is open"
    OWN_PROPOSAL = "nobody agrees to what he proposed himself"
    PROPOSAL_WAITS = "a correction was proposed, and waits for surveillance"
    ANOTHER_COURSE = "with corrected cards the round would have gone another way"
    NO_SUCH_ROUND = "money is corrected of a round that is over"
    ALREADY_SIGNED_ON = "that dealer is signed on"
    NEEDS_A_SLIP = "chips come to this tray, and go, by a slip of two people"
    SLIP_WAITS = "a count waits for its second person"
    NO_SUCH_SLIP = "no slip of that number is open"
    OWN_SLIP = "nobody confirms what he wrote himself"
    SIGNED_BY_BOTH = "a fill or a credit is signed by the dealer and a supervisor"
    CARRIED_BY_ANOTHER = "chips between bank and table are carried by a third person"
    SLIP_DIFFERS = "two people have not counted the same"
    # money
    NO_SUCH_ENTRY = "no entry of that number can be reversed"
    ALREADY_REVERSED = "the entry has been reversed"
    NOT_ENOUGH_CHIPS = "the seat has not got so many chips"
    TRAY_SHORT = "the tray cannot pay; a fill is needed"
    BEYOND_BOUND = "a seat, a tray and every other account holds only so much"


bad_text = partial(refusal.bad_text, Reason.BAD_TEXT)
TableDecision = tuple[Event, ...] | Refusal

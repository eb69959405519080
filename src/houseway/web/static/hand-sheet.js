// Hands as a sheet for a spreadsheet: amounts are decimals of cents, and the fraction that each was rounded from stands in
// a column of its own.

import { luckOf } from "./luck.js";
import { Rational } from "./rational.js";
import { csvOf, plain } from "./sheet.js";

const COLUMNS = ["at", "table", "round", "game", "wagers", "cards", "hands", "dealer", "common", "said", "wrong", "stake_cents", "result_cents", "expectation_cents", "choices_cost_cents", "luck_cents", "receipt", "expectation_cents_exact", "choices_cost_cents_exact", "luck_cents_exact"];
const DEALER = "dealer";
const PLACES = 2; // of a cent

export const sheetOf = (hands) => csvOf(COLUMNS, hands.map(cellsOf));

function cellsOf(hand) {
  const { common, choices } = hand;
  const [expectation, cost, luck] = [hand.expectation, hand.cost, luckOf(hand)].map((each) => each && Rational.of(each));
  return {
    ...hand,
    wagers: Object.entries(hand.wagers).map(([wager, cents]) => `${wager} ${cents}`).join("; "),
    cards: (hand.dealt ?? hand.cards.flat()).join(" "), // as they came
    hands: hand.cards.length > 1 ? hand.cards.map((each) => each.join(" ")).join(" | ") : "",
    dealer: (common[DEALER] ?? []).join(" "),
    common: Object.entries(common).filter(([place, cards]) => place !== DEALER && cards.length).map(([place, cards]) => `${place} ${cards.join(" ")}`).join("; "),
    said: (choices.length ? choices.map((each) => each.said) : hand.said).join("; "),
    wrong: hand.cost === null ? null : choices.filter((each) => !each.is_best).length,
    expectation_cents: expectation && plain(expectation, PLACES),
    choices_cost_cents: cost && plain(cost, PLACES),
    luck_cents: luck && plain(luck, PLACES),
    expectation_cents_exact: expectation,
    choices_cost_cents_exact: cost,
    luck_cents_exact: luck,
  };
}

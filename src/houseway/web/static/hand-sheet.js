// Hands as a sheet for a spreadsheet: amounts are decimals of cents, and the fraction that each was rounded from stands in
// a column of its own.

import { luckOf } from "./luck.js";
import { Rational } from "./rational.js";

const COLUMNS = ["at", "table", "round", "game", "wagers", "cards", "hands", "dealer", "common", "said", "wrong", "stake_cents", "result_cents", "expectation_cents", "choices_cost_cents", "luck_cents", "receipt", "expectation_cents_exact", "choices_cost_cents_exact", "luck_cents_exact"];
const DEALER = "dealer";

export const sheetOf = (hands) => `${[COLUMNS, ...hands.map((hand) => COLUMNS.map(cellsOf(hand)))].map((row) => row.map(quoted).join(",")).join("\r\n")}\r\n`;

function cellsOf(hand) {
  const { common, choices } = hand;
  const [expectation, cost, luck] = [hand.expectation, hand.cost, luckOf(hand)].map((each) => each && Rational.of(each));
  const cells = {
    ...hand,
    wagers: Object.entries(hand.wagers).map(([wager, cents]) => `${wager} ${cents}`).join("; "),
    cards: (hand.dealt ?? hand.cards.flat()).join(" "), // as they came
    hands: hand.cards.length > 1 ? hand.cards.map((each) => each.join(" ")).join(" | ") : "",
    dealer: (common[DEALER] ?? []).join(" "),
    common: Object.entries(common).filter(([place, cards]) => place !== DEALER && cards.length).map(([place, cards]) => `${place} ${cards.join(" ")}`).join("; "),
    said: (choices.length ? choices.map((each) => each.said) : hand.said).join("; "),
    wrong: hand.cost === null ? null : choices.filter((each) => !each.is_best).length,
    expectation_cents: expectation && toHundredths(expectation),
    choices_cost_cents: cost && toHundredths(cost),
    luck_cents: luck && toHundredths(luck),
    expectation_cents_exact: expectation,
    choices_cost_cents_exact: cost,
    luck_cents_exact: luck,
  };
  return (column) => cells[column] ?? "";
}

// To a hundredth of a cent, halves away from zero: no thousands are parted, so that a spreadsheet reads a number.
export const toHundredths = (value) => value.decimal(2).replaceAll(",", "");

export function quoted(value) {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// How many chips of each value, asked for in a dialog: for a fill, a credit, a count, or to colour up.

import { asked } from "./desk.js";
import { centsOf, dollars } from "./money.js";

// Values in cents → { chips: { "500": 40 }, cents }; null if nobody said yes, or no chip was named.
export async function askedForChips(title, values, yes, counted = {}) {
  const told = await asked(title, values.map((value) => chipField(value, counted[value])), yes, inAll);
  return told && chipsOf(told);
}

// What is typed so far comes to, with the coin beside the chips.
export function inAll({ coin = "0", ...numbers }) {
  const cents = Object.entries(numbers).reduce((sum, [value, number]) => sum + Number(value) * Number(number), centsOf(coin) ?? 0);
  return `In all ${dollars(cents)}`;
}

export function chipsOf(told) {
  const numbers = Object.entries(told).map(([value, number]) => [value, Number(number)]).filter(([, number]) => number);
  const cents = numbers.reduce((sum, [value, number]) => sum + Number(value) * number, 0);
  return cents ? { chips: Object.fromEntries(numbers), cents } : null;
}

// "40 × $5, 20 × $25"
export function inChips(chips) {
  return Object.entries(chips).sort(([a], [b]) => a - b).map(([value, number]) => `${number.toLocaleString("en")} × ${dollars(Number(value))}`).join(", ");
}

export const chipField = (value, number = 0) => ({ name: String(value), label: `Chips of ${dollars(value)}`, type: "number", min: 0, max: 1_000_000, value: Number(number) || 0, inputmode: "numeric" });

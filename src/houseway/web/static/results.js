// What a seat's wagers came to: for each what won, why, and how much.

import { h } from "./dom.js";
import { dollars, signed } from "./money.js";

// What a result brought the player: nothing is won by a stake that comes back.
export const gain = (result) => result.won_cents + result.returned_cents - result.stake_cents;

export const total = (results) => results.reduce((sum, result) => sum + gain(result), 0);

export function outcome(result) {
  if (result.won_cents) return "wins";
  return result.returned_cents ? "pushes" : "loses";
}

export function resultList(results) {
  return h("ol", { class: "results", "aria-label": "Your wagers" }, results.map(row));
}

function row(result) {
  const how = outcome(result);
  return h(
    "li",
    { class: how, "data-wager": result.wager },
    h("span", { class: "wager" }, result.wager),
    h("span", { class: "how" }, ` ${how} `),
    h("b", { class: "amount" }, amount(result)),
    h("span", { class: "why" }, why(result)),
  );
}

function amount(result) {
  if (result.won_cents) return `+${dollars(result.won_cents)}`;
  return result.returned_cents ? `${dollars(result.returned_cents)} back` : dollars(-result.stake_cents);
}

function why(result) {
  const odds = result.pays === "lose" || result.pays === "push" ? "" : `, pays ${result.pays}`;
  const line = result.line === "lose" ? "" : result.line;
  const held = result.held ? "; waits for surveillance" : "";
  const foul = result.reason.startsWith("foul") ? "foul" : "";
  return `${line || foul || because(result)}${odds}${held}`;
}

// A lost wager has no line: what stands behind the colon is the hand.
function because(result) {
  return result.reason.replace(/^lose: /, "");
}

export function summed(results) {
  const sum = total(results);
  if (sum > 0) return `You win ${dollars(sum)}`;
  return sum < 0 ? `You lose ${dollars(-sum)}` : "Even";
}

export const spoken = (results) =>
  `${summed(results)}. ${results.map((result) => `${result.wager} ${outcome(result)} ${signed(gain(result))}: ${result.reason}`).join(". ")}`;

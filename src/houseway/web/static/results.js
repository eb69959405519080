// What a seat's wagers came to: for each what won, why, and how much.

import { saidOut } from "./cards.js";
import { h } from "./dom.js";
import { joined } from "./language.js";
import { asPrinted, dollars, inWords, signed } from "./money.js";

const PLAIN = ["win", "lose"]; // lines that say no more than the outcome

// What a result brought the player: nothing is won by a stake that comes back.
export const gain = (result) => result.won_cents + result.returned_cents - result.stake_cents;

export const total = (results) => results.reduce((sum, result) => sum + gain(result), 0);

// A wager that brings back less than its stake loses, though it is paid something.
export function outcome(result) {
  const brought = gain(result);
  if (brought < 0) return "loses";
  return brought ? "wins" : "pushes";
}

// `layout` knows the wagers; `matchups` are the hands against the dealer's, if they were matched; `waits` are the wagers
// whose payout surveillance has still to acknowledge. The amounts of the rows are what the wagers brought, so that they
// sum to the head; one that is pushed brought nothing.
export function resultList(results, layout, matchups = [], waits = []) {
  return h("ol", { class: "results", "aria-label": "Your wagers" }, results.map((result) => row(result, named(result, results, layout), layout, matchups, waits)));
}

// The hand of the seat on which a wager lay.
export const handOf = (result) => result.hand ?? 1;

// A wager by its name, and where hands were split those that are compared with the dealer's by their hand.
function named(result, results, layout) {
  const isCompared = layout.wagers.find(({ wager }) => wager === result.wager)?.contest;
  return isCompared && results.some((each) => handOf(each) > 1) ? `Hand ${handOf(result)}: ${result.wager}` : result.wager;
}

function row(result, name, layout, matchups, waits) {
  const how = outcome(result);
  return h(
    "li",
    { class: how, "data-wager": result.wager, "data-hand": handOf(result) },
    h("span", { class: "wager" }, name, ` ${how}`),
    h("b", { class: "amount" }, amount(result)),
    h("span", { class: "why" }, why(result, layout, matchups, waits)),
  );
}

function amount(result) {
  const isPush = !result.won_cents && result.returned_cents && result.returned_cents === result.stake_cents;
  return isPush ? `${dollars(result.returned_cents)} back` : signed(gain(result));
}

// A pay that is only a part of the stake.
const isPart = (result) => result.won_cents > 0 && gain(result) < 0;

// A stake that is part of the pay, or lost beside it.
function less(result) {
  const { won_cents, returned_cents, stake_cents } = result;
  if (isPart(result)) return `${dollars(won_cents + returned_cents)} of ${dollars(stake_cents)} back`;
  return won_cents && returned_cents < stake_cents ? `${dollars(won_cents)} less the stake of ${dollars(stake_cents - returned_cents)}` : "";
}

function why(result, layout, matchups, waits) {
  const wager = layout.wagers.find(({ wager }) => wager === result.wager);
  const won = matchups.filter((how) => how === "beats").length;
  const score = wager?.contest && matchups.length ? `${won} of ${matchups.length} hands won` : "";
  const line = PLAIN.includes(result.line) ? "" : result.line;
  const parts = [line, score || because(result, wager), odds(result), kept(result), less(result), waits.includes(result.wager) ? "waits for surveillance" : ""];
  return joined([...new Set(parts)]);
}

const odds = (result) => (["lose", "push", "fixed"].includes(result.pays) || isPart(result) ? "" : `pays ${asPrinted(result.pays)}`);

// The commission that the house keeps of a win, or marks at the seat.
const kept = ({ commission_cents, is_marked }) => (commission_cents ? `${dollars(commission_cents)} commission ${is_marked ? "marked" : "kept"}` : "");

// What stands behind the line's name in the house's own reason: the hands, where the dealer's are compared.
function because(result, wager) {
  if (wager?.contest || !wager) return result.reason.replace(/^[^:]*: /, result.reason.startsWith("foul") ? "foul: " : "");
  if (result.line !== "lose") return "";
  const [only] = wager.lines.length === 1 ? wager.lines : [];
  return only && !PLAIN.includes(only.line) && !only.line.startsWith("no ") ? `no ${only.line}` : "no hand that pays";
}

export function summed(results) {
  const sum = total(results);
  if (sum > 0) return `You win ${dollars(sum)}`;
  return sum < 0 ? `You lose ${dollars(-sum)}` : "Even";
}

export function spoken(results, layout) {
  const sum = total(results);
  const head = sum ? `You ${sum > 0 ? "win" : "lose"} ${inWords(sum)}` : "Even";
  const each = (result) => `${named(result, results, layout)} ${outcome(result)}${gain(result) ? ` ${inWords(gain(result))}` : ""}: ${spokenReason(result, layout)}`;
  return [head, ...results.map(each)].map((sentence) => `${sentence}.`).join(" ");
}

// A side bet that lost names no cards: none of them is a hand that pays.
function spokenReason(result, layout) {
  const wager = layout.wagers.find(({ wager }) => wager === result.wager);
  return (wager && !wager.contest && result.line === "lose" && because(result, wager)) || reasonOf(result);
}

// The house's reason in words, without a line that says no more than the outcome does.
function reasonOf({ reason }) {
  return saidOut(reason.replace(/^(win|lose|push): /, ""));
}

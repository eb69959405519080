// What the dealer's hands do when the next wagers are settled: take, pay or push, and by which chips.

import { inChips } from "./chip-count.js";
import { h } from "./dom.js";
import { dollars } from "./money.js";
import { numberOf } from "./positions.js";

// moves: of a view, for a dealer; of more than one seat where wagers are settled before the others
export function moves(all = []) {
  if (!all.length) return null;
  const several = new Set(all.map(({ seat }) => seat)).size > 1;
  return h("ul", { class: "moves" }, all.map((move) => one(move, several)));
}

function one(move, several) {
  const { act, wager, hand, seat, cents, waits } = move;
  return h(
    "li",
    { "data-move": `${act} ${wager}`, class: act },
    h("b", {}, act.toUpperCase()),
    h("span", {}, `${several ? `Seat ${numberOf(seat)}, ` : ""}${wager}${hand > 1 ? `, hand ${hand}` : ""}`),
    h("b", { class: "digits" }, dollars(cents)),
    h("small", {}, `${withChips(move)}${waits ? ", waits for surveillance" : ""}`),
  );
}

// "1 × $25, and $0.50 in coin"; nothing at a table whose chips are not told
function withChips({ chips, coin_cents: coin }) {
  return [inChips(chips), coin && `${dollars(coin)} in coin`].filter(Boolean).join(", and ");
}

export const movesInWords = (all = []) => all.map(({ act, wager, cents }) => `; ${act} ${dollars(cents)}, ${wager}`).join("");

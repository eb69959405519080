// The table as the staff see it: the common places and the seats from his left to his right, as he looks at them.

import { byRank, card, cardsOf, held, inText } from "./cards.js";
import { h, remade } from "./dom.js";
import { dollars, signed } from "./money.js";
import { sum } from "./phase.js";
import { commonZones } from "./places.js";
import { numberOf } from "./positions.js";
import { total } from "./results.js";

export class Board {
  // seats: how many; `element` is filled; hands: what else stands at a seat, { at(seat): { key, build } or null }
  constructor(layout, element, hands = null) {
    this.layout = layout;
    this.hands = hands;
    this.common = h("div", { class: "common" });
    this.facts = h("p", { class: "facts" });
    this.seats = Array.from({ length: layout.seats }, (_, at) => h("li", { class: "spot-card", "data-seat": at + 1 }));
    element.append(this.facts, this.common, h("h2", { class: "sr" }, "Seats"), h("ol", { class: "spot-cards", "aria-label": "Seats", "--seats": layout.seats, "--half": Math.ceil(layout.seats / 2) }, this.seats));
  }

  // scene: { round, seats, stage, next, choosing }: a round of a view, who sits where, the seat that is next, and those
  // that have to choose
  draw({ round, seats = [], stage = "", next = null, choosing = [] }) {
    remade(this.facts, [round.round, stage, round.key, round.void, round.commitment, round.cuts], () => [
      h("span", {}, `Round ${round.round}`),
      stage && h("span", {}, stage),
      round.key === "JPH" && h("span", { class: "lit" }, "key in JPH"),
      round.void && h("span", { class: "lit" }, `void: ${round.void}`),
      round.commitment && h("span", { class: "sealed", title: round.commitment }, `sealed ${round.commitment.slice(0, 8)}`),
      round.cuts.length > 0 && h("span", {}, `cut by seat ${round.cuts.map(({ seat }) => numberOf(seat)).join(", ")}`),
    ]);
    remade(this.common, [round.common], () => commonZones(this.layout, round));
    for (const [at, element] of this.seats.entries()) this.#drawSeat(element, at + 1, seats[at], round, next, choosing.includes(at + 1));
  }

  #drawSeat(element, seat, sitting, round, next, isWaitedFor) {
    const spot = round.spots[String(seat)];
    const lit = round.keyed[String(seat)] ?? "";
    const coined = round.coined_in.includes(seat);
    const won = round.jackpots.find((jackpot) => jackpot.seat === seat);
    const pickedUp = round.picked_up.includes(seat);
    element.classList.toggle("empty", !sitting?.player && !spot);
    element.classList.toggle("is-next", seat === next);
    element.classList.toggle("is-lit", Boolean(lit));
    if (seat === next) element.setAttribute("aria-current", "step");
    else element.removeAttribute("aria-current");
    const more = this.hands?.at(seat);
    remade(element, [sitting, spot, lit, coined, won, pickedUp, isWaitedFor, more?.key], () => [
      h(
        "h3",
        {},
        h("span", { class: "seat-number" }, String(numberOf(seat))),
        h("span", { class: "name" }, sitting?.player ?? (spot ? `Seat ${numberOf(seat)}` : "free")),
        typeof sitting?.chips_cents === "number" && h("span", { class: "chips" }, dollars(sitting.chips_cents)),
      ),
      spot && !more?.hasWagers &&
        h(
          "ul",
          { class: "wagers" },
          Object.entries(spot.wagers).map(([wager, cents]) => h("li", {}, h("span", {}, wager), h("b", {}, dollars(cents)))),
        ),
      spot?.cards?.length > 0 && h("div", { class: "hands" }, spot.split ? spot.split.map(splitHand) : (spot.hands ?? [held(spot)]).map((hand) => h("span", { class: "minis" }, [...hand].sort(byRank).map((each) => card(each))))),
      spot?.split && h("p", { class: "packet" }, "as they came: ", inText(spot.cards, false)),
      h("p", { class: "state" }, states(spot, { lit, coined, won, pickedUp, isWaitedFor })),
      more?.build(),
    ]);
  }
}

// One of the hands of a seat that has split, with what lies on it; the one that is played is marked.
function splitHand(hand, at) {
  const stake = sum(hand.wagers);
  const label = `Hand ${at + 1}, ${stake ? dollars(stake) : "free"}${hand.is_played ? ", played now" : ""}`;
  return h("span", { class: hand.is_played ? "minis playing" : "minis", role: "group", "aria-label": label, title: label }, cardsOf(hand));
}

function states(spot, { lit, coined, won, pickedUp, isWaitedFor }) {
  const words = [];
  if (spot?.is_settled) words.push(h("b", { class: total(spot.results) > 0 ? "won" : "" }, signed(total(spot.results))));
  else if (spot?.asked_house_way && !spot.said.length) words.push("asks for the house way");
  else if (spot?.said?.length) words.push(`${spot.said.join(", ")}${{ "house way": ", house way", time: ", time called" }[spot.how] ?? ""}`);
  else if (pickedUp) words.push("picked up");
  if (isWaitedFor && !spot?.asked_house_way) words.push("choosing…");
  if (spot?.waits?.length) words.push("waits for surveillance");
  if (won) words.push(`${won.line}, ${dollars(won.cents)}${spot?.is_settled ? "" : " locked"}`);
  else if (lit) words.push(`${lit} lit`);
  else if (coined && !spot?.is_settled) words.push("coined in");
  return words.filter(Boolean).map((word) => h("span", {}, word));
}

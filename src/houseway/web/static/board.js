// The table as the staff see it: the dealer's hands and the seats from his left to his right, as he looks at them.

import { byRank, card, slot } from "./cards.js";
import { h, remade } from "./dom.js";
import { dollars, signed } from "./money.js";
import { total } from "./results.js";

// A hand whose name says already that it is his.
export const isDealers = ({ name }) => /dealer/i.test(name);

export class Board {
  // seats: how many; `element` is filled
  constructor(layout, element) {
    this.layout = layout;
    this.dealer = h("div", { class: "zones" });
    this.facts = h("p", { class: "facts" });
    this.seats = Array.from({ length: layout.seats }, (_, at) => h("li", { class: "spot-card", "data-seat": at + 1 }));
    element.append(this.facts, this.dealer, h("ol", { class: "spot-cards", "aria-label": "Seats", "--seats": layout.seats }, this.seats));
  }

  // scene: { round, seats, stage, next }: a round of a view, who sits where, and the seat that is next
  draw({ round, seats = [], stage = "", next = null }) {
    remade(this.facts, [round.round, stage, round.key, round.void, round.commitment, round.cuts], () => [
      h("span", {}, `Round ${round.round}`),
      stage && h("span", {}, stage),
      round.key === "JPH" && h("span", { class: "lit" }, "key in JPH"),
      round.void && h("span", { class: "lit" }, `void: ${round.void}`),
      round.commitment && h("span", { class: "sealed", title: round.commitment }, `sealed ${round.commitment.slice(0, 8)}`),
      round.cuts.length > 0 && h("span", {}, `cut by seat ${round.cuts.map(({ seat }) => seat).join(", ")}`),
    ]);
    remade(this.dealer, [round.dealer, round.dealt.length], () => this.#dealerZones(round.dealer));
    for (const [at, element] of this.seats.entries()) this.#drawSeat(element, at + 1, seats[at], round, next);
  }

  #dealerZones(dealer) {
    const rest = dealer ? [...dealer.cards] : [];
    return this.layout.dealer_hands.map(({ name, size }, at) => {
      const cards = dealer?.hands ? [...dealer.hands[at]].sort(byRank) : rest.splice(0, size);
      const free = Array.from({ length: Math.max(0, size - cards.length) }, slot);
      return h("div", { class: "zone" }, h("h2", {}, at || isDealers({ name }) ? name : `Dealer ${name}`.trim()), h("div", { class: "cards" }, cards.map((each) => card(each)), free));
    });
  }

  #drawSeat(element, seat, sitting, round, next) {
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
    remade(element, [sitting, spot, lit, coined, won, pickedUp], () => [
      h(
        "h3",
        {},
        h("span", { class: "seat-number" }, String(seat)),
        h("span", { class: "name" }, sitting?.player ?? (spot ? `Seat ${seat}` : "free")),
        typeof sitting?.chips_cents === "number" && h("span", { class: "chips" }, dollars(sitting.chips_cents)),
      ),
      spot &&
        h(
          "ul",
          { class: "wagers" },
          Object.entries(spot.wagers).map(([wager, cents]) => h("li", {}, h("span", {}, wager), h("b", {}, dollars(cents)))),
        ),
      spot?.cards && h("div", { class: "hands" }, (spot.hands ?? [spot.cards]).map((hand) => h("span", { class: "minis" }, [...hand].sort(byRank).map((each) => card(each))))),
      h("p", { class: "state" }, states(spot, { lit, coined, won, pickedUp })),
    ]);
  }
}

function states(spot, { lit, coined, won, pickedUp }) {
  const words = [];
  if (spot?.results?.length) words.push(h("b", { class: total(spot.results) > 0 ? "won" : "" }, signed(total(spot.results))));
  else if (spot?.is_set) words.push({ "house way": "set, house way", time: "set, time called" }[spot.how] ?? (spot.word || "set"));
  else if (spot?.asked_house_way) words.push("asks for the house way");
  else if (spot?.cards) words.push("setting…");
  else if (pickedUp) words.push("picked up");
  if (spot?.waits?.length) words.push("waits for surveillance");
  if (won) words.push(`${won.line}, ${dollars(won.cents)}${spot?.results?.length ? "" : " locked"}`);
  else if (lit) words.push(`${lit} lit`);
  else if (coined && !spot?.results?.length) words.push("coined in");
  return words.filter(Boolean).map((word) => h("span", {}, word));
}

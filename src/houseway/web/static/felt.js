// The felt: the dealer's place, the round, and the arc of seats. It draws a round as the view tells it; what the hands
// that lie open are called comes from the house.

import { byRank, card, slot } from "./cards.js";
import { $, h, remade } from "./dom.js";
import { dollars, signed } from "./money.js";
import { sum } from "./phase.js";
import { total } from "./results.js";

export class Felt {
  // sit(seat): somebody would like to
  constructor(layout, sit) {
    this.layout = layout;
    this.sit = sit;
    document.body.dataset.felt = layout.felt;
    this.pucks = new Map();
    for (let seat = layout.seats; seat >= 1; seat--) {
      const puck = h("li", { class: "puck", "data-seat": seat, "--x": along(seat, layout.seats) });
      this.pucks.set(seat, puck);
      $("arc").append(puck); // from the dealer's right to his left, as players see it
    }
  }

  // scene: { round, seats, seat, showdown }: a round of the view, who sits there, one's own seat, the names of hands
  draw(scene) {
    this.#drawRound(scene);
    this.#drawDealer(scene);
    for (const [seat, puck] of this.pucks) this.#drawSeat(scene, seat, puck);
  }

  // Elements by place, for the dealer's hands to move.
  groups() {
    const found = new Map([[0, [...$("dealer").querySelectorAll(".card")]]]);
    for (const [seat, puck] of this.pucks) found.set(seat, [...puck.querySelectorAll(".card")]);
    return found;
  }

  // A packet that lies before an empty seat for a moment.
  unused(seat) {
    const packet = card("??", { "aria-hidden": "true" });
    this.pucks.get(seat).querySelector(".minis").append(packet);
    return packet;
  }

  get shuffler() {
    return $("shuffler");
  }

  dealerNames() {
    return [...$("dealer").querySelectorAll(".told")];
  }

  // What became of the seats, in the order in which they are reconciled.
  states() {
    return [...$("arc").querySelectorAll(".state")];
  }

  #drawRound({ round }) {
    const key = [round.round, round.number, round.dealt, round.commitment, round.cuts, round.void];
    remade($("round"), key, () => [
      h("p", { class: "legend", "aria-hidden": "true" }, this.layout.title),
      h("p", { class: "rule" }, this.layout.summary),
      h(
        "p",
        { class: "facts" },
        h("span", {}, `Round ${round.round}`),
        round.commitment && h("span", { class: "sealed", title: round.commitment }, `sealed ${round.commitment.slice(0, 8)}${round.cuts.length ? ", cut" : ""}`),
      ),
    ]);
  }

  #drawDealer({ round, showdown }) {
    const dealer = round.dealer;
    const names = dealer?.hands && showdown ? showdown.dealer.names : [];
    remade($("shuffler"), [round.number, round.dealt[0]], () =>
      round.number
        ? [h("b", { class: "number", role: "img", "aria-label": `Rotation number ${round.number}` }, String(round.number)), h("span", { title: byHand(round) }, `first to ${place(round.dealt[0])}`)]
        : [h("b", { class: "number idle", "aria-hidden": "true" }, this.layout.numbered ? "–" : "♠"), h("span", {}, "shuffler")],
    );
    remade($("dealer"), [dealer, names], () => h("div", { class: "zones" }, this.#dealerZones(dealer, names)));
  }

  // Each hand with its name below it, or all with one name, where hands are not set. The names' room is always there.
  #dealerZones(dealer, names) {
    const rest = dealer ? [...dealer.cards] : [];
    const isSet = this.layout.hands.length > 0;
    const zones = this.layout.dealer_hands.map(({ name, size }, at) => {
      const cards = dealer?.hands ? [...dealer.hands[at]].sort(byRank) : rest.splice(0, size);
      const free = Array.from({ length: Math.max(0, size - cards.length) }, slot);
      return h(
        "div",
        { class: "zone", "--size": size },
        h("h2", {}, name || "Dealer"),
        h("div", { class: "cards" }, cards.map((each) => card(each)), free),
        isSet && h("p", { class: "told" }, names[at] ?? ""),
      );
    });
    return isSet ? zones : [...zones, h("p", { class: "told whole" }, names[0] ?? "")];
  }

  #drawSeat({ round, seats, seat: own }, seat, puck) {
    const { player } = seats[seat - 1];
    const spot = player ? round.spots[String(seat)] : undefined; // cards of somebody who left would lie on the button
    const canSit = !player && !own;
    puck.classList.toggle("mine", seat === own);
    puck.classList.toggle("empty", !player);
    remade(puck, [player, own, canSit, spot], () => [
      h("div", { class: "minis" }, (spot?.cards ?? []).map((each) => card(each))),
      canSit
        ? h("button", { type: "button", class: "sit", onclick: () => this.sit(seat) }, number(seat), " Sit")
        : h("p", { class: "who" }, number(seat), h("span", { class: "name" }, seat === own ? "You" : player ?? "free")),
      h("p", { class: "state" }, state(spot)),
    ]);
  }
}

const number = (seat) => h("span", { class: "seat-number" }, String(seat));

function state(spot) {
  if (!spot) return "";
  if (spot.results.length) return h("b", { class: total(spot.results) > 0 ? "won" : "" }, signed(total(spot.results)));
  const bet = sum(spot.wagers);
  return bet ? `${dollars(bet)}${spot.is_set ? ", set" : ""}` : "";
}

const byHand = ({ number_how }) => (number_how === "by hand" ? "thrown by hand and entered by the dealer: not covered by the seal" : null);

const place = (position) => (position === 0 ? "the dealer" : `seat ${position}`);

// −1 at the dealer's right hand, which players see on the left, to 1 at his left.
function along(seat, seats) {
  return seats === 1 ? 0 : 1 - (2 * (seat - 1)) / (seats - 1);
}

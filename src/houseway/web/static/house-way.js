// The house-way display. A seat's hand is on it when the seat asked and all others have set, the dealer's when all have;
// the house says which gate is open, and why one is shut.

import { byRank, card } from "./cards.js";
import { $, h, remade } from "./dom.js";
import { order } from "./desk.js";
import { labelOf } from "./steps.js";

export class Display {
  draw(desk) {
    const { view, layout, still } = desk;
    const { current, next } = view;
    const seats = Object.entries(current.spots).filter(([, spot]) => spot.how === "house way" && spot.hands && !spot.results.length);
    const dealer = current.dealer?.hands ?? null;
    remade($("display"), [next.display, seats, dealer, still, layout.house_way], () => [
      h("h2", {}, "House way"),
      dealer ? this.#shown("Dealer", dealer, layout.dealer_hands) : seats.map(([seat, spot]) => this.#shown(`Seat ${seat}`, spot.hands, layout.hands)),
      next.display.map(({ command, shut }) => {
        const { is, ...fields } = command;
        return h(
          "div",
          { class: shut ? "gate shut" : "gate" },
          order(desk, is, labelOf(command), { fields: () => fields, off: Boolean(shut), act: `display ${fields.seat ?? "dealer"}` }),
          shut && h("p", {}, shut),
        );
      }),
      !dealer && !seats.length && !next.display.length && h("p", { class: "dark" }, "Dark until the cards are out."),
    ]);
  }

  #shown(whose, hands, names) {
    return h(
      "div",
      { class: "shown" },
      h("h3", {}, whose),
      hands.map((hand, at) => h("p", {}, h("span", {}, names[at]?.name ?? ""), h("span", { class: "cards" }, [...hand].sort(byRank).map((each) => card(each))))),
    );
  }
}

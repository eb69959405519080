// The house-way display. A seat's hand is on it when the seat asked and all others have set or asked, the dealer's when all have;
// the house says which gate is open, and why one is shut.

import { byRank, card } from "./cards.js";
import { $, h, remade } from "./dom.js";
import { order } from "./desk.js";
import { ownerOf } from "./places.js";
import { numberOf } from "./positions.js";
import { labelOf } from "./steps.js";

export class Display {
  draw(desk) {
    const { view, layout, still } = desk;
    const { current, next } = view;
    const seats = Object.entries(current.spots).filter(([, spot]) => spot.how === "house way" && spot.hands && !spot.is_settled);
    const open = layout.places.filter(({ name }) => current.common[name].hands);
    const hasWay = Boolean(layout.house_way.label);
    const gates = next.display.map(({ command: { is, ...fields }, shut }) => ({ is, fields, shut }));
    const [ofSeats, ofDealer] = [gates.filter(({ fields }) => seatOf(fields)), gates.filter(({ fields }) => !seatOf(fields))];
    remade($("display"), [next.display, seats, open.map(({ name }) => current.common[name]), still, layout.house_way], () => [
      h("h2", {}, "House way"),
      hasWay && h("p", { class: "which-way" }, layout.house_way.label, layout.house_way.standing && h("small", {}, layout.house_way.standing)),
      open.map((place) => shown(place.hands, [[ownerOf(place), current.common[place.name].hands]])),
      !open.length && seats.length > 0 && shown(layout.hands, seats.map(([seat, { hands }]) => [`Seat ${numberOf(seat)}`, hands])),
      ofSeats.length > 0 && this.#gates(desk, ofSeats, "PLAYER HOUSE WAY", (fields) => `Seat ${numberOf(seatOf(fields))}`),
      ofDealer.length > 0 && this.#gates(desk, ofDealer, null, () => labelOf({ is: ofDealer[0].is, ...ofDealer[0].fields }, next)),
      !open.length && !seats.length && !gates.length && h("p", { class: "dark" }, hasWay ? "Dark until the cards are out." : "No hand of this game is set by a house way."),
    ]);
  }

  // Why the first of those that are shut is so is said below them.
  #gates(desk, gates, title, labelled) {
    const why = gates.find(({ shut }) => shut)?.shut;
    return h(
      "div",
      { class: why ? "gates shut" : "gates" },
      title && h("h3", {}, title),
      h(
        "div",
        { class: "gate-keys" },
        gates.map(({ is, fields, shut }) => order(desk, is, labelled(fields), { fields: () => fields, off: Boolean(shut) || is === "EnterPacket", act: `display ${seatOf(fields) || "dealer"}`, title: shut || null })),
      ),
      why && h("p", {}, why),
    );
  }
}

// Physical cards are entered in the dock, and name a place: 0 is the dealer's.
const seatOf = ({ seat, place }) => seat ?? place ?? 0;

// Row by row whose hands they are, unless their names say so, and each hand under its name. rows: [[whose, hands]]
function shown(names, rows) {
  return h(
    "table",
    { class: "shown" },
    h("tr", {}, rows[0][0] && h("td", {}), names.map(({ name }) => h("th", { scope: "col" }, name))),
    rows.map(([whose, hands]) => h("tr", {}, whose && h("th", { scope: "row" }, whose), hands.map((hand) => h("td", {}, h("span", { class: "cards" }, [...hand].sort(byRank).map((each) => card(each))))))),
  );
}

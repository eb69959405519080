// The common places of a table, by name and in the order in which the game has them: the dealer, the board, Player and
// Banker. A place whose cards are set has a zone a hand, any other one zone.

import { byRank, card, slot } from "./cards.js";
import { h } from "./dom.js";
import { numberOf } from "./positions.js";

// "the dealer", "the board", "seat 3"
export function placeName(place) {
  const name = String(place);
  if (name === "0") return "the dealer";
  return /^\d+$/.test(name) ? `seat ${numberOf(name)}` : `the ${name}`;
}

// A hand whose name says already that it is the dealer's.
const isDealers = ({ name }) => /dealer/i.test(name);

// Whose hands they are, unless their names say so.
export const ownerOf = ({ name, hands }) => (hands.some(isDealers) ? "" : capital(name));

const capital = (name) => name[0].toUpperCase() + name.slice(1);

// round: of a view; named: {names, says} by place, of hands that lie open, if names are wanted: their room is always there
export function commonZones(layout, round, named = null) {
  return layout.places.map((place) => {
    const lying = round.common[place.name];
    const { names = [], says = "" } = named?.[place.name] ?? {};
    const isSet = place.hands.length > 0;
    const each = named && layout.hands.length > 0; // every hand has a name; else all have one together
    const zones = isSet ? setZones(place, lying, each && names) : [zone(place, lying.cards, says, named)];
    const whole = named && isSet && !each && h("p", { class: "told whole" }, says);
    return h("div", { class: "place", "data-at": place.at, role: "group", "aria-label": capital(place.name) }, h("div", { class: "zones" }, zones), whole);
  });
}

// One zone for all of a place's cards; where more may be drawn there is room for one more.
function zone({ name, size, grows }, cards, says, named) {
  const free = Array.from({ length: Math.max(0, size - cards.length) }, slot);
  return h(
    "div",
    { class: "zone", "--size": Math.max(size, cards.length) + (grows && cards.length <= size ? 1 : 0) },
    h("h2", {}, capital(name)),
    h("div", { class: "cards" }, cards.map((each) => card(each)), free),
    named && h("p", { class: "told" }, says),
  );
}

// A zone a hand: until they are set, the cards lie there as they came.
function setZones({ name: whose, hands }, { cards, hands: set }, names) {
  const rest = [...cards];
  const isNamed = hands.some(isDealers);
  return hands.map(({ name, size }, at) => {
    const lie = set ? [...set[at]].sort(byRank) : rest.splice(0, size);
    const free = Array.from({ length: Math.max(0, size - lie.length) }, slot);
    return h(
      "div",
      { class: "zone", "--size": size },
      h("h2", {}, at || isNamed ? name || capital(whose) : `${capital(whose)} ${name}`.trim()),
      h("div", { class: "cards" }, lie.map((each) => card(each)), free),
      names && h("p", { class: "told" }, names[at] ?? ""),
    );
  });
}

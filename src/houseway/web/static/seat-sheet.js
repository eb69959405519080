// What the dealer does at one seat: sell chips by a tap on the amount, colour up, cash a guest out; and lay a guest's cards.

import { ask } from "./api.js";
import { chipField, chipsOf } from "./chip-count.js";
import { $, h } from "./dom.js";
import { Hand, saysOfSetting } from "./hand.js";
import { centsOf, dollars } from "./money.js";
import { numberOf } from "./positions.js";

const AMOUNTS = [20_00, 40_00, 60_00, 100_00, 200_00, 300_00, 500_00, 1000_00];

// Chips for cash, one tap an amount; whoever sits down on a free seat buys them with it.
export function sheetOfSeat(desk, seat) {
  const { player, is_guest: isGuest, chips_cents: has } = desk.view.seats[seat - 1];
  const { chip_cents: chips = [], minimum_cents: least } = desk.view.terms;
  const sells = (cents) => does(desk, ...(player ? ["BuyIn", { seat, cents }] : ["SeatGuest", { seat, cents }]));
  const offered = AMOUNTS.filter((cents) => cents >= least && !(cents % (chips[0] ?? 1)));
  const amount = h("input", { name: "amount", inputmode: "decimal", "aria-label": "Another amount, dollars", placeholder: "another amount", autocomplete: "off" });
  const other = () => centsOf(amount.value) && sells(centsOf(amount.value));
  open(
    player ? `Seat ${numberOf(seat)}, ${player}: ${dollars(has)}` : `A guest sits down at seat ${numberOf(seat)}`,
    h("h3", {}, player ? "Sell chips for" : "and buys chips for"),
    h("div", { class: "amounts" }, offered.map((cents) => h("button", { type: "button", "data-act": `sell ${cents}`, onclick: () => sells(cents) }, dollars(cents)))),
    h("form", { class: "other", onsubmit: (event) => (event.preventDefault(), other()) }, amount, h("button", { "data-act": "sell other" }, player ? "Sell" : "Sit down")),
    !player && h("div", { class: "buttons" }, h("button", { type: "button", "data-act": "sit without", onclick: () => does(desk, "SeatGuest", { seat }) }, "Without chips")),
    player && chips.length > 1 && colouring(desk, seat, chips),
    isGuest && h("div", { class: "buttons" }, h("button", { type: "button", "data-act": "cash out", onclick: () => does(desk, "LeaveSeat", { seat }) }, has ? `Cash out ${dollars(has)}, and the seat is free` : "The seat is free")),
  );
}

// Small chips of the seat become large ones.
function colouring(desk, seat, chips) {
  const form = h(
    "form",
    { class: "form", onsubmit: (event) => (event.preventDefault(), changes()) },
    chips.slice(0, -1).map((value) => {
      const { label, ...props } = chipField(value);
      return h("label", {}, label, " ", h("input", { autocomplete: "off", ...props }));
    }),
    h("button", { "data-act": "colour up" }, "Change them"),
  );
  const changes = () => {
    const given = chipsOf(Object.fromEntries([...form.querySelectorAll("input")].map(({ name, value }) => [name, value])));
    if (given) does(desk, "ColourUp", { seat, chips: given.chips });
  };
  return h("details", {}, h("summary", {}, "Colour up"), form);
}

// A guest's cards of a table whose shuffler knows them: tapped into its hands, as they lie on the felt.
export async function sheetOfHand(desk, seat) {
  let told;
  const asks = async () => (told = await ask(`/tables/${desk.table}/guests/${seat}/hand`));
  if (!(await desk.act(asks))) return;
  const spot = desk.view.current.spots[String(seat)];
  const says = h("p", { role: "status" });
  const sets = h("button", { type: "button", class: "primary", "data-act": "set", onclick: () => does(desk, "Choose", { seat, word: spot.options[0].word, layout: layoutOf(hand) }) }, "Set");
  const changed = () => {
    const { choice } = hand;
    says.textContent = choice ? saysOfSetting(choice) : "Tap the cards as they lie, the first hand first.";
    sets.disabled = !choice || choice.standing === "refused";
  };
  const hand = new Hand(desk.layout.hands, spot.cards, told.choices, changed);
  changed();
  open(`Seat ${numberOf(seat)}: the hand as it lies`, h("div", { class: "guest-hand" }, hand.element), says, h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => hand.clear() }, "Start over"), sets));
}

const layoutOf = (hand) => hand.set.map((places) => [...places].sort().join("")).join("|");

function open(title, ...parts) {
  const sheet = $("sheet");
  sheet.replaceChildren(...[h("h2", { id: "sheet-title" }, title), ...parts, h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => sheet.close() }, "Go back"))].filter(Boolean));
  sheet.showModal();
}

function does(desk, command, fields) {
  $("sheet").close();
  return desk.does(command, fields);
}

// The house way before it is taken: the hands that it would set and what they are worth on average. Then the hand is given
// up, or not.

import { Refused, ask, pause } from "./api.js";
import { byRank, card } from "./cards.js";
import { $, h } from "./dom.js";
import { said } from "./language.js";
import { signedCounted } from "./money.js";

const AGAIN_MS = 1000;

// named: what the house says of the hand; true if the player wants it set so
export async function isHouseWayWanted(table, layout, cards, named) {
  const shown = named?.choices.find((choice) => choice.layout === named.house_way);
  const worth = h("p", { id: "warning-worth", class: "worth", role: "status" }, "What it is worth is being counted…");
  const dialog = $("warning");
  dialog.replaceChildren(
    h("h2", { id: "warning-title", tabindex: -1, autofocus: true }, "House way"), // no key that comes too late sets the hand
    h("p", { id: "warning-says" }, shown ? "This is how this casino’s dealer would set your cards:" : "The dealer sets your cards as this casino’s dealers do."),
    shown ? swatch(layout, cards, shown) : "",
    shown ? worth : "",
    h("p", { class: "small" }, `The rule is called ${layout.house_way.label}.`),
    h(
      "form",
      { method: "dialog", class: "buttons" },
      h("button", { value: "" }, "Set it myself"),
      h("button", { value: "way", class: "primary" }, "Set it so"),
    ),
  );
  dialog.setAttribute("aria-describedby", "warning-says warning-hands warning-worth");
  dialog.returnValue = "";
  dialog.showModal();
  if (shown) weigh(table, layout, dialog, worth);
  await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  return dialog.returnValue === "way";
}

// Hands side by side, as they would lie on the felt.
function swatch(layout, cards, { layout: set, names }) {
  const hands = set.split("|").map((places) => [...places].map((place) => cards[place - 1]).sort(byRank));
  return h(
    "div",
    { id: "warning-hands", class: "zones swatch" },
    layout.hands.map(({ name }, at) => h("div", { class: "zone", role: "group", "aria-label": name }, h("h3", {}, name), h("div", { class: "cards" }, hands[at].map((each) => card(each))), h("p", { class: "told" }, names[at] ?? ""))),
  );
}

async function weigh(table, layout, dialog, place) {
  while (dialog.open) {
    try {
      const { of, per_100: per100, expectation } = await ask(`/tables/${table}/hand/house-way`);
      place.textContent = said(`On average ${signedCounted(per100)} per $100 on ${of}.`);
      place.dataset.exact = expectation;
      return;
    } catch (error) {
      if (error instanceof Refused && error.status !== 503 && error.status !== 429) {
        place.textContent = "";
        return;
      }
    }
    await pause(AGAIN_MS);
  }
}

// Chips: a stack on the felt, and the rack they are taken from.

import { h } from "./dom.js";
import { inWords } from "./money.js";

const MOST_DRAWN = 6;

// The fewest chips of an amount, drawn from the bottom, the largest first.
export function stack(cents, chipsCents) {
  const discs = [];
  let rest = cents;
  for (const value of [...chipsCents].sort((a, b) => b - a)) {
    for (; rest >= value && discs.length < MOST_DRAWN; rest -= value) discs.push(disc(value));
  }
  if (!discs.length) discs.push(disc(chipsCents[0]));
  return h("span", { class: "stack", "aria-hidden": "true" }, discs.map((each, at) => (each.style.setProperty("--at", at), each)));
}

function disc(cents) {
  return h("span", { class: "disc", "data-chip": cents / 100 });
}

// The chip that the next tap puts down: a group of radio buttons.
export class Rack {
  constructor(chipsCents, chosen) {
    this.chipsCents = chipsCents;
    this.chosen = chosen;
    this.element = h(
      "fieldset",
      { class: "rack" },
      h("legend", { class: "sr" }, "Chip"),
      chipsCents.map((cents, at) =>
        h(
          "label",
          { class: "chip", "data-chip": cents / 100, title: `Key ${at + 1}` },
          h("input", { type: "radio", name: "chip", value: cents, class: "sr", "aria-label": inWords(cents), onchange: () => (this.chosen = cents) }),
          h("span", { "aria-hidden": "true" }, `$${cents / 100}`), // as it is printed on the chip
        ),
      ),
    );
    this.choose(chosen);
  }

  choose(cents) {
    this.chosen = cents;
    for (const input of this.element.querySelectorAll("input")) input.checked = Number(input.value) === cents;
  }
}

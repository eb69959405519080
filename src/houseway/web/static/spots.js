// The betting spots of a seat: one for each wager that is placed before the deal, the sensor of the progressive among
// them, and those that come with another one or with a choice.

import { stack } from "./chips.js";
import { h, remade } from "./dom.js";
import { dollars } from "./money.js";
import { total } from "./results.js";

export class Spots {
  // tapped(wager, byKey) and undone(wager), for a spot that may be bet on
  constructor(layout, tapped, undone) {
    this.layout = layout;
    this.element = h("div", { class: "spots", role: "group", "aria-label": "Wagers", tabindex: -1 });
    this.buttons = new Map();
    for (const wager of layout.wagers) {
      const button = h("button", {
        type: "button",
        class: `spot${wager.is_main ? " main" : ""}${wager.progressive ? " sensor" : ""}`,
        "data-wager": wager.wager,
        onclick: ({ detail }) => tapped(wager, detail === 0), // 0 is a key
        onkeydown: (event) => {
          if (event.key !== "Backspace" && event.key !== "Delete") return;
          event.preventDefault();
          undone(wager);
        },
      });
      this.buttons.set(wager.wager, button);
      this.element.append(button);
    }
  }

  // lying: cents by wager; early: results of wagers that are settled before the others; taken: whether it is the time for bets; open: and whether this page can place them
  draw(lying, early, taken, open) {
    for (const wager of this.layout.wagers) {
      const cents = lying[wager.wager] ?? 0;
      const button = this.buttons.get(wager.wager);
      const canBet = open && wager.placed && (!wager.requires || Boolean(lying[wager.requires]));
      const results = early.filter((result) => result.wager === wager.wager);
      button.hidden = !cents && !results.length && (!taken || !(wager.placed || wager.follows)); // others come with a choice
      button.setAttribute("aria-disabled", String(!canBet));
      button.classList.toggle("lit", Boolean(cents));
      button.classList.toggle("open", canBet && !cents);
      remade(button, [cents, canBet, results], () => [
        h("span", { class: "name" }, wager.wager),
        cents ? stack(cents, this.layout.chips_cents) : null,
        h("span", { class: cents || results.length ? "amount" : "pays" }, results.length ? became(results) : cents ? dollars(cents) : wager.follows ? `with ${wager.follows}` : pays(wager)),
      ]);
    }
    const shown = [...this.buttons.values()].filter(({ hidden }) => !hidden).length;
    this.element.classList.toggle("many", shown > 4);
    this.element.classList.toggle("threes", shown === 3 || shown > 4); // where they are laid in rows
  }
}

// "wins $250", "loses $25": its chips do not lie there any more.
const became = (results) => (total(results) ? `${total(results) > 0 ? "wins" : "loses"} ${dollars(Math.abs(total(results)))}` : "pushes");

// The best that a wager pays, as it is printed on the felt.
export function pays(wager) {
  const [best, ...others] = wager.lines;
  if (wager.progressive) return `${dollars(wager.least_cents)} sensor`;
  return others.length && best.pays !== "1 to 1" ? `best ${best.pays}` : best?.pays ?? "";
}

// The first hand, led by the hand: one remark for each step of the round, in the dock, and a ring round what it is about.
// It is shown until a round has been played to its end or somebody puts it away, and then never again in this browser.

import { $, h } from "./dom.js";

const KEPT = "guided";

export class Guide {
  // changed(): it was put away
  constructor(layout, changed) {
    this.layout = layout;
    this.changed = changed;
    this.isOver = localStorage.getItem(KEPT) === "yes";
  }

  // What is said at this moment, as an element for the dock; rings what it is about. Null when nobody is led any more.
  draw({ phase, hasBet, hand, notice }) {
    for (const ringed of document.querySelectorAll(".guided")) ringed.classList.remove("guided");
    const step = this.isOver || notice ? null : this.#step(phase, hasBet, hand);
    this.says = step?.says ?? "";
    if (!step) return null;
    for (const element of document.querySelectorAll(step.at)) element.classList.add("guided");
    if (phase === "result") localStorage.setItem(KEPT, "yes"); // the round is played: a reload begins without it
    return h("p", { class: "guide" }, h("b", {}, `${step.nth} of 4 `), h("span", {}, step.says), h("button", { type: "button", class: "quiet", "data-act": "noGuide", onclick: () => this.#end() }, phase === "result" ? "Got it" : "No tips"));
  }

  #step(phase, hasBet, hand) {
    const main = this.layout.wagers.find((wager) => wager.placed && wager.is_main) ?? this.layout.wagers.find((wager) => wager.placed);
    switch (phase) {
      case "betting":
        if (hasBet) return { nth: 2, at: '[data-act="deal"]', says: "Your chip lies. Deal when you are ready." };
        return { nth: 1, at: `#mine .spot[data-wager="${CSS.escape(main.wager)}"]`, says: `Put a chip here: tap ${main.wager}.` };
      case "choosing":
        if (this.layout.hands.length && hand) return { nth: 3, at: "#mine .tray, #mine .zones", says: `These are your cards. Tap them into ${this.layout.hands.map(({ name }) => name).join(" and ")}, or see the house way.` };
        return { nth: 3, at: "#mine .zones", says: "These are your cards. Choose one of the buttons." };
      case "result":
        return { nth: 4, at: "#mine .board", says: "This is what your wagers came to, and why." };
      default:
        return null;
    }
  }

  #end() {
    localStorage.setItem(KEPT, "yes");
    this.isOver = true;
    this.changed();
  }
}

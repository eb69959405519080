// The first hand of a game, led by the hand: one remark for each step of the round, in the dock, and a ring round what it is
// about. It is shown until a round has been played to its end or somebody puts it away, and then of this game no more in
// this browser, unless it is asked for.

import { h } from "./dom.js";
import { listed } from "./language.js";

const NO_TIPS = "guided";

export class Guide {
  // changed(): it was put away, or asked for
  constructor(layout, changed) {
    this.layout = layout;
    this.changed = changed;
    this.kept = `guided-${layout.game}`;
    this.isOver = [NO_TIPS, this.kept].some((key) => localStorage.getItem(key) === "yes");
    this.shown = new Set(); // steps that were shown, which are numbered
  }

  // What is said at this moment, as an element for the dock; rings what it is about. Null when nobody is led any more.
  // Where a step says all that the dock's own line does, a small screen shows that once.
  draw({ phase, hasBet, hand, notice }) {
    for (const ringed of document.querySelectorAll(".guided")) ringed.classList.remove("guided");
    if (this.shown.has("result") && phase !== "result") this.isOver = true; // the round after the first
    const step = this.isOver || notice ? null : this.#step(phase, hasBet, hand);
    this.says = step?.says ?? "";
    if (!step) return null;
    for (const element of document.querySelectorAll(step.at)) element.classList.add("guided");
    if (phase === "result") localStorage.setItem(this.kept, "yes"); // the round is played: a reload begins without it
    this.shown.add(step.is);
    const nth = [...this.shown].indexOf(step.is) + 1;
    return h("p", { class: "guide", "data-all": step.isAll }, h("b", {}, `${nth}. `), h("span", {}, step.says), h("button", { type: "button", class: "quiet", "data-act": "noGuide", onclick: () => this.#end() }, phase === "result" ? "Got it" : "No tips"));
  }

  // From the moment that the table is at.
  again() {
    for (const key of [NO_TIPS, this.kept]) localStorage.removeItem(key);
    this.isOver = false;
    this.shown.clear();
    this.changed();
  }

  #step(phase, hasBet, hand) {
    const main = this.layout.wagers.find((wager) => wager.placed && wager.is_main) ?? this.layout.wagers.find((wager) => wager.placed);
    switch (phase) {
      case "betting":
        if (hasBet) return { is: "deal", at: '[data-act="deal"]', says: "Your bet is down. Deal when you are ready." };
        return { is: "bet", at: `#mine .spot[data-wager="${CSS.escape(main.wager)}"]`, says: `Put a chip here: tap ${main.wager}.`, isAll: true };
      case "choosing":
        if (this.layout.hands.length && hand) return { is: "choose", at: "#mine .tray, #mine .zones", says: `These are your cards. Tap them into ${listed(this.layout.hands.map(({ name }) => name))}, or see the house way.`, isAll: hand.isUntouched };
        return { is: "choose", at: "#mine .zones", says: "These are your cards. Choose one of the buttons." };
      case "result":
        return { is: "result", at: "#mine .board", says: "This is what your wagers came to, and why." };
      default:
        return null;
    }
  }

  // Whoever wants no tips wants none in other games either.
  #end() {
    localStorage.setItem(document.body.dataset.phase === "result" ? this.kept : NO_TIPS, "yes");
    this.isOver = true;
    this.changed();
  }
}

// Cut the cards: a number that this browser draws and adds to the sealed shuffle, by one tap or in every round. It is kept
// until the round is checked, to see that it was used.

import { Refused } from "./api.js";
import { h } from "./dom.js";
import { said } from "./language.js";
import { numberOf } from "./positions.js";
import { refused } from "./refusal.js";

const BYTES = 8;

export class Cut {
  constructor(person, memory) {
    this.person = person;
    this.memory = memory;
    this.view = null;
    this.seat = null;
    this.isSending = false;
  }

  // Every view of the table: a seat that cuts every round does so when the seal is there.
  heard(view, seat) {
    Object.assign(this, { view, seat });
    if (this.memory.cuts && this.can) this.make().catch(() => {}); // the bets may have closed meanwhile
  }

  get can() {
    return Boolean(this.seat) && !this.isSending && this.view.stage === "betting" && Boolean(this.view.current.commitment) && !this.isDealtOn && !this.made;
  }

  // A shoe is cut before its first round.
  get isDealtOn() {
    const { shoe, round } = this.view.current;
    return Boolean(shoe) && shoe.since < round;
  }

  // The seat's cut of this round.
  get made() {
    return this.view.current.cuts.find(({ seat }) => seat === this.seat)?.cut ?? "";
  }

  async make() {
    const cut = [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const { round } = this.view.current;
    this.isSending = true;
    try {
      await this.person.does("CutCards", { seat: this.seat, cut });
      this.memory.keepCut(round, cut);
    } finally {
      this.isSending = false;
    }
    return cut;
  }

  // For the panel.
  element() {
    const says = h("span", { class: "cut-made", role: "status" }, this.made && `Your cut: ${this.made}`);
    const tap = async () => {
      button.disabled = true;
      try {
        says.textContent = said(`Your cut: ${await this.make()}`);
      } catch (error) {
        says.textContent = error instanceof Refused ? await refused(error, this.seat) : said("The house could not be reached. Try again.");
        button.disabled = !this.can;
      }
    };
    const button = h("button", { type: "button", "data-act": "cut", disabled: !this.can, onclick: tap }, "Cut the cards");
    const always = h("input", { type: "checkbox", checked: this.memory.cuts, onchange: (event) => ((this.memory.cuts = event.target.checked), event.target.checked && this.can && tap()) });
    return h("p", { class: "buttons cut" }, button, h("label", {}, always, "in every round"), says);
  }

  // Of a round that is over, what became of the cut that this browser made.
  lines({ round, cuts, shoe }) {
    const cut = this.memory.cut(shoe?.since ?? round);
    if (!cut) return [];
    const nth = cuts.findIndex((each) => each.seat === this.seat && each.cut === cut);
    const later = cuts.slice(nth + 1).map(({ seat }) => numberOf(seat));
    const when = later.length ? `seat ${later.join(", ")} cut after you` : "it was the last, so nobody could choose what was dealt";
    return [[`Your cut ${cut} was used${nth < 0 ? "" : `; ${when}`}`, nth >= 0]];
  }
}

// What the house says of cards beside the view: what a hand can be made into, and what the hands are called that lie
// open. Both are asked for once a round, before the round is drawn.

import { ask } from "./api.js";
import { phaseOf, roundShown } from "./phase.js";

export class Names {
  constructor(table) {
    this.table = table;
    this.hand = null; // {round, seat, choices}
    this.open = null; // {round, dealer, seats}
  }

  choices(round, seat) {
    return this.hand?.round === round.round && this.hand.seat === seat ? this.hand.choices : null;
  }

  // Of the dealer's hands and, once they are reconciled, the seats'.
  showdown(round) {
    return this.open?.round === round.round && this.open.of === upTo(round) ? this.open : null;
  }

  // Asks for whatever the view calls for and is not known yet. True if something was learnt.
  async learn(view, seat, dismissed) {
    const phase = phaseOf(view, seat, dismissed);
    const round = roundShown(view, phase);
    const wanted = [];
    if (phase === "setting" && !this.choices(round, seat)) wanted.push(this.#learnHand());
    if (round.dealer?.hands && !this.showdown(round)) wanted.push(this.#learnShowdown(round));
    return (await Promise.all(wanted)).some(Boolean);
  }

  async #learnHand() {
    const told = await asked(`/tables/${this.table}/hand`);
    if (told) this.hand = told;
    return Boolean(told);
  }

  async #learnShowdown(round) {
    const told = await asked(`/tables/${this.table}/showdown`);
    if (told?.round === round.round) this.open = { ...told, of: upTo(round) };
    return Boolean(told);
  }
}

// How many seats of the round are reconciled: with each, more hands lie open.
const upTo = (round) => Object.values(round.spots).filter((spot) => spot.results.length).length;

// Null if the house did not answer, or has something else to say by now: the next view asks again.
async function asked(path) {
  try {
    return await ask(path);
  } catch {
    return null;
  }
}

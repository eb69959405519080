// What the house says of cards beside the view: what a hand can be made into, and what the hands are called that lie
// open. Both are asked for when there is something new to say, before the round is drawn.

import { ask } from "./api.js";
import { ownSpot, phaseOf, roundShown } from "./phase.js";

export class Names {
  constructor(table) {
    this.table = table;
    this.hand = null; // {round, seat, said, told, hands, choices}
    this.open = null; // {round, common, seats}
  }

  // For the choice that the seat stands before: what its hand is called, and how it can be set.
  choices(round, seat, spot) {
    const isOf = this.hand?.round === round.round && this.hand.seat === seat && this.hand.said.length === spot?.said?.length;
    return isOf ? this.hand : null;
  }

  // Of the common places and, once they are reconciled, the seats.
  showdown(round) {
    return this.open?.round === round.round && this.open.of === upTo(round) ? this.open : null;
  }

  // Asks for whatever the view calls for and is not known yet. True if something was learnt.
  async learn(view, seat, dismissed) {
    const phase = phaseOf(view, seat, dismissed);
    const round = roundShown(view, phase);
    const spot = ownSpot(view, round, seat);
    const wanted = [];
    if (phase === "choosing" && !this.choices(round, seat, spot)) wanted.push(this.#learnHand());
    if (upTo(round) && !this.showdown(round)) wanted.push(this.#learnShowdown(round));
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

// What of the round lies open: the common places whose cards are all face up, and the seats that are reconciled.
function upTo(round) {
  const common = Object.entries(round.common).filter(([, { cards }]) => cards.length && !cards.includes("??"));
  const seats = Object.entries(round.spots).filter(([, spot]) => spot.is_settled);
  return [...common.map(([name, { cards }]) => `${name} ${cards.length}`), ...seats.map(([seat]) => seat)].join();
}

// Null if the house did not answer, or has something else to say by now: the next view asks again.
async function asked(path) {
  try {
    return await ask(path);
  } catch {
    return null;
  }
}

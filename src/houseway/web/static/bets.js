// The wagers a seat wants to lie on the felt, and the commands that bring them there, one after the other. The house
// has the last word: what it refuses is put back to what lies there.

import { dollars } from "./money.js";
import { sum } from "./phase.js";

// The most that may lie on a wager beside what lies on the one that caps it.
function mostBeside({ at_most, at_most_times }, wanted) {
  const [over, under = 1] = at_most_times.split("/").map(Number);
  return Math.floor(((wanted[at_most] ?? 0) * over) / under);
}

export class Bets {
  // person gives commands; `changed` is called when what is wanted or known has changed, with a refusal if there was one.
  constructor(layout, person, changed) {
    this.wagers = layout.wagers.filter((wager) => wager.placed);
    this.followers = layout.wagers.filter((wager) => wager.follows);
    this.person = person;
    this.changed = changed;
    this.lying = {}; // as the house says
    this.wanted = {};
    this.before = []; // what was wanted, tap by tap
    this.working = null;
  }

  // The wager that all others need, if there is one.
  get main() {
    const named = this.wagers.find((wager) => wager.requires)?.requires;
    return this.wagers.find(({ wager }) => wager === named) ?? (this.wagers.length === 1 ? this.wagers[0] : null);
  }

  // How many times its amount lies on the felt: a wager may have others that are placed with it.
  times({ wager }) {
    return 1 + this.followers.filter(({ follows }) => follows === wager).length;
  }

  // Of an earlier round, what can be placed again; one that was taken back was as much as those placed with it.
  again(wagers) {
    const amount = (wager) => wagers[wager] ?? this.followers.filter(({ follows }) => follows === wager).map((each) => wagers[each.wager]).find(Boolean);
    return this.#whole(Object.fromEntries(this.wagers.map(({ wager }) => [wager, amount(wager)]).filter(([, cents]) => cents)));
  }

  // With the wagers that are placed with others, and equal them.
  #whole(wagers) {
    const whole = { ...wagers };
    for (const { wager, follows } of this.followers) {
      if (whole[follows]) whole[wager] = whole[follows];
      else delete whole[wager];
    }
    return whole;
  }

  // What the house says lies there. While commands are under way it is behind, and waits for them.
  heard(lying) {
    if (this.working) return;
    this.lying = { ...lying };
    this.wanted = { ...lying };
    if (!Object.keys(lying).length) this.before = [];
  }

  // A chip on a wager. A wager that has only one amount is put there, or taken away again. Returns a remark, or "".
  add(wager, cents) {
    const now = this.wanted[wager.wager] ?? 0;
    if (wager.requires && !this.wanted[wager.requires]) return `${wager.wager} needs ${wager.requires} first.`;
    if (wager.least_cents === wager.most_cents) return this.#want(wager.wager, now ? 0 : wager.least_cents), "";
    const most = Math.min(wager.most_cents, wager.at_most ? mostBeside(wager, this.wanted) : Infinity);
    const more = Math.min(Math.max(now + cents, wager.least_cents), most);
    if (more === now) return wager.at_most && wager.at_most_times === "1" && most < wager.most_cents ? `${wager.wager} is at most the ${wager.at_most}.` : `That is the most: ${dollars(most)}.`;
    if (more < wager.least_cents) return `${wager.wager} begins higher than the ${wager.at_most}.`;
    this.#want(wager.wager, more);
    return more > now + cents ? `The least on ${wager.wager} is ${dollars(more)}: that is your bet now.` : "";
  }

  undo() {
    if (this.before.length) this.#become(this.before.pop());
  }

  // Twice what lies there, as far as the limits go; all of it or nothing. `chips` are what is left. Returns a remark, or "".
  double(chips) {
    const twice = Object.fromEntries(this.wagers.filter(({ wager }) => this.wanted[wager]).map(({ wager, most_cents }) => [wager, Math.min(2 * this.wanted[wager], most_cents)]));
    const more = sum(this.#bounded(twice)) - this.total;
    if (!more) return "That is the most.";
    if (more > chips) return `Twice as much takes ${dollars(more)} more, and you have ${dollars(chips)}.`;
    this.before.push(this.wanted);
    this.#become(twice);
    return "";
  }

  clear() {
    this.before.push(this.wanted);
    this.#become({});
  }

  // The same wagers as in an earlier round, those that are still offered.
  repeat(wagers) {
    const known = this.wagers.map((wager) => wager.wager).filter((name) => wagers[name]);
    this.before.push(this.wanted);
    this.#become(Object.fromEntries(known.map((name) => [name, wagers[name]])));
  }

  get total() {
    return sum(this.wanted);
  }

  // What is wanted and does not lie there yet has still to be paid.
  get owing() {
    return this.total - sum(this.lying);
  }

  // When all that is wanted lies there. False if the house refused some of it.
  async settled() {
    return (await this.working) ?? true;
  }

  #want(name, cents) {
    this.before.push(this.wanted);
    const wanted = { ...this.wanted, [name]: cents };
    if (!cents) delete wanted[name];
    this.#become(wanted);
  }

  #become(wanted) {
    this.wanted = this.#bounded(wanted);
    this.working ??= this.#bring(); // first: until it is done, what the house says is behind
    this.changed();
  }

  // As far as the wagers let each other.
  #bounded(wanted) {
    const bounded = { ...wanted };
    for (const wager of this.wagers) {
      if (wager.requires && !bounded[wager.requires]) delete bounded[wager.wager];
      if (wager.at_most && bounded[wager.wager] > mostBeside(wager, bounded)) bounded[wager.wager] = mostBeside(wager, bounded);
      if (wager.at_most && bounded[wager.wager] < wager.least_cents) delete bounded[wager.wager];
    }
    return this.#whole(bounded);
  }

  async #bring() {
    let refused = null;
    await null; // several taps of one turn are one change
    try {
      for (let step; (step = this.#next()); ) {
        const { wager, cents } = step;
        if (cents) await this.person.does("PlaceWager", { seat: this.person.me.seat, wager, cents });
        else await this.person.does("TakeBackWager", { seat: this.person.me.seat, wager });
        const lying = { ...this.lying, [wager]: cents };
        if (!cents) delete lying[wager];
        this.lying = this.#whole(lying);
      }
    } catch (error) {
      refused = error;
      this.wanted = { ...this.lying };
    }
    this.working = null;
    this.changed(refused);
    return !refused;
  }

  // One wager that is not as wanted: side bets come off before the main bet and go on after it.
  #next() {
    const change = (wager) => (this.wanted[wager.wager] ?? 0) - (this.lying[wager.wager] ?? 0);
    const { main } = this;
    const sides = this.wagers.filter((wager) => wager !== main);
    const found = sides.find((wager) => change(wager) < 0) ?? (main && change(main) ? main : sides.find((wager) => change(wager) > 0));
    return found && { wager: found.wager, cents: this.wanted[found.wager] ?? 0 };
  }
}

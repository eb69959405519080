// Chips on their way: from the rack to a wager and back, and when a seat is reconciled from the wager to the tray of the
// house, or from the tray to the winner and into his purse. What flies are likenesses above the page: the felt below is
// drawn as it is, and nothing of it waits for them but the sum of the purse.

import { stack } from "./chips.js";
import { $, h } from "./dom.js";
import { centre, play } from "./motion.js";
import { gain, outcome, total } from "./results.js";
import { isCalm, pace } from "./settings.js";
import { hear } from "./sound.js";

const FLY = { duration: 300, easing: "cubic-bezier(.3,.6,.3,1)" };
const STEP_MS = 110;
const BIG = 10; // times what was staked, and a win is a great one

export class ChipMoves {
  constructor(layout, spots, rack) {
    Object.assign(this, { layout, spots, rack });
    this.lay = null; // the wagers as they were drawn last, while they could be changed
    this.places = new Map(); // where each wager was seen last
  }

  // While bets are taken, after every drawing: what came to a wager flies there, and what left it flies back.
  drawn(isBetting, wagers) {
    const before = this.lay;
    this.lay = isBetting ? { ...wagers } : null;
    for (const [wager, spot] of this.spots.buttons) {
      if (spot.checkVisibility()) this.places.set(wager, centre(spot.querySelector(".stack") ?? spot));
      if (!before || !this.lay) continue;
      const more = (this.lay[wager] ?? 0) - (before[wager] ?? 0);
      if (!more) continue;
      const [rack, place] = [this.#rack(), this.places.get(wager)];
      hear("chip", more > 0 ? FLY.duration / pace() : 0);
      if (rack && place) more > 0 ? this.#fly(more, rack, place) : this.#fly(-more, place, rack);
    }
  }

  // The seats are reconciled: first what lost is swept up, then what won is paid.
  reconciled(round, own, begin) {
    const tray = { x: innerWidth / 2, y: centre($("felt")).y - $("felt").clientHeight / 2 + 12 };
    const seats = Object.entries(round.spots).filter(([, spot]) => spot.is_settled && spot.results.length);
    const all = seats.flatMap(([seat, { results }]) => results.map((result) => ({ result, ...this.#ends(Number(seat), own, result) })));
    const lost = all.filter(({ result }) => outcome(result) === "loses");
    const won = all.filter(({ result }) => outcome(result) !== "loses");
    lost.forEach(({ result, from }) => from && this.#fly(result.stake_cents, from, tray, begin, true));
    const pay = begin + (lost.length ? FLY.duration : 0);
    won.forEach(({ result, from, to }, nth) => {
      const at = pay + nth * STEP_MS;
      if (gain(result) > 0 && to) this.#fly(gain(result), tray, to, at);
      if (from && to) this.#fly(result.stake_cents, from, to, at + FLY.duration / 2, true);
    });
    if (lost.length || won.length) hear("chip", begin / pace());
    const results = round.spots[String(own)]?.results ?? [];
    if (total(results) > 0) this.#celebrate(results, pay + FLY.duration);
  }

  // A win is seen as one; a great one throws gold.
  #celebrate(results, at) {
    const head = $("mine").querySelector(".board h2");
    const stakes = results.reduce((sum, { stake_cents }) => sum + stake_cents, 0);
    hear("win", at / pace());
    play(head, [{ scale: 1 }, { scale: 1.25, textShadow: "0 0 0.6em #ffe9a8", offset: 0.35 }, { scale: 1 }], { duration: 700, delay: at, easing: "ease-out" });
    if (total(results) >= BIG * stakes) gold(centre(head), 28, at);
  }

  // Where a result's chips lay, and where what it won goes: one's own wager and purse, or the seat of somebody else.
  #ends(seat, own, { wager }) {
    if (seat === own) return { from: this.places.get(wager), to: $("purse").hidden ? null : centre($("purse")) };
    const puck = $("arc").querySelector(`[data-seat="${seat}"]`);
    return puck ? { from: centre(puck), to: centre(puck) } : {};
  }

  #rack() {
    const chip = this.rack.element.querySelector("label:has(:checked)") ?? this.rack.element;
    return chip.isConnected ? centre(chip) : null;
  }

  #fly(cents, from, to, delay = 0, fades = false) {
    const chips = h("span", { class: "flying", "aria-hidden": "true" }, stack(cents, this.layout.chips_cents));
    throwOver(chips, from, to, { ...FLY, delay, fill: "both" }, fades ? 0.2 : 1);
  }
}

// Pieces of gold from a point into all directions, and down.
export function gold(from, pieces, delay = 0) {
  for (let nth = 0; nth < pieces; nth++) {
    const angle = (2 * Math.PI * nth) / pieces;
    const far = 60 + 25 * (nth % 5);
    const to = { x: from.x + far * Math.cos(angle), y: from.y + far * Math.sin(angle) + 50 };
    throwOver(h("span", { class: "flying gold", "aria-hidden": "true" }), from, to, { duration: 900, delay, easing: "cubic-bezier(.1,.7,.4,1)", fill: "both" }, 0);
  }
}

// Something above the page, from one point to another, and gone.
export function throwOver(element, from, to, timing, opacityAtEnd = 1) {
  if (isCalm()) return;
  document.body.append(element);
  const at = ({ x, y }) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  const thrown = play(element, [{ transform: at(from), opacity: 1 }, { transform: at(to), opacity: opacityAtEnd }], timing);
  thrown.finished.catch(() => {}).then(() => element.remove());
}

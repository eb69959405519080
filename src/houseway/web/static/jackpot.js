// A jackpot at the table, seen by all who sit or watch there. The line on the felt is drawn from the round; how it comes
// is a moment.

import { throwOver } from "./chip-moves.js";
import { $, h, remade, say } from "./dom.js";
import { dollars, inWords } from "./money.js";
import { play } from "./motion.js";
import { numberOf } from "./positions.js";
import { isCalm } from "./settings.js";
import { hear } from "./sound.js";

const COINS = 60;
const RAIN_MS = 3200;

export class Jackpot {
  constructor() {
    this.element = h("div", { class: "jackpots-won" });
    $("felt").prepend(this.element);
  }

  // A round as the view tells it, and who sits there.
  draw({ jackpots }, seats, own) {
    this.element.hidden = !jackpots.length;
    const each = ({ seat, line, cents }) => h("p", {}, h("b", {}, line), ` ${whose(seat, seats, own)} `, h("b", { class: "digits" }, dollars(cents)));
    remade(this.element, [jackpots, seats.map(({ player }) => player), own], () => jackpots.map(each));
  }

  // Those that a round has now and had not before.
  came(known, { jackpots }, seats, own) {
    const fresh = jackpots.slice(known?.jackpots.length ?? 0);
    if (!fresh.length) return;
    say(fresh.map(({ seat, line, cents }) => `Jackpot: ${line}, ${whose(seat, seats, own)} ${inWords(cents)}.`).join(" "));
    hear("jackpot");
    if (isCalm()) return;
    play(this.element, [{ scale: 0.3, opacity: 0 }, { scale: 1.15, opacity: 1, offset: 0.3 }, { scale: 1 }], { duration: 900, easing: "ease-out" });
    play($("felt"), [{ filter: "none" }, { filter: "brightness(1.6) saturate(1.4)", offset: 0.15 }, { filter: "none" }], { duration: 1400 });
    for (let nth = 0; nth < COINS; nth++) {
      const x = (innerWidth * ((nth * 37) % COINS)) / COINS;
      const timing = { duration: 1100, delay: (RAIN_MS * nth) / COINS, easing: "cubic-bezier(.5,0,.9,.7)", fill: "both" };
      throwOver(h("span", { class: "flying gold coin", "aria-hidden": "true" }), { x, y: -30 }, { x: x + ((nth % 7) - 3) * 12, y: innerHeight + 30 }, timing);
    }
  }
}

const whose = (seat, seats, own) => (seat === own ? "You win" : `Seat ${numberOf(seat)}${seats[seat - 1]?.player ? `, ${seats[seat - 1].player},` : ""} wins`);

// The supervisor's key and J-POT, and the hands they are for: shown with their cards, to be verified, with what was
// recorded and the win page.

import { ask } from "./api.js";
import { byRank, card } from "./cards.js";
import { order } from "./desk.js";
import { $, h, remade } from "./dom.js";
import { metersOf } from "./meter.js";
import { dollars } from "./money.js";
import { numberOf } from "./positions.js";

export class Wins {
  constructor(desk) {
    this.meters = metersOf(desk.view.meter).map((each) => ({ ...each, looked: 0 }));
    this.lines = desk.layout.wagers.find((wager) => wager.progressive)?.lines ?? [];
    this.pages = new Map(); // "meter round seat" → the record of the win in the meter's book
    $("wins").hidden = !this.meters.length;
  }

  draw(desk) {
    if (!this.meters.length) return;
    const { view, still } = desk;
    const rounds = [view.current, view.previous].filter(Boolean);
    const found = rounds.flatMap((round) => Object.entries(round.keyed).map(([seat, line]) => this.#win(round, Number(seat), line, view)));
    this.#look(found, desk);
    const { key } = view.current;
    remade($("wins"), [found, key, still, view.next], () => [
      h("h2", { id: "wins-title" }, "Progressive"),
      h(
        "div",
        { class: "key-switch", role: "group", "aria-label": "Supervisor’s key" },
        ["RUN", "JPH"].map((to) => order(desk, "TurnKey", to, { class: "toggle", act: `key ${to}`, "aria-pressed": String(key === to), "aria-label": `Key to ${to}`, off: key === to, fields: () => ({ to }) })),
        order(desk, "PressJackpot", "J-POT", { class: "jpot", act: "jpot" }),
      ),
      found.length ? h("ol", { class: "win-list" }, found.map(row)) : h("p", { class: "quiet-text" }, "No hand is lit."),
    ]);
  }

  #win(round, seat, line, view) {
    const spot = round.spots[String(seat)];
    const pays = this.lines.find((each) => each.line === line);
    const meter = this.meters.find(({ called }) => called === (pays?.meter ?? ""))?.name;
    return {
      round: round.round,
      seat,
      line,
      player: view.seats[seat - 1].player,
      cards: spot?.cards ?? [],
      pays: pays?.pays ?? "",
      cents: round.jackpots.find((jackpot) => jackpot.seat === seat)?.cents ?? null,
      page: this.pages.get(`${meter} ${round.round} ${seat}`) ?? null,
      meter,
    };
  }

  // Where in the books of the meters the wins stand, asked once for each.
  async #look(found, desk) {
    const missing = found.filter((win) => win.cents !== null && !win.page);
    if (!missing.length || this.looking) return;
    this.looking = true;
    try {
      const won = new Set(missing.map(({ meter }) => meter));
      for (const meter of this.meters.filter(({ name }) => won.has(name))) await this.#lookAt(meter, desk);
    } catch {
      setTimeout(() => desk.draw(), 2000);
    }
    this.looking = false;
    if (missing.some(({ meter, round, seat }) => this.pages.has(`${meter} ${round} ${seat}`))) desk.draw();
  }

  async #lookAt(meter, desk) {
    for (let more = 100; more === 100; ) {
      const { wins } = await ask(`/meters/${meter.name}/wins?after=${meter.looked}`);
      more = wins.length;
      for (const win of wins) {
        if (win.table === desk.table) this.pages.set(`${meter.name} ${win.round} ${win.seat}`, win.seq);
        meter.looked = win.seq;
      }
    }
  }
}

function row(win) {
  return h(
    "li",
    { "data-win": `${win.round} ${win.seat}` },
    h("h3", {}, `${win.line}, seat ${numberOf(win.seat)}`, win.player && `, ${win.player}`),
    h("div", { class: "cards" }, [...win.cards].sort(byRank).map((each) => card(each))),
    h("p", {}, `Round ${win.round}, pays ${win.pays}${win.pays.includes(" of ") ? "" : " of the meter"}. `, win.cents === null ? h("b", {}, "Not recorded.") : h("b", {}, `${dollars(win.cents)} recorded.`)),
    win.page && h("p", {}, h("a", { class: "button", href: `/meters/${win.meter}/wins/${win.page}.pdf`, target: "_blank" }, "Win page")),
  );
}

// Payouts over the alert amount: each waits until surveillance has seen it.

import { card } from "./cards.js";
import { $, h, remade } from "./dom.js";
import { dollars } from "./money.js";

export class Alerts {
  constructor(desk) {
    this.desk = desk;
  }

  // A seat's payout is one, of several wagers: all are acknowledged together, each in the book by itself.
  takes(step) {
    return step.is === "AcknowledgePayout";
  }

  take({ seat }) {
    const wagers = this.desk.view.current.spots[String(seat)].waits;
    return this.desk.act(async () => {
      for (const wager of wagers) await this.desk.person.does("AcknowledgePayout", { seat, wager });
    });
  }

  draw(desk) {
    const { view, still } = desk;
    const found = Object.entries(view.current.spots)
      .map(([seat, { results, cards, waits }]) => ({ seat: Number(seat), results: results.filter((result) => result.held), cards, waits: waits.length > 0 }))
      .filter(({ results }) => results.length);
    $("alerts").classList.toggle("has-alerts", found.some(({ waits }) => waits));
    remade($("alerts"), [found, still, view.next.offered], () => [
      h("h2", { id: "alerts-title" }, "Alerts"),
      found.length === 0 && h("p", { class: "quiet-text" }, "No payout waits."),
      h("ol", { class: "alert-list" }, found.map((alert) => this.#alert(alert))),
    ]);
  }

  #alert({ seat, results, cards, waits }) {
    const { desk } = this;
    const won = results.reduce((cents, result) => cents + result.won_cents, 0);
    const player = desk.view.seats[seat - 1].player;
    return h(
      "li",
      { "data-seat": seat },
      h("h3", {}, `Seat ${seat}${player ? `, ${player}` : ""} wins ${dollars(won)}`),
      h("div", { class: "cards" }, cards.map((each) => card(each))),
      h("ul", { class: "wagers" }, results.map((result) => h("li", {}, h("b", {}, `${result.wager}${result.hand > 1 ? ` of hand ${result.hand}` : ""} ${dollars(result.won_cents)}`), ` ${result.reason}`))),
      waits
        ? h("button", { type: "button", "data-act": `acknowledge ${seat}`, disabled: desk.still || !desk.offers("AcknowledgePayout"), onclick: () => this.take({ seat }) }, "Acknowledge")
        : h("p", { class: "holds" }, "✓ acknowledged"),
    );
  }
}

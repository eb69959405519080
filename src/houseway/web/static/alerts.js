// Payouts over the alert amount, or stopped: each waits until surveillance has seen it. A round is stopped here too.

import { card } from "./cards.js";
import { asked, order } from "./desk.js";
import { $, h, remade } from "./dom.js";
import { dollars } from "./money.js";
import { numberOf, numbersOf, seatField, seatOf } from "./positions.js";

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
    const { stopped } = view.current;
    const held = Object.entries(view.current.spots).filter(([, { is_stopped, is_settled }]) => is_stopped && !is_settled).map(([seat]) => seat);
    remade($("alerts"), [found, still, view.next.offered, stopped, held], () => [
      h("h2", { id: "alerts-title" }, "Alerts"),
      stopped && h("p", { role: "alert" }, h("b", {}, `${stopped.by} has stopped the round: `), stopped.note),
      held.length > 0 && h("p", {}, `Whatever seat ${numbersOf(held).join(", seat ")} wins will wait here.`),
      found.length === 0 && h("p", { class: "quiet-text" }, "No payout waits."),
      h("ol", { class: "alert-list" }, found.map((alert) => this.#alert(alert))),
      h(
        "div",
        { class: "buttons" },
        stopped
          ? order(desk, "ReleaseRound", "Release the round", { class: "primary", fields: () => noted("Release the round", "Release") })
          : order(desk, "StopRound", "Stop the round", { fields: () => noted("Stop the round: nothing of it goes on until it is released", "Stop") }),
        order(desk, "StopPayout", "Stop a payout", { fields: () => payout(view) }),
        h("a", { class: "button", href: `/tables/${desk.table}/incident-log` }, "Incident log"),
      ),
    ]);
  }

  #alert({ seat, results, cards, waits }) {
    const { desk } = this;
    const won = results.reduce((cents, result) => cents + result.won_cents, 0);
    const player = desk.view.seats[seat - 1].player;
    return h(
      "li",
      { "data-seat": seat },
      h("h3", {}, `Seat ${numberOf(seat)}${player ? `, ${player}` : ""} wins ${dollars(won)}`),
      h("div", { class: "cards" }, cards.map((each) => card(each))),
      h("ul", { class: "wagers" }, results.map((result) => h("li", {}, h("b", {}, `${result.wager}${result.hand > 1 ? ` of hand ${result.hand}` : ""} ${dollars(result.won_cents)}`), ` ${result.reason}`))),
      waits
        ? h("button", { type: "button", "data-act": `acknowledge ${seat}`, disabled: desk.still || !desk.offers("AcknowledgePayout"), onclick: () => this.take({ seat }) }, "Acknowledge")
        : h("p", { class: "holds" }, "✓ acknowledged"),
    );
  }
}

const NOTE = { name: "note", label: "Note", maxlength: 200 };
const noted = (title, yes) => asked(title, [NOTE], yes);

// Of a seat that is not paid yet, whatever it will win.
async function payout({ current }) {
  const open = Object.entries(current.spots).filter(([, { is_settled, is_stopped }]) => !is_settled && !is_stopped).map(([seat]) => seat);
  const seat = seatField(`Seat (${numbersOf(open).join(", ")})`, [], { value: open.length === 1 ? numberOf(open[0]) : "" });
  const told = await asked("Stop a payout: whatever the seat wins waits for you", [seat, NOTE], "Stop it");
  return told && { seat: seatOf(told.seat), note: told.note };
}

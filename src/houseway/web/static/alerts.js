// Payouts over the alert amount: each waits until surveillance has seen it.

import { card } from "./cards.js";
import { order } from "./desk.js";
import { $, h, remade } from "./dom.js";
import { dollars } from "./money.js";

export class Alerts {
  draw(desk) {
    const { view, still } = desk;
    const found = Object.entries(view.current.spots).flatMap(([seat, spot]) =>
      spot.results.filter((result) => result.held).map((result) => ({ seat: Number(seat), result, cards: spot.cards, waits: spot.waits.includes(result.wager) })),
    );
    $("alerts").classList.toggle("has-alerts", found.some(({ waits }) => waits));
    remade($("alerts"), [found, still, view.next.offered], () => [
      h("h2", { id: "alerts-title" }, "Alerts"),
      found.length === 0 && h("p", { class: "quiet-text" }, "No payout waits."),
      h(
        "ol",
        { class: "alert-list" },
        found.map(({ seat, result, cards, waits }) =>
          h(
            "li",
            { "data-seat": seat, class: waits ? "waits" : "" },
            h("h3", {}, `Seat ${seat}, ${view.seats[seat - 1].player ?? ""}: ${dollars(result.won_cents)}`),
            h("p", {}, `${result.wager}: ${result.reason}`),
            h("div", { class: "cards" }, cards.map((each) => card(each))),
            waits ? order(desk, "AcknowledgePayout", "Acknowledge", { act: `acknowledge ${seat} ${result.wager}`, fields: () => ({ seat, wager: result.wager }) }) : h("p", { class: "holds" }, "✓ acknowledged"),
          ),
        ),
      ),
    ]);
  }
}

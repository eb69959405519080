// The supervisor's screen: key and J-POT, the win, orders to the table, the meter and the terms.

import { Board } from "./board.js";
import { Controller } from "./controller.js";
import { Corrections } from "./corrections.js";
import { Desk } from "./desk.js";
import { $, h, remade, told } from "./dom.js";
import { dollars } from "./money.js";
import { Orders } from "./orders.js";
import { paytables } from "./panel.js";
import { Stream } from "./stream.js";
import { Wins } from "./wins.js";

const given = told();
if (given.layout) {
  const desk = new Desk(given, "supervisor");
  const board = new Board(given.layout, $("board"));
  const table = {
    draw: ({ view }) => board.draw({ round: view.current, seats: view.seats, stage: view.stage, next: view.next.command?.seat ?? null }),
  };
  const terms = {
    draw: ({ layout, view }) =>
      remade($("terms"), [view.terms], () => [
        h("h2", { id: "terms-title" }, "Limits and paytables"),
        h("p", { class: "quiet-text" }, "Close the table to change them; it is opened again from the list of tables."),
        h("p", {}, `${dollars(layout.minimum_cents)} to ${dollars(layout.maximum_cents)}, side bets to ${dollars(view.terms.side_maximum_cents)}; ${layout.numbered ? `number by ${view.terms.number_by}, ` : ""}shuffler ${view.terms.shuffler}; house way: ${layout.house_way.label}.`),
        paytables(layout),
      ]),
  };
  desk.begin(table, new Wins(desk), new Orders(), new Corrections(), new Controller(desk, given.grounds), terms);
} else {
  $("dock").append(h("p", { class: "message" }, "This table is closed."), h("a", { class: "button", href: `/staff#${given.table}` }, "Open it again"));
  new Stream(given.table, null, { view: ({ view }) => view.stage !== "closed" && location.reload() }).run();
}

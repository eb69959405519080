// The supervisor's screen: key and J-POT, the win, orders to the table, the meter and the terms.

import { controllers } from "./controller.js";
import { Corrections } from "./corrections.js";
import { openDesk } from "./desk.js";
import { $, h, remade } from "./dom.js";
import { dollars } from "./money.js";
import { Orders } from "./orders.js";
import { paytables } from "./panel.js";
import { Slips } from "./slips.js";
import { Wins } from "./wins.js";

const terms = {
  draw: ({ layout, view }) =>
    remade($("terms"), [view.terms], () => [
      h("h2", { id: "terms-title" }, "Limits and paytables"),
      h("p", { class: "quiet-text" }, "Close the table to change them; it is opened again from the list of tables."),
      h("p", {}, `${dollars(layout.minimum_cents)} to ${dollars(layout.maximum_cents)}, side bets to ${dollars(view.terms.side_maximum_cents)}; ${view.terms.chip_cents ? `chips of ${view.terms.chip_cents.map(dollars).join(", ")}; ` : ""}${layout.numbered ? `number by ${view.terms.number_by}, ` : ""}shuffler ${view.terms.shuffler}; ${layout.house_way.label ? `house way: ${layout.house_way.label}` : "no house way"}.`),
      ...Object.entries(view.terms.readings ?? {}).map(([wager, reading]) => h("p", {}, `${wager} is read so: ${reading}.`)),
      paytables(layout),
    ]),
};

openDesk("supervisor", {
  next: (view) => view.next.command?.seat,
  parts: (desk, given) => [new Wins(desk), new Orders(), new Slips(), new Corrections(), ...controllers(desk, given.grounds), terms],
  closed: (given) => [h("a", { class: "button", href: `/staff#${given.table}` }, "Open it again")],
});

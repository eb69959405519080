// What a supervisor orders at a table: void, time, dealer, tray, close.

import { askedForChips, inChips } from "./chip-count.js";
import { asked, order } from "./desk.js";
import { $, h, remade } from "./dom.js";
import { centsOf, dollars } from "./money.js";
import { numberOf } from "./positions.js";

export class Orders {
  draw(desk) {
    const { view, still } = desk;
    const isLive = view.terms.dealer === "live";
    remade($("orders"), [view.next.offered, view.tray_cents, view.papers?.box_cents, view.rack, view.pending_cents, isLive, isBetweenRounds(view), still], () => [
      h("h2", { id: "orders-title" }, "Table"),
      h(
        "dl",
        { class: "sums" },
        h("div", {}, h("dt", {}, "Tray"), h("dd", {}, dollars(view.tray_cents))),
        view.papers && h("div", {}, h("dt", {}, "Cash in the drop box"), h("dd", {}, dollars(view.papers.box_cents))),
        view.rack && h("div", {}, h("dt", {}, "Chips brought and changed"), h("dd", {}, inChips(view.rack) || "not told")),
        h("div", {}, h("dt", {}, "Waiting for surveillance"), h("dd", {}, dollars(view.pending_cents))),
        h("div", {}, h("dt", {}, "Dealer"), h("dd", {}, view.terms.dealer)),
      ),
      h(
        "div",
        { class: "buttons" },
        order(desk, "VoidRound", "Void the round", { fields: () => noted("Void the round: every wager goes back", "Void the round") }),
        order(desk, "CallTime", "Call time", { off: !isLive, fields: () => noted("Call time: seats that did not act take what costs nothing more", "Call time") }),
        !view.papers && order(desk, "FillTray", "Fill the tray", { fields: () => amount(view, "Fill the tray", "Fill") }),
        !view.papers && order(desk, "CreditTray", "Credit the tray", { fields: () => amount(view, "From the tray back to the bank", "Credit") }),
        order(desk, "CloseTable", "Close the table", { fields: () => asked(closing(view), [], "Close it").then((yes) => yes && {}) }),
        order(desk, "ChangeDealer", isLive ? "Let it deal by itself" : "To a live dealer", { off: isLive && !isBetweenRounds(view), title: isLive ? "Between rounds, when nobody has bet" : "", fields: () => ({ dealer: isLive ? "automatic" : "live" }) }),
      ),
    ]);
  }
}

// Who still has a seat is cashed out of it, and the supervisor knows before he says yes.
function closing({ seats }) {
  const sitting = seats.filter(({ player }) => player);
  if (!sitting.length) return "Close the table";
  const told = sitting.map(({ seat, player, chips_cents }) => `seat ${numberOf(seat)}, ${player}, ${dollars(chips_cents)}`);
  return `Close the table and cash out ${new Intl.ListFormat("en").format(told)}`;
}

// When a table may be handed to the automatic dealer.
const isBetweenRounds = (view) => view.stage === "betting" && !Object.values(view.current.spots).some(({ wagers }) => Object.keys(wagers).length);

const noted = (title, yes) => asked(title, [{ name: "note", label: "Note", maxlength: 200 }], yes);

// Dollars; at a table of chips, how many of each.
async function amount({ terms }, title, yes) {
  if (terms.chip_cents) return askedForChips(title, terms.chip_cents, yes);
  const told = await asked(title, [{ name: "amount", label: "Dollars", inputmode: "decimal", pattern: "\\$?[\\d,]+(\\.\\d{1,2})?" }], yes);
  const cents = told && centsOf(told.amount);
  return cents ? { cents } : null;
}

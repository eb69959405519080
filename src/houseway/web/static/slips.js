// The papers of a table: who deals, what two people count, fills and credits, and the slips that wait for the second.

import { askedForChips, chipField, chipsOf, inAll, inChips } from "./chip-count.js";
import { asked, order } from "./desk.js";
import { $, h, remade } from "./dom.js";
import { centsOf, dollars } from "./money.js";

const TITLES = { tray: "Count of the tray", drop: "Count of the drop box", fill: "Fill", credit: "Credit" };
const CARRIER = { name: "carried_by", label: "Carried between bank and table by", maxlength: 40 };
const COIN = { name: "coin", label: "Coin, dollars", inputmode: "decimal", pattern: "\\$?[\\d,]+(\\.\\d{1,2})?", value: "0" };
const CASH = { name: "amount", label: "Cash, dollars", inputmode: "decimal", pattern: "\\$?[\\d,]+(\\.\\d{1,2})?" };

const typed = new Map(); // what was typed last, by the question, until a slip is written, confirmed or dropped

export class Slips {
  // The tray is counted chip by chip: the one button asks how many.
  takes(step) {
    return step.is === "CountTray";
  }

  async take() {
    const fields = await counted(this.desk.view, "What you count in the tray", "Counted");
    if (fields) await this.desk.does("CountTray", fields);
  }

  draw(desk) {
    this.desk = desk;
    const { view, still, role } = desk;
    const { papers } = view;
    if (!papers) return;
    const slips = JSON.stringify(papers.slips);
    if (slips !== this.slips) typed.clear();
    this.slips = slips;
    const place = $("papers");
    place.hidden = false;
    remade(place, [papers, view.next.offered, still, role], () => [
      h("h2", { id: "papers-title" }, "Papers"),
      h("p", {}, papers.signed_on ? `${papers.signed_on} deals. ` : "No dealer is signed on. ", papers.is_counted ? "" : "The tray is not counted yet."),
      papers.slips.length > 0 && h("ol", { class: "asked-for" }, papers.slips.map((slip) => this.#slip(desk, slip))),
      h(
        "div",
        { class: "buttons" },
        role === "dealer" && order(desk, "SignOn", "Sign on", { off: papers.signed_on === desk.me.name }),
        role === "dealer" && order(desk, "SignOff", "Sign off", { off: papers.signed_on !== desk.me.name, fields: () => asked("Sign off", [{ name: "note", label: "What for", maxlength: 80, value: "a break" }], "Sign off") }),
        role !== "surveillance" && order(desk, "CountTray", "Count the tray", { act: "count tray", fields: () => counted(view, "What you count in the tray", "Counted") }),
        role !== "dealer" && order(desk, "CountDrop", "Count the drop", { fields: () => cash("What you count in the drop box", "Counted") }),
        role !== "surveillance" && order(desk, "RequestFill", "Ask for a fill", { fields: () => chips(view, "Chips that you ask the bank for", "Ask") }),
        role !== "surveillance" && order(desk, "RequestCredit", "Send chips back", { fields: () => chips(view, "Chips that go back to the bank", "Ask") }),
        role !== "dealer" && h("a", { class: "button", href: `/tables/${desk.table}/shift-report` }, "Shift report"),
      ),
    ]);
  }

  #slip(desk, { slip, what, by, chips: asks, cents }) {
    const { view, me } = desk;
    const own = by === me.name;
    return h(
      "li",
      { "data-slip": slip },
      h("p", {}, h("b", {}, `${TITLES[what]}, slip ${slip}, by ${by}`), asks ? ` ${inChips(asks)}: ${dollars(cents)}` : ""),
      h(
        "div",
        { class: "buttons" },
        own && h("p", { class: "quiet-text" }, "Waits for another person to count the same."),
        !own && order(desk, "ConfirmSlip", "Count and confirm", { class: "primary", act: `confirm ${slip}`, fields: () => confirmed(view, what, slip) }),
        order(desk, "DropSlip", "Drop the slip", { act: `drop slip ${slip}`, fields: async () => told(await asked("Drop the slip", [{ name: "note", label: "Reason", maxlength: 200 }], "Drop it"), ({ note }) => ({ slip, note })) }),
      ),
    );
  }
}

const told = (given, made) => given && made(given);

async function chips({ terms }, title, yes) {
  return told(await askedForChips(title, terms.chip_cents, yes), (given) => ({ chips: given.chips }));
}

// Chips by value, and the coin beside them.
async function counted({ terms }, title, yes) {
  const before = typed.get(title) ?? {};
  const fields = [...terms.chip_cents.map((value) => chipField(value)), COIN].map((each) => ({ ...each, value: before[each.name] ?? each.value }));
  const answer = await asked(title, fields, yes, inAll);
  if (!answer) return null;
  typed.set(title, answer);
  const { coin, ...numbers } = answer;
  return { chips: chipsOf(numbers)?.chips ?? {}, coin_cents: centsOf(coin) ?? 0 };
}

async function cash(title, yes) {
  const answer = await asked(title, [{ ...CASH, value: typed.get(title)?.amount }], yes);
  if (answer) typed.set(title, answer);
  const cents = answer && centsOf(answer.amount);
  return cents === null ? null : { cents };
}

async function confirmed(view, what, slip) {
  const title = `${TITLES[what]}, slip ${slip}: what you count`;
  if (what === "drop") return told(await cash(title, "Confirm"), (given) => ({ slip, ...given }));
  if (what === "tray") return told(await counted(view, title, "Confirm"), ({ chips: all, coin_cents: cents }) => ({ slip, chips: all, cents }));
  return carried(view, title, slip);
}

// The chips of a fill or a credit, and who carried them: a third person, who has no screen.
async function carried({ terms }, title, slip) {
  const before = typed.get(title) ?? {};
  const fields = [...terms.chip_cents.map((value) => chipField(value, before[value])), { ...CARRIER, value: before.carried_by }];
  const answer = await asked(title, fields, "Confirm", ({ carried_by: _, ...numbers }) => inAll(numbers));
  if (!answer) return null;
  typed.set(title, answer);
  const { carried_by: name, ...numbers } = answer;
  return { slip, chips: chipsOf(numbers)?.chips ?? {}, carried_by: name };
}

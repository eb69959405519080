// The controllers of the meters that a table plays for: what each holds, and adjustments by two people. What may be adjusted,
// and on which grounds, the house says.

import { ask, newKey, posted, sessionOver } from "./api.js";
import { asked } from "./desk.js";
import { $, h, remade } from "./dom.js";
import { metersOf } from "./meter.js";
import { dollars, exact } from "./money.js";

const EVERY_MS = 3000;

// One for every meter, each in a section of its own.
export function controllers(desk, grounds) {
  let last = $("controller");
  last.hidden = !desk.view.meter;
  return metersOf(desk.view.meter).map(({ name }, at) => {
    if (at) {
      const next = h("section", { class: last.className, id: `controller-${at + 1}`, "aria-labelledby": `controller-${at + 1}-title` });
      last.after(next);
      last = next;
    }
    return new Controller(desk, grounds, name, last);
  });
}

class Controller {
  constructor(desk, grounds, meter, element) {
    Object.assign(this, { desk, grounds, meter, element });
    this.told = null;
    this.wins = [];
    this.#follow();
  }

  async #follow() {
    while (!this.desk.isOver) {
      if (!document.hidden) await this.#look();
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
  }

  async #look() {
    try {
      const told = await ask(`/meters/${this.meter}`);
      if (!told.settings) return sessionOver(); // a guest's view of it
      this.told = told;
      this.desk.draw();
    } catch {
      // it is shown as it was
    }
  }

  does(is, fields = {}) {
    const body = { key: newKey(), command: { is, ...fields } };
    return this.desk.act(async () => {
      await posted(`/meters/${this.meter}/commands`, body, this.desk.me.csrf);
      await this.#look();
    });
  }

  draw(desk) {
    if (!this.told) return;
    const { told } = this;
    const button = (act, text, press, props = {}) => h("button", { type: "button", "data-act": act, disabled: desk.still, onclick: press, ...props }, text);
    remade(this.element, [told, desk.still], () => [
      h("h2", { id: `${this.element.id}-title` }, `Meter ${told.name}`, h("small", { class: "quiet-text" }, ` ${told.status}`)),
      h(
        "dl",
        { class: "sums" },
        [
          ["Shown", exact(told.shown_micros)],
          ["Reserve", exact(told.reserve_micros)],
          ["To deposit", exact(Math.max(0, told.deposit_due_micros))],
          ["Seed", dollars(told.settings.seed_cents)],
        ].map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text))),
      ),
      told.unapproved.length > 0 && h("p", { class: "unapproved" }, h("b", {}, "Unapproved"), `: ${told.unapproved.join("; ")}.`),
      told.proposals.length > 0 && h("ol", { class: "proposals", "aria-label": "Proposals" }, told.proposals.map((each) => this.#proposal(each, button))),
      h(
        "div",
        { class: "buttons" },
        button("adjust", "Propose an adjustment", () => this.#propose()),
        told.status === "running"
          ? button("suspend", "Suspend", async () => {
              const noted = await asked(`Suspend meter ${told.name}: no COIN IN`, [{ name: "note", label: "Note", maxlength: 200 }], "Suspend");
              if (noted) this.does("Suspend", noted);
            })
          : button("resume", "Resume", () => this.does("Resume"), { class: "primary" }),
      ),
    ]);
  }

  #proposal({ proposal, by, adjustment, settings }, button) {
    const mine = by === this.desk.me.name;
    const what = adjustment ? `${adjustment.micros < 0 ? "−" : "+"}${exact(Math.abs(adjustment.micros))}: ${adjustment.reason}${adjustment.win ? ` (${adjustment.win})` : ""}. ${adjustment.note}` : `settings: seed ${dollars(settings.seed_cents)}, increment ${settings.increment}`;
    return h(
      "li",
      { "data-proposal": proposal },
      h("p", {}, h("b", {}, `${proposal}. ${what}`)),
      h("p", { class: "quiet-text" }, `Proposed by ${by}. ${mine ? "Another person approves it." : ""}`),
      h("div", { class: "buttons" }, !mine && button(`approve ${proposal}`, "Approve", () => this.does("Approve", { proposal }), { class: "primary" }), button(`withdraw ${proposal}`, "Withdraw", () => this.does("Withdraw", { proposal }))),
    );
  }

  async #propose() {
    const told = await this.#asked();
    if (told) await this.does("ProposeAdjustment", told);
  }

  // The form of an adjustment, or null.
  async #asked() {
    try {
      this.wins = (await ask(`/meters/${this.meter}/wins`)).wins;
    } catch {
      this.wins = [];
    }
    const dialog = $("sheet");
    const reason = h("select", { name: "reason" }, this.grounds.map(({ reason, down }) => h("option", { value: reason }, `${reason} (${down ? "−" : "+"})`)));
    const win = h("label", {}, "The win ", h("select", { name: "win" }, this.wins.map((each) => h("option", { value: each.win }, `${each.win}: ${each.line}, ${dollars(each.cents)}`))));
    const other = h("label", {}, "The other meter ", h("input", { name: "other", autocomplete: "off" }));
    const amount = h("input", { name: "amount", required: true, inputmode: "decimal", pattern: "\\$?[\\d,]+(\\.\\d{1,6})?", autocomplete: "off" });
    const note = h("input", { name: "note", required: true, maxlength: 200, autocomplete: "off" });
    const ground = () => this.grounds.find((each) => each.reason === reason.value);
    const show = () => ((win.hidden = ground().names !== "win"), (other.hidden = ground().names !== "other"));
    reason.onchange = show;
    show();
    dialog.replaceChildren(
      h("h2", { id: "sheet-title" }, "Propose an adjustment"),
      h(
        "form",
        { method: "dialog", class: "form" },
        h("label", {}, "Ground ", reason),
        win,
        other,
        h("label", {}, "Dollars ", amount),
        h("label", {}, "Note ", note),
        h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => dialog.close() }, "Go back"), h("button", { value: "yes", class: "primary" }, "Propose")),
      ),
    );
    dialog.returnValue = "";
    dialog.showModal();
    await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
    if (dialog.returnValue !== "yes") return null;
    const { down, names } = ground();
    const micros = microsOf(amount.value.trim());
    return {
      micros: down ? -micros : micros,
      reason: reason.value,
      note: note.value.trim(),
      ...(names === "win" && { win: win.querySelector("select").value }),
      ...(names === "other" && { other: other.querySelector("input").value.trim() }),
    };
  }
}

// "500.04" → 500040000, exactly.
function microsOf(text) {
  const [whole, rest = ""] = text.replace(/[$,]/g, "").split(".");
  return Number(whole) * 1_000_000 + Number(rest.padEnd(6, "0"));
}

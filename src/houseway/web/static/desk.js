// What every screen of the staff has: the stream it follows, the meter, the next step in the dock, and one line for what
// the house refuses. A screen adds its own parts, each drawn from the view.

import { AlertBar } from "./alert-bar.js";
import { Person, Refused, sessionOver } from "./api.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { $, h, remade, say, told } from "./dom.js";
import { showMeters } from "./meter.js";
import { moves, movesInWords } from "./moves.js";
import { answersOf, labelOf, saysOf } from "./steps.js";
import { Stream } from "./stream.js";
import "./staff.js";

const FIRST_CHOICE = ".primary:not(:disabled)";

// Open the screen of a role: the table, with `next` the seat that is looked at, and the screen's own parts. Of a closed
// table it says so, with what `closed` offers beside it, and waits until it is open.
export function openDesk(role, { next, parts, closed = () => [] }) {
  const given = told();
  if (!given.layout) {
    $("dock").append(h("p", { class: "message" }, "This table is closed."), ...closed(given));
    new Stream(given.table, null, { view: ({ view }) => view.stage !== "closed" && location.reload() }).run();
    return;
  }
  const desk = new Desk(given, role);
  const own = parts(desk, given);
  const board = new Board(given.layout, $("board"), own.find((part) => part.at));
  const table = {
    draw: ({ view }) => board.draw({ round: view.current, seats: view.seats, stage: view.stage, next: next(view) ?? null, choosing: view.waits_for.to === "choose" ? view.waits_for.seats : [] }),
  };
  desk.begin(table, ...own);
}

class Desk {
  // role: whose steps are its own; parts: [{ draw(desk) }]
  constructor({ table, layout, me, seen, now }, role) {
    Object.assign(this, { table, layout, me, role });
    this.view = seen.view;
    this.person = new Person(table, me);
    this.clock = new Clock(now);
    this.parts = [];
    this.notice = "";
    this.isBusy = this.isLost = false;
    this.bar = new AlertBar({ me, table });
    this.stream = new Stream(table, seen.seq, {
      view: (next) => this.heard(next),
      alerts: (alerted) => this.bar.draw(alerted),
      token: sessionOver,
      state: (state) => this.connection(state),
    });
    addEventListener("session-over", () => {
      this.isOver = true;
      this.stream.stop();
    });
  }

  begin(...parts) {
    this.parts = parts;
    $("who").textContent = this.me.name;
    document.body.dataset.felt = this.layout.felt;
    if (this.view.meter) showMeters(this.view.meter, $("meter"));
    addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault()); // a tired hand
    this.draw();
    if (!document.activeElement || document.activeElement === document.body) this.focus(); // else a part has taken it
    this.stream.run();
  }

  get step() {
    const { by, command } = this.view.next;
    return by === this.role && this.me.role === this.role ? command : null;
  }

  offers(command) {
    return this.view.next.offered.includes(command);
  }

  // Nothing can be pressed while the house cannot hear it.
  get still() {
    return this.isBusy || this.isLost;
  }

  heard({ view }) {
    if (this.isOver) return; // what follows is a guest's
    if (view.stage === "closed" || view.game !== this.layout.game || view.terms.dealer !== this.view.terms.dealer) return location.reload();
    this.view = view;
    this.notice = "";
    this.draw();
  }

  connection(state) {
    this.isLost = state === "lost";
    $("lost").hidden = !this.isLost;
    $("lost").textContent = this.isLost ? "Connection lost. The house’s book has everything; coming back…" : "";
    document.body.classList.toggle("is-lost", this.isLost);
    this.bar.connected(!this.isLost);
    this.draw();
  }

  // One thing at a time; what the house refuses is said. True if it was done.
  async act(what) {
    if (this.still) return false;
    const here = document.activeElement;
    const focused = here?.closest("#dock") ? "dock" : here?.dataset?.act;
    this.isBusy = true;
    this.draw();
    this.notice = "";
    try {
      await what();
    } catch (error) {
      this.notice = error instanceof Refused ? error.message : "The house could not be reached, and nothing is lost. Try again.";
    }
    this.isBusy = false;
    this.draw();
    this.#restore(focused);
    return !this.notice;
  }

  does(command, fields = {}) {
    return this.act(() => this.person.does(command, fields));
  }

  // ---- the dock

  draw() {
    if (this.isOver) return;
    for (const part of this.parts) part.draw(this);
    const { step, notice, still } = this;
    const ready = step && (this.parts.find((part) => part.prepares?.(step)) ?? null);
    const fields = ready?.fields(step);
    const beside = this.parts.map((part) => part.beside?.(this)).filter(Boolean);
    const key = [step, notice, still, saysOf(this.view, this.role, this.layout), ready ? fields : 0, this.view.next.moves, beside.map((each) => each.key)];
    const was = document.activeElement?.closest("#dock");
    const made = remade($("dock"), key, () => [
      h(
        "div",
        { class: "said" },
        h("p", { class: "message" }, saysOf(this.view, this.role, this.layout)),
        moves(this.view.next.moves),
        h("p", { class: "refusal", role: "alert" }, notice),
      ),
      beside.map((each) => each.build()),
      step &&
        answersOf(step, this.view).map(([label, answer]) =>
          h(
            "button",
            { type: "button", class: "primary next", "data-act": answer.is_over ? `${step.is} over` : step.is, disabled: still || (ready && !fields), onclick: () => this.press({ ...step, ...answer }, ready) },
            label,
          ),
        ),
    ]);
    if (made && was) this.focus();
    if (made && !still) say(step ? `Next: ${labelOf(step, this.view.next)}${movesInWords(this.view.next.moves)}` : saysOf(this.view, this.role, this.layout));
  }

  async press(step, ready) {
    const taken = this.parts.find((part) => part.takes?.(step));
    if (taken) return void (await taken.take(step));
    const { is, ...fields } = step;
    const sent = { ...fields, ...ready?.fields(step) };
    const on = this.view;
    if (await this.does(is, sent)) ready?.sent?.(step, sent, on);
  }

  // The keyboard is left where the next step is.
  focus() {
    ($("dock").querySelector(FIRST_CHOICE) ?? $("dock")).focus({ preventScroll: true });
  }

  #restore(focused) {
    if (!focused || (document.activeElement && document.activeElement !== document.body)) return;
    const same = focused !== "dock" && document.querySelector(`[data-act="${focused}"]:not(:disabled)`);
    if (same) same.focus({ preventScroll: true });
    else this.focus();
  }
}

// A button that gives a command, offered while its role may give it at this stage.
export function order(desk, command, text, { fields = () => ({}), off, act, ...props } = {}) {
  const press = async () => {
    const more = await fields();
    if (more) await desk.does(command, more);
  };
  return h("button", { type: "button", "data-act": act ?? command, disabled: desk.still || !desk.offers(command) || off, onclick: press, ...props }, text);
}

// A question in a dialog: the fields' values, or null. fields: [{ name, label, ...input attributes }]; `sum` says of their
// values, as one types, what they come to.
export async function asked(title, fields, yes, sum = null) {
  const dialog = $("sheet");
  const values = () => Object.fromEntries(fields.map(({ name }) => [name, dialog.querySelector(`[name="${name}"]`).value.trim()]));
  const comesTo = sum && h("output", { class: "sum" });
  dialog.replaceChildren(
    h("h2", { id: "sheet-title" }, title),
    h(
      "form",
      { method: "dialog", class: "form", oninput: () => sum && comesTo.replaceChildren(sum(values())) },
      fields.map(({ label, ...props }) => h("label", {}, label, " ", h("input", { required: true, autocomplete: "off", onfocus: (event) => event.target.select(), ...props }))),
      comesTo,
      h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => dialog.close() }, "Go back"), h("button", { value: "yes", class: "primary" }, yes)),
    ),
  );
  if (sum) comesTo.append(sum(values()));
  dialog.returnValue = "";
  dialog.showModal();
  dialog.querySelector("input, .primary").focus();
  await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  return dialog.returnValue === "yes" ? values() : null;
}

// A past round, step by step, from the records of the book. Only rounds that are over: every card of them is up.

import { ask } from "./api.js";
import { Board } from "./board.js";
import { timeOf } from "./clock.js";
import { $, h, remade, say } from "./dom.js";

export class Replay {
  constructor(desk) {
    this.desk = desk;
    this.steps = [];
    this.at = 0;
    this.notice = "";
    this.number = h("input", { name: "round", type: "number", min: 1, required: true, id: "replayed", value: desk.view.previous?.round ?? "" });
    this.felt = h("section", { class: "cloth past", hidden: true, "aria-label": "The round as it lay" });
    this.board = new Board(desk.layout, this.felt);
    this.told = h("p", { class: "step", role: "status" });
    this.list = h("ol", { class: "step-list", "aria-label": "Steps" });
    this.back = h("button", { type: "button", "data-act": "step back", onclick: () => this.go(this.at - 1) }, "‹ Step back");
    this.on = h("button", { type: "button", "data-act": "step on", onclick: () => this.go(this.at + 1) }, "Step on ›");
    this.walk = h("div", { class: "walk", hidden: true }, h("div", { class: "buttons" }, this.back, this.on), this.told, this.felt, this.list);
    this.refused = h("p", { class: "refusal", role: "alert" });
    $("replay").append(
      h("h2", { id: "replay-title" }, "Past rounds"),
      h("form", { class: "find", onsubmit: (event) => (event.preventDefault(), this.find()) }, h("label", { for: "replayed" }, "Round"), this.number, h("button", { "data-act": "replay" }, "Replay")),
      this.refused,
      this.walk,
    );
  }

  draw({ view }) {
    if (!this.number.value && view.previous) this.number.value = view.previous.round;
  }

  async find() {
    try {
      const { steps } = await ask(`/tables/${this.desk.table}/rounds/${Number(this.number.value)}/steps`);
      this.steps = steps;
      this.refused.textContent = "";
      this.walk.hidden = this.felt.hidden = false;
      this.list.replaceChildren(...steps.map((step, at) => h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.go(at) }, h("time", {}, timeOf(step.at)), " ", step.says.join("; ")))));
      this.go(0);
      this.on.focus();
    } catch (error) {
      this.refused.textContent = error.message;
      this.walk.hidden = true;
    }
  }

  go(at) {
    if (at < 0 || at >= this.steps.length) return;
    this.at = at;
    const { round, seats, says, by, seq } = this.steps[at];
    this.back.disabled = at === 0;
    this.on.disabled = at === this.steps.length - 1;
    if (document.activeElement === document.body) (this.on.disabled ? this.back : this.on).focus();
    remade(this.told, [seq], () => [h("b", {}, `Step ${at + 1} of ${this.steps.length}: `), `${says.join("; ")} `, h("small", {}, `by ${by}, record ${seq}`)]);
    [...this.list.children].forEach((each, nth) => (nth === at ? each.setAttribute("aria-current", "step") : each.removeAttribute("aria-current")));
    this.board.draw({ round, seats, stage: "past" });
    say(says.join("; "));
  }
}

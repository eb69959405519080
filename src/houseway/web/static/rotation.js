// The rotation number, for the camera: with table, round and clock beside it.

import { $, h, remade } from "./dom.js";
import { placeName } from "./places.js";

export class Rotation {
  constructor(desk) {
    this.clock = desk.clock;
    this.time = h("time", { class: "now" });
    setInterval(() => this.#tick(), 500);
  }

  draw({ view, layout, table }) {
    const { current } = view;
    const first = current.dealt[0] ?? view.next.deal[0];
    remade($("rotation"), [current.round, current.number, current.dice, first ?? -1], () => [
      h("b", { class: current.number ? "number" : "number idle" }, layout.numbered ? String(current.number ?? "–") : "♠"),
      h(
        "div",
        { class: "beside" },
        h("p", {}, `Table ${table}`),
        h("p", {}, `Round ${current.round}`),
        h("p", {}, this.time),
        h("p", { class: "first" }, current.dice.length ? `dice ${current.dice.join(" ")}${current.number_how === "by hand" ? " thrown by hand, not covered by the seal" : ""}, ` : "", first === undefined ? "no number yet" : `first to ${placeName(first)}`),
      ),
    ]);
    this.#tick();
  }

  #tick() {
    this.time.textContent = new Date(Date.now() + this.clock.ahead).toLocaleTimeString("en-GB");
  }
}

// What happens at the table, line by line, newest first, in the words of the book. The stream says that there is more.

import { ask } from "./api.js";
import { timeOf } from "./clock.js";
import { $, h } from "./dom.js";

const MOST = 100;
const AGAIN_MS = 2000;

export class Log {
  constructor(desk) {
    this.table = desk.table;
    this.seq = 0;
    this.wanted = this.isAsking = false;
    this.list = h("ol");
    $("log").append(h("h2", { id: "log-title" }, "What happens"), h("div", { class: "log-list", tabindex: 0, role: "log", "aria-live": "off", "aria-labelledby": "log-title" }, this.list));
    desk.stream.on.record = ({ seq }) => seq > this.seq && this.read();
    this.read();
  }

  draw() {} // its lines are the book's, not the view's

  // One question at a time; whatever was written meanwhile is asked for after it.
  async read() {
    this.wanted = true;
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.wanted) {
      this.wanted = false;
      try {
        const { log } = await ask(`/tables/${this.table}/log?after=${this.seq}`);
        for (const line of log) this.#add(line);
      } catch {
        setTimeout(() => this.read(), AGAIN_MS); // the house is away for a moment
      }
    }
    this.isAsking = false;
  }

  #add({ seq, at, by, says }) {
    this.seq = seq;
    this.list.prepend(h("li", { "data-seq": seq }, h("time", {}, timeOf(at)), h("span", {}, says.join("; ")), h("small", {}, `${by}, record ${seq}`)));
    while (this.list.children.length > MOST) this.list.lastElementChild.remove();
  }
}

// A progressive meter on a display. What is shown is what the book says, to the cent and at once, never less; the
// digits that changed roll in.

import { ask } from "./api.js";
import { h } from "./dom.js";
import { exact } from "./money.js";
import { isCalm } from "./settings.js";

const EVERY_MS = 1500;
const ROLL = { duration: 450, easing: "cubic-bezier(.2,.8,.3,1)" };

export class Meters {
  constructor() {
    this.displays = []; // {name, element, digits, together, unapproved}
  }

  // `element` is hidden until the meter is known; its `.digits` show the amount. `together` holds all meters of a table,
  // and is marked once for them.
  show(name, element, together = element) {
    this.displays.push({ name, element, digits: element.querySelector(".digits"), together, unapproved: [] });
  }

  async run() {
    while (this.displays.length) {
      try {
        if (!document.hidden) await Promise.all(this.#names().map((name) => this.#look(name)));
      } catch (error) {
        if (error.status === 404) return; // this house shows no meters
      }
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
  }

  #names() {
    return [...new Set(this.displays.map((display) => display.name))];
  }

  async #look(name) {
    const told = await ask(`/meters/${encodeURIComponent(name)}`);
    for (const display of this.displays.filter((each) => each.name === name)) {
      display.element.hidden = false;
      roll(display.digits, exact(told.shown_micros));
      display.unapproved = told.unapproved;
      const beside = this.displays.filter(({ together }) => together === display.together);
      mark(display.together, [...new Set(beside.flatMap(({ unapproved }) => unapproved))]);
    }
  }
}

// The meters that a table plays for, in the place of one: where there are several, each by what the paytable calls it.
export function showMeters(plays, element) {
  const meters = new Meters();
  const parts = plays.meters.map(({ called }) => h("span", { class: "one-meter", hidden: true }, h("span", {}, called), " ", h("b", { class: "digits" })));
  plays.meters.forEach(({ name }, at) => meters.show(name, parts[at], element));
  if (parts.length) {
    element.replaceChildren(...parts);
    element.classList.add("several");
    element.hidden = false;
  } else meters.show(plays.name, element);
  meters.run();
}

// Every meter of a table: its name, and what the paytable calls it, if there are several.
export function metersOf(plays) {
  if (!plays) return [];
  return plays.meters.length ? plays.meters : [{ called: "", name: plays.name }];
}

// A meter whose terms are not the letter's says so wherever it is shown, and what differs; but not beside a game of which
// it is said already.
function mark(element, unapproved) {
  if (element.closest("[data-unapproved]")) return;
  const says = unapproved.join("; ");
  const shown = element.querySelector(".unapproved");
  if ((shown?.title ?? "") === says) return;
  shown?.remove();
  if (says) element.append(" ", h("small", { class: "unapproved", title: says }, "unapproved", h("span", { class: "sr" }, `: ${says}`)));
}

// A number whose digits roll in where they changed. It is one text, which a screen reader says as one amount: cut into
// digits it is only while they roll, and hidden from him then.
export function roll(element, text) {
  const before = element.textContent;
  if (before === text) return;
  element.textContent = text;
  if (!before || isCalm()) return;
  const digits = [...text].map((digit) => h("span", {}, digit));
  const rolling = h("span", { "aria-hidden": "true" }, digits);
  element.replaceChildren(rolling);
  const rolled = digits.map((digit, at) => {
    if (digit.textContent === before[before.length - text.length + at]) return null;
    return digit.animate([{ transform: "translateY(70%)", opacity: 0 }, {}], ROLL).finished;
  });
  Promise.allSettled(rolled).then(() => rolling.isConnected && (element.textContent = text));
}

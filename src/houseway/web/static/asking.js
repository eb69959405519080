// A question that takes its time: worked on beside the service, with its progress, until it is answered or withdrawn.

import { Refused, ask, pause, posted } from "./api.js";
import { h, say } from "./dom.js";

const LOOK_MS = 250;
const LONGEST_LOOK_MS = 1000;

export class Withdrawn extends Error {}

export class Question {
  #ticket = null;
  #withdrawn = false;
  #asked;

  constructor(asked = "/design/questions") {
    this.#asked = asked;
  }

  // `told({state, done, of, seconds})` hears how far it is. The answer; throws `Withdrawn`, or an `Error` that says why not.
  async answer(body, told = () => {}) {
    this.#ticket = (await posted(this.#asked, body)).ticket;
    for (let wait = LOOK_MS; ; wait = Math.min(wait * 1.3, LONGEST_LOOK_MS)) {
      if (this.#withdrawn) this.#leave();
      const found = await this.#look();
      if (this.#withdrawn) throw new Withdrawn();
      if (found?.answer) return found.answer;
      if (found?.fault) throw new Error(found.fault);
      if (found) told(found);
      await pause(wait);
    }
  }

  withdraw() {
    this.#withdrawn = true;
    this.#leave();
  }

  #leave() {
    if (this.#ticket) posted(`/design/questions/${this.#ticket}/withdraw`, {}).catch(() => {});
    this.#ticket = null;
  }

  async #look() {
    if (!this.#ticket) throw new Withdrawn();
    try {
      return await ask(`/design/questions/${this.#ticket}`);
    } catch (error) {
      if (!(error instanceof Refused) || error.status === 503 || error.status === 429) return null; // out of reach for a moment
      throw error;
    }
  }
}

// The place on a page where one question at a time is asked: its progress, a button that gives it up, and what came of it.
export class AskedHere {
  constructor(what, asked) {
    this.asked = asked;
    this.bar = h("progress", { "aria-label": what });
    this.text = h("span", {});
    this.cancel = h("button", { type: "button", class: "quiet", onclick: () => this.question?.withdraw() }, "Cancel");
    this.status = h("p", { class: "asking", hidden: true }, this.bar, this.text, this.cancel);
    this.element = h("div", { class: "asked" }, this.status);
    this.what = what;
  }

  // `show(answer)` makes what is then shown.
  async ask(body, show) {
    this.question?.withdraw();
    const question = (this.question = new Question(this.asked));
    this.#say("waiting for its turn", 0, 0);
    say(`${this.what}…`); // the seconds are seen, and not said
    try {
      const answer = await question.answer(body, ({ state, done, of, seconds }) => this.#say(state === "waiting" ? "waiting for its turn" : progressOf(done, of, seconds), done, of));
      if (this.question === question) this.#shows(show(answer)), say(`${this.what}: done.`);
    } catch (error) {
      if (this.question === question) this.#shows(h("p", { class: "fault", role: "alert" }, error instanceof Withdrawn ? `${this.what}: given up.` : error.message));
    }
    if (this.question === question) this.question = null;
  }

  #say(text, done, of) {
    this.status.hidden = false;
    this.text.textContent = `${this.what}: ${text}`;
    if (of) Object.assign(this.bar, { max: of, value: done });
    else this.bar.removeAttribute("value");
  }

  #shows(element) {
    this.status.hidden = true;
    this.element.replaceChildren(this.status, ...[element].flat().filter(Boolean));
  }
}

function progressOf(done, of, seconds) {
  const time = `${Math.floor(seconds)} s`;
  if (of) return `${Math.floor((100 * done) / of)} %, ${time}`;
  return done ? `${done} solved, ${time}` : time;
}

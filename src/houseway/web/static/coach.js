// The coach: off until he is switched on, and silent until a round is over. Then he says of every choice what it was
// worth, what the best one is worth, and what the difference costs. He has all of it from the house.

import { Refused, ask, pause } from "./api.js";
import { inText } from "./cards.js";
import { $, h, say } from "./dom.js";
import { listed } from "./language.js";
import { counted, signedCounted } from "./money.js";
import { refused } from "./refusal.js";

const NOTHING = "The coach has nothing to say of this hand.";
const NO_CHOICE = "You had no choice in this hand: there is nothing to judge.";
const NOT_THERE = ["being-installed", "not-installed"];
const AGAIN_MS = 1000;

export class Coach {
  // changed(): there is something else to show
  constructor(table, layout, memory, changed) {
    Object.assign(this, { table, layout, memory, changed });
    this.asked = 0; // for which round
    this.advice = null; // {round, …}, or {round, fault}
    this.waits = ""; // why he cannot count yet
    $("coach").onclick = ({ detail, currentTarget }) => {
      if (detail) currentTarget.blur(); // by a pointer: the space bar deals after it
      this.#switch();
    };
  }

  // Where nobody chooses anything there is nothing to coach.
  get isOn() {
    return this.layout.chooses && this.memory.coach;
  }

  // Shows the switch to whoever sits here, and asks for the round that has just been played.
  draw(isSeated, round) {
    $("coach").hidden = !isSeated || !this.layout.chooses;
    $("coach").setAttribute("aria-checked", String(this.isOn));
    if (isSeated && this.isOn) this.#prepare();
    if (this.isOn && round && this.asked !== round) this.#ask(round);
  }

  // What he says of a round: `null` if nothing, nothing yet, or nobody wants to know.
  says(round) {
    if (!this.isOn || !round) return null;
    if (this.advice?.round !== round) return { text: this.waits || "The coach is counting…" };
    return this.advice.fault ? { text: this.advice.fault } : this.advice;
  }

  #switch() {
    this.memory.coach = !this.isOn;
    this.changed();
  }

  // Seconds before he is needed: the first hand of a game may take him some.
  #prepare() {
    if (!this.isPrepared) ask(`/tables/${this.table}/coach`).catch(() => {});
    this.isPrepared = true;
  }

  async #ask(round) {
    this.asked = round;
    const advice = await this.#answer(round);
    if (!advice || this.asked !== round) return;
    this.advice = advice;
    this.changed();
    if (this.isOn) say(spokenAdvice(this.says(round), this.layout));
  }

  // He may still be counting, or the house be out of reach. Null when nobody wants to know any more.
  async #answer(round) {
    while (this.asked === round && this.isOn) {
      try {
        const advice = await ask(`/tables/${this.table}/rounds/${round}/coach`);
        this.waits = "";
        return advice;
      } catch (error) {
        this.#tell(error);
        if (error instanceof Refused && error.status !== 503 && error.status !== 429) return { round, fault: error.code === "no-hand" ? NO_CHOICE : NOTHING };
      }
      await pause(AGAIN_MS);
    }
    if (this.asked === round) this.asked = 0; // switched off: he may be asked again
    return null;
  }

  // On a new installation he may not be there yet.
  async #tell(error) {
    const waits = NOT_THERE.includes(error.code) ? await refused(error) : "";
    if (waits === this.waits) return;
    this.waits = waits;
    this.changed();
  }
}

// ---- in the dock

export function adviceBoard(advice, layout) {
  if (advice.text) return h("p", { class: "message" }, advice.text);
  const [first, ...others] = advice.choices;
  return h(
    "div",
    { class: "coach", role: "group", "aria-label": "Coach" },
    h(
      "table",
      { class: others.length > 0 && "several" },
      h("caption", {}, `On average, per $100 on ${stakes(advice)}`),
      others.length ? [head(), advice.choices.map(choiceRow)] : [row("You", first.chosen), !first.is_best && row("Best", first.best)],
    ),
    h("p", { class: advice.is_best ? "verdict good" : "verdict" }, verdict(advice, layout)),
  );
}

const head = () => h("tr", {}, ["You", "Best"].map((who) => h("th", { scope: "colgroup", colspan: 2 }, who)));

// Of several choices one: what was said, and what would have been better.
function choiceRow({ hand, chosen, best, is_best: isBest }) {
  return h(
    "tr",
    {},
    h("td", { class: "you" }, ofHand(hand), choiceOf(chosen)),
    amount(chosen),
    isBest ? h("td", { class: "best good", colspan: 2 }, "the same") : [h("td", { class: "best" }, choiceOf(best)), amount(best)],
  );
}

function row(who, worth) {
  const names = worth.hands.map(({ name }) => name).join(", ");
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, who),
    h("td", { title: worth.word ? null : names }, choiceOf(worth)),
    amount(worth),
  );
}

const amount = ({ expectation, per_100: per100 }) => h("td", { class: "amount", title: `exactly ${expectation} of the bet`, "data-exact": expectation }, signedCounted(per100));

function choiceOf({ word, choice, hands, standing }) {
  const shown = word ? choice : hands.map(({ cards }, at) => [at ? " | " : "", inText(cards.split(" "))]);
  return [shown, standing === "foul" ? ", a foul" : ""];
}

// Of a seat that split.
const ofHand = (hand) => (hand ? `Hand ${hand}: ` : "");

const stakes = (advice) => listed(Object.keys(advice.stakes_cents));

function verdict(advice, layout) {
  const set = layout.hands.length ? "set" : "played";
  if (advice.is_best) return `You ${set} it as well as it can be ${set}.`;
  const cost = Number(advice.costs_per_100) ? counted(advice.costs_per_100) : "less than a cent";
  return `The difference costs you ${cost} per $100${advice.choices.length > 1 ? " in all" : ""}.`;
}

const spokenChoice = ({ word, choice, hands }) => (word ? choice : hands.map(({ hand, name }) => `${hand} ${name}`).join(", "));

function spokenAdvice(advice, layout) {
  if (advice.text) return advice.text;
  const choices = advice.choices.map(({ hand, chosen, best, is_best: isBest }) => {
    const mine = `${ofHand(hand)}you, ${spokenChoice(chosen)}, ${signedCounted(chosen.per_100)}.`;
    return isBest ? mine : [mine, `Best, ${spokenChoice(best)}, ${signedCounted(best.per_100)}.`];
  });
  return [`Coach: on average, per $100 on ${stakes(advice)}:`, ...choices.flat(), verdict(advice, layout)]; // each is a text of the catalogue
}

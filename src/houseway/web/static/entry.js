// Physical cards, entered by the dealer as they lie face up or are turned over: a button for each of the pack, or typed, as
// "As Kd". A card that lies open, that this page has entered, or that left a shoe in a round before is counted; the house
// checks it against all that was entered.

import { card, cardButton, nameOf, slot } from "./cards.js";
import { $, h, remade, say } from "./dom.js";
import { placeName } from "./places.js";

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
const CARD = /^(?:([2-9tjqka]|10)([cdhs])|jk)$/i;
const BEGUN = /^(?:[2-9tjqka]|10?)$/i; // of a card, as it is typed

export class Entry {
  constructor(desk) {
    this.desk = desk;
    this.joker = desk.layout.joker;
    this.decks = desk.view.terms.decks;
    this.chosen = [];
    this.misread = ""; // what is wrong with what was typed: it is not sent
    this.lying = []; // entered by this page, in this round
    this.ahead = null; // the view on which a packet was sent, until the next one comes: what is typed then is the next packet's
    this.place = null;
  }

  // The step is prepared here: what is to be sent with it, or null.
  prepares(step) {
    return step.is === "EnterPacket" || (step.is === "BeginShoe" && this.desk.view.next.packet > 0);
  }

  fields() {
    if (this.ahead || this.misread || this.chosen.length !== this.desk.view.next.packet) return null;
    return { [this.desk.step.is === "BeginShoe" ? "burn" : "cards"]: this.chosen.join(" ") };
  }

  // The view of it may have come before the answer, and the next packet be half typed by now; or it comes after it.
  sent(step, { cards = "" }, on) {
    this.lying.push(...cards.split(" ").filter(Boolean));
    this.ahead = this.desk.view === on ? on : null;
    if (this.place === placeOf(step)) this.#forget();
    this.desk.draw();
    this.#focus();
  }

  draw(desk) {
    const { view, step } = desk;
    const isEntering = Boolean(step) && this.prepares(step);
    if (!isEntering) [this.chosen, this.ahead] = [[], null];
    if (this.round !== view.round) this.lying = [];
    this.round = view.round;
    $("entry").hidden = !isEntering;
    $("board").hidden = isEntering;
    if (!isEntering) {
      remade($("entry"), ["none"], () => []);
      return;
    }
    const wasAhead = this.ahead && this.ahead !== view;
    if (wasAhead) this.ahead = null;
    else if (this.place !== placeOf(step)) this.#forget();
    this.place = placeOf(step);
    if (remade($("entry"), ["entering", view.round], () => this.#parts())) this.#focus();
    if (wasAhead) this.#read();
    if (this.isWanted && !desk.still && this.fields()) {
      this.isWanted = false;
      queueMicrotask(() => this.#enter());
    }
    const free = Array.from({ length: view.next.packet - this.chosen.length }, slot);
    $("entering").textContent = this.ahead ? `${titleOf(step, view.next)} is entered` : `${titleOf(step, view.next)}: ${this.chosen.length} of ${view.next.packet} ${view.next.packet === 1 ? "card" : "cards"}`;
    remade($("chosen"), [this.chosen, free.length], () => [this.chosen.map((each) => card(each)), free]);
    remade($("misread"), [this.misread], () => [this.misread]);
    for (const button of $("pack").querySelectorAll("button")) {
      const isChosen = this.chosen.includes(button.dataset.card);
      button.setAttribute("aria-pressed", String(isChosen));
      button.disabled = desk.still || (!(isChosen && this.decks === 1) && (!free.length || !this.#left(button.dataset.card)));
    }
  }

  #parts() {
    const pack = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
    const button = (text) => cardButton(text, { "aria-label": nameOf(text), "aria-pressed": "false", onclick: () => this.#toggle(text) });
    return [
      h("h2", { id: "entering" }),
      h("div", { class: "cards", id: "chosen", "aria-live": "polite" }),
      h(
        "form",
        { class: "typed", onsubmit: (event) => (event.preventDefault(), this.#enter()) },
        h("label", { for: "typed" }, "Type the cards, or tap them"),
        h("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "As Kd 10h Jk", oninput: () => this.#typed() }),
        h("button", { type: "button", onclick: () => this.#clear() }, "Clear"),
      ),
      h("p", { id: "misread", class: "refusal", role: "alert" }),
      h("div", { class: "pack", id: "pack", role: "group", "aria-label": "The pack" }, pack.map(button), this.joker && button("Jk")),
    ];
  }

  #toggle(text) {
    if (this.decks === 1 && this.chosen.includes(text)) this.chosen = this.chosen.filter((each) => each !== text);
    else if (this.chosen.length < this.desk.view.next.packet && this.#left(text)) this.chosen = [...this.chosen, text];
    $("typed").value = this.chosen.join(" ");
    this.misread = "";
    this.desk.draw();
  }

  // Every word has to be a card of the pack that does not lie yet, and no more of them than are asked for: what is left out
  // silently would be entered as something else. The last word may still be typed.
  #typed() {
    this.#read();
    this.desk.draw();
  }

  #read() {
    const text = $("typed").value;
    const words = text.split(/[\s,]+/).filter(Boolean);
    const unfinished = /[\s,]$/.test(text) || !BEGUN.test(words.at(-1) ?? "") ? "" : words.pop();
    this.chosen = [];
    const wrong = [];
    for (const word of words) {
      const found = cardOf(word);
      if (!found) wrong.push(`“${word}” is no card.`);
      else if (!this.#left(found)) wrong.push(this.chosen.includes(found) ? `${nameOf(found)} is typed twice.` : `${nameOf(found)} lies there already.`);
      else this.chosen.push(found);
    }
    const { packet } = this.desk.view.next;
    const typed = words.length + Number(Boolean(unfinished));
    if (typed > packet) wrong.push(`${typed} cards are typed, and ${packet} ${packet === 1 ? "is" : "are"} asked for.`);
    this.misread = wrong.join(" ");
    this.chosen.splice(packet);
  }

  // How many of a card can still be entered, as far as this page knows.
  #left(text) {
    const all = text === "Jk" ? Number(this.joker) : this.decks;
    const { burn = "", seen = "" } = this.desk.view.current.hand_shoe ?? {};
    return all - [burn, ...seen.split(" "), ...this.lying, ...this.chosen].filter((each) => each === text).length;
  }

  // A packet that is entered while the house still hears the one before follows it.
  #enter() {
    if (this.ahead || (this.fields() && this.desk.still)) this.isWanted = true;
    else if (this.fields()) this.desk.press(this.desk.step, this);
    else say(this.misread || `${this.chosen.length} of ${this.desk.view.next.packet} cards`);
  }

  #clear() {
    this.#forget();
    this.desk.draw();
    this.#focus();
  }

  #forget() {
    this.isWanted = false;
    this.chosen = [];
    this.misread = "";
    if ($("typed")) $("typed").value = "";
  }

  #focus() {
    if (matchMedia("(hover: hover)").matches) $("typed")?.focus({ preventScroll: true }); // no keyboard pops up on a tablet
  }
}

// The burnt card of a shoe comes to no place.
const placeOf = ({ is, place }) => (is === "BeginShoe" ? "burn" : place);

function titleOf(step, { hand }) {
  if (step.is === "BeginShoe") return "The first card, which is burnt";
  const name = placeName(step.place);
  return `${name[0].toUpperCase()}${name.slice(1)}${hand ? `, hand ${hand}` : ""}`;
}

function cardOf(word) {
  const found = CARD.exec(word);
  if (!found) return null;
  if (!found[1]) return "Jk";
  return `${found[1] === "10" ? "T" : found[1].toUpperCase()}${found[2].toLowerCase()}`;
}

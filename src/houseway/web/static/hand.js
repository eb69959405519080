// Setting a hand: cards go from the tray into the places of the felt, by tapping, dragging or keys. What the hands are
// called and what the rules say of them comes from the house, for every setting there is.

import { byRank, cardButton, nameOf, slot } from "./cards.js";
import { focusOn, h, say } from "./dom.js";
import { said } from "./language.js";
import { isCalm } from "./settings.js";

const DRAG_PX = 6;
const MOVE = { duration: 160, easing: "ease-out" };

// What the rules say of a setting.
export function saysOfSetting({ standing, why }) {
  if (standing === "legal") return "In order. Set it when you are ready.";
  return standing === "foul" ? `This hand fouls: ${why}.` : `It cannot be set so: ${why}.`;
}

export class Hand {
  // hands: [{name, size}]; cards: the packet; choices: what the house says of each setting; changed(); set: what was put down before
  constructor(hands, cards, choices, changed, set = []) {
    this.hands = hands;
    this.cards = cards;
    this.changed = () => {};
    this.filled = ""; // what went where by itself
    this.choices = new Map(choices.map((choice) => [choice.layout, choice]));
    this.names = new Map(choices.flatMap((choice) => choice.layout.split("|").map((places, at) => [`${at} ${places}`, choice.names[at]])));
    this.order = cards.map((_, at) => at + 1).sort((a, b) => byRank(cards[a - 1], cards[b - 1]) || a - b);
    this.set = hands.map((_, at) => set[at] ?? []); // places in the packet, hand by hand
    this.#build();
    this.#draw();
    this.changed = changed; // from now on
  }

  get choice() {
    return this.choices.get(this.set.map((places) => [...places].sort().join("")).join("|")) ?? null;
  }

  // Into the hand given, or the first that has room. With one hand left, the last cards go there by themselves.
  put(place, into = this.set.findIndex((places, at) => places.length < this.hands[at].size)) {
    if (into < 0 || this.set[into].length >= this.hands[into].size) return;
    this.#take(place);
    this.set[into].push(place);
    const open = this.set.flatMap((places, at) => (places.length < this.hands[at].size ? [at] : []));
    if (open.length === 1 && this.set.some((places, at) => at !== open[0] && places.length)) {
      this.set[open[0]].push(...this.#inTray());
      this.filled = `The last cards go into ${this.hands[open[0]].name}.`;
    }
    this.#draw();
  }

  back(place) {
    this.#take(place);
    this.#draw();
  }

  // Two cards change places.
  swap(one, other) {
    const turn = (place) => (place === one ? other : place === other ? one : place);
    if (this.#hand(one) === -1 && this.#hand(other) === -1) this.order = this.order.map(turn);
    this.set = this.set.map((places) => places.map(turn));
    this.#draw();
  }

  clear() {
    this.set = this.hands.map(() => []);
    this.#draw();
  }

  get isUntouched() {
    return this.set.every((places) => !places.length);
  }

  #hand(place) {
    return this.set.findIndex((places) => places.includes(place));
  }

  #inTray() {
    return this.order.filter((place) => this.#hand(place) < 0);
  }

  #take(place) {
    this.set = this.set.map((places) => places.filter((each) => each !== place));
  }

  #press(place) {
    if (this.#hand(place) < 0) this.put(place);
    else this.back(place);
  }

  // ---- on the page

  #build() {
    this.buttons = new Map(
      this.order.map((place, at) => [
        place,
        cardButton(this.cards[place - 1], {
          "data-place": place,
          onclick: () => this.dragged || this.#press(place),
          onkeydown: (event) => this.#key(event, place),
          onpointerdown: (event) => this.#drag(event, place),
          title: `Key ${at + 1}`,
        }),
      ]),
    );
    this.keys = [...this.order];
    this.tray = h("div", { class: "tray", role: "group", "aria-label": "Your cards" });
    this.zones = this.hands.map(({ name, size }, at) => {
      const cards = h("div", { class: "cards", role: "group", "aria-label": name });
      const told = h("p", { class: "told" });
      const zone = h("div", { class: "zone", "data-hand": at, "--size": size }, h("h3", {}, name), cards, told);
      return { zone, cards, told };
    });
    this.element = h("div", { class: "setting" }, h("div", { class: "zones" }, this.zones.map(({ zone }) => zone)), this.tray);
    this.element.addEventListener("keydown", (event) => this.#shortcut(event));
  }

  #draw() {
    const buttons = [...this.buttons.values()];
    const focused = document.activeElement;
    const before = isCalm() ? null : buttons.map((button) => button.isConnected && button.getBoundingClientRect());
    const inTray = this.#inTray();
    this.tray.replaceChildren(...inTray.map((place) => this.buttons.get(place)));
    this.zones.forEach(({ zone, cards, told }, at) => {
      const places = [...this.set[at]].sort((a, b) => byRank(this.cards[a - 1], this.cards[b - 1])); // as they will lie
      const free = Array.from({ length: this.hands[at].size - places.length }, slot);
      cards.replaceChildren(...places.map((place) => this.buttons.get(place)), ...free);
      told.textContent = said(this.names.get(`${at} ${[...places].sort().join("")}`) ?? "");
      zone.classList.toggle("full", !free.length);
    });
    const choice = this.choice;
    this.element.classList.toggle("foul", Boolean(choice) && choice.standing !== "legal");
    for (const [place, button] of this.buttons) {
      const at = this.#hand(place);
      button.setAttribute("aria-label", said(`${nameOf(this.cards[place - 1])}, ${at < 0 ? "not set" : `in ${this.hands[at].name}`}`));
    }
    if (before) buttons.forEach((button, at) => before[at] && glide(button, before[at]));
    if (this.buttons.has(Number(focused?.dataset?.place)) && focused.isConnected) focusOn(focused);
    if (choice) say(this.filled, `${this.hands.map(({ name }, at) => `${name}: ${choice.names[at]}`).join(", ")}.`, saysOfSetting(choice));
    this.filled = "";
    this.changed();
  }

  // On a card: the first letter of a hand puts it there; arrows walk along the cards.
  #key(event, place) {
    const letter = event.key.toLowerCase();
    const into = this.hands.findIndex(({ name }) => name[0].toLowerCase() === letter);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (into >= 0) this.put(place, into);
    else if (event.key === "Backspace" || event.key === "Delete") this.back(place);
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft") this.#walk(place, event.key === "ArrowRight" ? 1 : -1);
    else return;
    event.preventDefault();
  }

  #walk(place, by) {
    const all = [...this.element.querySelectorAll("button.card")];
    const next = all[all.findIndex((button) => Number(button.dataset.place) === place) + by];
    next?.focus();
  }

  // With the focus anywhere in the hand: 1 to 6 are the cards as they came.
  #shortcut(event) {
    const place = this.keys[Number(event.key) - 1];
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.buttons.get(place).focus();
    this.#press(place);
  }

  #drag(down, place) {
    const button = this.buttons.get(place);
    if (down.button !== 0 || button.disabled) return;
    let moved = false;
    const move = (event) => {
      const x = event.clientX - down.clientX;
      const y = event.clientY - down.clientY;
      if (!moved && Math.hypot(x, y) < DRAG_PX) return;
      moved = true;
      button.classList.add("dragged");
      button.style.transform = `translate(${x}px, ${y}px) rotate(2deg)`;
    };
    const up = (event) => {
      button.removeEventListener("pointermove", move);
      button.removeEventListener("pointerup", up);
      button.removeEventListener("pointercancel", up);
      if (!moved) return;
      const onto = event.type === "pointerup" ? document.elementsFromPoint(event.clientX, event.clientY) : [];
      this.#drop(place, onto.filter((element) => element !== button && !button.contains(element)));
      button.classList.remove("dragged");
      button.style.transform = "";
      this.dragged = true; // the click that follows is not one
      setTimeout(() => (this.dragged = false), 50);
    };
    button.setPointerCapture(down.pointerId);
    button.addEventListener("pointermove", move);
    button.addEventListener("pointerup", up);
    button.addEventListener("pointercancel", up);
  }

  // Into a hand that has room; onto a card of one that has none, they change places.
  #drop(place, onto) {
    const found = (selector) => onto.map((element) => element.closest(selector)).find(Boolean);
    const other = Number(found("button.card")?.dataset.place ?? 0);
    const into = Number(found(".zone")?.dataset.hand ?? -1);
    const hasRoom = into >= 0 && into !== this.#hand(place) && this.set[into].length < this.hands[into].size;
    if (hasRoom) this.put(place, into);
    else if (other && this.buttons.has(other)) this.swap(place, other);
    else if (found(".tray")) this.back(place);
  }
}

function glide(element, from) {
  const to = element.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (x || y) element.animate([{ transform: `translate(${x}px, ${y}px)` }, {}], MOVE);
}

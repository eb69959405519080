// The keys of the player's screen. Space deals, and plays the same again; every other button of the dock has a letter. A
// key presses only what a finger could press: a button that has just come takes neither for a moment, and a key that is
// held down presses once.

import { $ } from "./dom.js";

const SPACE = ["deal", "repeat", "again"]; // acts, of which one can be done at a time

export class Keys {
  // taken: letters that mean something on a card; sheet(): shows the keys
  constructor(taken, sheet) {
    this.taken = taken;
    this.sheet = sheet;
    this.byPointer = false; // how the focus came to where it is
    addEventListener("pointerdown", () => (this.byPointer = true), { capture: true });
    addEventListener("keydown", (event) => ["Tab", "ArrowLeft", "ArrowRight", "Enter"].includes(event.key) && (this.byPointer = false), { capture: true });
    addEventListener("keydown", (event) => this.#pressed(event));
    addEventListener("keyup", (event) => event.key === " " && this.#isFree(event) && event.preventDefault()); // a browser may press the focused button only now
    new MutationObserver(() => this.draw()).observe($("dock"), { childList: true, subtree: true });
  }

  // Beside the words of every button its key.
  draw() {
    const keys = keysOf(buttons(), this.#taken());
    for (const [button, key] of keys) {
      button.setAttribute("aria-keyshortcuts", key === " " ? "Space" : key.toUpperCase());
      button.dataset.key = key === " " ? "␣" : key.toUpperCase(); // which the style sheet shows
    }
  }

  #taken() {
    return document.body.dataset.phase === "choosing" ? this.taken : [];
  }

  #pressed(event) {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    if (event.key === "?") return this.sheet(), event.preventDefault();
    if (event.key === " " && !this.#isFree(event)) return; // the focused button's own
    const pressed = keysOf(buttons(), this.#taken()).find(([button, key]) => key === event.key.toLowerCase() && !button.disabled)?.[0];
    if (event.key === " ") event.preventDefault(); // a page that scrolls is no answer
    if (!pressed || isResting(pressed)) return;
    event.preventDefault();
    pressed.click();
  }

  // A button that was reached by keys takes the space bar itself; one that was clicked has the focus by chance, and a chip
  // would go down that nobody meant. A switch bets nothing: it is always turned.
  #isFree({ target }) {
    if (target.closest("[role=switch]")) return false;
    return this.byPointer || !target.closest("button, a, summary, label, input");
  }
}

const buttons = () => [...$("dock").querySelectorAll("button[data-act]")];

// A button that cannot be done now says why; one that has just come does nothing.
const isResting = (button) => button.getAttribute("aria-disabled") === "true" && !button.classList.contains("off");

// Of each button its key, the same whatever order they lie in: the first letter of one of its words, or any that is free.
export function keysOf(all, taken) {
  const used = new Set(taken);
  const found = new Map();
  const rank = (button) => `${button.classList.contains("primary") ? 0 : 1} ${button.dataset.act}`;
  for (const button of [...all].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))) {
    const words = button.textContent.toLowerCase();
    const letters = [...(words.match(/(?<!\p{L})\p{L}/gu) ?? []), ...(words.match(/\p{L}/gu) ?? []), ..."abcdefghijklmnopqrstuvwxyz"];
    const key = SPACE.includes(button.dataset.act) ? " " : letters.find((letter) => /^[a-z]$/.test(letter) && !used.has(letter));
    if (!key) continue;
    used.add(key);
    found.set(button, key);
  }
  return all.filter((button) => found.has(button)).map((button) => [button, found.get(button)]);
}

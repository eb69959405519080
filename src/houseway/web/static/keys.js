// The keys of the player's screen. Space deals, and plays the same again; every other button of the dock has a letter, one
// for each word of the game and the same in every round, whatever else is offered. A key presses only what a finger could
// press: a button that has just come takes neither for a moment, and a key that is held down presses once. Letters can be
// switched off in the settings: whoever speaks to the device, or hits keys by accident, presses nothing by them.

import { $ } from "./dom.js";
import { letterFor, lettersOf, stemOf } from "./letters.js";
import { chosen } from "./settings.js";

const SPACE = ["deal", "repeat", "again"]; // acts, of which one can be done at a time

// The buttons of the dock that every game has, as they are called.
const DOCK = { houseWay: "House way", startOver: "Start over", undo: "Undo", double: "Double", clear: "Clear", buyIn: "Buy in for {0}", change: "Change bets", back: "Play here", sit: "Sit down and play" };

export class Keys {
  // sheet(): shows the keys
  constructor(layout, sheet) {
    this.letters = lettersOf(layout, DOCK);
    this.sheet = sheet;
    this.byPointer = false; // how the focus came to where it is
    addEventListener("pointerdown", () => (this.byPointer = true), { capture: true });
    addEventListener("keydown", (event) => ["Tab", "ArrowLeft", "ArrowRight", "Enter"].includes(event.key) && (this.byPointer = false), { capture: true });
    addEventListener("keydown", (event) => this.#pressed(event));
    addEventListener("keyup", (event) => event.key === " " && this.#isFree(event) && event.preventDefault()); // a browser may press the focused button only now
    const observer = new MutationObserver(() => this.draw());
    observer.observe($("dock"), { childList: true, subtree: true });
    observer.observe(document.documentElement, { attributeFilter: ["data-letters"] });
  }

  // Beside the words of every button its key.
  draw() {
    for (const button of buttons()) {
      const key = this.#keyOf(button);
      if (key) button.setAttribute("aria-keyshortcuts", key === " " ? "Space" : key.toUpperCase());
      else button.removeAttribute("aria-keyshortcuts");
      if (key) button.dataset.key = key === " " ? "␣" : key.toUpperCase(); // which the style sheet shows
      else delete button.dataset.key;
    }
  }

  // The letters of this game, as rows of the sheet of keys: [letter, word].
  rows({ words, hands, house_way: way }) {
    const all = new Map(words.map(([word]) => [word, word]));
    for (const act of ["undo", "double", "clear", "change", way.for_players && "houseWay", hands.length && "startOver"]) if (act && !all.has(act)) all.set(act, DOCK[act]);
    return [...all].filter(([act]) => this.letters.get(act)).map(([act, text]) => [this.letters.get(act).toUpperCase(), text]);
  }

  // A word that was not known keeps the letter that it was given first.
  #keyOf(button) {
    const { act } = button.dataset;
    if (SPACE.includes(act)) return " ";
    if (areOff()) return null;
    if (!this.letters.has(act)) this.letters.set(act, this.letters.get(stemOf(act)) ?? letterFor(button.textContent, new Set(this.letters.values())));
    return this.letters.get(act);
  }

  #pressed(event) {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    if (event.key === "?" && !areOff()) return this.sheet(), event.preventDefault();
    if (event.key === " " && !this.#isFree(event)) return; // the focused button's own
    const pressed = buttons().find((button) => this.#keyOf(button) === event.key.toLowerCase() && !button.disabled);
    if (event.key === " ") event.preventDefault(); // a page that scrolls is no answer
    if (!pressed || isResting(pressed)) return;
    event.preventDefault();
    pressed.click();
  }

  // A button that was reached by keys takes the space bar itself; one that was clicked has the focus by chance, and a chip
  // would go down that nobody meant. A switch bets nothing: it is always turned, and after a click gives the focus up.
  #isFree({ target }) {
    if (target.closest("[role=switch]")) return false;
    return this.byPointer || !target.closest("button, a, summary, label, input");
  }
}

const areOff = () => chosen("letters") === "off";

// All but the one that puts the tips away: it is no move, and has no letter that a move could want.
const buttons = () => [...$("dock").querySelectorAll('button[data-act]:not([data-act="noGuide"])')];

// A button that cannot be done now says why; one that has just come does nothing.
const isResting = (button) => button.getAttribute("aria-disabled") === "true" && !button.classList.contains("off");

// Tables of the lobby found by name, by family and by edge. What is looked for stays while the page is open, and when it
// comes again.

import { h } from "./dom.js";
import { said } from "./language.js";

const KEPT = "houseway find";

export function findTables(form, cards) {
  const list = cards[0].parentElement;
  const order = {
    table: () => 0, // as they came
    title: (a, b) => a.dataset.title.localeCompare(b.dataset.title),
    edge: (a, b) => edgeOf(a) - edgeOf(b),
  };

  const names = new Map(cards.map((card) => [card, plain(card.dataset.title)]));
  const nothing = document.getElementById("nothing");
  const texts = new Map(cards.map((card) => [card, plain([card.dataset.title, card.dataset.family, card.dataset.wagers, ...[...card.querySelectorAll(".about > p, .jackpot > span")].map((each) => each.textContent)].join(" "))]));

  const all = h("button", { type: "button", onclick: () => ((form.words.value = form.family.value = ""), look(), form.words.focus()) }, "Show all tables");

  function look() {
    const asked = plain(form.words.value).trim();
    const words = asked.split(/\s+/).filter(Boolean);
    // Whose name it is, then who has all of it in its name, then who has all its words there.
    const isNamed = (card) => (names.get(card) === asked) + names.get(card).includes(asked) + words.every((word) => names.get(card).includes(word));
    let found = 0;
    for (const card of cards) {
      card.hidden = !words.every((word) => texts.get(card).includes(word)) || (form.family.value !== "" && card.dataset.family !== form.family.value);
      found += card.hidden ? 0 : 1;
    }
    list.append(...[...cards].sort((a, b) => isNamed(b) - isNamed(a) || order[form.order.value](a, b))); // who has the words in its name comes first
    nothing.hidden = found > 0;
    if (!found) nothing.replaceChildren(said(`No game${form.family.value && ` of the family “${form.family.value}”`} has “${form.words.value.trim()}” in its name, its wagers or its rules. `), all);
    form.found.value = said(found === cards.length ? `${found} tables` : `${found} of ${cards.length} tables`);
    sessionStorage.setItem(KEPT, JSON.stringify([form.words.value, form.family.value, form.order.value]));
  }

  const [words, family, by] = JSON.parse(sessionStorage.getItem(KEPT) ?? '["", "", "table"]');
  form.words.value = words;
  form.family.value = family;
  form.order.value = by;
  if (form.family.selectedIndex < 0) form.family.value = ""; // no table of it is open any more
  form.addEventListener("input", look);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  look();
}

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

// As people type it: holdem is Hold'em, and 3 card is Three Card.
function plain(text) {
  const letters = text.toLowerCase().replace(/['’]/g, "").replaceAll("-", " ");
  return letters.replace(/\b\d\b/g, (digit) => NUMBERS[digit]);
}

// An edge that is not known comes last.
function edgeOf(card) {
  return card.dataset.edge ? Number.parseFloat(card.dataset.edge) : Infinity;
}

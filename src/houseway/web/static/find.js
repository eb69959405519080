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
  const abouts = new Map(cards.map((card) => [card, plain(card.querySelector(".about > p").textContent.split(/[,;:.]/)[0])])); // what it is first said to be
  const nothing = document.getElementById("nothing");
  const texts = new Map(cards.map((card) => [card, plain([card.dataset.title, card.dataset.family, card.dataset.wagers, card.dataset.also ?? "", ...[...card.querySelectorAll(".about > p, .jackpot > span")].map((each) => each.textContent)].join(" "))]));

  // Whose name it is, then who has all of it in its name, then who has its words there or is first said to be so; side bets
  // of other games come behind.
  function nearness(card, asked, words) {
    if (!asked) return 0;
    const [name, about] = [names.get(card), abouts.get(card)];
    const has = (text, word) => text.split(" ").includes(word);
    return 4 * (name === asked) + 2 * ` ${name} `.includes(` ${asked} `) + words.every((word) => name.includes(word)) + (card.dataset.ease > 0 ? 2 * words.every((word) => has(name, word) || has(about, word)) : -2);
  }

  const all = h("button", { type: "button", onclick: () => ((form.words.value = form.family.value = ""), look(), form.words.focus()) }, "Show all tables");

  function look() {
    const asked = plain(form.words.value).trim();
    const words = asked.split(/\s+/).filter(Boolean);
    let isFound = (card) => words.every((word) => texts.get(card).includes(word));
    if (!cards.some(isFound)) isFound = (card) => words.every((word) => names.get(card).split(" ").some((other) => isNearly(word, other))); // as it is perhaps spelt
    let found = 0;
    for (const card of cards) {
      card.hidden = !isFound(card) || (form.family.value !== "" && card.dataset.family !== form.family.value);
      found += card.hidden ? 0 : 1;
    }
    list.append(...[...cards].sort((a, b) => nearness(b, asked, words) - nearness(a, asked, words) || order[form.order.value](a, b) || (words.length ? easeOf(a) - easeOf(b) : 0)));
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

const easeOf = (card) => Number(card.dataset.ease) || Infinity;

// Whether two words are the same but for a letter, or two in a long word.
function isNearly(one, other) {
  const most = one.length > 6 ? 2 : one.length > 3 ? 1 : 0;
  if (Math.abs(one.length - other.length) > most) return false;
  let row = [...Array(other.length + 1).keys()];
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) next.push(Math.min(next[to - 1] + 1, row[to] + 1, row[to - 1] + (one[at - 1] === other[to - 1] ? 0 : 1)));
    row = next;
  }
  return row.at(-1) <= most;
}

// An edge that is not known comes last.
function edgeOf(card) {
  return card.dataset.edge ? Number.parseFloat(card.dataset.edge) : Infinity;
}

// Tables of the lobby found by name, by family and by edge. What is looked for stays while the page is open, and when it
// comes again.

const KEPT = "houseway find";

export function findTables(form, cards) {
  const list = cards[0].parentElement;
  const order = {
    table: () => 0, // as they came
    title: (a, b) => a.dataset.title.localeCompare(b.dataset.title),
    edge: (a, b) => edgeOf(a) - edgeOf(b),
  };

  const names = new Map(cards.map((card) => [card, plain(card.dataset.title)]));
  const texts = new Map(cards.map((card) => [card, plain([card.dataset.title, card.dataset.family, ...[...card.querySelectorAll(".about > p, .jackpot > span")].map((each) => each.textContent)].join(" "))]));

  function look() {
    const words = plain(form.words.value).split(/\s+/).filter(Boolean);
    const isNamed = (card) => Number(words.every((word) => names.get(card).includes(word)));
    let found = 0;
    for (const card of cards) {
      card.hidden = !words.every((word) => texts.get(card).includes(word)) || (form.family.value !== "" && card.dataset.family !== form.family.value);
      found += card.hidden ? 0 : 1;
    }
    list.append(...[...cards].sort((a, b) => isNamed(b) - isNamed(a) || order[form.order.value](a, b))); // who has the words in its name comes first
    form.found.value = found === cards.length ? `${found} tables` : `${found} of ${cards.length} tables`;
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

// As people type it: holdem is Hold'em.
function plain(text) {
  return text.toLowerCase().replace(/['’]/g, "");
}

// An edge that is not known comes last.
function edgeOf(card) {
  return card.dataset.edge ? Number.parseFloat(card.dataset.edge) : Infinity;
}

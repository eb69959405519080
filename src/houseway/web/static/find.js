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

  function look() {
    const words = form.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const card of cards) {
      const text = `${card.dataset.title} ${card.textContent}`.toLowerCase();
      card.hidden = !words.every((word) => text.includes(word)) || (form.family.value !== "" && card.dataset.family !== form.family.value);
      found += card.hidden ? 0 : 1;
    }
    list.append(...[...cards].sort(order[form.order.value]));
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

// An edge that is not known comes last.
function edgeOf(card) {
  return card.dataset.edge ? Number.parseFloat(card.dataset.edge) : Infinity;
}

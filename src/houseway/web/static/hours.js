// Hours and money of a game: three forms, each answered beside the service.

import { AskedHere } from "./asking.js";
import { $, h, told } from "./dom.js";

const { game, decks, paytables, forms } = told();

function field([name, label, usual, unit]) {
  return h("label", {}, h("span", {}, label, unit && h("small", {}, ` ${unit}`)), h("input", { name, value: usual, autocomplete: "off", spellcheck: "false", maxlength: 60 }));
}

// A table that the service has put in words; a column that begins with ">" stands to the right.
function sheet({ title, columns, rows, note }) {
  const heads = columns.map((column) => column.replace(/^>/, ""));
  const table =
    rows.length > 0 &&
    h(
      "table",
      { class: "stack", role: "table", "aria-label": title },
      h("thead", { role: "rowgroup", hidden: heads.every((head) => !head) }, h("tr", { role: "row" }, heads.map((head) => h("th", { scope: "col", role: "columnheader" }, head)))),
      h("tbody", { role: "rowgroup" }, rows.map(([first, ...others]) => h("tr", { role: "row" }, h("th", { scope: "row", role: "rowheader" }, first), others.map((cell, at) => h("td", { role: "cell", "data-label": heads[at + 1] }, h("span", {}, cell)))))),
    );
  return [h("h3", {}, title), table, note && h("p", {}, note)];
}

function picture(text) {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const name of ["width", "height"]) drawn.removeAttribute(name);
  return h("figure", {}, document.importNode(drawn, true));
}

for (const { about, title, fields } of forms) {
  const place = new AskedHere(title);
  const choice = about === "session" && h("label", {}, h("span", {}, "Wager"), h("select", { name: "paytable" }, paytables.map(([name, label]) => h("option", { value: name }, label))));
  const ask = (event) => {
    event.preventDefault();
    const { paytable = paytables[0][0], ...amounts } = Object.fromEntries(new FormData(event.target));
    place.ask({ about, game, paytable, decks, amounts }, ({ sheets, picture: text }) => [...sheets.flatMap(sheet), text && picture(text)]);
  };
  $(about).append(h("form", { class: "fields", onsubmit: ask }, choice, fields.map(field), h("button", { class: "primary" }, "Work it out")), place.element);
}

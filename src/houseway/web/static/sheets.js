// What the process beside the service has found, in words: tables with a title, as a terminal prints them.

import { h } from "./dom.js";

// A column that begins with ">" stands to the right.
export function sheet({ title, columns, rows, note }) {
  const heads = columns.map((column) => column.replace(/^>/, ""));
  const table =
    rows.length > 0 &&
    h(
      "table",
      { class: "stack", role: "table", "aria-label": title },
      h("thead", { role: "rowgroup", hidden: heads.every((head) => !head) }, h("tr", { role: "row" }, heads.map((head) => (head ? h("th", { scope: "col", role: "columnheader" }, head) : h("td", { role: "cell" }))))),
      h("tbody", { role: "rowgroup" }, rows.map(([first, ...others]) => h("tr", { role: "row" }, h("th", { scope: "row", role: "rowheader" }, first), others.map((cell, at) => h("td", { role: "cell", "data-label": heads[at + 1] }, h("span", {}, cell)))))),
    );
  return [h("h3", {}, title), table, note && h("p", {}, note)];
}

export function labelled(label, unit, input) {
  return h("label", {}, h("span", {}, label, unit && h("small", {}, ` ${unit}`)), input);
}

export function written(name, value) {
  return h("input", { name, value, autocomplete: "off", spellcheck: "false", maxlength: 200 });
}

export function chosen(name, choices, value) {
  return h("select", { name }, choices.map(([each, word]) => h("option", { value: each, selected: each === value }, word)));
}

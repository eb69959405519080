// Game protection: a form for each question, each answered beside the service.

import { AskedHere } from "./asking.js";
import { $, h, told } from "./dom.js";
import { chosen, labelled, sheet, written } from "./sheets.js";

const ASKED_AT = "/protection/questions";
const { game, forms } = told();

// "dealer: Ks; neighbour: 9s 4d"
function places(text) {
  return Object.fromEntries(
    text.split(";").map((each) => {
      const [place, cards = ""] = each.split(":");
      return [place.trim().toLowerCase(), cards.trim()];
    }),
  );
}

// What is no number is sent as it was written, and refused with the reason.
const number = (text) => (/^\d+$/.test(text.replaceAll(",", "")) ? Number(text.replaceAll(",", "")) : text);

const READ = {
  text: (text) => text,
  number,
  words: (text) => text.split(/[;,]/).map((word) => word.trim()),
  numbers: (text) => text.split(/[\s;]+/).map(number),
  places,
};

// What was left empty is not said.
function said(form, fields) {
  const texts = fields.map(([name, , , kind]) => [name, kind, form.elements[name].value.trim()]);
  return Object.fromEntries(texts.filter(([, , text]) => text).map(([name, kind, text]) => [name, READ[kind](text)]));
}

for (const { about, title, fields } of forms) {
  const place = new AskedHere(title, ASKED_AT);
  const ask = (event) => {
    event.preventDefault();
    place.ask({ about, game, ...said(event.target, fields) }, ({ sheets }) => sheets.flatMap(sheet));
  };
  const inputs = fields.map(([name, label, usual, , unit, choices]) => labelled(label, unit, choices.length ? chosen(name, choices, usual) : written(name, usual)));
  $(about).append(h("form", { class: "fields", onsubmit: ask }, inputs, h("button", { class: "primary" }, "Work it out")), place.element);
}

// Hours and money of a game: three forms, each answered beside the service.

import { AskedHere } from "./asking.js";
import { $, h, told } from "./dom.js";
import { chosen, labelled, sheet, written } from "./sheets.js";

const { game, decks, paytables, forms } = told();

function picture(text) {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const name of ["width", "height"]) drawn.removeAttribute(name);
  return h("figure", {}, document.importNode(drawn, true));
}

for (const { about, title, fields } of forms) {
  const place = new AskedHere(title);
  const choice = about === "session" && labelled("Wager", "", chosen("paytable", paytables));
  const ask = (event) => {
    event.preventDefault();
    const { paytable = paytables[0][0], ...amounts } = Object.fromEntries(new FormData(event.target));
    place.ask({ about, game, paytable, decks, amounts }, ({ sheets, picture: text }) => [...sheets.flatMap(sheet), text && picture(text)]);
  };
  $(about).append(h("form", { class: "fields", onsubmit: ask }, choice, fields.map(([name, label, usual, unit]) => labelled(label, unit, written(name, usual))), h("button", { class: "primary" }, "Work it out")), place.element);
}

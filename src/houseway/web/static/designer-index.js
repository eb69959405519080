// The index of the desk: games and paytables by what is typed.

import { $ } from "./dom.js";

const plain = (text) => text.toLowerCase().replace(/\s+/g, " ");

// Of a game whose name fits all paytables are shown, else those that fit.
function find() {
  const words = plain($("find").value).split(" ").filter(Boolean);
  const fits = (text) => words.every((word) => text.includes(word));
  let shown = 0;
  for (const game of document.querySelectorAll(".game")) {
    const title = plain(game.querySelector("h2").textContent);
    const tables = [...game.querySelectorAll(".wagers > li")];
    for (const table of tables) table.hidden = !fits(title) && !fits(`${title} ${plain(table.textContent)}`);
    game.hidden = tables.every(({ hidden }) => hidden);
    shown += !game.hidden;
  }
  $("found").textContent = words.length ? `${shown} ${shown === 1 ? "game" : "games"}` : "";
}

$("find").addEventListener("input", find);

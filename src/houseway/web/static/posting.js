// What is posted keeps up with the meter, and prints itself.

import { ask, pause } from "./api.js";
import { $, told } from "./dom.js";
import { exact } from "./money.js";

const EVERY_MS = 3000;

$("print").hidden = false;
$("print").addEventListener("click", () => print());
told().meters.forEach((name, at) => follow(`/meters/${encodeURIComponent(name)}/shown`, document.querySelectorAll("[data-amount]")[at]));

async function follow(path, amount) {
  for (;;) {
    await pause(EVERY_MS);
    if (document.hidden) continue;
    try {
      const { shown_micros: micros } = await ask(path);
      const shown = exact(micros);
      if (shown !== amount.textContent) {
        amount.textContent = shown;
        for (const at of document.querySelectorAll(".at")) at.textContent = new Date().toISOString().slice(0, 16).replace("T", " ") + " UTC";
      }
    } catch {
      // the time beside the amount says how old it is
    }
  }
}

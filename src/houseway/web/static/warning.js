// Before a foul is made: what is wrong, and what it would cost.

import { $, h } from "./dom.js";
import { listed } from "./language.js";

// True if the player means it.
export async function isFoulMeant(choice, layout, wagers) {
  const lying = layout.wagers.filter(({ wager }) => wagers[wager]);
  const lost = lying.filter((wager) => wager.contest).map(({ wager }) => wager);
  const kept = lying.filter((wager) => !wager.contest).map(({ wager }) => wager);
  const dialog = $("warning");
  dialog.replaceChildren(
    h("h2", { id: "warning-title" }, "This hand fouls"),
    h("p", { id: "warning-says" }, `${choice.why}.`),
    h("p", { id: "warning-lost" }, `Set like this, ${listed(lost)} ${lost.length > 1 ? "lose" : "loses"}.`, kept.length ? ` ${listed(kept)} still ${kept.length > 1 ? "play" : "plays"}.` : ""),
    h(
      "form",
      { method: "dialog", class: "buttons" },
      h("button", { value: "foul" }, "Foul the hand"),
      h("button", { value: "", class: "primary", autofocus: true }, "Go back"),
    ),
  );
  dialog.setAttribute("aria-describedby", "warning-says warning-lost");
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  return dialog.returnValue === "foul";
}

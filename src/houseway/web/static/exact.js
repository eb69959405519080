// Exact fractions of many digits are not read out. Each has a button that copies it; Tab passes by, a screen reader's own
// cursor finds it beside the figure.

import { h, say } from "./dom.js";

for (const fraction of document.querySelectorAll("code.exact")) {
  const copy = async () => {
    await navigator.clipboard.writeText(fraction.textContent);
    say("Copied");
  };
  fraction.after(h("button", { type: "button", class: "copy sr", tabindex: -1, onclick: copy }, "Copy the exact fraction"));
}

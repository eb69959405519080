// The card room as an app of the device: its worker is registered once the page is there, and a page that was kept says
// from when it is.

import { h } from "./dom.js";
import { dated, sayPage } from "./language.js";

sayPage();

const { kept } = document.documentElement.dataset;
if (kept) {
  document.body.prepend(h("p", { class: "kept", role: "status" }, `The house cannot be reached: this page is as it was on ${dated(kept)}. The tables need the house.`));
}
if ("serviceWorker" in navigator) {
  const register = () => navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {}); // without it all is as it was
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

// The way out, on every screen of the staff, and what stands there once the session is over: ended here, in another tab of
// the browser, or by the house.

import { posted, Refused, sessionOver } from "./api.js";
import { $, h, told } from "./dom.js";

const { me } = told();
const title = document.title;
const tabs = new BroadcastChannel("houseway log out");

$("log-out").addEventListener("click", async () => {
  const tell = () => tabs.postMessage(me?.name);
  await posted("/logout", null, me?.csrf).then(tell, (error) => error instanceof Refused && tell()); // it was ended before: the answer was lost
  location.assign("/staff");
});
tabs.onmessage = sessionOver;

// One line and the way in: nothing to read, and nothing to press.
addEventListener(
  "session-over",
  () => {
    document.title = title;
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    document.body.classList.add("login", "is-over");
    const says = h("p", { class: "notice", role: "alert" }, "Your session has ended. ", h("a", { href: location.pathname + location.search }, "Log in"), " to go on.");
    document.body.append(h("main", { class: "over" }, says));
    says.querySelector("a").focus();
  },
  { once: true },
);

// The way out, on every screen of the staff.

import { posted } from "./api.js";
import { $, told } from "./dom.js";

const { me } = told();

$("log-out").addEventListener("click", async () => {
  await posted("/logout", null, me?.csrf).catch(() => {});
  location.assign("/staff");
});

// The sheet of settings, and the one of keys: each a dialog that is made when it is asked for.

import { h, told } from "./dom.js";
import { language, speak } from "./language.js";
import { SETTINGS, choose, chosen } from "./settings.js";
import { hear } from "./sound.js";

const TITLES = { sound: "Sound", speed: "Speed", motion: "Motion", scheme: "Colours", deck: "Deck", cards: "Cards", letters: "Letters as keys" };
const VALUES = {
  sound: { off: "Off", on: "On" },
  speed: { slow: "Slow", normal: "Normal", fast: "Fast", instant: "Instant" },
  motion: { system: "As the device", reduced: "Reduced" },
  scheme: { system: "As the device", light: "Light", dark: "Dark" },
  deck: { two: "Two colours", four: "Four colours" },
  cards: { normal: "Normal", large: "Large" },
  letters: { on: "On", off: "Off" },
};

export function openSettings() {
  sheet("settings", "Settings", tongues(), Object.keys(SETTINGS).map(group), h("p", { class: "quiet-text" }, "This browser remembers them."));
}

// rows: [[keys, what they do]]
export function openKeys(rows) {
  sheet("keys", "Keys", h("dl", {}, rows.map(([keys, what]) => h("div", {}, h("dt", {}, h("kbd", {}, keys)), h("dd", {}, what)))));
}

function sheet(id, title, ...parts) {
  const close = () => dialog.close();
  const outside = ({ target }) => {
    if (target === dialog) close(); // a handler that returned false would undo every choice
  };
  const dialog = h(
    "dialog",
    { id, class: "sheet", "aria-labelledby": `${id}-title`, onclose: () => dialog.remove(), onclick: outside },
    h("header", {}, h("h2", { id: `${id}-title` }, title), h("button", { type: "button", class: "quiet", onclick: close }, "Close")),
    ...parts,
  );
  document.body.append(dialog);
  dialog.showModal();
}

function group(name) {
  const now = chosen(name);
  const radio = ([value, text]) =>
    h("label", {}, h("input", { type: "radio", name, value, checked: value === now, onchange: () => chose(name, value) }), h("span", {}, text));
  return h("fieldset", { class: "pick" }, h("legend", {}, TITLES[name]), h("div", { class: "values" }, Object.entries(VALUES[name]).map(radio)));
}

// Each language by its own name.
function tongues() {
  const option = ([code, name]) => h("option", { value: code, selected: code === language, lang: code }, name);
  const choice = h("select", { name: "language", onchange: ({ target }) => speak(target.value) }, Object.entries(told().languages).map(option));
  return h("label", { class: "pick" }, h("span", { class: "tongue" }, "Language"), choice);
}

function chose(name, value) {
  choose(name, value);
  if (name === "sound") hear("chip");
}

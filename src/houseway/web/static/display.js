// The sign of a meter. The amount is the book's whenever the house tells it, at once; only the wheels that changed take
// a moment to turn. A win that is locked snaps into its place.

import { ask, pause } from "./api.js";
import { $, h, told } from "./dom.js";
import { isCalm } from "./settings.js";

const EVERY_MS = 1000;
const LOST_MS = 8000;
const COINS = 90;
const TURN = { duration: 650, easing: "cubic-bezier(.3,.1,.2,1)" };

const wheels = document.querySelector(".wheels");
const path = `/meters/${encodeURIComponent(told().name)}/shown`;
let heard = Date.now();

draw(told());
stayAwake();
addEventListener("keydown", (event) => {
  if (event.key === "f") document.documentElement.requestFullscreen?.().catch(() => {});
});
follow();

async function follow() {
  for (;;) {
    await pause(EVERY_MS);
    try {
      draw(await ask(path));
      heard = Date.now();
    } catch {
      if (Date.now() - heard > LOST_MS) lose();
    }
  }
}

function draw(now) {
  const { amount, locked, status } = now;
  const before = document.body.dataset.state;
  document.body.dataset.state = locked ? "won" : status;
  const snaps = Boolean(locked) || before === "won";
  if (locked && before && before !== "won" && !isCalm()) rain();
  if (locked) say(`${locked.line}, table ${locked.table}, seat ${locked.seat}`);
  else say(status === "running" ? "" : status[0].toUpperCase() + status.slice(1));
  show(amount, snaps);
  now.pays.forEach((table, at) => {
    const rows = document.querySelectorAll(".awards")[at]?.querySelectorAll("[data-worth]") ?? [];
    for (const row of rows) row.textContent = table.awards[row.dataset.worth]?.worth ?? "";
  });
  for (const other of document.querySelectorAll("[data-beside]")) other.textContent = now.beside[other.dataset.beside]?.amount ?? "";
  const drawn = now.beside.length + now.pays.map((table) => table.paytable + table.awards.length).join();
  if (draw.pays !== undefined && draw.pays !== drawn) location.reload(); // other tables play for it
  draw.pays = drawn;
}

function say(text) {
  if ($("state").textContent !== text) $("state").textContent = text;
}

// Gold over the whole sign, for a moment.
function rain() {
  for (let nth = 0; nth < COINS; nth++) {
    const coin = h("span", { class: "flying gold coin", "aria-hidden": "true" });
    document.body.append(coin);
    const x = (innerWidth * ((nth * 37) % COINS)) / COINS;
    const timing = { duration: 1600, delay: nth * 60, easing: "cubic-bezier(.5,0,.9,.7)", fill: "both" };
    coin.animate([{ transform: `translate(${x}px, -40px)` }, { transform: `translate(${x}px, ${innerHeight + 40}px)` }], timing).finished.then(() => coin.remove());
  }
}

// Nobody sees to it that this number is right any more, and whoever looks has to know.
function lose() {
  document.body.dataset.state = "lost";
  const since = new Date(heard).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  say(`Not connected: the amount of ${since}`);
}

// For a screen reader the amount is one text; for the room it is a row of wheels.
function show(text, snaps) {
  const spoken = $("amount").firstElementChild;
  if (spoken.textContent === text && wheels.children.length) return;
  const before = wheels.children.length ? spoken.textContent : "";
  spoken.textContent = text;
  document.title = document.title.replace(/^\S+,/, `${text},`);
  $("amount").dataset.length = text.length;
  wheels.replaceChildren(
    ...[...text].map((digit, at) => {
      const was = before[before.length - (text.length - at)];
      return h("span", { class: "wheel" }, h("span", { "data-was": was === digit ? null : was }, digit));
    }),
  );
  if (!before || snaps || isCalm()) return;
  for (const face of wheels.querySelectorAll("[data-was]")) {
    face.animate([{ transform: "translateY(100%)" }, { transform: "none" }], TURN);
  }
}

// A sign does not go dark by itself, where the browser lets a page ask for it.
async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // it may not
  }
}
document.addEventListener("visibilitychange", () => document.hidden || stayAwake());

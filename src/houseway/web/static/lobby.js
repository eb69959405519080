// The lobby: who sits where, what the meters say, and a seat in one click.

import { ask, Person, Refused } from "./api.js";
import { $, h } from "./dom.js";
import { bidFarewell } from "./farewell.js";
import { findTables } from "./find.js";
import { forgetTable, keptTables } from "./kept-tables.js";
import { said } from "./language.js";
import { Meters } from "./meter.js";
import { dollars } from "./money.js";
import { openOwn, saysOf } from "./own.js";
import { sitDown } from "./seat.js";
import { SeatKey } from "./seat-key.js";
import { openSettings } from "./settings-sheet.js";

const EVERY_MS = 3000;

const meters = new Meters();
for (const display of document.querySelectorAll("[data-meter]")) meters.show(display.dataset.meter, display, display.closest(".jackpots") ?? display);
meters.run();

const cards = new Map([...document.querySelectorAll("[data-table]")].map((card) => [card.dataset.table, card]));
for (const [name, card] of cards) {
  card.querySelector(".sit").addEventListener("click", (event) => sit(name, event.currentTarget));
  card.querySelector(".more")?.addEventListener("click", ({ currentTarget }) => currentTarget.setAttribute("aria-expanded", String(card.classList.toggle("open"))));
  card.querySelector(".practise")?.addEventListener("click", (event) => open(card, event.currentTarget));
  card.querySelector(".invite")?.addEventListener("click", (event) => open(card, event.currentTarget, { shared: true, seats: Number(card.dataset.seats) }));
  if (new SeatKey(name).kept) findSeat(name, card);
}
keptTables().forEach(findOwn);
$("open-settings").hidden = false;
$("open-settings").onclick = openSettings;
if ($("find")) findTables($("find"), [...cards.values()]);
bidFarewell(document.querySelector("main"));
follow();

// The table where this browser has sat down is asked whether the seat is still ours.
async function findSeat(name, card) {
  try {
    const { view } = await ask(`/tables/${name}`);
    const own = view.seats?.find((seat) => seat.yours);
    const held = Boolean(own);
    if (held) sitsAt(card.dataset.title, own.chips_cents, `/tables/${name}/play`);
    card.querySelector(".sit").hidden = held || view.terms?.dealer !== "automatic";
    card.querySelector(".watch").hidden = held;
    card.querySelector(".back").hidden = !held;
  } catch {
    // a token that is no longer good: nobody's seat
  }
}

// A table of one's own in one tap.
async function open(card, button, how) {
  button.disabled = true;
  $("notice").hidden = true;
  try {
    await openOwn(card.dataset.game, how);
  } catch (error) {
    tell(await saysOf(error));
    button.disabled = false;
  }
}

// The table of one's own that is still there.
async function findOwn(table) {
  try {
    const { view } = await ask(`/tables/${table}`);
    const own = view.seats?.find((seat) => seat.yours);
    if (!own) return;
    const card = [...cards.values()].find((each) => each.dataset.game === view.terms.game);
    const back = card?.querySelector(".own");
    if (!back) return;
    back.href = `/tables/${table}/play`;
    back.textContent = said(view.terms.untimed ? "Back to your practice table" : "Back to your friends’ table");
    back.hidden = false;
    sitsAt(card.dataset.title, own.chips_cents, back.href);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) forgetTable(table);
  }
}

// The way back to where one sits, above all tables.
function sitsAt(title, cents, href) {
  $("yours").append(h("a", { class: "button", href }, `You sit at ${title}, with ${dollars(cents ?? 0)}. Go back`));
  $("yours").hidden = false;
}

async function sit(name, button) {
  button.disabled = true;
  $("notice").hidden = true;
  try {
    const { view } = await ask(`/tables/${name}`);
    if (view.terms?.dealer !== "automatic") throw new Refused(409, "live", "A dealer deals at this table now, and sells the chips.");
    const person = new Person(name, null);
    for (const { seat, player } of middleFirst(view.seats)) {
      if (player) continue;
      try {
        await sitDown(person, seat, view);
        location.href = `/tables/${name}/play`;
        return;
      } catch (error) {
        if (!(error instanceof Refused && error.code === "seat-taken")) throw error; // somebody was quicker
      }
    }
    tell("Every seat at this table is taken.");
  } catch (error) {
    tell(await saysOf(error));
  }
  button.disabled = false;
}

function middleFirst(seats) {
  const middle = (seats.length + 1) / 2;
  return [...seats].sort((a, b) => Math.abs(a.seat - middle) - Math.abs(b.seat - middle));
}

function tell(text) {
  $("notice").textContent = said(text);
  $("notice").hidden = false;
}

async function follow() {
  for (;;) {
    await new Promise((done) => setTimeout(done, EVERY_MS));
    if (document.hidden) continue;
    try {
      const { tables } = await ask("/tables");
      const played = tables.filter(({ game }) => game);
      if (played.length !== cards.size || !played.every(({ name }) => cards.has(name))) location.reload(); // one came or went
      tables.forEach(draw);
    } catch {
      // the house is away for a moment; what is shown is what it was
    }
  }
}

function draw(table) {
  const card = cards.get(table.name);
  if (!card || !table.seats_taken) return;
  for (const seat of card.querySelectorAll("[data-seat]")) {
    const taken = table.seats_taken.includes(Number(seat.dataset.seat));
    seat.classList.toggle("taken", taken);
    seat.firstElementChild.textContent = said(`seat ${table.positions[seat.dataset.seat - 1] ?? seat.dataset.seat}, ${taken ? "taken" : "free"}`);
  }
  card.querySelector(".free").textContent = said(`${table.seats - table.seats_taken.length} of ${table.seats} free`);
  card.querySelector(".dealer").textContent = said(table.dealer);
  const isLive = table.dealer !== "automatic";
  card.querySelector(".live").hidden = !isLive;
  card.querySelector(".sit").hidden = isLive || !card.querySelector(".back").hidden;
}

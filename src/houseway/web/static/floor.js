// The floor: every table in a row, those with alerts first. It follows the events of the whole floor.

import { AlertBar } from "./alert-bar.js";
import { sessionOver } from "./api.js";
import { timeOf } from "./clock.js";
import { $, h, remade, told } from "./dom.js";
import { dollars, exact, signed } from "./money.js";
import { Stream } from "./stream.js";
import "./staff.js";

const given = told();
const { me } = given;
const bar = new AlertBar({ me, all: true });
const rows = new Map(); // by table
let order = [];
let alerts = [];
let meters = {};
let unread = {}; // why tables have no row

const percent = (share) => `${share < 0 ? "−" : ""}${Math.abs(100 * share).toFixed(1)} %`;
const empty = (text = "–") => h("span", { class: "nothing" }, text);

// Its columns: what it is called, and what stands there.
const COLUMNS = [
  ["Table", ({ table, title, stage, round }) => [h("a", { href: `/tables/${table}/${me.role}` }, `Table ${table}`), h("span", {}, title ?? ""), h("small", {}, stage === "closed" ? "closed" : `${stage}, round ${round}`)]],
  ["Seats", ({ seats, seats_taken: taken }) => (seats ? `${taken.length} of ${seats}` : empty())],
  ["Dealer", ({ dealer, since, dealt_by: by }) => (dealer ? [h("span", {}, dealer), h("small", {}, since ? `since ${timeOf(since).slice(0, 5)}` : "since before today")] : by === "automatic" ? "automatic" : empty("nobody"))],
  ["Tray", ({ tray_cents: cents, opened_with_cents: opened, counted }) => (cents === undefined ? empty() : [h("span", {}, dollars(cents)), h("small", {}, `of ${dollars(opened)}`), counted && h("small", { class: counted.off_cents ? "off" : "" }, counted.off_cents ? `counted ${dollars(Math.abs(counted.off_cents))} ${counted.off_cents > 0 ? "over" : "short"}` : "counted right")])],
  ["Drop", ({ drop_cents: cents }) => dollars(cents)],
  ["Win", ({ win_cents: cents, hold }) => [h("span", {}, signed(cents)), hold !== null && h("small", {}, `hold ${percent(hold)}`)]],
  ["Theory", ({ theory, rounds }) => (theory ? [h("span", {}, signed(theory.win_cents)), theory.hold !== null && h("small", {}, `hold ${percent(theory.hold)}`), h("small", { class: theory.is_outside ? "off" : "" }, `${theory.is_outside ? "outside its band: " : ""}${deviations(theory.deviations)}`)] : empty(rounds ? "being worked out" : "–"))],
  ["Meter", ({ meters: own }) => (own?.length ? own.map(({ called, name }) => h("span", {}, called && `${called} `, meters[name] === undefined ? "" : exact(meters[name]))) : empty())],
  ["Rounds", ({ table, rounds, rounds_last_hour: hour }) => [h("span", {}, `${hour} an hour`), h("small", {}, `${rounds} today`), h("a", { class: "over-time", href: `/tables/${table}/charts`, "aria-label": `Table ${table} over time` }, "over time")]],
];
const deviations = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(1)} σ`;

function hears(news) {
  for (const row of news.rows) rows.set(row.table, row);
  for (const table of rows.keys()) if (!news.tables.includes(table)) rows.delete(table);
  ({ alerts, meters, unread } = news);
  order = [...rows.keys()].sort(byNumber);
  bar.draw({ alerts });
  draw();
}

const byNumber = (one, other) => one.localeCompare(other, "en", { numeric: true });

function draw() {
  const lit = new Set(alerts.filter(({ seen }) => !seen).map(({ table }) => table));
  const wanted = $("find").value.trim().toLowerCase();
  const shown = order.filter((table) => !wanted || `table ${table} ${rows.get(table).title ?? "closed"} ${rows.get(table).dealer ?? ""}`.toLowerCase().includes(wanted));
  shown.sort((one, other) => lit.has(other) - lit.has(one) || isClosed(one) - isClosed(other) || isIdle(one) - isIdle(other) || byNumber(one, other));
  const body = $("rows");
  const known = new Map([...body.children].map((row) => [row.dataset.table, row]));
  const focused = document.activeElement?.closest("tr") && document.activeElement.getAttribute("href");
  const made = shown.map((table) => drawn(known.get(table) ?? h("tr", { "data-table": table }), rows.get(table), lit.has(table)));
  if (made.length !== body.children.length || made.some((row, at) => row !== body.children[at])) body.replaceChildren(...made);
  if (focused && !document.activeElement?.closest("tr")) body.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  $("sum").textContent = `${wanted ? `Found ${shown.length} of ${order.length} tables. All together: ` : ""}${summary([...rows.values()])}`;
  const shut = Object.keys(unread).sort(byNumber);
  $("unread").hidden = !shut.length;
  $("unread").textContent = shut.map((table) => `Table ${table} is out of service, and not in this list: ${unread[table]}.`).join(" ");
}

const isClosed = (table) => rows.get(table).stage === "closed";

// Nobody sits there, and no dealer stands there.
const isIdle = (table) => !rows.get(table).seats_taken?.length && rows.get(table).dealt_by !== "live";

function drawn(tr, row, isLit) {
  tr.classList.toggle("is-lit", isLit);
  const own = (row.meters ?? []).map(({ name }) => meters[name]);
  remade(tr, [row, own], () => COLUMNS.map(([name, cell], at) => h(at ? "td" : "th", at ? { "data-label": name } : { scope: "row" }, h("div", {}, cell(row)))));
  return tr;
}

// Of all tables.
function summary(all) {
  const open = all.filter(({ stage }) => stage !== "closed");
  const sum = (of) => all.reduce((total, row) => total + row[of], 0);
  const seats = open.reduce((taken, row) => taken + (row.seats_taken?.length ?? 0), 0);
  return `${open.length} open ${open.length === 1 ? "table" : "tables"}, ${seats} ${seats === 1 ? "guest" : "guests"}; today’s drop ${dollars(sum("drop_cents"))}, win ${signed(sum("win_cents"))}; ${sum("rounds_last_hour")} rounds in the last hour.`;
}

$("head").replaceChildren(...COLUMNS.map(([name]) => h("th", { scope: "col" }, name)));
$("who").textContent = me.name;
$("find").addEventListener("input", draw);
hears(given.floor);
const stream = new Stream(null, null, {
  path: "/floor/events",
  floor: hears,
  token: sessionOver,
  state: (state) => {
    $("lost").hidden = state !== "lost";
    bar.connected(state !== "lost");
    $("lost").textContent = state === "lost" ? "Connection lost. What stands here may be old; coming back…" : "";
  },
});
addEventListener("session-over", () => stream.stop());
stream.run();

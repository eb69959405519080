// What somebody of the staff has to see to, first on every screen of theirs. Each alert is said once, by voice, sound and
// notification, whichever of one's pages hears of it first; it is gone when its cause is.

import { posted } from "./api.js";
import { timeOf } from "./clock.js";
import { $, h, remade } from "./dom.js";
import { choose, chosen } from "./settings.js";
import { hear } from "./sound.js";

const SAID = "houseway alerts said";
const REMEMBERED = 200;
const WAITS_MS = 250;
const SHOWN = 3; // on the screen of a table, which has other things to show
const NAMES = { claim: "Claim", payout: "Payout", slip: "Slip", proposal: "Correction", stop: "Stopped", tray: "Tray", relief: "Relief", drift: "Drift" };
const WATCHERS = ["supervisor", "surveillance"];

export class AlertBar {
  // table: whose screen it is, none for the floor; all: whether every alert is shown
  constructor({ me, table = null, all = false }) {
    Object.assign(this, { me, table, all });
    this.watches = WATCHERS.includes(me.role);
    this.alerts = [];
    this.heard = new Set(); // by this page
    this.title = document.title;
    this.notice = "";
    this.isLost = false;
    this.#switches();
  }

  // Whether the house can hear what is pressed.
  connected(isLive) {
    this.isLost = !isLive;
    this.#show();
  }

  draw({ alerts }) {
    this.alerts = alerts;
    this.notice = "";
    this.#say(alerts.filter(({ seen }) => !seen));
    this.#show();
  }

  #show() {
    const open = this.alerts.filter(({ seen }) => !seen);
    const shown = this.all ? this.alerts : [...open, ...this.alerts.filter(({ seen }) => seen)].slice(0, SHOWN);
    const more = this.alerts.length - shown.length;
    document.title = open.length ? `(${open.length}) ${this.title}` : this.title;
    const bar = $("alert-bar");
    bar.hidden = !this.alerts.length && !this.all;
    const here = document.activeElement?.closest("#alert-bar") ? document.activeElement.dataset.alert : null;
    remade(bar, [this.alerts, this.notice, this.isLost], () => [
      h("h2", { id: "alert-bar-title", class: this.all ? "" : "sr" }, this.all ? "Alerts" : "Alerts of the floor"),
      this.notice && h("p", { class: "refusal", role: "alert" }, this.notice),
      this.alerts.length ? h("ul", {}, shown.map((alert) => this.#alert(alert))) : h("p", { class: "quiet-text" }, "Nothing waits for anybody."),
      more > 0 && h("p", {}, this.watches ? h("a", { href: "/floor" }, `${more} more on the floor`) : `${more} more`),
    ]);
    if (here) bar.querySelector(`[data-alert="${CSS.escape(here)}"], [data-alert]`)?.focus({ preventScroll: true });
  }

  #alert({ alert, table, kind, says, since, seen }) {
    const place = `Table ${table}`;
    const elsewhere = this.watches && table !== this.table;
    return h(
      "li",
      { class: `alert ${kind}`, "data-seen": Boolean(seen) },
      h("b", { class: "kind" }, NAMES[kind]),
      h("span", { class: "what" }, elsewhere ? h("a", { href: `/tables/${table}/${this.me.role}` }, place) : h("b", {}, place), ` ${says}.`),
      h("span", { class: "when" }, h("time", { datetime: since }, timeOf(since)), seen ? ` ✓ seen by ${seen.by}, ${timeOf(seen.at)}` : ""),
      this.watches && !seen && h("button", { type: "button", "data-alert": alert, disabled: this.isLost, "aria-label": `Seen: ${place}, ${says}`, onclick: () => this.#see(alert) }, "Seen"),
    );
  }

  async #see(alert) {
    this.notice = "";
    try {
      const { seen } = await posted("/floor/acknowledgements", { alert }, this.me.csrf);
      this.alerts = this.alerts.map((each) => (each.alert === alert ? { ...each, seen } : each));
    } catch (error) {
      if (error.code === "no-such-alert") this.alerts = this.alerts.filter((each) => each.alert !== alert);
      this.notice = error.message;
    }
    this.#show();
  }

  // ---- said once

  // A page that nobody works with waits a moment: perhaps another page of the same person says it.
  #say(open) {
    const fresh = open.filter(({ alert }) => !this.heard.has(alert));
    if (!fresh.length) return;
    for (const { alert } of fresh) this.heard.add(alert);
    $("alerted").textContent = fresh.map(({ table, says }) => `Table ${table}: ${says}.`).join(" ");
    setTimeout(() => sound(fresh), document.hasFocus() ? 0 : WAITS_MS * (1 + Math.random()));
  }

  // ---- sound and notifications, which a browser gives only to whoever has pressed something

  #switches() {
    const sound = $("alert-sound");
    const shows = () => {
      const on = chosen("sound") === "on";
      sound.setAttribute("aria-pressed", on);
      sound.textContent = on ? "Sound on" : "Sound off";
    };
    sound.onclick = () => {
      choose("sound", chosen("sound") === "on" ? "off" : "on");
      shows();
      hear("alert");
    };
    shows();
    const asks = $("alert-notify");
    const mayAsk = () => (asks.hidden = !("Notification" in window) || Notification.permission !== "default");
    asks.onclick = async () => {
      await Notification.requestPermission();
      mayAsk();
    };
    mayAsk();
  }
}

function sound(alerts) {
  const known = said();
  const fresh = alerts.filter(({ alert }) => !known.includes(alert));
  if (!fresh.length) return;
  remember([...known, ...fresh.map(({ alert }) => alert)].slice(-REMEMBERED));
  hear("alert");
  if ("Notification" in window && Notification.permission === "granted") fresh.forEach(notify);
}

function said() {
  try {
    return JSON.parse(localStorage.getItem(SAID)) ?? [];
  } catch {
    return (window.alertsSaid ??= []);
  }
}

function remember(names) {
  window.alertsSaid = names;
  try {
    localStorage.setItem(SAID, JSON.stringify(names));
  } catch {
    // as long as the page is open
  }
}

// On a telephone only a service worker may notify: there the bar and the sound have to do.
function notify({ alert, table, says }) {
  try {
    const shown = new Notification(`Table ${table}`, { body: says, tag: alert });
    shown.onclick = () => window.focus();
  } catch {
    // the alert stands in the bar
  }
}

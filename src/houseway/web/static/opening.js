// Open a table. What can be chosen comes with the page, from the games' definitions; whether it may be, the house says.

import { Person, Refused } from "./api.js";
import { $, h, told } from "./dom.js";
import { centsOf, dollars } from "./money.js";
import "./staff.js";

const WORDS = {
  dealer: { label: "Dealer", live: "live", automatic: "deals by itself" },
  shuffler: { label: "Cards", machine: "from a machine", manual: "physical, typed in" },
  shuffled: { label: "Shuffled", "": "before it is dealt", continuously: "continuously: every round from a whole pack" },
  number_by: { label: "Rotation number", rng: "drawn by the house", dice: "from the dice cup" },
  decks: { label: "Decks" },
  seats: { label: "Seats" },
};
const AMOUNT = { inputmode: "decimal", pattern: "\\$?[\\d,]+(\\.\\d{1,2})?", title: "dollars, as 25 or 12.50", required: true, autocomplete: "off" };
const SECONDS = { type: "number", min: 0, max: 3600, required: true };

class Opening {
  constructor({ me, games, meters, closed, ceiling }) {
    Object.assign(this, { me, games, meters, closed, ceiling });
    this.form = $("opening");
    this.form.addEventListener("submit", (event) => (event.preventDefault(), this.open()));
    $("open-new").addEventListener("click", () => this.show("", games[0].terms));
    for (const button of document.querySelectorAll("[data-again]")) button.addEventListener("click", () => this.again(button.dataset.again));
  }

  // A table that was closed, on its last terms unless others are chosen.
  again(name) {
    this.show(name, this.closed[name]);
  }

  show(name, terms) {
    this.terms = terms;
    this.game = this.games.find(({ game }) => game === terms.game);
    const main = this.game.wagers.filter((wager) => !wager.is_side).map(({ wager }) => wager);
    this.notice = h("p", { class: "refusal", role: "alert" });
    this.form.replaceChildren(
      field("Table", h("input", { name: "table", value: name, required: true, maxlength: 40, pattern: "[A-Za-z0-9][A-Za-z0-9_\\-]*", title: "letters, digits, - and _", autocomplete: "off" })),
      field("Game", select("game", this.games.map(({ game, title }) => [game, title]), terms.game, () => this.change())),
      ...Object.keys(WORDS).map((each) => this.#choice(each)),
      this.#ways(),
      both(`${main.join(", ")}, dollars`, amount("minimum_cents", "least", terms), amount("maximum_cents", "most", terms)),
      both("Other wagers, dollars", amount("side_minimum_cents", "least", terms), amount("side_maximum_cents", "most", terms)),
      h("p", { class: "quiet-text wide" }, this.ceiling ? `No wager above ${dollars(this.ceiling.cents)}, from ${this.ceiling.since}: ${this.ceiling.approved}.` : "No wager above the cap of card rooms."),
      ...this.game.wagers.map((wager) => this.#paytables(wager)),
      (this.meterFields = h("div", { class: "as-fields" })),
      (this.readingFields = h("div", { class: "as-fields" })),
      both("Clock, seconds", number("betting_seconds", "to bet", terms), number("setting_seconds", "to choose", terms)),
      field("Tray, dollars", h("input", { name: "tray_cents", value: plainly(terms.tray_cents), ...AMOUNT })),
      wide("Chips", select("chip_cents", chipChoices(terms), valued(terms.chip_cents), () => this.#showTray())),
      (this.trayFields = h("fieldset", { class: "wide by-value" })),
      wide("Papers", select("papers", [["", "none"], ["yes", "two people count and fill, dealers sign on"]], terms.papers ? "yes" : "")),
      wide("Seats are called, from the dealer’s left", h("input", { name: "positions", value: (terms.positions ?? []).join(" "), placeholder: "1 2 3 …, as the book counts", pattern: "\\s*(\\d{1,2}([\\s,]+|$))*", title: "a number for each seat", autocomplete: "off" })),
      h("div", { class: "buttons" }, this.notice, h("button", { type: "button", onclick: () => this.hide() }, "Go back"), h("button", { class: "primary", "data-act": "OpenTable" }, "Open the table")),
    );
    this.#showMeters();
    this.#showReadings();
    this.#showTray();
    this.form.hidden = false;
    (name ? this.form.querySelector("select") : this.form.elements.table).focus();
  }

  hide() {
    this.form.hidden = true;
    $("open-new").focus();
  }

  // Another game: its usual terms, at the same table and with the same dealer.
  change() {
    const { table, game } = this.form.elements;
    const usual = this.games.find((each) => each.game === game.value).terms;
    this.show(table.value, { ...usual, dealer: this.form.elements.dealer?.value ?? usual.dealer });
    this.form.elements.game.focus();
  }

  #choice(name) {
    const values = this.game.choices[name];
    if (values.length < 2) return "";
    return field(WORDS[name].label, select(name, values.map((value) => [value, WORDS[name][value] ?? value]), this.terms[name]));
  }

  // The game's own house way, or one of those that the house has proved.
  #ways() {
    const { ways, way } = this.game;
    if (!ways.length) return "";
    const named = ways.map(({ name, standing }, at) => [String(at), `${name}, ${standing}`]);
    const chosen = ways.findIndex(({ digest, approved }) => this.terms.way && digest === this.terms.way.digest && approved === (this.terms.way.approved ?? ""));
    return h("label", { class: "wide" }, "House way", select("way", [["", way], ...named], chosen < 0 ? "" : String(chosen)));
  }

  #paytables(wager) {
    const choices = this.#paytablesOf(wager);
    const changed = () => {
      if (wager.of_meter) this.#showMeters();
      this.#showReadings();
    };
    return choices.length < 2 ? "" : field(wager.wager, select(`paytable ${wager.wager}`, choices, this.terms.paytables[wager.wager] ?? "", changed));
  }

  #paytablesOf({ paytables, can_be_left_out, of_meter }) {
    const runs = of_meter && !this.meters.length ? [] : paytables.map(({ name, label }) => [name, label]);
    return can_be_left_out ? [["", "not offered"], ...runs] : runs;
  }

  // A paytable has one meter, or several by name: whichever is chosen, its meters are asked for.
  #showMeters() {
    this.meterFields.replaceChildren(...[this.#meter()].flat());
  }

  #meter() {
    const plays = this.game.wagers.some((wager) => wager.of_meter && wager.paytables.length);
    if (!plays) return "";
    if (!this.meters.length) return h("p", { class: "quiet-text wide" }, "No meter has been opened to play for.");
    const choices = this.meters.map((name) => [name, name]);
    return this.#called().map((called, at) =>
      called ? field(`Meter ${called}`, select(`meter ${called}`, choices, this.terms.meters?.[called] ?? this.meters.find((name) => name.endsWith(called)) ?? this.meters[at % this.meters.length])) : field("Meter", select("meter", choices, this.terms.meter || this.meters.find((name) => name === this.terms.game) || this.meters[0])),
    );
  }

  // What the chosen progressive paytable calls its meters; of one that has a single one, nothing.
  #called() {
    const wager = this.game.wagers.find(({ of_meter }) => of_meter);
    const chosen = this.form.elements[`paytable ${wager.wager}`]?.value ?? this.terms.paytables[wager.wager];
    return (wager.paytables.find(({ name }) => name === chosen) ?? wager.paytables[0])?.meters ?? [];
  }

  // The chips that lie in the tray, where they are known: they come to its dollars.
  #showTray() {
    const { tray_cents: tray } = this.form.elements;
    const sums = () => {
      const cents = Object.entries(this.#trayChips()).reduce((sum, [value, number]) => sum + value * number, 0);
      if (cents) tray.value = plainly(cents);
    };
    const fields = this.#values().map((value) => field(dollars(value), h("input", { name: `tray ${value}`, type: "number", min: 0, max: 1_000_000, value: this.terms.tray_chips?.[value] ?? "", oninput: sums })));
    this.trayFields.hidden = !fields.length;
    this.trayFields.replaceChildren(h("legend", {}, "Chips in the tray, as many as of each, if they are known"), ...fields);
  }

  #values() {
    return this.form.elements.chip_cents.value.split(" ").filter(Boolean).map(Number);
  }

  #trayChips() {
    const numbers = this.#values().map((value) => [value, Number(this.form.elements[`tray ${value}`].value)]);
    return Object.fromEntries(numbers.filter(([, number]) => number));
  }

  // What can be read in two ways of the wagers that are offered: each reading with what it holds, and below it what is
  // published. What was chosen before stays chosen.
  #showReadings() {
    const fields = this.form.elements;
    const asked = this.#readable().map(({ name, label, ways, usual }) => {
      const chosen = fields[name]?.value ?? usual;
      const told = h("span", { class: "quiet-text" });
      const choice = select(name, ways.map((way) => [way.name, way.holds ? `${way.name}: holds ${way.holds}` : way.name]), chosen, () => tell());
      const tell = () => (told.textContent = ways.find((way) => way.name === choice.value).told);
      tell();
      return h("label", { class: "wide" }, label, choice, told);
    });
    this.readingFields.replaceChildren(...asked);
  }

  #readable() {
    return this.game.wagers.flatMap((wager) => {
      const offered = this.#paytableOf(wager);
      const paytable = wager.paytables.find(({ name }) => name === offered);
      if (!paytable) return [];
      const rule = { name: `reading ${wager.wager}`, label: `${wager.wager} is read`, ways: paytable.readings, usual: this.terms.readings?.[wager.wager] ?? paytable.readings[0]?.name };
      const envy = { name: "envy", label: "Envy is paid for", ways: paytable.envy, usual: this.terms.envy };
      return [rule, envy].filter(({ ways }) => ways.length);
    });
  }

  #paytableOf(wager) {
    return this.form.elements[`paytable ${wager.wager}`]?.value ?? this.#paytablesOf(wager)[0]?.[0];
  }

  #chosen() {
    const fields = this.form.elements;
    const given = (name, as) => (fields[name] ? as(fields[name].value) : this.terms[name]);
    const paytables = {};
    for (const wager of this.game.wagers) {
      const paytable = this.#paytableOf(wager);
      if (paytable) paytables[wager.wager] = paytable;
    }
    const plays = this.game.wagers.some((wager) => wager.of_meter && paytables[wager.wager]);
    const named = plays ? this.#called().filter((called) => called) : [];
    const meters = Object.fromEntries(named.map((called) => [called, fields[`meter ${called}`].value]));
    const readings = Object.fromEntries(Object.keys(paytables).map((wager) => [wager, fields[`reading ${wager}`]?.value]).filter(([, reading]) => reading));
    const way = this.game.ways[fields.way?.value];
    const terms = { ...this.terms, way: way ? { name: way.name, digest: way.digest, text: way.text, approved: way.approved } : null, paytables, readings, envy: given("envy", String), meters, meter: plays && !named.length ? (fields.meter?.value ?? "") : "" };
    for (const name of ["dealer", "shuffler", "shuffled", "number_by"]) terms[name] = given(name, String);
    for (const name of ["decks", "seats", "betting_seconds", "setting_seconds"]) terms[name] = given(name, Number);
    for (const name of ["minimum_cents", "maximum_cents", "side_minimum_cents", "side_maximum_cents", "tray_cents"]) terms[name] = given(name, centsOf);
    terms.chip_cents = this.#values();
    terms.tray_chips = this.#trayChips();
    terms.papers = fields.papers.value === "yes";
    terms.positions = (fields.positions.value.match(/\d+/g) ?? []).map(Number);
    terms.aggregate_cents = Object.fromEntries(Object.entries(terms.aggregate_cents).filter(([wager]) => paytables[wager]));
    return terms;
  }

  async open() {
    const name = this.form.elements.table.value;
    const button = this.form.querySelector(".primary");
    button.disabled = true;
    this.notice.textContent = "";
    try {
      await new Person(name, this.me).does("OpenTable", { terms: this.#chosen() });
      return location.assign(`/tables/${name}/supervisor`);
    } catch (error) {
      this.notice.textContent = error instanceof Refused ? inWords(error.message) : "The house could not be reached. Try again.";
    }
    button.disabled = false;
    button.focus();
  }
}

// The values of the chips, as a card room has them; and those that the table had.
const CHIPS = [[], [1_00, 5_00, 25_00, 100_00, 500_00], [5_00, 25_00, 100_00, 500_00], [50, 1_00, 5_00, 25_00, 100_00, 500_00]];
const valued = (cents) => (cents ?? []).join(" ");
const chipChoices = (terms) => {
  const told = (cents) => (cents.length ? cents.map((each) => dollars(each)).join(" ") : "any amount, to the cent");
  const all = [...CHIPS, ...(CHIPS.some((each) => valued(each) === valued(terms.chip_cents)) ? [] : [terms.chip_cents])];
  return all.map((each) => [valued(each), told(each)]);
};

// The house names limits as programs send them, in cents.
const inWords = (says) => says.replace(/\b(side_)?(minimum|maximum)_cents (\d+)/g, (_, side, which, cents) => `${side ? "other wagers" : "main wager"}, ${which === "minimum" ? "least" : "most"} ${dollars(Number(cents))}`);

const field = (label, control) => h("label", {}, label, " ", control);

const wide = (label, control) => h("label", { class: "wide" }, label, " ", control);

const both = (label, least, most) => h("fieldset", {}, h("legend", {}, label), least, most);

const plainly = (cents) => dollars(cents).replace("$", "");

const amount = (name, label, terms) => field(label, h("input", { name, value: plainly(terms[name]), ...AMOUNT }));

const number = (name, label, terms) => field(label, h("input", { name, value: terms[name], ...SECONDS }));

function select(name, options, chosen, onchange) {
  return h("select", { name, onchange }, options.map(([value, text]) => h("option", { value, selected: value === chosen }, String(text))));
}

const opening = new Opening(told());
const asked = location.hash.slice(1);
if (opening.closed[asked]) opening.again(asked);

// The designer's desk. The drafts are all that it knows; every figure on it follows from them and from the tally, and
// what takes longer is asked of the process beside the service.

import { AskedHere, Question, Withdrawn } from "./asking.js";
import { barChart } from "./chart.js";
import { Drafts, copyOf, linked, MOST } from "./drafts.js";
import { $, h, remade, say, told } from "./dom.js";
import { Rational } from "./rational.js";
import { Tally, root } from "./tally.js";
import { filesTool, linesSent } from "./designer-files.js";
import { lifeTool, rulesTool, targetsTool } from "./designer-tools.js";

const REST_MS = 450; // after the last key, before best play is found anew
const USUAL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 125, 150, 200, 250, 300, 400, 500, 600, 750, 800, 1000, 1500, 2000, 2500, 5000, 10_000];

class Designer {
  constructor(desk) {
    this.desk = desk;
    this.drafts = new Drafts(desk, linked(location.hash, desk));
    this.tallies = new Map(); // by decks
    this.solved = new Map(); // what the house reckoned of drafts, by all that it depends on
    this.asking = null;
    this.counting = new AskedHere("Counting how often each line comes");
    $("notice").after(this.counting.element);
  }

  begin() {
    const { desk, drafts } = this;
    const take = (draft) => (drafts.add(draft), this.draw(), $("desk").querySelector(`[data-draft="${drafts.chosen}"] input`)?.focus());
    const about = (kind, more) => this.asked(kind, more);
    targetsTool($("targets"), { drafts, about, take });
    rulesTool($("rules"), { desk, drafts, about });
    if (desk.progressive) {
      $("life").hidden = false;
      lifeTool($("life"), { drafts, about });
    }
    filesTool($("files"), { desk, drafts, about, take, reckoned: (draft) => this.reckoned(draft) });
    addEventListener("hashchange", () => location.reload());
    this.draw();
    this.count();
  }

  get tally() {
    return this.tallies.get(this.drafts.decks);
  }

  // A question about drafts: all of them, or the chosen one.
  asked(kind, { of = this.drafts.all, ...more } = {}) {
    const { desk, drafts } = this;
    const seats = desk.progressive ? drafts.seats : null;
    return { about: kind, game: desk.game, paytable: desk.paytable, decks: drafts.decks, seats, drafts: of.map((each) => drafts.sent(each)), ...more };
  }

  count() {
    const { decks } = this.drafts;
    if (this.tallies.has(decks)) return this.draw();
    return this.counting.ask(this.asked("tally", { of: [] }), (answer) => {
      this.tallies.set(decks, new Tally(answer));
      this.draw();
      document.body.dataset.counted = decks;
    });
  }

  // ---- what is reckoned

  // Of a draft: {figures, fault, isHeld}. Where another play may be better, what the house has reckoned goes before.
  reckoned(draft) {
    try {
      const key = this.#key(draft);
      if (!this.tally) return {};
      const own = this.drafts.figures(this.tally, draft);
      const solved = this.solved.get(key);
      if (solved?.fault) return { figures: own, isHeld: true, note: solved.fault };
      if (solved) return { figures: { ...own, ...solved.best }, play: solved.best.play, others: solved.others };
      return { figures: own, isHeld: this.tally.held };
    } catch (error) {
      return { fault: error.message };
    }
  }

  #key(draft) {
    return JSON.stringify([this.drafts.sent({ ...draft, name: "-" }), this.drafts.decks]);
  }

  // Best play, draft by draft, when the typing rests.
  solve() {
    clearTimeout(this.resting);
    if (!this.tally?.held) return;
    this.resting = setTimeout(() => this.#solveNext(), REST_MS);
  }

  async #solveNext() {
    const open = this.drafts.all.find((draft) => this.reckoned(draft).isHeld && !this.solved.has(this.#key(draft)));
    if (this.asking && (!open || this.asking.key !== this.#key(open))) this.asking.question.withdraw();
    if (!open || this.asking?.key === this.#key(open)) return;
    const [key, question] = [this.#key(open), new Question()];
    this.asking = { key, question };
    try {
      const { figures } = await question.answer(this.asked("figures", { of: [open] }), ({ seconds }) => this.#waits(seconds));
      const [best, ...others] = figures[0].map(read);
      this.solved.set(key, { best, others });
    } catch (error) {
      if (!(error instanceof Withdrawn)) this.solved.set(key, { fault: error.message });
    }
    if (this.asking?.question === question) this.asking = null;
    this.draw();
  }

  #waits(seconds) {
    for (const place of document.querySelectorAll(".held-seconds")) place.textContent = seconds >= 2 ? ` ${Math.floor(seconds)} s` : "";
  }

  // ---- what is seen

  draw() {
    const { drafts } = this;
    const lines = drafts.lines(this.tally);
    const shape = [lines, drafts.all.length, drafts.chosen, drafts.decks, Boolean(this.tally), drafts.all.map(({ name }) => name)];
    const before = document.activeElement?.id;
    if (remade($("desk"), shape, () => [this.#settings(), this.#cards(), this.#table(lines)]) && before) $(before)?.focus();
    this.#fill(lines);
    history.replaceState(null, "", `#${drafts.link}`);
    this.solve();
  }

  #settings() {
    const { desk, drafts } = this;
    const change = (name) => (event) => {
      drafts[name] = Number(event.target.value);
      this.draw();
      this.count();
    };
    const select = (name, label, values) => h("label", {}, `${label} `, h("select", { id: name, onchange: change(name) }, values.map((value) => h("option", { value, selected: value === drafts[name] }, value))));
    return h(
      "div",
      { class: "settings" },
      desk.all_decks.length > 1 && select("decks", "Decks", desk.all_decks),
      desk.progressive && select("seats", "Seats that bet", Array.from({ length: desk.seats }, (_, at) => at + 1)),
      h("button", { type: "button", id: "add", disabled: drafts.all.length >= MOST, onclick: () => (drafts.add(copyOf(drafts.draft, drafts.named(drafts.draft.name))), this.draw(), $(`name-${drafts.chosen}`).focus()) }, "Add a draft beside it"),
    );
  }

  #cards() {
    const { drafts } = this;
    const choose = (at) => () => ((drafts.chosen = at), this.draw());
    return h(
      "div",
      { class: "drafts" },
      drafts.all.map((draft, at) =>
        h(
          "article",
          { class: at === drafts.chosen ? "draft chosen" : "draft", "data-draft": at, "aria-label": `Draft ${at + 1}` },
          h("input", { class: "name", id: `name-${at}`, value: draft.name, maxlength: 60, "aria-label": `Name of draft ${at + 1}`, onchange: (event) => ((draft.name = event.target.value.trim() || `draft ${at + 1}`), this.draw()) }),
          h("dl", {}, [["edge", "House edge"], ["hit", "Hit frequency"], ["deviation", "Standard deviation"], ["variance", "Variance"]].map(([part, name]) => h("div", {}, h("dt", {}, name), h("dd", {}, h("b", { "data-figure": part }, "…"), h("code", {}), h("small", { class: "against" }))))),
          h("p", { class: "play" }),
          h(
            "p",
            { class: "buttons" },
            drafts.all.length > 1 && h("button", { type: "button", "aria-pressed": String(at === drafts.chosen), onclick: choose(at) }, "Edit"),
            drafts.all.length > 1 && h("button", { type: "button", class: "quiet", onclick: () => (drafts.remove(at), this.draw(), $("add").focus()) }, "Remove", h("span", { class: "sr" }, ` ${draft.name}`)),
            h("button", { type: "button", class: "quiet", onclick: () => ((drafts.all[at] = copyOf(this.desk.tables[0], draft.name)), this.#typed(at)) }, "Begin again", h("span", { class: "sr" }, ` with ${draft.name}`)),
          ),
        ),
      ),
    );
  }

  #table(lines) {
    const { drafts, desk } = this;
    const cell = (at, id, label, value, put, more = {}) =>
      h("td", { role: "cell", "data-of": at, class: at === drafts.chosen ? "chosen" : null, "data-label": drafts.all[at].name }, h("input", { id: `${id}-${at}`, value, "aria-label": `${label}, ${drafts.all[at].name}`, autocomplete: "off", spellcheck: "false", maxlength: 40, oninput: (event) => put(event.target.value), ...more }), h("small", { class: "share", id: `${id}-${at}-share` }));
    const row = (name, id, cells, chance = "") => h("tr", { role: "row" }, h("th", { scope: "row", role: "rowheader" }, name), h("td", { role: "cell", class: chance ? "chance" : "chance empty", "data-label": "Comes" }, chance), cells(id));
    const each = (build) => drafts.all.map((draft, at) => build(draft, at));
    const pay = (line, number) => row(line, `pay-${number}`, (id) => each((draft, at) => cell(at, id, `${line} pays`, draft.pays[line] ?? "lose", (text) => this.#puts(at, draft.pays, line, text), { onkeydown: (event) => this.#step(event, at, draft.pays, line) })), this.tally && this.#chance(line));
    const envied = desk.progressive ? Object.keys(desk.tables[0].envy) : [];
    const envy = (line, number) => row(`Envy for ${line}`, `envy-${number}`, (id) => each((draft, at) => cell(at, id, `Envy for ${line}`, draft.envy[line] ?? "$0", (text) => this.#puts(at, draft.envy, line, text))));
    const meter = (name) => ["seed", "increment"].map((what) => row(`${what === "seed" ? "Seed" : "Increment"} ${name}`.trim(), `${what}-${name}`, (id) => each((draft, at) => cell(at, id, `${what} ${name}`.trim(), draft.meters[name][what], (text) => this.#puts(at, draft.meters[name], what, text)))));
    return h(
      "table",
      { class: "stack pays", role: "table", "aria-label": "What each line pays" },
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ["Line", "Comes", ...drafts.all.map(({ name }) => name)].map((head) => h("th", { scope: "col", role: "columnheader" }, head)))),
      h("tbody", { role: "rowgroup" }, lines.map(pay), envied.map(envy), Object.keys(desk.meters).flatMap(meter)),
    );
  }

  #chance(line) {
    const chance = this.tally.chance(line);
    if (!chance.numerator) return "never";
    const often = new Rational(chance.denominator, chance.numerator);
    return [chance.percent(4), h("small", {}, ` 1 in ${often.decimal(often.numerator / often.denominator < 100n ? 2 : 0)}`)];
  }

  #puts(at, where, what, text) {
    where[what] = text;
    this.#typed(at);
  }

  #typed(at) {
    this.drafts.chosen = Math.min(at, this.drafts.all.length - 1);
    const { chosen } = this.drafts;
    for (const card of document.querySelectorAll("[data-draft]")) card.classList.toggle("chosen", Number(card.dataset.draft) === chosen);
    for (const cell of document.querySelectorAll("[data-of]")) cell.classList.toggle("chosen", Number(cell.dataset.of) === chosen);
    $("desk").madeOf = JSON.stringify([this.drafts.lines(this.tally), this.drafts.all.length, chosen, this.drafts.decks, Boolean(this.tally), this.drafts.all.map(({ name }) => name)]);
    this.draw();
  }

  // Arrow keys go up and down the usual pays.
  #step(event, at, pays, line) {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const found = /^\s*([\d,]+)(.*)$/.exec(event.target.value);
    if (!way || !found || event.altKey || event.ctrlKey) return;
    event.preventDefault();
    const now = Number(found[1].replaceAll(",", ""));
    const next = way > 0 ? USUAL.find((pay) => pay > now) : USUAL.findLast((pay) => pay < now);
    if (next) this.#puts(at, pays, line, `${next}${found[2]}`);
  }

  // Every figure, without touching what is being typed in.
  #fill(lines) {
    const { drafts } = this;
    const first = this.reckoned(drafts.all[0]).figures;
    drafts.all.forEach((draft, at) => {
      const { figures, fault, isHeld, play, others, note } = this.reckoned(draft);
      const card = document.querySelector(`[data-draft="${at}"]`);
      const shown = { edge: figures && minus(figures.edge.percent(4)), hit: figures?.hit.percent(4), deviation: figures?.deviation.decimal(4), variance: figures?.variance.decimal(4) };
      for (const place of card.querySelectorAll("[data-figure]")) {
        const part = place.dataset.figure;
        place.textContent = figures ? shown[part] : fault ? "–" : "…";
        place.nextElementSibling.textContent = figures && part !== "deviation" ? String(figures[part]) : "";
        place.parentElement.lastElementChild.textContent = at && figures && first ? against(part, figures[part].minus(first[part]), drafts.all[0].name) : "";
      }
      card.classList.toggle("is-held", Boolean(isHeld));
      card.querySelector(".play").replaceChildren(...(fault ? [h("span", { class: "fault" }, fault)] : [...(figures?.edge.numerator < 0n ? [h("strong", { class: "fault" }, "The player has the edge. ")] : []), ...this.#playWords({ isHeld, play, others, note }, drafts.isOwn(draft))]));
      if (at === drafts.chosen) $("now").textContent = figures ? `${draft.name}: edge ${shown.edge}, hit ${figures.hit.percent(2)}, deviation ${figures.deviation.decimal(2)}` : "";
      const ids = new Map(lines.map((line, number) => [line, `pay-${number}-${at}`]));
      for (const [line, id] of ids) {
        this.#field(id, draft.pays[line] ?? "lose", !fault || isPay(this.drafts, draft.pays[line] ?? "lose", line));
        $(`${id}-share`).textContent = figures?.shares.has(line) ? signed(figures.shares.get(line)) : "";
      }
      for (const [id, text] of this.#others(draft, at)) this.#field(id, text, true);
    });
    this.#drawShares(lines);
  }

  #others(draft, at) {
    const envied = this.desk.progressive ? Object.keys(this.desk.tables[0].envy) : [];
    const meters = Object.keys(this.desk.meters).flatMap((name) => ["seed", "increment"].map((what) => [`${what}-${name}-${at}`, draft.meters[name][what]]));
    return [...envied.map((line, number) => [`envy-${number}-${at}`, draft.envy[line] ?? "$0"]), ...meters];
  }

  #field(id, text, isGood) {
    const field = $(id);
    if (field.value !== text) field.value = text;
    field.toggleAttribute("aria-invalid", !isGood);
    if (!isGood) field.setAttribute("aria-invalid", "true");
  }

  #playWords({ isHeld, play, others, note }, isOwn) {
    const whose = isOwn ? `As ${this.desk.paytable} has it. ` : "Unapproved: a draft. ";
    if (isHeld && note) return [`${whose}With the play for ${this.desk.paytable} held. ${note}`];
    if (isHeld) return [`${whose}With the play for ${this.desk.paytable} held; best play is being found…`, h("span", { class: "held-seconds" })];
    const more = (others ?? []).map((each) => `${each.play}: ${minus(each.edge.percent(4))}`);
    return [[whose, play && `With ${play}, found anew.`, ...more].filter(Boolean).join(" ")];
  }

  #drawShares(lines) {
    const { draft } = this.drafts;
    const { figures } = this.reckoned(draft);
    const key = figures && [draft.name, [...figures.shares].map(String), String(figures.others), String(figures.envy)];
    const build = () => {
      if (!figures) return [];
      const lost = this.desk.never.reduce((sum, line) => sum.plus(figures.shares.get(line) ?? new Rational(0n)), new Rational(0n));
      const rows = [...lines.map((line) => [line, figures.shares.get(line)]), ["Lost", lost], ["Wagers played with it", figures.others], ["Envy", figures.envy]].filter(([, share]) => share?.numerator);
      const most = Math.max(...rows.map(([, share]) => Math.abs(share.number)));
      const bars = rows.map(([name, share]) => ({ name, size: Math.abs(share.number) / most, says: signed(share), kind: share.numerator < 0n ? "lost" : "paid" }));
      return [h("h2", {}, "What each line comes to"), h("figure", {}, h("figcaption", {}, draft.name, h("small", {}, " chance × net, for a stake of 1", this.tally.held ? ", with the play held" : "")), barChart(bars, `What each line of ${draft.name} adds to the mean`))];
    };
    if (remade($("shares"), key ?? null, build) && figures) later(`${draft.name}: house edge ${minus(figures.edge.percent(4))}, hit frequency ${figures.hit.percent(2)}`);
  }
}

function isPay(drafts, text, line) {
  try {
    drafts.sent({ name: "-", pays: { [line]: text } });
    return true;
  } catch {
    return false;
  }
}

const minus = (text) => text.replace("-", "−");
const signed = (share) => `${share.numerator > 0n ? "+" : ""}${minus(share.decimal(4))}`;

// "+0.1250 points against the first": an edge and a hit frequency are told in hundredths of the stake.
function against(part, more, name) {
  const isShare = part === "edge" || part === "hit";
  return `${signed(isShare ? more.times(new Rational(100n)) : more)}${isShare ? " points" : ""} against ${name}`;
}

// Figures as the house sends them.
function read(figures) {
  const variance = Rational.of(figures.variance);
  return { edge: Rational.of(figures.house_edge), hit: Rational.of(figures.hit_frequency), variance, deviation: root(variance), play: figures.play, lines: linesSent(figures.lines) };
}

let saying = 0;
function later(text) {
  clearTimeout(saying);
  saying = setTimeout(() => say(text), 700);
}

new Designer(told()).begin();

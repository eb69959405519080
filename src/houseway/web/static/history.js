// The player's own hands: what they came to, over time and by game, each with its replay, and as files.

import { inText, marked, saidOut } from "./cards.js";
import { lineChart } from "./chart.js";
import { $, h, say } from "./dom.js";
import { Drills } from "./drills.js";
import { wordsOf } from "./farewell.js";
import { sheetOf } from "./hand-sheet.js";
import { MOST, allHands, forgetHands } from "./hand-store.js";
import { dated, day, figures, said } from "./language.js";
import { isApart, luckOf, money, summed } from "./luck.js";
import { dollars, signed } from "./money.js";
import { Rational } from "./rational.js";
import { save } from "./sheet.js";

const AT_ONCE = 25;
const isOwn = (table) => table.startsWith("own-"); // its name means nothing to whoever played there
const [NEWEST, WORST] = ["newest", "worst"]; // which hands are listed first
const HUNDRED = new Rational(100n);

class History {
  constructor(hands) {
    this.hands = hands;
    this.game = "";
    this.table = "";
    this.order = NEWEST;
    this.wrong = false; // whether only hands with a wrong choice are listed
    this.shown = AT_ONCE;
  }

  get chosen() {
    return this.hands.filter(({ game, table }) => (!this.game || game === this.game) && (!this.table || table === this.table));
  }

  draw() {
    if (!this.hands.length) {
      $("notice").hidden = false;
      $("notice").textContent = said("No hand has been played in this browser yet. Take a seat in the lobby, and come back.");
      for (const part of ["choose", "summary", "chart", "games", "hands", "files"]) $(part).replaceChildren();
      return;
    }
    $("choose").replaceChildren(this.#choose());
    this.#drawChosen();
    $("games").replaceChildren(...this.#games(), ...this.#days());
    $("files").replaceChildren(...this.#files());
  }

  #drawChosen() {
    const sum = summed(this.chosen);
    $("summary").replaceChildren(summaryList(sum), h("p", { class: "source" }, wordsOf(sum)));
    $("chart").replaceChildren(...this.#chart());
    $("hands").replaceChildren(...this.#list());
    say(`${sum.hands === 1 ? "1 hand" : `${sum.hands} hands`}, ${signed(sum.result)}`);
  }

  // ---- which

  #choose() {
    const select = (name, label, values) =>
      h("label", {}, `${label} `, h("select", { id: name, onchange: (event) => ((this[name] = event.target.value), (this.shown = AT_ONCE), this.#drawChosen()) }, h("option", { value: "" }, "all"), values.map(([value, text]) => h("option", { value }, text))));
    const games = [...new Map(this.hands.map(({ game, title }) => [game, title]))];
    const tables = [...new Map(this.hands.map(({ table, at }) => [table, isOwn(table) ? `${said("practice table")}, ${dated(at)}` : table]))];
    return h("div", { class: "choose" }, select("game", "Game", games), select("table", "Table", tables));
  }

  // ---- what it came to

  #chart() {
    const told = this.chosen.filter(isApart);
    if (told.length < 2) return [];
    const lines = [
      { name: "result", kind: "chosen", points: running(told, (hand) => new Rational(BigInt(hand.result_cents))) },
      { name: "expectation", kind: "expected", points: running(told, (hand) => Rational.of(hand.expectation)) },
      { name: "expectation less what choices cost", kind: "skill", points: running(told, (hand) => Rational.of(hand.expectation).minus(Rational.of(hand.cost))) },
    ];
    const label = `Over ${told.length} hands: ${lines.map(({ name, points }) => `${name} ${dollars(Math.round(points.at(-1) * 100))}`).join(", ")}`;
    return [
      h("h2", {}, "Over time"),
      h("figure", {}, h("figcaption", {}, lines.map(({ name, kind }) => h("span", { class: `key ${kind}` }, name))), lineChart(lines, label, (value) => dollars(Math.round(value * 100)))),
    ];
  }

  #games() {
    const games = [...new Map(this.hands.map(({ game, title }) => [game, title]))];
    const heads = ["Game", "Hands", "Staked", "Result", "Expected", "Choices", "Luck"];
    const rows = games.map(([game, title]) => {
      const sum = summed(this.hands.filter((hand) => hand.game === game));
      return [title, String(sum.hands), dollars(sum.staked), signed(sum.result), ...(sum.apart ? [money(sum.expectation), money(sum.skill), money(sum.luck)] : ["", "", ""])];
    });
    return [h("h2", {}, "By game"), tableOf("By game", heads, rows)];
  }

  // Day by day what choices cost, of the hands that are judged: whether one gets better is seen there.
  #days() {
    const judged = this.hands.filter(({ cost }) => cost !== null).reverse();
    const rows = [...new Set(judged.map(({ at }) => day(at)))].map((name) => {
      const hands = judged.filter(({ at }) => day(at) === name);
      const cost = hands.reduce((all, hand) => all.plus(Rational.of(hand.cost)), new Rational(0n));
      return [name, String(hands.length), String(hands.filter(isWrong).length), money(cost.times(HUNDRED).over(new Rational(BigInt(hands.length)))).replace("+", "")];
    });
    return rows.length ? [h("h2", {}, "By day"), tableOf("By day", ["Day", "Hands", "Wrong", "Cost per 100 hands"], rows)] : [];
  }

  // ---- hand by hand

  get #listed() {
    const hands = this.chosen.filter((hand) => !this.wrong || isWrong(hand)).reverse();
    return this.order === WORST ? hands.sort((one, other) => costOf(other) - costOf(one)) : hands;
  }

  // Which of the hands, and what comes first; and where the wrong ones can be practised.
  #which() {
    const draw = () => ((this.shown = AT_ONCE), $("hands").replaceChildren(...this.#list()));
    const orders = [[NEWEST, "newest first"], [WORST, "worst mistakes first"]];
    const wrong = [...new Map(this.chosen.filter(isWrong).map(({ game, title }) => [game, title]))];
    const bring = (game) => () => new Drills(game).bring(this.chosen.filter((hand) => hand.game === game && isWrong(hand)).map(drillOf).filter(Boolean).reverse());
    return [
      h(
        "div",
        { class: "choose" },
        h("label", {}, "Order ", h("select", { id: "order", onchange: ({ target }) => ((this.order = target.value), draw(), $("order").focus()) }, orders.map(([value, text]) => h("option", { value, selected: value === this.order }, text)))),
        h("label", {}, h("input", { type: "checkbox", id: "wrong", checked: this.wrong, onchange: ({ target }) => ((this.wrong = target.checked), draw(), $("wrong").focus()) }), " Wrong only"),
      ),
      wrong.length > 0 && h("p", {}, "Train what was wrong: ", wrong.map(([game, title], at) => [at ? ", " : "", h("a", { href: `/train/${game}`, onclick: bring(game) }, title)]).flat()),
    ];
  }

  #list() {
    const hands = this.#listed;
    const more = () => {
      this.shown += AT_ONCE;
      $("hands").replaceChildren(...this.#list());
      $("hands").querySelectorAll("summary")[this.shown - AT_ONCE]?.focus();
    };
    return [
      h("h2", {}, "Hand by hand"),
      ...this.#which(),
      !hands.length && h("p", {}, "No choice was wrong."),
      h("ol", { class: "hands" }, hands.slice(0, this.shown).map((hand) => h("li", {}, shownHand(hand)))),
      hands.length > this.shown && h("p", {}, h("button", { type: "button", onclick: more }, `Show more of ${hands.length}`)),
    ].filter(Boolean);
  }

  // ---- files

  #files() {
    const forget = async () => {
      if (!confirm(said("Forget all hands that this browser keeps?"))) return;
      await forgetHands();
      this.hands = [];
      this.draw();
    };
    return [
      h("h2", {}, "Keep or forget"),
      h("p", { class: "source" }, `This browser keeps the last ${MOST.toLocaleString(figures)} hands.`),
      h(
        "p",
        { class: "buttons" },
        h("button", { type: "button", id: "save-csv", onclick: () => save("hands.csv", "text/csv", sheetOf(this.chosen)) }, "Save as CSV"),
        h("button", { type: "button", id: "save-json", onclick: () => save("hands.json", "application/json", `${JSON.stringify(this.chosen, null, 1)}\n`) }, "Save as JSON"),
        h("button", { type: "button", class: "quiet", id: "forget", onclick: forget }, "Forget all"),
      ),
    ];
  }
}

const isWrong = ({ choices }) => choices.some(({ is_best: isBest }) => !isBest);

// The cards of a hand as they lay, and what was said before the first wrong choice; null of one that was split.
function drillOf({ cards, dealt, common, said: words, choices }) {
  const at = choices.findIndex(({ is_best: isBest }) => !isBest);
  if (cards.length > 1 || !dealt.length || (at > 0 && choices.length !== words.length)) return null;
  const lying = Object.entries({ seat: dealt, ...common }).filter(([, lies]) => lies.length && !lies.includes("??"));
  return { lying: lying.map(([name, lies]) => `${name}:${lies.join(" ")}`).join(";"), said: words.slice(0, at).join(";") };
}

const costOf = ({ cost }) => (cost === null ? 0 : Rational.of(cost).number);

function tableOf(label, heads, rows) {
  return h(
    "table",
    { class: "stack", role: "table", "aria-label": label },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads.map((head) => h("th", { scope: "col", role: "columnheader" }, head)))),
    h("tbody", { role: "rowgroup" }, rows.map(([first, ...others]) => h("tr", { role: "row" }, h("th", { scope: "row", role: "rowheader" }, first), others.map((text, at) => h("td", { role: "cell", "data-label": said(heads[at + 1]) }, text))))),
  );
}

function summaryList(sum) {
  const parts = [
    ["Hands", String(sum.hands), ""],
    ["Staked", dollars(sum.staked), ""],
    ["Result", signed(sum.result), ""],
    ...(sum.apart ? [["Expected with best play", money(sum.expectation), sum.expectation], ["Your choices", money(sum.skill), sum.skill], ["Luck", money(sum.luck), sum.luck]] : []),
  ];
  return h("dl", { class: "facts" }, parts.map(([name, text, exact]) => h("div", {}, h("dt", {}, name), h("dd", {}, h("b", { "data-sum": name, title: exact ? `exactly ${exact} cents` : null }, text)))));
}

// A hand and, opened, its replay: the cards, every choice with what was better, and what each wager came to.
function shownHand(hand) {
  return h(
    "details",
    { "data-hand": hand.key },
    h("summary", {}, h("b", { class: hand.result_cents < 0 ? "lost" : hand.result_cents ? "won" : null }, signed(hand.result_cents)), ` ${hand.title}, `, inText(hand.cards.flat().filter((card) => card !== "??")), h("small", {}, isOwn(hand.table) ? ` practice table, round ${hand.round}, ` : ` table ${hand.table}, round ${hand.round}, `, h("time", { datetime: hand.at }, dated(hand.at)))),
    replay(hand),
  );
}

function replay(hand) {
  const common = Object.entries(hand.common).filter(([, cards]) => cards.length);
  const choice = ({ said, best, is_best: isBest, cost }) => h("li", {}, isBest ? `You: ${marked(said)}, the best choice.` : `You: ${marked(said)}. Better: ${marked(best)}; the difference cost ${money(Rational.of(cost)).replace("+", "")}.`);
  const luck = luckOf(hand);
  return h(
    "div",
    { class: "replay" },
    h(
      "ol",
      {},
      h("li", {}, `Staked: ${Object.entries(hand.wagers).map(([wager, cents]) => `${dollars(cents)} on ${wager}`).join(", ")}.`),
      hand.cards.map((cards, at) => cards.length > 0 && h("li", {}, hand.cards.length > 1 ? `Hand ${at + 1}: ` : "Your cards: ", inText(cards, false), ".")),
      hand.choices.length ? hand.choices.map(choice) : hand.said.length > 0 && h("li", {}, `You: ${marked(hand.said.join(", "))}.`),
      common.map(([name, cards]) => h("li", {}, `${name[0].toUpperCase()}${name.slice(1)}`, ": ", inText(cards, false), ".")),
      hand.results.map((result) => h("li", {}, `${result.wager}: ${signed(result.won_cents + result.returned_cents - result.stake_cents)}, `, h("span", { "aria-label": saidOut(result.reason) }, reasonOf(result)), ".")),
    ),
    h("p", {}, isApart(hand) ? `Expected with best play ${money(Rational.of(hand.expectation))}; choices ${money(new Rational(0n).minus(Rational.of(hand.cost)))}; luck ${money(luck)}.` : "Not judged."),
    h("p", {}, h("a", { href: hand.receipt, download: `table-${hand.table}-round-${hand.round}.json` }, "The receipt"), ", for ", h("code", {}, "houseway check-deal"), "."),
  );
}

// The line, and the hands that led to it, each said for itself.
function reasonOf({ reason }) {
  const [, line, hands] = /^(.*?)(?:: (.*))?$/s.exec(reason);
  return hands ? [marked(line), ": ", marked(hands)] : marked(line);
}

// Sums so far, in dollars, from nothing on; near enough to draw.
function running(hands, of) {
  let sum = new Rational(0n);
  return [0, ...hands.map((hand) => (sum = sum.plus(of(hand))).over(new Rational(100n)).number)];
}

new History(await allHands().catch(() => [])).draw();

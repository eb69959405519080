// The trainer: a hand, a choice, and then what every option was worth and why. Hands come from the house by their number;
// what was got wrong is remembered here, and comes back.

import { Refused, ask, pause } from "./api.js";
import { byRank, inText, lying, mark, nameOf } from "./cards.js";
import { $, h, remade, say, told } from "./dom.js";
import { Drills } from "./drills.js";
import { Hand } from "./hand.js";
import { printed, said } from "./language.js";
import { letterFor, lettersOf, stemOf } from "./letters.js";
import { counted, dollars, signedCounted } from "./money.js";
import { commonZones } from "./places.js";
import { progressOf } from "./progress.js";

const SHOWN = 6; // options that are told; one's own and the house way beside them
const PATIENCE_MS = 3000; // that somebody waits for a verdict before he is offered the next hand
const SET = "@";
const BUTTONS = { startOver: "Start over", hint: "Hint" }; // beside the words of the game
const NEXT = "next";

class Trainer {
  constructor({ game, layout }) {
    this.game = game;
    this.layout = layout;
    this.drills = new Drills(game);
    this.hand = null; // as the house dealt it
    this.setting = null;
    this.isHinted = false;
    this.letters = lettersOf(layout, BUTTONS);
  }

  begin() {
    addEventListener("keydown", (event) => this.#pressed(event));
    this.#drawProgress();
    this.next();
  }

  #path(what, { number, said, lying: cards }) {
    return `/train/${this.game}/${what}?${new URLSearchParams({ ...(number === undefined ? {} : { number }), said: said ?? "", ...(cards ? { lying: cards } : {}) })}`;
  }

  // ---- keys

  // The same letters as at a table; a word that was not known keeps the one that it was given first.
  #keyOf({ dataset: { act }, textContent }) {
    if (act === NEXT) return " ";
    if (document.documentElement.dataset.letters === "off") return null;
    if (!this.letters.has(act)) this.letters.set(act, this.letters.get(stemOf(act)) ?? letterFor(textContent, new Set(this.letters.values())));
    return this.letters.get(act);
  }

  #showKeys(place) {
    for (const button of $(place).querySelectorAll("[data-act]")) {
      const key = this.#keyOf(button);
      if (key) button.setAttribute("aria-keyshortcuts", key === " " ? "Space" : key.toUpperCase());
      if (key) button.dataset.key = key === " " ? "␣" : key.toUpperCase(); // which the style sheet shows
    }
  }

  // The space bar is a focused button's own.
  #pressed(event) {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === " " && event.target.closest("button, a, summary, label, input, select")) return;
    const place = $("answer").hidden ? "ask" : "answer";
    const button = [...$(place).querySelectorAll("[data-act]")].find((each) => this.#keyOf(each) === event.key.toLowerCase() && !each.disabled);
    if (!button) return;
    event.preventDefault();
    button.click();
  }

  // ---- hands

  // One that is due, or the hand that was played on, or a new one.
  async next(goesOn = null) {
    $("answer").hidden = true;
    $("ask").replaceChildren(h("p", { class: "message" }, "The dealer shuffles…"));
    const on = goesOn && (await this.#dealt(goesOn));
    const back = on ? null : this.drills.due;
    const hand = on || (back && (await this.#dealt(back))) || (await this.#dealt({}));
    if (!hand) return $("ask").replaceChildren(h("p", { class: "message", role: "alert" }, "The house could not be reached."), button("Try again", () => this.next(), "primary"));
    this.hand = hand;
    this.isBack = Boolean(back) && back.number === hand.number && (back.lying ?? "") === hand.lying;
    if (this.isBack) back.key = hand.key; // of one that was played at a table it is known only now
    else if (back) this.drills.drop(back); // it cannot be dealt here any more
    this.isHinted = false;
    this.why = null;
    this.worth = this.#asked("worth"); // counted while the player thinks
    this.worth.catch(() => {});
    this.#drawHand();
    this.#drawAsk();
    const first = $("mine").querySelector("button") ?? $("ask");
    first.focus({ preventScroll: true });
    say(this.#spoken());
  }

  // Null where nothing is left to choose, or the house does not know it any more.
  async #dealt(which) {
    try {
      const hand = await ask(this.#path("hand", which));
      return hand.over ? null : hand;
    } catch {
      return null;
    }
  }

  // What takes a while to count is asked for again until it is there.
  async #asked(what) {
    const hand = this.hand;
    const began = performance.now();
    for (;;) {
      try {
        return await ask(this.#path(what, hand));
      } catch (error) {
        if (error instanceof Refused && error.status !== 503 && error.status !== 429) throw error;
      }
      if (this.hand !== hand && !hand.isAnswered) throw new Error("another hand");
      const place = $("answer").querySelector(".counting");
      if (place && this.hand === hand) place.textContent = said(`Counting… ${Math.round((performance.now() - began) / 1000)} s. The first hand of a game takes longest.`);
      await pause(1000);
    }
  }

  get spot() {
    return this.hand.round.spots["1"];
  }

  // ---- what is seen

  #drawHand() {
    const { round, showdown, hands, choices, told: names } = this.hand;
    const { spot } = this;
    Object.assign($("felt").dataset, { number: this.hand.number, said: this.hand.said });
    $("of-hand").textContent = said(this.isBack ? (this.hand.lying ? "A hand that you played." : "This hand comes back.") : this.hand.said ? `The hand goes on after: ${this.hand.said.split(";").at(-1)}.` : "A new hand.");
    remade($("common"), [round.common, round.round, this.hand.key], () => commonZones(this.layout, round, showdown.common ?? {}));
    this.setting = choices.length ? new Hand(this.layout.hands, spot.cards, choices, () => this.#drawAsk()) : null;
    const zone = (title, cards, name, isPlayed) => h("div", { class: isPlayed ? "zone playing" : "zone" }, h("h3", {}, title), h("div", { class: "cards" }, cards), h("p", { class: "told" }, name ?? ""));
    const zones = spot.split ? spot.split.map((each, at) => zone(`Hand ${at + 1}`, lying(each.cards), hands[at], each.is_played)) : [zone("Your cards", lying(spot.cards, spot.given_up), names.join(" or "))];
    $("mine").replaceChildren(this.setting?.element ?? h("div", { class: "zones", role: "group", "aria-label": "Your cards", tabindex: -1 }, zones));
  }

  #spoken() {
    const open = this.layout.places.map(({ name }) => [name, this.hand.round.common[name].cards.filter((each) => each !== "??")]).filter(([, up]) => up.length);
    return [`Your cards: ${this.spot.cards.map(nameOf).join(", ")}.`, ...open.map(([name, up]) => `${name}: ${up.map(nameOf).join(", ")}.`)].join(" ");
  }

  #drawAsk() {
    if (!this.hand || !$("answer").hidden) return;
    const { setting } = this;
    const choice = setting?.choice;
    const options = [...this.spot.options, ...(this.spot.too_dear ?? [])];
    const says = !setting ? "What do you do?" : !choice ? `Tap cards into ${this.layout.hands.map(({ name, size }) => `${name} (${size})`).join(", ")}.` : choice.standing === "legal" ? "In order." : `It cannot be set so: ${choice.why}.`;
    const buttons = setting
      ? [button("Start over", () => setting.clear(), "", setting.isUntouched, "startOver"), button("Set hand", () => this.#commit(`${choice.word}${SET}${choice.layout}`, choice), "primary", choice?.standing !== "legal", "set")]
      : options.map((option) => button(labelOf(option), () => this.#commit(option.word), option.is_out ? "" : "primary", false, option.word));
    remade($("ask"), [this.hand.key, this.hand.said, says, choice?.layout ?? "", setting?.isUntouched ?? null, this.why], () => [
      h("p", { class: choice && choice.standing !== "legal" ? "message warning" : "message" }, says),
      this.why ? h("p", { class: "hint", role: "status" }, this.why) : "",
      h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", "data-act": "hint", onclick: () => this.#hint() }, "Hint"), buttons),
    ]);
    this.#showKeys("ask");
  }

  #drawProgress() {
    $("progress").replaceChildren(...progressOf(this.drills, () => (this.drills.forget(), this.#drawProgress())).filter(Boolean));
  }

  // ---- a hint, and the answer

  async #hint() {
    const hand = this.hand;
    this.isHinted = true;
    this.why = "A moment…";
    this.#drawAsk();
    $("ask").querySelector('[data-act="hint"]')?.focus(); // the button was made anew
    const reason = await this.#reason();
    if (this.hand !== hand) return;
    this.why = reason?.by ? [`Go by ${reason.by}`, this.setting && reason.choose ? `${reason.when && `${said(reason.when)}: `}${said(reason.choose)}` : reason.when].map(said).join(": ") : "No short strategy is known for this choice.";
    this.#drawAsk();
    $("ask").querySelector('[data-act="hint"]')?.focus();
  }

  async #reason() {
    this.reason = this.reasonOf === this.hand ? this.reason : this.#asked("why").catch(() => null);
    this.reasonOf = this.hand;
    return this.reason;
  }

  async #commit(word, choice = null) {
    const { hand, isHinted, spot } = this;
    hand.isAnswered = true;
    $("ask").replaceChildren();
    delete $("ask").madeOf;
    $("answer").hidden = false;
    const counting = h("p", { class: "counting", role: "status" }, "Counting…");
    $("answer").replaceChildren(counting);
    $("answer").focus({ preventScroll: true });
    const goOn = button("Go on, and hear it later", () => this.next(), "", false, "later");
    const offering = setTimeout(() => counting.after(h("div", { class: "buttons" }, goOn)), PATIENCE_MS);
    try {
      const worth = await this.worth;
      if (this.hand === hand && counting.isConnected && !$("answer").hidden) this.#judged(worth, word, choice);
      else this.#judgedLate(worth, hand, spot, word, choice, isHinted);
    } catch {
      if (this.hand !== hand) return;
      $("answer").replaceChildren(h("p", { class: "message", role: "alert" }, "This hand cannot be counted."), button("Next hand", () => this.next(), "primary", false, NEXT));
      this.#showKeys("answer");
    } finally {
      clearTimeout(offering);
    }
  }

  // Of a hand that was left before it was counted.
  #judgedLate({ options }, hand, spot, word, choice, isHinted) {
    const mine = options.find(choice ? (option) => sameHands(option, choice, spot.cards) : (option) => option.word === word);
    const cost = cents(mine.costs_per_100);
    this.drills.answered(hand, mine.is_best ? 0 : Math.max(1, cost), isHinted);
    this.#drawProgress();
    $("late").hidden = false;
    $("late").replaceChildren("An earlier hand: ", lying(spot.cards), " ", mine.is_best ? "Right: nothing is better." : `It costs ${cost ? dollars(cost) : "less than a cent"} per $100: ${wordsOf(options[0])} is better.`);
    for (const text of $("late").childNodes) if (text.nodeType === Node.TEXT_NODE) text.data = said(text.data);
  }

  #judged({ of, options }, word, choice) {
    const isMine = choice ? (option) => sameHands(option, choice, this.spot.cards) : (option) => option.word === word;
    const mine = options.find(isMine);
    const house = this.hand.house_way && options.find((option) => sameHands(option, { layout: this.hand.house_way }, this.spot.cards));
    const cost = cents(mine.costs_per_100);
    this.drills.answered(this.hand, mine.is_best ? 0 : Math.max(1, cost), this.isHinted);
    this.#drawProgress();
    const shown = options.filter((option, at) => at < SHOWN || option === mine || option === house);
    const verdict = mine.is_best ? "Right: nothing is better." : `It costs ${cost ? dollars(cost) : "less than a cent"} per $100: ${wordsOf(options[0])} is better.`;
    const why = h("p", { class: "why", role: "status" }, "Why: a moment…");
    const go = button("Next hand", () => this.next(this.#goesOn(options, mine)), "primary", false, NEXT);
    $("answer").replaceChildren(
      h("h2", { class: mine.is_best ? "verdict good" : "verdict bad" }, mine.is_best ? "✓ " : "✗ ", verdict),
      why,
      h(
        "table",
        { class: "worths" },
        h("caption", {}, `On average, per $100 on ${of}, with best play after it`),
        h("thead", {}, h("tr", {}, ["Option", "Worth", "Costs", ...(options[0].chances ? ["Wins", "Pushes"] : [])].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, shown.map((option) => row(option, option === mine, option === house))),
      ),
      shown.length < options.length ? h("p", { class: "small" }, `and ${options.length - shown.length} more that are worse.`) : "",
      h("div", { class: "buttons" }, go),
    );
    this.#showKeys("answer");
    say(verdict);
    go.focus({ preventScroll: true });
    go.scrollIntoView({ block: "nearest" });
    this.#tellWhy(why, options, mine);
  }

  // The same hand, after the best word; where several are as good, after the player's own.
  #goesOn(options, mine) {
    if (this.setting) return null;
    const { word } = mine.is_best ? mine : options[0];
    return { number: this.hand.number, lying: this.hand.lying, said: [this.hand.said, word].filter(Boolean).join(";") };
  }

  async #tellWhy(place, options, mine) {
    const { hand } = this;
    const reason = await this.#reason();
    if (this.hand !== hand) return;
    if (!reason?.by) {
      place.textContent = said("No short strategy is known for this choice: the figures alone say it.");
      return;
    }
    const [best] = options;
    const isBest = reason.hands?.length ? options.some((option) => option.is_best && sameCards(option.hands, reason.hands)) : options.some((option) => option.is_best && option.word === reason.word);
    const says = `${said(`By ${reason.by}`)}: ${[reason.when, reason.choose].filter(Boolean).map(said).join(" → ")}`;
    const but = isBest ? "" : ` Here that is not the best: ${wordsOf(best)} is, and rules that are short have such hands.`;
    place.textContent = `${says}${/[.!。]$/.test(says) ? "" : "."}${said(but)}`;
  }
}

const button = (text, onclick, kind = "", off = false, act = null) => h("button", { type: "button", class: kind || null, onclick, disabled: off, "data-act": act }, text);

// "Raise 4x", "Exchange 5♦"
function labelOf({ word, gives_up: gone }) {
  const spoken = gone?.length ? `${word.split(" ")[0]} ${gone.map(mark).join(" ")}` : word;
  return `${spoken[0].toUpperCase()}${spoken.slice(1)}`;
}

const cents = (text) => Math.round(Number(text) * 100);

const sorted = (cards) => [...cards].sort().join(" ");
const sameCards = (one, other) => one.length === other.length && one.every((hand, at) => sorted(hand.cards.split(" ")) === sorted(other[at].cards.split(" ")));
const sameHands = (option, { layout }, cards) => layout.split("|").every((places, at) => sorted([...places].map((place) => cards[place - 1])) === sorted((option.hands[at]?.cards ?? "").split(" ")));

const wordsOf = ({ word, hands }) => (hands.length ? hands.map(({ hand, name }) => `${said(hand)} ${said(name)}`).join(", ") : word);

function row(option, isMine, isHouse) {
  const tags = [isMine && "you", isHouse && "house way"].filter(Boolean);
  const shown = option.hands.length ? option.hands.map(({ cards }, at) => [at ? " | " : "", inText(cards.split(" ").sort(byRank))]) : option.word;
  return h(
    "tr",
    { class: [option.is_best && "best", isMine && "mine-row"].filter(Boolean).join(" ") || null },
    h("th", { scope: "row", title: wordsOf(option) }, shown, tags.length ? h("small", {}, ` ${tags.join(", ")}`) : ""),
    h("td", { "data-exact": option.expectation, title: `exactly ${option.expectation} of the bet` }, signedCounted(option.per_100)),
    h("td", {}, option.is_best ? "best" : counted(option.costs_per_100)),
    option.chances ? [h("td", {}, `${option.chances.wins}%`), h("td", {}, `${option.chances.pushes}%`)] : "",
  );
}

const given = told();
for (const { wager } of given.layout.wagers ?? []) printed.add(wager);
new Trainer(given).begin();

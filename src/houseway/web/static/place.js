// One's own place at the felt: the wagers, the cards and what becomes of them.

import { byRank, cardsOf, lying } from "./cards.js";
import { $, h, remade } from "./dom.js";
import { Hand } from "./hand.js";
import { said } from "./language.js";
import { dollars, signed } from "./money.js";
import { sum } from "./phase.js";
import { handOf, resultList, summed, total } from "./results.js";

export class Place {
  // changed(): a card of the hand that is being set was moved
  constructor(layout, spots, memory, changed) {
    Object.assign(this, { layout, spots, memory, changed });
    this.hand = null; // a Hand that is being set
    this.cards = h("div", { class: "hand" });
    this.board = h("div", { class: "board", role: "group", "aria-label": "Result", tabindex: -1 });
    $("mine").append(spots.element, this.board, this.cards);
    this.board.onclick = ({ target }) => this.#open(target.closest(".results li"));
    this.board.addEventListener("keydown", ({ key, target }) => key === "Enter" && this.#open(target.closest(".results li"))); // an `onkeydown` that returns false would stop Tab
    new ResizeObserver(() => this.#fit()).observe(this.board);
  }

  // Where the focus may wait in a phase: on a card, or on a part that does nothing when a key is pressed.
  rest(phase) {
    if (phase === "betting") return this.spots.element;
    if (phase === "result") return this.board;
    return this.cards.querySelector("button") ?? this.cards.querySelector(".zones") ?? this.spots.element;
  }

  // scene: { phase, round, seat, spot, wagers, early, open, choices, told, showdown }
  draw({ phase, round, seat, spot, wagers, early, open, choices, told, showdown }) {
    this.spots.draw(wagers, early, phase === "betting" || phase === "ready", open);
    $("mine").classList.toggle("played", phase !== "betting" && phase !== "ready");
    $("mine").classList.toggle("sets", this.layout.hands.length > 0);
    this.spots.element.hidden = phase === "watching" || phase === "result";
    this.#drawBoard(phase === "result" ? spot : null, showdown?.seats[String(seat)]?.matchups);
    if (phase === "choosing" && choices?.length) this.#drawSetting(round.round, spot, choices);
    else if (spot?.split) this.#drawSplit(spot, told);
    else this.#drawLying(spot, phase === "result" ? showdown?.seats[String(seat)] : null, this.#dealers(showdown));
  }

  #drawBoard(spot, matchups) {
    const { results, waits } = spot ?? { results: [], waits: [] };
    this.board.hidden = !results.length;
    const title = h("h2", { class: total(results) > 0 ? "won" : "" }, summed(results));
    const made = remade(this.board, [results, matchups ?? null, waits], () => h("div", { class: "slip" }, title, resultList(results, this.layout, matchups, waits)));
    if (made) this.#fit();
  }

  // Rows that have not all room with their reasons are shortened, and none is out of sight. As many as have room keep
  // theirs, those that won before all others; of the rest it is shown when they are tapped.
  #fit() {
    const { board } = this;
    const isOver = () => board.scrollHeight > board.clientHeight;
    board.classList.remove("short");
    const isShort = isOver();
    board.classList.toggle("short", isShort);
    const rows = [...board.querySelectorAll(".results li")];
    const won = (row) => row.classList.contains("wins");
    for (const row of rows) {
      row.classList.remove("open");
      row.tabIndex = isShort ? 0 : -1;
    }
    for (const row of isShort ? rows.sort((one, other) => won(other) - won(one)) : []) {
      row.classList.add("open");
      if (isOver()) row.classList.remove("open");
    }
  }

  // The reason of one row; the others make room for it.
  #open(row) {
    if (!row || !this.board.classList.contains("short")) return;
    for (const other of row.parentElement.children) if (other !== row) other.classList.remove("open");
    row.classList.toggle("open");
    row.scrollIntoView({ block: "nearest" });
  }

  #drawSetting(number, spot, choices) {
    if (this.number === number) return;
    this.number = number;
    const kept = this.memory.setting(number);
    this.hand = new Hand(this.layout.hands, spot.cards, choices, () => (this.memory.keepSetting(number, this.hand.set), this.changed()), kept);
    remade(this.cards, ["setting", number], () => this.hand.element);
  }

  #drawLying(spot, open, dealers) {
    this.hand = null;
    this.number = 0;
    remade(this.cards, [spot?.cards, spot?.hands, spot?.given_up ?? null, open ?? null, dealers], () => spot?.cards?.length && this.#lying(spot, open, dealers));
  }

  // The names of the hands that a seat's are matched with.
  #dealers(showdown) {
    return Object.values(showdown?.common ?? {}).find(({ names }) => names.length)?.names ?? [];
  }

  // Hands that were split, side by side: what lies on each, what it is called, and what became of it.
  #drawSplit(spot, told) {
    this.hand = null;
    this.number = 0;
    const most = Math.max(...spot.split.map(({ cards }) => cards.length));
    remade(this.cards, [spot.split, told, spot.results], () =>
      h("div", { class: "zones split", role: "group", "aria-label": "Your hands", tabindex: -1, "--hands": spot.split.length, "--most": most }, spot.split.map((hand, at) => this.#splitZone(hand, at + 1, told[at], spot))),
    );
  }

  // Cards that are not being set: as they came, or as they were set, with what became of each hand.
  #lying(spot, open, dealers) {
    const zone = (name, size, cards, told, how, his) =>
      h(
        "div",
        { class: how === "beats" ? "zone won" : "zone", "--size": size },
        h("h3", {}, name),
        h("div", { class: "cards" }, lying(cards, spot.hands ? [] : spot.given_up)),
        h("p", { class: "told" }, told ?? "", how && h("span", { class: how === "beats" ? "how won" : "how" }, how, his && h("span", { class: "sr" }, ` ${said(his)}`))),
      );
    const { hands } = this.layout;
    if (!hands.length || !spot.hands) {
      return h("div", { class: "zones", role: "group", "aria-label": "Your cards", tabindex: -1 }, zone("Your cards", spot.cards.length, spot.cards, open?.says));
    }
    const zones = hands.map(({ name, size }, at) => zone(name, size, [...spot.hands[at]].sort(byRank), open?.names[at], open?.matchups[at], dealers[at]));
    return [h("div", { class: "zones", role: "group", "aria-label": "Your hands", tabindex: -1 }, zones), h("div", { class: "tray" })]; // the tray keeps its room: no card moves
  }

  // One of several hands: what is compared with the dealer's lies on it, and that is what it brought.
  #splitZone(hand, number, told, spot) {
    const isCompared = (wager) => this.layout.wagers.find((each) => each.wager === wager)?.contest;
    const stake = sum(Object.fromEntries(Object.entries(hand.wagers).filter(([wager]) => isCompared(wager))));
    const results = spot.results.filter((result) => handOf(result) === number && isCompared(result.wager));
    const kind = hand.is_played ? "zone playing" : spot.is_settled && total(results) > 0 ? "zone won" : "zone";
    return h(
      "div",
      { class: kind, role: "group", "aria-label": `Hand ${number}`, "aria-current": hand.is_played ? "step" : null },
      h("h3", {}, h("span", {}, `Hand ${number}`), " ", h("span", {}, stake ? dollars(stake) : "free")),
      h("div", { class: "cards fan" }, cardsOf(hand)),
      h("p", { class: "told" }, told ?? "", spot.is_settled && h("b", { class: "brought" }, signed(total(results)))),
    );
  }
}

// One's own place at the felt: the wagers, the cards and what becomes of them.

import { ask, Refused } from "./api.js";
import { byRank, card } from "./cards.js";
import { $, h, remade } from "./dom.js";
import { Hand } from "./hand.js";
import { spotOf } from "./phase.js";
import { resultList, summed, total } from "./results.js";

export class Place {
  // changed(): the hand that is being set is another
  constructor(table, layout, spots, changed) {
    this.table = table;
    this.layout = layout;
    this.spots = spots;
    this.changed = changed;
    this.hand = null; // a Hand that is being set
    this.words = null; // or what can be said: {choices}
    this.cards = h("div", { class: "hand" });
    this.board = h("div", { class: "board" });
    $("mine").append(spots.element, this.board, this.cards);
  }

  // scene: { phase, round, seat, wagers, open, showdown }
  draw({ phase, round, seat, wagers, open, showdown }) {
    const spot = spotOf(round, seat);
    this.spots.draw(wagers, open);
    this.spots.element.hidden = phase === "watching" || phase === "result";
    this.#drawBoard(phase === "result" ? spot.results : [], showdown?.seats[String(seat)]?.matchups);
    if (phase === "setting") this.#drawSetting(round.round, spot);
    else this.#drawLying(spot, phase === "result" ? showdown?.seats[String(seat)] : null);
  }

  #drawBoard(results, matchups) {
    this.board.hidden = !results.length;
    const title = h("h2", { class: total(results) > 0 ? "won" : "" }, summed(results));
    remade(this.board, [results, matchups ?? null], () => [title, resultList(results, this.layout, matchups)]);
  }

  #drawLying(spot, open) {
    this.hand = this.words = null;
    this.number = 0;
    remade(this.cards, [spot?.cards, spot?.hands, spot?.word, open ?? null], () => spot?.cards && this.#lying(spot, open));
  }

  #drawSetting(number, spot) {
    if (this.number === number && (this.hand || this.words)) return;
    remade(this.cards, ["as they came", number], () => this.#lying(spot, null));
    if (this.number !== number) this.#ask(number, spot.cards);
  }

  // What can be made of the cards, as the house knows it.
  async #ask(number, cards) {
    this.number = number;
    try {
      const { round, choices } = await ask(`/tables/${this.table}/hand`);
      if (round !== number || this.number !== number) return;
      if (this.layout.hands.length) this.hand = new Hand(this.layout.hands, cards, choices, this.changed);
      else this.words = { choices };
      if (this.hand) remade(this.cards, ["setting", number], () => this.hand.element);
      this.changed({ isNew: true });
    } catch (error) {
      this.number = 0;
      if (!(error instanceof Refused)) setTimeout(this.changed, 500); // the connection: again
    }
  }

  // Cards that are not being set: as they came, or as they were set, with what became of each hand.
  #lying(spot, open) {
    const zone = (name, size, cards, told, how) =>
      h(
        "div",
        { class: how === "beats" ? "zone won" : "zone", "--size": size },
        h("h3", {}, name),
        h("div", { class: "cards" }, cards.map((each) => card(each))),
        h("p", { class: "told" }, told ?? "", how && h("span", { class: how === "beats" ? "how won" : "how" }, how)),
      );
    const { hands } = this.layout;
    if (!hands.length || !spot.hands) {
      return h("div", { class: "zones" }, zone(spot.word || "Your cards", spot.cards.length, spot.cards, open?.names[0]));
    }
    const zones = hands.map(({ name, size }, at) => zone(name, size, [...spot.hands[at]].sort(byRank), open?.names[at], open?.matchups[at]));
    return h("div", { class: "zones" }, zones);
  }
}

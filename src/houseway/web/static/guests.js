// Guests without a device: at each seat what its guest can do now, by one tap of the dealer, and in the dock what all of
// them do together. Chips are sold by a tap on the seat and one on the amount.

import { Rack } from "./chips.js";
import { order } from "./desk.js";
import { h } from "./dom.js";
import { dollars } from "./money.js";
import { sum } from "./phase.js";
import { sheetOfHand, sheetOfSeat } from "./seat-sheet.js";

export class Guests {
  constructor(desk) {
    this.desk = desk;
    const { chips_cents: chips, minimum_cents: least } = desk.layout;
    this.rack = new Rack(chips, chips.filter((cents) => cents <= Math.max(least, 25_00)).at(-1) ?? chips[0]);
    this.wagers = desk.layout.wagers.filter(({ placed }) => placed);
  }

  draw() {} // its elements are drawn by the board and the dock

  get isLive() {
    return this.desk.view.terms.dealer === "live";
  }

  // ---- in the dock

  beside({ view, still }) {
    if (!this.isLive || !view.seats.some((seat) => seat.is_guest)) return null;
    const takesBets = view.current.takes_bets && view.next.command?.is !== "Shuffle";
    const again = view.next.again ?? [];
    const words = this.#wordsForAll(view);
    return {
      key: [takesBets, again, words, still],
      build: () =>
        h(
          "div",
          { class: "for-guests", role: "group", "aria-label": "For guests without a device" },
          takesBets && this.rack.element,
          takesBets && again.length > 0 && this.#again(again),
          words.map(({ command, fields, text }) => order(this.desk, command, text, { class: "primary", act: `${command} ${fields.word ?? ""}`.trim(), fields: () => fields })),
        ),
    };
  }

  // Why one cannot is said before the tap.
  #again(again) {
    const short = again.filter(({ says }) => says);
    const can = again.length - short.length;
    return h(
      "div",
      { class: "again" },
      order(this.desk, "RepeatBets", can === 1 ? "The same bet again" : `The same bets again, ${can} guests`, { class: "primary", off: !can }),
      short.map(({ says }) => h("small", {}, says)),
    );
  }

  // What several guests can do by one tap: be set the house way, lay their hands, or say one word.
  #wordsForAll(view) {
    const spots = view.seats.filter(({ is_guest: isGuest }) => isGuest).map(({ seat }) => view.current.spots[String(seat)]).filter((spot) => spot?.options?.length);
    if (!spots.length) return [];
    const sets = spots.filter(({ options, asked_house_way: asked }) => options.every((option) => option.sets.length) && !asked);
    const found = [];
    if (sets.length && this.desk.layout.house_way.for_players) found.push({ command: "HouseWayForGuests", fields: {}, text: "House way for all guests" });
    if (sets.length && view.terms.shuffler === "manual") found.push({ command: "ChooseForGuests", fields: {}, text: sets.length === 1 ? "The hand is laid" : `All ${sets.length} hands are laid` });
    if (spots.length < 2) return found;
    const words = [...new Set(spots.flatMap(({ options }) => options.filter((option) => !option.sets.length).map(({ word }) => word)))];
    return [...found, ...words.map((word) => ({ command: "ChooseForGuests", fields: { word }, text: `${capital(word)}: ${this.#saying(spots, word)} guests` }))];
  }

  #saying(spots, word) {
    return spots.filter(({ options }) => options.some((option) => option.word === word)).length;
  }

  // ---- at a seat

  at(seat) {
    const { view, still } = this.desk;
    const sitting = view.seats[seat - 1];
    if (!this.isLive || !sitting) return null;
    const spot = view.current.spots[String(seat)];
    const isGuest = Boolean(sitting.is_guest);
    const bets = isGuest && view.stage === "betting" && view.current.takes_bets && this.desk.offers("PlaceWager");
    const options = isGuest && view.stage === "choosing" ? spot?.options ?? [] : [];
    return {
      key: [isGuest, bets, options, still, view.next.offered.includes("SeatGuest")],
      hasWagers: bets,
      build: () =>
        h(
          "div",
          { class: "acts" },
          bets && this.#wagers(seat, spot),
          options.length > 0 && this.#options(seat, spot, options),
          bets && sum(spot?.wagers ?? {}) > 0 && h("button", { type: "button", class: "quiet", "data-act": `back ${seat}`, disabled: still, onclick: () => this.#back(seat, spot.wagers) }, "Take back"),
          h("button", { type: "button", "data-act": `seat ${seat} chips`, disabled: still || !this.desk.offers("SeatGuest"), onclick: () => sheetOfSeat(this.desk, seat) }, sitting.player ? "Chips" : "Seat a guest"),
        ),
    };
  }

  // A tap on a wager puts the chosen chip on it; one amount is put there, or taken away again.
  #wagers(seat, spot) {
    const lying = spot?.wagers ?? {};
    return this.wagers.map((wager) => {
      const cents = lying[wager.wager] ?? 0;
      const needs = wager.requires && !lying[wager.requires];
      return h(
        "button",
        { type: "button", class: cents ? "bet lit" : "bet", "data-act": `bet ${seat} ${wager.wager}`, disabled: this.desk.still || needs, onclick: () => this.#bet(seat, wager, cents) },
        h("span", {}, wager.wager),
        h("b", {}, cents ? dollars(cents) : ""),
      );
    });
  }

  #bet(seat, wager, now) {
    const isOne = wager.least_cents === wager.most_cents;
    if (isOne && now) return this.desk.does("TakeBackWager", { seat, wager: wager.wager });
    const cents = isOne ? wager.least_cents : Math.max(now + this.rack.chosen, wager.least_cents);
    return this.desk.does("PlaceWager", { seat, wager: wager.wager, cents });
  }

  // Side bets first: they need the main bet.
  #back(seat, lying) {
    const needed = new Set(this.wagers.map(({ requires }) => requires));
    const own = this.wagers.filter(({ wager }) => lying[wager]).sort((one, other) => needed.has(one.wager) - needed.has(other.wager));
    return this.desk.act(async () => {
      for (const { wager } of own) await this.desk.person.does("TakeBackWager", { seat, wager });
    });
  }

  #options(seat, spot, options) {
    const { view, layout } = this.desk;
    if (spot.asked_house_way) return null;
    const sets = options.filter((option) => option.sets.length);
    const isKnown = spot.cards.every((card) => card !== "??");
    return [
      options
        .filter((option) => !option.sets.length)
        .map(({ word, cents }) => order(this.desk, "Choose", cents ? `${capital(word)} ${dollars(cents)}` : capital(word), { act: `say ${seat} ${word}`, fields: () => ({ seat, word }) })),
      sets.length > 0 && isKnown && h("button", { type: "button", "data-act": `set ${seat}`, disabled: this.desk.still, onclick: () => sheetOfHand(this.desk, seat) }, "Set"),
      sets.length > 0 && !isKnown && order(this.desk, "Choose", "Laid", { act: `laid ${seat}`, fields: () => ({ seat, word: sets[0].word }) }),
      sets.length > 0 && layout.house_way.for_players && order(this.desk, "AskHouseWay", "House way", { act: `way ${seat}`, fields: () => ({ seat }) }),
    ];
  }
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

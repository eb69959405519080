// How to play, at the table: three pictures of a round that was really dealt and won, which hands beat which, and of every
// spot what it pays and holds. The house has it from the game's own definition.

import { Refused, ask } from "./api.js";
import { byRank, card } from "./cards.js";
import { stack } from "./chips.js";
import { $, h } from "./dom.js";
import { listed, oneOf, said } from "./language.js";
import { dollars } from "./money.js";
import { commonZones } from "./places.js";
import { refused } from "./refusal.js";
import { resultList } from "./results.js";
import { pays } from "./spots.js";

export class Lesson {
  // lead(): the next hand is led by the hand
  constructor(table, layout, lead) {
    Object.assign(this, { table, layout, lead });
    this.dialog = $("lesson");
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  async open() {
    const status = h("p", { role: "status" }, "A moment…");
    const body = h("div", {}, status);
    const close = h("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Close");
    this.dialog.replaceChildren(h("div", { class: "sheet lesson" }, h("header", {}, h("h2", { id: "lesson-title" }, `How to play ${this.layout.title}`), close), body));
    this.dialog.showModal();
    try {
      this.told ??= await ask(`/tables/${this.table}/lesson`);
      body.replaceChildren(status, ...this.#sections(this.told));
      status.className = "sr";
      status.textContent = said("The lesson is ready.");
    } catch (error) {
      body.replaceChildren(h("p", {}, error instanceof Refused ? await refused(error) : "The house could not be reached. Try again."));
    }
  }

  #sections({ example, values, setting, buttons, ranking, offers, figures, words }) {
    const lead = () => (this.dialog.close(), this.lead());
    const links = [h("button", { type: "button", class: "primary", "data-act": "lead", onclick: lead }, "Show me a first hand"), this.layout.chooses && h("a", { class: "button", href: `/train/${this.layout.game}` }, "Train without bets"), h("a", { class: "button", href: `/tables/${this.table}/posting`, target: "_blank" }, "Rules and pays")];
    return [
      h("p", {}, this.layout.summary),
      values.length ? h("ul", { class: "values" }, values.map((each) => h("li", {}, each))) : "",
      h("ol", { class: "pictures" }, this.#bets(figures), example ? [this.#dealt(example), setting.length ? this.#set(example, setting) : "", this.#won(example)] : ""),
      buttons.length ? h("section", {}, h("h3", {}, "What the buttons do"), h("dl", { class: "words" }, buttons.map(({ word, does }) => h("div", {}, h("dt", {}, `${word[0].toUpperCase()}${word.slice(1)}`), h("dd", {}, does.flatMap((each) => [each, " "])))))) : "",
      h("section", {}, h("h3", {}, "At this table"), h("ul", { class: "offers" }, offers.map((each) => h("li", {}, each)))),
      ranking.length ? h("section", {}, h("h3", {}, "Hands, the best first"), h("ol", { class: "ranks" }, ranking.map(rank))) : "",
      words.length ? h("section", { class: "glossary" }, h("h3", {}, "Words, explained"), words.map(({ word, means }) => h("details", {}, h("summary", {}, word), h("p", {}, means)))) : "",
      h("p", { class: "buttons" }, links),
    ].filter(Boolean);
  }

  // ---- the pictures

  #bets(figures) {
    const { wagers, minimum_cents: least } = this.layout;
    const placed = wagers.filter((wager) => wager.placed || wager.follows);
    const first = placed.filter((wager) => wager.is_main);
    const main = first.map(({ wager }) => wager);
    const on = first.every((wager) => wager.is_required) ? listed(main) : oneOf(main);
    const told = h("div", { class: "explained", role: "status" });
    const spot = (wager) =>
      h(
        "button",
        { type: "button", class: `spot${wager.is_main ? " main" : ""}${wager.progressive ? " sensor" : ""}`, "aria-expanded": "false", onclick: ({ currentTarget }) => explain(currentTarget, wager, figures[wager.wager], told) },
        h("span", { class: "name" }, wager.wager),
        wager.is_required || wager === first[0] ? stack(Math.max(least, wager.least_cents), this.layout.chips_cents) : null,
        h("span", { class: "pays" }, wager.follows ? `with ${wager.follows}` : pays(wager)),
      );
    const others = wagers.filter((wager) => !placed.includes(wager));
    const says = main.length && main.length < placed.length ? `Put a chip on ${on}. The other spots are side bets, if you like.` : main.length ? `Put a chip on ${on}.` : "Put a chip on any of the spots.";
    const added = others.length > 1 ? `${listed(others.map(({ wager }) => wager))} come with a choice.` : others.length ? `${others[0].wager} comes with a choice.` : "";
    return picture("Bet", [says, " ", added, added && " ", "Tap a spot to see what it pays."], h("div", { class: "swatch spots" }, [...placed, ...others].map(spot)), told);
  }

  #dealt({ dealt }) {
    const spot = dealt.spots["1"];
    const counts = [...this.layout.places.map(({ name, size }) => `${size} to the ${name}`)];
    const number = spot?.split ? spot.split.flatMap(({ cards }) => cards).length : spot?.cards?.length;
    const mine = number ? [number === 1 ? "1 card comes to you" : `${number} cards come to you`] : [];
    return picture("The deal", mine.length ? `${listed([...mine, ...counts])}.` : `${listed(counts)} are dealt.`, h("div", { class: "swatch" }, commonZones(this.layout, dealt), number ? ownZones(this.layout, spot, [], "") : ""));
  }

  #set({ over }, says) {
    const spot = over.spots["1"];
    return picture("Set your cards", says.flatMap((each) => [each, " "]), spot.hands ? h("div", { class: "swatch" }, ownZones(this.layout, spot, [], "")) : "");
  }

  #won({ over, showdown }) {
    const spot = over.spots["1"];
    const named = showdown.seats["1"];
    const words = spot.said?.length && !spot.hands ? `You say ${listed(spot.said)}.` : "";
    return picture(
      "How it is won",
      [words, " ", named?.says ? `Your hand: ${named.says}.` : ""],
      h("div", { class: "swatch" }, commonZones(this.layout, over, showdown.common), spot.split || spot.cards?.length ? ownZones(this.layout, spot, (spot.split ? named?.hands : named?.names) ?? [], named?.says ?? "") : ""),
      resultList(spot.results, this.layout, named?.matchups),
    );
  }
}

const picture = (title, says, ...parts) => h("li", { class: "picture" }, h("h3", {}, title), h("p", {}, says), parts);

// A seat's cards, as they came or as they were set.
function ownZones(layout, spot, names, says) {
  const zone = (name, cards, told) => h("div", { class: "zone" }, h("h3", {}, name), h("div", { class: "cards" }, cards.map((each) => card(each))), h("p", { class: "told" }, told ?? ""));
  const zones = spot.split ? spot.split.map(({ cards }, at) => zone(`Hand ${at + 1}`, cards, names[at])) : spot.hands ? layout.hands.map(({ name }, at) => zone(`Your ${name}`, [...spot.hands[at]].sort(byRank), names[at])) : [zone("You", spot.cards, says)];
  return h("div", { class: "zones" }, zones);
}

// A row without cards stands for those that are left out.
const rank = ({ name, cards }) => cards ? ranked(name, cards) : h("li", { class: "gap" }, name);
const ranked = (name, cards) => h("li", {}, h("span", { class: "cards" }, cards.split(" ").sort(byRank).map((each) => card(each))), h("span", {}, name));

// What a spot pays, how often, and what the house keeps of it.
function explain(button, wager, figures, place) {
  for (const other of button.parentElement.children) other.setAttribute("aria-expanded", String(other === button));
  const facts = figures && `The house keeps ${figures.edge} of it on average${figures.play}; it pays ${figures.hits}.`;
  const stake = wager.free ? `It is free with the ${wager.of}.` : wager.placed ? (wager.least_cents === wager.most_cents ? `It takes ${dollars(wager.least_cents)}.` : `${dollars(wager.least_cents)} to ${dollars(wager.most_cents)}.`) : wager.follows ? `It is placed with the ${wager.follows}.` : `It comes with a choice, by the ${wager.of}.`;
  place.replaceChildren(
    h("h4", {}, wager.wager),
    h("p", {}, [stake, facts].filter(Boolean).join(" ")),
    h("div", { class: "paytables" }, h("table", {}, h("caption", { class: "sr" }, `What ${wager.wager} pays`), wager.lines.map(({ line, pays }) => h("tr", {}, h("th", { scope: "row" }, line), h("td", {}, pays))))),
  );
}

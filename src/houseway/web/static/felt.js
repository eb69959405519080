// The felt: the common places, the round, and the arc of seats. It draws a round as the view tells it; what the hands
// that lie open are called comes from the house.

import { card, cardsOf, lying } from "./cards.js";
import { $, h, remade } from "./dom.js";
import { dollars, signed } from "./money.js";
import { sum, unsettled } from "./phase.js";
import { commonZones, placeName } from "./places.js";
import { numberOf } from "./positions.js";
import { total } from "./results.js";

let roads = null; // once it is fetched

const FULL_ROW = 7; // cards
const SHORT_ROW = 4;
const COMMON = 0.9; // a common card beside one's own, with the gaps between places

export class Felt {
  // sit(seat): somebody would like to
  constructor(layout, sit) {
    this.layout = layout;
    this.sit = sit;
    document.body.dataset.felt = layout.felt;
    document.body.toggleAttribute("data-unapproved", layout.unapproved);
    this.pucks = new Map();
    for (let seat = layout.seats; seat >= 1; seat--) {
      const puck = h("li", { class: "puck", "data-seat": seat, "--x": along(seat, layout.seats) });
      this.pucks.set(seat, puck);
      $("arc").append(puck); // from the dealer's right to his left, as players see it
    }
  }

  // scene: { round, seats, seat, showdown }: a round of the view, who sits there, one's own seat, the names of hands
  draw(scene) {
    $("felt").style.setProperty("--lie", this.#across(scene));
    this.#drawRound(scene);
    this.#drawCommon(scene);
    this.#drawRoad(roadOf(scene.round));
    for (const [seat, puck] of this.pucks) this.#drawSeat(scene, seat, puck);
  }

  // What draws roads is fetched with the first mark; most games have none.
  #drawRoad(marks) {
    this.marks = marks;
    if (marks.length && !roads) import("./road.js").then((module) => ((roads = module), this.#drawRoad(this.marks)), () => {}); // without the house at the next mark
    else remade($("road"), [marks], () => (marks.length ? roads.road(marks) : []));
  }

  // How many of one's own cards the widest row is as wide as: large cards take what room it leaves. Hands that are set
  // keep the width that they have while they are.
  #across({ round, seat }) {
    if (this.layout.hands.length) return FULL_ROW;
    const common = this.layout.places.reduce((all, { name, size }) => all + Math.max(size, round.common[name].cards.length), 0);
    return Math.max(SHORT_ROW, round.spots[String(seat)]?.cards?.length ?? 0, COMMON * common);
  }

  // Elements by place, for the dealer's hands to move.
  groups() {
    const found = new Map(this.layout.places.map(({ at }) => [at, [...$("common").querySelectorAll(`[data-at="${at}"] .card`)]]));
    for (const [seat, puck] of this.pucks) found.set(seat, [...puck.querySelectorAll(".card")]);
    return found;
  }

  // A packet that lies before an empty seat for a moment; null for a seat that this table does not have.
  unused(seat) {
    const packet = card("??", { "aria-hidden": "true" });
    const lies = this.pucks.get(seat)?.querySelector(".minis");
    lies?.append(packet);
    return lies ? packet : null;
  }

  get shuffler() {
    return $("shuffler");
  }

  // Of the hands that lie open.
  names(at) {
    return [...$("common").querySelectorAll(at === undefined ? ".told" : `[data-at="${at}"] .told`)];
  }

  // What became of the seats, in the order in which they are reconciled.
  states() {
    return [...$("arc").querySelectorAll(".state")];
  }

  #drawRound({ round }) {
    const key = [round.round, round.number, round.dealt, round.commitment, round.cuts, round.void];
    remade($("round"), key, () => [
      h("p", { class: "legend", "aria-hidden": "true" }, this.layout.title),
      h("p", { class: "rule" }, this.layout.summary),
      h(
        "p",
        { class: "facts" },
        h("span", {}, `Round ${round.round}`),
        this.layout.unapproved && h("span", { class: "unapproved", title: "Its rules are published elsewhere, and no letter of an agency approves it." }, "unapproved"),
        round.commitment && h("span", { class: "sealed", title: round.commitment }, `sealed ${round.commitment.slice(0, 8)}${round.cuts.length ? ", cut" : ""}`),
      ),
    ]);
  }

  #drawCommon({ round, showdown }) {
    const named = showdown?.common ?? {};
    remade($("shuffler"), [round.number, round.dealt[0] ?? null], () =>
      round.number
        ? [h("b", { class: "number", role: "img", "aria-label": `Rotation number ${round.number}` }, String(round.number)), h("span", { title: byHand(round) }, `first to ${placeName(round.dealt[0])}`)]
        : [h("b", { class: "number idle", "aria-hidden": "true" }, this.layout.numbered ? "–" : "♠"), h("span", {}, "shuffler")],
    );
    remade($("common"), [round.common, named], () => commonZones(this.layout, round, named));
  }

  #drawSeat({ round, seats, seat: own }, seat, puck) {
    const { player } = seats[seat - 1];
    const spot = player ? round.spots[String(seat)] : undefined; // cards of somebody who left would lie on the button
    const canSit = !player && !own;
    puck.classList.toggle("mine", seat === own);
    puck.classList.toggle("empty", !player);
    remade(puck, [player, own, canSit, spot], () => [
      spot?.split
        ? h("div", { class: "split" }, spot.split.map((hand) => h("div", { class: hand.is_played ? "minis playing" : "minis" }, cardsOf(hand))))
        : h("div", { class: "minis" }, lying(spot?.cards ?? [], spot?.given_up)),
      canSit
        ? h("button", { type: "button", class: "sit", onclick: () => this.sit(seat) }, number(seat), " Sit")
        : h("p", { class: "who" }, number(seat), h("span", { class: "name" }, seat === own ? "You" : player ?? "free")),
      h("p", { class: "state" }, state(spot)),
    ]);
  }
}

const number = (seat) => h("span", { class: "seat-number" }, String(numberOf(seat)));

function state(spot) {
  if (!spot) return "";
  if (spot.is_settled) return h("b", { class: total(spot.results) > 0 ? "won" : "" }, signed(total(spot.results)));
  const bet = sum(unsettled(spot));
  return bet ? [dollars(bet), spot.said.length > 0 && h("span", { class: "word" }, `, ${spot.said.at(-1)}`)] : "";
}

const byHand = ({ number_how }) => (number_how === "by hand" ? "thrown by hand and entered by the dealer: not covered by the seal" : null);

// −1 at the dealer's right hand, which players see on the left, to 1 at his left.
function along(seat, seats) {
  return seats === 1 ? 0 : 1 - (2 * (seat - 1)) / (seats - 1);
}

// The marks of the rounds of a shoe, sealed or shuffled by hand.
const roadOf = ({ shoe, hand_shoe: byHand }) => (shoe ?? byHand)?.road ?? [];

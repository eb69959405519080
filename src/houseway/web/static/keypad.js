// The keypad: COIN IN, a button for each hand that the meter pays, GAME OVER; and below it what else a dealer does.

import { $, h, remade } from "./dom.js";
import { asked, order } from "./desk.js";
import { centsOf, dollars } from "./money.js";
import { numberOf, seatField, seatOf } from "./positions.js";

export class Keypad {
  constructor(desk) {
    const sensor = desk.layout.wagers.find((wager) => wager.progressive);
    this.lines = sensor ? sensor.lines.filter((line) => line.of_meter).map(({ line }) => line) : [];
    this.seat = null;
  }

  draw(desk) {
    const { view, still } = desk;
    const { current, next } = view;
    const seats = current.coined_in;
    if (next.command?.is === "PressHand") this.seat = next.command.seat;
    if (!seats.includes(this.seat)) this.seat = seats[0] ?? null;
    const isLive = view.terms.dealer === "live";
    remade($("keypad"), [view.stage, seats, current.keyed, next.offered, view.seats, still, this.seat, isLive, current.hand_shoe?.is_out], () => [
      isLive && [
        h("h2", {}, "Keypad"),
        this.lines.length > 0 && [order(desk, "CoinIn", "COIN IN", { class: "key" }), this.#hands(desk)],
        order(desk, "EndGame", "GAME OVER", { class: "key over" }),
        h("h2", {}, "Table"),
        current.hand_shoe && order(desk, "ShowCutCard", current.hand_shoe.is_out ? "The cut card is out" : "Cut card", { off: current.hand_shoe.is_out }),
        order(desk, "ReportMisdeal", "Misdeal", { fields: () => asked("Report a misdeal: the round is void", [{ name: "note", label: "What happened", maxlength: 200 }], "Void the round") }),
      ],
      !isLive && [
        h("h2", {}, "Table"),
        h("p", {}, "The table deals by itself."),
        view.has_staff && order(desk, "BuyIn", "Sell chips", { fields: () => sold(view), off: !view.seats.some(({ player }) => player) }),
        order(desk, "ChangeDealer", "Take the table over", { class: "primary", fields: () => ({ dealer: "live" }) }),
      ],
    ]);
  }

  #hands(desk) {
    const { current } = desk.view;
    const seats = current.coined_in;
    const choose = (seat) => ((this.seat = seat), desk.draw(), $("keypad").querySelector(`[data-act="seat ${seat}"]`)?.focus());
    return h(
      "div",
      { class: "hand-keys", role: "group", "aria-label": "Hand buttons" },
      h("p", { id: "of-seat" }, seats.length ? "for seat" : "hand buttons"),
      seats.length > 0 &&
        h(
          "div",
          { class: "of-seats", role: "group", "aria-labelledby": "of-seat" },
          seats.map((seat) => h("button", { type: "button", class: "toggle", "data-act": `seat ${seat}`, "aria-pressed": String(seat === this.seat), "aria-label": `Seat ${numberOf(seat)}`, onclick: () => choose(seat) }, String(numberOf(seat)))),
        ),
      this.lines.map((line) => {
        const lit = current.keyed[String(this.seat)] === line;
        return order(desk, "PressHand", line, { class: "key toggle", act: `hand ${line}`, off: this.seat === null, "aria-pressed": String(lit), fields: () => ({ seat: this.seat, line }) });
      }),
    );
  }
}

const whose = (view) => {
  const sitting = view.seats.filter(({ player }) => player);
  return seatField(`Seat (${sitting.map(({ seat }) => numberOf(seat)).join(", ")})`, [], { value: sitting.length === 1 ? numberOf(sitting[0].seat) : "" });
};

// Cash becomes chips, by the dealer's hands.
async function sold(view) {
  const told = await asked(
    "Sell chips",
    [
      whose(view),
      { name: "amount", label: "Dollars", inputmode: "decimal", pattern: "\\$?[\\d,]+(\\.\\d{1,2})?", placeholder: dollars(500_00).slice(1) },
    ],
    "Sell",
  );
  const cents = told && centsOf(told.amount);
  return cents ? { seat: seatOf(told.seat), cents } : null;
}

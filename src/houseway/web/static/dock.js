// The dock: what the player is told, and all that he can do now.

import { adviceBoard } from "./coach.js";
import { $, h, remade } from "./dom.js";
import { dollars } from "./money.js";
import { isSealed, sum } from "./phase.js";

const BUY_IN_CENTS = 500_00;
const SHUFFLES = "The dealer shuffles and seals the pack first.";
export const REST_MS = 400; // a second tap of a finger that meant the first

// For whom of the staff a round waits, and for what.
const STAFF = {
  acknowledge: (seats) => `Waiting for surveillance to acknowledge the payout of seat ${seats}.`,
  verify: (seats) => `Waiting for a supervisor to verify the hand of seat ${seats}.`,
};

export class Dock {
  // acts: what the buttons do, by name
  constructor(layout, bets, rack, clock, acts) {
    Object.assign(this, { layout, bets, rack, clock, acts });
    this.doubling = false;
    this.offered = ""; // which buttons there are
    this.restsUntil = 0;
    setInterval(() => this.drawClock(), 500);
  }

  // state: { phase, view, seat, notice, still, hand, words, wagers, last, dueAt, coach, canGoBack }
  draw(state) {
    this.state = state;
    const { phase, view, notice, still, hand, words, coach, canGoBack } = state;
    const key = [phase, notice, still, hand?.set, hand?.choice?.layout, Boolean(words), this.doubling, this.bets.wanted, this.#chips(), view.seats.map((seat) => Boolean(seat.player)), view.waits_for, view.stage, isSealed(view), coach, canGoBack];
    const focused = document.activeElement?.closest("#dock") ? document.activeElement.dataset.act ?? "" : null;
    const made = remade($("dock"), key, () => [!notice && coach ? adviceBoard(coach, this.layout) : this.#message(), h("div", { class: "acts" }, this.#buttons())]);
    if (made) this.#rest();
    if (made && focused !== null && !document.activeElement?.closest("#dock *")) this.#focus(focused);
    this.drawClock();
  }

  // Where the keyboard was; on another button it would press something that was not meant.
  #focus(act) {
    const same = act && $("dock").querySelector(`[data-act="${act}"]:not(:disabled)`);
    (same || $("dock")).focus({ preventScroll: true });
  }

  // Buttons that have just come do nothing for a moment: a tap that is on its way was meant for those before.
  #rest() {
    const buttons = [...$("dock").querySelectorAll("[data-act]")];
    const offered = buttons.map((button) => button.dataset.act).join();
    const now = performance.now();
    if (offered !== this.offered) this.restsUntil = now + REST_MS;
    this.offered = offered;
    if (now >= this.restsUntil) return;
    for (const button of buttons) button.setAttribute("aria-disabled", "true");
    setTimeout(() => buttons.forEach((button) => button.removeAttribute("aria-disabled")), this.restsUntil - now);
  }

  drawClock() {
    const place = $("dock").querySelector(".clock");
    const { phase, dueAt } = this.state ?? {};
    if (place) place.textContent = dueAt && (phase === "betting" || phase === "setting") ? ` ${this.clock.left(dueAt)}` : "";
  }

  #chips() {
    const { view, seat } = this.state;
    return (seat && view.seats[seat - 1].chips_cents) ?? 0;
  }

  // ---- what is said

  #message() {
    const { notice, hand } = this.state;
    const isWarning = Boolean(hand?.choice) && hand.choice.standing !== "legal";
    return h(
      "p",
      { class: isWarning && !notice ? "message warning" : "message", role: notice || isWarning ? "alert" : null },
      notice || this.#says(),
      h("span", { class: "clock", "aria-hidden": "true" }),
    );
  }

  #says() {
    const { phase, view, seat } = this.state;
    const others = view.waits_for.seats.filter((each) => each !== seat);
    const staff = STAFF[view.waits_for.to];
    if (staff && phase !== "watching") return staff(view.waits_for.seats.join(", "));
    switch (phase) {
      case "watching":
        return this.state.canGoBack ? "Your seat is not played on this device now." : "Take a free seat to play.";
      case "betting":
        if (this.#needsChips() && view.has_staff) return "A dealer is at this table: buy your chips from the dealer.";
        return this.bets.total ? `${dollars(this.bets.total)} on the felt. Add side bets, or deal.` : `Pick a chip and tap ${this.bets.main.wager}.`;
      case "ready":
        return view.current.takes_bets ? "Your bets are in. Waiting for the other seats…" : "No more bets: COIN IN was pressed.";
      case "setting":
        return this.#saysOfHand();
      case "asked":
        return others.length ? "The dealer sets your hand the house way when the others have set." : "The dealer sets your hand…";
      case "set":
        return others.length ? `Waiting for seat ${others.join(", ")}…` : "All hands are set.";
      case "sitting out":
        return "A round is being played; you are in the next one.";
      case "result":
        return view.stage === "betting" ? (isSealed(view) ? "Play on?" : SHUFFLES) : "";
      default:
        return view.stage === "betting" ? SHUFFLES : "The dealer is at work…";
    }
  }

  #saysOfHand() {
    const { hand, words } = this.state;
    if (words) return this.layout.words.length ? `Say ${this.layout.words.join(" or ")}.` : "Lay your cards on the felt, then say that they lie.";
    if (!hand) return "Your cards…";
    const { choice } = hand;
    if (!choice) return `Tap cards into ${this.layout.hands.map(({ name, size }) => `${name} (${size})`).join(", ")}: strongest first.`;
    if (choice.standing === "legal") return "In order. Set it when you are ready.";
    return choice.standing === "foul" ? `This hand fouls: ${choice.why}.` : `It cannot be set so: ${choice.why}.`;
  }

  // ---- what can be done

  // Named after what it does, if it is not told another.
  #button(act, text, { off, onclick = () => this.acts[act](), ...props } = {}) {
    const still = Boolean(this.state.still || off);
    const press = ({ detail }) => (detail === 0 || performance.now() >= this.restsUntil) && onclick(); // 0 is a key
    return h("button", { type: "button", "data-act": act, onclick: press, disabled: still, ...props }, text);
  }

  #buttons() {
    const { phase, view } = this.state;
    switch (phase) {
      case "watching":
        if (this.state.canGoBack) return this.#button("back", "Play here", { class: "primary" });
        return view.seats.some((seat) => !seat.player) && this.#button("sit", view.has_staff ? "Sit down (chips from the dealer)" : "Sit down and play", { class: "primary" });
      case "betting":
        return this.#betting();
      case "setting":
        return h("div", { class: "buttons" }, this.state.words ? this.#speaking() : this.#setting());
      case "result":
        return view.stage === "betting" && isSealed(view) && h("div", { class: "buttons" }, this.#button("change", "Change bets"), this.#button("again", `Same again, ${dollars(sum(this.state.last))}`, { class: "primary" }));
      default:
        return null;
    }
  }

  #betting() {
    const { bets } = this;
    if (this.#needsChips()) {
      return !this.state.view.has_staff && this.#button("buyIn", `Buy in for ${dollars(BUY_IN_CENTS)}`, { class: "primary", onclick: () => this.acts.buyIn(BUY_IN_CENTS) });
    }
    const canRepeat = !bets.total && sum(this.state.last) > 0;
    return [
      this.rack.element,
      h(
        "div",
        { class: "buttons" },
        this.#button("undo", "Undo", { off: !bets.before.length }),
        canRepeat ? this.#button("repeat", "Same bets") : this.#button("clear", "Clear", { off: !bets.total }),
        this.#button("deal", "Deal", { class: "primary", off: !bets.total }),
      ),
    ];
  }

  // For the least bet, with what lies on the felt.
  #needsChips() {
    return this.#chips() + this.bets.total - this.bets.owing < this.layout.minimum_cents;
  }

  #setting() {
    const { hand } = this.state;
    const standing = hand?.choice?.standing;
    return [
      this.layout.house_way.for_players && this.#button("houseWay", "House way", { off: !hand }),
      this.#button("startOver", "Start over", { off: !hand || hand.isUntouched }),
      this.#button("set", standing === "foul" ? "Set anyway" : "Set hand", { class: "primary", off: !standing || standing === "refused" }),
    ];
  }

  // HI or LO, with or without what the word may add.
  #speaking() {
    const { words, wagers } = this.state;
    const adds = [...new Set(words.choices.flatMap((choice) => choice.adds))];
    const equal = (name) => wagers[this.layout.wagers.find((wager) => wager.wager === name).equals] ?? 0;
    const cost = adds.reduce((cents, name) => cents + equal(name), 0);
    const can = adds.length > 0 && this.#chips() >= cost;
    const doubling = can && this.doubling;
    const toggle = () => ((this.doubling = !this.doubling), this.draw(this.state));
    return [
      this.layout.house_way.for_players && this.#button("houseWay", "House way"),
      can && this.#button("double", `${adds.join(", ")} +${dollars(cost)}`, { class: "toggle", "aria-pressed": String(doubling), onclick: toggle }),
      words.choices
        .filter((choice) => Boolean(choice.adds.length) === doubling)
        .map((choice) => this.#button(choice.word || "laid", choice.word ? `Play ${choice.names[0]}` : "My hand lies", { class: "primary", onclick: () => this.acts.speak(choice) })),
    ];
  }
}

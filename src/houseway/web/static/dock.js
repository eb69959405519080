// The dock: what the player is told, and all that he can do now.

import { mark } from "./cards.js";
import { adviceBoard } from "./coach.js";
import { $, focusOn, h, remade, say } from "./dom.js";
import { saysOfSetting } from "./hand.js";
import { said } from "./language.js";
import { dollars } from "./money.js";
import { isSealed, sum } from "./phase.js";
import { numbersOf } from "./positions.js";

const BUY_IN_CENTS = 500_00;
const SHUFFLES = "The dealer shuffles and seals the pack first.";
export const REST_MS = 400; // a second tap of a finger that meant the first
const AGAIN_REST_MS = 1000; // an impatient finger, where the next tap would bet

// How the time that is left is said, in the phases in which a player has to know.
const CLOCKS = {
  betting: (left) => ` ${left}`,
  choosing: (left) => ` ${left}`,
  ready: (left) => ` ${left} at most`,
  waiting: (left) => ` ${left} at most`,
  "sitting out": (left) => ` Whoever plays has ${left} at most for his choice.`,
};

const TIMED = ["betting", "choosing"]; // phases in which the player's own time runs
const AFTER_MS = 1500; // the chip that started the clock is heard first
const MARKS_S = [30, 10]; // seconds that are left when it is said

// "You have 3 minutes.", "You have 45 seconds."
const hasTime = (seconds) => (seconds < 100 ? `You have ${seconds} seconds.` : `You have ${Math.round(seconds / 60)} minutes.`);

// For whom of the staff a round waits, and for what.
const STAFF = {
  acknowledge: (seats) => `Waiting for surveillance to acknowledge the payout of seat ${numbersOf(seats)}.`,
  verify: (seats) => `Waiting for a supervisor to verify the hand of seat ${numbersOf(seats)}.`,
};

export class Dock {
  // acts: what the buttons do, by name
  constructor(layout, bets, rack, clock, acts) {
    Object.assign(this, { layout, bets, rack, clock, acts });
    this.offered = ""; // which buttons there are, and at which choice
    this.turn = "";
    this.restsUntil = 0;
    setInterval(() => this.drawClock(), 500);
  }

  // state: { phase, turn, view, seat, spot, notice, still, hand, told, last, dueAt, coach, canGoBack }
  draw(state) {
    this.state = state;
    const { phase, turn, view, spot, notice, still, hand, told, coach, canGoBack } = state;
    const key = [phase, turn, notice, still, hand?.set, hand?.choice?.layout, spot?.options ?? null, spot?.too_dear ?? null, told, this.bets.wanted, this.#chips(), view.seats.map((seat) => Boolean(seat.player)), view.waits_for, view.stage, isSealed(view), coach, canGoBack];
    const focused = document.activeElement?.closest("#dock") ? document.activeElement.dataset.act ?? "" : null;
    const made = remade($("dock"), key, () => [!notice && coach ? adviceBoard(coach, this.layout) : this.#message(), h("div", { class: "acts" }, this.#buttons())]);
    if (made) this.#rest();
    if (made && focused !== null && !document.activeElement?.closest("#dock *")) this.#focus(turn === this.turn ? focused : "");
    this.turn = turn;
    this.drawClock();
  }

  // What is said to whoever does not see the dock: its line, what can be chosen, and how long there is.
  spoken() {
    const { phase, dueAt, notice, coach } = this.state;
    if (notice) return []; // it is an alert
    const offered = phase === "choosing" && !this.state.hand ? [...$("dock").querySelectorAll(".options [data-act]")].map(({ textContent }) => textContent).join(", ") : "";
    const seconds = dueAt && TIMED.includes(phase) ? this.clock.seconds(dueAt) : 0;
    if (seconds) this.#begin(dueAt, seconds);
    return [!coach && this.#says(), offered && `${offered}.`, seconds > 0 && hasTime(seconds)];
  }

  #begin(dueAt, seconds) {
    this.told = dueAt;
    this.marks = MARKS_S.filter((mark) => mark < seconds);
  }

  // A clock that begins, and one that runs out, are heard.
  #tellTime(phase, dueAt) {
    if (!dueAt || !TIMED.includes(phase)) return;
    const seconds = this.clock.seconds(dueAt);
    if (this.told !== dueAt) {
      this.#begin(dueAt, seconds);
      setTimeout(() => this.state.dueAt === dueAt && say(hasTime(this.clock.seconds(dueAt))), AFTER_MS);
    }
    const [mark] = this.marks;
    if (!mark || seconds > mark) return;
    this.marks = this.marks.filter((each) => each < seconds);
    say(`${mark} seconds left.`);
  }

  // A remark for whoever plays his first hand, above all else.
  guided(remark) {
    const shown = $("dock").querySelector(".guide");
    shown?.toggleAttribute("data-all", remark?.dataset.all !== undefined);
    if (shown?.textContent === remark?.textContent) return;
    shown?.remove();
    if (remark) $("dock").prepend(remark);
  }

  // Where the keyboard was; on another button it would press something that was not meant.
  #focus(act) {
    const same = act && $("dock").querySelector(`[data-act="${act}"]:not(:disabled)`);
    focusOn(same || $("dock"));
  }

  // Buttons that have just come do nothing for a moment: a tap that is on its way was meant for those before.
  #rest() {
    const buttons = [...$("dock").querySelectorAll("[data-act]")];
    const offered = [this.state.turn, ...buttons.map((button) => button.dataset.act)].join();
    const now = performance.now();
    if (offered !== this.offered) this.restsUntil = now + (this.state.phase === "result" ? AGAIN_REST_MS : REST_MS);
    this.offered = offered;
    if (now >= this.restsUntil) return;
    const able = buttons.filter((button) => !button.classList.contains("off"));
    for (const button of able) button.setAttribute("aria-disabled", "true");
    setTimeout(() => able.forEach((button) => button.removeAttribute("aria-disabled")), this.restsUntil - now);
  }

  drawClock() {
    const place = $("dock").querySelector(".clock");
    const { phase, dueAt } = this.state ?? {};
    if (this.state) this.#tellTime(phase, dueAt);
    if (place) place.textContent = dueAt && phase in CLOCKS ? said(CLOCKS[phase](this.clock.left(dueAt))) : "";
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
      { class: isWarning && !notice ? "message warning" : "message", role: notice ? "alert" : null },
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
        return this.bets.total ? `${dollars(this.bets.total)} on the felt. ${this.layout.wagers.some(({ placed, is_main }) => placed && !is_main) ? "Add side bets, or deal." : "Deal when you are ready."}` : `Pick a chip and tap ${this.bets.main?.wager ?? "a wager"}.`;
      case "ready":
        return view.current.takes_bets ? "Your bets are in. Waiting for the other seats…" : "No more bets: COIN IN was pressed.";
      case "choosing":
        return this.#saysOfHand();
      case "asked":
        return others.length ? "The dealer sets your hand the house way when the others have set." : "The dealer sets your hand…";
      case "waiting":
        if (others.length) return `${this.state.spot?.is_out ? "You are out of this round. " : ""}Waiting for seat ${numbersOf(others).join(", ")}…`;
        return this.state.spot?.is_out ? "You are out of this round." : "The dealer is at work…";
      case "sitting out":
        return "A round is being played; you are in the next one.";
      case "result":
        return view.stage === "betting" ? (isSealed(view) ? this.#whyNotAgain() || "Play on?" : SHUFFLES) : "";
      default:
        return view.stage === "betting" ? SHUFFLES : "The dealer is at work…";
    }
  }

  #saysOfHand() {
    const { hand, told } = this.state;
    if (this.#laid()) return "Lay your cards on the felt, then say that they lie.";
    if (!hand) return this.#options().some(({ sets }) => sets.length) ? "Your cards…" : this.#asksForSideBet() || `${[this.#whose(), told.join(" or ")].filter(Boolean).join(": ")}.${this.#saysWhatIsTooDear()}`;
    const { choice } = hand;
    if (!choice) return `Tap cards into ${this.layout.hands.map(({ name, size }) => `${name} (${size})`).join(", ")}.${this.layout.house_way.for_players ? " Or see House way." : ""}`;
    return saysOfSetting(choice);
  }

  // A choice that is about a side bet is a question: "…? $5 more: a line pays 2 to 1."
  #asksForSideBet() {
    const asked = [...this.#options(), ...this.#tooDear()].filter(({ adds }) => adds.some((name) => this.layout.wagers.find(({ wager }) => wager === name)?.side));
    if (asked.length !== 1 || this.#options().length > 2) return "";
    const [{ adds, cents }] = asked;
    const { lines, dealers_line } = this.layout.wagers.find(({ wager }) => wager === adds[0]);
    const pays = dealers_line ? [`it pays ${lines[0].pays} if the dealer has ${dealers_line}`] : lines.map(({ line, pays }) => `${line} pays ${pays}`);
    return `${adds[0]}? ${dollars(cents)} more: ${pays.join(", ")}.${this.#saysWhatIsTooDear()}`;
  }

  #saysWhatIsTooDear() {
    const [cheapest] = this.#tooDear().map(({ cents }) => cents).sort((one, other) => one - other);
    const isAll = this.#options().every(({ cents }) => !cents);
    return cheapest && isAll ? ` You have ${dollars(this.#chips())}; to go on takes ${dollars(cheapest)}.` : "";
  }

  // "Your move", or which of the hands that were split is played.
  #whose() {
    const { split } = this.state.spot ?? {};
    const played = split?.findIndex((hand) => hand.is_played) ?? -1;
    return played < 0 ? "Your move" : `Hand ${played + 1} of ${split.length}`;
  }

  // ---- what can be done

  // Named after what it does, if it is not told another. With a `why` it cannot be done now, and a press says so.
  #button(act, text, { off, why, onclick = () => this.acts[act](), ...props } = {}) {
    const press = ({ detail }) => (detail === 0 || performance.now() >= this.restsUntil) && onclick(); // 0 is a key
    const told = why && { class: `${props.class ?? ""} off`, title: why, "aria-disabled": "true", onclick: () => this.acts.tell(why) };
    return h("button", { type: "button", "data-act": act, onclick: press, disabled: Boolean(this.state.still || off), ...props, ...told }, text);
  }

  // Why the wagers of the round before cannot be placed again: all of them are, or none.
  #whyNotAgain() {
    const [takes, chips] = [sum(this.state.last), this.#chips()];
    return takes > chips ? `The same bets take ${dollars(takes)}, and you have ${dollars(chips)}.` : "";
  }

  #buttons() {
    const { phase, view } = this.state;
    switch (phase) {
      case "watching":
        if (this.state.canGoBack) return this.#button("back", "Play here", { class: "primary" });
        return view.seats.some((seat) => !seat.player) && this.#button("sit", view.has_staff ? "Sit down (chips from the dealer)" : "Sit down and play", { class: "primary" });
      case "betting":
        return this.#betting();
      case "choosing":
        return h("div", { class: "buttons options" }, this.#choosing());
      case "result":
        return view.stage === "betting" && isSealed(view) && h("div", { class: "buttons" }, this.#button("change", "Change bets"), this.#button("again", `Same again, ${dollars(sum(this.state.last))}`, { class: "primary", why: this.#whyNotAgain() }));
      default:
        return null;
    }
  }

  #betting() {
    const { bets } = this;
    if (this.#needsChips()) {
      return !this.state.view.has_staff && this.#buyIn({ class: "primary" });
    }
    const canRepeat = !bets.total && sum(this.state.last) > 0;
    return [
      this.rack.element,
      h(
        "div",
        { class: "buttons bets" },
        this.#button("undo", "Undo", { off: !bets.before.length }),
        this.#button("double", "Double", { off: !bets.total }),
        canRepeat ? this.#button("repeat", "Same bets", { why: this.#whyNotAgain() }) : this.#button("clear", "Clear", { off: !bets.total }),
        this.#button("deal", "Deal", { class: "primary", off: !bets.total }),
      ),
    ];
  }

  // For the least bet, with what lies on the felt.
  #needsChips() {
    const { main } = this.bets;
    return this.#chips() + this.bets.total - this.bets.owing < this.layout.minimum_cents * (main ? this.bets.times(main) : 1);
  }

  // Always in the same order: what gives up, then from the cheapest to the dearest, and these as the rules name them.
  #options() {
    const cost = ({ cents, back_cents }) => cents - back_cents;
    return [...(this.state.spot?.options ?? [])].sort((a, b) => b.is_out - a.is_out || cost(a) - cost(b));
  }

  // What the seat could do if it had more chips.
  #tooDear() {
    return this.state.spot?.too_dear ?? [];
  }

  #buyIn(props = {}) {
    return this.#button("buyIn", `Buy in for ${dollars(BUY_IN_CENTS)}`, { ...props, onclick: () => this.acts.buyIn(BUY_IN_CENTS) });
  }

  // A physical hand is set on the felt itself, and the house is told that it lies.
  #laid() {
    return this.state.view.terms.shuffler === "manual" && this.#options().find(({ sets }) => sets.length);
  }

  // A button an option, and where cards are set those that set them.
  #choosing() {
    const laid = this.#laid();
    const plain = this.#options().filter(({ sets }) => !sets.length);
    const stays = [...this.#options(), ...this.#tooDear()].filter(({ is_out }) => !is_out).length;
    const setting = !laid && this.#options().find(({ sets }) => sets.length);
    return [
      this.#tooDear().length > 0 && !this.state.view.has_staff && this.#buyIn(),
      this.layout.house_way.for_players && this.#button("houseWay", "House way", { off: setting && !this.state.hand }),
      plain.map((option) => this.#option(option, stays === 1)),
      this.#tooDear().map((option) => this.#option(option, stays === 1)),
      setting && this.#setting(setting),
      laid && this.#button(laid.word, "My hand lies", { class: "primary", onclick: () => this.acts.choose(laid.word) }),
    ];
  }

  // One that is the only way on is the first; among several the screen prefers none, and a bet that is declined is quiet.
  // "Fold", "Raise 4x, $40", "Take back $10", "Exchange 5♦, $10"
  #option({ word, cents, back_cents, gives_up, is_out }, isOnly) {
    const spoken = gives_up.length ? `${word.split(" ")[0]} ${gives_up.map(mark).join(" ")}` : word;
    const said = `${spoken[0].toUpperCase()}${spoken.slice(1)}`;
    const text = cents ? `${said}, ${dollars(cents)}` : back_cents ? `${said} ${dollars(back_cents)}` : said;
    const why = cents > this.#chips() ? `${said} takes ${dollars(cents)}, and you have ${dollars(this.#chips())}.` : "";
    return this.#button(word, text, { class: isOnly && !is_out ? "primary" : !cents && this.#asksForSideBet() ? "quiet" : "", why, onclick: () => this.acts.choose(word) });
  }

  #setting({ word }) {
    const { hand } = this.state;
    const standing = hand?.choice?.standing;
    return [
      this.#button("startOver", "Start over", { off: !hand || hand.isUntouched }),
      this.#button(word, standing === "foul" ? "Set anyway" : "Set hand", { class: "primary", off: !standing || standing === "refused", onclick: () => this.acts.set() }),
    ];
  }
}

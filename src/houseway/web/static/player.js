// The player's screen. Everything on it follows from the last view of the event stream; what the player is doing and
// has not yet told the house, chips in the hand or half a setting, is all that it knows beside it.

import { balance, cardsInOrder, chipsTold, commonCards, drawn, ownCards, timeUp } from "./announce.js";
import { Person, Refused } from "./api.js";
import { Bets } from "./bets.js";
import { Rack } from "./chips.js";
import { Clock } from "./clock.js";
import { Coach } from "./coach.js";
import { ChipMoves } from "./chip-moves.js";
import { Cut } from "./cut.js";
import { Dock, REST_MS } from "./dock.js";
import { $, focusOn, h, say, told } from "./dom.js";
import { Felt } from "./felt.js";
import { Guide } from "./guide.js";
import { Jackpot } from "./jackpot.js";
import { forgetTable, openedFor } from "./kept-tables.js";
import { Keys } from "./keys.js";
import { later, listed, printed, said } from "./language.js";
import { Memory, START_CENTS } from "./memory.js";
import { roll, showMeters } from "./meter.js";
import { dollars } from "./money.js";
import { arrived, cardsMoved, dealtOut, hasMoves, settled, shownDown } from "./motion.js";
import { Names } from "./names.js";
import { early, hasBet, ownSpot, phaseOf, roundIn, roundShown, spotOf, turnOf, unsettled } from "./phase.js";
import { Place } from "./place.js";
import { refused } from "./refusal.js";
import { spoken } from "./results.js";
import { sitAgain, sitDown } from "./seat.js";
import { SeatKey } from "./seat-key.js";
import { Spots } from "./spots.js";
import { Stream } from "./stream.js";

const UNREACHED = "The house could not be reached, and nothing is lost. Try again.";
const OWN = "own-"; // as the names of practice tables begin, to which somebody has just come
const sheets = () => later(() => import("./settings-sheet.js"));

class Player {
  constructor({ table, layout, me, seen, now }) {
    this.layout = layout;
    this.table = table;
    this.view = seen.view;
    this.dueAt = seen.due_at;
    this.notice = "";
    this.farewell = ""; // said for as long as he has no seat
    this.phase = "";
    this.turn = ""; // which choice he stands before
    this.told = null; // of which round how many of his cards
    this.isLost = false;
    this.isBusy = false;

    this.person = new Person(table, me);
    this.memory = new Memory(table);
    this.seatKey = new SeatKey(table);
    this.names = new Names(table);
    this.hearing = Promise.resolve(); // views are taken one after the other
    this.rack = new Rack(layout.chips_cents, layout.chips_cents.find((cents) => cents > layout.minimum_cents));
    this.bets = new Bets(layout, this.person, async (error) => this.draw(error ? await this.#saysOf(error) : ""));
    this.felt = new Felt(layout, (seat) => this.sit(seat));
    this.spots = new Spots(layout, (wager, byKey) => this.tap(wager, byKey), (wager) => this.bets.wanted[wager.wager] && this.#bet(() => this.bets.undo(), wager));
    this.place = new Place(layout, this.spots, this.memory, () => this.draw());
    this.dock = new Dock(layout, this.bets, this.rack, new Clock(now), this.acts());
    this.cut = new Cut(this.person, this.memory);
    this.guide = new Guide(layout, () => this.draw());
    this.history = null; // until a hand is over
    this.coach = new Coach(table, layout, this.memory, () => this.draw());
    this.chipMoves = new ChipMoves(layout, this.spots, this.rack);
    this.jackpot = new Jackpot();
    this.keys = new Keys(layout, () => this.#opens(async () => (await sheets()).openKeys((await this.panel()).keys())));
    this.stream = new Stream(table, seen.seq, {
      view: (next) => (this.hearing = this.hearing.then(() => this.heard(next)).catch(reportError)), // a view that fails does not stop the next
      record: (record) => this.memory.hear(record),
      token: () => this.tokenDied(),
      gone: () => this.isGone(),
      state: (state) => this.connection(state),
    });
  }

  begin() {
    const { minimum_cents, maximum_cents } = this.layout;
    $("limits").textContent = said(`${dollars(minimum_cents)} to ${dollars(maximum_cents)}`);
    $("open-panel").onclick = () => this.openPanel();
    $("open-settings").onclick = () => this.#opens(async () => (await sheets()).openSettings());
    $("open-lesson").onclick = () => this.#opens(async () => (await this.lesson()).open());
    for (const place of [$("dock"), this.spots.element]) place.addEventListener("keydown", (event) => this.chipKey(event));
    if (this.view.meter) showMeters(this.view.meter, $("meter"));
    this.memory.see(this.view);
    this.cut.heard(this.view, this.seat);
    this.keeping = this.keepHand();
    this.draw();
    this.learn();
    this.stream.run();
    const brought = SeatKey.brought();
    if (brought) this.back(brought);
    const openedTo = openedFor();
    if (openedTo === "invite") this.openPanel(true);
    if (openedTo === "join" && !this.seat) this.join();
    addEventListener("hashchange", () => location.hash.length > 1 && !$(location.hash.slice(1)) && location.reload()); // a link opened in this very tab, and no part of the page
  }

  get seat() {
    return this.person.me?.role === "player" ? this.person.me.seat : null;
  }

  get chips() {
    return (this.seat && this.view.seats[this.seat - 1].chips_cents) || 0;
  }

  get spot() {
    return ownSpot(this.view, this.view.current, this.seat);
  }

  // The wagers of the round before that can be placed again.
  get last() {
    const spot = ownSpot(this.view, this.view.previous, this.seat);
    return this.bets.again(spot?.split?.[0].wagers ?? spot?.wagers ?? {}); // on the first hand lies what was bet
  }

  // ---- what is fetched when it is wanted

  async #opens(sheet) {
    try {
      await sheet();
    } catch {
      if (await isAnotherVersion()) location.reload(); // to the same moment
      else this.draw(UNREACHED);
    }
  }

  openPanel(invites = false) {
    return this.#opens(async () => (await this.panel()).open(this.view, this.seat, invites));
  }

  async panel() {
    const { Panel } = await later(() => import("./panel.js"));
    return (this.sheet ??= new Panel(this.table, this.layout, this.memory, this.seatKey, this.cut, { buyIn: (cents) => this.buyIn(cents), leave: () => this.leave(), anew: () => this.anew(), letters: () => this.keys.rows(this.layout) }));
  }

  async lesson() {
    const { Lesson } = await later(() => import("./lesson.js"));
    return (this.lessons ??= new Lesson(this.table, this.layout, () => this.guide.again()));
  }

  // Keeps a hand that is over, for the player's own history.
  async keepHand() {
    const { view, seat } = this;
    if (!ownSpot(view, view.previous, seat)?.is_settled) return;
    try {
      const { HandHistory } = await import("./hand-history.js");
      this.history ??= new HandHistory(this.table, this.layout);
      this.history.heard(view, seat);
    } catch {
      // the house is away; the hand is still there in the next view
    }
  }

  // ---- what is heard

  async heard({ view, due_at }) {
    if (view.stage === "closed" || view.game !== this.layout.game) location.reload();
    this.memory.see(view);
    await this.names.learn(view, this.seat, this.memory.dismissed); // so that all is drawn at once
    if (this.#goesOn(view)) await arrived(); // what moves now is seen to its end
    const before = this.view;
    this.view = view;
    this.dueAt = due_at;
    this.cut.heard(view, this.seat);
    if (view.terms?.untimed && this.seat && view.stage === "betting" && !hasBet(this.spot)) this.memory.bankroll = this.chips;
    this.keeping = this.keepHand();
    this.draw("", before);
  }

  // Whether cards move in a view that follows, or a result is shown.
  #goesOn(view) {
    const round = roundShown(view, phaseOf(view, this.seat, this.memory.dismissed));
    const known = roundIn(this.view, round.round);
    return hasMoves(this.layout, known, round) || isSettled(round, this.seat) !== isSettled(known, this.seat);
  }

  // What a page that has just come, or could not ask, does not know yet.
  async learn() {
    if (this.isLearning) return;
    this.isLearning = true;
    if (await this.names.learn(this.view, this.seat, this.memory.dismissed)) this.draw();
    this.isLearning = false;
  }

  tokenDied() {
    if (!this.person.me) return;
    this.person.me = null;
    this.draw(this.seatKey.fits(this.view) ? "" : "You have left this seat.");
  }

  connection(state) {
    this.isLost = state === "lost";
    if (!this.isLost) this.learn();
    $("lost").hidden = !this.isLost;
    $("lost").textContent = this.isLost ? said("Connection lost. Chips and cards are safe in the house’s book; coming back…") : "";
    document.body.classList.toggle("is-lost", this.isLost);
    this.draw();
  }

  // ---- what the player does

  acts() {
    return {
      back: () => this.back(this.seatKey.kept),
      sit: () => this.sit(this.view.seats.find((seat) => !seat.player).seat),
      buyIn: (cents) => this.buyIn(cents),
      undo: () => this.#bet(() => this.bets.undo()),
      double: () => this.#bet(() => this.draw(this.bets.double(this.chips - this.bets.owing))),
      clear: () => this.#bet(() => this.bets.clear()),
      repeat: () => this.#bet(() => this.bets.repeat(this.last)),
      deal: () => this.deal(),
      change: () => this.dismiss(),
      again: () => this.again(),
      houseWay: () => this.houseWay(),
      startOver: () => this.place.hand.clear(),
      set: () => this.setHand(),
      choose: (word) => this.does("Choose", { word }),
      tell: (why) => this.draw(why),
    };
  }

  // One thing at a time; what the house refuses is said.
  async act(what) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.notice = "";
    this.draw();
    let notice = "";
    try {
      await what();
    } catch (error) {
      if (error instanceof Refused && error.status === 401) this.tokenDied();
      else notice = await this.#saysOf(error);
    }
    this.isBusy = false;
    this.draw(notice);
  }

  async #saysOf(error) {
    return error instanceof Refused ? refused(error, this.seat) : UNREACHED;
  }

  does(command, fields = {}) {
    return this.act(() => this.person.does(command, { seat: this.seat, ...fields }));
  }

  sit(seat) {
    return this.act(async () => {
      await sitDown(this.person, seat, this.view);
      this.stream.again();
    });
  }

  // A friend who was sent the link: the free seat next to the middle.
  async join() {
    const { seats } = this.view;
    const free = seats.filter(({ player }) => !player).sort((a, b) => Math.abs(2 * a.seat - seats.length - 1) - Math.abs(2 * b.seat - seats.length - 1));
    const others = seats.flatMap(({ player }) => player ?? []);
    if (!free.length) return this.draw("Every seat at this table is taken. You can watch.");
    await this.sit(free[0].seat);
    if (this.seat) this.draw(`You are ${this.person.me.name}, and play ${this.layout.title}${others.length ? ` with ${listed(others)}` : ""}.`);
  }

  // A table of one's own that was left for too long.
  isGone() {
    this.stream.stop();
    forgetTable(this.table);
    location.reload(); // the house says why
  }

  // To a seat that is ours, whoever held its token till now.
  back(asked) {
    return this.act(async () => {
      try {
        await sitAgain(this.person, asked);
        location.reload(); // with the cookie of the seat, and its view
      } catch (error) {
        if (error.code !== "seat-left") throw error;
        this.farewell = "That seat was left, and its chips were cashed out. Take a free seat to play.";
      }
    });
  }

  buyIn(cents) {
    return this.does("BuyIn", { cents });
  }

  // At a practice table, with what everybody begins with.
  anew() {
    return this.act(async () => {
      await this.bets.settled();
      const { seat } = this;
      const chips = this.view.seats[seat - 1].chips_cents;
      if (chips) await this.person.does("CashOut", { seat, cents: chips });
      await this.person.does("BuyIn", { seat, cents: START_CENTS });
    });
  }

  leave() {
    return this.act(async () => {
      if (this.view.stage === "betting" && hasBet(this.spot)) this.bets.clear();
      await this.bets.settled();
      await this.person.does("LeaveSeat", { seat: this.seat });
      this.seatKey.forget();
      await this.keeping;
      await this.history?.left();
      location.href = "/";
    });
  }

  tap(wager, byKey) {
    if (this.phase !== "betting" || this.isLost || this.isBusy || !(byKey || !this.isNew)) return;
    this.notice = "";
    this.#bet(() => this.draw(this.bets.add(wager, this.rack.chosen)), wager);
  }

  // Chips make no sound for whoever does not see them: what lies there now is said. A remark is said by itself.
  #bet(changing, wager = null) {
    changing();
    if (!this.notice) say(chipsTold(wager, this.bets, this.chips));
  }

  chipKey(event) {
    const cents = this.layout.chips_cents[Number(event.key) - 1];
    if (this.phase !== "betting" || !cents || event.ctrlKey || event.metaKey || event.altKey) return;
    this.rack.choose(cents);
    event.preventDefault();
  }

  deal() {
    return this.act(async () => {
      if (await this.bets.settled()) await this.person.does("SayReady", { seat: this.seat });
    });
  }

  dismiss() {
    this.memory.dismissed = this.view.previous?.round ?? 0;
    this.draw();
  }

  again() {
    const wagers = this.last;
    this.dismiss();
    this.bets.repeat(wagers);
    return this.deal();
  }

  // Shown first, and taken if it is wanted and the hand is still there to be given up.
  houseWay() {
    const turn = this.turn;
    const named = this.names.choices(this.view.current, this.seat, this.spot);
    return this.#opens(async () => {
      const { isHouseWayWanted } = await later(() => import("./preview.js"));
      const isWanted = await isHouseWayWanted(this.table, this.layout, this.spot.cards, named);
      if (isWanted && this.turn === turn && this.phase === "choosing") await this.does("AskHouseWay");
    });
  }

  setHand() {
    const { choice } = this.place.hand;
    const set = () => this.does("Choose", { word: choice.word, layout: choice.layout });
    if (choice.standing !== "foul") return set();
    return this.#opens(async () => {
      const { isFoulMeant } = await later(() => import("./warning.js"));
      if (await isFoulMeant(choice, this.layout, this.spot.wagers)) await set();
    });
  }

  // ---- what is seen

  draw(notice = "", before = null) {
    const { view, seat } = this;
    const goesOn = before && (before.stage !== view.stage || before.round !== view.round);
    if (notice || goesOn) this.notice = notice; // a remark stays until the table goes on, or the player does something
    const was = this.phase;
    const turnBefore = this.turn;
    const isFree = document.activeElement === document.body || Boolean(document.activeElement?.closest("#dock, [tabindex='-1']"));
    const phase = (this.phase = phaseOf(view, seat, this.memory.dismissed));
    const round = roundShown(view, phase);
    const spot = ownSpot(view, round, seat);
    this.turn = turnOf(round, spot);
    const isNew = phase !== was || (phase === "choosing" && this.turn !== turnBefore);
    if (isNew) this.#rest();
    const showdown = this.names.showdown(round);
    const named = this.names.choices(round, seat, spot);
    const isOpen = phase === "betting";
    const wagers = unsettled(spot);
    this.bets.heard(this.spot?.wagers ?? {});
    document.body.dataset.phase = phase;
    this.felt.draw({ round, seats: view.seats, seat, showdown });
    this.place.draw({
      phase,
      round,
      seat,
      spot,
      showdown,
      choices: named?.choices,
      told: named?.hands ?? showdown?.seats[String(seat)]?.hands ?? [],
      wagers: isOpen ? this.bets.wanted : wagers,
      early: early(spot),
      open: isOpen && !this.isLost && !this.isBusy && !this.isNew,
    });
    const { hand } = this.place;
    const over = phase === "result" && round === view.previous ? round.round : 0;
    this.coach.draw(Boolean(seat), over);
    this.dock.draw({ coach: this.coach.says(over), canGoBack: !seat && this.seatKey.fits(view), phase, turn: this.turn, view, seat, spot, hand, told: named?.told ?? [], last: this.last, dueAt: this.dueAt, notice: this.notice || (phase === "watching" && this.farewell), still: this.isLost || this.isBusy });
    this.dock.guided(this.guide.draw({ phase, hasBet: this.bets.total > 0, hand, notice: this.notice }));
    this.jackpot.draw(round, view.seats, seat);
    if (before) attempted(() => this.move(before, round));
    attempted(() => this.chipMoves.drawn(isOpen, this.bets.wanted));
    settled().then(() => this.drawPurse());
    if (isNew) this.arrive(was, round, isFree);
  }

  // A phase is new for a moment, in which no tap bets: it was meant for the phase before.
  #rest() {
    this.isNew = true;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => ((this.isNew = false), this.draw()), REST_MS);
  }

  drawPurse() {
    const chips = this.seat && this.view.seats[this.seat - 1].chips_cents;
    $("purse").hidden = typeof chips !== "number";
    if (typeof chips === "number") roll($("purse").querySelector(".digits"), dollars(chips - this.bets.owing));
  }

  // The dealer's hands, if this is the moment.
  move(before, round) {
    const known = roundIn(before, round.round);
    if (round.dealt.length && !known?.dealt.length) dealtOut(this.felt, this.place, round, this.seat);
    else cardsMoved(this.felt, this.place, known, round, this.seat);
    if (isSettled(round, this.seat) && !isSettled(known, this.seat)) this.chipMoves.reconciled(round, this.seat, shownDown(this.felt, this.place));
    this.jackpot.came(known, round, this.view.seats, this.seat);
  }

  // In a new phase, or before another choice, all that is new is told, and at its end what the dock says.
  #tell(was, round) {
    const { phase, layout } = this;
    const spot = ownSpot(this.view, round, this.seat);
    const known = this.told?.round === round.round ? this.told.cards : 0; // of one's own cards
    this.told = { round: round.round, cards: cardsInOrder(spot).length };
    if (phase === "choosing") say(drawn(spot, known), ownCards(spot, layout), commonCards(round, layout), this.dock.spoken());
    else if (phase === "result" && was) say(timeUp(spot), drawn(spot, known), commonCards(round, layout, this.names.showdown(round)), spoken(spotOf(round, this.seat).results, layout), balance(this.chips), this.dock.spoken());
    else if (phase !== "dealing" && (was || this.seat)) say(timeUp(spot), this.dock.spoken());
  }

  // The focus is left beside the next move, if it is not in use elsewhere, or its place is gone: never on a control that
  // bets, or a key that was meant for the phase before would bet.
  arrive(was, round, isFree) {
    this.#tell(was, round);
    const isLost = document.activeElement === document.body && (was || this.table.startsWith(OWN));
    if ((was && isFree) || isLost) focusOn(this.place.rest(this.phase) ?? $("dock"));
    if (this.phase === "result") settled().then(() => this.place.board.scrollIntoView({ block: "nearest" })); // the felt scrolls where it has not room for all
  }
}

// What only moves may fail: what is drawn, where the focus is and what is said do not wait for it.
function attempted(moving) {
  try {
    moving();
  } catch (fault) {
    reportError(fault);
  }
}

// Whether the house has come back in another version, which has no files of this page.
async function isAnotherVersion() {
  try {
    const page = await fetch(location.pathname);
    return page.ok && !(await page.text()).includes(new URL(".", import.meta.url).pathname);
  } catch {
    return false;
  }
}

// Whether what the seat won or lost is known.
const isSettled = (round, seat) => Boolean(spotOf(round, seat)?.is_settled);

const given = told();
Object.assign((globalThis.texts ??= {}), given.texts);
for (const { wager } of given.layout?.wagers ?? []) printed.add(wager);
if (given.layout) new Player(given).begin();
else {
  $("dock").append(h("p", { class: "message" }, "This table is closed."));
  new Stream(given.table, null, { view: ({ view }) => view.stage !== "closed" && location.reload() }).run();
}

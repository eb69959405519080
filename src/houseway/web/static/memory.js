// What a tab remembers over a reload, and the browser for good. Nothing of it is secret: seals that were published and the
// records they stand in, cuts, which round's result the player has put away, and whether he wants the coach.

export const START_CENTS = 1000_00; // of a practice table, where nothing is left of before
const LEAST_CENTS = 25_00;

export class Memory {
  constructor(table) {
    this.table = table;
  }

  // The seal of a shuffle, as it was seen before the cards were dealt.
  see(view) {
    const { round, commitment, dealt } = view.current;
    if (commitment && !dealt.length) this.#keep(`seal of round ${round}`, commitment);
  }

  seal(round) {
    return this.#kept(`seal of round ${round}`) ?? "";
  }

  // A record of the stream: where a seal was published.
  hear({ seq, hash, events }) {
    for (const { is, commitment, seal } of events) if (is === "Shuffled" || is === "ShoeShuffled") this.#keep(`record of seal ${commitment ?? seal}`, `${seq} ${hash}`);
  }

  // The record in which a seal was heard, as { record, hash }.
  recordOf(seal) {
    const [record, hash] = (this.#kept(`record of seal ${seal}`) ?? "").split(" ");
    return hash ? { record: Number(record), hash } : null;
  }

  keepCut(round, cut) {
    this.#keep(`cut of round ${round}`, cut);
  }

  cut(round) {
    return this.#kept(`cut of round ${round}`) ?? "";
  }

  // Cards that were put into hands and are not yet set: places in the packet, hand by hand.
  keepSetting(round, set) {
    this.#keep("setting", JSON.stringify([round, set]));
  }

  setting(round) {
    const [kept, set] = JSON.parse(this.#kept("setting") ?? "[0, []]");
    return kept === round ? set : [];
  }

  // Whether he cuts in every round, wherever he plays.
  get cuts() {
    return localStorage.getItem("cuts") === "on";
  }

  set cuts(isOn) {
    localStorage.setItem("cuts", isOn ? "on" : "off");
  }

  // Up to which round results have been looked at; those from before one sat down are another's.
  get dismissed() {
    return Number(this.#kept("results seen to round") ?? 0);
  }

  set dismissed(round) {
    this.#keep("results seen to round", round);
  }

  // Wherever he plays.
  get coach() {
    return localStorage.getItem("coach") === "on";
  }

  set coach(isOn) {
    localStorage.setItem("coach", isOn ? "on" : "off");
  }

  // His chips at practice tables go with him from one to the next.
  get bankroll() {
    const cents = Number(localStorage.getItem("bankroll") ?? START_CENTS);
    return cents >= LEAST_CENTS ? cents : START_CENTS;
  }

  set bankroll(cents) {
    localStorage.setItem("bankroll", cents);
  }

  #keep(what, value) {
    sessionStorage.setItem(`table ${this.table}, ${what}`, value);
  }

  #kept(what) {
    return sessionStorage.getItem(`table ${this.table}, ${what}`);
  }
}

// What a browser remembers of a game's trainer: every hand that was answered, for accuracy and cost, and those that were
// got wrong, which come back: soon at first, later less often, and after three right answers in a row no more.

const LATER = [3, 8, 20]; // hands until it comes back, after none, one and two right answers
const MOST_ANSWERS = 400;
const MOST_DRILLS = 60;

export class Drills {
  constructor(game, storage = localStorage) {
    this.key = `trainer ${game}`;
    this.storage = storage;
    const kept = JSON.parse(storage.getItem(this.key) ?? "null");
    this.answers = kept?.answers ?? []; // [right, cost per 100 in cents], the oldest first
    this.drills = kept?.drills ?? []; // {key, number, said, right, due}
    this.count = kept?.count ?? 0; // hands answered in all
  }

  // The hand that is due to come back, if one is.
  get due() {
    return this.drills.find(({ due }) => due <= this.count) ?? null;
  }

  // hand: {key, number, said}; cost in cents per $100. A right answer after a hint is no reason to forget the hand.
  answered(hand, cost, hinted) {
    const isRight = cost === 0;
    this.count += 1;
    this.answers = [...this.answers, [isRight ? 1 : 0, cost]].slice(-MOST_ANSWERS);
    const before = this.drills.find(({ key }) => key === hand.key);
    const right = isRight ? (before?.right ?? 0) + (hinted ? 0 : 1) : 0;
    this.drills = this.drills.filter((drill) => drill !== before);
    if (!isRight || (before && right < LATER.length)) {
      this.drills = [...this.drills, { key: hand.key, number: hand.number, said: hand.said, ...(hand.lying ? { lying: hand.lying } : {}), right, due: this.count + LATER[right] }].slice(-MOST_DRILLS);
    }
    this.#keep();
  }

  // Hands that were played at a table, [{lying, said}], come next. What is among them already is not there twice.
  bring(hands) {
    const lies = (one) => `${one.lying}/${one.said}`;
    const known = new Set(hands.map(lies));
    const others = this.drills.filter((drill) => !known.has(lies(drill)));
    const brought = hands.map(({ lying, said }) => ({ key: lies({ lying, said }), number: 0, said, lying, right: 0, due: this.count }));
    this.drills = [...brought, ...others].slice(0, MOST_DRILLS);
    this.#keep();
  }

  drop(drill) {
    this.drills = this.drills.filter((each) => each !== drill);
    this.#keep();
  }

  forget() {
    Object.assign(this, { answers: [], drills: [], count: 0 });
    this.#keep();
  }

  // Of the last hands: how many were right, and what a hand cost on average in cents per $100.
  summary(last = this.answers.length) {
    const some = this.answers.slice(-last);
    const sum = (at) => some.reduce((all, each) => all + each[at], 0);
    return { hands: some.length, right: sum(0), cost: some.length ? Math.round(sum(1) / some.length) : 0 };
  }

  #keep() {
    this.storage.setItem(this.key, JSON.stringify({ answers: this.answers, drills: this.drills, count: this.count }));
  }
}

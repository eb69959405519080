// Keeps every hand that the player of this page has played, as he saw it: with what his wagers cost on average, and what
// the coach says that his choices did. All of it is from addresses that he may ask anyway.

import { Refused, ask, pause } from "./api.js";
import { amendHand, handKept, keepHand } from "./hand-store.js";
import { expectationOf } from "./luck.js";
import { hasBet, ownSpot } from "./phase.js";
import { Rational } from "./rational.js";
import { total } from "./results.js";

const TRIES = 40;
const AGAIN_MS = 1500;

export class HandHistory {
  constructor(table, layout) {
    Object.assign(this, { table, layout });
    this.known = ""; // the hand that was kept last
    this.edges = null;
    this.keeping = Promise.resolve(); // one after the other
  }

  // Whether a hand of the seat is over that is not kept yet.
  heard(view, seat) {
    const round = view.previous;
    const spot = ownSpot(view, round, seat);
    if (!spot?.is_settled || !hasBet(spot) || round.void) return;
    const key = `${this.table}/${round.round}/${(round.commitment || view.terms.game).slice(0, 16)}`;
    if (this.known === key) return;
    this.known = key;
    this.keeping = this.keeping.then(() => this.#keep(key, view, round, seat, spot)).catch(() => {}); // a private window may keep nothing
  }

  async #keep(key, view, round, seat, spot) {
    this.sitting = `${this.table}/${seat}/${view.seats[seat - 1].first_round}`;
    const wagers = spot.split?.[0].wagers ?? spot.wagers;
    const kept = await handKept(key);
    if (kept && (kept.expectation === null || kept.cost === null)) this.#learn(key, wagers, round.round); // the page came again before it was known
    if (kept) return;
    await keepHand({
      key,
      at: new Date().toISOString(),
      sitting: this.sitting,
      table: this.table,
      round: round.round,
      game: this.layout.game,
      title: this.layout.title,
      seat,
      wagers,
      cards: spot.split?.map(({ cards }) => cards) ?? [spot.cards ?? []],
      dealt: spot.cards ?? [], // of all hands, as they came
      common: Object.fromEntries(Object.entries(round.common).map(([name, { cards }]) => [name, cards])),
      said: spot.said ?? [],
      results: spot.results.map(({ wager, line, reason, stake_cents, won_cents, returned_cents, pays, hand }) => ({ wager, line, reason, pays, hand: hand ?? 1, stake_cents, won_cents, returned_cents })),
      stake_cents: spot.results.reduce((all, { stake_cents: stake }) => all + stake, 0),
      result_cents: total(spot.results),
      expectation: null,
      cost: this.layout.chooses ? null : "0/1",
      choices: [],
      receipt: `/tables/${this.table}/rounds/${round.round}`,
    });
    this.#learn(key, wagers, round.round); // in its own time: the next hand does not wait for it
  }

  async #learn(key, wagers, round) {
    const expectation = expectationOf(wagers, await this.#expectations());
    if (expectation) await amendHand(key, { expectation: String(expectation) });
    if (this.layout.chooses) await amendHand(key, await this.#judged(round));
    dispatchEvent(new Event("hand-kept"));
  }

  async #expectations() {
    if (this.edges && Object.keys(this.edges).length) return this.edges;
    const told = await this.#asked(`/tables/${this.table}/expectations`);
    return (this.edges = told?.edges ?? {});
  }

  // What the choices gave away, in cents, and each with what was better.
  async #judged(round) {
    const advice = await this.#asked(`/tables/${this.table}/rounds/${round}/coach`);
    if (advice === null) return {};
    if (advice === undefined) return { cost: "0/1" }; // there was nothing to choose
    const stakes = Object.values(advice.stakes_cents).reduce((all, each) => all + each, 0);
    const of = (part) => String(Rational.of(part).times(new Rational(BigInt(stakes))));
    const words = ({ word, choice, hands }) => (word ? choice : hands.map(({ hand, cards }) => `${hand} ${cards}`).join(", "));
    return {
      cost: of(advice.costs),
      choices: advice.choices.map(({ chosen, best, is_best, costs, cards }) => ({ cards, said: words(chosen), best: words(best), is_best, cost: of(costs) })),
    };
  }

  // Null, if no answer could be had; undefined, if there is none to this.
  async #asked(path) {
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        return await ask(path);
      } catch (error) {
        if (error instanceof Refused && error.status === 404) return undefined;
        if (error instanceof Refused && error.status !== 503 && error.status !== 429) return null;
      }
      await pause(AGAIN_MS);
    }
    return null;
  }

  // When he leaves: which hands the lobby sums up.
  async left() {
    await this.keeping;
    if (this.sitting) sessionStorage.setItem("sitting left", this.sitting);
  }
}

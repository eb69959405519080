// What hands came to, and why: the result is what best play expects, less what the player's choices cost, and the rest is
// luck. All of it in fractions of a cent.

import { counted, signedCounted } from "./money.js";
import { Rational } from "./rational.js";

const NONE = new Rational(0n);
const cents = (number) => new Rational(BigInt(number));

// What best play expects of the wagers that were placed; `edges`: wager → {edge, with}. None where an edge is not known.
export function expectationOf(wagers, edges) {
  let sum = NONE;
  for (const [wager, staked] of Object.entries(stakesIn(wagers, edges))) {
    if (!edges[wager]) return null;
    sum = sum.minus(Rational.of(edges[wager].edge).times(cents(staked)));
  }
  return sum;
}

// The stakes that expectations are about: the first main wager stands for those that are played with it.
function stakesIn(wagers, edges) {
  const played = new Map(Object.entries(edges).flatMap(([first, each]) => each.with.map((name) => [name, first])));
  const stakes = {};
  for (const [wager, staked] of Object.entries(wagers)) {
    const first = played.get(wager);
    if (!first) stakes[wager] = staked;
    else if (!(first in wagers)) stakes[first] = Math.max(staked, stakes[first] ?? 0); // it was taken back
  }
  return stakes;
}

// Of hands together. `apart` is how many of them have all three parts; the sums of expectation, skill and luck are of
// these, and so is `judged`, the result that they add up to.
export function summed(hands) {
  const told = hands.filter(isApart);
  const sum = (of) => told.reduce((all, hand) => all.plus(of(hand)), NONE);
  const judged = sum(({ result_cents: result }) => cents(result));
  const expectation = sum((hand) => Rational.of(hand.expectation));
  const skill = NONE.minus(sum((hand) => Rational.of(hand.cost)));
  return {
    hands: hands.length,
    apart: told.length,
    staked: hands.reduce((all, hand) => all + hand.stake_cents, 0),
    result: hands.reduce((all, hand) => all + hand.result_cents, 0),
    judged,
    expectation,
    skill,
    luck: judged.minus(expectation).minus(skill),
  };
}

export const isApart = ({ expectation, cost }) => expectation !== null && cost !== null;

export const luckOf = (hand) => (isApart(hand) ? cents(hand.result_cents).minus(Rational.of(hand.expectation)).plus(Rational.of(hand.cost)) : null);

// "+$12.34", "−$0.05", "$0.00": from a fraction of cents.
export function money(value) {
  const text = value.over(new Rational(100n)).decimal(2);
  return /^-?0\.00$/.test(text) ? counted(text) : signedCounted(text);
}

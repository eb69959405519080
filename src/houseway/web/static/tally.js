// What any pays come to, reckoned exactly from a tally: in how many ways a wager ends how. All in whole numbers and
// fractions; nothing that is printed has been a floating-point number.

import { Rational } from "./rational.js";

const ONE = new Rational(1n);
const NONE = new Rational(0n);
const NUMBER = /^\d{1,9}(\.\d{1,6})?$/;
const DIGITS = 12n; // of a square root after the point

// "300 to 1", "3 to 2", "1 to 1 less 5%", "15 for 1", "10%", "10% of major", "push" or "lose"; a number by itself is
// quoted as `like` is, 3:2 is 3 to 2, and 0 is lose. Throws with what a pay is.
export function parsePay(text, like = null) {
  const words = text.replaceAll(",", "").replace(":", " to ").toLowerCase().trim().split(/\s+/);
  if (words.length === 1 && Number(words[0]) === 0 && words[0]) words[0] = "lose";
  if (words.length === 1 && NUMBER.test(words[0]) && like && like.odds !== "lose") words.push(...(like.odds === "%" ? [] : [like.odds === "for" ? "for" : "to", "1"]));
  if (words.length === 1 && NUMBER.test(words[0]) && like?.odds === "%") words[0] += "%";
  const [first, odds, base, less, kept] = words;
  const number = (word) => {
    if (!NUMBER.test(word ?? "")) throw new Error();
    return Rational.of(word);
  };
  try {
    if (first === "lose" && words.length === 1) return { odds: "lose", amount: NONE };
    if (first === "push" && words.length === 1) return { odds: "to", amount: NONE };
    if (first.endsWith("%") && (words.length === 1 || (words.length === 3 && odds === "of"))) {
      const amount = number(first.slice(0, -1)).over(new Rational(100n));
      if (amount.numerator <= 0n || amount.numerator > amount.denominator) throw new Error();
      return { odds: "%", amount, meter: base ?? "" };
    }
    if (!["to", "for"].includes(odds) || ![3, 5].includes(words.length)) throw new Error();
    const amount = number(first).over(number(base));
    if (amount.numerator <= 0n) throw new Error();
    if (words.length === 3) return { odds, amount, commission: NONE };
    const commission = number(kept.slice(0, -1)).over(new Rational(100n));
    if (less !== "less" || !kept.endsWith("%") || odds !== "to" || commission.numerator <= 0n || commission.numerator >= commission.denominator) throw new Error();
    return { odds, amount, commission };
  } catch {
    throw new Error(`“${text}” is not a pay: 5 to 1, 3 to 2, 1 to 1 less 5%, 15 for 1, 10% of a meter, push or lose`);
  }
}

// "$5,000", "0.50"; and "21%".
export const parseDollars = (text) => Rational.of(matched(text, /^\$?([\d,]{1,15}(?:\.\d{2})?)$/, "an amount such as $5,000").replaceAll(",", ""));
export const parsePercent = (text) => Rational.of(matched(text, /^(\d{1,3}(?:\.\d{1,9})?)\s*%$/, "a percentage such as 21%")).over(new Rational(100n));

function matched(text, pattern, what) {
  const found = pattern.exec(text.trim());
  if (!found) throw new Error(`“${text}” is not ${what}`);
  return found[1];
}

export class Tally {
  constructor({ rows, total, action, held }) {
    this.total = BigInt(total);
    this.action = Rational.of(action);
    this.held = held;
    const read = rows.map((row) => ({
      lines: row.lines.map(([line, times, free]) => ({ line, times: Rational.of(times), free })),
      others: Rational.of(row.others),
      weight: BigInt(row.weight),
    }));
    // so many parts of a unit are whole in all rows
    this.parts = read.reduce((all, row) => common(all, ...row.lines.map(({ times }) => times.denominator), row.others.denominator), 1n);
    this.rows = read.map(({ lines, others, weight }) => ({
      lines: lines.map(({ line, times, free }) => ({ line, times: whole(times, this.parts), free })),
      others: whole(others, this.parts),
      weight,
    }));
    this.comes = new Map(); // how often each line comes
    for (const { lines, weight } of this.rows) {
      for (const line of new Set(lines.map((each) => each.line))) this.comes.set(line, (this.comes.get(line) ?? 0n) + weight);
    }
  }

  chance(line) {
    return new Rational(this.comes.get(line) ?? 0n, this.total);
  }

  // `pays`: line → pay; a line that is not among them loses. `nets`: what lines win where a meter pays them.
  figures(pays, { nets = new Map(), spread = NONE, envy = NONE, hits = null } = {}) {
    const net = (line) => nets.get(line) ?? netOf(pays.get(line));
    const lines = [...this.comes.keys()];
    const scale = lines.reduce((all, line) => common(all, net(line).denominator), 1n);
    const won = new Map(lines.map((line) => [line, whole(net(line), scale)]));
    const paid = (line) => (pays.get(line)?.odds ?? "lose") !== "lose";
    const shares = new Map(lines.map((line) => [line, 0n]));
    let [sum, squares, hit, others] = [0n, 0n, 0n, 0n];
    for (const row of this.rows) {
      let got = row.others * scale;
      others += row.weight * got;
      for (const { line, times, free } of row.lines) {
        const part = free && !paid(line) ? 0n : times * won.get(line);
        got += part;
        shares.set(line, shares.get(line) + row.weight * part);
      }
      sum += row.weight * got;
      squares += row.weight * got * got;
      if (got > 0n) hit += row.weight;
    }
    const unit = this.parts * scale;
    const mean = new Rational(sum, unit * this.total);
    const variance = new Rational(squares, unit * unit * this.total).minus(mean.times(mean)).plus(spread);
    const share = (amount) => new Rational(amount, unit * this.total);
    return {
      chances: new Map(lines.map((line) => [line, this.chance(line)])),
      nets: new Map(lines.map((line) => [line, net(line)])),
      edge: NONE.minus(mean).minus(envy),
      hit: hits ?? new Rational(hit, this.total),
      variance,
      deviation: root(variance),
      shares: new Map([...shares].map(([line, amount]) => [line, share(amount)])),
      others: share(others),
      envy,
    };
  }
}

// A progressive wager over the long run: every share of a meter is paid at its mean, whose own spread is counted.
// `meters`: name → {seed, increment, stake}, in dollars; `envy`: line → dollars, for each of `others` hands.
export function progressiveFigures(tally, pays, meters, envy, others) {
  const nets = new Map();
  let spread = NONE;
  const means = new Map();
  for (const [name, { seed, increment, stake }] of meters) {
    const shares = [...pays].filter(([, pay]) => pay.odds === "%" && pay.meter === name).map(([line, { amount }]) => [line, tally.chance(line), amount]);
    const tops = shares.filter(([, , share]) => share.minus(ONE).numerator === 0n);
    if (tops.length !== 1) throw new Error(`just one line takes 100% of ${name || "the meter"}, here ${tops.length}`);
    const chance = tops[0][1];
    if (!chance.numerator) throw new Error(`${tops[0][0]}, which takes the whole meter, never comes`);
    const drain = shares.reduce((all, [, often, share]) => all.plus(often.times(share)), NONE);
    const added = increment.times(stake);
    const mean = chance.times(seed).plus(added).over(drain);
    const partly = shares.filter(([line]) => line !== tops[0][0]);
    const below = partly.reduce((all, [, often, share]) => all.plus(often.times(ONE.minus(squared(ONE.minus(share))))), chance);
    const square = chance.over(below);
    const linear = new Rational(2n).times(added).times(square).over(drain);
    const constant = square.times(squared(added)).plus(ONE.minus(drain).times(linear).times(added)).over(chance);
    const moment = square.times(squared(seed)).plus(linear.times(seed)).plus(constant);
    const weights = shares.reduce((all, [, often, share]) => all.plus(often.times(squared(share))), NONE);
    spread = spread.plus(weights.times(moment.minus(squared(mean))).over(squared(stake)));
    for (const [line, , share] of shares) nets.set(line, share.times(mean).over(stake).minus(ONE));
    means.set(name, { mean, chance });
  }
  const [{ stake }] = meters.values();
  const all = [...envy].reduce((sum, [line, dollars]) => sum.plus(tally.chance(line).times(dollars)), NONE);
  const hits = [...pays].filter(([, pay]) => pay.odds !== "lose").reduce((sum, [line]) => sum.plus(tally.chance(line)), NONE);
  const envied = all.times(new Rational(BigInt(others))).over(stake);
  return { ...tally.figures(pays, { nets, spread, envy: envied, hits }), means };
}

function netOf(pay) {
  if (!pay || pay.odds === "lose") return new Rational(-1n);
  return pay.odds === "for" ? pay.amount.minus(ONE) : pay.amount.times(ONE.minus(pay.commission ?? NONE));
}

const squared = (value) => value.times(value);

const whole = (value, parts) => value.numerator * (parts / value.denominator);

function common(first, ...others) {
  return others.reduce((all, each) => (all / divisor(all, each)) * each, first);
}

function divisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

// The square root of a fraction, to more places than are shown.
export function root(value) {
  if (value.numerator <= 0n) return NONE;
  const scaled = (value.numerator * 10n ** (2n * DIGITS)) / value.denominator;
  let guess = 1n << BigInt((scaled.toString(2).length + 1) >> 1);
  for (let next = (guess + scaled / guess) >> 1n; next < guess; next = (guess + scaled / guess) >> 1n) guess = next;
  return new Rational(guess, 10n ** DIGITS);
}

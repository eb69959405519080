// Drafts of a paytable side by side: what each pays, what follows, and the link that holds all of it.

import { Rational } from "./rational.js";
import { parseDollars, parsePay, parsePercent, progressiveFigures } from "./tally.js";

export const MOST = 4;

export class Drafts {
  // `desk`: what the server sent; `stored`: what stands in the link, if anything does.
  constructor(desk, stored) {
    this.desk = desk;
    Object.assign(this, { decks: desk.decks, seats: desk.seats, chosen: 0 }, stored);
    this.all = stored?.all ?? [firstOf(desk)];
  }

  get draft() {
    return this.all[this.chosen];
  }

  add(draft) {
    if (this.all.length >= MOST) this.all.splice(this.chosen, 1, draft);
    else this.chosen = this.all.push(draft) - 1;
  }

  remove(at) {
    this.all.splice(at, 1);
    this.chosen = Math.min(this.chosen, this.all.length - 1);
  }

  // A name that no other draft has.
  named(name) {
    const taken = new Set(this.all.map((each) => each.name));
    for (let number = 2, other = name; ; number++) {
      if (!taken.has(other)) return other;
      other = `${name} ${number}`;
    }
  }

  // Whether all that is on the desk is the paytable that it began with, as it was.
  get isUntouched() {
    return this.all.length === 1 && JSON.stringify(this.all[0]) === JSON.stringify(firstOf(this.desk));
  }

  // Every line of the wager's tables, and whatever else comes.
  lines(tally) {
    const own = this.desk.tables.flatMap(({ pays }) => Object.keys(pays));
    const drafted = this.all.flatMap(({ pays }) => Object.keys(pays));
    const others = tally ? [...tally.comes.keys()] : [];
    return [...new Set([...own, ...drafted, ...others])].filter((line) => !this.desk.never.includes(line));
  }

  // What a line pays in the first table that has it: a number by itself is quoted so.
  usual(line) {
    const text = this.desk.tables.map(({ pays }) => pays[line]).find(Boolean) ?? (this.desk.progressive ? "1 for 1" : "1 to 1");
    return parsePay(text);
  }

  // What a draft is asked about as: pays in full, so that the house reads what the browser read.
  sent({ name, pays, envy, meters }) {
    const full = Object.entries(pays).map(([line, text]) => [line, this.inFull(line, text)]);
    return { name: name.trim() || "draft", pays: Object.fromEntries(full), envy, meters };
  }

  // A pay of a line as a letter has it: "3" or "3:2" as the line is quoted. Throws with what cannot be read.
  inFull(line, text) {
    return showPay(parsePay(text, this.usual(line)), text);
  }

  // Whether a draft still pays what the table that was begun with pays, and so is the letter's.
  isOwn(draft) {
    const [{ name, pays, envy, meters, approved }] = this.desk.tables;
    const kept = (given) => JSON.stringify([Object.entries(given.pays).filter(([, text]) => text !== "lose"), given.envy, given.meters]);
    return approved && name === this.desk.paytable && kept(this.sent(draft)) === kept({ pays, envy, meters });
  }

  // Exactly; throws with what cannot be read.
  figures(tally, { pays, envy, meters }) {
    const read = new Map(Object.entries(pays).map(([line, text]) => [line, parsePay(text, this.usual(line))]));
    if (!this.desk.progressive) {
      if ([...read.values()].some(({ odds }) => odds === "%")) throw new Error("only a progressive wager pays a share of a meter");
      return tally.figures(read);
    }
    const terms = Object.entries(this.desk.meters).map(([name, cents]) => {
      const { seed, increment } = meters[name];
      return [name, { seed: parseDollars(seed), increment: parsePercent(increment), stake: new Rational(BigInt(cents), 100n) }];
    });
    const envies = new Map(Object.entries(envy).filter(([line, text]) => text.trim() && read.get(line)?.odds !== "lose" && read.has(line)).map(([line, text]) => [line, parseDollars(text)]));
    return progressiveFigures(tally, read, new Map(terms), envies, this.seats - 1);
  }

  // ---- the link

  get link() {
    const text = JSON.stringify({ all: this.all, chosen: this.chosen, decks: this.decks, seats: this.seats });
    const bytes = new TextEncoder().encode(text);
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
}

// What a link holds; nothing, where it holds nothing that can be read.
export function linked(hash, desk) {
  try {
    const text = atob(hash.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/"));
    const { all, chosen, decks, seats } = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (each) => each.charCodeAt(0))));
    const drafts = all.slice(0, MOST).map((each) => ({ ...copyOf(desk.tables[0], String(each.name)), pays: texts(each.pays), envy: texts(each.envy), meters: Object.fromEntries(Object.keys(desk.meters).map((name) => [name, { seed: String(each.meters[name].seed), increment: String(each.meters[name].increment) }])) }));
    if (!drafts.length || !desk.all_decks.includes(decks) || !(seats >= 1 && seats <= desk.seats)) return null;
    return { all: drafts, chosen: Math.max(0, Math.min(Number(chosen) || 0, drafts.length - 1)), decks, seats };
  } catch {
    return null;
  }
}

const texts = (given) => Object.fromEntries(Object.entries(given).map(([name, text]) => [name, String(text)]));

export const copyOf = ({ pays, envy, meters }, name) => structuredClone({ name, pays, envy, meters });

const firstOf = ({ tables: [first] }) => copyOf(first, `${first.name} draft`);

// A pay in full, as a letter has it: what was typed, unless that was short.
function showPay(pay, text) {
  if (pay.odds === "lose") return "lose";
  if (text.includes(":")) return text.replace(":", " to ").replace(/\s+/g, " ").trim();
  if (/[a-z%]/i.test(text)) return text.trim();
  if (pay.odds === "%") return `${text.trim()}%${pay.meter ? ` of ${pay.meter}` : ""}`;
  return `${text.trim()} ${pay.odds} 1`;
}

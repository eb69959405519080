// What a browser works out by itself of a round that is over: its seal, and what the cuts made of it. The arithmetic is
// that of docs/shuffle-seal.md, step by step.

const WORD = 1n << 64n;

// Browsers hash only over HTTPS or on the machine itself.
export const canHash = Boolean(globalThis.crypto?.subtle);

export async function sealOf(sealed) {
  return hashOf(textOf(sealed));
}

export async function hashOf(text) {
  return hex(await sha256(utf8(text)));
}

// Whether a record that a receipt names hashes to what it says, and an event in it tells all of `tells`.
export async function recordHolds({ before, body, hash }, tells) {
  if (hex(await sha256(utf8(`${before}\n${body}`))) !== hash) return false;
  return JSON.parse(body).events.some((event) => Object.entries(tells).every(([name, value]) => event[name] === value));
}

// The order and the rotation that are dealt: cuts are [{ seat, cut }], positions the places that the first packet can go to.
export async function dealtFrom(sealed, cuts, positions) {
  const order = sealed.order.split(" ");
  if (!cuts.length) return { order, number: sealed.number ?? null, dice: sealed.dice ?? [] };
  const words = await seededWords(textOf(sealed), cuts);
  for (let last = order.length - 1; last > 0; last--) {
    const other = await below(last + 1, words);
    [order[last], order[other]] = [order[other], order[last]];
  }
  const number = "number" in sealed ? 1 + (await below(positions, words)) : null;
  const dice = [];
  for (let nth = 0; nth < (sealed.dice ?? []).length; nth++) dice.push(1 + (await below(6, words)));
  return { order, number, dice };
}

// Random words that follow from a text and the cuts of the seats.
export async function seededWords(text, cuts) {
  const told = [...cuts].sort((one, other) => one.seat - other.seat).map(({ seat, cut }) => [seat, cut]);
  return wordsFrom(await sha256(utf8(`${text}\n${JSON.stringify(told)}`)));
}

// Whether every hand that is shown came off the top of the order: place by place as it was dealt, and what was drawn
// later from what is left then, each card as often as it came. Which place drew first is for the rules of the game to say,
// and for `houseway check-deal`. `deals`: [{ to: names of places, cards }]
export function packetsHold({ dealt, spots, common }, order, { deals, places }) {
  const named = new Map(places.map(({ at, name }) => [at, name]));
  const shown = (place) => (named.has(place) ? common[named.get(place)]?.cards : spots[String(place)]?.cards) ?? null;
  const left = new Map([...new Set(dealt)].map((place) => [place, shown(place)?.slice() ?? null])); // what is still to be found in the order
  let top = 0;
  let holds = true;
  for (const { to, cards } of deals) {
    for (const place of dealt.filter((each) => to.includes(named.get(each) ?? "seat"))) {
      const came = order.slice(top, (top += cards));
      const hand = left.get(place);
      if (hand) holds &&= came.every((card) => taken(hand, card));
    }
  }
  const drawn = [...left.values()].flatMap((hand) => hand ?? []);
  const next = order.slice(top, top + drawn.length);
  return holds && drawn.every((card) => taken(next, card));
}

// Takes one such card out of the cards, if there is one.
function taken(cards, card) {
  const at = cards.indexOf(card);
  if (at >= 0) cards.splice(at, 1);
  return at >= 0;
}

const textOf = (sealed) => JSON.stringify(Object.fromEntries(Object.entries(sealed).sort(([one], [other]) => (one < other ? -1 : 1))));

async function* wordsFrom(seed) {
  for (let block = 0n; ; block++) {
    const bytes = new Uint8Array(seed.length + 8);
    bytes.set(seed);
    new DataView(bytes.buffer).setBigUint64(seed.length, block);
    const words = new DataView((await sha256(bytes)).buffer);
    for (let at = 0; at < 32; at += 8) yield words.getBigUint64(at);
  }
}

export async function below(number, words) {
  const fair = WORD - (WORD % BigInt(number));
  for (;;) {
    const { value } = await words.next();
    if (value < fair) return Number(value % BigInt(number));
  }
}

const utf8 = (text) => new TextEncoder().encode(text);

const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

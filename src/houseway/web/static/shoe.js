// What a browser works out by itself of a round that was dealt from a shoe: that every card of it is the one that was
// sealed in its place. The arithmetic is that of docs/shuffle-seal.md, step by step.

import { below, hashOf, seededWords } from "./seal.js";

export const commitmentOf = ({ cards, root, terms }) => hashOf(JSON.stringify({ cards, root, terms }));

// The places of the sealed cards in the order in which they are dealt.
export async function placesAfter(cards, commitment, cuts) {
  const places = Array.from({ length: cards }, (_, place) => place);
  if (!cuts.length) return places;
  const words = await seededWords(commitment, cuts);
  for (let last = cards - 1; last > 0; last--) {
    const other = await below(last + 1, words);
    [places[last], places[other]] = [places[other], places[last]];
  }
  return places;
}

const CARD = /^(Jk|[2-9TJQKA][cdhs])$/;
const HASH = /^[0-9a-f]{64}$/;

// The root to which an opened card leads in a tree of so many cards; nothing where it is not written as one is opened.
export async function rootAbove({ place, card, salt, path }, cards) {
  if (!Number.isInteger(place) || place < 0 || place >= cards || !CARD.test(card) || ![salt, ...path].every((each) => HASH.test(each))) return "";
  let found = await hashOf(`card ${place} ${card} ${salt}`);
  const beside = [...path];
  for (let at = place, size = cards; size > 1; at = Math.floor(at / 2), size = Math.ceil(size / 2)) {
    if (at % 2) found = await hashOf(`pair ${beside.shift()} ${found}`);
    else if (at + 1 < size) found = await hashOf(`pair ${found} ${beside.shift()}`);
  }
  return beside.length ? "" : found;
}

// Whether every card of the round, and the one that was turned over to be burnt, is opened in its place and leads to the
// root, and the round ended where its last card was dealt.
export async function openedHold({ shoe, commitment, cuts, order, dealt }) {
  const { opened, burn, began, gone, cards, root, burnt } = shoe;
  const places = await placesAfter(cards, commitment, cuts);
  if (opened.map(({ card }) => card).join(" ") !== order || gone !== began + opened.length || (dealt.length > 0) !== opened.length > 0) return false;
  const shown = [...opened.map((card, nth) => [card, places[began + nth]]), ...(burn ? [[burn, places[0]]] : [])];
  for (const [card, place] of shown) {
    if (card.place !== place || (await rootAbove(card, cards)) !== root) return false;
  }
  return !opened.length || began >= burnt;
}

// Whether all the cards of a shoe that is over make its tree.
export async function wholeHolds({ shoe, sealed: { order, nonce } }) {
  const leaves = order.split(" ").map(async (card, place) => hashOf(`card ${place} ${card} ${await hashOf(`salt ${nonce} ${place}`)}`));
  let level = await Promise.all(leaves);
  while (level.length > 1) {
    const pairs = level.filter((_, at) => at % 2 === 0).map((left, nth) => [left, level[2 * nth + 1]]);
    level = await Promise.all(pairs.map(([left, right]) => (right ? hashOf(`pair ${left} ${right}`) : left)));
  }
  return level.length === 1 && level[0] === shoe.root && order.split(" ").length === shoe.cards;
}

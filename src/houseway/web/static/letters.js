// The letters of a game's words: one for each, the same in every round, whatever else is offered.

import { said } from "./language.js";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

// "add" of "add 3x": of words that are not offered together one stands for all.
export const stemOf = (word) => word.split(/,? /)[0];

// By its act the letter of every word of this game, and then of the `others`: act → text. The letters that put a card
// into a hand are taken.
export function lettersOf({ words, hands }, others) {
  const used = new Set(hands.map(({ name }) => name[0].toLowerCase()));
  const letters = new Map();
  const give = (acts, text) => {
    const letter = letters.get(acts[0]) ?? letterFor(text, used);
    used.add(letter);
    for (const act of acts) letters.set(act, letter);
  };
  const count = (stem) => words.filter(([word]) => stemOf(word) === stem).length;
  for (const group of words) give(count(stemOf(group[0])) === 1 ? [...group, stemOf(group[0])] : group, said(/^exchange /.test(group[0]) ? stemOf(group[0]) : group[0]));
  for (const [act, text] of Object.entries(others)) give([act], said(text));
  return letters;
}

// The first letter of one of its words, or any that is free.
export function letterFor(text, used) {
  const words = text.toLowerCase();
  const wanted = [...(words.match(/(?<!\p{L})\p{L}/gu) ?? []), ...(words.match(/\p{L}/gu) ?? []), ...ALPHABET];
  return wanted.find((letter) => ALPHABET.includes(letter) && !used.has(letter)) ?? null;
}

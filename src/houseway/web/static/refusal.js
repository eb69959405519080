// What the house refuses, as it is said to a player: in his language or, in English, of his seat as you, and in a whole
// sentence.

import { moreTexts, refusedIn } from "./language.js";
import { numberOf } from "./positions.js";

export async function refused({ code, message }, seat = 0) {
  await moreTexts();
  return refusedIn(code, message) ?? toYou(message, seat);
}

export function toYou(says, seat) {
  const own = new RegExp(`\\bseat ${numberOf(seat)}(’s|'s| has\\b| holds\\b| is\\b|\\b)`, "g");
  const words = says.replace(own, (_, after) => ({ "’s": "your", "'s": "your", " has": "you have", " holds": "you have", " is": "you are" })[after] ?? "your seat");
  return `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}

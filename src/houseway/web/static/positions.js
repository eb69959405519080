// The numbers by which the room knows its seats. The book counts them from the dealer's left; a room may number them in
// its own way, and people are told those numbers everywhere.

import { $ } from "./dom.js";

const numbers = JSON.parse($("told")?.textContent ?? "{}").layout?.positions ?? [];

export const numberOf = (seat) => numbers[seat - 1] ?? Number(seat);

// The seat that people mean by a number; where nobody is called so, none that the table has, and never the dealer.
export const seatOf = (number) => (numbers.length ? numbers.indexOf(Number(number)) + 1 || -1 : Number(number));

// A field for a seat takes the room's numbers alone, and says which they are; `others` are places beside them.
export function seatField(label, others = [], fields = {}) {
  const known = [...others, ...numbers];
  const only = numbers.length ? { pattern: known.join("|"), title: new Intl.ListFormat("en", { type: "disjunction" }).format(known.map(String)) } : { pattern: others.length ? "\\d{1,2}|[a-z]+" : "\\d{1,2}" };
  return { name: "seat", label, inputmode: others.length ? "text" : "numeric", ...only, ...fields };
}

export const numbersOf = (seats) => seats.map(numberOf);

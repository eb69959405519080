// The numbers by which the room knows its seats. The book counts them from the dealer's left; a room may number them in
// its own way, and people are told those numbers everywhere.

import { $ } from "./dom.js";

const numbers = JSON.parse($("told")?.textContent ?? "{}").layout?.positions ?? [];

export const numberOf = (seat) => numbers[seat - 1] ?? Number(seat);

// The seat that people mean by a number; where nobody is called so, none that the table has.
export const seatOf = (number) => (numbers.length ? numbers.indexOf(Number(number)) + 1 : Number(number));

export const numbersOf = (seats) => seats.map(numberOf);

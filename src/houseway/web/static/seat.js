// Sitting down, with a name and chips, so that the first bet can follow at once.

import { newKey, Refused } from "./api.js";
import { Memory, START_CENTS } from "./memory.js";
import { SeatKey } from "./seat-key.js";

const FIRST = "Amber Blue Calm Clever Copper Early Gentle Golden Green Happy Jolly Keen Lucky Merry Misty Noble Quick Quiet Ruby Silver Sunny Swift Velvet Wise".split(" ");
const SECOND = "Badger Crane Finch Fox Hare Heron Ibis Jay Kestrel Lark Lynx Magpie Marten Otter Owl Panda Puffin Raven Robin Seal Sparrow Stork Swan Wren".split(" ");

export const newName = () => `${any(FIRST)} ${any(SECOND)}`;

const any = (words) => words[crypto.getRandomValues(new Uint32Array(1))[0] % words.length];

export async function sitDown(person, seat, view, cents = START_CENTS) {
  const asked = await seated(person, seat);
  new SeatKey(person.table).keep(asked);
  new Memory(person.table).dismissed = view.stage === "betting" ? view.round - 1 : view.round;
  if (!view.has_staff) await person.does("BuyIn", { seat, cents }); // else the dealer sells them
}

// Under a name that nobody at the table has, and nobody of the house.
const TAKEN = ["name-taken", "name-of-the-house"];

async function seated(person, seat) {
  for (let tries = 0; ; tries++) {
    const asked = { seat, player: newName(), key: newKey() };
    try {
      await person.sits(asked);
      return asked;
    } catch (error) {
      if (!(error instanceof Refused && TAKEN.includes(error.code) && tries < 9)) throw error;
    }
  }
}

// On this device again, or for the first time: the one before hears that it is no longer its seat.
export async function sitAgain(person, { seen, ...asked }) {
  const seatKey = new SeatKey(person.table);
  try {
    await person.sits(asked);
  } catch (error) {
    if (error instanceof Refused && error.code === "seat-left") seatKey.forget();
    throw error;
  }
  seatKey.keep(asked);
  if (seen !== undefined) new Memory(person.table).dismissed = seen;
}

// Sitting down, with a name and chips, so that the first bet can follow at once.

import { Refused } from "./api.js";
import { Memory } from "./memory.js";

const BUY_IN_CENTS = 1000_00;
const FIRST = "Amber Blue Calm Clever Copper Early Gentle Golden Green Happy Jolly Keen Lucky Merry Misty Noble Quick Quiet Ruby Silver Sunny Swift Velvet Wise".split(" ");
const SECOND = "Badger Crane Finch Fox Hare Heron Ibis Jay Kestrel Lark Lynx Magpie Marten Otter Owl Panda Puffin Raven Robin Seal Sparrow Stork Swan Wren".split(" ");

export const newName = () => `${any(FIRST)} ${any(SECOND)}`;

const any = (words) => words[crypto.getRandomValues(new Uint32Array(1))[0] % words.length];

export async function sitDown(person, seat, view) {
  await person.sits(seat, newName());
  new Memory(person.table).dismissed = view.stage === "betting" ? view.round - 1 : view.round;
  try {
    await person.does("BuyIn", { seat, cents: BUY_IN_CENTS });
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // a live dealer sells the chips himself
  }
}

// Chips, cards and wins to be heard. Silent until the player switches it on, and what makes the sounds is fetched then.

import { chosen } from "./settings.js";

let tones = null;

// Heard after some milliseconds. name: a key of SOUNDS in tones.js
export async function hear(name, afterMs = 0) {
  if (chosen("sound") !== "on") return;
  const asked = performance.now();
  try {
    tones ??= await import("./tones.js");
    tones.sound(name, Math.max(0, afterMs - (performance.now() - asked)));
  } catch {
    // without the house it stays silent
  }
}

// What was still to be heard is not: its chips and cards are there already.
export const hush = () => tones?.hush();

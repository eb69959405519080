// What somebody has chosen of how the house looks, moves and sounds. The browser remembers it for every page (look.js
// brings it back before the page is drawn), and all of it stands on the root of the page, where style sheets see it.

const KEPT = "houseway settings";

// Every setting and what it can be; the first is what it is until somebody chooses.
export const SETTINGS = {
  sound: ["off", "on"],
  speed: ["normal", "slow", "fast", "instant"],
  motion: ["system", "reduced"],
  scheme: ["system", "light", "dark"],
  deck: ["two", "four"],
  cards: ["normal", "large"],
  letters: ["on", "off"],
};
const PACES = { slow: 0.55, normal: 1, fast: 2.2, instant: 10 };

const root = document.documentElement;

export function chosen(name) {
  const value = root.dataset[name];
  return SETTINGS[name].includes(value) ? value : SETTINGS[name][0];
}

export function choose(name, value) {
  root.dataset[name] = value;
  const all = Object.keys(SETTINGS).filter((each) => chosen(each) !== SETTINGS[each][0]);
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(all.map((each) => [each, chosen(each)]))));
  } catch {
    // it holds as long as the page is open
  }
}

// Whether nothing moves: the device asked for it, or the player.
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches || chosen("motion") === "reduced" || chosen("speed") === "instant";

// How fast the dealer's hands are.
export const pace = () => PACES[chosen("speed")];

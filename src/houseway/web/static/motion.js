// The dealer's hands. The felt is always drawn as it is; what moves is only how it came to be so. Nothing moves for
// those who asked their device for calm, and a click or a key lets everything arrive at once.

import { h, isCalm } from "./dom.js";

const STEP_MS = 140; // from packet to packet
const TURN_MS = 380;
const APPEAR_MS = 260;
const FLY = { duration: 320, easing: "cubic-bezier(.25,.7,.3,1)", fill: "backwards" };

const running = new Set();

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, arrive, { capture: true });

export function arrive() {
  for (const animation of running) animation.finish();
  running.clear();
}

function play(element, frames, timing) {
  if (isCalm()) return null;
  const animation = element.animate(frames, timing);
  running.add(animation);
  animation.finished.catch(() => {}).then(() => running.delete(animation));
  return animation;
}

// Packets fly from the shuffler to the places in the order in which they were dealt; the hands of empty seats are
// picked up again, and one's own are turned over.
export function dealtOut(felt, place, round, seat) {
  const groups = felt.groups();
  const own = [...place.cards.querySelectorAll(".card")];
  if (seat) groups.set(seat, own);
  const from = centre(felt.shuffler);
  const end = round.dealt.length * STEP_MS + FLY.duration;
  round.dealt.forEach((to, nth) => {
    const isUnused = round.picked_up.includes(to);
    const cards = isUnused && !isCalm() ? [felt.unused(to)] : groups.get(to) ?? [];
    cards.forEach((card, at) => fly(card, from, nth * STEP_MS + at * 25));
    if (isUnused) cards.forEach((card) => pickUp(card, from, end));
  });
  turn(own, end - 150, 40);
}

// The dealer turns his cards over; hand by hand it is seen who won; then the seats are reconciled from his right.
export function shownDown(felt, place) {
  let at = turn(felt.groups().get(0), 150, 90);
  appear(felt.dealerNames(), at - 150, 60);
  for (const zone of place.cards.querySelectorAll(".zone")) {
    const timing = { duration: APPEAR_MS, delay: at, fill: "backwards" };
    play(zone, [{ boxShadow: "0 0 0 2px transparent", backgroundColor: "transparent" }, {}], timing);
    at = appear([...zone.querySelectorAll(".told")], at, 0);
  }
  at = appear(felt.states(), at - 100, 90);
  appear([place.board, ...place.board.querySelectorAll("li")], at - 100, 130);
}

// When all is where it belongs.
export async function settled() {
  await Promise.allSettled([...running].map((animation) => animation.finished));
}

function fly(element, from, delay) {
  play(element, [{ ...away(element, from), opacity: 0 }, { opacity: 1, offset: 0.25 }, {}], { ...FLY, delay });
}

function pickUp(element, from, delay) {
  const picked = play(element, [{}, { ...away(element, from), opacity: 0 }], { ...FLY, delay, fill: "forwards" });
  picked.finished.finally(() => element.remove());
}

function away(element, from) {
  const to = centre(element);
  return { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(-12deg) scale(.8)` };
}

// One after the other; until the middle of its turn a card shows its back. Returns when the last is done.
function turn(cards, begin, step) {
  if (isCalm()) return 0;
  cards.forEach((card, at) => {
    const timing = { duration: TURN_MS, delay: begin + at * step, fill: "both", easing: "ease-in-out" };
    const back = h("span", { class: "backing" });
    card.append(back);
    play(card, [{ rotate: "y 180deg" }, { rotate: "y 0deg" }], { ...timing, fill: "backwards" });
    const half = [{ opacity: 1 }, { opacity: 1, offset: 0.49 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }];
    play(back, half, timing).finished.finally(() => back.remove());
  });
  return begin + Math.max(0, cards.length - 1) * step + TURN_MS;
}

function appear(elements, begin, step) {
  elements.forEach((element, at) => {
    const timing = { duration: APPEAR_MS, delay: begin + at * step, fill: "backwards", easing: "ease-out" };
    play(element, [{ opacity: 0, transform: "translateY(6px)" }, {}], timing);
  });
  return begin + Math.max(0, elements.length - 1) * step + APPEAR_MS;
}

function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

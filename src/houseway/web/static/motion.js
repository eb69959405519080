// The dealer's hands. The felt is always drawn as it is; what moves is only how it came to be so. Nothing moves for
// those who asked their device for calm, and a click or a key lets everything arrive at once.

import { isCalm } from "./dom.js";

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
  if (!element || isCalm()) return;
  const animation = element.animate(frames, timing);
  running.add(animation);
  animation.onfinish = animation.oncancel = () => running.delete(animation);
}

// Packets fly from the shuffler to the places in the order in which they were dealt; then one's own are turned over.
export function dealtOut(felt, place, order, seat) {
  const groups = felt.groups();
  const own = [...place.cards.querySelectorAll(".card")];
  if (seat) groups.set(seat, own);
  const from = centre(felt.shuffler);
  order.forEach((to, turn) => {
    (groups.get(to) ?? []).forEach((element, at) => fly(element, from, turn * STEP_MS + at * 25));
  });
  turn(own, order.length * STEP_MS + FLY.duration - 150, 40);
}

// The dealer turns his cards over; hand by hand it is seen who won; then the seats are reconciled from his right.
export function shownDown(felt, place) {
  const cards = [...felt.groups().get(0)];
  let at = turn(cards, 150, 90);
  at = appear([...place.cards.querySelectorAll(".told")], at, 220);
  at = appear([...felt.states()], at - 100, 90);
  appear([place.board, ...place.board.querySelectorAll("li")], at - 100, 130);
}

function fly(element, from, delay) {
  const to = centre(element);
  const start = { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(-12deg) scale(.8)`, opacity: 0 };
  play(element, [start, { opacity: 1, offset: 0.25 }, {}], { ...FLY, delay });
}

// One after the other; until the middle of its turn a card shows its back. Returns when the last is done.
function turn(cards, begin, step) {
  const style = getComputedStyle(document.documentElement);
  const back = style.getPropertyValue("--card-back");
  const paper = style.getPropertyValue("--card-paper");
  cards.forEach((card, at) => {
    const timing = { duration: TURN_MS, delay: begin + at * step, fill: "backwards", easing: "ease-in-out" };
    const middle = (before, after) => [before, { ...before, offset: 0.49 }, { ...after, offset: 0.5 }, after];
    play(card, [{ transform: "rotateY(180deg)" }, { transform: "rotateY(0)" }], timing);
    play(card, middle({ backgroundColor: back }, { backgroundColor: paper }), timing);
    play(card.querySelector("svg"), middle({ opacity: 0 }, { opacity: 1 }), timing);
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

// The dealer's hands. The felt is always drawn as it is; what moves is only how it came to be so. Nothing moves for
// those who asked for calm, all of it is as fast as the player likes, and a click or a key lets everything arrive at once.

import { pause } from "./api.js";
import { h } from "./dom.js";
import { isCalm, pace } from "./settings.js";
import { hear, hush } from "./sound.js";

const STEP_MS = 140; // from packet to packet
const TURN_MS = 380;
const APPEAR_MS = 260;
const LONGEST_MS = 3000;
const FLY = { duration: 320, easing: "cubic-bezier(.25,.7,.3,1)", fill: "backwards" };

const running = new Set();

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, arrive, { capture: true });

export function arrive() {
  if (running.size) hush();
  for (const animation of running) animation.finish();
  running.clear();
}

// Null where nothing moves.
export function play(element, frames, timing) {
  if (isCalm()) return null;
  const animation = element.animate(frames, timing);
  animation.playbackRate = pace();
  running.add(animation);
  animation.finished.catch(() => {}).then(() => running.delete(animation));
  return animation;
}

// Packets fly from the shuffler to the places in the order in which they were dealt; the hands of empty seats are
// picked up again, and one's own and all that lie face up are turned over.
export function dealtOut(felt, place, round, seat) {
  const groups = groupsOf(felt, place, seat);
  const from = centre(felt.shuffler);
  const end = round.dealt.length * STEP_MS + FLY.duration;
  round.dealt.forEach((to, nth) => {
    const isUnused = round.picked_up.includes(to);
    const cards = isUnused && !isCalm() ? [felt.unused(to)].filter(Boolean) : groups.get(to) ?? [];
    cards.forEach((card, at) => fly(card, from, nth * STEP_MS + at * 25));
    if (isUnused) cards.forEach((card) => pickUp(card, from, end));
  });
  const open = felt.layout.places.flatMap(({ at, name }) => faces(groups.get(at), [], round.common[name].cards));
  if (isCalm()) hear("card");
  const at = turn([...(groups.get(seat) ?? []), ...open], end - 150, 40);
  if (open.length) appear(felt.names(), at - 150, 60);
}

// In a round that goes on: cards that came fly to their places, and those that are face up now are turned over.
export function cardsMoved(felt, place, known, round, seat) {
  const groups = groupsOf(felt, place, seat);
  const from = centre(felt.shuffler);
  let begin = 150;
  for (const { at, was, now, isSet } of changes(felt.layout, known, round)) {
    const cards = groups.get(at) ?? [];
    const came = cards.slice(was.length, now.length);
    came.forEach((card, nth) => fly(card, from, nth * STEP_MS));
    const start = came.length ? came.length * STEP_MS + FLY.duration : begin;
    begin = turn(isSet ? cards : at === seat ? came : faces(cards, was, now), start, 90);
    if (typeof at === "string" || at === 0) appear(felt.names(at), begin - 150, 60);
  }
}

// Hand by hand it is seen who won; then the seats are reconciled from the dealer's right. Returns when that begins.
export function shownDown(felt, place) {
  let at = 100;
  for (const zone of place.cards.querySelectorAll(".zone")) {
    const timing = { duration: APPEAR_MS, delay: at, fill: "backwards" };
    play(zone, [{ boxShadow: "0 0 0 2px transparent", backgroundColor: "transparent" }, {}], timing);
    at = appear([...zone.querySelectorAll(".told")], at, 0);
  }
  at = appear(felt.states(), at - 100, 90);
  appear([place.board, ...place.board.querySelectorAll("li")], at - 100, 130);
  return at;
}

// Whether cards move from one view of a round to the next.
export const hasMoves = (layout, known, round) => changes(layout, known, round).length > 0;

// The places at which cards came or were turned over: how they lay before, and how they lie.
function changes(layout, known, round) {
  const common = layout.places.map(({ at, name }) => {
    const [one, other] = [known?.common[name], round.common[name]];
    return { at, was: one?.cards ?? [], now: other.cards, isSet: Boolean(other.hands) && !one?.hands };
  });
  const seats = Object.entries(round.spots).map(([seat, { cards = [] }]) => ({ at: Number(seat), was: known?.spots[seat]?.cards ?? [], now: cards, isSet: false }));
  const isNew = ({ was, now, isSet }) => isSet || now.length > was.length || faces(now, was, now).length > 0;
  return [...common.filter(isNew), ...seats.filter(({ was, now }) => now.length > was.length)];
}

// Those of some elements whose card lies face up now and did not before.
const faces = (elements, was, now) => elements.filter((_, nth) => now[nth] && now[nth] !== "??" && (was[nth] ?? "??") === "??");

// The cards of each place as they came: those of split hands lie hand by hand.
function groupsOf(felt, place, seat) {
  const groups = felt.groups();
  if (seat) groups.set(seat, [...place.cards.querySelectorAll(".card")]);
  for (const cards of groups.values()) cards.sort((one, other) => (one.dataset.nth ?? 0) - (other.dataset.nth ?? 0));
  return groups;
}

// When all is where it belongs.
export async function settled() {
  await Promise.allSettled([...running].map((animation) => animation.finished));
}

// The same, but not for ever: in a window that is not seen nothing moves.
export const arrived = () => Promise.race([settled(), pause(running.size ? LONGEST_MS / pace() : 0)]);

function fly(element, from, delay) {
  if (play(element, [{ ...away(element, from), opacity: 0 }, { opacity: 1, offset: 0.25 }, {}], { ...FLY, delay })) hear("card", delay / pace());
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

export function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

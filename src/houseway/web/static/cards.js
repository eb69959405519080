// Card faces, drawn by the project: pips and courts in one typographic design, no pictures. A card has a full face and
// one with a large index; the style sheet shows the one that can be read at its size.

import { h, svg } from "./dom.js";

const RANKS = { T: "10", J: "J", Q: "Q", K: "K", A: "A" };
const RANK_NAMES = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SUIT_MARKS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const ORDER = "23456789TJQKA";

const SUITS = {
  h: "M50 93C22 69 5 53 5 32 5 17 16 8 28 8c10 0 18 6 22 15C54 14 62 8 72 8c12 0 23 9 23 24 0 21-17 37-45 61z",
  d: "M50 4c9 17 22 33 37 46-15 13-28 29-37 46C41 79 28 63 13 50 28 37 41 21 50 4z",
  s: "M50 5c5 17 45 37 45 61 0 13-10 21-21 21-8 0-15-4-19-11 1 10 5 16 13 20H32c8-4 12-10 13-20-4 7-11 11-19 11C15 87 5 79 5 66 5 42 45 22 50 5z",
  c: "M50 5c12 0 21 9 21 21 0 6-3 12-7 16 3-1 6-2 9-2 12 0 22 10 22 22s-10 22-22 22c-8 0-14-4-18-10 1 10 5 18 14 22H31c9-4 13-12 14-22-4 6-10 10-18 10C15 84 5 74 5 62s10-22 22-22c3 0 6 1 9 2-4-4-7-10-7-16C29 14 38 5 50 5z",
};
const PIPS = {
  2: [[50, 27], [50, 113]],
  3: [[50, 27], [50, 70], [50, 113]],
  4: [[31, 27], [69, 27], [31, 113], [69, 113]],
  5: [[31, 27], [69, 27], [50, 70], [31, 113], [69, 113]],
  6: [[31, 27], [69, 27], [31, 70], [69, 70], [31, 113], [69, 113]],
  7: [[31, 27], [69, 27], [50, 48], [31, 70], [69, 70], [31, 113], [69, 113]],
  8: [[31, 27], [69, 27], [50, 48], [31, 70], [69, 70], [50, 92], [31, 113], [69, 113]],
  9: [[31, 27], [69, 27], [31, 56], [69, 56], [50, 70], [31, 84], [69, 84], [31, 113], [69, 113]],
  T: [[31, 27], [69, 27], [50, 41], [31, 56], [69, 56], [31, 84], [69, 84], [50, 99], [31, 113], [69, 113]],
};
const CROWNS = {
  K: "M32 38V22l9 8 9-13 9 13 9-8v16zM32 41h36v3H32z",
  Q: "M33 38c-2-7-4-12-5-15 5 3 9 5 12 5 3-1 7-6 10-12 3 6 7 11 10 12 3 0 7-2 12-5-1 3-3 8-5 15zM33 41h34v3H33z",
  J: "M33 44c-3-10 0-20 12-22 10-2 18 1 22 7 3-6 7-9 12-9-2 8-5 14-12 17v7z",
};
const STAR = "M50 22l7.4 27.2L82 36 67.800 58.400 94 70l-26.200 9.600L82 104l-24.600-11.200L50 118l-7.400-25.200L18 104l14.200-24.400L6 70l26.200-11.600L18 36l24.600 13.200z";

export function nameOf(card) {
  if (card === "??") return "a card face down";
  if (card === "Jk") return "the joker";
  return `${RANK_NAMES[card[0]] ?? card[0]} of ${SUIT_NAMES[card[1]]}`;
}

// The cards in a text of the house, as they are said: "Jh Kc" → "jack of hearts, king of clubs". A single "9s" is no card
// but two or more nines.
export function saidOut(text) {
  const said = (cards) => cards.split(" ").map(nameOf).join(", ");
  return text.replace(/\b(?:Jk|[2-9TJQKA][cdhs])(?: (?:Jk|[2-9TJQKA][cdhs]))+\b/g, said);
}

// For laying cards out: the joker first, then aces, kings …
export function byRank(a, b) {
  const value = (card) => (card === "Jk" ? 99 : ORDER.indexOf(card[0]));
  return value(b) - value(a) || a.localeCompare(b);
}

export const mark = (text) => (text === "Jk" ? "Joker" : `${RANKS[text[0]] ?? text[0]}${SUIT_MARKS[text[1]]}`);

// Cards in a text with the signs of their suits. In "pair of 9s" and "9s full of 4s" there is no card.
const A_CARD = /(?<=\b(?:of|and|two|three|four|five) )[2-9]s\b|\b[2-9]s(?= (?:full|and)\b)|\b([2-9TJQKA][cdhs]|Jk)\b/g;

export function marked(text) {
  return text.replace(A_CARD, (found, card) => (card ? mark(card) : found));
}

// Cards in a line of text: K♠ 7♥, the best first or as they came.
export function inText(cards, isSorted = true) {
  return (isSorted ? [...cards].sort(byRank) : cards).map((text, at) => [at ? " " : "", h("span", { class: `suit-${text === "Jk" ? "joker" : text[1]}`, role: "img", "aria-label": nameOf(text) }, mark(text))]);
}

// A card on the felt; "??" lies face down.
export function card(text, props = {}) {
  return faced(h("span", { class: "card", role: "img", "aria-label": nameOf(text), ...props }), text);
}

// Cards as they came; those that were given up for others, by their numbers from 1, lie apart.
export function lying(cards, givenUp = []) {
  return cards.map((text, at) => (givenUp.includes(at + 1) ? card(text, { class: "card gone", "aria-label": `${nameOf(text)}, given up` }) : card(text)));
}

// Of a hand that was split: each card with its number among all that came to the seat.
export function cardsOf({ cards, numbers }) {
  return cards.map((text, at) => card(text, { "data-nth": numbers[at] }));
}

// What a seat still has of its cards.
export const held = ({ cards, given_up = [] }) => cards.filter((_, at) => !given_up.includes(at + 1));

// A card that can be moved.
export function cardButton(text, props = {}) {
  return faced(h("button", { type: "button", class: "card", ...props }), text);
}

export const slot = () => h("span", { class: "slot", "aria-hidden": "true" });

function faced(element, text) {
  element.dataset.card = text;
  if (text === "??") element.classList.add("back");
  else element.append(face(text));
  return element;
}

function face(text) {
  const joker = text === "Jk";
  const suit = joker ? "joker" : text[1];
  return svg(
    "svg",
    { viewBox: "0 0 100 140", class: `suit-${suit}`, "aria-hidden": "true", focusable: "false" },
    svg("g", { class: "full" }, joker ? jokerFace() : [corner(text), turned(corner(text)), middle(text)]),
    svg("g", { class: "index" }, joker ? jokerIndex() : largeIndex(text)),
  );
}

function corner([rank, suit]) {
  const wide = rank === "T";
  return svg(
    "g",
    {},
    svg("text", { x: 13, y: 25, class: wide ? "rank wide" : "rank" }, RANKS[rank] ?? rank),
    pip(suit, 13, 38, 15),
  );
}

function middle([rank, suit]) {
  if (rank === "A") return svg("g", {}, svg("circle", { cx: 50, cy: 70, r: 34, class: "ring" }), pip(suit, 50, 70, 44));
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => pip(suit, x, y, 19, y > 70));
  return svg(
    "g",
    {},
    svg("rect", { x: 25, y: 12, width: 50, height: 116, rx: 5, class: "frame" }),
    svg("path", { d: CROWNS[rank], class: "crown" }),
    svg("text", { x: 50, y: 92, class: "court" }, rank),
    pip(suit, 50, 111, 18),
  );
}

function largeIndex([rank, suit]) {
  const wide = rank === "T";
  return svg(
    "g",
    {},
    svg("text", { x: wide ? 43 : 36, y: 62, class: wide ? "large wide" : "large" }, RANKS[rank] ?? rank),
    pip(suit, 64, 100, 56),
  );
}

function jokerFace() {
  const word = () => svg("text", { x: 13, y: 16, class: "word" }, [..."JOKER"].map((letter, at) => svg("tspan", { x: 13, dy: at ? 13 : 0 }, letter)));
  return [word(), turned(word()), svg("path", { d: STAR, class: "star" }), svg("circle", { cx: 50, cy: 70, r: 13, class: "sun" })];
}

function jokerIndex() {
  return [
    svg("text", { x: 50, y: 34, class: "word large-word" }, "JOKER"),
    svg("g", { transform: "translate(8 24) scale(.84)" }, svg("path", { d: STAR, class: "star" }), svg("circle", { cx: 50, cy: 70, r: 13, class: "sun" })),
  ];
}

function pip(suit, x, y, size, isTurned = false) {
  const scale = size / 100;
  const turn = isTurned ? ` rotate(180)` : "";
  return svg("path", { d: SUITS[suit], class: "pip", transform: `translate(${x} ${y})${turn} scale(${scale}) translate(-50 -50)` });
}

const turned = (element) => svg("g", { transform: "rotate(180 50 70)" }, element);

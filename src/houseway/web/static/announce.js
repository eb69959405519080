// What a round says to whoever cannot see it: the cards that came, what they are called, what the wagers came to.

import { byRank, nameOf } from "./cards.js";
import { inWords } from "./money.js";

// All cards of a seat as they came, also those of hands that were split.
export function cardsInOrder(spot) {
  if (!spot?.split) return spot?.cards ?? [];
  const numbered = spot.split.flatMap(({ cards, numbers }) => cards.map((card, at) => [numbers[at], card]));
  return numbered.sort(([one], [other]) => one - other).map(([, card]) => card);
}

// "You draw 5 of hearts." known: how many cards of the seat were told before
export function drawn(spot, known) {
  const came = cardsInOrder(spot).slice(known);
  return known && came.length && !came.includes("??") ? `You draw ${came.map(nameOf).join(", ")}.` : "";
}

// The hand that is played; where it is set, in the order in which its cards stand on the page.
export function ownCards(spot, layout) {
  const played = spot.split?.findIndex((hand) => hand.is_played) ?? -1;
  const cards = spot.split?.[played]?.cards ?? spot.cards;
  if (cards.includes("??")) return "Your cards are dealt.";
  const shown = layout.hands.length ? [...cards].sort(byRank) : cards;
  return `${played < 0 ? "Your cards" : `Hand ${played + 1} of ${spot.split.length}`}: ${shown.map(nameOf).join(", ")}.`;
}

// What lies open in common, place by place, with what it is called once all of it is seen: "Dealer: 9 of clubs, 8 of
// hearts: 17." Hands that are set against a seat's are told with what the wagers came to.
export function commonCards(round, layout, showdown = null) {
  return layout.places.flatMap(({ name }) => {
    const { cards } = round.common[name];
    const up = cards.filter((card) => card !== "??");
    const { names = [], says = "" } = showdown?.common[name] ?? {};
    const whose = `${name[0].toUpperCase()}${name.slice(1)}`;
    if (names.length) return [];
    return up.length ? [`${whose}: ${up.map(nameOf).join(", ")}${says && up.length === cards.length ? `: ${says}` : ""}.`] : [];
  });
}

// Who has decided for a player who did not.
export function timeUp(spot) {
  if (spot?.how !== "time") return "";
  return spot.hands ? "Time is up: set the house way." : `Time is up: ${spot.said.at(-1)}.`;
}

// What lies on a wager after a chip came or went, on all of them, and what is left.
export function chipsTold(wager, bets, chips) {
  const cents = wager && bets.wanted[wager.wager];
  return [wager && (cents ? `${wager.wager}: ${inWords(cents)}.` : `${wager.wager} is empty.`), `${inWords(bets.total)} on the felt.`, balance(chips - bets.owing)];
}

export const balance = (cents) => `Balance ${inWords(cents)}.`;

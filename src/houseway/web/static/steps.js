// The words for the steps of the procedure. Which one is next, and whose, the house says.

import { inChips } from "./chip-count.js";
import { dollars } from "./money.js";
import { placeName } from "./places.js";
import { numberOf, numbersOf } from "./positions.js";

const seats = (list) => (list.length === 1 ? `seat ${numberOf(list[0])}` : `seats ${new Intl.ListFormat("en").format(numbersOf(list).map(String))}`);

const capital = (text) => text[0].toUpperCase() + text.slice(1);

const LABELS = {
  SignOn: () => "Sign on",
  CountTray: () => "Count the tray",
  RequestFill: ({ chips }) => `Ask for a fill: ${inChips(chips)}`,
  Shuffle: () => "Shuffle",
  CoinIn: () => "COIN IN",
  CloseBetting: () => "No more bets",
  DrawNumber: () => "Draw the number",
  DealCards: () => "Deal",
  DrawCard: (_, { places }) => `A card to ${placeName(places[0])}`,
  BeginShoe: () => "The shoe is shuffled",
  EnterPacket: ({ place }, next) => enterLabel(place, next),
  SetHouseWay: ({ seat }) => `PLAYER HOUSE WAY, seat ${numberOf(seat)}`,
  TurnOver: (_, { places, turns }) => (!turns || turns.way ? "DEALER HOUSE WAY" : `Turn over ${several(turns.cards)} of ${placeName(places[0])}`),
  Peek: () => "Look at your cards",
  SettleNow: () => "Settle now",
  PressHand: ({ seat, line }) => `${line}, seat ${numberOf(seat)}`,
  TurnKey: ({ to }) => `Key to ${to}`,
  PressJackpot: () => "J-POT",
  FillTray: ({ cents }) => `Fill the tray with ${dollars(cents)}`,
  ReconcileSeat: ({ seat }) => `Reconcile seat ${numberOf(seat)}`,
  AcknowledgePayout: ({ seat }) => `Acknowledge seat ${numberOf(seat)}`,
  Agree: ({ proposal }) => `Answer proposal ${proposal}`,
  EndGame: () => "GAME OVER",
};

// Physical cards: what lies face up or is drawn, the house-way display, or a hand that is turned over.
function enterLabel(place, { packet, turns, hand, display }) {
  if (turns?.way || (place === 0 && display?.length)) return "DEALER HOUSE WAY, with your cards";
  const whose = `${placeName(place)}${hand ? `, hand ${hand}` : ""}`;
  return packet === 1 ? `Enter the card of ${whose}` : `Enter the ${packet} cards of ${whose}`;
}

const several = (cards) => (cards === 1 ? "a card" : `${cards} cards`);

// `next`: what the view says of the next step
export const labelOf = (command, next) => LABELS[command.is](command, next);

// The ways to take a step, each with its words and what is sent: one, but for a look at physical cards.
export function answersOf(command, view) {
  if (command.is !== "Peek" || view.terms.shuffler !== "manual") return [[labelOf(command, view.next), {}]];
  return [
    ["The round goes on", { is_over: false }],
    ["The round is over", { is_over: true }],
  ];
}

// Why it is the next step; for whoever's it is not, whom the table waits for.
export function saysOf(view, role, layout) {
  const { by, command } = view.next;
  if (view.current.stopped) return `${view.current.stopped.by} of surveillance has stopped the round: ${view.current.stopped.note}`;
  if (!command) return relieved(view, role) || waiting(view);
  if (by !== role) return `Waiting for ${by === "dealer" ? "the dealer" : by === "supervisor" ? "a supervisor" : by}: ${labelOf(command, view.next)}.`;
  switch (command.is) {
    case "SignOn":
      return "Nobody deals here yet. Sign on, and the rounds you deal stand under your name.";
    case "CountTray":
      return "Two people count the tray, each for himself, before a chip is sold or bet.";
    case "Shuffle":
      return "The pack is shuffled, and its seal published, before anybody bets.";
    case "BeginShoe":
      return burns(view) ? "Shuffle and cut by hand. Turn the first card over and enter it: so many more are burnt." : "Shuffle and cut by hand, and burn what the house burns. There is no seal.";
    case "CoinIn":
      return "Sensors are lit. COIN IN locks them and takes the progressive bets.";
    case "CloseBetting":
      return capital(`${seats(betting(view))} ${betting(view).length > 1 ? "have" : "has"} bet. Close when all bets lie.`);
    case "DrawNumber":
      if (view.current.rotation_sealed) return "Bets are closed. Show the number that was sealed.";
      return view.terms.number_by === "dice" ? "Shake the cup and enter the dice: the seal does not cover them." : "Bets are closed. Draw the rotation number.";
    case "DealCards":
      return `First to ${placeName(first(view))}. Deal, and pick up the unused hands.`;
    case "EnterPacket":
      return entering(view, command.place, layout.hands[0]?.name);
    case "SetHouseWay":
      return `Seat ${numberOf(command.seat)} asked, and ${others(view, command.seat)}.`;
    case "DrawCard":
      return `The rule gives ${placeName(view.next.places[0])} one card more.`;
    case "TurnOver":
      return view.next.turns?.way ? "All hands are set. Reveal yours and set it the house way." : "All seats have chosen.";
    case "Peek":
      if (view.terms.shuffler === "manual") return "Look at your cards, and say whether the round is over. When they are turned over they must agree.";
      return "If the round is decided by your cards, it is over.";
    case "SettleNow":
      return "Some wagers are settled before the round goes on.";
    case "PressHand":
      return view.current.keyed[command.seat] ? `${command.line} is lit for seat ${numberOf(command.seat)}, which does not hold it: press it again.` : `Seat ${numberOf(command.seat)} holds ${command.line}: press its button and call a supervisor.`;
    case "TurnKey":
      return command.to === "JPH" ? "Verify the hand, then turn the key." : "The key goes back, and the table runs again.";
    case "PressJackpot":
      return "The next win is recorded, and its value locked.";
    case "FillTray":
      return "The tray cannot pay the next seat.";
    case "ReconcileSeat":
      return "From right to left: every wager of the seat together.";
    case "AcknowledgePayout":
      return "A payout over the alert amount waits until you have seen it.";
    case "Agree":
      return `Proposal ${command.proposal} waits for you, under Corrections: agree to it, or do not.`;
    default:
      return "Every seat is reconciled.";
  }
}

// To a dealer who is not the one that is signed on: he is offered to sign on, and nothing else of the game.
function relieved({ papers, next }, role) {
  return role === "dealer" && papers?.signed_on && !next.offered.includes("SignOff") ? `${papers.signed_on} deals. Sign on to relieve them.` : "";
}

function waiting(view) {
  if (view.terms.dealer !== "live") return "This table deals by itself.";
  if (view.papers && !view.papers.is_counted) return "Waiting for another person to count the tray.";
  if (view.stage === "betting") return "Waiting for bets.";
  return view.waits_for.seats.length ? `Waiting for ${seats([...view.waits_for.seats].sort((a, b) => a - b))} to choose.` : "";
}

// Of the seats beside one that asked for the house way: who asked as well has given its cards up, and has not set.
function others(view, seat) {
  const left = view.waits_for.seats.filter((each) => each !== seat);
  return left.length ? `all others have set, or asked as well (${seats([...left].sort((a, b) => a - b))})` : "all others have set";
}

// Whose physical hand is turned over, and how it is entered.
function entering(view, place, first) {
  const { hand, turns } = view.next;
  if (view.stage === "entering" || view.stage === "drawing") return `${hand ? `To hand ${hand} of ` : "To "}${placeName(place)}: enter what lies face up.`;
  if (view.stage === "showing" && !turns?.way) return `Turn ${several(turns.cards)} of ${placeName(place)} over and enter ${turns.cards === 1 ? "it" : "them"}.`;
  if (place === 0) return "All hands are set. Turn yours over and enter it: it is set the house way.";
  if (view.stage === "choosing") return `Seat ${numberOf(place)} asked, and ${others(view, place)}. Enter its cards: they are set the house way.`;
  const { how } = view.current.spots[String(place)];
  if (view.next.given_up) return `Turn seat ${numberOf(place)}’s hand over and enter it: ${several(view.next.given_up)} that it gave up first, and last what came instead.`;
  return `Turn seat ${numberOf(place)}’s hand over and enter it${how === "time" || !first ? "" : ` as it was laid, ${first} first`}.`;
}

export const burns = (view) => view.terms.shoe?.burn === "by the first card";

const betting = (view) => Object.entries(view.current.spots).filter(([, spot]) => Object.keys(spot.wagers).length).map(([seat]) => Number(seat));

const first = (view) => view.next.deal[0];

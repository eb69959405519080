// What two people correct: a supervisor proposes, surveillance agrees. Cards and a void until GAME OVER, money after it.

import { asked, order } from "./desk.js";
import { $, h, remade } from "./dom.js";
import { centsOf, dollars } from "./money.js";
import { placeName } from "./places.js";
import { numberOf, seatField, seatOf } from "./positions.js";

const NOTE = { name: "note", label: "Reason", maxlength: 200 };

export class Corrections {
  // Nobody agrees unread by the key that does the next step: it leads to the proposal.
  takes(step) {
    return step.is === "Agree";
  }

  take({ proposal }) {
    $("corrections").querySelector(`[data-act="agree ${proposal}"]`)?.focus();
  }

  draw(desk) {
    const { view, still } = desk;
    const proposals = view.proposals ?? [];
    const made = view.current.corrections.concat(view.current.back_outs);
    remade($("corrections"), [proposals, made, view.dues, view.next.offered, still], () => [
      h("h2", { id: "corrections-title" }, "Corrections"),
      proposals.length > 0 && h("ol", { class: "asked-for" }, proposals.map((each) => this.#proposal(desk, each))),
      made.map((each) => h("p", { class: "quiet-text" }, said(each))),
      Object.entries(view.dues ?? {}).map(([player, cents]) =>
        h(
          "p",
          {},
          cents > 0 ? `${dollars(cents)} are due to ${player}. ` : `${player} owes ${dollars(-cents)}. `,
          desk.role === "supervisor" && order(desk, "PayDue", cents > 0 ? "Pay in cash" : "Take in cash", { act: `due ${player}`, fields: () => ({ player }) }),
        ),
      ),
      desk.role === "supervisor" &&
        h(
          "div",
          { class: "buttons" },
          order(desk, "ProposeCards", "Correct cards", { fields: () => cards(desk.layout) }),
          order(desk, "ProposeVoid", "Void with surveillance", { fields: () => asked("Void the round: what was paid goes back too. Surveillance has to agree.", [NOTE], "Propose") }),
          order(desk, "ProposeMoney", "Correct money", { fields: () => money(view) }),
        ),
      desk.role !== "supervisor" && proposals.length === 0 && h("p", { class: "quiet-text" }, "Nothing is proposed."),
    ]);
  }

  #proposal(desk, proposal) {
    const fields = () => ({ proposal: proposal.proposal });
    return h(
      "li",
      { "data-proposal": proposal.proposal },
      h("p", {}, h("b", {}, `${proposal.by}: ${what(proposal)}`), ` ${proposal.note}`),
      h(
        "div",
        { class: "buttons" },
        desk.role === "surveillance" && order(desk, "Agree", "Agree", { class: "primary", act: `agree ${proposal.proposal}`, fields }),
        desk.role === "supervisor" && h("p", { class: "quiet-text" }, "Waits for surveillance to agree."),
        order(desk, "DropProposal", desk.role === "surveillance" ? "Do not agree" : "Take it back", { act: `drop ${proposal.proposal}`, fields }),
      ),
    );
  }
}

function what({ is, packets, round, seat, player, wager, cents }) {
  if (is === "VoidProposed") return "void the round.";
  if (is === "CardsProposed") return `${Object.entries(packets).map(([place, held]) => `${placeName(place)} holds ${held}`).join("; ")}.`;
  return `${cents > 0 ? `pay ${dollars(cents)} to` : `take ${dollars(-cents)} from`} ${player}, round ${round}, seat ${numberOf(seat)}, ${wager}.`;
}

function said({ places, by, agreed_by, seat, cents, proposed_by, approved_by, note }) {
  if (places) return `The cards of ${places.map(placeName).join(" and ")} were corrected by ${by}, ${agreed_by} agreeing: ${note}`;
  return `${dollars(cents)} of seat ${numberOf(seat)}’s award were backed out by ${proposed_by} and ${approved_by}: ${note}`;
}

const CARDS = { pattern: "\\s*([2-9TJQKAtjqka][cdhsCDHS]|[Jj][Kk])(\\s+([2-9TJQKAtjqka][cdhsCDHS]|[Jj][Kk]))*\\s*", placeholder: "As Kd Jk" };

// Of one place, or of two whose packets were mixed up.
async function cards(layout) {
  const others = layout.places.map(({ at }) => at).filter((at) => at !== 0);
  const places = ["0", ...others];
  const hint = others.length ? `Seat, 0 for the dealer, or ${others.join(", ")}` : "Seat, 0 for the dealer";
  const told = await asked(
    "Correct cards: the whole packet, each card in its place. Surveillance has to agree.",
    [
      seatField(hint, places, { name: "place" }),
      { name: "cards", label: "Its cards", ...CARDS },
      seatField("Another seat, if two were mixed up", places, { name: "second", required: false }),
      { name: "others", label: "Its cards", ...CARDS, required: false },
      NOTE,
    ],
    "Propose",
  );
  if (!told) return null;
  const packets = { [placeOf(told.place)]: written(told.cards) };
  if (told.second) packets[placeOf(told.second)] = written(told.others);
  return { packets, note: told.note };
}

const placeOf = (text) => (/^[1-9]\d*$/.test(text) ? seatOf(text) : text === "0" ? 0 : text);

const written = (text) => text.trim().split(/\s+/).map((each) => each[0].toUpperCase() + each[1].toLowerCase()).join(" ");

async function money(view) {
  const told = await asked(
    "Correct money of a round that is over. Surveillance has to agree.",
    [
      { name: "round", label: "Round", inputmode: "numeric", pattern: "\\d{1,9}", value: view.round - 1 },
      seatField("Seat"),
      { name: "player", label: "Player", maxlength: 40 },
      { name: "wager", label: "Wager", value: Object.keys(view.terms.paytables)[0] },
      { name: "amount", label: "Dollars; with − to take", pattern: "[-−]?\\$?[\\d,]+(\\.\\d{1,2})?" },
      { name: "meter", label: "Of the meter’s award? yes or no", pattern: "yes|no", value: "no" },
      NOTE,
    ],
    "Propose",
  );
  if (!told) return null;
  const takes = /^[-−]/.test(told.amount);
  const cents = centsOf(told.amount.replace(/^[-−]/, ""));
  return cents ? { round: Number(told.round), seat: seatOf(told.seat), player: told.player, wager: told.wager, cents: takes ? -cents : cents, of_meter: told.meter === "yes", note: told.note } : null;
}

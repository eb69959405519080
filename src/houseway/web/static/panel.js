// The table's own panel: chips, paytables, the house way, and whether the deal was fair.

import { Refused, ask } from "./api.js";
import { $, h } from "./dom.js";
import { said } from "./language.js";
import { START_CENTS } from "./memory.js";
import { dollars } from "./money.js";
import { friends } from "./own.js";
import { numbersOf } from "./positions.js";
import { refused } from "./refusal.js";
import { canHash, dealtFrom, packetsHold, recordHolds, sealOf } from "./seal.js";
import { chosen } from "./settings.js";
import { openKeys, openSettings } from "./settings-sheet.js";
import { commitmentOf, openedHold, wholeHolds } from "./shoe.js";

export class Panel {
  // on: { buyIn(cents), leave(), letters() }
  constructor(table, layout, memory, seatKey, cut, on) {
    this.cut = cut;
    this.table = table;
    this.layout = layout;
    this.memory = memory;
    this.seatKey = seatKey;
    this.on = on;
    this.dialog = $("panel");
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  // `invites`: it is opened for the link to friends, which stands first then.
  open(view, seat, invites = false) {
    const chips = seat && view.seats[seat - 1].chips_cents;
    const ofFriends = friends(this.table, this.layout, view.terms);
    this.dialog.replaceChildren(
      h(
        "div",
        { class: "sheet" },
        h("header", {}, h("h2", {}, this.layout.title), h("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Close")),
        invites && ofFriends,
        h("p", {}, this.layout.summary),
        this.layout.unapproved && h("p", {}, "Its rules are published elsewhere, and no letter of an agency approves it."),
        h(
          "p",
          { class: "buttons" },
          h("button", { type: "button", onclick: openSettings }, "Settings"),
          h("a", { class: "button", href: "/history", target: "_blank" }, "Your hands"),
          h("a", { class: "button", href: `/tables/${this.table}/posting`, target: "_blank" }, "Rules and pays"),
          this.layout.chooses && h("a", { class: "button", href: `/train/${this.layout.game}` }, "Trainer"),
          h("button", { type: "button", onclick: () => openKeys(this.keys()) }, "Keys"),
        ),
        seat && this.#chips(chips, view, view.seats[seat - 1].commission_cents),
        this.#pays(),
        !invites && ofFriends,
        seat && this.seatKey.kept && this.#devices(),
        folded(this.#fairness(view, seat)),
      ),
    );
    this.dialog.showModal();
  }

  // Where the house has staff the dealer sells the chips; whoever would leave may, at any table.
  #chips(chips, { has_staff: hasStaff, terms, stage, current }, marked = 0) {
    const and = (act) => () => (this.dialog.close(), act());
    return h(
      "section",
      {},
      h("h3", {}, "Your chips"),
      h("p", {}, sentences(`${dollars(chips)} in front of you.`, hasStaff && "The dealer sells chips.", terms.untimed && "They go with you to your next practice table.", marked && `${dollars(marked)} commission is marked at your seat, and collected when the shoe is over or you leave.`)),
      h(
        "p",
        { class: "buttons" },
        !hasStaff && [100_00, 500_00, 1000_00].map((cents) => h("button", { type: "button", onclick: and(() => this.on.buyIn(cents)) }, `Buy in ${dollars(cents)}`)),
        terms.untimed && stage === "betting" && !Object.keys(current.spots).length && h("button", { type: "button", "data-act": "anew", onclick: and(() => this.on.anew()) }, `Start again with ${dollars(START_CENTS)}`),
        h("button", { type: "button", onclick: and(() => this.on.leave()) }, "Cash out and leave"),
      ),
    );
  }

  // The link is shown when it is asked for: whoever reads it can take the seat.
  #devices() {
    const place = h("p", { class: "buttons", role: "status" });
    const link = () => h("input", { type: "text", readonly: true, "aria-label": "Link to your seat", value: this.seatKey.link(this.memory.dismissed), onfocus: (event) => event.target.select() });
    const copy = (input) => h("button", { type: "button", onclick: (event) => (input.select(), navigator.clipboard?.writeText(input.value), (event.target.textContent = said("Copied"))) }, "Copy");
    const show = () => {
      const input = link();
      place.replaceChildren(input, copy(input));
      input.focus();
    };
    place.append(h("button", { type: "button", onclick: show }, "Show the link"));
    return h(
      "section",
      {},
      h("h3", {}, "Another device"),
      h("p", {}, "Open a link to your seat there, and play on from this very moment. Keep it to yourself: whoever has it has your seat and your chips."),
      place,
    );
  }

  #fairness(view, seat) {
    const { current, previous } = view;
    if (view.terms.shuffler === "manual") return h("section", {}, h("h3", {}, "A fair deal"), h("p", {}, byHand(view)), current.hand_shoe && h("p", {}, handShoeWords(current)));
    const answer = h("div", { class: "checked", role: "status" });
    return h(
      "section",
      {},
      h("h3", {}, "A fair deal"),
      h("p", {}, "Before anybody bets, the pack is shuffled and a seal of its order and the rotation is published. When the round is over, what was sealed is shown, and anyone can check it."),
      current.commitment && h("p", {}, `Round ${current.round} is sealed: `, h("code", {}, current.commitment)),
      this.layout.numbered && current.commitment && !current.rotation_sealed && h("p", {}, "The dice of this round are thrown by hand and entered by the dealer: not covered by the seal."),
      current.shoe && h("p", {}, shoeWords(current)),
      seat && h("p", {}, "Cut the cards, and your browser adds a random number to the sealed shuffle: what is dealt then depends on it too."),
      seat && this.cut.element(),
      (previous?.sealed || previous?.shoe) && [
        h("p", {}, `Round ${previous.round} was sealed: `, h("code", {}, previous.commitment)),
        h("button", { type: "button", onclick: () => this.#check(previous, answer) }, `Check round ${previous.round}`),
        answer,
      ],
    );
  }

  async #check(round, answer) {
    const published = this.memory.seal(round.round);
    answer.replaceChildren(h("p", {}, "Checking…"));
    const lines = [];
    if (published) lines.push(["The seal is the one this page saw before the cards were dealt", published === round.commitment]);
    lines.push(...(await this.#computed(round)), ...this.cut.lines(round));
    let notes = [];
    try {
      lines.push(...(await this.#published(round, await ask(`/tables/${this.table}/rounds/${round.round}`))));
      const told = await ask(`/tables/${this.table}/rounds/${round.round}/check?published=${published}`);
      notes = told.remarks;
      for (const what of told.checked) lines.push([`By the receipt: ${what}`, !told.wrong.includes(what)]);
    } catch (error) {
      lines.push([error instanceof Refused ? await refused(error) : "The house could not be reached. Try again.", false]);
    }
    const receipt = `/tables/${this.table}/rounds/${round.round}`;
    answer.replaceChildren(
      h("p", { class: `verdict ${lines.every(([, holds]) => holds) ? "holds" : "fails"}` }, verdict(round, lines)),
      h("ul", {}, lines.map(([what, holds]) => h("li", { class: holds ? "holds" : "fails" }, holds ? "✓ " : "✗ ", what)), notes.map((says) => h("li", {}, says))),
      h("p", {}, h("a", { href: receipt, download: `table-${this.table}-round-${round.round}.json` }, "The receipt"), ", for ", h("code", {}, "houseway check-deal")),
    );
  }

  // What this browser works out by itself.
  async #computed(round) {
    if (!canHash) return [];
    if (round.shoe) return this.#computedOfShoe(round);
    const { sealed, commitment, cuts, order, number, number_how, dice, dealt } = round;
    const by = cuts.length ? `the cuts of seats ${numbersOf(cuts.map(({ seat }) => seat).sort((one, other) => one - other)).join(", ")}` : "no cut";
    const lines = [["Computed by this browser: the seal is the SHA-256 of order, rotation, terms and nonce", (await sealOf(sealed)) === commitment]];
    if (!order) return lines; // void before the bets were closed
    const own = await dealtFrom(sealed, cuts, dealt.filter(Number.isInteger).length);
    lines.push([`Computed by this browser: the order follows from the seal and ${by}`, own.order.join(" ") === order]);
    if (dealt.length && number_how === "sealed") {
      const same = own.dice.length ? String(own.dice) === String(dice) : own.number === number;
      lines.push([`Computed by this browser: the rotation follows from the seal and ${by}`, same]);
    }
    if (dealt.length) lines.push(["Computed by this browser: every hand came off the top of that order", packetsHold(round, own.order, this.layout)]);
    return lines;
  }

  async #computedOfShoe(round) {
    const { shoe, commitment, order, dealt, sealed } = round;
    const lines = [["Computed by this browser: the seal is the SHA-256 of the shoe's tree and terms", (await commitmentOf(shoe)) === commitment]];
    if (order || dealt.length) lines.push([`Computed by this browser: each of the ${shoe.opened.length} cards is the one that was sealed in its place`, await openedHold(round)]);
    if (order && dealt.length) lines.push(["Computed by this browser: every hand came off the top of the shoe", packetsHold(round, order.split(" "), this.layout)]);
    if (sealed) lines.push(["Computed by this browser: the shoe is over, and all its cards make the tree", await wholeHolds(round)]);
    return lines;
  }

  // The record that this page heard the seal in is the one that the receipt names; and the bodies of the records that it
  // names hash to what they should, and tell of this seal and these cuts.
  async #published(round, { records }) {
    const lines = [];
    const heard = this.memory.recordOf(round.commitment);
    if (heard) {
      const same = heard.record === records.sealed?.record && heard.hash === records.sealed?.hash;
      lines.push([`The seal was published in record ${heard.record}, whose hash is the one this page heard`, same]);
    }
    if (!canHash) return lines;
    const sealed = round.shoe ? { is: "ShoeShuffled", commitment: round.commitment } : { is: "Shuffled", seal: round.commitment };
    const told = [["sealed", sealed], ...round.cuts.map(({ seat, cut }) => [`seat ${seat} cut`, { is: "CardsCut", seat, cut }])];
    for (const [what, tells] of told) {
      const holds = what in records && (await recordHolds(records[what], tells));
      lines.push([`Computed by this browser: record ${records[what]?.record ?? "?"} (${what}) hashes to what it says and tells the same`, holds]);
    }
    return lines;
  }

  #pays() {
    return h(
      "section",
      {},
      h("h3", {}, "What the wagers pay"),
      paytables(this.layout),
      this.layout.house_way.label && h("p", {}, `House way: ${this.layout.house_way.label}.`),
    );
  }

  // What the keys do, as rows of the sheet that `?` shows.
  keys() {
    const rows = [
      ["Tab, Enter", "from one control to the next, and press it"],
      ["Space", "deal, or play the same again; on a button that Tab came to, press it"],
      ["letters", "the button that shows the letter"],
      ...(chosen("letters") === "off" ? [] : this.on.letters()),
      [this.layout.chips_cents.map((_, at) => at + 1).join(" "), "with the focus on the bets: the chip; Enter on a spot puts it down, Backspace takes it back"],
      this.layout.hands.length && ["1 2 3 …", "with the focus on your cards: that card into the next place, or back"],
      this.layout.hands.length && [this.layout.hands.map(({ name }) => name[0]).join(" "), "on a card: into that hand"],
      ["?", "these keys"],
    ];
    return rows.filter(Boolean);
  }
}

// A section that a phone shows when its head is tapped.
function folded(section) {
  if (!matchMedia("(max-width: 40rem)").matches) return section;
  const [head, ...rest] = section.children;
  return h("details", { class: "folded" }, h("summary", {}, head), h("section", {}, rest));
}

// What all lines of the check come to, in one sentence.
function verdict(round, lines) {
  const failed = lines.filter(([, holds]) => !holds).length;
  if (failed) return `This deal is not proved fair: ${failed} of ${lines.length} checks ${failed === 1 ? "fails" : "fail"}.`;
  if (round.cuts?.length) return `This deal is proved fair: the order of the cards was sealed before anybody bet, cut by the seats after that, and every card came in that order. All ${lines.length} checks hold.`;
  return `This deal is proved fair: the order of the cards was sealed before anybody bet and every card came in that order. All ${lines.length} checks hold.`;
}

// Sentences, each said for itself.
const sentences = (...each) => each.filter(Boolean).flatMap((sentence) => [sentence, " "]);

// How far a shoe has been dealt.
function shoeWords({ shoe, round }) {
  return sentences(`Cards come from one shoe ${since(shoe, round)}: ${shoe.gone} of ${shoe.cards} are gone, and ${shoe.behind} lie behind the cut card.`, burntWords(shoe.burnt, shoe.burn?.card), "Its seal is opened card by card, and wholly when it is shuffled anew.");
}

const since = (shoe, round) => (shoe.since < round ? `since round ${shoe.since}` : "from this round on");

// How many cards were burnt and, where that depends on one, by which.
function burntWords(burnt, by) {
  if (!burnt) return "";
  if (by) return burnt === 1 ? `1 card was burnt, by the ${by}.` : `${burnt} cards were burnt, by the ${by}.`;
  return burnt === 1 ? "1 card was burnt." : `${burnt} cards were burnt.`;
}

// Physical cards: how they are shuffled, and that nothing of it can be proved.
function byHand({ shuffled, terms }) {
  const how = { "by hand": "shuffled and dealt by hand", "by machine": "shuffled by a machine and dealt by hand", continuously: "shuffled by a machine that takes them back after every round, and dealt by hand" }[shuffled];
  return sentences(`The cards of this table are ${how}, and entered by the dealer: there is no seal, and nothing to check.`, !terms.shoe && "Every round is dealt from a whole pack.");
}

function handShoeWords({ hand_shoe: shoe, round }) {
  return sentences(`Cards come from one shoe ${since(shoe, round)}: ${shoe.gone} of ${shoe.cards} are gone.`, burntWords(shoe.burnt, shoe.burn), "Every card that is entered is counted, and none comes more often than the decks have it.", shoe.is_out && "The cut card is out: this round is the last of it.");
}

// What every wager of a table pays, and how much may lie on it.
export function paytables(layout) {
  return h(
    "div",
    { class: "paytables" },
    layout.wagers.map((wager) =>
      h(
        "table",
        {},
        h("caption", {}, wager.wager, h("small", {}, ` ${limits(wager)}, ${wager.paytable}`)),
        wager.lines.map(({ line, pays, envy_cents }) =>
          h("tr", {}, h("th", { scope: "row" }, line), h("td", {}, pays, envy_cents ? h("small", {}, ` envy ${dollars(envy_cents)}`) : null)),
        ),
      ),
    ),
  );
}

function limits({ least_cents, most_cents, placed, follows, free, of, cap }) {
  if (free) return `free with the ${of}`;
  if (follows) return `placed with the ${follows}`;
  if (!placed) return `with a choice, by the ${of}`;
  const range = least_cents === most_cents ? dollars(least_cents) : `${dollars(least_cents)} to ${dollars(most_cents)}`;
  return cap ? `${range}, at most ${cap}` : range;
}

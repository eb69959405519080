// The table's own panel: chips, paytables, the house way, and whether the deal was fair.

import { ask } from "./api.js";
import { $, h } from "./dom.js";
import { dollars } from "./money.js";

export class Panel {
  // on: { buyIn(cents), leave() }
  constructor(table, layout, memory, seatKey, on) {
    this.table = table;
    this.layout = layout;
    this.memory = memory;
    this.seatKey = seatKey;
    this.on = on;
    this.dialog = $("panel");
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open(view, seat) {
    const chips = seat && view.seats[seat - 1].chips_cents;
    this.dialog.replaceChildren(
      h(
        "div",
        { class: "sheet" },
        h("header", {}, h("h2", {}, this.layout.title), h("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Close")),
        seat && !view.has_staff && this.#chips(chips),
        seat && this.seatKey.kept && this.#devices(),
        this.#fairness(view),
        this.#pays(),
        this.#keys(),
      ),
    );
    this.dialog.showModal();
  }

  #chips(chips) {
    const and = (act) => () => (this.dialog.close(), act());
    return h(
      "section",
      {},
      h("h3", {}, "Your chips"),
      h("p", {}, `${dollars(chips)} in front of you.`),
      h(
        "p",
        { class: "buttons" },
        [100_00, 500_00, 1000_00].map((cents) => h("button", { type: "button", onclick: and(() => this.on.buyIn(cents)) }, `Buy in ${dollars(cents)}`)),
        h("button", { type: "button", onclick: and(() => this.on.leave()) }, "Cash out and leave"),
      ),
    );
  }

  // The link is shown when it is asked for: whoever reads it can take the seat.
  #devices() {
    const place = h("p", { class: "buttons", role: "status" });
    const link = () => h("input", { type: "text", readonly: true, "aria-label": "Link to your seat", value: this.seatKey.link(this.memory.dismissed), onfocus: (event) => event.target.select() });
    const copy = (input) => h("button", { type: "button", onclick: (event) => (input.select(), navigator.clipboard?.writeText(input.value), (event.target.textContent = "Copied")) }, "Copy");
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

  #fairness(view) {
    const { current, previous } = view;
    const answer = h("div", { class: "checked", role: "status" });
    return h(
      "section",
      {},
      h("h3", {}, "A fair deal"),
      h("p", {}, "The pack is shuffled, and a seal of its order published, before the bets are closed. When the round is over, order and nonce are shown, and anyone can check them against the seal."),
      current.commitment && h("p", {}, `Round ${current.round} is sealed: `, h("code", {}, current.commitment)),
      previous?.order && [
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
    const own = await digest(round);
    if (own) lines.push(["Computed by this browser: the seal is the SHA-256 of order and nonce", own === round.commitment]);
    try {
      const told = await ask(`/tables/${this.table}/rounds/${round.round}/check?published=${published}`);
      for (const what of told.checked) lines.push([`By the receipt: ${what}`, !told.wrong.includes(what)]);
    } catch (error) {
      lines.push([error.message, false]);
    }
    const receipt = `/tables/${this.table}/rounds/${round.round}`;
    answer.replaceChildren(
      h("ul", {}, lines.map(([what, holds]) => h("li", { class: holds ? "holds" : "fails" }, `${holds ? "✓" : "✗"} ${what}`))),
      h("p", {}, h("a", { href: receipt, download: `table-${this.table}-round-${round.round}.json` }, "The receipt"), ", for ", h("code", {}, "houseway check-deal")),
    );
  }

  #pays() {
    return h(
      "section",
      {},
      h("h3", {}, "What the wagers pay"),
      paytables(this.layout),
      this.layout.house_way.for_players && h("p", {}, `House way: ${this.layout.house_way.label}.`),
    );
  }

  #keys() {
    const rows = [
      ["Tab, Enter", "from one control to the next, and press it"],
      ["1 2 3 4", "with the focus on the bets: the chip; Enter on a spot puts it down, Backspace takes it back"],
      this.layout.hands.length && ["1 2 3 …", "with the focus on your cards: that card into the next place, or back"],
      this.layout.hands.length && [this.layout.hands.map(({ name }) => name[0]).join(" "), "on a card: into that hand"],
    ];
    return h("section", {}, h("h3", {}, "Keys"), h("dl", {}, rows.filter(Boolean).map(([keys, what]) => h("div", {}, h("dt", {}, keys), h("dd", {}, what)))));
  }
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

function limits({ least_cents, most_cents, equals, at_most }) {
  if (equals) return `equal to the ${equals}`;
  const range = least_cents === most_cents ? dollars(least_cents) : `${dollars(least_cents)} to ${dollars(most_cents)}`;
  return at_most ? `${range}, at most the ${at_most}` : range;
}

// The seal of an order, where the browser can compute it: browsers do so only over HTTPS or on the machine itself.
async function digest({ nonce, order }) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new TextEncoder().encode(JSON.stringify({ nonce, order }));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

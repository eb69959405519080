// Tables of one's own: opened in one tap, with a seat and chips; and how friends come to one.

import { Person, posted, Refused } from "./api.js";
import { h } from "./dom.js";
import { said } from "./language.js";
import { Memory } from "./memory.js";
import { refused } from "./refusal.js";
import { sitDown } from "./seat.js";

const AT_ONCE = 0; // a refusal is told, and not tried again
const FIRST_ROUND = { stage: "betting", round: 1, has_staff: false };
const HERE_ALONE = ["localhost", "127.0.0.1", "[::1]"];

// Opens it, sits down and goes there. Throws `Refused`.
export async function openOwn(game, { shared = false, seats = 1 } = {}) {
  const { table } = await posted("/own-tables", { game, shared }, null, AT_ONCE);
  await sitDown(new Person(table, null), Math.ceil(seats / 2), FIRST_ROUND, shared ? undefined : new Memory(table).bankroll);
  location.href = `/tables/${table}/play${shared ? "#invite" : ""}`;
}

export const saysOf = async (error) => (error instanceof Refused ? refused(error) : "The house could not be reached. Try again.");

// The part of a table's panel that is about friends.
export function friends(table, layout, terms) {
  if (!table.startsWith("own-")) return null;
  return h("section", { class: "friends" }, h("h3", {}, "Friends"), terms.untimed ? inviting(layout) : invitation(table, layout));
}

function inviting(layout) {
  const says = h("p", { role: "status" });
  const open = async ({ target }) => {
    target.disabled = true;
    try {
      await openOwn(layout.game, { shared: true, seats: layout.most_seats });
    } catch (error) {
      says.textContent = said(await saysOf(error));
      target.disabled = false;
    }
  };
  return [
    h("p", {}, "You practise alone, and no clock runs. With friends you play at a table of its own, to which you send them a link."),
    h("p", { class: "buttons" }, h("button", { type: "button", "data-act": "invite", onclick: open }, "Invite friends")),
    says,
  ];
}

function invitation(table, layout) {
  const link = h("input", { type: "text", readonly: true, "aria-label": "Link for friends", value: `${location.origin}/tables/${table}/play#join`, onfocus: ({ target }) => target.select() });
  const copy = ({ target }) => (link.select(), navigator.clipboard?.writeText(link.value), (target.textContent = said("Copied")));
  return [
    h("p", {}, `Whoever opens this link sits down at your table of ${layout.title}, with chips, and you play together.`),
    HERE_ALONE.includes(location.hostname) && h("p", {}, "It works on this computer alone: the card room is open to others when it is started with --host."),
    h("p", { class: "buttons" }, link, h("button", { type: "button", onclick: copy }, "Copy")),
    h("img", { class: "qr", src: `/tables/${table}/invitation`, alt: "The link as a QR code", width: 200, height: 200 }),
  ];
}

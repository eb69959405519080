// What a page asks of the service. A command has a key of its own; after a lost answer it is sent again under the
// same key, so that it is done once.

const PATIENCE_MS = 20_000;

// The house said no, and why.
export class Refused extends Error {
  constructor(status, code, says) {
    super(says);
    this.status = status;
    this.code = code;
  }
}

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export async function ask(path) {
  return answered(await fetch(path, { redirect: "manual", cache: "no-store" }));
}

// One person at one table: a seat's player, or a member of staff.
export class Person {
  constructor(table, me) {
    this.table = table;
    this.me = me;
  }

  // The events that the command led to. Throws `Refused`, or a `TypeError` if the house could not be reached.
  async does(is, fields = {}) {
    const body = { key: newKey(), command: { is, ...fields } };
    return (await posted(`/tables/${this.table}/commands`, body, this.me?.csrf)).events;
  }

  // Sit down; under the key of before, again. The browser keeps the token in a cookie that no script can read.
  async sits({ seat, player, key }) {
    const told = await posted(`/tables/${this.table}/seats`, { key, seat, player });
    this.me = { role: "player", name: player, seat: told.seat, csrf: told.csrf };
  }
}

export async function posted(path, body, csrf, patience = PATIENCE_MS) {
  const headers = { "Content-Type": "application/json", ...(csrf && { "X-CSRF-Token": csrf }) };
  const until = performance.now() + patience;
  for (let wait = 250; ; wait = Math.min(2 * wait, 2000)) {
    try {
      return await answered(await fetch(path, { method: "POST", headers, body: JSON.stringify(body), redirect: "manual" }));
    } catch (error) {
      const passing = error instanceof Refused ? error.status === 503 || error.status === 429 : true;
      if (!passing || performance.now() > until) throw error;
    }
    await pause(wait);
  }
}

// Heard by every part of a page of the staff: the house no longer knows who this is.
export const sessionOver = () => dispatchEvent(new Event("session-over"));

async function answered(response) {
  if (response.type === "opaqueredirect") {
    location.reload(); // another process has the table, and the page goes there
    return new Promise(() => {});
  }
  const told = response.status === 204 ? null : await response.json();
  if (response.ok) return told;
  if (["not-logged-in", "no-csrf-token"].includes(told?.error?.code)) sessionOver();
  throw new Refused(response.status, told?.error?.code ?? "", told?.error?.says ?? "the house did not answer");
}

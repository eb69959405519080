// The secret by which a seat is one's own: whoever has it plays there, and the house gives him a token for it. A seat has
// one token, so it is played on one device at a time. The key is kept by this browser until the seat is left. In a link to
// another device it stands behind the #, which no browser sends.

const LINKED = ["seat", "player", "key", "seen"];

export class SeatKey {
  constructor(table) {
    this.table = table;
    this.place = `table ${table}, key of the seat`;
  }

  // {seat, player, key}, or null
  get kept() {
    return JSON.parse(localStorage.getItem(this.place) ?? "null");
  }

  keep({ seat, player, key }) {
    localStorage.setItem(this.place, JSON.stringify({ seat, player, key }));
  }

  forget() {
    localStorage.removeItem(this.place);
  }

  // Whether the seat is still taken by whom the key was given to: he sits there on another device, or lost his cookie.
  fits(view) {
    const { kept } = this;
    return Boolean(kept) && view.seats[kept.seat - 1]?.player === kept.player;
  }

  // `seen` is the round up to which results have been looked at.
  link(seen) {
    const { seat, player, key } = this.kept;
    return `${location.origin}/tables/${this.table}/play#${new URLSearchParams({ seat, player, key, seen })}`;
  }

  // What a link brought along, or null. It does not stay in the address.
  static brought() {
    const found = new URLSearchParams(location.hash.slice(1));
    if (!LINKED.every((name) => found.has(name))) return null;
    history.replaceState(null, "", location.pathname);
    return { seat: Number(found.get("seat")), player: found.get("player"), key: found.get("key"), seen: Number(found.get("seen")) };
  }
}

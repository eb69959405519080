// The tables of one's own that this browser knows, and what a link to one was opened for.

const KEPT = /^table (own-[0-9a-f]+), key of the seat$/;

// The names of those in which this browser has a seat, as far as it knows.
export const keptTables = () => Object.keys(localStorage).flatMap((key) => KEPT.exec(key)?.[1] ?? []);

export function forgetTable(table) {
  for (const key of Object.keys(localStorage)) if (key.startsWith(`table ${table},`)) localStorage.removeItem(key);
}

// What the address was opened for, "join" or "invite"; it does not stay there.
export function openedFor() {
  const asked = location.hash.slice(1);
  if (!["join", "invite"].includes(asked)) return "";
  history.replaceState(null, "", location.pathname);
  return asked;
}

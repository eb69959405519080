// The hands that were played in this browser, kept in its database: the newest few thousand. They leave it only as files
// that the player saves.

const NAME = "houseway";
const STORE = "hands";
export const MOST = 5000;

// Whichever page opened it first, and in whatever version: where the store is missing, the next version has it.
async function opened(version) {
  const database = await new Promise((done, fail) => {
    const asked = indexedDB.open(NAME, version);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" }).createIndex("at", "at");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
  if (database.objectStoreNames.contains(STORE)) return database;
  database.close();
  return opened(database.version + 1);
}

// One transaction; `what(store)` returns the request whose result is wanted, if any.
async function transaction(mode, what) {
  const database = await opened();
  try {
    return await new Promise((done, fail) => {
      const made = database.transaction(STORE, mode);
      const request = what(made.objectStore(STORE));
      made.oncomplete = () => done(request?.result);
      made.onerror = made.onabort = () => fail(made.error);
    });
  } finally {
    database.close();
  }
}

export const handKept = (key) => transaction("readonly", (store) => store.get(key));

// Kept, and if there are too many the oldest forgotten.
export async function keepHand(hand) {
  await transaction("readwrite", (store) => store.put(hand));
  const number = await transaction("readonly", (store) => store.count());
  if (number > MOST) await transaction("readwrite", (store) => void forgetFirst(store, number - MOST));
}

function forgetFirst(store, number) {
  let left = number;
  store.index("at").openKeyCursor().onsuccess = ({ target: { result } }) => {
    if (!result || left-- <= 0) return;
    store.delete(result.primaryKey);
    result.continue();
  };
}

// What is learnt later of a hand, if it is still kept.
export async function amendHand(key, more) {
  const hand = await handKept(key);
  if (hand) await transaction("readwrite", (store) => store.put({ ...hand, ...more }));
}

// All of them, the oldest first.
export const allHands = () => transaction("readonly", (store) => store.index("at").getAll());

export const forgetHands = () => transaction("readwrite", (store) => void store.clear());

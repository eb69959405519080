// The worker of the card room. KEPT stands before this text, written by the house: the version, its files, and the page
// that is shown where the house cannot be reached.
//
// Files of this version come from the device. A page comes from the house, and is never older than the house has it; one
// that may be read without the house says so in a header, and is kept for when it cannot be reached.

const FILES = `files ${KEPT.version}`;
const PAGES = `pages ${KEPT.version}`;
const MARK = "houseway-offline"; // the header of an answer that may be kept, and of a question whose answer may be

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));

async function install() {
  const cache = await caches.open(FILES);
  await cache.addAll([...KEPT.files, KEPT.offline]);
  await skipWaiting();
}

// What earlier versions kept is gone with them: a page and its files belong together.
async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== FILES && name !== PAGES).map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(`/static/${KEPT.version}/`)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
  else if (request.headers.has(MARK)) event.respondWith(answer(request));
});

async function file(request) {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(FILES)).put(request.url, response.clone());
  return response;
}

async function page(request) {
  try {
    return await asked(request);
  } catch {
    const kept = await (await caches.open(PAGES)).match(request.url);
    return kept ? dated(kept) : caches.match(KEPT.offline);
  }
}

// What a page asks for and can do without the house, as hands to practise on.
async function answer(request) {
  try {
    return await asked(request);
  } catch (error) {
    const kept = await (await caches.open(PAGES)).match(request.url);
    if (!kept) throw error;
    return kept;
  }
}

async function asked(request) {
  const response = await fetch(request);
  if (response.ok && response.headers.has(MARK)) {
    const headers = new Headers(response.headers);
    headers.set("kept-at", new Date().toISOString());
    const body = await response.clone().blob();
    await (await caches.open(PAGES)).put(request.url, new Response(body, { headers }));
  }
  return response;
}

// A kept page knows from when it is, and says so.
async function dated(kept) {
  const text = await kept.text();
  return new Response(text.replace("<html ", `<html data-kept="${kept.headers.get("kept-at")}" `), { headers: kept.headers });
}

// The worker of the card room. KEPT stands before this text, written by the house: the version, its files, and the page
// that is shown where the house cannot be reached.
//
// Files of this version come from the device. A page comes from the house, and is never older than the house has it; one
// that may be read without the house says so in a header, and is kept for when it cannot be reached.

const FILES = `files ${KEPT.version}`;
const PAGES = `pages ${KEPT.version}`;
const MARK = "houseway-offline"; // the header of a page that may be kept
const HANDS = /^\/train\/[^/]+\/(?:hand|worth|why)$/;

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
  else if (HANDS.test(url.pathname)) event.respondWith(trained(request, url));
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

// A hand of the trainer is its number: one that was seen is dealt again without the house, with what it was worth and why.
async function trained(request, url) {
  const cache = await caches.open(PAGES);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(await numbered(url, response.clone()), response.clone());
    return response;
  } catch {
    const wanted = url.searchParams.has("number") ? url.href : await anyHand(cache, url);
    const unknown = () => Response.json({ error: { code: "offline", says: "the house cannot be reached" } }, { status: 404 });
    return (await cache.match(wanted)) ?? unknown();
  }
}

async function numbered(url, response) {
  if (url.searchParams.has("number")) return url.href;
  const { number, said } = await response.json();
  return `${url.origin}${url.pathname}?${new URLSearchParams({ number, said })}`;
}

// One whose worth was counted, from its first choice on.
async function anyHand(cache, url) {
  const worth = url.pathname.replace(/hand$/, "worth");
  const kept = (await cache.keys()).map((each) => new URL(each.url)).filter((each) => each.pathname === worth && !each.searchParams.get("said"));
  const one = kept[Math.floor(Math.random() * kept.length)];
  return one ? one.href.replace("/worth?", "/hand?") : url.href;
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

// The pages that this device has kept, by their titles.

import { $, h, told } from "./dom.js";

const cache = await caches.open(`pages ${told().version}`);
const titleOf = (text) => new DOMParser().parseFromString(text, "text/html").title;
const rows = [];
for (const request of await cache.keys()) {
  const response = await cache.match(request);
  if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
  rows.push(h("li", {}, h("a", { href: new URL(request.url).pathname }, titleOf(await response.text()))));
}
$("kept").hidden = !rows.length;
$("none").hidden = rows.length > 0;
$("kept").querySelector("ul").append(...rows);

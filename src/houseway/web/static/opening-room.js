// A page that waits for the house: it asks again until there is an answer, and is loaded then. What it says is said once.

import { pause } from "./api.js";

const AGAIN_MS = 1000;

for (;;) {
  await pause(AGAIN_MS);
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (answer && answer.status !== 503) break;
}
location.reload();

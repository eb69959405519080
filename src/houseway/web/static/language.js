// The screens in the language of whoever looks. Texts are written in English where they are used; whatever `h` makes an
// element of is said in the language of the page. A language is one file of the house, keyed by the English texts, with
// {0}, {1} where values stand; what it lacks is shown in English. A screen begins with the texts that it shows first.

const ENGLISH = "en";
const COOKIE = "houseway_language"; // which the house reads
const YEAR_S = 31_536_000;
const STRONG = 9; // letters of its own with which a pattern is surely meant
const PARTS = /(, |: |; |\. |\.$|…$)/; // of a line that is put together

export const READ = ["aria-label", "title", "placeholder", "alt"]; // attributes that people read
export const language = document.documentElement.lang || ENGLISH;
export const figures = document.documentElement.dataset.figures || "en-US"; // the locale of numbers and money
export const printed = new Set(); // names of wagers, as they stand on the felt: an ante is explained, and Ante is a name
export const untold = new Set(); // what was to be said and stands in no catalogue

const texts = (globalThis.texts ??= {});
const known = new Map();

// In the language of the page what is said in English, with the space around it. What is said stays as it is.
export function said(english) {
  if (language === ENGLISH || !/\p{L}/u.test(english)) return english;
  if (!known.has(english)) {
    const text = translated(english);
    known.set(english, text);
    known.set(text, text);
  }
  return known.get(english);
}

function translated(english) {
  const [, before, core, after] = /^(\s*)(.*?)(\s*)$/s.exec(english);
  const line = core.replace(/\s+/g, " ");
  return before + (whole(line) ?? inParts(line)) + after;
}

// A text of the catalogue, or one with values in its places.
function whole(core) {
  const lower = core.toLowerCase();
  if (texts[core] !== undefined) return texts[core];
  if (texts[lower] !== undefined && !printed.has(core)) return capital(texts[lower]); // as a word on a button, or a line of a paytable
  const { strong, weak } = patterns();
  return filled(texts, strong, core) ?? inWholeParts(core) ?? filled(texts, weak, core);
}

// What is put together of texts that are all known: rather than a pattern of few words that would fit the whole line too.
function inWholeParts(core) {
  const parts = core.split(PARTS);
  const told = parts.length > 1 ? parts.map((part) => (PARTS.test(part) || !/\p{L}/u.test(part) ? texts[part] ?? part : whole(part))) : [null];
  return told.includes(null) ? null : told.join("");
}

function filled(from, found, core) {
  for (const { pattern, key } of found) {
    const values = pattern.exec(core);
    if (values) return from[key].replace(/\{(\d)\}/g, (_, at) => said(values[Number(at) + 1]));
  }
  return null;
}

// What the house puts together of several texts, each for itself.
function inParts(core) {
  const parts = core.split(PARTS);
  if (parts.length > 1) return parts.map((part) => (PARTS.test(part) ? texts[part] ?? part : said(part))).join("");
  untold.add(core);
  return core;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

let made = null;

function patterns() {
  if (!made) {
    const [all, isStrong] = [patternsOf(texts), ({ key }) => ownWords(key) >= STRONG];
    made = { strong: all.filter(isStrong), weak: all.filter((each) => !isStrong(each)) };
  }
  return made;
}

const ownWords = (key) => key.replace(/\{\d\}/g, "").length;

// The texts with places for values, those with most words of their own first.
function patternsOf(from) {
  return Object.keys(from)
    .filter((key) => key.includes("{0}"))
    .sort((one, other) => ownWords(other) - ownWords(one))
    .map((key) => ({ key, pattern: patternOf(key) }));
}

// The places of a key come in their order: {0} before {1}. A value does not reach over a colon that is not the key's.
function patternOf(key) {
  const hole = key.includes(": ") ? "(.+?)" : "((?:(?!: ).)+?)";
  return new RegExp(`^${key.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(hole)}$`, "s");
}

// ---- what the house refuses

// As it is worded or, where no text is about that, what the code of the reason says; null in English.
export function refusedIn(code, says) {
  const refusals = globalThis.refusals;
  if (language === ENGLISH || !refusals) return null;
  return refusals[says] ?? filled(refusals, patternsOf(refusals), says) ?? refusals[code] ?? null;
}

// ---- what comes later

let fetched = null;

// The texts of sheets and refusals. Where they cannot be had, English will do.
export function moreTexts() {
  if (language === ENGLISH || globalThis.refusals) return Promise.resolve();
  fetched ??= import(`./${language}.later.js`).then(
    () => {
      known.clear();
      made = null;
    },
    () => (fetched = null),
  );
  return fetched;
}

// A module that the screen does not begin with, and its texts.
export async function later(fetching) {
  return (await Promise.all([fetching(), moreTexts()]))[0];
}

// ---- pages

// The page as it came from the house.
export function sayPage() {
  if (language === ENGLISH) return;
  for (const element of document.querySelectorAll("[data-refused]")) element.textContent = refusedIn(element.dataset.refused, element.textContent) ?? element.textContent;
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let text; (text = walk.nextNode()); ) if (!text.parentElement.closest("script, style, code, noscript, [data-refused]")) text.data = said(text.data);
  for (const name of READ) for (const element of document.querySelectorAll(`[${name}]`)) element.setAttribute(name, said(element.getAttribute(name)));
}

// Another language is another page.
export function speak(code) {
  document.cookie = `${COOKIE}=${code}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
}

// Parts in one line; what is put together so is said, and stays as it is.
export function joined(parts) {
  const text = parts.filter(Boolean).map(said).join(texts[", "] ?? ", ");
  known.set(text, text);
  return text;
}

export const listed = (items) => new Intl.ListFormat(language).format(items.map(said));
export const oneOf = (items) => new Intl.ListFormat(language, { type: "disjunction" }).format(items.map(said));
const dates = language === ENGLISH ? "en-US" : language;
export const dated = (moment) => new Date(moment).toLocaleString(dates, { dateStyle: "medium", timeStyle: "short" });
export const day = (moment) => new Date(moment).toLocaleDateString(dates, { dateStyle: "medium" });

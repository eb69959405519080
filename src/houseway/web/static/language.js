// The screens in the language of whoever looks. Texts are written in English where they are used; whatever `h` makes an
// element of is said in the language of the page. A language is one file of the house, keyed by the English texts, with
// {0}, {1} where values stand; what it lacks is shown in English.

const ENGLISH = "en";
const COOKIE = "houseway_language"; // which the house reads
const YEAR_S = 31_536_000;
const LOCALES = { en: "en-US", es: "es-US" }; // as figures are written where people play
const PARTS = /(, |: |; |\. |\.$|…$)/; // of a line that is put together

export const READ = ["aria-label", "title", "placeholder"]; // attributes that people read
export const language = document.documentElement.lang || ENGLISH;
export const locale = LOCALES[language] ?? language;
export const untold = new Set(); // what was to be said and stands in no catalogue

const texts = globalThis.texts ?? {};
const known = new Map();

// In the language of the page what is said in English, with the space around it.
export function said(english) {
  if (language === ENGLISH || !/\p{L}/u.test(english)) return english;
  if (!known.has(english)) known.set(english, translated(english));
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
  if (texts[lower] !== undefined) return capital(texts[lower]); // as a word on a button, or a line of a paytable
  for (const { pattern, key } of patterns()) {
    const found = pattern.exec(core);
    if (found) return texts[key].replace(/\{(\d)\}/g, (_, at) => said(found[Number(at) + 1]));
  }
  return null;
}

// What the house puts together of several texts, each for itself.
function inParts(core) {
  const parts = core.split(PARTS);
  if (parts.length > 1) return parts.map((part) => (PARTS.test(part) ? part : said(part))).join("");
  untold.add(core);
  return core;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

let made = null;

// The texts with places for values, those with most words of their own first.
function patterns() {
  const own = (key) => key.replace(/\{\d\}/g, "").length;
  made ??= Object.keys(texts)
    .filter((key) => key.includes("{0}"))
    .sort((one, other) => own(other) - own(one))
    .map((key) => ({ key, pattern: patternOf(key) }));
  return made;
}

// The places of a key come in their order: {0} before {1}. A value does not reach over a colon that is not the key's.
function patternOf(key) {
  const hole = key.includes(": ") ? "(.+?)" : "((?:(?!: ).)+?)";
  return new RegExp(`^${key.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(hole)}$`, "s");
}

// The page as it came from the house.
export function sayPage() {
  if (language === ENGLISH) return;
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let text; (text = walk.nextNode()); ) if (!text.parentElement.closest("script, style, code, noscript")) text.data = said(text.data);
  for (const name of READ) for (const element of document.querySelectorAll(`[${name}]`)) element.setAttribute(name, said(element.getAttribute(name)));
}

// Another language is another page.
export function speak(code) {
  document.cookie = `${COOKIE}=${code}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
}

export const listed = (items) => new Intl.ListFormat(locale).format(items);

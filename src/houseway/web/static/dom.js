// Elements in one line, and parts of a page that are made again only when they change.

import { READ, said } from "./language.js";

const SVG = "http://www.w3.org/2000/svg";

// h("button", {class: "primary", "aria-label": "Deal", onclick: deal}, "Deal")
export function h(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

export function svg(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

function filled(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element[name] = value;
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else element.setAttribute(name, value === true ? "" : READ.includes(name) ? said(String(value)) : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false).map((child) => (typeof child === "string" ? said(child) : child)));
  return element;
}

// The children of an element, made by `build` when `key` is another than before. True if they were.
export function remade(element, key, build) {
  const text = JSON.stringify(key);
  if (element.madeOf === text) return false;
  element.madeOf = text;
  element.replaceChildren(...[build()].flat(Infinity).filter(Boolean));
  return true;
}

export const $ = (id) => document.getElementById(id);

// What the server sent with the page.
export const told = () => JSON.parse($("told").textContent);

// The focus without a jump of the felt, where that has room for all; a button that has the focus is always seen, and where
// the whole page scrolls everything is.
export function focusOn(element) {
  element.focus({ preventScroll: true });
  if (element.matches("button") || document.documentElement.scrollHeight > innerHeight) element.scrollIntoView({ block: "nearest" });
}

// Said by a screen reader, once: sentences, each in the language of the page.
export function say(...english) {
  const place = $("say");
  const text = english.flat().filter(Boolean).map(said).join(" ");
  if (place.textContent !== text) place.textContent = text;
}

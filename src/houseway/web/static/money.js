// Money is whole cents, a meter whole millionths of a dollar; both are written as the house writes them.

import { figures, language } from "./language.js";

export function dollars(cents) {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? "−" : ""}${amount(whole, rest, rest ? 2 : 0)}`;
}

// Dollars and cents as they are written for those who read the page. A string is exact, a float is not.
function amount(whole, rest, digits) {
  const written = new Intl.NumberFormat(figures, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", minimumFractionDigits: digits, maximumFractionDigits: digits });
  return written.format(`${whole}.${String(rest).padStart(2, "0")}`);
}

// What was counted as a text of dollars, exactly: "1234.5" → "$1,234.50"; with its sign, "-3.20" → "−$3.20".
export function counted(text) {
  const [whole, rest = ""] = text.replace(/[-,]/g, "").split(".");
  return amount(whole, rest.padEnd(2, "0"), 2);
}

export const signedCounted = (text) => `${text.startsWith("-") ? "−" : "+"}${counted(text)}`;

export function signed(cents) {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

// Odds as a card room prints them: "19 to 20", where a book has "0.95 to 1", and "7 to 3" for "7/3 to 1".
export function asPrinted(pays) {
  return pays.replace(/([\d,]+)(?:\.(\d+)|\/(\d+)) (to|for) 1\b/, (_, whole, places, under, odds) => {
    const scale = places ? 10 ** places.length : Number(under);
    const over = places ? Number(whole.replaceAll(",", "")) * scale + Number(places) : Number(whole.replaceAll(",", ""));
    const least = divisor(over, scale);
    return `${over / least} ${odds} ${scale / least}`;
  });
}

const divisor = (one, other) => (other ? divisor(other, one % other) : one);

// As it is said: "25 dollars", "1 dollar 50", "50 cents".
export function inWords(cents) {
  if (language !== "en") return dollars(Math.abs(cents));
  const [whole, rest] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100];
  if (!whole && rest) return rest === 1 ? "1 cent" : `${rest} cents`;
  return `${whole === 1 ? "1 dollar" : `${whole} dollars`}${rest ? ` ${rest}` : ""}`;
}

// "12.50" → 1250, exactly; null for what is not an amount.
export function centsOf(text) {
  const found = /^\$?(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(",", ""));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}

// Always with its cents: what a display of a meter shows.
export function exact(micros) {
  const cents = Math.floor(micros / 10000);
  return amount(Math.floor(cents / 100), cents % 100, 2);
}

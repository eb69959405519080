// Exact fractions in whole numbers: no figure that is printed as exact has been a floating-point number.

export class Rational {
  constructor(numerator, denominator = 1n) {
    const sign = denominator < 0n ? -1n : 1n;
    const common = divisor(numerator < 0n ? -numerator : numerator, sign * denominator) || 1n;
    this.numerator = (sign * numerator) / common;
    this.denominator = (sign * denominator) / common;
  }

  // "12732/270725", "30.331" or "6"
  static of(text) {
    const [above, below = "1"] = String(text).split("/");
    const [whole, places = ""] = above.split(".");
    return new Rational(BigInt(whole + places), BigInt(below) * 10n ** BigInt(places.length));
  }

  plus(other) {
    return new Rational(this.numerator * other.denominator + other.numerator * this.denominator, this.denominator * other.denominator);
  }

  minus(other) {
    return this.plus(new Rational(-other.numerator, other.denominator));
  }

  times(other) {
    return new Rational(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  over(other) {
    return new Rational(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  // To so many places, halves away from zero: as the house rounds.
  decimal(places) {
    const scaled = (this.numerator < 0n ? -this.numerator : this.numerator) * 10n ** BigInt(places);
    const whole = (2n * scaled + this.denominator) / (2n * this.denominator);
    const digits = String(whole).padStart(places + 1, "0");
    const grouped = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, ",");
    return `${this.numerator < 0n && whole ? "-" : ""}${grouped}${places ? `.${digits.slice(-places)}` : ""}`;
  }

  percent(places) {
    return `${this.times(new Rational(100n)).decimal(places)}%`;
  }

  dollars() {
    const text = this.decimal(2);
    return text.startsWith("-") ? `-$${text.slice(1)}` : `$${text}`;
  }

  // Near enough to draw.
  get number() {
    return Number(this.numerator * 10n ** 12n / this.denominator) / 1e12;
  }

  toString() {
    return `${this.numerator}/${this.denominator}`;
  }
}

function divisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

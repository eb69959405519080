// How long is left, by the clock of the house: a device's own may be wrong.

export const timeOf = (moment) => new Date(moment).toLocaleTimeString("en-GB");

export class Clock {
  // now: as the house wrote it into the page, which then began to arrive
  constructor(now) {
    const arrived = performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
    this.ahead = Date.parse(now) - arrived;
  }

  seconds(moment) {
    return Math.max(0, Math.ceil((Date.parse(moment) - Date.now() - this.ahead) / 1000));
  }

  // Until a moment, as 1:05 or 9 s.
  left(moment) {
    const seconds = this.seconds(moment);
    if (seconds < 60) return `${seconds} s`;
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

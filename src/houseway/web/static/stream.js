// The event stream of a table: every record, and after each commit the view of whoever is looking. It resumes where it
// broke off, and says honestly whether it is connected: the signs of life between events are watched too.

const SILENCE_MS = 40_000; // the house gives a sign of life every 15 seconds
const WAITS_MS = [200, 500, 1000, 2000, 3000];

export class Stream {
  // on: { view(seen), record(record), alerts(told), floor(news), token(), state("live" | "lost"), gone() }; `path` is that
  // of another stream than a table's
  constructor(table, after, on) {
    this.path = on.path ?? `/tables/${table}/events`;
    this.last = after;
    this.on = on;
    this.state = "";
    addEventListener("online", () => this.hurry?.());
    addEventListener("offline", () => this.control?.abort());
  }

  async run() {
    for (let failures = 0; !this.stopped; failures++) {
      try {
        await this.#listen(() => (failures = 0));
      } catch {
        // whatever it was, the answer is the same: say so, and come back
      }
      if (this.stopped) return;
      this.#is("lost");
      await new Promise((done) => {
        this.hurry = done;
        setTimeout(done, WAITS_MS[Math.min(failures, WAITS_MS.length - 1)]);
      });
    }
  }

  stop() {
    this.stopped = true;
    this.control?.abort();
  }

  // Begin anew: as somebody else, after a seat was taken or left.
  again() {
    this.control?.abort();
    this.hurry?.();
  }

  async #listen(isLive) {
    this.control = new AbortController();
    const { signal } = this.control;
    const headers = this.last === null ? {} : { "Last-Event-ID": String(this.last) };
    const response = await fetch(this.path, { signal, headers, cache: "no-store", redirect: "manual" });
    if (response.type === "opaqueredirect") location.reload(); // another process has the table
    if (response.status === 409) this.last = null; // the book is another than it was
    if (response.status === 401 || response.status === 403) this.on.token?.();
    if (response.status === 404) this.on.gone?.();
    if (!response.ok) throw new Error(`the stream answers ${response.status}`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let waiting = ""; ; ) {
      const { value, done } = await this.#inTime(reader.read());
      if (done) return;
      const messages = (waiting + value).split("\n\n");
      waiting = messages.pop();
      for (const message of messages) {
        if (this.#heard(message)) {
          isLive();
          this.#is("live");
        }
      }
    }
  }

  #inTime(reading) {
    const control = this.control;
    const timer = setTimeout(() => control.abort(), SILENCE_MS);
    return reading.finally(() => clearTimeout(timer));
  }

  // True if it was what the screen shows.
  #heard(message) {
    const fields = {};
    for (const line of message.split("\n")) {
      const at = line.indexOf(": ");
      if (at > 0) fields[line.slice(0, at)] = line.slice(at + 2);
    }
    if (fields.id) this.last = Number(fields.id);
    if (!fields.data) return false;
    const data = JSON.parse(fields.data);
    if (fields.event === "view") this.on.view(data);
    else if (fields.event === "token") this.on.token?.();
    else if (fields.event === "alerts") this.on.alerts?.(data);
    else if (fields.event === "floor") this.on.floor(data);
    else this.on.record?.(data);
    return fields.event === "view" || fields.event === "floor";
  }

  #is(state) {
    if (state !== this.state) this.on.state?.((this.state = state));
  }
}

// What the desk gives away: sheets of figures, made at once of those on the page; letters and paper, which the house
// makes; and the link. A letter file is opened here again.

import { AskedHere } from "./asking.js";
import { asks, shows } from "./designer-tools.js";
import { copyOf } from "./drafts.js";
import { h } from "./dom.js";
import { Rational } from "./rational.js";
import { csvOf, plain, save } from "./sheet.js";

const FILES = { toml: ["Letter file", "application/toml"], pdf: ["PDF", "application/pdf"], csv: ["CSV", "text/csv"], json: ["JSON", "application/json"] };
const OF_TABLE = { house_edge: "edge", hit_frequency: "hit", variance: "variance" };
const OF_LINE = ["probability", "net", "contribution"];
const COLUMNS = ["paytable", "play", "decks", "seats", ...Object.keys(OF_TABLE), "standard_deviation", "line", "pays", ...OF_LINE, ...[...Object.keys(OF_TABLE), ...OF_LINE].map((name) => `${name}_exact`)];
const PLACES = 10; // of a decimal that stands beside a fraction

export function filesTool(section, { desk, drafts, about, take, reckoned }) {
  const place = new AskedHere("The file");
  const named = (kind) => `${desk.game}-${desk.wager.toLowerCase().replaceAll(" ", "-")}.${kind}`;
  const give = (kind, ...parts) => (save(named(kind), FILES[kind][1], ...parts), h("p", {}, `Saved as ${FILES[kind][0]}.`));
  const here = { csv: () => csvOf(COLUMNS, plays(desk, drafts, reckoned).flatMap(rowsOf)), json: () => `${JSON.stringify(written(desk, drafts, reckoned), null, 1)}\n` };
  const made = (kind) => {
    try {
      shows(place, give(kind, here[kind]()));
    } catch (error) {
      shows(place, h("p", { class: "fault", role: "alert" }, error.message));
    }
  };
  const asked = (kind) => asks(place, () => about("file", { kind }), ({ content }) => give(kind, Uint8Array.from(atob(content), (each) => each.charCodeAt(0))));
  const copy = async (event) => {
    const button = event.currentTarget;
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    button.textContent = "Copied";
  };
  const open = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const text = await file.text();
    asks(place, () => about("letter", { of: [], text }), (answer) => {
      if (drafts.isUntouched) drafts.all = [];
      for (const draft of answer.drafts) take({ ...copyOf(desk.tables[0], draft.name), ...draft, name: drafts.named(draft.name) });
      return h("p", {}, `${answer.drafts.length === 1 ? "One paytable is" : `${answer.drafts.length} paytables are`} on the desk.`);
    });
    event.target.value = "";
  };
  section.append(
    h("p", { class: "source" }, "All drafts with their exact figures. The letter file is read back by ", h("code", {}, "houseway verify"), " and ", h("code", {}, "houseway whatif"), ", and here. The address of this page holds the drafts too."),
    h("p", { class: "buttons" }, Object.entries(FILES).map(([kind, [name]]) => h("button", { type: "button", "data-kind": kind, onclick: () => (kind in here ? made(kind) : asked(kind)) }, name)), h("button", { type: "button", id: "copy-link", onclick: copy }, "Copy the link")),
    h("p", {}, h("label", { class: "open" }, "Open a letter file ", h("input", { type: "file", accept: ".toml", id: "open-letter", onchange: open }))),
    place.element,
  );
}

// Every draft under every play that the page tells of: {draft, decks, seats, figures, lines}. Throws where there is one
// whose figures are not known, or not yet.
function plays(desk, drafts, reckoned) {
  return drafts.all.flatMap((draft) => {
    const { figures, fault, isHeld, note, play, others = [] } = reckoned(draft);
    if (!figures) throw new Error(`${draft.name}: ${fault ?? "how often each line comes is still being counted"}`);
    if (isHeld && !note) throw new Error(`${draft.name}: best play is still being found; save it when it is`);
    const { pays } = drafts.sent(draft);
    const about = { draft, pays, decks: drafts.decks, seats: desk.progressive ? drafts.seats : null };
    const own = [...figures.shares].map(([line, share]) => ({ line, pays: pays[line] ?? "lose", probability: figures.chances.get(line), net: figures.nets.get(line), contribution: share }));
    const first = { ...about, figures, play: play ?? (isHeld ? `the play for ${desk.paytable}, held` : ""), lines: figures.lines ?? own };
    return [first, ...others.map((each) => ({ ...about, figures: each, play: each.play, lines: each.lines }))];
  });
}

function rowsOf({ draft, decks, seats, play, figures, lines }) {
  const both = (name, value) => [[name, plain(value, PLACES)], [`${name}_exact`, value]];
  const table = Object.entries(OF_TABLE).flatMap(([name, part]) => both(name, figures[part]));
  const first = { paytable: draft.name, play, decks, seats, ...Object.fromEntries(table), standard_deviation: plain(figures.deviation, PLACES) };
  return lines.map((each) => ({ ...first, line: each.line, pays: each.pays, ...Object.fromEntries(OF_LINE.flatMap((name) => both(name, each[name]))) }));
}

function written(desk, drafts, reckoned) {
  const told = plays(desk, drafts, reckoned);
  const figuresOf = ({ play, decks, seats, figures, lines }) => ({
    play: play || null,
    decks,
    seats,
    ...Object.fromEntries(Object.entries(OF_TABLE).flatMap(([name, part]) => [[name, String(figures[part])], [`${name}_decimal`, plain(figures[part], PLACES)]])),
    standard_deviation: plain(figures.deviation, PLACES),
    lines: lines.map(({ line, pays, ...exact }) => ({ line, pays, ...Object.fromEntries(OF_LINE.map((name) => [name, String(exact[name])])) })),
  });
  return { game: desk.game, wager: desk.wager, drafts: drafts.all.map((draft) => ({ ...drafts.sent(draft), figures: told.filter((each) => each.draft === draft).map(figuresOf) })) };
}

// The lines of figures that the house sent.
export const linesSent = (lines) => lines.map(({ line, pay, ...exact }) => ({ line, pays: pay, ...Object.fromEntries(OF_LINE.map((part) => [part, Rational.of(exact[part])])) }));

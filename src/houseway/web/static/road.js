// The road of a shoe: who won each round. The bead plate is a table, six marks a column, read from top to bottom; the big
// road has a column for every run of wins of one side, with ties as a stroke through the mark before them.

import { h } from "./dom.js";

const ROWS = 6;
const SIZE = 20; // of a mark of the big road
const NS = "http://www.w3.org/2000/svg";

const LATEST = 8; // marks that are seen while the roads are folded

// Where there is little height the roads are folded away, so that they never push a wager out of sight, until somebody
// opens them.
let isOpen = !matchMedia("(max-width: 900px), (max-height: 760px)").matches;

export function road(marks) {
  const latest = marks.slice(-LATEST).map((mark) => bead(mark));
  return [
    h(
      "details",
      { class: "road-box", open: isOpen, "aria-label": summary(marks), ontoggle: ({ target }) => (isOpen = target.open) },
      h("summary", {}, h("span", { class: "latest", "aria-hidden": "true" }, latest), h("span", {}, counts(marks))),
      h("div", { class: "roads", tabindex: "0", role: "group", "aria-label": "Roads" }, beadPlate(marks), bigRoad(marks)),
    ),
  ];
}

const summary = (marks) => (marks.length === 1 ? `Road of the shoe, 1 round: ${counts(marks)}` : `Road of the shoe, ${marks.length} rounds: ${counts(marks)}`);

const counts = (marks) => [...new Set(marks)].sort().map((name) => `${name} ${marks.filter((mark) => mark === name).length}`).join(", ");

const bead = (mark) => h("span", { class: "bead", "data-mark": mark, "aria-hidden": "true" }, mark[0]);

function beadPlate(marks) {
  const columns = Math.ceil(marks.length / ROWS);
  const cell = (column, row) => {
    const nth = column * ROWS + row;
    const mark = marks[nth];
    return h("td", {}, mark ? [bead(mark), h("span", { class: "sr" }, mark)] : "");
  };
  const rows = Array.from({ length: ROWS }, (_, row) => h("tr", {}, Array.from({ length: columns }, (_, column) => cell(column, row))));
  return h("table", { class: "bead-plate" }, h("caption", {}, "Bead plate"), h("tbody", {}, rows));
}

// Where each mark of the big road lies: [{ mark, column, row, ties }]. A run that is longer than the rows goes on to the
// right, and so does one that finds the place below it taken.
export function laid(marks) {
  const dots = [];
  const taken = new Set();
  let start = -1;
  for (const mark of marks) {
    const last = dots.at(-1);
    if (mark === "Tie") {
      if (last) last.ties += 1;
      continue;
    }
    let column = start + 1;
    let row = 0;
    if (last?.mark === mark) {
      const isFree = last.row + 1 < ROWS && !taken.has(`${last.column},${last.row + 1}`) && !last.turned;
      column = isFree ? last.column : last.column + 1;
      row = isFree ? last.row + 1 : last.row;
      dots.push({ mark, column, row, ties: 0, turned: !isFree });
    } else {
      while (taken.has(`${column},0`)) column += 1;
      start = column;
      dots.push({ mark, column, row, ties: 0, turned: false });
    }
    taken.add(`${column},${row}`);
  }
  return dots;
}

function bigRoad(marks) {
  const dots = laid(marks);
  const columns = Math.max(1, ...dots.map(({ column }) => column + 1));
  const svg = shape("svg", { viewBox: `0 0 ${columns * SIZE} ${ROWS * SIZE}`, width: columns * SIZE, height: ROWS * SIZE, role: "img", "aria-label": "Big road", class: "big-road" });
  for (const { mark, column, row, ties } of dots) {
    const x = (column + 0.5) * SIZE;
    const y = (row + 0.5) * SIZE;
    svg.append(shape("circle", { cx: x, cy: y, r: SIZE / 2 - 3, class: "dot", "data-mark": mark }));
    if (ties) svg.append(shape("line", { x1: x - 6, y1: y + 6, x2: x + 6, y2: y - 6, class: "tied" }));
    if (ties > 1) svg.append(shape("text", { x, y: y + 3.5, class: "ties" }, String(ties)));
  }
  return h("figure", { class: "big" }, h("figcaption", {}, "Big road"), svg);
}

function shape(name, attributes, text = "") {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

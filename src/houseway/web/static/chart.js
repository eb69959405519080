// Pictures of figures, in the page's own colours: bars with names beside them, and lines over whole numbers. What a
// picture says in words was cut from a fraction before it came here.

import { svg } from "./dom.js";

const WIDTH = 480;
const ROW = 30;
const NAMES = 188;
const ENDS = 76;
const LONG = 24; // letters of a name that has no room beside its bar
const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [64, 14, 14, 30, 250];

// `bars`: [{name, size, says, kind}], with sizes from 0 to 1.
export function barChart(bars, label) {
  const isAbove = bars.some(({ name }) => name.length > LONG);
  const [left, row] = isAbove ? [0, ROW + 20] : [NAMES, ROW];
  const drawn = bars.flatMap(({ name, size, says, kind }, at) => {
    const y = (at + 1) * row - ROW;
    const width = size ? Math.max(1.5, size * (WIDTH - left - ENDS)) : 0;
    return [
      svg("text", isAbove ? { x: 0, y, class: "says" } : { x: NAMES - 10, y: y + 20, class: "name" }, name),
      svg("rect", { x: left, y: y + 5, width: width.toFixed(1), height: ROW - 10, rx: 2, class: kind }),
      svg("text", { x: (left + width + 7).toFixed(1), y: y + 20, class: "says" }, says),
    ];
  });
  return svg("svg", { class: "chart bars", viewBox: `0 0 ${WIDTH} ${row * bars.length + 4}`, role: "img", "aria-label": label }, drawn);
}

// `lines`: [{name, kind, points: [number, …]}], a point for each step from 0 on; `says(value)` writes the scale.
export function lineChart(lines, label, says) {
  const every = lines.flatMap(({ points }) => points);
  const [low, high] = [Math.min(0, ...every), Math.max(0, ...every)];
  const reach = high - low || 1;
  const steps = Math.max(1, ...lines.map(({ points }) => points.length - 1));
  const x = (step) => LEFT + (step / steps) * (WIDTH - LEFT - RIGHT);
  const y = (value) => TOP + (1 - (value - low) / reach) * (HEIGHT - TOP - BOTTOM);
  const drawn = ticks(low, high).flatMap((value) => [
    svg("path", { d: `M${LEFT} ${y(value).toFixed(1)}H${WIDTH - RIGHT}`, class: value ? "grid" : "zero" }),
    svg("text", { x: LEFT - 8, y: (y(value) + 5).toFixed(1), class: "name" }, says(value)),
  ]);
  for (const { points, kind } of lines) {
    drawn.push(svg("polyline", { points: points.map((value, step) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" "), class: `curve ${kind}` }));
  }
  drawn.push(svg("text", { x: LEFT, y: HEIGHT - 8, class: "says soft" }, "0"), svg("text", { x: WIDTH - RIGHT, y: HEIGHT - 8, class: "name soft" }, `${steps} hands`));
  return svg("svg", { class: "chart lines", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label }, drawn);
}

function ticks(low, high) {
  const reach = high - low || 1;
  const unit = 10 ** Math.floor(Math.log10(reach));
  const step = [0.1, 0.2, 0.5, 1, 2].map((size) => size * unit).find((size) => reach / size < 6);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => (first + at) * step || 0);
}

// How somebody gets on: accuracy and cost over the hands he has answered, in figures and as a small chart.

import { h, svg } from "./dom.js";
import { dollars } from "./money.js";

const POINTS = 20; // of the chart at most
const WIDTH = 300;
const HEIGHT = 70;

export function progressOf(drills, forget) {
  const all = drills.summary();
  if (!all.hands) return [h("h2", { id: "progress-title" }, "Your progress"), h("p", {}, "It is kept in this browser alone, from your first answer on.")];
  const latest = drills.summary(20);
  const facts = [
    ["Hands", String(drills.count)],
    ["Right", `${percent(all)}${all.hands > 20 ? `, of the last 20 ${percent(latest)}` : ""}`],
    ["Cost per $100", `${dollars(all.cost)}${all.hands > 20 ? `, of the last 20 ${dollars(latest.cost)}` : ""}`],
    ["To come back", String(drills.drills.length)],
  ];
  return [
    h("h2", { id: "progress-title" }, "Your progress"),
    h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    all.hands > 1 ? chart(drills.answers) : "",
    h("button", { type: "button", class: "quiet", onclick: forget }, "Forget all"),
  ];
}

const percent = ({ right, hands }) => `${Math.round((100 * right) / hands)}%`;

// In as many equal parts as there are points: a column for what hands cost on average, and a line for how many were right.
function chart(answers) {
  const size = Math.ceil(answers.length / POINTS);
  const parts = Array.from({ length: Math.ceil(answers.length / size) }, (_, at) => answers.slice(at * size, (at + 1) * size));
  const right = parts.map((part) => part.filter(([isRight]) => isRight).length / part.length);
  const costs = parts.map((part) => part.reduce((sum, [, cost]) => sum + cost, 0) / part.length);
  const most = Math.max(...costs, 1);
  const step = WIDTH / parts.length;
  const y = (share) => HEIGHT - 4 - share * (HEIGHT - 8);
  const label = `Over ${answers.length} hands: right ${Math.round(100 * right[0])}% at first, ${Math.round(100 * right.at(-1))}% at last; a hand cost ${dollars(Math.round(costs[0]))} per $100 at first, ${dollars(Math.round(costs.at(-1)))} at last.`;
  return h(
    "figure",
    { class: "getting-on" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      costs.map((cost, at) => svg("rect", { class: "cost", x: at * step + 1, y: y(cost / most), width: Math.max(1, step - 2), height: HEIGHT - 4 - y(cost / most) })),
      svg("polyline", { class: "right", points: right.map((share, at) => `${(at + 0.5) * step},${y(share)}`).join(" ") }),
    ),
    h("figcaption", {}, h("span", { class: "key right" }, "right, up to 100%"), " ", h("span", { class: "key cost" }, `cost, up to ${dollars(Math.round(most))} per $100`)),
  );
}

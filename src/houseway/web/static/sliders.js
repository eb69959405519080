// Sliders of the mathematics. Decks choose between figures that came with the page; seats, meter and increment evaluate
// the meter's exact coefficients.

import { $, told } from "./dom.js";
import { Rational } from "./rational.js";

const waiting = {}; // timers, by the id of what will be said

if ($("decks")) decks();
if (told().meter) meter(told().meter);

function decks() {
  const slider = $("decks");
  const chart = document.querySelector("#decks-box .chart");
  const draw = () => {
    const chosen = slider.value;
    for (const shoe of document.querySelectorAll(".shoe")) shoe.hidden = shoe.dataset.decks !== chosen;
    let edge = "";
    for (const row of document.querySelectorAll("#decks-box [data-row]")) {
      const is = row.dataset.row === chosen;
      row.classList.toggle("chosen", is);
      if (is) edge = row.dataset.edge;
    }
    $("decks-says").textContent = chosen;
    slider.setAttribute("aria-valuetext", chosen === "1" ? "1 deck" : `${chosen} decks`);
    mark(chart, Number(chosen), Number.parseFloat(edge) / 100);
    later("decks-status", `House edge ${edge}`);
  };
  begin([slider], draw);
}

function meter(coefficients) {
  const { drain, fixed, envy, stake, chance, seed } = Object.fromEntries(
    Object.entries(coefficients).map(([name, text]) => [name, Rational.of(text)]),
  );
  const one = new Rational(1n);
  const edge = (at, others) => one.minus(drain.times(at).plus(fixed).plus(envy.times(others)).over(stake));
  const [edges, longRun] = document.querySelectorAll("#meter-box .chart");
  const draw = () => {
    const others = Rational.of($("seats").value).minus(one);
    const at = Rational.of($("meter").value);
    const increment = Rational.of($("increment").value).over(new Rational(100n));
    const mean = chance.times(seed).plus(increment.times(stake)).over(drain);
    const now = edge(at, others);
    const long = edge(mean, others);
    const even = stake.minus(fixed).minus(envy.times(others)).over(drain);
    answer("edge-at", now.percent(6), now);
    answer("break-even", even.dollars(), even);
    answer("edge-long", long.percent(6), long);
    answer("mean-top", mean.dollars(), mean);
    $("answers").hidden = false;
    says("seats", $("seats").value);
    says("meter", `$${at.decimal(0)}`);
    says("increment", `${$("increment").value}%`);
    for (const chart of [edges, longRun]) {
      for (const curve of chart.querySelectorAll(".curve")) {
        curve.classList.toggle("chosen", curve.dataset.name === $("seats").value);
      }
    }
    mark(edges, at.number, now.number);
    mark(longRun, increment.number, long.number);
    later("meter-status", `Edge at this meter ${now.percent(4)}, long-run edge ${long.percent(4)}`);
  };
  begin([$("seats"), $("meter"), $("increment")], draw);
}

function begin(sliders, draw) {
  for (const slider of sliders) {
    slider.disabled = false;
    slider.addEventListener("input", draw);
  }
  draw();
}

function answer(id, text, exactly) {
  $(id).textContent = text;
  $(id).nextElementSibling.textContent = String(exactly);
}

function says(id, text) {
  $(`${id}-says`).textContent = text;
  $(id).setAttribute("aria-valuetext", text);
}

// The mark of a chart, moved to a point of its scales.
function mark(chart, x, y) {
  const [left, width, from, to] = chart.dataset.x.split(" ").map(Number);
  const [top, height, low, high] = chart.dataset.y.split(" ").map(Number);
  const circle = chart.querySelector(".mark");
  circle.setAttribute("cx", left + ((x - from) / (to - from)) * width);
  circle.setAttribute("cy", top + (1 - (y - low) / (high - low)) * height);
}

// What a screen reader says when the slider rests.
function later(id, text) {
  const first = !(id in waiting);
  clearTimeout(waiting[id]);
  waiting[id] = first ? 0 : setTimeout(() => ($(id).textContent = text), 500);
}

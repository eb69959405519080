// Surveillance: everything to be seen and nothing to be touched, but for alerts, which are acknowledged, and corrections, to which it agrees.

import { Alerts } from "./alerts.js";
import { Board } from "./board.js";
import { Corrections } from "./corrections.js";
import { Desk } from "./desk.js";
import { $, h, told } from "./dom.js";
import { Log } from "./log.js";
import { Replay } from "./replay.js";
import { Stream } from "./stream.js";

const given = told();
if (given.layout) {
  const desk = new Desk(given, "surveillance");
  const board = new Board(given.layout, $("board"));
  const table = {
    draw: ({ view }) => board.draw({ round: view.current, seats: view.seats, stage: view.stage, next: view.waits_for.seats[0] ?? null }),
  };
  desk.begin(table, new Alerts(desk), new Corrections(), new Log(desk), new Replay(desk));
} else {
  $("dock").append(h("p", { class: "message" }, "This table is closed."));
  new Stream(given.table, null, { view: ({ view }) => view.stage !== "closed" && location.reload() }).run();
}

// The dealer console: keypad, rotation number, house-way display, the seats, and the entry of physical cards.

import { Board } from "./board.js";
import { Desk } from "./desk.js";
import { Dice } from "./dice.js";
import { Display } from "./house-way.js";
import { $, h, told } from "./dom.js";
import { Entry } from "./entry.js";
import { Keypad } from "./keypad.js";
import { Rotation } from "./rotation.js";
import { Stream } from "./stream.js";

const given = told();
if (given.layout) {
  const desk = new Desk(given, "dealer");
  const board = new Board(given.layout, $("board"));
  const table = {
    draw: ({ view }) => board.draw({ round: view.current, seats: view.seats, stage: view.stage, next: view.next.command?.seat ?? null }),
  };
  desk.begin(table, new Rotation(desk), new Display(), new Keypad(desk), new Entry(desk), new Dice(desk));
} else {
  $("dock").append(h("p", { class: "message" }, "This table is closed."));
  new Stream(given.table, null, { view: ({ view }) => view.stage !== "closed" && location.reload() }).run();
}

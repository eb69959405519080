// The dealer console: keypad, rotation number, house-way display, the seats, and the entry of physical cards.

import { openDesk } from "./desk.js";
import { Dice } from "./dice.js";
import { Display } from "./house-way.js";
import { Entry } from "./entry.js";
import { Guests } from "./guests.js";
import { Keypad } from "./keypad.js";
import { Rotation } from "./rotation.js";
import { Slips } from "./slips.js";

openDesk("dealer", {
  next: (view) => view.next.command?.seat,
  parts: (desk) => [new Rotation(desk), new Display(), new Keypad(desk), new Entry(desk), new Dice(desk), new Slips(), new Guests(desk)],
});

// Surveillance: everything to be seen and nothing to be touched, but for alerts, which are acknowledged, corrections, to which it agrees, and the drop, which it counts.

import { Alerts } from "./alerts.js";
import { Corrections } from "./corrections.js";
import { openDesk } from "./desk.js";
import { Log } from "./log.js";
import { Replay } from "./replay.js";
import { Slips } from "./slips.js";

openDesk("surveillance", {
  next: (view) => view.waits_for.seats[0],
  parts: (desk) => [new Alerts(desk), new Slips(), new Corrections(), new Log(desk), new Replay(desk)],
});

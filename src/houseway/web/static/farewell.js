// In the lobby, to a player who has just left a table: what his hands there came to.

import { h } from "./dom.js";
import { allHands } from "./hand-store.js";
import { money, summed } from "./luck.js";
import { signed } from "./money.js";

export async function bidFarewell(place) {
  const sitting = sessionStorage.getItem("sitting left");
  sessionStorage.removeItem("sitting left");
  if (!sitting) return;
  const hands = (await allHands().catch(() => [])).filter((hand) => hand.sitting === sitting);
  if (!hands.length) return;
  const { title } = hands[0];
  place.prepend(
    h(
      "section",
      { class: "notice farewell", id: "farewell", role: "status", "aria-label": "Your hands at the table you left" },
      h("p", {}, h("b", {}, `${title}: ${hands.length === 1 ? "1 hand" : `${hands.length} hands`}, ${signed(summed(hands).result)}. `), wordsOf(summed(hands)), " ", h("a", { href: "/history" }, "All your hands")),
    ),
  );
}

// How the result comes about, in a sentence.
export function wordsOf({ apart, hands, expectation, skill, luck }) {
  if (!apart) return "";
  const parts = [money(expectation), money(skill), money(luck)];
  if (apart === hands) return `Expected with best play ${parts[0]}, your choices ${parts[1]}, luck ${parts[2]}.`;
  return `Of the ${apart} that are judged: expected with best play ${parts[0]}, your choices ${parts[1]}, luck ${parts[2]}.`;
}

// Where a player is in the round: pure functions of the view.

export const spotOf = (round, seat) => (seat ? round?.spots[String(seat)] ?? null : null);

// The spot of whoever sits there now: what was played before he sat down is another's.
export const ownSpot = (view, round, seat) => (round && view.seats[seat - 1]?.first_round <= round.round ? spotOf(round, seat) : null);

export const hasBet = (spot) => Boolean(spot) && Object.keys(spot.wagers).length > 0;

// Of its wagers those that still lie there: some are settled before the round is over.
export const unsettled = (spot) => Object.fromEntries(Object.entries(spot?.wagers ?? {}).filter(([wager]) => spot.is_settled || !early(spot).some((result) => result.wager === wager)));

export const early = (spot) => (spot && !spot.is_settled ? spot.results : []);

export const sum = (wagers) => Object.values(wagers).reduce((all, cents) => all + cents, 0);

// Nobody bets before the seal is published; physical cards have none.
export const isSealed = ({ current, terms }) => Boolean(current.commitment) || terms.shuffler === "manual";

// `dismissed` is the last round whose result the player has seen and put away.
export function phaseOf(view, seat, dismissed) {
  if (!seat || !view.seats[seat - 1]?.player) return "watching";
  const spot = ownSpot(view, view.current, seat);
  switch (view.stage) {
    case "betting":
      if (!view.current.takes_bets) return hasBet(spot) ? "ready" : "sitting out"; // COIN IN was pressed
      if (hasBet(spot)) return spot.ready ? "ready" : "betting";
      if (ownSpot(view, view.previous, seat)?.is_settled && dismissed < view.previous.round) return "result";
      return isSealed(view) ? "betting" : "dealing";
    case "choosing":
      if (!spot?.cards) return "sitting out";
      if (!spot.options?.length) return "waiting";
      return spot.asked_house_way ? "asked" : "choosing";
    case "reconciling":
      return spot?.is_settled ? "result" : "showdown";
    default:
      if (!view.current.dealt.length) return "dealing";
      return spot?.cards ? "waiting" : "sitting out";
  }
}

// The round that lies on the felt: the one before stays until its result has been seen, or somebody bets.
export function roundShown(view, phase) {
  if (view.stage !== "betting" || !view.previous || view.previous.void) return view.current;
  if (phase === "result") return view.previous;
  return phase === "watching" && !Object.values(view.current.spots).some(hasBet) ? view.previous : view.current;
}

// Which of his choices the player stands before: another one is new to him, though the same words are offered again.
export const turnOf = (round, spot) => `${round.round} ${spot?.said?.length ?? 0}`;

// The same round in another view, if it is in it.
export const roundIn = (view, number) => [view.current, view.previous].find((round) => round?.round === number) ?? null;

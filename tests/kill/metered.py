"""Tables that all play for one meter, and win from it often: the dealer enters physical cards, and they are rich."""

from collections.abc import Mapping
from typing import Any

import orjson

from houseway.cards import parse
from houseway.games import game_named
from houseway.progressive import commands as ask
from houseway.progressive.meter import settings_of
from houseway.role import Actor, Role
from houseway.service.floor import Floor
from houseway.service.meters import Meters
from houseway.service.outcome import Accepted
from houseway.service.store import Store, open_store
from houseway.table import commands as do
from tests.kill.ledger import Fault
from tests.kill.load import Crowd, LiveTable, Playing
from tests.table.sitting import main_of

METER = "shared"
PAYTABLE = game_named("san-lo").paytable("FSLPP-01")
DEALERS = "9d 7d 6d 4d 3d 5h"
PLAIN = {1: "9s 7h 5d 3s 2h Jd", 2: "9c 7s 8h 4c 2c Jc", 4: "8c 6s 5c 3c 2d Qh"}
WINNERS = {"Royal Flush": "As Ks Qs Js Ts 2s", "Five Aces": "As Ah Ad Ac Jk Td"}


def opens_the_meter(url: str) -> None:
    """Before any process is there."""
    settings = settings_of(PAYTABLE)
    with open_store(url) as store:
        floor = Floor(store)
        floor.start()
        opening = ask.OpenMeter(settings=settings, opening_cents=settings.seed_cents)
        done = floor.execute(f"meter {METER}", "opening", Actor(Role.CONTROLLER_ADMIN, "Ada"), opening)
        floor.stop()
    if not isinstance(done, Accepted):
        raise Fault(f"the meter is not open: {done}")


def metered_tables(crowd: Crowd, *, tables: int) -> list[Playing]:
    game = game_named("san-lo")
    terms: dict[str, Any] = {
        "dealer": "live",
        "shuffler": "manual",
        "meter": METER,
        "paytables": {main_of(game): game.paytables_of(game.main[0])[0].name, "Progressive": PAYTABLE.name},
    }
    return [MeteredTable(crowd, f"metered-{n}", game, tuple(PLAIN), **terms) for n in range(1, tables + 1)]


class MeteredTable(LiveTable):
    """Every third round or so a seat wins from the meter, and sometimes all of it."""

    async def _round(self) -> None:
        rng = self.crowd.rng
        self.in_round = True
        winner = rng.choice(self.seats)
        line = rng.choices(["", "Royal Flush", "Five Aces"], [6, 3, 1])[0]
        hands = {**PLAIN, 0: DEALERS} | ({winner: WINNERS[line]} if line else {})
        await self._all_bet()
        await self._together(do.PlaceWager(seat=seat, wager="Progressive", cents=1_00) for seat in self.seats)
        await self._dealer(do.CoinIn())
        await self._dealer(do.CloseBetting())
        await self._dealer(do.DrawNumber())
        await self._dealer(do.DealCards())
        await self._all_set()
        for place in (*self.seats, 0):
            await self._dealer(do.EnterPacket(place=place, cards=parse(hands[place])))
        if line:
            await self._wins(winner, line)
        for seat in sorted(self.seats, reverse=True):
            [reconciled] = await self._dealer(do.ReconcileSeat(seat=seat))
            for result in reconciled["results"]:
                if result["held"]:
                    seen = do.AcknowledgePayout(seat=seat, wager=result["wager"])
                    await self._does(self.crowd.staff["Iris"], seen)
        await self._dealer(do.EndGame())

    async def _wins(self, seat: int, line: str) -> None:
        await self._dealer(do.PressHand(seat=seat, line=line))
        await self._boss(do.TurnKey(to="JPH"))
        await self._boss(do.PressJackpot())
        await self._boss(do.TurnKey(to="RUN"))
        self.crowd.ledger.counts["wins from the meter"] += 1
        self.crowd.ledger.counts["wins of the whole meter"] += line == "Five Aces"


def meter_equals_the_book(store: Store, wins: int) -> Mapping[str, int]:
    """From the ledger, from the events and by the controller: three ways to the same millionth."""
    account, gained, taken, awards, reseeds = f"meter {METER}", 0, 0, 0, 0
    by_ledger = sum(store.balances(stream).get(account, 0) for stream in store.streams())
    for table in store.tables():
        for _, body in store.read_telling(table, ["CoinedIn"]):
            gained += sum(event.get("gained_micros", 0) for event in orjson.loads(body)["events"])
    for record in store.read(account):
        for event in orjson.loads(record.body)["events"]:
            taken += event["cents"] * 10_000 if event["is"] == "AwardPaid" else 0
            awards += event["is"] == "AwardPaid"
            reseeds += event["bank_micros"] if event["is"] == "MeterReseeded" else 0
    seed = settings_of(PAYTABLE).seed_cents * 10_000
    by_controller = Meters(store).whole(METER).meter.gross_micros
    if not by_ledger == seed + gained - taken + reseeds == by_controller:
        raise Fault(f"the meter: {by_ledger} by the ledger, {seed + gained - taken + reseeds} by the events, "
                    f"{by_controller} by the controller")  # fmt: skip
    if awards != wins:
        raise Fault(f"{wins} wins were acknowledged, and the meter paid {awards}")
    return {"meter gained micros": gained, "meter paid micros": taken}

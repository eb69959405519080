"""The people who play while the service is being killed: every command under a key of its own, sent again under the
same key until it is answered, and then the next one, without a look at the table."""

import asyncio
import itertools
import random
import secrets
import time
from collections.abc import Iterable
from typing import Any

import orjson

from houseway.cards import show
from houseway.game import Game
from houseway.games import game_named
from houseway.role import Role
from houseway.service.identity import Identity, hash_of
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.commands import Command
from houseway.table.notation import write
from houseway.table.terms import Terms
from tests.kill.ledger import Ack, Fault, Ledger
from tests.table.sitting import main_of
from tests.web.room import CHEAP, PIN

PATIENCE_SECONDS = 60.0  # for one command, over any number of lives; while nobody is there no time passes
ANSWER_SECONDS = 35.0
BUY_IN = 1_000_000_00
STAKE = 25_00

Answer = tuple[int, str, dict[str, Any]]  # status, where else to ask, body


class NoAnswer(Exception):
    def __init__(self, was_sent: bool) -> None:
        super().__init__(was_sent)
        self.was_sent = was_sent


class Wire:
    """As much HTTP as the load needs; a full client would take the processor from the service."""

    def __init__(self) -> None:
        self._idle: dict[str, list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]] = {}

    async def get(self, address: str, path: str) -> dict[str, Any]:
        return (await self._asks("GET", address, path, b"", ""))[2]

    async def post(self, address: str, path: str, body: object, token: str = "") -> Answer:
        return await self._asks("POST", address, path, orjson.dumps(body), token)

    async def _asks(self, method: str, address: str, path: str, data: bytes, token: str) -> Answer:
        sent = False
        try:
            idle = self._idle.setdefault(address, [])
            host, _, port = address.removeprefix("http://").partition(":")
            reader, writer = idle.pop() if idle else await asyncio.open_connection(host, int(port))
            head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            head += f"Authorization: Bearer {token}\r\n" if token else ""
            sent = True
            writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
            async with asyncio.timeout(ANSWER_SECONDS):
                lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in lines[1:])}
                told = await reader.readexactly(int(headers.get("content-length", 0)))
        except TimeoutError:
            raise Fault(f"{address}{path} gave no answer for {ANSWER_SECONDS} s") from None
        except (OSError, asyncio.IncompleteReadError):
            raise NoAnswer(was_sent=sent) from None
        idle.append((reader, writer))
        return int(lines[0].split()[1]), headers.get("location", ""), orjson.loads(told) if told else {}

    def forget(self, address: str) -> None:
        for _, writer in self._idle.pop(address, []):
            writer.close()


class Crowd:
    """Everybody, and where the service can be found at the moment."""

    def __init__(self, ledger: Ledger, rng: random.Random, *, pause_seconds: float) -> None:
        self.ledger, self.rng, self.pause_seconds = ledger, rng, pause_seconds
        self.wire = Wire()
        self.processes: dict[str, int] = {}  # by address, those that answer
        self.found_at: dict[str, str] = {}  # table → where it was last
        self.staff: dict[str, str] = {}  # name → token
        self.stopping = False
        self._keys = itertools.count(1)

    def enrols(self, url: str, tables: Iterable[str]) -> None:
        people = {"Sue": Role.SUPERVISOR, "Iris": Role.SURVEILLANCE} | {
            f"Dealer {table}": Role.DEALER for table in tables
        }
        with open_store(url) as store:
            identity = Identity(store, hasher=CHEAP)
            for name, role in people.items():
                identity.enrol(name, role, PIN)
        self.staff = dict.fromkeys(people, "")

    async def logs_in(self) -> None:
        """Once: the tokens are in the book, and outlive every process."""
        for name in self.staff:
            status, _, told = await self.wire.post(next(iter(self.processes)), "/login", {"name": name, "pin": PIN})
            if status != 200:
                raise Fault(f"{name} cannot log in: {told}")
            self.staff[name] = told["token"]

    async def does(
        self, table: str, token: str, command: Command, *, may_be_late: bool = False
    ) -> list[dict[str, Any]]:
        """Until it is in the book: its events; none if it came too late, where that may be."""
        written, _ = write(command)
        if isinstance(command, do.OpenTable):
            written["terms"] = {name: value for name, value in written["terms"].items() if value is not None}
        sent = {name: value for name, value in written.items() if name not in ("seal", *command.edge)}
        key = f"k{next(self._keys)}"
        self.ledger.sends(table, key, sent)
        cards = {"cards": show(command.cards)} if isinstance(command, do.EnterPacket) else {}  # sealed in the book
        body = {"key": key, "command": sent | cards}
        status, process, told, unanswered = await self._answered(table, f"/tables/{table}/commands", body, token)
        if status == 401 and unanswered and isinstance(command, do.LeaveSeat):
            told = {"seq": None, "events": None, "again": True}  # left, and the token is dead: the answer was lost
        elif status == 409 and may_be_late and told["error"]["code"] == "wrong-stage":
            del self.ledger.sent[table, key]  # refused commands leave no trace
            self.ledger.counts["late"] += 1
            return []
        elif status != 200:
            raise Fault(f"{table} does not go on: {sent} under {key!r} is refused with {status} {told}")
        if told["again"] and not unanswered:
            raise Fault(f"{table}: key {key!r} is new, and {sent} was answered as done before")
        self._tells(table, key, process, told, unanswered=unanswered)
        return told["events"] or []

    async def sits(self, table: str, seat: int) -> str:
        """The token of the seat."""
        secret = secrets.token_urlsafe(16)
        key = f"seat {hash_of(secret)}"
        self.ledger.sends(table, key, {"is": "TakeSeat", "seat": seat, "player": f"Player {seat}"})
        body = {"key": secret, "seat": seat, "player": f"Player {seat}"}
        status, process, told, unanswered = await self._answered(table, f"/tables/{table}/seats", body, "")
        if status != 201:
            raise Fault(f"{table} gives no seat {seat}: {status} {told}")
        self._tells(table, key, process, {"seq": told["seq"], "events": None, "again": None}, unanswered=unanswered)
        return str(told["token"])

    def _tells(self, table: str, key: str, process: int, told: dict[str, Any], *, unanswered: bool) -> None:
        again = told["again"]
        if unanswered:
            self.ledger.counts["retried"] += 1
            self.ledger.counts[
                "retried, not told" if again is None else f"retried, {'found' if again else 'anew'}"
            ] += 1
        self.ledger.hears(
            Ack(table=table, key=key, process=process, seq=told["seq"], events=told["events"], again=bool(again))
        )

    async def _answered(self, table: str, path: str, body: object, token: str) -> tuple[int, int, dict[str, Any], bool]:
        """Status, process, body, and whether it was sent before without a word."""
        unanswered = False
        deadline = time.monotonic() + PATIENCE_SECONDS
        said: object = "nobody is there"
        while time.monotonic() < deadline:
            address = self.found_at.get(table, "")
            process = self.processes.get(address)
            if process is None:
                if not self.processes:
                    since = time.monotonic()
                    await asyncio.sleep(0.005)
                    deadline += time.monotonic() - since
                    continue
                address = self.rng.choice(list(self.processes))
                process = self.processes[address]
            self.found_at[table] = address
            try:
                status, location, told = await self.wire.post(address, path, body, token)
            except NoAnswer as lost:
                unanswered |= lost.was_sent
                self.found_at.pop(table, None)
                await asyncio.sleep(0.01)
                continue
            said = status, told
            if status == 307:
                self.found_at[table] = location.removesuffix(path)
                self.ledger.counts["sent on"] += 1
                if self.found_at[table] not in self.processes:  # it points to a process that is gone
                    await asyncio.sleep(0.03)
            elif status in (429, 503):
                unanswered |= status == 503 and told["error"]["code"] == "unavailable"
                self.ledger.counts[f"answered {told['error']['code']}"] += 1
                self.found_at.pop(table, None)
                await asyncio.sleep(0.03)
            else:
                return status, process, told, unanswered
        raise Fault(f"{table} did not take {body} in {PATIENCE_SECONDS} s: {said}")

    async def pauses(self) -> None:
        await asyncio.sleep(self.rng.uniform(0, 2 * self.pause_seconds))


class Playing:
    """A table and everybody at it."""

    def __init__(self, crowd: Crowd, name: str, game: Game, seats: tuple[int, ...], **terms: Any) -> None:
        self.crowd, self.name, self.game, self.seats = crowd, name, game, seats
        self.terms = Terms(game=game.slug, tray_cents=10**9, **terms)
        self.tokens: dict[int, str] = {}
        self.moment = "opening"
        self.in_round = False

    @property
    def number(self) -> int:
        return self.crowd.ledger.finished[self.name] + 1

    async def plays(self) -> None:
        await self._boss(do.OpenTable(terms=self.terms))
        await asyncio.gather(*map(self._sits, self.seats))
        while not self.crowd.stopping:
            await self._round()
            self.crowd.ledger.finished[self.name] += 1
            self.in_round = False
            await self._between()

    async def _sits(self, seat: int) -> None:
        self.tokens[seat] = await self.crowd.sits(self.name, seat)
        await self._buys_in(seat, BUY_IN)

    async def _buys_in(self, seat: int, cents: int) -> None:
        await self._player(seat, do.BuyIn(seat=seat, cents=cents))

    async def _between(self) -> None:
        """Chips are bought and cashed in, and now and then somebody gets up and sits down again."""
        rng = self.crowd.rng
        seat = rng.choice(self.seats)
        match rng.randrange(8):
            case 0 | 1:
                await self._buys_in(seat, rng.randrange(1, 100_000))
            case 2:
                await self._player(seat, do.CashOut(seat=seat, cents=rng.randrange(1, 1_000)))
            case 3:
                await self._player(seat, do.LeaveSeat(seat=seat))
                await self._sits(seat)

    async def _round(self) -> None:
        raise NotImplementedError

    # ---- who does what

    async def _dealer(self, command: Command) -> list[dict[str, Any]]:
        return await self._does(self.crowd.staff[f"Dealer {self.name}"], command)

    async def _boss(self, command: Command) -> None:
        await self._does(self.crowd.staff["Sue"], command)

    async def _player(self, seat: int, command: Command) -> None:
        await self._does(self.tokens[seat], command)

    async def _does(self, token: str, command: Command) -> list[dict[str, Any]]:
        during = command.during
        if not isinstance(command, do.OpenTable):
            self.moment = next(iter(during)).value if len(during) == 1 else "money and seats"
        events = await self.crowd.does(self.name, token, command)
        await self.crowd.pauses()
        return events

    async def _all_bet(self) -> None:
        wager = main_of(self.game)
        await self._together(do.PlaceWager(seat=seat, wager=wager, cents=STAKE) for seat in self.seats)

    async def _all_set(self) -> None:
        if self.game.choices[0].way:
            await self._together(do.AskHouseWay(seat=seat) for seat in self.seats)
        else:
            await self._together(do.Choose(seat=seat, word="HI") for seat in self.seats)

    async def _together(self, commands: Iterable[Any]) -> None:
        await asyncio.gather(*(self._player(command.seat, command) for command in commands))


class LiveTable(Playing):
    async def _buys_in(self, seat: int, cents: int) -> None:
        await self._dealer(do.BuyIn(seat=seat, cents=cents))

    async def _round(self) -> None:
        await self._dealer(do.Shuffle())
        self.in_round = True
        await self._all_bet()
        await self._dealer(do.CloseBetting())
        if self.game.number_by:
            await self._dealer(do.DrawNumber())
        await self._dealer(do.DealCards())
        await self._all_set()
        if self.game.choices[0].way:
            for seat in self.seats:
                await self._dealer(do.SetHouseWay(seat=seat))
        await self._dealer(do.TurnOver())
        for seat in sorted(self.seats, reverse=True):
            await self._dealer(do.ReconcileSeat(seat=seat))
        await self._dealer(do.EndGame())


class AutomaticTable(Playing):
    """The last player to be ready has the round dealt, the last to set his hand has it paid, each in one commit."""

    async def _round(self) -> None:
        self.in_round = True
        await self._all_bet()
        await self._together(do.SayReady(seat=seat) for seat in self.seats)
        await self._all_set()


class ClockTable(Playing):
    """The dealer acts by the clock alone. Whoever bets may find that the cards are out."""

    async def plays(self) -> None:
        await self._boss(do.OpenTable(terms=self.terms))
        await asyncio.gather(*map(self._sits, self.seats))
        while not self.crowd.stopping:
            self.moment = "betting"
            seat = self.crowd.rng.choice(self.seats)
            bet = do.PlaceWager(seat=seat, wager=main_of(self.game), cents=STAKE)
            await self.crowd.does(self.name, self.tokens[seat], bet, may_be_late=True)
            await asyncio.sleep(0.1)


def tables(crowd: Crowd, *, copies: int) -> list[Playing]:
    """Of each game, some tables with a live dealer and one that deals itself; and one that runs by the clock."""
    found: list[Playing] = []
    slow = {"betting_seconds": 3600, "setting_seconds": 3600}
    for slug in ("san-lo", "supreme-99", "match-em"):
        game = game_named(slug)
        found += [LiveTable(crowd, f"{slug}-{n}", game, (1, 2, 4), dealer="live") for n in range(1, copies + 1)]
        found.append(AutomaticTable(crowd, f"{slug}-auto", game, (2, 3), dealer="automatic", **slow))
    supreme = game_named("supreme-99")
    found.append(ClockTable(crowd, "by-the-clock", supreme, (1, 3), betting_seconds=1, setting_seconds=1))
    return found

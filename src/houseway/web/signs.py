"""What hangs on the walls: the sign of a meter, for a whole room, and what is posted at a table (WAC 230-15-060).

The number of the sign is the book's, to the cent, at every look: a sign that ran up to it would for a while show less
than players are owed, and one that ran ahead would promise what is not there. So only the wheels move, and the amount
is right at once. It falls only when the book does. A locked win takes its place until the key is back in RUN [SLP 9g];
where no hand turns the key, or another process has the table, for long enough to be read.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from houseway.game import Game
from houseway.games import GAMES
from houseway.games.procedure import procedure
from houseway.letters import letters_of
from houseway.money import MICROS_PER_CENT, Micros, dollars
from houseway.odds import as_printed
from houseway.paytable import Paytable
from houseway.progressive.approval import played_on
from houseway.progressive.meter import share_cents
from houseway.progressive.state import Controller
from houseway.progressive.view import public
from houseway.role import Seat
from houseway.service.meter_history import Award
from houseway.table.events import JackpotRecorded
from houseway.table.jackpots import JPH
from houseway.table.state import Table
from houseway.table.terms import ALERT_CENTS, Terms, most_on_one
from houseway.table.view import meters_shown
from houseway.web.errors import Problem
from houseway.web.felt import is_approved, layout
from houseway.web.house import House
from houseway.web.known_workings import workings_now
from houseway.web.meters import whole
from houseway.web.models import MeterName
from houseway.web.offers import offered
from houseway.web.pages import KEEPS, named, page, sorry
from houseway.web.readings import has_envy, read_at
from houseway.web.routes import Routes
from houseway.web.workings import Workings

routes = Routes(on_problem=sorry)

READ_SECONDS: Final = 20  # that a win stays on the sign if nobody turns a key


@routes.at("GET /meters/{meter}/display")
async def display(house: House, meter: str) -> Response:
    house.check_ready()
    sign = await show(house, named("meter", meter))
    return page("display.html", "display.js", data=sign, house=house.name, sign=sign)


@routes.at("GET /meters/{meter}/shown", on_problem=None)
async def show(house: House, meter: MeterName) -> dict[str, Any]:
    """What the sign shows now."""
    controller, _ = await whole(house, meter)
    micros = controller.meter.shown_micros
    locked = await house.read(lambda: _locked(house, meter))
    cents = locked["cents"] if locked else micros // MICROS_PER_CENT
    games = dict.fromkeys(link.game for _, link in sorted(controller.links.items()))
    return {
        **public(controller),
        "amount": exact(cents),
        "locked": locked,
        "titles": [GAMES[game].title for game in games],
        "pays": [_pays(paytable, name, micros) for paytable, name in played_on(controller)],
        "beside": await _beside(house, controller),
    }


async def _beside(house: House, controller: Controller) -> list[dict[str, Any]]:
    """The other meters that tables of this one play for, as the sign shows them."""
    names = await house.read(lambda: _names_beside(house, controller))
    shown = {meter: (await whole(house, meter))[0].meter.shown_cents for meter in names}
    return [{"name": name, "meter": meter, "amount": exact(shown[meter])} for meter, name in names.items()]


def _names_beside(house: House, controller: Controller) -> dict[str, str]:
    """By the name of the meter, what the paytable of the tables calls it. Their links stand in the books of the meters,
    whichever process has the table."""
    if not any(link.meter for link in controller.links.values()):
        return {}
    others = (house.meters.whole(name)[0] for name in house.meters.names() if name != controller.name)
    return {
        other.name: link.meter
        for other in others
        for table, link in sorted(other.links.items())
        if table in controller.links and link.digest == controller.links[table].digest
    }


def exact(cents: int) -> str:
    """Dollars and cents, the cents also where there are none."""
    return f"${cents // 100:,}.{cents % 100:02d}"


# ---- a win


def _locked(house: House, meter: str) -> dict[str, Any] | None:
    """The win that stands on the sign: of a table whose key is in JPH; if there is none, one of a moment ago."""
    here = tables_here(house, meter)
    for _, table in sorted(here.items()):
        if table.round.key == JPH and table.round.is_recorded:
            won = table.round.jackpots[-1]
            if table.open_terms.plays_for[won.meter] == meter:
                return _win(table, won)
    by_hand = {name for name, table in here.items() if table.terms and table.terms.dealer == "live"}
    since = datetime.now(UTC) - timedelta(seconds=READ_SECONDS)
    for award in takewhile(lambda award: award.at >= since, reversed(house.meters.history(meter).awards)):
        if award.table not in by_hand:
            return _win(house.floor.tables[award.table], award)
    return None


def _win(table: Table, win: JackpotRecorded | Award) -> dict[str, Any]:
    """The seat by the number that the room has given it."""
    seat = table.terms.number_of(Seat(win.seat)) if table.terms else win.seat
    return {"table": table.name, "seat": seat, "line": win.line, "cents": win.cents}


def tables_here(house: House, meter: str) -> dict[str, Table]:
    """Those of this process that play for the meter."""
    tables = dict(house.floor.tables).items()
    return {name: table for name, table in tables if table.terms and meter in table.terms.plays_for.values()}


# ---- what can be won


def _pays(paytable: Paytable, meter: str, micros: Micros) -> dict[str, Any]:
    """Every award, one that is a share of this meter with what it is worth now; and its envy, if it has one."""
    return {
        "paytable": paytable.label,
        "awards": [
            {
                "line": line,
                "pays": as_printed(str(pay)),
                "worth": exact(share_cents(micros, pay.amount)) if paytable.meter_of(line) == meter else None,
                "envy": dollars(pay.envy_cents) if pay.envy_cents else None,
            }
            for line, pay in paytable.lines.items()
        ],
    }


# ---- what is posted at a table: on a screen, or printed on letter paper ----------------------------


# A house that handles them otherwise posts its own text: `houseway serve --disputes FILE`.
DISPUTES: Final = """\
Say so at once, before the cards are picked up or the next round begins. The dealer leaves cards and chips as they lie \
and calls the supervisor.
The supervisor decides by these rules, the record of the round in the house's book and, where the house has \
surveillance and it helps, its recording. Ask for them to be looked at.
If you do not agree with the supervisor's decision, ask for it in writing, with the number of the table and the round. \
You may bring it to the Washington State Gambling Commission, whose agents may see the book, and the recording if \
there is one.
Rules come in this order: the commission's (WAC), those of the game's approval letter, the house's."""

# A house whose employees may play says so: `houseway serve --employees FILE`. [WAC 230-15-060]
EMPLOYEES: Final = "Nobody who works for this house plays at its tables while on duty."


@routes.at("GET /tables/{table}/posting")
async def posting(house: House, request: Request, table: str) -> Response:
    """The rules and pays of a table, for whoever stands there and for its wall."""
    change = await house.change(named("table", table), request)
    if change.table.terms is None:
        raise Problem(404, "table-closed", f"table {table} is closed: nothing is posted")
    terms, game, today = change.table.terms, change.table.game, datetime.now(UTC).date()
    return page(
        "posting.html",
        "posting.js",
        headers=KEEPS,
        data={"meters": [meter for _, meter in _meters(terms)]},
        house=house.name,
        table=table,
        game=game,
        terms=terms,
        layout=layout(change.table),
        rules=rules_of(game, terms),
        procedure=procedure(game),
        offers=await asyncio.to_thread(offered, terms, game) if not change.table.other_rules else [],
        letters=letters_of(game.letters),
        unapproved=not is_approved(game),
        order=game.order_by((terms.number_by,)),
        alert_cents=ALERT_CENTS,
        most_on_one=most_on_one(terms, today),
        ceiling=terms.ceiling if terms.ceiling and terms.ceiling.day <= today else None,
        has_staff=change.table.has_staff,
        readings=await asyncio.to_thread(read_at, terms, game, _workings(house, change.table)),
        meters=[await _meter(house, called, meter) for called, meter in _meters(terms)],
        disputes=(house.settings.disputes or DISPUTES).splitlines(),
        employees=(house.settings.employees or EMPLOYEES).splitlines(),
        at=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    )


def _workings(house: House, table: Table) -> Workings | None:
    """Of a game in which something can be read in two ways: of another nothing is asked."""
    terms, game = table.open_terms, table.game
    can_be_read = bool(game.readings) or (terms.progressive is not None and has_envy(terms.progressive))
    if not can_be_read or table.other_rules:
        return None
    return workings_now(house, GAMES[game.slug])  # what can be read in two ways looks at all cards, set by any way


def _meters(terms: Terms) -> list[tuple[str, str]]:
    """The meters that the table plays for, each after what its paytable calls it, in the paytable's order."""
    return [(each["called"], each["name"]) for each in meters_shown(terms)] or list(terms.plays_for.items())


async def _meter(house: House, called: str, meter: str) -> dict[str, Any]:
    """A meter that the table plays for, and what its paytable calls it."""
    controller, _ = await whole(house, meter)
    seed, maximum = controller.meter.settings.seed_cents, controller.meter.settings.maximum_cents
    return {
        **public(controller),
        "called": called,
        "amount": exact(controller.meter.shown_cents),
        "seed": exact(seed),
        "maximum": exact(maximum) if maximum is not None else None,
    }


def rules_of(game: Game, terms: Terms) -> dict[str, str]:
    """The clauses of the game's letters, by their number; not those of wagers that the table does not offer."""
    offered = {wager.clause.split()[0] for wager in game.wagers if wager.name in terms.paytables}
    clauses = {tag: text for letter in letters_of(game.letters) for tag, text in letter.clauses.items()}
    return {tag: text for tag, text in clauses.items() if tag.split()[0] in offered}

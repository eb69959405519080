"""The sign of a meter, for a whole room: one number, and what can be won of it.

The number is the book's, to the cent, at every look: a sign that ran up to it would for a while show less than players
are owed, and one that ran ahead would promise what is not there. So only the wheels move, and the amount is right at
once. It falls only when the book does. A locked win takes its place until the key is back in RUN [SLP 9g]; where no
hand turns the key, or another process has the table, for long enough to be read.
"""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import takewhile
from typing import Any, Final

from starlette.responses import Response

from houseway.games import GAMES
from houseway.money import MICROS_PER_CENT, Micros, dollars
from houseway.paytable import Odds, Paytable
from houseway.progressive.approval import linked_paytables
from houseway.progressive.meter import share_cents
from houseway.progressive.view import public
from houseway.table.jackpots import JPH
from houseway.table.state import Table
from houseway.web.house import House
from houseway.web.meters import whole
from houseway.web.models import MeterName
from houseway.web.pages import named, page, sorry
from houseway.web.routes import Routes

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
        "pays": [_pays(paytable, micros) for paytable in linked_paytables(controller)],
    }


def exact(cents: int) -> str:
    """Dollars and cents, the cents also where there are none."""
    return f"${cents // 100:,}.{cents % 100:02d}"


# ---- a win


def _locked(house: House, meter: str) -> dict[str, Any] | None:
    """The win that stands on the sign: of a table whose key is in JPH; if there is none, one of a moment ago."""
    here = tables_here(house, meter)
    for name, table in sorted(here.items()):
        if table.round.key == JPH and table.round.is_recorded:
            win = table.round.jackpots[-1]
            return {"table": name, "seat": win.seat, "line": win.line, "cents": win.cents}
    by_hand = {name for name, table in here.items() if table.terms and table.terms.dealer == "live"}
    since = datetime.now(UTC) - timedelta(seconds=READ_SECONDS)
    for award in takewhile(lambda award: award.at >= since, reversed(house.meters.history(meter).awards)):
        if award.table not in by_hand:
            return {"table": award.table, "seat": award.seat, "line": award.line, "cents": award.cents}
    return None


def tables_here(house: House, meter: str) -> dict[str, Table]:
    """Those of this process that play for the meter."""
    tables = dict(house.floor.tables).items()
    return {name: table for name, table in tables if table.terms and table.terms.meter == meter}


# ---- what can be won


def _pays(paytable: Paytable, micros: Micros) -> dict[str, Any]:
    """Every award, one that is a share of the meter with what it is worth now; and its envy, if it has one."""
    return {
        "paytable": paytable.label,
        "awards": [
            {
                "line": line,
                "pays": str(pay),
                "worth": exact(share_cents(micros, Fraction(pay.amount))) if pay.odds is Odds.OF_METER else None,
                "envy": dollars(pay.envy_cents) if pay.envy_cents else None,
            }
            for line, pay in paytable.lines.items()
        ],
    }

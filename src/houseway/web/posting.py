"""What is posted at a table (WAC 230-15-060), made from the terms it is run on now: rules, limits, paytables, envy, the
meter, the house way, and how disputes are settled. To be read on a screen or printed on letter paper.
"""

from datetime import UTC, datetime
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from houseway.game import Game
from houseway.letters import letters
from houseway.progressive.envy import READINGS
from houseway.progressive.view import public
from houseway.table.state import Table
from houseway.table.terms import ALERT_CENTS, Terms
from houseway.web.display import exact
from houseway.web.errors import Problem
from houseway.web.felt import layout
from houseway.web.house import House
from houseway.web.meters import whole
from houseway.web.pages import named, page, sorry
from houseway.web.routes import Routes

routes = Routes(on_problem=sorry)

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


@routes.at("GET /tables/{table}/posting")
async def posting(house: House, request: Request, table: str) -> Response:
    """For whoever stands at the table, and for its wall."""
    change = await house.change(named("table", table), request)
    if change.table.terms is None:
        raise Problem(404, "table-closed", f"table {table} is closed: nothing is posted")
    values = await posted(house, change.table)
    return page("posting.html", "posting.js", data={"meter": change.table.terms.meter}, house=house.name, **values)


async def posted(house: House, table: Table) -> dict[str, Any]:
    terms, game = table.terms, table.game
    assert terms is not None
    return {
        "table": table.name,
        "game": game,
        "terms": terms,
        "layout": layout(table),
        "rules": rules_of(game, terms),
        "letters": [letters()[name] for name in game.letters],
        "order": game.deal.order_by((terms.number_by,)),
        "alert_cents": ALERT_CENTS,
        "has_staff": table.has_staff,
        "envy": _envy(terms),
        "meter": await _meter(house, terms),
        "disputes": (house.settings.disputes or DISPUTES).splitlines(),
        "at": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }


def _envy(terms: Terms) -> str | None:
    """Whose hands are envied at this table, where any are."""
    paytable = terms.progressive
    if paytable is None or not any(pay.envy_cents for pay in paytable.lines.values()):
        return None
    return READINGS[terms.envy]


async def _meter(house: House, terms: Terms) -> dict[str, Any] | None:
    if not terms.meter:
        return None
    controller, _ = await whole(house, terms.meter)
    seed, maximum = controller.meter.settings.seed_cents, controller.meter.settings.maximum_cents
    return {
        **public(controller),
        "amount": exact(controller.meter.shown_cents),
        "seed": exact(seed),
        "maximum": exact(maximum) if maximum is not None else None,
    }


def rules_of(game: Game, terms: Terms) -> dict[str, str]:
    """The clauses of the game's letters, by their number; not those of wagers that the table does not offer."""
    offered = {wager.clause.split()[0] for wager in game.wagers if wager.name in terms.paytables}
    clauses = {tag: text for name in game.letters for tag, text in letters()[name].clauses.items()}
    return {tag: text for tag, text in clauses.items() if tag.split()[0] in offered}

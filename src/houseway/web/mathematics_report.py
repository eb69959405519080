"""The mathematics report of a game, handed out by the card room: a page that says whether it is there, and the report
itself as a page and on paper. It takes seconds to make, of some games minutes; the page comes again by itself."""

import base64
import hashlib
import re
from typing import Final

from starlette.responses import Response

from houseway.service.log import log
from houseway.web.errors import Problem
from houseway.web.felt import felt_of
from houseway.web.house import House
from houseway.web.installation import MATHEMATICS, TYPESETTER
from houseway.web.mathematics import game_at
from houseway.web.pages import page, sorry
from houseway.web.reckoner import Busy, Failed
from houseway.web.report import KINDS, PAGE, PAPER, MadeReport, question
from houseway.web.routes import Routes

routes = Routes(on_problem=sorry)

AGAIN: Final = {"Refresh": "3"}
STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@routes.at("GET /mathematics/{game}/report")
async def show_report(house: House, game: str) -> Response:
    """Where the mathematics report of a game is, or that it is being made."""
    rules = game_at(game)
    house.installation.check(MATHEMATICS)
    house.installation.check(TYPESETTER)
    reports = {kind: _made(house, rules.slug, kind) for kind in KINDS}
    waits = any(report is None for report in reports.values())
    hashes = {kind: hashlib.sha256(made.content).hexdigest() for kind, made in reports.items() if made}
    return page(
        "report.html",
        None,
        headers=AGAIN if waits else None,
        data=None,
        game=rules,
        felt=felt_of(rules.slug),
        waits=waits,
        hashes=hashes,
    )


@routes.at("GET /mathematics/{game}/report/page")
async def read_report(house: House, game: str) -> Response:
    """The mathematics report as one page that fetches nothing and runs nothing."""
    content = _report(house, game, PAGE).content
    [style] = STYLE.findall(content.decode())
    named = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{named}'; base-uri 'none'; frame-ancestors 'none'"
    return Response(content, media_type=KINDS[PAGE], headers={"Content-Security-Policy": policy})


@routes.at("GET /mathematics/{game}/report/paper")
async def print_report(house: House, game: str) -> Response:
    """The mathematics report on paper, as a PDF."""
    made = _report(house, game, PAPER)
    name = f"{game_at(game).slug}-mathematics.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(made.content, media_type=KINDS[PAPER], headers=headers)


def _report(house: House, game: str, kind: str) -> MadeReport:
    made = _made(house, game_at(game).slug, kind)
    if made is None:
        raise Problem(503, "not-yet", "This report is being made. It takes seconds, of some games minutes.")
    return made


def _made(house: House, slug: str, kind: str) -> MadeReport | None:
    """None while it is made."""
    try:
        answered = house.workings.known(question(game_at(slug), kind))
    except Busy:
        return None
    except Failed as fault:
        log.error("a report could not be made", game=slug, says=str(fault))
        raise Problem(500, "no-report", "This report could not be made; the log of the house says why.") from None
    return MadeReport.read(answered) if answered else None

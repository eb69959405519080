"""The anchors of a running house: the last one, for everybody, and one more, for those who check the book."""

from functools import partial
from typing import Any, Final

from houseway.service.anchor import Anchor, AnchorBroken
from houseway.service.people import Session
from houseway.web.book import WATCHERS
from houseway.web.errors import Problem
from houseway.web.house import House
from houseway.web.routes import Routes, only

routes = Routes()

NONE: Final = Problem(404, "no-anchor", "this house makes no anchors: houseway serve --anchors FILE --anchor-key FILE")


@routes.at("GET /anchors/last")
async def show_last_anchor(house: House) -> dict[str, Any]:
    """The last anchor, as it is signed: whoever keeps it can hold the book to it later."""
    if house.anchoring is None or house.anchoring.last is None:
        raise NONE
    return told(house.anchoring.last)


@routes.at("POST /anchors", who=only(WATCHERS, "an anchor is made on demand"), status=201)
async def make_anchor(house: House, session: Session) -> dict[str, Any]:
    """One more anchor, of the book as it is now."""
    anchoring = house.anchoring
    if anchoring is None:
        raise NONE
    try:
        return told(await house.read(partial(anchoring.make, f"asked for by {session.name}")))
    except AnchorBroken as broken:
        raise Problem(409, "anchor-broken", str(broken)) from None


def told(anchor: Anchor) -> dict[str, Any]:
    return {
        "number": anchor.number,
        "at": anchor.at,
        "day": anchor.day,
        "why": anchor.why,
        "sha256": anchor.sha256,
        "key": anchor.key,
        "line": anchor.line(),
    }

"""The terms of the house: what it runs its tables by beyond the letters.

They are settings of the process that opens the tables, and stand in the house's book in plain words: a change of them
is a record, and an audit finds a table that was opened by terms which the house never had.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final

from houseway.proved_ways import all_ways
from houseway.table.ceiling import Ceiling
from houseway.table.room_way import RoomWay
from houseway.table.terms import Terms

HouseTerms = Mapping[str, str]  # what → how it is
CEILING: Final = "ceiling"


def terms_of_house(*, ceiling: Ceiling | None, settings: Mapping[str, object], posted: Mapping[str, str]) -> HouseTerms:
    """As they are now, the ways of the room's own among them. What is posted is told by its hash; what is not set, not
    at all."""
    terms = {what: str(each) for what, each in settings.items() if each not in (None, "")}
    terms |= {what: f"SHA-256 {hashlib.sha256(text.encode()).hexdigest()}" for what, text in posted.items() if text}
    terms |= dict(_told_ways(all_ways()))
    return terms | ({CEILING: _told_ceiling(ceiling)} if ceiling else {})


def not_of_the_house(opened: Terms, terms: HouseTerms) -> str | None:
    """What a table was opened by that is not among the terms that the house had then, in words."""
    if opened.ceiling and terms.get(CEILING) != _told_ceiling(opened.ceiling):
        return f"the house had no ceiling of {_told_ceiling(opened.ceiling)}"
    if opened.way and dict(_told_ways([(opened.game, opened.way)])).items() - terms.items():
        return f"the house had no way {opened.way.name!r} of this text and standing"
    return None


def _told_ceiling(ceiling: Ceiling) -> str:
    return f"{ceiling.cents} cents on one wager from {ceiling.since} on, approved: {ceiling.approved}"


def _told_ways(ways: Iterable[tuple[str, RoomWay]]) -> Iterable[tuple[str, str]]:
    for game, way in ways:
        digest = hashlib.sha256(way.text.encode()).hexdigest()
        yield f"way of {game}: {way.name}, file SHA-256 {digest}", way.standing

"""The page of hours and money of a game: what tables come to, how a session ends, what promotional chips are worth. It
asks as the designer's desk does (`web.designer`), of the process beside the service."""

from typing import Final

from starlette.responses import Response

from houseway.game import is_progressive
from houseway.web.felt import felt_of
from houseway.web.hours_asked import FORMS
from houseway.web.house import House
from houseway.web.known_workings import room_decks
from houseway.web.mathematics import game_at
from houseway.web.pages import page, sorry
from houseway.web.routes import Routes

pages = Routes(on_problem=sorry)

TITLES: Final = {
    "hours": "What tables come to",
    "session": "A player’s session",
    "promo": "Promotional chips",
}


@pages.at("GET /hours/{game}")
async def show_hours(house: House, game: str) -> Response:
    """Three forms, each with what is taken where nothing is said."""
    rules = game_at(game)
    tables = [table for wager in rules.wagers if not is_progressive(wager) for table in rules.paytables_of(wager)]
    asked = {
        "game": rules.slug,
        "decks": room_decks(house, rules),
        "paytables": [[table.name, f"{table.wager}, {table.label}"] for table in tables],
        "forms": [
            {
                "about": about,
                "title": TITLES[about],
                "fields": [[field.name, field.label, field.usual or "", field.unit] for field in fields],
            }
            for about, fields in FORMS.items()
        ],
    }
    return page("hours.html", "hours.js", data=asked, game=rules, felt=felt_of(rules.slug))

"""All that a page holds: of a game its wagers with their edges, of the main game or one paytable its figures."""

from fractions import Fraction

from houseway.analysis.figures import percent
from houseway.game import Game, is_progressive
from houseway.letters import letters
from houseway.paytable import Paytable
from houseway.reports.shapes import Json
from houseway.web.felt import felt_number
from houseway.web.mathematics.addresses import path_of
from houseway.web.mathematics.figures import figures_told
from houseway.web.mathematics.findings import findings_on
from houseway.web.mathematics.shoes import meter_of, shoes_of
from houseway.web.mathematics.sliders import meter_sliders


def wagers_of(game: Game, decks: int) -> Json:
    """A game, and where its wagers are, with their edges in a shoe of so many decks."""
    return {
        "game": game,
        "decks": decks if len(game.deal.decks) > 1 else None,
        "felt": felt_number(game.slug),
        "wagers": [
            {"name": wager.name, "paytables": [_entry(game, table, decks) for table in game.paytables_of(wager)]}
            for wager in game.wagers
        ],
    }


def _entry(game: Game, table: Paytable, decks: int) -> Json:
    figures = shoes_of(game, table).shown_first(decks)
    return {
        "label": table.label,
        "address": path_of(game, table),
        "edge": percent(Fraction(figures["house_edge"])) if figures else None,
    }


def main_game(game: Game, decks: int) -> Json:
    """The main game's figures, and how to play it."""
    shoes = shoes_of(game, game.paytables_of(game.main)[0])
    return {
        **wagers_of(game, decks),
        **figures_told(shoes, decks),
        "meter": None,
        "strategies": {
            shoe["decks"]: list(map(_strategy, shoe["strategies"])) for shoe in shoes.found if shoe.get("strategies")
        },
        "readings": game.readings,
    }


def _strategy(strategy: Json) -> Json:
    return {
        "basis": strategy["basis"],
        "edge": percent(Fraction(strategy["house_edge"]), 4),
        "best": percent(Fraction(strategy["best_edge"]), 4),
        "cost": percent(Fraction(strategy["cost"]), 4),
        "exactly": strategy["cost"],
        "rows": [{**row, "hands": f"{row['hands']:,}"} for row in strategy["rows"]],
        "curve": [
            {"lines": each["lines"], "cost": percent(Fraction(each["cost"]), 4), "exactly": each["cost"]}
            for each in strategy["curve"]
        ],
    }


def one_paytable(game: Game, table: Paytable, decks: int) -> Json:
    """One wager on one paytable; a progressive one has its meter to move."""
    wager = game.wager(table.wager)
    has_meter = is_progressive(wager) and table.meter
    return {
        **wagers_of(game, decks),
        **figures_told(shoes_of(game, table), decks),
        "meter": meter_sliders(meter_of(game.slug, table.name)) if has_meter else None,
        "wager": wager,
        "table": table,
        "letter": letters()[table.letter] if table.letter else None,
        "findings": findings_on(game, table),
    }

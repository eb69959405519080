"""Whether a table was opened under rules that some release had: if not, its book is forged."""

from collections.abc import Mapping
from typing import Final

from houseway.games import GAMES, HASHES
from houseway.games.released import released
from houseway.table import terms as today
from houseway.table.terms import Terms, own_faults, way_label

RULES: Final = (1, 2, 3)  # of procedure; nothing is taken off


def unreleased(
    terms: Terms, paytable_hashes: Mapping[str, str], house_way: str, rules: int, game_hash: str
) -> str | None:
    """What of the rules that a table says it was opened under was never released. Of a game of one's own only its house
    knows which editions there were: where it is not as today, its table is not decided again, and the audit says so."""
    if rules not in RULES and rules != today.RULES:
        return f"the rules of procedure {rules}"
    if paytable_hashes.keys() != set(terms.paytables.values()):
        return "a table whose paytables are not those of its terms"
    if terms.game not in released():
        return None
    game, known = GAMES.get(terms.game), released()[terms.game]
    for name, digest in paytable_hashes.items():
        digests = known.paytables.get(name, ())
        if digest not in digests and not (game and name in game.paytables and game.paytables[name].digest == digest):
            return f"this paytable {name}"
    is_today = game is not None and game_hash == HASHES.get(terms.game)
    if game and is_today and (wrong := next(own_faults(terms, game), None)):
        return f"a table that was opened so: {wrong}"
    if terms.way:  # the room's own: its file is in the book, and what it is called follows from it
        is_known = not is_today or way_label(terms.played) == house_way
    else:
        is_known = house_way in known.house_ways or (game is not None and way_label(game) == house_way)
    if not is_known:
        return f"the house way {house_way!r}"
    is_edition = game_hash in ("", *known.editions, HASHES.get(terms.game))
    return f"this edition of {terms.game}" if known.editions and not is_edition else None

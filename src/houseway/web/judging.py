"""What the coach is asked of a hand that was played, and what he answers.

He judges the one choice of a game whose mathematics knows it: the games of the letters. What was said and how the cards
lay is told to it as one setting.
"""

from collections.abc import Mapping
from typing import Any

import houseway
from houseway.cards import parse
from houseway.deciding.command import Json
from houseway.game import Game, Setting
from houseway.games import GAMES
from houseway.reports.shapes import shape
from houseway.table.layout import as_laid, lay
from houseway.table.places import DEALER
from houseway.table.terms import Terms


def has_coach(terms: Terms) -> bool:
    return terms.game in GAMES


def preparation(terms: Terms) -> Json:
    """A question without a hand: whoever is asked it gets ready."""
    return {"game": terms.game, "decks": terms.decks}


def question(terms: Terms, spot: Mapping[str, Any], packets: Mapping[str, str], seat: int) -> Json:
    """From the receipt of a round. Cards that come after the choice are no part of it."""
    game = GAMES[terms.game]
    packet = packets[str(seat)]
    return preparation(terms) | {
        "packet": packet,
        "layout": spot["layout"] or as_laid((len(packet.split()),)),
        "word": _word(game, spot["said"][-1]),
        "adds": [wager.name for wager in game.added if wager.name in spot["wagers"]],
        "wagers": spot["wagers"],
        "shown": " ".join(packets[str(DEALER)].split()[: game.deal.dealer_shows]),
        "paytables": list(terms.paytables.values()),
    }


def _word(game: Game, said: str) -> str:
    """The word without what it added: `HI double` is HI. Cards are set without one."""
    cards = game.deal.pack().cards()
    choices = game.choices(cards[: game.deal.packet], cards[: game.deal.dealer_shows])
    return next((choice.word for choice in choices if choice.word and said.startswith(choice.word)), "")


def answer(asked: Json) -> Json:
    """What a choice was worth beside the best one."""
    game, decks = GAMES[asked["game"]], asked["decks"]
    if "packet" not in asked:  # count one hand, whichever it is: what the others need is then at hand
        cards, deal = game.deal.pack(decks).cards(), game.deal
        houseway.decide(game, cards[: deal.packet], cards[deal.packet :][: deal.dealer_shows], decks=decks)
        return {}
    chosen = Setting(lay(parse(asked["packet"]), asked["layout"]), asked["word"], tuple(asked["adds"]))
    paytables = [game.paytable(name) for name in asked["paytables"]]
    advice = houseway.advise(game, chosen, asked["shown"], decks=decks, stakes=asked["wagers"], paytables=paytables)
    written: Json = shape(advice)
    return written

"""What the coach is asked of a round that was played, and what he answers: of every choice of a seat in it."""

from collections.abc import Mapping
from typing import Any

import houseway
from houseway.cards import parse, show
from houseway.deciding.command import Json
from houseway.game import SEAT, Game
from houseway.games import game_named
from houseway.reports.shapes import shape
from houseway.table.layout import lay
from houseway.table.notation import build, plain
from houseway.table.places import name_of, packets_of
from houseway.table.room_way import RoomWay
from houseway.table.terms import Terms


def has_coach(terms: Terms) -> bool:
    """Where nobody chooses anything there is nothing to coach."""
    game = game_named(terms.game)
    return bool(game.choices and game.main)


def preparation(terms: Terms) -> Json:
    """A question without a hand: whoever is asked it gets ready."""
    asked: Json = {"game": terms.game, "decks": terms.decks, "paytables": sorted(terms.paytables.values())}
    if terms.readings:
        asked["readings"] = dict(terms.readings)
    return asked | ({"way": plain(terms.way)} if terms.way else {})


def game_asked(asked: Json) -> Game:
    """The game that a question is about, by the readings and the house way of its table."""
    way: RoomWay | None = build(RoomWay, asked["way"]) if "way" in asked else None
    return Terms(game=game_named(asked["game"]).slug, readings=asked.get("readings", {}), way=way).played


def question(terms: Terms, spot: Mapping[str, Any], packets: Mapping[str, str], seat: int) -> Json:
    """From the receipt of a round: the cards as they lay at its end."""
    named = {name_of(place): show(cards) for place, cards in packets_of(packets).items()}
    mine = packets[str(seat)].split()
    split = [[" ".join(mine[number - 1] for number in hand["cards"]), hand["said"]] for hand in spot.get("hands", ())]
    return preparation(terms) | {
        "packet": packets[str(seat)],
        "lying": {name: cards for name, cards in named.items() if name != SEAT.place},
        "said": spot["said"],
        "layout": spot["layout"],
        "wagers": spot["wagers"],
        **({"split": split, "wagers": spot["hands"][0]["wagers"]} if split else {}),
    }


def takes_time(asked: Json) -> bool:
    """Whether it is about a game that takes seconds to prepare."""
    from houseway.analysis.exact.options import added_by_choice, solved

    if "workings" in asked or "why" in asked:
        return False
    game = game_asked(asked)
    beside = added_by_choice(game)
    method = solved(game, decks=asked["decks"], paytables=asked["paytables"], beside=beside, one_sight=True)
    return getattr(method, "takes_seconds", False)


def answer(asked: Json) -> Json:
    """What each choice was worth beside the best one."""
    from houseway.analysis.exact.options import prepare  # with all kernels: only the process that counts has them

    game = game_asked(asked)
    if "packet" not in asked:
        prepare(game, decks=asked["decks"], paytables=asked["paytables"])
        return {}
    layout = asked["layout"]
    advice = houseway.advise(
        game,
        asked["packet"],
        asked["said"],
        hands=lay(parse(asked["packet"]), layout) if layout else (),
        split=asked.get("split", ()),
        lying=asked["lying"],
        decks=asked["decks"],
        stakes=asked["wagers"],
        paytables=asked["paytables"],
    )
    written: Json = shape(advice)
    return written

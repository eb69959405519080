"""Corrections in a receipt: cards that two people say were others than were dealt, or than were entered.

The seal cannot tell whether they were right. What can be checked is that there were two of them, who gave a reason,
and that one pack can deal what they say; and a reader is told plainly where cards differ from the seal.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from houseway.cards import Cards, Pack, check_dealable, show
from houseway.games import game_named
from houseway.table.packets import DEALER, dealt, packets_of
from houseway.table.state import Correction, Round, Table, dealt_later
from houseway.table.terms import Terms


def write_correction(made: Correction) -> dict[str, Any]:
    return {
        "was": {str(place): show(cards) for place, cards in made.was.items()},
        "now": {str(place): show(cards) for place, cards in made.now.items()},
        "by": made.by,
        "agreed_by": made.agreed_by,
        "note": made.note,
    }


def read_correction(page: Mapping[str, Any]) -> Correction:
    return Correction(
        was=packets_of(page["was"]),
        now=packets_of(page["now"]),
        by=str(page["by"]),
        agreed_by=str(page["agreed_by"]),
        note=str(page["note"]),
    )


def as_dealt(rnd: Round) -> tuple[dict[int, Cards], list[tuple[str, bool]]]:
    """The packets as they were before they were corrected, and every correction: who made it, what and why."""
    packets, checks = dict(rnd.packets), []
    for made in reversed(rnd.corrections):
        for place, now in made.now.items():
            whose = f"{_whose(place)} cards"
            by = f"by {made.by}, {made.agreed_by} agreeing: {made.note}"
            says = f"{whose} are not as dealt: {show(made.was[place])} were corrected to {show(now)} {by}"
            if made.was[place] == now:
                says = f"{whose} are {show(now)}, looked at again {by}"
            checks.append((says, packets.get(place) == now))
        packets |= made.was
    return packets, checks[::-1]


def check(table: Table, rnd: Round) -> Iterator[tuple[str, bool]]:
    """A correction is of two people who say why, and what it makes of the packets could have been dealt."""
    pack, packets = table.game.deal.pack(table.open_terms.decks), dict(rnd.packets)
    for nth, made in reversed([*enumerate(rnd.corrections, 1)]):
        people = {made.by.strip().casefold(), made.agreed_by.strip().casefold()} - {""}
        yield f"correction {nth} is of two people, who give a reason", len(people) == 2 and bool(made.note.strip())
        same_size = {p: len(cards) for p, cards in made.was.items()} == {p: len(cards) for p, cards in made.now.items()}
        yield f"correction {nth} leaves packets that one pack can deal", same_size and _is_dealable(packets, pack)
        packets |= made.was
    if rnd.packets:
        later = dealt_later(table.game, rnd) if rnd.corrections else {}
        every = {**rnd.packets, -1: sum(later.values(), ())}
        yield "all packets together come from one pack", _is_dealable(every, pack)


def remarks(terms: Terms, rnd: Round) -> list[str]:
    """Where the cards of the round are not those of the seal."""
    of_what = "the seal" if rnd.sealed else "what was entered first"
    says = []
    for made in rnd.corrections:
        by = f"corrected by {made.by}, {made.agreed_by} agreeing: {made.note}"
        for place, now in made.now.items():
            if (was := made.was[place]) != now:
                says.append(f"{_whose(place)} cards differ from {of_what}: {show(was)} are now {show(now)}, {by}")
    return says + _from_picked_up(terms, rnd)


def _from_picked_up(terms: Terms, rnd: Round) -> list[str]:
    """Corrected cards that the sealed order has in a packet that was picked up, more often than the pack has them."""
    if not rnd.order:
        return []
    game = game_named(terms.game)
    pack, by_seal = game.deal.pack(terms.decks), dealt(game, rnd.order, rnd.places)
    lying = Counter(sum((*rnd.packets.values(), *dealt_later(game, rnd).values()), ()))
    lying.update(sum((by_seal[place] for place in rnd.picked_up), ()))
    return [
        f"{show((card,))}, to which {_whose(place)} packet was corrected, "
        f"was in the picked-up packet of place {other} by the seal"
        for place in sorted({place for made in rnd.corrections for place in made.now})
        for card in sorted(set(rnd.packets[place]) - set(by_seal[place]))
        for other in rnd.picked_up
        if card in by_seal[other] and lying[card] > pack.copies(card)
    ]


def _whose(place: int) -> str:
    return "the dealer's" if place == DEALER else f"seat {place}'s"


def _is_dealable(packets: Mapping[int, Cards], pack: Pack) -> bool:
    try:
        check_dealable(sum(packets.values(), ()), pack)
    except ValueError:
        return False
    return True

"""Corrections in a receipt: cards that two people say were others than were dealt, or than were entered.

The seal cannot tell whether they were right. What can be checked is that there were two of them, who gave a reason,
and that one pack can deal what they say; and a reader is told plainly where cards differ from the seal.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from houseway.cards import Cards, Pack, check_dealable, show
from houseway.games import game_named
from houseway.table.places import Place, packets_of
from houseway.table.state import Correction, Round, Table
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


def as_dealt(terms: Terms, rnd: Round) -> tuple[dict[Place, Cards], list[tuple[str, bool]]]:
    """The packets as they were before they were corrected, and every correction: who made it, what and why."""
    packets, checks = _packets(rnd), []
    for made in reversed(rnd.corrections):
        for place, now in made.now.items():
            whose = f"{_whose(place, terms)} cards"
            by = f"by {made.by}, {made.agreed_by} agreeing: {made.note}"
            says = f"{whose} are not as dealt: {show(made.was[place])} were corrected to {show(now)} {by}"
            if made.was[place] == now:
                says = f"{whose} are {show(now)}, looked at again {by}"
            checks.append((says, packets.get(place, ())[: len(now)] == now))
        packets |= _before(packets, made)
    return packets, checks[::-1]


def _before(packets: Mapping[Place, Cards], made: Correction) -> dict[Place, Cards]:
    """The corrected packets as they were before, with the cards that came to them since."""
    return {place: cards + packets.get(place, ())[len(cards) :] for place, cards in made.was.items()}


def check(table: Table, rnd: Round) -> Iterator[tuple[str, bool]]:
    """A correction is of two people who say why, and what it makes of the packets could have been dealt."""
    pack, packets = table.game.pack(table.open_terms.decks), _packets(rnd)
    for nth, made in reversed([*enumerate(rnd.corrections, 1)]):
        people = {made.by.strip().casefold(), made.agreed_by.strip().casefold()} - {""}
        yield f"correction {nth} is of two people, who give a reason", len(people) == 2 and bool(made.note.strip())
        same_size = {p: len(cards) for p, cards in made.was.items()} == {p: len(cards) for p, cards in made.now.items()}
        yield f"correction {nth} leaves packets that one pack can deal", same_size and _is_dealable(packets, pack)
        packets |= _before(packets, made)
    if rnd.piles:
        yield "all packets together come from one pack", _is_dealable(_packets(rnd), pack)


def remarks(terms: Terms, rnd: Round) -> list[str]:
    """Where the cards of the round are not those of the seal."""
    of_what = "the seal" if rnd.sealed else "what was entered first"
    says = []
    for made in rnd.corrections:
        by = f"corrected by {made.by}, {made.agreed_by} agreeing: {made.note}"
        for place, now in made.now.items():
            if (was := made.was[place]) != now:
                says.append(
                    f"{_whose(place, terms)} cards differ from {of_what}: {show(was)} are now {show(now)}, {by}"
                )
    return says + _from_picked_up(terms, rnd)


def _from_picked_up(terms: Terms, rnd: Round) -> list[str]:
    """Corrected cards that the sealed order has in a packet that was picked up, more often than the pack has them."""
    if not rnd.order:
        return []
    pack, deals = game_named(terms.game).pack(terms.decks), dealt_by_seal(rnd)
    lying = Counter(chain.from_iterable(_packets(rnd).values()))
    lying.update(chain.from_iterable(deals[place] for place in rnd.picked_up))
    return [
        f"{show((card,))}, to which {_whose(place, terms)} packet was corrected, "
        f"was in the picked-up packet of {terms.spoken(other)} by the seal"
        for place in sorted({place for made in rnd.corrections for place in made.now}, key=str)
        for card in sorted(set(rnd.cards_of(place)) - set(deals[place]))
        for other in rnd.picked_up
        if card in deals[other] and lying[card] > pack.copies(card)
    ]


def dealt_by_seal(rnd: Round) -> dict[Place, Cards]:
    """The packets of a round in which all cards were dealt at once, off the top of the order."""
    before = _packets(rnd)
    for made in reversed(rnd.corrections):
        before |= _before(before, made)
    sizes = [len(cards) for cards in before.values()]
    packets, top = {}, 0
    for place in rnd.places:
        size = len(rnd.cards_of(place)) or max(sizes)
        packets[place] = rnd.order[top : top + size]
        top += size
    return packets


def _packets(rnd: Round) -> dict[Place, Cards]:
    return {place: pile.cards for place, pile in rnd.piles.items()}


def _whose(place: Place, terms: Terms) -> str:
    return f"{terms.spoken(place)}'s"


def _is_dealable(packets: Mapping[Place, Cards], pack: Pack) -> bool:
    try:
        check_dealable(sum(packets.values(), ()), pack)
    except ValueError:
        return False
    return True

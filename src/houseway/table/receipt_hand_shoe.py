"""A shoe that was shuffled by hand, in a receipt: what was burnt, and all that was seen of it before the round.

Nothing of it was sealed, so nothing proves that its cards were not chosen. What can be checked is that the decks have
them all, and that the house burnt what its terms say.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from houseway.cards import parse, show
from houseway.table.hand_shoe import HandShoe, begun_by_hand, needs_first_card
from houseway.table.replacing import replace
from houseway.table.state import Round, Table


def hand_shoe_page(table: Table, rnd: Round) -> dict[str, Any]:
    """The shoe in a receipt and on a screen: what was seen of it, everybody has seen."""
    shoe = rnd.hand_shoe
    assert shoe is not None
    return {
        "since": shoe.since,
        "cards": len(table.game.pack(table.open_terms.decks)),
        "burn": "" if shoe.burn is None else show((shoe.burn,)),
        "burnt": shoe.burnt,
        "seen": show(shoe.seen),
        "began": rnd.began,
        "gone": rnd.top,
        "is_out": shoe.is_out,
    }


def read_hand_shoe(told: Mapping[str, Any], rnd: Round) -> Round:
    """The round with the shoe that a receipt tells of. Raises `ValueError` for what only looks like a number."""
    for name in ("since", "cards", "burnt", "began", "gone"):
        if type(told[name]) is not int:
            raise ValueError(f"this is not a round's receipt: {name} {told[name]!r} of its shoe")
    burn = parse(told["burn"])
    shoe = HandShoe(
        since=told["since"],
        burn=burn[0] if burn else None,
        burnt=told["burnt"],
        seen=parse(told["seen"]),
        is_out=bool(told["is_out"]),
    )
    return replace(rnd, hand_shoe=shoe, began=told["began"], top=told["gone"])


def check_hand_shoe(table: Table, rnd: Round) -> Iterator[tuple[str, bool]]:
    """That all that was seen of the shoe can be in it, and the round began where it stood."""
    shoe, cut_card = rnd.hand_shoe, table.open_terms.shoe
    if shoe is None:
        return
    pack = table.game.pack(table.open_terms.decks)
    yield "the table deals from a shoe that is shuffled by hand, as its terms say", bool(cut_card) and table.is_by_hand
    if cut_card is None:
        return
    is_turned = (shoe.burn is not None) is needs_first_card(cut_card)
    by_terms = is_turned and begun_by_hand(shoe.since, cut_card, shoe.burn).burnt == shoe.burnt
    yield f"{shoe.burnt} cards were burnt, as the terms say", by_terms
    is_new = shoe.since == rnd.number
    seen_before = shoe.burnt + len(shoe.seen)
    began = rnd.began == shoe.burnt and not shoe.seen if is_new else rnd.began >= seen_before
    yield "the round began where the shoe stood", 0 < shoe.since <= rnd.number and began
    lying = sum(len(pile.cards) for pile in rnd.piles.values())
    yield "no more cards are gone than the shoe has", rnd.began + lying <= rnd.top <= len(pack)
    came = Counter((*shoe.gone, *(card for pile in rnd.piles.values() for card in pile.cards)))
    yield "no card came more often than the shoe has it", all(pack.copies(card) >= n for card, n in came.items())

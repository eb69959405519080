"""A shoe in a receipt: what was published of it, and the cards that the round dealt from it, each opened by itself.

A house that changes a card after the commitment is found out by the first round that deals it. One that sealed a card
too often and another not at all is found out when the shoe is over, and earlier by whoever holds receipts of several
rounds: together they may show no card more often than the pack has it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from houseway.cards import Cards, Pack, parse
from houseway.role import Seat
from houseway.table.cut_card import BY_FIRST_CARD, CutCard
from houseway.table.events import ShoeShuffled
from houseway.table.notation import canonical
from houseway.table.seal import terms_digest
from houseway.table.shoe import Shoe, burn_shown, commitment_of, is_whole, places_after
from houseway.table.state import Round, Table
from houseway.table.terms import Terms
from houseway.table.tree import OpenedCard, read_opened, root_above, root_of, write_opened
from houseway.table.witness import is_of_shoe


def shoe_page(terms: Terms, rnd: Round) -> dict[str, Any]:
    """The shoe of a round, and the cards of the round so far. Nothing of what is still in the shoe is in it."""
    sealed, shoe, cut_card = rnd.sealed, rnd.shoe, terms.shoe
    assert isinstance(sealed, ShoeShuffled) and cut_card is not None
    burn = burn_shown(shoe, cut_card) if shoe else None
    return {
        "since": shoe.since if shoe else rnd.number,
        "cards": len(sealed.order),
        "root": root_of(sealed.order, sealed.nonce),
        "terms": sealed.terms,
        "behind": cut_card.behind,
        "burnt": shoe.burnt if shoe else 0,
        "burn": write_opened(burn) if burn else None,
        "began": rnd.began,
        "gone": rnd.top,
        "opened": [write_opened(card) for card in shoe.opened(rnd.began, rnd.top)] if shoe and rnd.order else [],
    }


def check(table: Table, rnd: Round, page: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """That the house was bound before the first bet of the shoe, and every card of the round is one that it sealed, in
    its place."""
    shoe, terms, pack = page["shoe"], table.open_terms, table.game.pack(table.open_terms.decks)
    _check_numbers(shoe)
    cards, root, began = shoe["cards"], str(shoe["root"]), shoe["began"]
    commitment = commitment_of(cards, root, str(shoe["terms"]))
    yield "the commitment is the hash of the shoe's tree and terms", commitment == page["commitment"]
    yield "the seal covers the terms of the table", shoe["terms"] == terms_digest(terms) and terms.shoe is not None
    yield f"as many cards were sealed as the pack has: {pack}", cards == len(pack)
    places, opened = places_after(len(pack), commitment, rnd.cuts), list(map(read_opened, shoe["opened"]))
    by = f"the cuts of seats {', '.join(map(str, sorted(rnd.cuts)))}" if rnd.cuts else "no cut"
    in_place = tuple(card.place for card in opened) == places[began : began + len(opened)]
    yield f"the cards came from the places that follow from the seal and {by}", in_place
    dealt = tuple(card.card for card in opened)
    yield "every card that was dealt is the one that was sealed in its place", _lead_to(opened, cards, root)
    yield "the order is that of the opened cards", dealt == parse(page["order"])
    yield "the round ended where its last card was dealt", shoe["gone"] == began + len(opened)
    yield "no card left the shoe that was not dealt", bool(rnd.places) or not opened
    yield from _check_time(rnd, shoe, terms.shoe)
    yield from _check_burn(table, rnd, shoe, places, began)
    if page["sealed"]:
        yield from _check_whole(pack, root, page["sealed"], places, began, dealt)


def _check_numbers(shoe: Mapping[str, Any]) -> None:
    """Raises `ValueError` for what only looks like a number: two readers must not see two things in it."""
    for name in ("since", "cards", "behind", "burnt", "began", "gone"):
        if type(shoe[name]) is not int:
            raise ValueError(f"this is not a round's receipt: {name} {shoe[name]!r} of its shoe")


def _check_time(rnd: Round, shoe: Mapping[str, Any], cut_card: CutCard | None) -> Iterator[tuple[str, bool]]:
    """That the shoe was dealt from no longer than its terms allow."""
    if cut_card is None:
        return
    yield f"{cut_card.behind} cards lie behind the cut card, as the terms say", shoe["behind"] == cut_card.behind
    rounds = rnd.number - shoe["since"]
    is_out = bool(rnd.places) and rounds > 0 and cut_card.is_out(shoe["cards"], shoe["began"], rounds)
    yield "the shoe was not to be shuffled before the round", rounds >= 0 < shoe["since"] and not is_out


def _lead_to(opened: Sequence[OpenedCard], cards: int, root: str) -> bool:
    return all(root_above(card, cards) == root for card in opened)


def _check_burn(
    table: Table, rnd: Round, shoe: Mapping[str, Any], places: Sequence[int], began: int
) -> Iterator[tuple[str, bool]]:
    """What is burnt of a new shoe: a number of cards that the terms or the first card give."""
    cut_card, burnt = table.open_terms.shoe, shoe["burnt"]
    if cut_card is None or not rnd.places:
        return
    if cut_card.burn == BY_FIRST_CARD:
        first = read_opened(shoe["burn"])
        is_first = first.place == places[0] and _lead_to([first], shoe["cards"], str(shoe["root"]))
        yield f"{burnt} cards were burnt, by the first", is_first and burnt == cut_card.burnt_by(first.card)
    else:
        yield f"{burnt} cards were burnt, as the terms say", burnt == cut_card.most_burnt
    is_new = shoe["since"] == rnd.number
    yield "the round began where the shoe stood", began == burnt if is_new else began >= burnt


def _check_whole(
    pack: Pack, root: str, sealed: Mapping[str, Any], places: Sequence[int], began: int, dealt: Cards
) -> Iterator[tuple[str, bool]]:
    """Of a shoe that is over: all its cards, and that they were a whole pack."""
    order: Cards = parse(str(sealed["order"]))
    yield f"the shoe held a whole pack: {pack}", is_whole(order, pack)
    yield "the tree is that of the cards that were sealed", root_of(order, str(sealed["nonce"])) == root
    came = tuple(order[place] for place in places[began : began + len(dealt)]) if len(order) == len(places) else ()
    yield "the cards of the round are those of the whole shoe", came == dealt


def check_several(pages: Sequence[Mapping[str, Any]], pack: Pack) -> Iterator[tuple[str, bool]]:
    """Receipts of several rounds of one shoe: none is left out between them, they tell the same of the shoe and of
    every record, every round began where the one before ended, no place of the shoe was dealt from twice, and no card
    came more often than the pack has it."""
    pages = sorted(pages, key=lambda page: int(page["round"]))
    rounds = [int(page["round"]) for page in pages]
    yield "all are of one shoe", len({str(page["commitment"]) for page in pages}) == 1
    yield "all tell the same of the shoe, its table and its cuts", len({_told_of_shoe(page) for page in pages}) == 1
    yield "no round between them is left out", rounds == list(range(rounds[0], rounds[-1] + 1))
    yield "every record that several name is the same in all", _name_the_same(pages)
    yield "the records of every round came after those of the one before it", _rise(pages)
    ends = [(page["shoe"]["began"], page["shoe"]["gone"]) for page in pages]
    follows = all(before[1] == after[0] for before, after in pairwise(ends))
    yield "every round began where the one before it ended", follows
    came = [card["place"] for page in pages for card in page["shoe"]["opened"]]
    yield "no place of the shoe was dealt from twice", len(came) == len({*came})
    dealt = Counter(card for page in pages for card in parse(page["order"]))
    yield "no card was dealt more often than the pack has it", all(n <= pack.copies(c) for c, n in dealt.items())


def _told_of_shoe(page: Mapping[str, Any]) -> str:
    """What every receipt of a shoe says alike. A shoe that was never dealt from has burnt nothing yet."""
    shoe = page["shoe"]
    told = {name: shoe[name] for name in ("since", "cards", "root", "terms", "behind")}
    burnt = {"burnt": shoe["burnt"], "burn": shoe["burn"]}
    return canonical(told | burnt | {"table": page["table"], "cuts": page["cuts"], "of": page["terms"]})


def _name_the_same(pages: Sequence[Mapping[str, Any]]) -> bool:
    named = {(place["record"], place["hash"]) for page in pages for place in page["records"].values()}
    return len(named) == len({record for record, _ in named})


def _rise(pages: Sequence[Mapping[str, Any]]) -> bool:
    """Records of the shoe itself are of the round for which it was shuffled, and named by all."""
    own = [
        [place["record"] for what, place in page["records"].items() if not is_of_shoe(what)]
        for page in pages
        if page["records"]
    ]
    return all(max(before) < min(after) for before, after in pairwise(filter(None, own)))


def read_shoe(page: Mapping[str, Any], cuts: Mapping[Seat, str]) -> Shoe:
    """The shoe as far as a receipt tells it: of one that is dealt on neither cards nor places are known."""
    told, sealed = page["shoe"], page["sealed"] or {"order": "", "nonce": ""}
    shuffled = ShoeShuffled(
        order=parse(str(sealed["order"])),
        nonce=str(sealed["nonce"]),
        terms=str(told["terms"]),
        commitment=str(page["commitment"]),
    )
    return Shoe(sealed=shuffled, cuts=cuts, since=int(told["since"]), places=(), burnt=int(told["burnt"]))

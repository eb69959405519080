"""The rules: the deal, the wagers with their terms, the clauses of the letters by their numbers; and the house way in
words and, where it is a points card, the card."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from houseway.game import Deal, Game, Wager
from houseway.letters.letter import Letter
from houseway.reports.document import Block, Column, Facts, Items, Ledger, Section, Text, right, wide
from houseway.reports.paper import long_day, minus
from houseway.ways.way import Bound, Way

ABREAST: Final = 3  # columns of a points card


def rules_section(game: Game, letters: Sequence[Letter]) -> Section:
    return Section(title="The rules", blocks=(_deal(game.deal), _wagers(game)), parts=tuple(_clauses(game, letters)))


def _deal(deal: Deal) -> Block:
    face_up = f", {deal.dealer_shows} of them face up" if deal.dealer_shows else ""
    return Facts(
        (
            ("Seats", str(deal.seats)),
            ("Dealt to a seat", _cards(deal.packet, deal.later)),
            ("Dealt to the dealer", _cards(deal.dealer_packet, deal.dealer_later) + face_up),
            ("Packs", f"{deal.accepted_decks} decks" if len(deal.decks) > 1 else str(deal.pack())),
            ("Order of the deal", deal.order),
        )
    )


def _cards(packet: int, later: int) -> str:
    return f"{packet} cards" + (f", and {later} after the choice" if later else "")


def _wagers(game: Game) -> Block:
    return Ledger(
        columns=(Column("Wager"), Column("Clause"), *wide("Terms", "Paytables")),
        rows=tuple(
            (wager.name, wager.clause, _terms(wager), ", ".join(table.label for table in game.paytables_of(wager)))
            for wager in game.wagers
        ),
    )


def _terms(wager: Wager) -> str:
    terms = (
        wager.requires and f"needs {wager.requires}",
        wager.at_most and f"at most {wager.at_most}",
        wager.equals and f"equals {wager.equals}, added with a choice",
    )
    return "; ".join(filter(None, terms)) or "stands alone"


def _clauses(game: Game, letters: Sequence[Letter]) -> Iterator[Section]:
    for letter in letters:
        if clauses := clauses_of(game, letter):
            yield Section(
                title=f"{letter.title}, {long_day(letter.date)}",
                blocks=(
                    Text(f"{letter.about} The clauses are told in our words; the letter's own are the rule."),
                    Ledger(columns=(Column("Clause"), *wide("Rule")), rows=tuple(clauses.items())),
                ),
            )


def clauses_of(game: Game, letter: Letter) -> dict[str, str]:
    """The clauses of a letter that speak of this game: a tag names the list it is from, as the wagers' clauses do."""
    if all(entry.game == game.slug for entry in letter.entries):
        return dict(letter.clauses)
    lists = {wager.clause.split()[0] for wager in game.wagers}
    return {tag: text for tag, text in letter.clauses.items() if lists & set(tag.split())}


# ---- the house way ---------------------------------------------------------------------------------


def house_way_section(game: Game) -> Section:
    return Section(title="The house way", blocks=tuple(_house_way(game)))


def _house_way(game: Game) -> Iterator[Block]:
    way = game.house_way
    stands = f"It stands in {way.letter}." if way.letter else "No letter prints it: it is ours, and approved by nobody."
    players = "A player may ask for it." if way.for_players else "It is the dealer's alone."
    yield Text(f"{way.label}. {stands} {players}")
    yield Items(tuple(way.rules))
    if isinstance(way.source, Way):
        yield from _card(way.source)


def _card(way: Way) -> Iterator[Block]:
    for hand, entries in way.points.items():
        yield _points(hand, entries)
    if way.bonuses:
        yield Ledger(
            caption="Then every line that holds is added",
            columns=(*right("Points"), *wide("Setting")),
            rows=tuple((minus(f"{bonus.points:+d}"), bonus.says) for bonus in way.bonuses),
            tight=True,
        )


def _points(hand: str, entries: Sequence[tuple[Bound, int]]) -> Block:
    """Entries of the same points on one row, in columns abreast."""
    alike: dict[int, list[str]] = {}
    for bound, points in entries:
        alike.setdefault(points, []).append(bound.text)
    rows = [(str(points), ", ".join(alike[points])) for points in sorted(alike, reverse=True)]
    length = -(-len(rows) // ABREAST)
    parts = [rows[start : start + length] for start in range(0, len(rows), length)]
    return Ledger(
        caption=f"Points of {hand}",
        columns=(*right("Points"), *wide("Hands")) * len(parts),
        rows=tuple(sum(abreast, ()) for abreast in zip_longest(*parts, fillvalue=("", ""))),
        tight=True,
    )

"""The rules: the deal, the wagers with their terms, the clauses of the letters by their numbers; and the house way in
words and, where it is a points card, the card."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Final

from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.question import question
from houseway.game import DEALER, SEAT, Bets, Choice, Deal, Draw, Game, Show, Wager
from houseway.games.procedure import procedure
from houseway.letters.letter import Letter
from houseway.reports.document import Block, Column, FactList, Items, Ledger, Section, Text, right, wide
from houseway.reports.paper import long_day, minus
from houseway.ways.house_way import HouseWay
from houseway.ways.way import Bound, Way

ABREAST: Final = 3  # columns of a points card
SOME_ROUNDS: Final = 200
IN_OUR_WORDS: Final = " The clauses are told in our words; the letter's own are the rule."


def rules_section(game: Game, letters: Sequence[Letter]) -> Section:
    parts = (*_round(game), *_clauses(game, letters))
    return Section(title="The rules", blocks=(_deal(game), _wagers(game)), parts=parts)


def _deal(game: Game) -> Block:
    return FactList(
        (
            ("Seats", str(game.seats)),
            *((f"Dealt to {_called(place)}", _cards(game, place)) for place in (SEAT.place, *game.places)),
            ("Packs", f"{game.accepted_decks} decks" if len(game.decks) > 1 else str(game.pack())),
            ("Order of the deal", game.order),
        )
    )


def _called(place: str) -> str:
    return "a seat" if place == SEAT.place else f"the {place}"


def _cards(game: Game, place: str) -> str:
    """How many cards come to a place, and how they lie there for those who do not hold them."""
    deals = [step for step in game.round if isinstance(step, Deal) and place in step.to.places]
    cards, up = sum(step.cards for step in deals), sum(step.up for step in deals)
    drawn = any(isinstance(step, Draw) and place in step.to.places for step in game.round)
    many = f"{cards} card{'s' if cards != 1 else ''}"
    face_up = "" if not up else ", face up" if up == cards else f", {up} of them face up"
    return (many + face_up + (", and more by the rule" if drawn else "")) if cards else "none"


def _round(game: Game) -> Iterator[Section]:
    """Step by step, unless packets, one choice and the dealer's cards are all there is."""
    kinds = [type(step) for step in game.round if not isinstance(step, Deal)]
    if kinds != [Bets, Choice, Show] or set(game.places) != {DEALER.place}:
        yield Section(title="The round, step by step", blocks=(Items(tuple(procedure(game))),))


def _wagers(game: Game) -> Block:
    added = _added(game)
    return Ledger(
        columns=(Column("Wager"), Column("Clause"), *wide("Terms", "Paytables")),
        rows=tuple(
            (
                wager.name,
                wager.clause,
                _terms(game, wager, added.get(wager.name, ())),
                ", ".join(table.label for table in game.paytables_of(wager)),
            )
            for wager in game.wagers
        ),
    )


def _added(game: Game) -> dict[str, tuple[int | Fraction, ...]]:
    """Of wagers that come with a choice: how many times the wager they are of, in some rounds that are played at
    random."""
    met = options_met(question(game), SOME_ROUNDS) if game.choices else ()
    stakes = {stake for _, options in met for option in options for stake in option.stakes}
    return {name: tuple(sorted(times for other, times in stakes if other == name)) for name, _ in stakes}


def _terms(game: Game, wager: Wager, times: Sequence[int | Fraction]) -> str:
    """What a wager needs, and how much it may be."""
    terms = []
    if game.required and wager.name not in game.required and not wager.free:
        terms.append(f"needs {game.required[0]}")
    if wager.at_most:
        terms.append(f"at most {wager.at_most if wager.at_most_times == 1 else wager.cap}")
    if wager.of and not wager.free:
        many = " or ".join(map(str, times))
        terms.append(f"equals {wager.of}" if tuple(times) in ((), (1,)) else f"{many} times {wager.of}")
        terms[-1] += ", added with a choice" if times else ""
    if wager.free:
        terms.append(f"free, paid by {wager.of}")
    if wager.outlives:
        terms.append("is settled though the seat has folded")
    return "; ".join(terms) or "stands alone"


def _clauses(game: Game, letters: Sequence[Letter]) -> Iterator[Section]:
    for letter in letters:
        if clauses := clauses_of(game, letter):
            yield Section(
                title=f"{letter.title}, {long_day(letter.date)}",
                blocks=(
                    Text(letter.about + (IN_OUR_WORDS if _is_approval(letter) else "")),
                    Ledger(columns=(Column("Clause"), *wide("Rule")), rows=tuple(clauses.items())),
                ),
            )


def _is_approval(letter: Letter) -> bool:
    return not letter.entries or any(entry.paytable.approved for entry in letter.entries)


def clauses_of(game: Game, letter: Letter) -> dict[str, str]:
    """The clauses of a letter that speak of this game: a tag names the list it is from, as the wagers' clauses do. A
    letter that has pays for this game alone, and names its clauses otherwise, is printed whole."""
    lists = {wager.clause.split()[0] for wager in game.wagers}
    own = {tag: text for tag, text in letter.clauses.items() if lists & set(tag.split())}
    is_of_this_game = all(entry.game == game.slug for entry in letter.entries)
    return own or (dict(letter.clauses) if is_of_this_game else {})


# ---- the house way ---------------------------------------------------------------------------------


def house_way_section(game: Game, way: HouseWay) -> Section:
    return Section(title="The house way", blocks=tuple(_house_way(game, way)))


def _house_way(game: Game, way: HouseWay) -> Iterator[Block]:
    stands = f"It stands in {way.letter}." if way.letter else "No letter prints it: it is ours, and approved by nobody."
    asked = any(choice.way for choice in game.choices)
    players = "A player may ask for it." if asked else "It is the dealer's alone."
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

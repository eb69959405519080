"""The rules: the deal, the wagers with their terms, and the clauses of the letters by their numbers."""

from collections.abc import Iterator, Sequence

from houseway.game import Deal, Game, Wager
from houseway.letters.letter import Letter
from houseway.reports.document import Block, Column, Facts, Ledger, Section, Text
from houseway.reports.paper import long_day


def rules_section(game: Game, letters: Sequence[Letter]) -> Section:
    return Section(
        title="The rules",
        blocks=(_deal(game.deal), _wagers(game)),
        parts=tuple(_clauses(game, letters)),
    )


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
        columns=(Column("Wager"), Column("Clause"), Column("Terms", wide=True), Column("Paytables", wide=True)),
        rows=tuple(
            (wager.name, wager.clause, _terms(wager), ", ".join(table.label for table in game.paytables_of(wager)))
            for wager in game.wagers
        ),
    )


def _terms(wager: Wager) -> str:
    terms = [f"needs {wager.requires}"] * bool(wager.requires)
    terms += [f"at most {wager.at_most}"] * bool(wager.at_most)
    terms += [f"equals {wager.equals}, added with a choice"] * bool(wager.equals)
    return "; ".join(terms) or "stands alone"


def _clauses(game: Game, letters: Sequence[Letter]) -> Iterator[Section]:
    for letter in letters:
        if clauses := clauses_of(game, letter):
            yield Section(
                title=f"{letter.title}, {long_day(letter.date)}",
                blocks=(
                    Text(f"{letter.about} The clauses are told in our words; the letter's own are the rule."),
                    Ledger(columns=(Column("Clause"), Column("Rule", wide=True)), rows=tuple(clauses.items())),
                ),
            )


def clauses_of(game: Game, letter: Letter) -> dict[str, str]:
    """The clauses of a letter that speak of this game: a tag names the list it is from, as the wagers' clauses do."""
    if all(entry.game == game.slug for entry in letter.entries):
        return dict(letter.clauses)
    lists = {wager.clause.split()[0] for wager in game.wagers}
    return {tag: text for tag, text in letter.clauses.items() if lists & set(tag.split())}

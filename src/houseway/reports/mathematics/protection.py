"""Cards that are seen, and seats that share: what a seat wins that knows more than the round shows it."""

from collections.abc import Callable, Iterator, Sequence

from houseway.analysis.figures import percent
from houseway.analysis.gain import Gain
from houseway.cards import decks_in_words
from houseway.reports.document import Block, CommandLine, Ledger, Section, Text, right, wide
from houseway.reports.mathematics.subject import Mathematics
from houseway.reports.paper import minus
from houseway.reports.protection import how_known, known_in_words

SURE = 2  # standard errors
First = Callable[[Gain], tuple[str, ...]]  # the first cells of a row


def protection_section(subject: Mathematics) -> Section:
    return Section(title="Cards that are seen, and seats that share", blocks=tuple(_blocks(subject)))


def _blocks(subject: Mathematics) -> Iterator[Block]:
    game = subject.game
    if not (game.choices and game.main):
        yield Text(
            "Nobody chooses anything once the wagers are placed: a card that is seen then is worth nothing, and seats "
            "that share win nothing by it."
        )
        return
    if not subject.gains:
        yield Text(
            "The figures of this report are of a seat that knows its own cards and those that lie open. What one wins "
            "that knows more was not worked out for it. These commands do, where a method of this program can:"
        )
        yield CommandLine((f"houseway seen {game.slug}",))
        yield CommandLine((f"houseway collusion {game.slug}",))
        return
    yield Text(
        "The figures of this report are of a seat that knows its own cards and those that lie open. Below is what one "
        "wins more, on average over all that it could know, that knows more cards and plays best with them, and the "
        f"house edge that is left, both of a unit of {game.main[0].name}. A sample deals all that is known at random "
        "and is exact for each deal; ± is one standard error."
    )
    shared = sorted(filter(_is_shared, subject.gains), key=lambda each: (each.decks, each.seats))
    here = [each for each in shared if each.decks == subject.decks]
    full = [each for each in shared if each.seats == game.seats]
    if shared:
        yield Text(" ".join(_verdict(subject, here, full)))
    seen = [each for each in subject.gains if not _is_shared(each)]
    if seen:
        yield _ledger(("What a seat knows",), seen, lambda each: (known_in_words(each),))
    if here:
        dealt = f", dealt from {decks_in_words(subject.decks)}" if subject.has_choice_of_decks else ""
        caption = f"Seats that know the cards of all of them{dealt}"
        yield _ledger(("Seats", "Cards of others"), here, _seats_and_cards, caption)
    if len(full) > 1:
        caption = f"{game.seats} seats that share, by number of decks"
        yield _ledger(("Decks", "House edge, not sharing"), full, _decks_and_edge, caption)


def _is_shared(gain: Gain) -> bool:
    return not gain.knowledge.shown and gain.seats > 1 and gain.knowledge.dead == (gain.seats - 1) * gain.hand


def _seats_and_cards(gain: Gain) -> tuple[str, ...]:
    return str(gain.seats), str(gain.knowledge.dead)


def _decks_and_edge(gain: Gain) -> tuple[str, ...]:
    return str(gain.decks), percent(gain.house_edge, 4)


def _ledger(heads: tuple[str, ...], gains: Sequence[Gain], first: First, caption: str = "") -> Ledger:
    columns = wide(*heads) if len(heads) == 1 else right(*heads)
    rows = tuple(
        (*first(each), minus(percent(each.gain, 4)), minus(percent(each.edge, 4)), how_known(each)) for each in gains
    )
    return Ledger(
        caption=caption, columns=(*columns, *right("Wins more", "House edge", "How it is known")), rows=rows, tight=True
    )


def _verdict(subject: Mathematics, here: Sequence[Gain], full: Sequence[Gain]) -> Iterator[str]:
    """Only what is more than two standard errors from even is said to be so."""
    beaten = [each.seats for each in here if float(each.edge) + SURE * each.standard_error < 0]
    dealt = f"dealt from {decks_in_words(subject.decks)}" if subject.has_choice_of_decks else "as it is dealt"
    if beaten:
        seats = f"{min(beaten)} seats" if min(beaten) == subject.game.seats else f"{min(beaten)} seats or more"
        yield f"{subject.game.title}, {dealt}, is beaten by {seats} that share: the house loses to each of them."
    else:
        seats = "any number of seats" if len(here) > 1 else f"{subject.game.seats} seats"
        yield f"{subject.game.title}, {dealt}, is not shown to be beaten by {seats} that share."
    safe = [each.decks for each in full if float(each.edge) - SURE * each.standard_error > 0]
    least = next((n for n in sorted(safe) if all(each.decks in safe for each in full if each.decks >= n)), None)
    if beaten and least:
        yield f"{decks_in_words(least).capitalize()} protect it, for a full table and so for any smaller one."
    yield (
        "Only the number of cards that are known counts: neither the order in which seats are dealt and speak nor "
        "burnt cards change that. What protects a game is more decks, fewer seats, and cards that no other seat sees "
        "before all have chosen."
    )

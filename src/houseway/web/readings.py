"""How a table reads the rules that can be read in two ways, what each reading holds, and from which of them a published
figure follows: what is said when a table is opened, at its wall and on its screens.

A table plays the rules as written unless its terms name another reading (`Terms.readings`, `Terms.envy`). Both edges
are said, for whoever chooses one gives up the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.figures import Figures, percent
from houseway.analysis.verify import Finding
from houseway.game import AS_WRITTEN, Game, Wager
from houseway.paytable import Paytable
from houseway.progressive.envy import EVERY_HAND, READINGS
from houseway.table.terms import Terms
from houseway.web.workings import Workings

PLACES = 3  # of a percentage, one more than letters print


@dataclass(frozen=True, slots=True, kw_only=True)
class WayToRead:
    """One way to read the rule of a wager: what it says, what the wager then holds, and all that is told of it."""

    name: str
    holds: str | None  # not known, where the game is not worked out
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """How a table reads the rule of a wager."""

    about: str  # the wager, or its envy
    clause: str
    chosen: str
    told: str

    def __str__(self) -> str:
        return f"{self.about}: {self.chosen}. {self.told}"


def read_at(terms: Terms, game: Game, workings: Workings | None) -> list[Read]:
    """Of everything at the table that can be read in two ways, how it is read."""
    return [*_rules_read(terms, game, workings), *_envy_read(terms, game, workings)]


def _rules_read(terms: Terms, game: Game, workings: Workings | None) -> Iterator[Read]:
    for wager in game.wagers:
        paytable, chosen = terms.paytable(wager), terms.reading(wager)
        if paytable is None or wager.name not in terms.paytables or not game.readings_of(wager):
            continue
        ways = ways_to_read(game, wager, paytable, workings, decks=terms.decks, seats=terms.seats)
        told = next(way.told for way in ways if way.name == chosen)
        yield Read(about=wager.name, clause=wager.clause, chosen=chosen, told=told)


def _envy_read(terms: Terms, game: Game, workings: Workings | None) -> Iterator[Read]:
    wager, paytable = terms.progressive_wager, terms.progressive
    if wager is None or paytable is None or not has_envy(paytable):
        return
    ways = ways_to_envy(
        game, paytable, workings, decks=terms.decks, seats=terms.seats, reading=terms.readings.get(wager.name)
    )
    told = next(way.told for way in ways if way.name == terms.envy)
    yield Read(about=f"Envy of {wager.name}", clause=wager.clause, chosen=terms.envy, told=told)


def has_envy(paytable: Paytable) -> bool:
    return any(pay.envy_cents for pay in paytable.lines.values())


# ---- a rule


def ways_to_read(
    game: Game, wager: Wager, paytable: Paytable, workings: Workings | None, *, decks: int | None, seats: int | None
) -> list[WayToRead]:
    """As written, then the readings of the wager; none where it can be read in one way only."""
    says = {AS_WRITTEN: "", **{reading.name: reading.says for reading in game.readings_of(wager)}}
    if len(says) == 1:
        return []
    edges = {name: _edge(workings, game, paytable, name, decks, seats) for name in says}
    finding = _published(game, paytable, workings)
    return [WayToRead(name=name, holds=_percent(edges[name]), told=_told(name, says, edges, finding)) for name in says]


def _told(name: str, says: dict[str, str], edges: dict[str, Fraction | None], finding: Finding | None) -> str:
    """A reading in sentences: what it says and holds, what the others would hold, and what is published."""
    rule = f"{says[name][0].upper()}{says[name][1:]}." if says[name] else "Paid as the rule is written."
    holds = f" It holds {_percent(edges[name])}." if edges[name] is not None else ""
    others = "".join(
        f" {'As written' if other == AS_WRITTEN else f'Read “{other}”'} it would hold {_percent(edge)}."
        for other, edge in edges.items()
        if other != name and edge is not None
    )
    return f"{rule}{holds}{others}{_told_of_published(name, says, finding)}"


def _told_of_published(name: str, says: dict[str, str], finding: Finding | None) -> str:
    if finding is None:
        return ""
    published = f" The published house edge, {finding.published.text},"
    if finding.follows:
        return f"{published} follows as written."
    if not finding.reading:
        return f"{published} does not follow."
    needed = next((other for other, text in says.items() if text and text == finding.reading_says), AS_WRITTEN)
    if needed == name:
        assumes = f", with {', '.join(finding.assumes)}" if finding.assumes else ""
        return f"{published} follows from this reading{assumes}."
    rule = f" ({says[needed]})" if says[needed] else ""
    return f"{published} needs another reading: {finding.reading}{rule}."


def _published(game: Game, paytable: Paytable, workings: Workings | None) -> Finding | None:
    """The first published house edge of the paytable."""
    findings = workings.findings if workings else ()
    return next((each for each in findings if (each.paytable, each.figure) == (paytable.name, "house edge")), None)


def _edge(
    workings: Workings | None, game: Game, paytable: Paytable, reading: str, decks: int | None, seats: int | None
) -> Fraction | None:
    """What a wager holds, read so: of one with envy, with all these seats dealt in and betting it."""
    figures = workings.edge(paytable, decks or game.whole_shoe, reading) if workings else None
    return _with_envy(figures, seats or game.seats) if figures else None


def _with_envy(figures: Figures, hands: int) -> Fraction:
    """The edge where each who bets envies all of so many hands but its own. Figures are of a full table."""
    if not figures.envied:
        return figures.house_edge
    return figures.house_edge + figures.envy - figures.envy / figures.envied * (hands - 1)


def _percent(edge: Fraction | None) -> str | None:
    return None if edge is None else percent(edge, PLACES)


# ---- envy


def ways_to_envy(
    game: Game,
    paytable: Paytable,
    workings: Workings | None,
    *,
    decks: int | None,
    seats: int | None,
    reading: str | None = None,
) -> list[WayToRead]:
    """Whose hands are envied: every hand that is dealt in, or those of bettors, which are as many only if all bet."""
    figures = workings.edge(paytable, decks or game.whole_shoe, reading or AS_WRITTEN) if workings else None
    dealt = seats or game.seats
    if figures is None:
        return [WayToRead(name=name, holds=None, told=says) for name, says in READINGS.items()]
    all_bet, one_bets = (percent(_with_envy(figures, hands), PLACES) for hands in (dealt, 1))
    every = f"{all_bet} with {dealt} seats dealt in, however many of them bet"
    bettors = f"from {all_bet}, where all {dealt} seats bet, to {one_bets}, where one seat does"
    ways = []
    for name, says in READINGS.items():
        holds, other = (every, bettors) if name == EVERY_HAND else (bettors, every)
        whose = "the hands of bettors alone were" if name == EVERY_HAND else "every hand dealt in was"
        told = f"{says} The wager then holds {holds}; if {whose} envied, {other}."
        ways.append(WayToRead(name=name, holds=all_bet, told=told))
    return ways

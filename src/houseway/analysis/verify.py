"""Every published figure of a letter beside the exact one, and the reading under which it follows.

As written means: the rules as the game file states them, one deck where the letter allows several. What
a letter is silent on and a figure cannot do without (a meter's increment, how many seats are dealt in) is an
*assumption*, and is said. Where the exact figure differs, the game's readings, the other numbers of
decks and the other numbers of bettors are tried, fewest departures first, until one gives the figure. Then it may have
been cut off or rounded up where it was printed; or it is that of a strategy which others state for the game.

A figure that is published of a stated strategy is held against a seat that follows it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from houseway.analysis.figures import Figures, decimal, grouped, money, percent, short_percent
from houseway.analysis.letter_check import letter_faults
from houseway.analysis.progressive import Progressive, progressive
from houseway.cards import decks_in_words
from houseway.faults import FileFaults
from houseway.game import Bonus, Contest, Game
from houseway.games.stated import StatedStrategy, stated
from houseway.letters.letter import Entry, Letter
from houseway.letters.published import Published, PublishedFigures, decimal_places
from houseway.letters.reading import Reading
from houseway.paytable import labelled
from houseway.progressive.envy import BETTORS_HANDS

if TYPE_CHECKING:
    from houseway.analysis.exact.figures import Solve

NOT_DERIVABLE = {"estimated hold": "the letter does not define it"}
OF_ALL_BETS = "house edge of all bets"  # where a seat must place several equal ones
OURS = {  # a letter's figure → what it is called here
    "house edge": "house_edge",
    "hit frequency": "hit_frequency",
    "top payout": "one_in",
    "average top payout": "mean_top",
    "element of risk": "element_of_risk",
    OF_ALL_BETS: "house_edge",
    "average bet": "action",
    "fold frequency": "folds",
    "push frequency": "push_frequency",
    "standard deviation": "standard_deviation",
    "return without the meter": "fixed_return",
    "return per $10,000 of the meter": "return_per_10_000",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One published figure, verified."""

    letter: str
    game: str
    wager: str
    paytable: str
    approved: bool
    figure: str
    published: Published
    exact: Fraction | None
    assumes: tuple[str, ...] = ()
    reading: str | None = None
    reading_says: str | None = None
    exact_under_reading: Fraction | None = None
    note: str | None = None
    decks: int | None = None  # that it follows from, where that is not the game's first pack
    names_decks: bool = False  # whether it is published for these decks
    play: str | None = None  # the stated strategy that it is published of
    source: str = ""
    wrong: str | None = None  # why the source errs, where the letter says so
    differs: str | None = None  # why the exact figure is another one

    @property
    def label(self) -> str:
        """The name of its paytable, marked where that is not approved."""
        return labelled(self.paytable, approved=self.approved)

    @property
    def title(self) -> str:
        """The figure, and for how many decks and of which strategy it is published."""
        play = f", {self.play}" if self.play else ""
        decks = f", {decks_in_words(self.decks)}" if self.decks and self.names_decks else ""
        return f"{self.figure}{decks}{play}"

    @property
    def follows(self) -> bool:
        """Whether the rules as written, and nothing else, give the published figure."""
        return self.exact is not None and not self.assumes and self.published.follows_from(self.exact)

    @property
    def difference(self) -> Fraction | None:
        return None if self.exact is None else self.exact - self.published.value

    @property
    def explained(self) -> bool:
        return self.verdict != "does not follow" or self.differs is not None

    @property
    def verdict(self) -> str:
        if self.exact is None:
            return "not derivable"
        if self.follows:
            return "follows"
        if self.reading:
            return "follows under a reading"
        return "is wrong" if self.wrong else "does not follow"

    @property
    def remark(self) -> str | None:
        """Why a figure does not follow, in the letter's words."""
        return self.wrong or self.differs

    def show(self, value: Fraction) -> str:
        """The value in the form in which the letter prints the figure, two digits longer."""
        text = self.published.text
        places = decimal_places(text) + 2
        if text.endswith("%"):
            return percent(value, places)
        if text.startswith("$"):
            return money(value)
        if "/" in text:
            of = int(text.partition("/")[2])
            return f"{value * of}/{of}" if (value * of).denominator == 1 else str(value)
        return grouped(decimal(value, 0 if self.published.of and value.denominator == 1 else places))


@dataclass(frozen=True, slots=True)
class Departure:
    """How a reading differs from the rules as written: nothing, or any of these."""

    rule: Reading | None = None
    decks: int | None = None
    seats: int | None = None
    play: str | None = None
    strategy: StatedStrategy | None = None

    @property
    def names(self) -> tuple[str, ...]:
        strategy = f"played by {self.strategy.name}" if self.strategy else None
        decks = f"{_number(self.decks)} decks" if self.decks else None
        seats = f"{_number(self.seats)} seats dealt in" if self.seats else None
        rule = self.rule.name if self.rule else None
        return tuple(name for name in (decks, seats, self.play, strategy, rule) if name)

    @property
    def says(self) -> str | None:
        """What the reading is, in a sentence."""
        of = self.rule or self.strategy
        return of.says if of else None


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def _number(n: int) -> str:
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


AS_WRITTEN = Departure()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSo:
    """A paytable under the reading that gives published figures: which they are, and its lines under it."""

    findings: tuple[Finding, ...]
    reading: str
    figures: "Figures | Progressive"


def verify(letter: Letter, games: Mapping[str, Game], solve: "Solve | None" = None) -> list[Finding]:
    """Every published figure of the letter; `solve` counts how rounds end, where that is not done at once."""
    faults = letter_faults(letter, games)
    if faults:
        raise FileFaults(letter.id, faults)
    findings = []
    for entry in letter.entries:
        for printed in entry.figures:
            exactly = _Exactly(games[entry.game], entry, printed, solve)
            for figure, published in (*printed.figures.items(), *printed.shares.items()):
                findings.append(_find(letter, exactly, figure, published))
    return findings


def read_so(
    letter: Letter, findings: Sequence[Finding], games: Mapping[str, Game], solve: "Solve | None" = None
) -> Iterator[ReadSo]:
    """Every paytable of the letter under every reading by which figures of it follow, counted again; a reading that is
    of the printing alone, such as a figure that was cut off, has no lines of its own."""
    met: dict[tuple[str, str, tuple[str, ...]], ReadSo] = {}
    for entry in letter.entries:
        game = games[entry.game]
        for printed in entry.figures:
            exactly = _Exactly(game, entry, printed, solve)
            for figure in (*printed.figures, *printed.shares):
                found = _finding_of(findings, letter, entry, printed, figure)
                departure = _departure_of(game, entry, printed, found) if found else None
                if found is None or departure is None:
                    continue
                at = entry.paytable.name, printed.play or "", departure.names
                before = met[at].findings if at in met else ()
                met[at] = ReadSo(
                    findings=(*before, found),
                    reading=", ".join(departure.names),
                    figures=met[at].figures if at in met else exactly.figures(departure),
                )
    yield from met.values()


def _finding_of(
    findings: Sequence[Finding], letter: Letter, entry: Entry, printed: PublishedFigures, figure: str
) -> Finding | None:
    published = {**printed.figures, **printed.shares}[figure]
    wanted = (letter.id, entry.game, entry.paytable.name, figure, published, printed.play)
    named = ((f.letter, f.game, f.paytable, f.figure, f.published, f.play) for f in findings)
    return next((f for f, name in zip(findings, named, strict=True) if name == wanted and f.reading), None)


def _departure_of(game: Game, entry: Entry, printed: PublishedFigures, finding: Finding) -> Departure | None:
    """The one that the finding is said to follow under; nothing, if its lines are those that are written."""
    departures = (*_departures(game, entry, printed, finding.figure), *_strategies(game, entry, printed))
    named = (each for each in departures if each.names)
    return next((e for e in named if ", ".join((*finding.assumes, *e.names)) == finding.reading), None)


def _find(letter: Letter, exactly: "_Exactly", figure: str, published: Published) -> Finding:
    game, entry, printed = exactly.game, exactly.entry, exactly.printed
    finding = partial(
        Finding,
        letter=letter.id,
        game=entry.game,
        wager=entry.paytable.wager,
        paytable=entry.paytable.name,
        approved=entry.paytable.approved,
        figure=figure,
        published=published,
        names_decks=printed.decks is not None,
        play=printed.play,
        source=printed.source,
        wrong=printed.wrong.get(figure),
        differs=printed.differs.get(figure),
    )
    if figure in NOT_DERIVABLE:
        return finding(exact=None, note=NOT_DERIVABLE[figure])
    exact = published.measured(exactly(figure, AS_WRITTEN))
    assumes = _assumes(game, entry, figure)
    if published.follows_from(exact) and not assumes:
        return finding(exact=exact, decks=printed.decks)

    def gives_it(departure: Departure) -> bool:
        return published.follows_from(published.measured(exactly(figure, departure)))

    departure = next(filter(gives_it, _departures(game, entry, printed, figure)), None)
    rounding = published.rounding(exact)
    if departure is None and rounding and not assumes:
        return finding(exact=exact, reading=rounding, exact_under_reading=exact, decks=printed.decks)
    departure = departure or next(filter(gives_it, _strategies(game, entry, printed)), None)
    if departure is None:
        return finding(exact=exact, assumes=assumes, decks=printed.decks)
    return finding(
        exact=exact,
        assumes=assumes,
        reading=", ".join((*assumes, *departure.names)),
        reading_says=departure.says,
        exact_under_reading=published.measured(exactly(figure, departure)),
        decks=departure.decks or printed.decks,
        note=_strictly(game, departure) if _has_envy(entry, figure) else None,
    )


def _assumes(game: Game, entry: Entry, figure: str) -> tuple[str, ...]:
    """What the letter is silent on and the figure cannot do without."""
    meters = entry.paytable.meters
    if not meters or figure not in ("house edge", "average top payout"):
        return ()
    increments = [f"increment {short_percent(meter.increment)}" for meter in meters.values() if meter.derived]
    seats = f"{_number(game.seats)} seats dealt in" if _has_envy(entry, figure) else ""
    return tuple(filter(None, (*increments, seats)))


def _has_envy(entry: Entry, figure: str) -> bool:
    return figure == "house edge" and any(pay.envy_cents for pay in entry.paytable.lines.values())


def _strictly(game: Game, departure: Departure) -> str:
    """Envy may be read as paid for every hand dealt in or for those of bettors; the figure is the same if these are as
    many, and only then."""
    return f"if envy is paid for {BETTORS_HANDS}, {_number(departure.seats or game.seats)} seats bet it"


def _departures(game: Game, entry: Entry, printed: PublishedFigures, figure: str) -> Iterator[Departure]:
    """Readings to try, fewest departures first."""
    wager = game.wager(entry.paytable.wager)
    rules = [r for r in game.readings if wager.name in r.wagers]
    others = [Departure(decks=n) for n in game.decks if printed.decks is None and n != game.default_decks]
    if entry.paytable.meters and figure == "house edge":
        others += [Departure(seats=n) for n in range(1, game.seats)]
    if isinstance(wager, Contest) and game.choices and wager not in game.main:
        others += [Departure(play="best play for the main bet")]
    yield AS_WRITTEN
    yield from (Departure(rule=rule) for rule in rules)
    yield from others
    yield from (replace(other, rule=rule) for rule in rules for other in others)


def _strategies(game: Game, entry: Entry, printed: PublishedFigures) -> Iterator[Departure]:
    """For a figure of the main wagers whose source states no strategy, those that others state."""
    if game.wager(entry.paytable.wager) in game.main and not printed.play:
        yield from (Departure(strategy=strategy) for strategy in stated(game.slug))


class _Exactly:
    """The figures of a paytable as the rules give them, from the decks for which others are printed; each departure
    reckoned once."""

    def __init__(self, game: Game, entry: Entry, printed: PublishedFigures, solve: "Solve | None") -> None:
        self.game, self.entry, self.printed, self.solve = game, entry, printed, solve
        self._met: dict[tuple[str, ...], Figures | Progressive] = {}

    def __call__(self, figure: str, departure: Departure) -> Fraction:
        if departure.names not in self._met:
            self._met[departure.names] = self.figures(departure)
        found = self._met[departure.names]
        if figure in self.printed.shares:
            assert isinstance(found, Figures), f"{figure}: a progressive's lines are not held against published ones"
            return found.share(figure)
        bets = len(self.game.required) if figure == OF_ALL_BETS else 1  # that are equal, and placed together
        return Fraction(getattr(found, OURS[figure])) / bets

    def figures(self, departure: Departure) -> Figures | Progressive:
        from houseway.analysis.exact.facts import ends_of  # numpy is wanted here only
        from houseway.analysis.exact.figures import figures_of, main_figures
        from houseway.analysis.exact.question import question

        game, table = self.game, self.entry.paytable
        wager = game.wager(table.wager)
        if departure.rule:
            game = game.read_as({wager.name: departure.rule.name})
            wager = game.wager(wager.name)
        if isinstance(wager, Bonus) and wager.progressive:
            return progressive(game, wager, table, seats=departure.seats, decks=departure.decks or self.printed.decks)
        decks, solve = departure.decks or self.printed.decks, self.solve or ends_of
        strategy = departure.strategy or self._stated
        if strategy:
            asked = question(game, decks=decks, paytables=(table,), policy=strategy)
            return main_figures(asked, play=strategy.name, solve=solve)
        found = figures_of(game, wager, table, decks=decks, solve=solve)
        return next(figures for figures in found if departure.play in (None, figures.play))

    @property
    def _stated(self) -> StatedStrategy | None:
        """The strategy that the figures are published of."""
        return next((each for each in stated(self.game.slug) if each.name == self.printed.play), None)

"""Every published figure of a letter beside the exact one, and the reading under which it follows.

As written means: the rules as the game file states them, one deck where the letter allows several. What
a letter is silent on and a figure cannot do without (a meter's increment, how many seats are dealt in) is an
*assumption*, and is said. Where the exact figure differs, the game's readings, the other numbers of
decks and the other numbers of bettors are tried, fewest departures first, until one gives the figure.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain

from houseway.analysis.figures import Figures, bonus_figures, decimal, grouped, money, percent, short_percent
from houseway.analysis.progressive import Progressive, progressive
from houseway.faults import FileFaults
from houseway.game import Bonus, Contest, Game, Reading
from houseway.letters.letter import Entry, Letter, Published, decimal_places
from houseway.paytable import labelled
from houseway.progressive.envy import BETTORS_HANDS

NOT_DERIVABLE = {"estimated hold": "the letter does not define it"}
OURS = {  # a letter's figure → what it is called here
    "house edge": "house_edge",
    "hit frequency": "hit_frequency",
    "top payout": "one_in",
    "average top payout": "mean_top",
    "element of risk": "element_of_risk",
    "average bet": "action",
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

    @property
    def label(self) -> str:
        """The name of its paytable, marked where that is not approved."""
        return labelled(self.paytable, approved=self.approved)

    @property
    def follows(self) -> bool:
        """Whether the rules as written, and nothing else, give the published figure."""
        return self.exact is not None and not self.assumes and self.published.follows_from(self.exact)

    @property
    def difference(self) -> Fraction | None:
        return None if self.exact is None else self.exact - self.published.value

    @property
    def explained(self) -> bool:
        return self.follows or self.reading is not None or self.exact is None

    @property
    def verdict(self) -> str:
        if self.exact is None:
            return "not derivable"
        if self.follows:
            return "follows"
        return "follows under a reading" if self.reading else "does not follow"

    def show(self, value: Fraction) -> str:
        """The value in the form in which the letter prints the figure, two digits longer."""
        text = self.published.text
        places = decimal_places(text) + 2
        if text.endswith("%"):
            return percent(value, places)
        if text.startswith("$"):
            return money(value)
        return grouped(decimal(value, 2))


@dataclass(frozen=True, slots=True)
class Departure:
    """How a reading differs from the rules as written: nothing, or any of these."""

    rule: Reading | None = None
    decks: int | None = None
    seats: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        decks = f"{_number(self.decks)} decks" if self.decks else None
        seats = f"{_number(self.seats)} seats dealt in" if self.seats else None
        return tuple(name for name in (decks, seats, self.rule.name if self.rule else None) if name)


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def _number(n: int) -> str:
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


AS_WRITTEN = Departure()


def letter_faults(letter: Letter, games: dict[str, Game]) -> list[str]:
    """What a letter names that no game has."""
    faults = []
    for entry in letter.entries:
        where = f"paytable {entry.paytable.name!r}"
        if not entry.game or not entry.paytable.wager:
            continue  # said already, when the file was read
        game = games.get(entry.game)
        if game is None:
            faults.append(f"{where}: {entry.game!r} is not a game: {', '.join(games)}")
            continue
        wagers = {w.name: w for w in game.wagers}
        if entry.paytable.wager not in wagers:
            faults.append(f"{where}: {entry.paytable.wager!r} is not a wager of {game.slug}: {', '.join(wagers)}")
            continue
        if entry.decks is not None and entry.decks not in game.deal.decks:
            faults.append(f"{where}: {entry.decks} decks: {game.slug} takes {game.deal.accepted_decks}")
        wager = wagers[entry.paytable.wager]
        lines = dict.fromkeys(chain.from_iterable(p.lines for p in game.paytables_of(wager)))
        strange = [line for line in entry.paytable.lines if lines and line not in lines]
        if strange:
            faults.append(f"{where}: {', '.join(map(repr, strange))} is not a line of {wager.name}: {', '.join(lines)}")
        if entry.published and isinstance(wager, Contest) and game.sight is None:
            faults.append(f"{where}: {wager.name} is not verified from a letter; houseway solve {game.slug} has it")
        if bool(entry.paytable.meter) != (isinstance(wager, Bonus) and wager.progressive):
            faults.append(f"{where}: a meter belongs to a progressive wager, and a progressive wager to a meter")
        alone = {"top payout", "average top payout"} & set(entry.published) if not entry.paytable.meter else ()
        faults += [f"{where}: {figure!r} is a figure of a progressive" for figure in sorted(alone)]
    return faults


def verify(letter: Letter, games: dict[str, Game]) -> list[Finding]:
    faults = letter_faults(letter, games)
    if faults:
        raise FileFaults(letter.id, faults)
    return [
        _find(letter, games[entry.game], entry, figure, published)
        for entry in letter.entries
        for figure, published in entry.published.items()
    ]


def _find(letter: Letter, game: Game, entry: Entry, figure: str, published: Published) -> Finding:
    finding = partial(
        Finding,
        letter=letter.id,
        game=entry.game,
        wager=entry.paytable.wager,
        paytable=entry.paytable.name,
        approved=entry.paytable.approved,
        figure=figure,
        published=published,
    )
    if figure in NOT_DERIVABLE:
        return finding(exact=None, note=NOT_DERIVABLE[figure])
    exact = _exact(game, entry, figure, AS_WRITTEN)
    assumes = _assumes(game, entry, figure)
    if published.follows_from(exact) and not assumes:
        return finding(exact=exact)
    for departure in _departures(game, entry, figure):
        under = _exact(game, entry, figure, departure)
        if published.follows_from(under):
            return finding(
                exact=exact,
                assumes=assumes,
                reading=", ".join((*assumes, *departure.names)),
                reading_says=departure.rule.says if departure.rule else None,
                exact_under_reading=under,
                decks=departure.decks or entry.decks,
                note=_strictly(game, departure) if _has_envy(entry, figure) else None,
            )
    return finding(exact=exact, assumes=assumes)


def _assumes(game: Game, entry: Entry, figure: str) -> tuple[str, ...]:
    """What the letter is silent on and the figure cannot do without."""
    meter = entry.paytable.meter
    if meter is None or figure not in ("house edge", "average top payout"):
        return ()
    increment = f"increment {short_percent(meter.increment)}" if meter.derived else ""
    seats = f"{_number(game.deal.seats)} seats dealt in" if _has_envy(entry, figure) else ""
    return tuple(filter(None, (increment, seats)))


def _has_envy(entry: Entry, figure: str) -> bool:
    return figure == "house edge" and any(pay.envy_cents for pay in entry.paytable.lines.values())


def _strictly(game: Game, departure: Departure) -> str:
    """Envy may be read as paid for every hand dealt in or for those of bettors; the figure is the same if these are as
    many, and only then."""
    return f"if envy is paid for {BETTORS_HANDS}, {_number(departure.seats or game.deal.seats)} seats bet it"


def _departures(game: Game, entry: Entry, figure: str) -> Iterator[Departure]:
    """Readings to try, fewest departures first."""
    wager = game.wager(entry.paytable.wager)
    rules = [r for r in game.readings if wager.name in r.wagers]
    others = [Departure(decks=n) for n in game.deal.decks if entry.decks is None and n != game.deal.default_decks]
    if entry.paytable.meter and figure == "house edge":
        others += [Departure(seats=n) for n in range(1, game.deal.seats)]
    yield AS_WRITTEN
    yield from (Departure(rule=rule) for rule in rules)
    yield from others
    yield from (Departure(rule=rule, decks=o.decks, seats=o.seats) for rule in rules for o in others)


def _exact(game: Game, entry: Entry, figure: str, departure: Departure) -> Fraction:
    exact: Fraction = getattr(_figures(game, entry, departure), OURS[figure])
    return exact


def _figures(game: Game, entry: Entry, departure: Departure) -> Figures | Progressive:
    wager = game.wager(entry.paytable.wager)
    decks = departure.decks or entry.decks or game.deal.default_decks
    if isinstance(wager, Contest):
        from houseway.analysis.contest import Pays, main_figures  # numpy is wanted here only

        return main_figures(game, decks, pays=Pays.of(game, [entry.paytable]))
    assert isinstance(wager, Bonus)
    judge = departure.rule.wagers[wager.name] if departure.rule else None
    if wager.progressive:
        return progressive(game, wager, entry.paytable, seats=departure.seats, judge=judge)
    return bonus_figures(game, wager, entry.paytable, decks, judge)

"""What a book's tables won against what their mathematics says they should have won, wager by wager.

The theoretical win of a wager is its stake times its exact edge. Wagers that play adds to another are counted with it:
the main wagers of a game stand under the first of them, with its stake. The band around the theoretical win is 1.96
standard deviations, 95 % of a normal distribution: rough for few rounds, and for wagers that seldom win much. The
variance of a round is exact, seats against one dealer counted together, where its wagers look at grades of cards only;
elsewhere the deviations of a round's wagers are added up, which is the most that they can come to, and the band is
said to be a bound. A round in which all seats asked for the house way is held to it; in any other, seats are taken to
have played best, so that players' mistakes show as a table above its mathematics. Of a progressive wager only the
tray's part is looked at: what meters pay is the players' money. Void rounds are left out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import orjson

import houseway
from houseway.analysis.figures import Figures, square_root
from houseway.analysis.progressive import Progressive
from houseway.game import Game, Wager, is_progressive
from houseway.games import GAMES
from houseway.paytable import Odds, is_share
from houseway.progressive.envy import envied_hands
from houseway.reports.winnings import ALL, Drift
from houseway.service.daybook import days
from houseway.service.store import Store
from houseway.table.memory import ENVY
from houseway.table.notation import build
from houseway.table.terms import Terms, in_full

if TYPE_CHECKING:
    from houseway.analysis.joint import Pairs

TELLING: Final = (
    *("TableOpened", "Chosen", "HandSet", "WagerTakenBack"),
    *("SeatReconciled", "SeatSettledAnew", "GameEnded", "RoundVoided"),
)
BEST, HOUSE_WAY = "best play", "house way"
PLAYS: Final = {BEST: (BEST, "best play for the main bet", None), HOUSE_WAY: (HOUSE_WAY, None)}  # None: no play decides

Seats = tuple[tuple[tuple[str, int], ...], ...]  # of each seat, (wager, stake) in the game's order


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A finished round: each seat's stakes, and what the house won of them, in cents."""

    day: str
    terms: Terms
    play: str
    seats: Seats
    won: tuple[tuple[str, int], ...]  # by wager
    number: int
    at: str  # when it ended
    by: str  # who ended it, with the role

    @property
    def won_cents(self) -> int:
        return sum(cents for _, cents in self.won)

    @property
    def stake_cents(self) -> int:
        return sum(cents for seat in self.seats for _, cents in seat)


def drifts(
    store: Store, *, tables: Iterable[str] | None = None, first: str | None = None, last: str | None = None
) -> list[Drift]:
    """For every table: each wager and all of them over the whole time, then all of them day by day."""
    names = store.tables() if tables is None else list(tables)
    unknown = [name for name in names if name not in store.tables()]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is not a table of this book: {', '.join(store.tables()) or 'it has none'}")
    drops: defaultdict[tuple[str, str, str], int] = defaultdict(int)
    for day in days(store, first=first, last=last):
        drops[day.table, day.game, day.day] += day.drop_cents
    found: list[Drift] = []
    for table in names:
        played = [r for r in rounds(store, table) if (not first or r.day >= first) and (not last or r.day <= last)]
        for game in dict.fromkeys(r.terms.game for r in played):
            of_game = [r for r in played if r.terms.game == game]
            found += _rows(table, game, of_game, drops)
    return found


def _rows(
    table: str, game: str, played: list[FinishedRound], drops: Mapping[tuple[str, str, str], int]
) -> Iterator[Drift]:
    whole = Sums()
    by_day: defaultdict[str, Sums] = defaultdict(Sums)
    for each in played:
        math = maths(each.terms, each.play)
        whole.add(each, math)
        by_day[each.day].add(each, math)
    drop = sum(cents for (t, g, d), cents in drops.items() if (t, g) == (table, game))
    yield from whole.rows(table, game, None, drop)
    for day, sums in sorted(by_day.items()):
        yield list(sums.rows(table, game, day, drops.get((table, game, day), 0)))[-1]


@dataclass
class Sums:
    """What rounds come to, by wager and together."""

    rounds: int = 0
    stakes: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    theory: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    actual: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    variance: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    bounds: set[str] = field(default_factory=set)
    readings: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # by which it was settled

    def add(self, played: FinishedRound, math: "Maths") -> None:
        self.rounds += 1
        for wager, reading in played.terms.readings.items():
            self.readings[wager].add(reading)
        for wager, cents in played.won:
            self.actual[wager] += cents
            self.actual[ALL] += cents
        for wager, (stakes, theory) in math.expected(played.seats).items():
            for name in (wager, ALL):
                self.stakes[name] += stakes
                self.theory[name] += theory
        for wager, (variance, is_bound) in math.variances(played.seats).items():
            self.variance[wager] += variance
            if is_bound:
                self.bounds.add(wager)

    def rows(self, table: str, game: str, day: str | None, drop: int) -> Iterator[Drift]:
        for wager in (*(w for w in self.stakes if w != ALL), ALL):
            yield Drift(
                table=table,
                game=game,
                wager=wager,
                day=day,
                rounds=self.rounds,
                stake_cents=self.stakes[wager],
                theory_cents=self.theory[wager],
                actual_cents=self.actual[wager],
                variance=self.variance[wager],
                is_bound=wager in self.bounds,
                drop_cents=drop if wager == ALL else None,
                readings=tuple(sorted(self.readings[wager])),
            )


# ---- the book ------------------------------------------------------------------------------------------


def rounds(store: Store, table: str) -> Iterator[FinishedRound]:
    """The finished rounds of a table, in their order. They are read as JSON: a year's book has millions of results, and
    made into events each takes ten times as long."""
    reading = RoundsRead()
    for _, body in store.read_telling(table, TELLING):
        reading, finished = reading.reads(orjson.loads(body))
        yield from finished


@dataclass(frozen=True, slots=True)
class RoundsRead:
    """The book of a table as far as it was read for its rounds: the terms, and the round that is not over."""

    terms: Terms | None = None
    results: Mapping[int, list[dict[str, Any]]] = field(default_factory=dict)  # by seat
    asked: Mapping[int, bool] = field(default_factory=dict)  # for the house way
    back: Mapping[int, Mapping[str, int]] = field(default_factory=dict)  # wagers that were taken back

    def reads(self, record: Mapping[str, Any]) -> tuple["RoundsRead", tuple[FinishedRound, ...]]:
        """The body of one record more, and the rounds that ended in it."""
        terms, results, asked, back = self.terms, dict(self.results), dict(self.asked), dict(self.back)
        finished: list[FinishedRound] = []
        for event in record["events"]:
            match event["is"]:
                case "TableOpened":
                    terms = in_full(build(Terms, event["terms"]))
                case "Chosen" | "HandSet":
                    asked[event["seat"]] = event["how"] != "player"
                case "WagerTakenBack":
                    back[event["seat"]] = {**back.get(event["seat"], {}), event["wager"]: event["cents"]}
                case "SeatReconciled" | "SeatSettledAnew":
                    results[event["seat"]] = event["results"]
                case "RoundVoided":
                    results, asked, back = {}, {}, {}
                case "GameEnded":
                    if terms is not None and results and terms.game in GAMES:
                        finished.append(_played(record, event["round"], terms, results, asked, back))
                    results, asked, back = {}, {}, {}
        return RoundsRead(terms, results, asked, back), tuple(finished)


def _played(
    record: Mapping[str, Any],
    number: int,
    terms: Terms,
    results: Mapping[int, list[dict[str, Any]]],
    asked: Mapping[int, bool],
    back: Mapping[int, Mapping[str, int]],
) -> FinishedRound:
    game = GAMES[terms.game]
    won: dict[str, int] = {}
    seats = []
    for seat in sorted(results):
        stakes = {with_wager(game, wager): cents for wager, cents in back.get(seat, {}).items()}
        for each in results[seat]:
            name = with_wager(game, each["wager"])
            paid = 0 if is_share(each["pays"]) else each["won_cents"]
            won[name] = won.get(name, 0) + each["stake_cents"] - each["returned_cents"] - paid
            if each["wager"] in _placed(game, name):
                stakes[name] = each["stake_cents"]
        seats.append(tuple((wager.name, stakes[wager.name]) for wager in game.wagers if wager.name in stakes))
    ways = [choice.way for choice in game.choices]
    by_house_way = bool(ways) and all(ways) and all(asked.get(seat, True) for seat in results)
    role, name, _ = record["by"]
    return FinishedRound(
        day=record["day"],
        number=number,
        at=record["at"],
        by=f"{role} {name}",
        terms=terms,
        play=HOUSE_WAY if by_house_way else BEST,
        seats=tuple(sorted(seats)),
        won=tuple(won.items()),
    )


def with_wager(game: Game, name: str) -> str:
    """The wager that this one is counted with: of main ones the first, of one that is of another that other."""
    wager = next((wager for wager in game.wagers if wager.name == name), None)  # envy is none
    if wager in game.main:
        return game.main[0].name
    return with_wager(game, wager.of) if wager and wager.of else name


@cache
def _placed(game: Game, name: str) -> tuple[str, ...]:
    """The wagers whose stake is the unit of those that are counted with this one: of main ones all that a seat must
    place, for only some may lie there."""
    return game.required if name in game.required else (name,)


# ---- the mathematics -----------------------------------------------------------------------------------

FiguresOf = Callable[[Game, Wager, Terms], Sequence[Figures]]  # those of a wager, under every play


def analyzed(game: Game, wager: Wager, terms: Terms) -> Sequence[Figures]:
    table = terms.paytable(wager)
    assert table is not None
    return houseway.analyze(game, wager=wager.name, paytable=table.name, decks=terms.decks)


_known_maths: dict[tuple[Any, ...], "Maths"] = {}


def maths_key(terms: Terms, play: str) -> tuple[Any, ...]:
    """All that the mathematics of a round depends on but the stakes."""
    chosen = (tuple(sorted(each.items())) for each in (terms.paytables, terms.readings))
    return terms.game, terms.decks, *chosen, terms.envy, terms.way, play


def maths(terms: Terms, play: str) -> "Maths":
    key = maths_key(terms, play)
    if key not in _known_maths:
        _known_maths[key] = Maths(terms.played, terms, play)
    return _known_maths[key]


class Maths:
    """Edge and variance of every wager that a table offers, and of a round's wagers together."""

    def __init__(self, game: Game, terms: Terms, play: str, figures_of: "FiguresOf | None" = None) -> None:
        """`figures_of` are those of a wager; without it they are worked out, which for some games takes minutes."""
        self.game, self.terms, self.play = _paying_so(game, terms), terms, play
        self._figures_of = figures_of or analyzed
        self.edge = cache(self._edge)
        self.expected = cache(self._expected)
        self.variances = cache(self._variances)

    def _expected(self, seats: Seats) -> dict[str, tuple[int, Fraction]]:
        """By wager: all stakes of a round, and what the house should win of them."""
        wagers: dict[str, tuple[int, Fraction]] = {}
        for wager, stake in chain.from_iterable(seats):
            stakes, theory = wagers.get(wager, (0, Fraction(0)))
            wagers[wager] = stakes + stake, theory + stake * self.edge(wager)[0]
        if envied := self._envied(seats):
            wagers[ENVY] = 0, -envied * self._envy[0]
        return wagers

    def _variances(self, seats: Seats) -> dict[str, tuple[Fraction, bool]]:
        """The variance of each wager and of all together, and whether it is a bound."""
        wagers = tuple(dict.fromkeys(wager for wager, _ in chain.from_iterable(seats)))
        variances = {wager: self._variance(seats, (wager,), envy=False) for wager in wagers}
        if self._envied(seats):
            variances[ENVY] = self._variance(seats, (), envy=True)
        return variances | {ALL: self._variance(seats, wagers, envy=True)}

    def _variance(self, seats: Seats, wagers: tuple[str, ...], *, envy: bool) -> tuple[Fraction, bool]:
        """Exact for wagers whose seats are counted together; the deviations of all others are added to theirs."""
        together = [w for w in wagers if self._is_joint(w)]
        stakes = [{w: cents for w, cents in seat if w in together} for seat in seats]
        exact = self._pairs(seats).round_variance(stakes) if together else Fraction(0)
        others = [(w, cents) for seat in seats for w, cents in seat if w in wagers and w not in together]
        envied = self._envied(seats) if envy else 0
        if envied:
            others.append((ENVY, envied))
        if not others:
            return exact, False
        if len(others) == 1 and not together:
            [(wager, cents)] = others
            return self._own(wager, cents), wager == ENVY
        deviation = Fraction(square_root(exact)) + sum(
            (Fraction(square_root(self._own(wager, cents))) for wager, cents in others), Fraction(0)
        )
        return deviation**2, True

    def _own(self, wager: str, stake: int) -> Fraction:
        """The variance of cents on a wager; of envy, of hands that are envied as if all were the same hand."""
        return stake**2 * (self._envy[1] if wager == ENVY else self.edge(wager)[1])

    def _pairs(self, seats: Seats) -> "Pairs":
        """Of all wagers of a round whose seats are counted together, so that they are counted once."""
        from houseway.analysis.joint import layout_of, pairs_of

        names = {wager for wager, _ in chain.from_iterable(seats)} | {w.name for w in self.game.main}
        wanted = [w for w in self.game.wagers if w.name in names and self._is_joint(w.name)]
        tables = [table for w in wanted if (table := self.terms.paytable(w))]
        return pairs_of(layout_of(self.game, tables, self.terms.decks, self.play))

    def _is_joint(self, wager: str) -> bool:
        """Whether seats with the wager are counted together."""
        from houseway.analysis.joint import is_joint

        return is_joint(self.game, self.game.wager(wager))

    def _edge(self, name: str) -> tuple[Fraction, Fraction]:
        """Edge and variance of a unit on a wager, with all that are counted with it."""
        wager = self.game.wager(name)
        if is_progressive(wager):
            return self._tray
        others = [w for w in self.game.wagers if w not in self.game.main and with_wager(self.game, w.name) == name]
        parts = [self._figures(each) for each in others or [wager]]
        if len(parts) == 1:
            return parts[0].house_edge, parts[0].variance
        deviation = sum((Fraction(part.standard_deviation) for part in parts), Fraction(0))
        return sum((part.house_edge for part in parts), Fraction(0)), deviation**2

    def _figures(self, wager: Wager) -> Figures:
        found = self._figures_of(self.game, wager, self.terms)
        return next((each for each in found if each.play in PLAYS[self.play]), found[0])  # insurance has its own plays

    @cached_property
    def _meter(self) -> Progressive:
        assert self.terms.progressive is not None
        meter, *_ = houseway.meters(self.game, paytable=self.terms.progressive.name, decks=self.terms.decks)
        return meter  # of several any: they pay by the same hands

    @property
    def _tray(self) -> tuple[Fraction, Fraction]:
        """A progressive wager as the tray sees it: the stake comes in, fixed pays go out."""
        pays = self._meter.paytable.lines.items()
        mean, variance = self._moments({line: pay.amount for line, pay in pays if pay.odds is not Odds.OF_METER})
        return 1 - mean, variance

    @cached_property
    def _envy(self) -> tuple[Fraction, Fraction]:
        """Mean and variance of what one bettor is paid for one hand that he envies, in cents."""
        return self._moments({line: Fraction(pay.envy_cents) for line, pay in self._meter.paytable.lines.items()})

    def _moments(self, pays: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
        """Mean and variance of what the lines of the progressive pay so."""
        chances = [(self._meter.probability(line), pay) for line, pay in pays.items()]
        mean = sum((chance * pay for chance, pay in chances), Fraction(0))
        return mean, sum((chance * pay**2 for chance, pay in chances), Fraction(0)) - mean**2

    def _envied(self, seats: Seats) -> int:
        """How often a hand is envied in a round: each bettor of the progressive envies so many of the others."""
        names = {w.name for w in self.game.wagers if is_progressive(w)}
        bettors = sum(any(wager in names for wager, _ in seat) for seat in seats)
        return bettors * envied_hands(self.terms.envy, dealt=len(seats), bettors=bettors) if bettors else 0


def _paying_so(game: Game, terms: Terms) -> Game:
    """The game with the paytables of these terms before others: main wagers are played by the first of each."""
    asked = set(terms.paytables.values())
    order = sorted(game.paytables.items(), key=lambda item: item[0] not in asked)
    firsts = {own[0].name for wager in game.wagers if (own := game.own_paytables(wager))}
    return game if asked <= firsts else replace(game, paytables=dict(order))

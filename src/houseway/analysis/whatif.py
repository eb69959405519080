"""Variants of a game side by side: other rules, decks, seats, paytables, pays of one line, house ways, the dealer's
cards face up; of a progressive its seed, its increment and its envy. Each variant is a game of its own, and its figures
are exact.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import prod
from typing import Self

from houseway.analysis.changed_paytable import ENVY, INCREMENT, SEED, changed_paytable, is_money, is_of_paytable
from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.facts import depends, facts, method_for
from houseway.analysis.exact.figures import BEST as BEST_PLAY
from houseway.analysis.exact.figures import FOR_MAIN, figures_of, main_figures
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.question import Question, question
from houseway.analysis.exact.removal import Removal
from houseway.analysis.figures import Figures
from houseway.analysis.progressive import progressive
from houseway.cards import decks_in_words
from houseway.game import AS_WRITTEN, Bonus, Contest, Deal, Game, Wager, is_progressive
from houseway.paytable import Paytable
from houseway.ways.house_way import HouseWay

RULES, DECKS, SEATS, PAYTABLE, HOUSE_WAY, FACE_UP = "rules", "decks", "seats", "paytable", "house-way", "face-up"
OWN = "own"  # the rules, or the house way, that the game has
SETTINGS = (RULES, DECKS, SEATS, PAYTABLE, HOUSE_WAY, FACE_UP)  # anything else is something of a paytable
MOST_VARIANTS = 24


@dataclass(frozen=True, slots=True)
class Variation:
    """What is varied and its values, as they were written."""

    what: str
    values: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.values)) < len(self.values):
            raise ValueError(f"'{self}' has a value twice")

    def __str__(self) -> str:
        return f"{self.what}={','.join(self.values)}"


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One of the games compared: what is varied in it, and all that follows."""

    game: Game
    values: tuple[tuple[str, str], ...] = ()
    decks: int | None = None
    seats: int | None = None
    shows: int = 0  # of the dealer's cards that are else face down
    tables: Mapping[str, Paytable] = field(default_factory=dict)  # wager → paytable, where it is not the first

    @property
    def name(self) -> str:
        return ", ".join(value if what == RULES else f"{what} {value}" for what, value in self.values)

    def table(self, wager: Wager) -> Paytable:
        """The paytable of a wager; without one of its own, that of the wager it is of."""
        if wager.name in self.tables:
            return self.tables[wager.name]
        own = self.game.own_paytables(wager)
        return own[0] if own or not wager.of else self.table(self.game.wager(wager.of))


@dataclass(frozen=True, slots=True)
class Distance:
    """What a figure of a variant is above, or below nothing, of that of the first."""

    house_edge: Fraction
    hit_frequency: Fraction
    standard_deviation: Decimal

    @classmethod
    def of(cls, figures: Figures, first: Figures) -> Self:
        return cls(
            figures.house_edge - first.house_edge,
            figures.hit_frequency - first.hit_frequency,
            figures.standard_deviation - first.standard_deviation,
        )


@dataclass(frozen=True, slots=True)
class Compared:
    """A variant's figures, by wager, and how far each is from that of the first variant."""

    variant: Variant
    figures: tuple[Figures, ...]
    differs: tuple[Distance, ...] = ()


FindGame = Callable[[Game, str], Game]
FindTable = Callable[[Game, str], Paytable]
FindWay = Callable[[Game, str], HouseWay]
Solve = Callable[[Question], Ends]


def parse_variation(text: str) -> Variation:
    """`decks=1,6`; a comma within a number, as in 1,000 to 1, does not part values."""
    what, sign, values = text.partition("=")
    parts = tuple(_parted(values, goes_on=DOLLARS if is_money(what) else NUMBER))
    if not sign or not what.strip() or not all(parts):
        raise ValueError(f"{text!r} is not a variation: WHAT=VALUE,VALUE such as decks=1,6")
    return Variation(what.strip(), parts)


# What three digits after a comma go on with. Of money it begins with its sign: a seed of 5000,10000 is two.
NUMBER, DOLLARS = r"\d{1,3}(,\d{3})*", r"\$\d{1,3}(,\d{3})*"


def _parted(values: str, *, goes_on: str) -> list[str]:
    """Texts between commas; three digits after a number go on with it."""
    parts: list[str] = []
    for text in map(str.strip, values.split(",")):
        if parts and re.fullmatch(goes_on, parts[-1]) and re.match(r"\d{3}(\D|$)", text):
            parts[-1] += f",{text}"
        else:
            parts.append(text)
    return parts


def variants(
    game: Game,
    vary: Sequence[Variation],
    *,
    find_game: FindGame,
    find_table: FindTable,
    find_way: FindWay,
    decks: int | None = None,
    wager: str | None = None,
) -> list[Variant]:
    """Every combination of the values, in the order written. Lines are those of `wager`, where one is named."""
    wagers = (game.wager(wager),) if wager else game.wagers
    gathered = _gathered(vary)
    number = prod(len(variation.values) for variation in gathered.values())
    if number > MOST_VARIANTS:
        raise ValueError(f"{number} variants: 2 to {MOST_VARIANTS} can be compared")
    if decks is not None and DECKS in gathered:
        raise ValueError(f"{decks_in_words(decks)} beside '{gathered[DECKS]}': give one or the other")
    game.pack(decks)
    if PAYTABLE in gathered:
        _refuse_two_wagers([find_table(game, value) for value in gathered[PAYTABLE].values])
    all_variants = []
    for values in product(*(variation.values for variation in gathered.values())):
        chosen = dict(zip(gathered, values, strict=True))
        rules = chosen.pop(RULES, None)
        ruled = (
            ruled_so(game, game if rules.lower() == OWN else find_game(game, rules)) if rules else Variant(game=game)
        )
        variant = replace(ruled, decks=decks)
        for what in sorted(chosen, key=lambda what: what not in SETTINGS):  # a line last, in the table chosen
            variant = _varied(variant, gathered[what].what, chosen[what], wagers, find_table, find_way)
        all_variants.append(variant)
    if number < 2:
        raise ValueError(f"1 variant: 2 to {MOST_VARIANTS} can be compared")
    return all_variants


def _gathered(vary: Sequence[Variation]) -> dict[str, Variation]:
    """What is varied → all its values: `decks=1` and `decks=2` are `decks=1,2`."""
    gathered: dict[str, Variation] = {}
    for variation in vary:
        before = gathered.get(variation.what.lower())
        values = (*before.values, *variation.values) if before else variation.values
        gathered[variation.what.lower()] = Variation(variation.what, values)
    return gathered


def _refuse_two_wagers(tables: Sequence[Paytable]) -> None:
    for table in tables:
        if table.wager != tables[0].wager:
            raise ValueError(
                f"{tables[0].name} is a paytable of {tables[0].wager}, {table.name} of {table.wager}: "
                "those of one wager can be compared"
            )


def _varied(
    variant: Variant, what: str, value: str, wagers: Sequence[Wager], find_table: FindTable, find_way: FindWay
) -> Variant:
    game = variant.game
    named = replace(variant, values=(*variant.values, (what, value)))
    match what.lower():
        case "decks":
            decks = _number(value, what)
            game.pack(decks)
            return replace(named, decks=decks)
        case "seats":
            seats = _number(value, what)
            if not any(map(is_progressive, game.wagers)):
                raise ValueError(f"seats: no figure of {game.slug} depends on them; houseway risk shows a whole table")
            if not 1 <= seats <= game.seats:
                raise ValueError(f"{seats} seats: {game.slug} has 1 to {game.seats}")
            return replace(named, seats=seats)
        case "face-up":
            shows = _number(value, what)
            return replace(named, game=with_cards_up(game, shows), shows=shows)
        case "paytable":
            table = find_table(game, value)
            named = replace(variant, values=(*variant.values, (what, table.label)))
            return replace(named, tables={**variant.tables, table.wager: table})
        case "house-way":
            if game.way is None:
                raise ValueError(f"house-way: the dealer of {game.slug} sets no cards")
            way = game.way if value == OWN else find_way(game, value)
            named = replace(variant, values=(*variant.values, (what, way.label)))
            return replace(named, game=game if way is game.way else game.set_by(way))
        case _:
            tables = list({table.name: table for wager in wagers if (table := variant.table(wager))}.values())
            if not is_of_paytable(tables, what):
                names = ", ".join((*SETTINGS, SEED, INCREMENT, f"{ENVY}LINE"))
                lines = ", ".join(dict.fromkeys(line for table in tables for line in table.lines))
                raise ValueError(f"{what!r} cannot be varied: {names}, or a line: {lines}")
            table = changed_paytable(tables, what, value)
            return replace(named, tables={**variant.tables, table.wager: table})


def ruled_so(game: Game, other: Game) -> Variant:
    """A game beside another, which is most often a variant of it: it is called by what is other in it."""
    wanted, has = game.main[0].name if game.main else "", [wager.name for wager in other.wagers]
    if wanted and wanted not in has:
        raise ValueError(f"{other.slug} has no {wanted} to be compared with that of {game.slug}: {', '.join(has)}")
    says = other.origin.says if other.origin else other.title
    return Variant(game=other, values=((RULES, AS_WRITTEN if other is game else says),))


def with_cards_up(game: Game, shows: int) -> Game:
    """The game with so many of the dealer's cards face up before a seat chooses."""
    if not game.choices:
        raise ValueError(f"face-up: nobody chooses anything in {game.slug}, so cards face up change nothing")
    hidden = facts(question(game)).hidden
    places = [step for step in game.round if isinstance(step, Deal) and set(step.to.places) & hidden.keys()]
    cards = sum(hidden.values())
    if shows > cards:
        raise ValueError(f"{shows} cards face up: the dealer of {game.slug} has {cards or 'none face down'}")
    if not shows:
        return game
    steps = tuple(replace(step, up=step.up + shows) if step in places else step for step in game.round)
    shown = replace(game, round=steps)
    if len(places) > 1 or method_for(question(shown)) not in (GradedRemoval, Removal):
        raise ValueError(f"face-up: {game.slug} has no exact method for the dealer's cards face up")
    return shown


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text):
        raise ValueError(f"{what}: {text!r} is not a whole number")
    return int(text)


def compare(compared: Sequence[Variant], *, wager: str | None = None, solve: Solve) -> list[Compared]:
    """The exact figures of every variant, with best play for its main wagers. Wagers that are the same in all of them
    are left out, unless asked for. Where a cap differs, the main wagers are figured with as much as it lets lie beside
    them: what the wager comes to by itself is the same under any cap."""
    game = compared[0].game
    main = {each.name for each in game.main[1:]}  # all but the first, for which they are figured together
    names = [each.name for each in game.wagers if all(_has(variant.game, each.name) for variant in compared)]
    for variant in compared if wager else ():
        variant.game.wager(str(wager))
    asked = [wager] if wager else [name for name in names if name not in main]
    rows = [[_figures(variant, each, solve) for variant in compared] for each in asked]
    differing = [row for row in rows if wager or _differ(row)]
    caps = [name for name in names if wager in (None, name) and _is_capped_otherwise(compared, name)]
    shown = [*differing, *([_at_its_most(variant, name, solve) for variant in compared] for name in caps)] or rows
    firsts = [row[0] for row in shown]
    return [
        Compared(variant, column, tuple(map(Distance.of, column, firsts)))
        for variant, column in zip(compared, zip(*shown, strict=True), strict=True)
    ]


def _differ(row: Sequence[Figures]) -> bool:
    return len({(each.house_edge, each.variance, each.hit_frequency) for each in row}) > 1


def _has(game: Game, name: str) -> bool:
    return any(wager.name == name for wager in game.wagers)


def _is_capped_otherwise(compared: Sequence[Variant], name: str) -> bool:
    """Whether it is capped by the first main wager everywhere, and not as high, and play may go by it."""
    wagers = [variant.game.wager(name) for variant in compared]
    first = compared[0].game.main[0].name if compared[0].game.main else None
    if any(wager.at_most != first for wager in wagers) or len({wager.at_most_times for wager in wagers}) < 2:
        return False
    return isinstance(wagers[0], Contest) and depends(compared[0].game, name)


def _at_its_most(variant: Variant, name: str, solve: Solve) -> Figures:
    """A unit on the first main wager and as much on this as its cap allows, played best for the sum."""
    game = variant.game
    times = Fraction(game.wager(name).at_most_times)
    pays, beside = tuple(variant.tables.values()), {name: times}
    figures = main_figures(question(game, paytables=pays, decks=variant.decks, beside=beside), solve=solve)
    tables = (figures.paytable, variant.table(game.wager(name)).name)
    return replace(
        figures,
        wager=f"{game.main[0].name} with {name} at its most",
        paytable=", ".join(tables),
        approved=figures.approved and variant.table(game.wager(name)).approved,
        action=figures.action + times,
        play="best play for both",
    )


def _figures(variant: Variant, name: str, solve: Solve) -> Figures:
    game = variant.game
    wager = game.wager(name)
    table = variant.table(wager)
    if isinstance(wager, Bonus) and wager.progressive:
        return progressive(game, wager, table, seats=variant.seats, decks=variant.decks).figures()
    others = tuple(variant.tables.values())
    plays = (BEST_PLAY, FOR_MAIN)
    [figures] = figures_of(game, wager, table, decks=variant.decks, others=others, plays=plays, solve=solve)
    if variant.shows and figures.play:
        return replace(figures, play=f"{figures.play}, {variant.shows} of the dealer's cards face up")
    return figures

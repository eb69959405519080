"""What the designer's desk asks of the process beside the service, and what is answered: of paytables that are drafted
there, each as a letter would have it. A draft is read by the reader of letters, so that what it refuses in a file it
refuses here; a file of the machine is never read for anybody.
"""

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from houseway.api.games import as_game
from houseway.deciding.command import Json
from houseway.game import LOSE, Game, Wager, is_progressive
from houseway.games import GAMES
from houseway.letters.letter import parse_letter, read_letter
from houseway.paytable import LESS, Odds, Pay, Paytable
from houseway.reports.shapes import shape
from houseway.ways.house_way import HouseWay
from houseway.web import hours_asked

if TYPE_CHECKING:
    from houseway.analysis.design.tally import Tally
    from houseway.analysis.design.targets import Target
    from houseway.analysis.exact.ends import Ends
    from houseway.analysis.exact.question import Question
    from houseway.analysis.figures import Figures
    from houseway.analysis.meter_life import MeterLife

Progress = Callable[[int, int], None]
Solve = Callable[["Question"], "Ends"]
MOST_REMEMBERED = 16
REMEMBERED: "dict[tuple[object, ...], list[Figures]]" = {}  # figures of drafts, the last asked for last


def answer(asked: Json, progress: Progress) -> Json:
    """In the process beside the service. Raises `ValueError` for what cannot be answered, with the reason."""
    if asked["is"] in hours_asked.FORMS:
        return hours_asked.answer(asked, progress)
    game = GAMES[asked["game"]]
    like = game.paytables[asked["paytable"]]
    tables = [draft_table(like, game, each) for each in asked["drafts"]] or [like]
    bench = _Bench(game, game.wager(like.wager), like, tables, asked["decks"], asked["seats"], progress)
    questions: dict[str, Callable[[], Json]] = {
        "tally": bench.tally,
        "figures": bench.figures,
        "design": lambda: bench.design(asked["wanted"]),
        "whatif": lambda: bench.whatif(asked["vary"]),
        "life": bench.life,
        "file": lambda: bench.file(asked["kind"]),
        "letter": lambda: bench.letter(asked["text"]),
    }
    return questions[asked["is"]]()


def draft_table(like: Paytable, game: Game, draft: Json) -> Paytable:
    """A paytable as it was drafted; one that pays what the one it began as pays is that one."""
    [entry] = read_letter("draft", _letter(like, game, draft), approved=False).entries
    table = entry.paytable
    return like if _pays_the_same(table, like) else table


def _letter(like: Paytable, game: Game, draft: Json) -> str:
    """The draft as a letter of one's own."""
    pays = {line: pay for line, pay in draft["pays"].items() if pay.strip().lower() != LOSE}
    envy = {line: amount for line, amount in draft["envy"].items() if line in pays}
    rows = ['title = "A draft"', "date = 1970-01-01", "[[paytable]]"]
    rows += _toml({"name": draft["name"], "game": game.slug, "wager": like.wager})
    rows += ["[paytable.pays]", *_toml(pays)]
    rows += ["[paytable.envy]", *_toml(envy)] if envy else []
    for name, terms in like.meters.items():
        given = draft["meters"].get(name, {}) | {"stake": _dollars(terms.stake_cents)}
        rows += [f"[paytable.meter.{name}]" if name else "[paytable.meter]", *_toml(given)]
    return "\n".join(rows)


def _toml(texts: Mapping[str, str]) -> list[str]:
    return [
        f"{json.dumps(name, ensure_ascii=False)} = {json.dumps(text, ensure_ascii=False)}"
        for name, text in texts.items()
    ]


def _pays_the_same(one: Paytable, other: Paytable) -> bool:
    increments = [[each.increment for each in table.meters.values()] for table in (one, other)]
    return one.digest == other.digest and increments[0] == increments[1]


def variants_of(game: Game) -> tuple[str, ...]:
    """The variants of a game in the folder of one's own that the service was started with."""
    return tuple(each.slug for each in GAMES.values() if each.origin and each.origin.game == game.slug)


class _Bench:
    """A game, a wager, the table that was begun with, and the drafts."""

    def __init__(
        self,
        game: Game,
        wager: Wager,
        like: Paytable,
        tables: list[Paytable],
        decks: int | None,
        seats: int | None,
        progress: Progress,
    ) -> None:
        self.game, self.wager, self.like, self.tables = game, wager, like, tables
        self.decks, self.seats, self.progress = decks, seats, progress
        game.pack(decks)

    def tally(self) -> Json:
        from houseway.analysis.design.tally import tally_of

        return tally_shape(tally_of(self.game, self.wager, self.like, decks=self.decks, solve=self._solve))

    def figures(self) -> Json:
        """Of every draft, under every play."""
        return {"figures": [shape(list(self._figures(table))) for table in self.tables]}

    def design(self, wanted: Mapping[str, Any]) -> Json:
        """Tables like the first draft."""
        from houseway.analysis.design.designing import design
        from houseway.analysis.design.targets import Wanted, parse_target, parse_top

        def target(name: str, what: str, **how: Any) -> Any:
            return parse_target(wanted[name], what, **how) if wanted[name] else None

        sought = Wanted(
            edge=_edge_target(wanted["edge"], wanted["tolerance"]),
            hit=target("hit", "a hit frequency", most=Fraction(1)),
            variance=target("variance", "a variance", such="12.5 or 25/2"),
            top=parse_top(str(wanted["top"])) if wanted["top"] else None,
        )
        found = design(
            self.game,
            self.wager,
            sought,
            like=self.tables[0],
            decks=self.decks,
            seats=self.seats if is_progressive(self.wager) else None,
            whole=wanted["whole"],
            changes=wanted["changes"],
            most=wanted["most"],
            strict=wanted["strict"],
            nearest_first=True,
            solve=self._counting_solve(),
        )
        written: Json = shape(found)
        return written

    def whatif(self, vary: list[str]) -> Json:
        """Variants of the game. Drafts are paytables by their names; no file is read."""
        from houseway.analysis.whatif import OWN, compare, parse_variation, variants

        names = variants_of(self.game)
        drafted = {table.name.lower(): table for table in self.tables}

        def find_table(game: Game, name: str) -> Paytable:
            return drafted.get(name.lower()) or game.paytable(name)

        def find_game(game: Game, name: str) -> Game:
            if name.lower() not in names:
                raise ValueError(f"rules: {name!r} is no variant of {game.slug} here: {', '.join((OWN, *names))}")
            return as_game(name.lower())

        def find_way(game: Game, name: str) -> HouseWay:
            raise ValueError(f"house-way: {name!r} is not 'own'; a file is taken by houseway whatif, not here")

        several = variants(
            self.game,
            [parse_variation(each) for each in vary],
            find_game=find_game,
            find_table=find_table,
            find_way=find_way,
            decks=self.decks if not any(each.strip().lower().startswith("decks") for each in vary) else None,
            wager=self.wager.name if any("=" in each for each in vary) and self._names_a_line(vary) else None,
        )
        return {"rows": shape(compare(several, solve=self._counting_solve()))}

    def _names_a_line(self, vary: list[str]) -> bool:
        lines = {line.lower() for line in self.like.lines}
        return any(each.partition("=")[0].strip().lower() in lines for each in vary)

    def life(self) -> Json:
        """Of the meters of the first draft."""
        from houseway.reports.document import inked
        from houseway.reports.meter_life import life_facts, life_pictures

        return {
            "lives": [
                {
                    "meter": life.terms.meter,
                    "facts": list(life_facts(life).items()),
                    "pictures": [
                        {"says": says, "svg": inked(svg).replace(f"{escape(life.terms.label)}: ", "")}  # it has no room
                        for says, svg in life_pictures(life)
                    ],
                }
                for life in self._lives(self.tables[0])
            ]
        }

    def file(self, kind: str) -> Json:
        """All drafts, with their exact figures, as a file. A sheet of these figures is made by the page itself."""
        from houseway.reports.desk import DraftFigures, desk_document, desk_letter
        from houseway.reports.document import pdf

        drafts = [
            DraftFigures(table, tuple(self._figures(table)), tuple(self._lives(table) if table.meters else ()))
            for table in self.tables
        ]
        made: dict[str, Callable[[], bytes]] = {
            "toml": lambda: desk_letter(self.game, drafts, date.today()).encode(),
            "pdf": lambda: pdf(desk_document(self.game, drafts, date.today())),
        }
        return {"content": base64.b64encode(made[kind]()).decode()}

    def letter(self, text: str) -> Json:
        """The drafts in a letter file, for this wager."""
        letter, faults = parse_letter("letter", text, approved=False)
        if faults:
            raise ValueError("; ".join(faults))
        tables = [entry.paytable for entry in letter.entries if entry.game == self.game.slug]
        found = [table for table in tables if table.wager == self.wager.name]
        if not found:
            raise ValueError(f"it has no paytable for {self.wager.name} of {self.game.slug}")
        return {"drafts": [draft_shape(table) for table in found]}

    # ---- figures

    def _figures(self, table: Paytable) -> "list[Figures]":
        """Those of the last drafts are remembered: the file of a draft whose best play was found is there at once."""
        increments = tuple(meter.increment for meter in table.meters.values())
        key = (self.game.slug, table.wager, table.name, table.digest, increments, self.decks, self.seats)
        if key not in REMEMBERED:
            REMEMBERED[key] = self._reckoned(table)
            for oldest in list(REMEMBERED)[:-MOST_REMEMBERED]:
                del REMEMBERED[oldest]
        return REMEMBERED[key]

    def _reckoned(self, table: Paytable) -> "list[Figures]":
        from houseway.analysis.exact.figures import figures_of
        from houseway.analysis.progressive import progressive

        if is_progressive(self.wager):
            return [progressive(self.game, self.wager, table, seats=self.seats, decks=self.decks).figures()]
        return list(figures_of(self.game, self.wager, table, decks=self.decks, solve=self._solve))

    def _lives(self, table: Paytable) -> "list[MeterLife]":
        from houseway.analysis.meter_life import MeterLife
        from houseway.analysis.progressive import progressive

        if not table.meters:
            raise ValueError(f"{table.name}: only a progressive wager has a meter")
        terms = (
            progressive(self.game, self.wager, table, meter=name, seats=self.seats, decks=self.decks)
            for name in table.meters
        )
        return [MeterLife(terms=each) for each in terms]

    def _solve(self, asked: "Question") -> "Ends":
        """Of the game's own tables it is kept on disk; drafts come and go, and would fill it."""
        from houseway.work.ends import ends_of, method_of

        own = self.game.paytables
        if all(own.get(table.name) == table for table in asked.pays.values()):
            return ends_of(asked, progress=self.progress)
        return method_of(asked, progress=self.progress).ends

    def _counting_solve(self) -> Solve:
        """The same, where several tables are solved: how many are is the progress."""
        solved = 0

        def solve(asked: "Question") -> "Ends":
            nonlocal solved
            ends = self._solve(asked)
            solved += 1
            self.progress(solved, 0)
            return ends

        return solve


def _edge_target(text: str, tolerance: str) -> "Target":
    """An edge, met by all within the tolerance, where one is given, and else by all that round to it."""
    from houseway.analysis.design.targets import parse_target

    target = parse_target(text, "a house edge", most=Fraction(1), may_be_negative=True)
    if not tolerance:
        return target
    if target.is_range:
        raise ValueError(f"{text!r} is a range: it has no tolerance beside it")
    within = parse_target(tolerance, "a tolerance", most=Fraction(1), such="0.05%, 0.0005 or 1/2000")
    return replace(target, unit=2 * within.value)


def tally_shape(tally: "Tally") -> Json:
    """In whole numbers: as text, for they have more digits than a number of JSON may have."""
    return {
        "total": str(tally.total),
        "action": shape(tally.action),
        "held": tally.held,
        "rows": [
            {
                "lines": [[line, str(Fraction(times)), free] for line, times, free in row.lines],
                "others": str(row.others),
                "weight": str(row.weight),
            }
            for row in tally.rows
        ],
    }


def draft_shape(table: Paytable) -> Json:
    """A paytable as the desk begins with it."""
    return {
        "name": table.name,
        "pays": {line: _pay(replace(pay, envy_cents=0)) for line, pay in table.lines.items()},
        "envy": {line: _dollars(pay.envy_cents) for line, pay in table.lines.items() if pay.envy_cents},
        "meters": {
            name: {"seed": _dollars(each.seed_cents), "increment": _percent(each.increment)}
            for name, each in table.meters.items()
        },
    }


def _pay(pay: Pay) -> str:
    """As a table has it: 3 to 2, and not 1.50 to 1."""
    if pay.odds is Odds.OF_METER or pay.amount.denominator == 1 or pay.amount < 1:
        return str(pay)
    less = str(pay).partition(LESS)[2]
    odds = pay.odds.value.partition(" ")[0]
    return f"{pay.amount.numerator} {odds} {pay.amount.denominator}" + (f"{LESS}{less}" if less else "")


def _dollars(cents: int) -> str:
    return f"${cents // 100}.{cents % 100:02d}" if cents % 100 else f"${cents // 100}"


def _percent(share: Fraction) -> str:
    from houseway.analysis.figures import plain_decimal

    return f"{plain_decimal(share * 100)}%"

"""A variant of a game: a few lines in a file of one's own that name the game and what is other in it.

The game's own file is read once more, and what a variant puts in the place of one of its rules stands there from the
line on in which the game has its own. So every rule that is not named is the game's, word for word, and the one that
settles a live wager is still the one that is counted. Nobody has approved a variant: its paytables stand in no letter,
also those that pay what an approved one pays.
"""

import ast
import hashlib
import inspect
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from types import FunctionType
from typing import Any

from houseway.game import LOSE, Game, Origin, Wager, named
from houseway.games import FILES, GAMES, edition_of
from houseway.games.own import load_game
from houseway.letters import letters_of, remember
from houseway.letters.letter import NO_AGENCY, Entry, Letter
from houseway.paytable import Odds, Pay, Paytable, parse_pay

Pays = Mapping[str, Mapping[str, str]]  # by wager or paytable, what lines pay instead
Clauses = Mapping[str, str]


def variant_of(
    game: str | Game,
    file: str | Path,
    *,
    says: str,
    rules: Mapping[str, Any] | None = None,
    pays: Pays | None = None,
    at_most: Mapping[str, str | int | Fraction] | None = None,
    clauses: Clauses | None = None,
) -> Game:
    """The game with these `rules` in the place of its own, by their names in its file; with lines that pay otherwise,
    are added, or `lose`; and with wagers that may be `at_most` so many times the first one. `file` is `__file__`: the
    variant is called as its file is. `says` is what is other, in a few words.

    >>> always = houseway.variant_of(
    ...     "three-card-poker",
    ...     "no-qualifier.py",
    ...     says="the dealer always plays",
    ...     rules={"qualifies": lambda his: True},
    ... )
    >>> as_written, other = houseway.compare("three-card-poker", [always], wager="Ante")
    >>> other.differs[0].house_edge
    Fraction(-22333407, 101792600)
    """
    if not says.strip():
        raise ValueError("says: a variant tells in a few words what is other in it")
    base, written = _base(game, Path(file))
    if rules:
        if written is None:
            raise ValueError("rules stand in the place of those of a game's file: name the game instead of a Game")
        base = _read_again(base.slug, written, rules)
    slug, title = Path(file).stem.replace("_", "-"), f"{base.title}, {says}"
    tables = _paying(base, pays or {})
    letter = _letter(Path(file).stem, slug, title, base, tables, clauses or {}, says)
    return replace(
        base,
        slug=slug,
        title=title,
        summary=f"A variant of {base.title}: {says}.",
        letters=(remember(letter).id,),
        wagers=_capped(base, at_most or {}),
        paytables=tables,
        player_cards=(),  # they are cards for the game as it is
        origin=Origin(game=base.slug, says=says, edition=edition_of(base, written) if written else ""),
    )


# ---- the game that it departs from -----------------------------------------------------------------


def _base(game: str | Game, file: Path) -> tuple[Game, Path | None]:
    """The game and its file: one that is known, or one in a file beside the variant's."""
    if isinstance(game, Game):
        return game, FILES.get(game.slug)
    beside = file.with_name(f"{game.replace('-', '_')}.py")
    if game not in GAMES and beside.is_file():
        return load_game(beside), beside
    if game not in GAMES:
        raise ValueError(f"{game!r} is not a game that has variants: {', '.join(GAMES)}, or a file beside this one")
    return GAMES[game], FILES[game]


def _read_again(slug: str, file: Path, rules: Mapping[str, Any]) -> Game:
    """The game of a file in which other rules stand. Line by line: what is built of a rule is built of the other."""
    tree = ast.parse(file.read_text("utf-8"))
    read: dict[str, Any] = {"__name__": _module(file), "__file__": str(file)}
    replaceable = _rules_in(tree)
    for name in rules:
        if name not in replaceable:
            raise ValueError(f"{name!r} is not a rule of {slug}: {', '.join(replaceable)}")
    for statement in tree.body:
        exec(compile(ast.Module([statement], []), str(file), "exec", dont_inherit=True), read)
        for name, other in rules.items():
            if name in read and read[name] is not other:
                _refuse_other_parameters(name, read[name], other)
                read[name] = other
    games: list[Game] = [read["GAME"], *read.get("VARIANTS", ())]
    return next(each for each in games if each.slug == slug)


def functions_of(file: Path) -> dict[str, tuple[str, ...]]:
    """The rules that the file of a game has as functions, with what each is asked with."""
    tree = ast.parse(file.read_text("utf-8"))
    functions = {node.name: node.args.args for node in tree.body if isinstance(node, ast.FunctionDef)}
    return {name: tuple(each.arg for each in functions[name]) for name in _rules_in(tree) if name in functions}


def _rules_in(tree: ast.Module) -> tuple[str, ...]:
    """Functions of the file first, then its values and what it imports."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    functions, values, imported = [], [], []
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                functions.append(node.name)
            case ast.Assign(targets=targets):
                values += [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)):
                values.append(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                imported += [each.asname or each.name.partition(".")[0] for each in names]
            case _:
                pass
    return tuple(name for name in dict.fromkeys((*functions, *values, *imported)) if name in used)


def _module(file: Path) -> str:
    """The name of the module that the file is read as. What is kept of a rule goes by it, by its code and by all that
    it refers to: so what a variant leaves as it is has been counted if the game has."""
    is_ours = file.parent == Path(__file__).parent
    return f"{__package__}.{file.stem}" if is_ours else f"houseway_own_{file.stem}"


def _refuse_other_parameters(name: str, own: Any, other: Any) -> None:
    """A rule is asked with as many cards and words as the one whose place it takes."""
    if not (isinstance(own, FunctionType) and isinstance(other, FunctionType)):
        return
    wanted = [*inspect.signature(own).parameters]
    try:
        inspect.signature(other).bind(*wanted)
    except TypeError:
        raise ValueError(f"{name} is asked as {name}({', '.join(wanted)}): another takes as many") from None


# ---- what is paid, and what may be staked ----------------------------------------------------------


def _paying(game: Game, pays: Pays) -> dict[str, Paytable]:
    """The game's paytables, in no letter, with these lines paying otherwise."""
    wagers = {table.wager.lower() for table in game.paytables.values()}
    names = wagers | {name.lower() for name in game.paytables}
    for about in pays:
        if about.lower() not in names:
            known = dict.fromkeys((*(table.wager for table in game.paytables.values()), *game.paytables))
            raise ValueError(f"{about!r} is neither a wager of {game.slug} with a paytable nor one: {', '.join(known)}")
    tables = {}
    for name, table in game.paytables.items():
        lines = dict(table.lines)
        for about, others in pays.items():
            if about.lower() in (name.lower(), table.wager.lower()):
                for line, text in others.items():
                    _put(table, lines, line, text)
        tables[name] = replace(table, lines=lines, letter=None)
    return tables


def _put(table: Paytable, lines: dict[str, Pay], line: str, text: str) -> None:
    before = lines.get(line)
    if text.strip().lower() == LOSE:
        if before is None:
            raise ValueError(f"{line!r} is not a line of {table.name}, and cannot lose: {', '.join(lines)}")
        del lines[line]
        return
    pay = parse_pay(text)
    if Odds.OF_METER in (pay.odds, before and before.odds):
        raise ValueError(f"{line} of {table.name}: a share of a meter is varied by houseway whatif --vary")
    lines[line] = replace(pay, envy_cents=before.envy_cents if before else 0)


def _capped(game: Game, at_most: Mapping[str, str | int | Fraction]) -> tuple[Wager, ...]:
    """The game's wagers, these at most so many times the wager that they are capped by, else the first one."""
    by_name = {wager.name: wager for wager in game.wagers}
    for name, times in at_most.items():
        wager = named(name, by_name, f"a wager of {game.slug}")
        if wager not in game.placed or wager.name in game.required:
            beside = [each.name for each in game.placed if each.name not in game.required]
            raise ValueError(f"{name!r} is not placed beside others, and has no cap: {', '.join(beside)}")
        by = wager.at_most or next(iter(game.required), None)
        if by is None:
            raise ValueError(f"{name!r}: nobody has to place any wager of {game.slug} that could cap it")
        try:
            part = Fraction(times)
        except (TypeError, ValueError, ZeroDivisionError):
            part = Fraction(0)
        if not 0 < part <= 1_000:
            raise ValueError(f"{name}: {times!r} is not how many times the {by} it may be: 2, '1/2', at most 1,000")
        by_name[wager.name] = replace(wager, at_most=by, at_most_times=part)
    return tuple(by_name.values())


# ---- its letter ------------------------------------------------------------------------------------


def _letter(
    name: str, slug: str, title: str, base: Game, tables: Mapping[str, Paytable], clauses: Clauses, says: str
) -> Letter:
    """The clauses of the game with those that are other, and what is paid. It is nobody's approval."""
    letters = letters_of(base.letters)
    known = {tag: text for letter in letters for tag, text in letter.clauses.items()}
    for tag in clauses:
        if tag not in known:
            raise ValueError(f"the clause {tag!r} is not in the letter of {base.slug}: {', '.join(known)}")
    return Letter(
        id=name,
        title=title,
        agency=NO_AGENCY,
        date=max((letter.date for letter in letters), default=date.min),
        about=f"A variant of {base.title}: {says}. Nobody has approved it.",
        clauses={**known, **clauses},
        entries=tuple(Entry(game=slug, paytable=table) for table in tables.values()),
        digest=hashlib.sha256(f"{slug}\0{says}\0{clauses}".encode()).hexdigest(),
    )

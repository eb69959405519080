"""What is wrong with a game before a card is dealt: names, numbers of cards, clauses and paytables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from houseway.analysis.exact.groups import groups_of
from houseway.game import SEAT, Bets, Contest, Deal, Draw, Game, Over, Settle, Show, Wager
from houseway.letters import letters, letters_of
from houseway.trial.fault import Fault

SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
CITED = re.compile(r"\[([A-Z][A-Z0-9]* \w+(?:-\d+)?)\]")


def written_faults(game: Game) -> list[Fault]:
    """What is wrong with the game itself; with its cards only where its steps are ones."""
    return [*_about(game), *_wagers(game), *_steps(game)] or [*_cards(game)]


def letter_faults(game: Game, file: Path) -> list[Fault]:
    """What is wrong with its letter, and with what the file cites of it."""
    return [*_letters(game, file), *_clauses(game, file)]


def _about(game: Game) -> Iterator[Fault]:
    if not SLUG.fullmatch(game.slug):
        yield Fault("slug", f"{game.slug!r} is not plain: lower case, digits and hyphens, as in red-dog")
    if game.seats < 1:
        yield Fault("seats", f"{game.seats} seats: a table has 1 or more")
    if isinstance(game.letters, str):
        yield Fault("letters", f"the text {game.letters!r}: a tuple is wanted, ({game.letters!r},)")
    if not [*game.decks]:
        yield Fault("decks", "there are none: (1,) or range(1, 9)")
    elif game.default_decks not in game.decks:
        yield Fault("default_decks", f"{game.default_decks} is not among the decks: {game.accepted_decks}")


def _wagers(game: Game) -> Iterator[Fault]:
    names = [wager.name for wager in game.wagers]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Fault(name, "two wagers have this name")
    for wager in game.wagers:
        if wager.of is not None and wager.of not in names:
            yield Fault(wager.name, f"it is of {wager.of!r}, which is no wager: {', '.join(names)}")
        elif wager.at_most is not None and wager.at_most not in names:
            yield Fault(wager.name, f"it is at most {wager.at_most!r}, which is no wager: {', '.join(names)}")
        elif wager.free and wager.of is None:
            yield Fault(wager.name, "it is free, and of no wager by whose stake it could pay")
        elif wager.lies_on > 1 and not _equals_the_first(game, wager):
            says = "it is required, of a required wager on the first hand, and settled by the same hands and pays"
            yield Fault(wager.name, f"it lies on hand {wager.lies_on}: there {says}")
        elif not game.paytables_of(wager):
            yield Fault(wager.name, "it cannot be settled: the letter has no paytable for it")
    for table in game.paytables.values():
        if table.wager not in names:
            yield Fault(f"paytable {table.name}", f"it is for {table.wager!r}, which is no wager: {', '.join(names)}")


def _equals_the_first(game: Game, wager: Wager) -> bool:
    """Whether a wager on another hand that is dealt is what the first is there: hands are then all alike."""
    first = next((each for each in game.wagers if each.name == wager.of), None)
    if first is None or first.lies_on > 1 or not {first.name, wager.name} <= {*game.required}:
        return False
    alike = replace(wager, name=first.name, clause=first.clause, of=first.of, lies_on=first.lies_on)
    return alike == first and not game.own_paytables(wager)


def _steps(game: Game) -> Iterator[Fault]:
    if not game.round or not isinstance(game.round[0], Bets):
        yield Fault("round", "the first step is the time for wagers: Bets(…)")
        return
    filled: set[str] = set()
    for number, step in enumerate(game.round, 1):
        where = f"step {number}, {type(step).__name__}"
        match step:
            case Bets():
                yield from _bets(game, step, where, is_first=number == 1)
            case Settle(wagers=names):
                yield from _no_wagers(game, where, "wagers", names)
            case Deal():
                if step.cards < 1 or not 0 <= step.up <= step.cards:
                    yield Fault(where, f"{step.cards} cards, {step.up} of them face up")
                filled.update(step.to.places)
            case Draw(to=to):
                filled.update(to.places)
            case Show(what=what) if what.place not in filled:
                yield Fault(where, f"no card was dealt to the {what.place}")
            case Over(looks=looks):
                yield from (Fault(where, f"no card was dealt to the {n}") for n in looks.places if n not in filled)
            case _:
                pass
    for wager in game.wagers:
        for name in sorted({part.place for hand in wager.hands for part in hand.of.parts} - filled):
            yield Fault(wager.name, f"it looks at the {name}, to which no card is dealt")


def _bets(game: Game, step: Bets, where: str, *, is_first: bool) -> Iterator[Fault]:
    if not is_first:
        yield Fault(where, "wagers are placed before the deal: Bets is the first step")
    if not (*step.must, *step.may):
        yield Fault(where, "nothing can be bet")
    yield from _no_wagers(game, where, "must", step.must)
    yield from _no_wagers(game, where, "may", step.may)


def _no_wagers(game: Game, where: str, field: str, names: tuple[str, ...] | str) -> Iterator[Fault]:
    if isinstance(names, str):
        yield Fault(where, f"{field} is the text {names!r}: a tuple is wanted, ({names!r},)")
        return
    known = sorted(wager.name for wager in game.wagers)
    yield from (Fault(where, f"{name!r} is no wager: {', '.join(known)}") for name in names if name not in known)


# ---- cards -------------------------------------------------------------------------------------------


def _cards(game: Game) -> Iterator[Fault]:
    needed, fewest = 0, min(game.decks)
    for number, step in enumerate(game.round, 1):
        if isinstance(step, Deal | Draw):
            cards = step.cards if isinstance(step, Deal) else 0
            needed += sum(cards * (game.seats if name == SEAT.place else 1) for name in step.to.places)
            if needed > len(game.pack(fewest)):
                pack = f"{fewest} deck{'s' if fewest > 1 else ''} of {len(game.pack(fewest))}"
                says = f"{needed} cards are dealt by then with {game.seats} seats, out of {pack}"
                yield Fault(f"step {number}, {type(step).__name__}", says)
                return
    yield from _looks(game)


def _looks(game: Game) -> Iterator[Fault]:
    """Hands that look at cards which nobody sees, or at some of those that came together."""
    groups = groups_of(game.round)
    drawn = {step.to.place for step in game.round if isinstance(step, Draw)}
    unseen: dict[str, list[str]] = {}
    cut: dict[str, list[str]] = {}
    for wager in game.wagers:
        for part in dict.fromkeys(chain.from_iterable(hand.of.parts for hand in wager.hands if not hand.of.is_set)):
            came = [number for number, size in enumerate(groups.get(part.place, ())) for _ in range(size)]
            seen = part.of(came)
            if _never_shown(game, part.place) and isinstance(wager, Contest):
                unseen.setdefault(part.place, []).append(wager.name)
            elif part.place not in drawn and any(seen.count(n) < came.count(n) for n in seen):
                cut.setdefault(part.place, []).append(wager.name)
    for place, names in unseen.items():
        says = f"it looks at the {place}, of whose cards {_never_shown(game, place)} are never turned over: Show(…)"
        yield Fault(", ".join(dict.fromkeys(names)), says)
    for place, names in cut.items():
        says = f"it looks at some of the {place}'s cards that came together, which have no order: deal them apart"
        yield Fault(", ".join(dict.fromkeys(names)), says)


def _never_shown(game: Game, place: str) -> int:
    hidden = seen = 0
    for step in game.round:
        if isinstance(step, Deal) and place in step.to.places:
            seen, hidden = seen + step.up_at(place), hidden + step.cards - step.up_at(place)
        if isinstance(step, Show) and step.what.place == place:
            [part] = step.what.parts
            turned = len(part.of(range(seen + hidden))) - len(part.of(range(seen)))
            seen, hidden = seen + turned, hidden - turned
    return hidden


# ---- the letter --------------------------------------------------------------------------------------


def _letters(game: Game, file: Path) -> Iterator[Fault]:
    """Letters that there are not, and paytables for another game in a letter of one's own."""
    own = [letter for letter in letters_of(game.letters) if letter.id not in letters()]
    for name in game.letters:
        if not letters_of([name]):
            yield Fault("letters", f"{name!r} is no letter: that of this file is {file.stem!r}, {file.stem}.toml")
    for letter in own:
        for other in dict.fromkeys(entry.game for entry in letter.entries if entry.game != game.slug):
            names = ", ".join(entry.paytable.name for entry in letter.entries if entry.game == other)
            says = f"it is for the game {other!r}, and this is {game.slug!r}"
            yield Fault(f"{letter.id}.toml, paytable {names}", says)


def _clauses(game: Game, file: Path) -> Iterator[Fault]:
    """Clauses that wagers or the file cite and that no letter of the game has."""
    clauses = set(chain.from_iterable(letter.clauses for letter in letters_of(game.letters)))
    if not clauses:
        return
    known = ", ".join(sorted(clauses))
    for wager in game.wagers:
        if wager.clause not in clauses:
            yield Fault(wager.name, f"its clause {wager.clause!r} is not in the letter: {known}")
    if not file.is_file():
        return
    tags = {clause.split(" ")[0] for clause in clauses}
    missing: set[str] = set()
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        for cited in chain.from_iterable(map(_each, CITED.findall(line))):
            if cited not in clauses | missing and cited.split(" ")[0] in tags:
                missing.add(cited)
                yield Fault(f"{file.name}:{number}", f"the clause {cited!r} is not in the letter: {known}")


def _each(cited: str) -> list[str]:
    """[RD 8-12] cites five."""
    tag, number = cited.split(" ")
    first, _, last = number.partition("-")
    return [f"{tag} {n}" for n in range(int(first), int(last) + 1)] if last else [cited]

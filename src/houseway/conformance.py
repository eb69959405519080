"""Whether a game is one: what is wrong with it, in plain words, and where.

The rules are read and tried out: on thousands of random deals for one seat, at a whole table that the automatic dealer
deals, and on a small pack by the judge, with whom every faster method must agree. Nothing here knows a game by name.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields
from itertools import chain
from math import comb
from operator import attrgetter
from pathlib import Path
from typing import Any

from houseway.analysis.exact.figures import bonus_counts, is_on_cards_alone
from houseway.api.live import LiveTable
from houseway.cards import Card, Cards, card, is_joker, rank_of, suit_of
from houseway.faults import FileFaults
from houseway.game import (
    SEAT,
    Bets,
    Bonus,
    Choice,
    Deal,
    Draw,
    Game,
    Hand,
    Look,
    Option,
    Over,
    Seen,
    Settle,
    Show,
    Wager,
)
from houseway.games import GAMES, add, remove
from houseway.games.own import describe, line_in, load_game
from houseway.money import Cents
from houseway.role import Seat
from houseway.sight import FlushOf
from houseway.table import commands as do
from houseway.table.commands import Stage
from houseway.table.due import due
from houseway.table.receipt import check, receipt
from houseway.table.terms import Terms

DEALS = 3_000  # for one seat, with random choices
AT_A_TABLE = 60  # rounds
MOST_ACTS = 200  # of one seat in one round: more, and the choice does not end
MOST_COUNTED = 30_000_000  # deals of cards that are told apart by suits
BUY_IN = Cents(1_000_000)

effects_of = attrgetter(*(each.name for each in fields(Option) if each.name != "word"))  # of an option, but its word


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a game: where it stands, and what it is."""

    where: str
    says: str

    def __str__(self) -> str:
        return f"{self.where}: {self.says}"


def faults_of(game: Game, file: str | Path = "", *, seed: int = 1) -> list[Fault]:
    """All that is wrong with a game; nothing, if it can be played and counted."""
    written = [*_wagers(game), *_steps(game)]
    if written:
        return written
    trial = Trial(game, Path(file or f"{game.slug}.py"), random.Random(seed))
    trial.deals()
    if not trial.faults:
        trial.lines()
        trial.options()
    if not trial.faults:
        trial.table()
    return list(trial.faults)


def checked(file: str | Path) -> tuple[Game | None, list[Fault]]:
    """The game of a file, if it can be read at all, and what is wrong with it."""
    try:
        game = load_game(file)
    except FileFaults as error:
        return None, [Fault(Path(file).with_suffix(".toml").name, fault) for fault in error.faults]
    except ValueError as error:
        where, _, says = str(error).partition(": ")
        return None, [Fault(where, says)]
    if game.slug in GAMES and GAMES[game.slug] is not game:
        return game, [Fault("slug", f"{game.slug!r} is the name of another game")]
    add(game, file)  # the table finds it there
    try:
        return game, faults_of(game, file)
    finally:
        remove(game)


# ---- what can be read --------------------------------------------------------------------------------


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
        elif not game.paytables_of(wager):
            yield Fault(wager.name, "it cannot be settled: the letter has no paytable for it")
    for table in game.paytables.values():
        if table.wager not in names:
            yield Fault(f"paytable {table.name}", f"it is for {table.wager!r}, which is no wager: {', '.join(names)}")


def _steps(game: Game) -> Iterator[Fault]:
    names = {wager.name for wager in game.wagers}
    if not game.round or not isinstance(game.round[0], Bets):
        yield Fault("round", "the first step is the time for wagers: Bets(…)")
        return
    filled: set[str] = set()
    for number, step in enumerate(game.round, 1):
        where = f"step {number}, {type(step).__name__}"
        match step:
            case Bets():
                if number > 1:
                    yield Fault(where, "wagers are placed before the deal: Bets is the first step")
                if not (*step.must, *step.may):
                    yield Fault(where, "nothing can be bet")
                for name in (*step.must, *step.may):
                    if name not in names:
                        yield Fault(where, f"{name!r} is no wager: {', '.join(sorted(names))}")
            case Settle():
                for name in step.wagers:
                    if name not in names:
                        yield Fault(where, f"{name!r} is no wager: {', '.join(sorted(names))}")
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


# ---- what has to be tried ------------------------------------------------------------------------------


class Misbehaves(Exception):
    """A rule of the game raised, or gave what it must not."""


@dataclass
class Trial:
    """A game on trial: what happened in many deals, and what was wrong in them."""

    game: Game
    file: Path
    chance: random.Random
    faults: dict[Fault, None] = field(default_factory=dict)
    seen_lines: Counter[tuple[str, str]] = field(default_factory=Counter)  # by wager and line
    seen_words: dict[int, Counter[str]] = field(default_factory=dict)  # by step
    added: set[str] = field(default_factory=set)  # wagers that a choice adds

    def fault(self, where: str, says: str) -> None:
        self.faults[Fault(where, says)] = None

    def asks(self, where: str, rule: Callable[..., Any], *given: Any) -> Any:
        """What a rule of the game answers."""
        try:
            return rule(*given)
        except Exception as error:
            self.fault(f"{where}, {line_in(self.file, error)}", describe(error))
            raise Misbehaves from error

    # ---- deals for one seat

    def deals(self) -> None:
        for _ in range(DEALS):
            with suppress(Misbehaves):
                OneSeat(self).plays()
            if len(self.faults) >= 10:
                return

    def lines(self) -> None:
        """Lines that are paid and never come, and wagers that nobody can place."""
        placed = {wager.name for wager in self.game.placed}
        for wager in self.game.wagers:
            if wager.name not in placed and not wager.free and wager.name not in self.added:
                self.fault(wager.name, "nobody can bet it: it stands in no Bets, and no option adds it")
        for name, table in self.game.paytables.items():
            lines = {line for wager, line in self.seen_lines if wager == table.wager}
            for line in table.lines:
                if line not in lines and not self._is_dealt(table.wager, line):
                    counted = self._counted(table.wager)
                    if counted is None:
                        known = ", ".join(sorted(lines)) or "none"
                        says = f"the line {line!r} was never dealt: in {DEALS:,} deals there were {known}"
                        self.fault(f"paytable {name}", says)
                    elif line not in counted:
                        known = " or ".join(sorted(counted))
                        self.fault(f"paytable {name}", f"the line {line!r} cannot be dealt: every deal is {known}")

    def _counted(self, name: str) -> set[str] | None:
        """The lines of all deals, for a wager on the cards alone whose deals are few enough to be counted."""
        wager, decks = self.game.wager(name), self.game.whole_shoe
        if not isinstance(wager, Bonus) or not is_on_cards_alone(self.game, wager, decks):
            return None
        cards = sum(len(part.of(range(self._dealt_to(part.place)))) for part in wager.hand.of.parts)
        if wager.hand.sees is None and comb(len(self.game.pack(decks)), cards) > MOST_COUNTED:
            return None
        return {line for line, deals in bonus_counts(self.game, wager, decks).items() if deals}

    def _dealt_to(self, place: str) -> int:
        return sum(step.cards for step in self.game.round if isinstance(step, Deal) and place in step.to.places)

    def _is_dealt(self, wager: str, line: str) -> bool:
        """Whether a rare line comes in deals from a few ranks, or of one suit, where rare hands are common."""
        whole = self.game.pack(self.game.whole_shoe).cards()
        ranks = sorted({rank_of(c) for c in whole if not is_joker(c)})
        few = [
            *(_only(whole, lambda c, some=some: rank_of(c) in some) for some in (ranks[-5:], ranks[:3], ranks[-2:])),
            *(_only(whole, lambda c, n=n: suit_of(c) == 0 and rank_of(c) in ranks[-n:]) for n in (13, 7, 6)),
        ]
        for _ in range(DEALS):
            for cards in [*few]:  # in turn: one of them has the line soon
                try:
                    OneSeat(self, cards).plays()
                except (Misbehaves, IndexError):
                    few.remove(cards)
                if (wager, line) in self.seen_lines:
                    return True
        return False

    def options(self) -> None:
        """Words that were never given, or that do what another does."""
        for number, step in enumerate(self.game.round):
            if isinstance(step, Choice) and not self.seen_words.get(number):
                self.fault(f"step {number + 1}, Choice", f"in {DEALS:,} deals it gave nobody an option")

    # ---- a whole table

    def table(self) -> None:
        """Rounds at a full table with random choices; every receipt must check."""
        game = self.game
        table = LiveTable.open(Terms(game=game.slug), seed=self.chance.randrange(1 << 30))
        seats = [Seat(seat) for seat in range(1, game.seats + 1)]
        for seat in seats:
            table.sit(f"player {seat}", seat=seat, cents=BUY_IN)
        for _ in range(AT_A_TABLE):
            try:
                self._round(table, seats)
            except Exception as error:
                self.fault(f"a round at the table, {line_in(self.file, error)}", describe(error))
                return

    def _round(self, table: LiveTable, seats: list[Seat]) -> None:
        number = table.state.round.number
        offered = [w for w in self.game.placed if w.of is None and w.name in table.state.open_terms.paytables]
        for seat in seats:
            for wager in offered:
                if wager.name in self.game.required or self.chance.random() < 0.5 or not self.game.required:
                    table.bet(seat, wager.name, table.state.open_terms.limits(wager)[0])
        table.deal()
        while table.state.round.number == number:
            if table.state.stage is Stage.CHOOSING and self.chance.random() < 0.9:
                seat = self.chance.choice(due(table.state).seats)
                table.choose(seat, self.chance.choice(table.options(seat)))
            else:
                table.step()
        ended = table.state.previous
        assert ended is not None
        _, wrong = check(receipt(table.state, ended))
        wrong = [each for each in wrong if "seal was published" not in each]  # there is no book
        if wrong:
            self.fault("the receipt of a round", wrong[0])
        for seat in seats:
            short = BUY_IN - table.state.seat_chips(seat)
            if short > BUY_IN // 2:
                table.do(table.player(seat), do.BuyIn(seat=seat, cents=Cents(short)))


def _only(cards: Cards, wanted: Callable[..., bool]) -> Cards:
    return tuple(c for c in cards if is_joker(c) or wanted(c))


class OneSeat:
    """One deal for one seat, which chooses at random."""

    def __init__(self, trial: Trial, cards: Cards | None = None) -> None:
        self.trial, self.game, self.chance = trial, trial.game, trial.chance
        self.pack = self.game.pack(self.game.whole_shoe)
        order = list(self.pack.cards() if cards is None else cards)
        self.chance.shuffle(order)
        self.order = order
        self.groups: dict[str, list[Cards]] = {}  # what came to a place, group by group
        self.hidden: dict[str, int] = {}
        self.said: tuple[str, ...] = ()
        self.stakes: dict[str, int] = {}
        self.cut: dict[str, tuple[Cards, ...]] = {}
        self.is_out = False
        self.settled: set[str] = set()

    def plays(self) -> None:
        number = 0
        acts = 0
        while number < len(self.game.round):
            acts += 1
            if acts > MOST_ACTS:
                self.trial.fault(f"step {number + 1}", f"it does not end: {MOST_ACTS} times, and it goes on")
                raise Misbehaves
            if self._step(number, self.game.round[number]):
                number += 1
        self._settle(self.game.wagers)

    def _step(self, number: int, step: Any) -> bool:
        """Whether the round goes on to the next step."""
        where = f"step {number + 1}, {type(step).__name__}"
        match step:
            case Bets():
                self.stakes |= dict.fromkeys((*step.must, *step.may), 1)
            case Deal():
                for name in step.to.places:
                    self._give(name, step.cards, step.cards - step.up_at(name))
            case Choice():
                return self._choose(number, step, where)
            case Draw(to=to, more=more):
                answer = self.trial.asks(where, more, self._seen(by_rule=to != SEAT))
                if answer:
                    self._give(to.place, 1, 0)
                return not answer
            case Show(what=what, way=way):
                self.hidden[what.place] = 0
                if way:
                    self.cut[what.place] = self.trial.asks(where, way.set, self._cards(what.place))
            case Over(when=when):
                if self.trial.asks(where, when, self._seen(by_rule=True)):
                    self._settle(self.game.wagers)
                    raise Misbehaves  # the deal is over: nothing is wrong with it
            case Settle(wagers=names):
                self._settle([wager for wager in self.game.wagers if wager.name in names])
        return True

    def _choose(self, number: int, step: Choice, where: str) -> bool:
        options: tuple[Option, ...] = () if self.is_out else self.trial.asks(where, step.options, self._seen())
        if not options:
            return True
        self._check_options(options, step, where)
        words = self.trial.seen_words.setdefault(number, Counter())
        option = self.chance.choice(options)
        words[option.word] += 1
        self.trial.added |= {name for name, _ in option.stakes}
        self.said += (option.word,)
        self.stakes = {n: t for n, t in self.stakes.items() if n not in option.back} | dict(option.stakes)
        self.is_out = option.out
        if option.cut:
            self.cut[SEAT.place] = option.cut
        if option.drops:
            self.groups[SEAT.place] = [tuple(c for c in g if c not in option.drops) for g in self.groups[SEAT.place]]
        if option.takes:
            self._give(SEAT.place, option.takes, 0)
        return option.last or option.out or not step.again

    def _check_options(self, options: tuple[Option, ...], step: Choice, where: str) -> None:
        trial, names = self.trial, {wager.name: wager for wager in self.game.wagers}
        held = sorted(self._cards(SEAT.place))
        if not any(not option.costs and not option.foul for option in options):
            words = ", ".join(option.word for option in options)
            trial.fault(where, f"a seat that says nothing has no option that costs nothing more: {words}")
            raise Misbehaves
        for option in options:
            for name, times in option.stakes:
                if name not in names or names[name].of is None or times < 1:
                    trial.fault(where, f"{option.word!r} adds {times} times {name!r}: a wager that is `of` another")
                    raise Misbehaves
            for name in option.back:
                if name not in self.stakes:
                    trial.fault(where, f"{option.word!r} takes back {name!r}, which does not lie there")
                    raise Misbehaves
            if option.cut and sorted(chain(*option.cut)) != held:
                trial.fault(where, f"{option.word!r} sets other cards than the seat holds")
                raise Misbehaves
            does = option.stakes or option.back or option.cut or option.drops or option.takes or option.out
            if step.again and not option.last and not does:
                trial.fault(where, f"{option.word!r} does nothing, and the choice goes on")
                raise Misbehaves
        effects = Counter(effects_of(option) for option in options if option.cut or not option.last)
        for effect, times in effects.items():
            if times > 1:
                same = [option.word for option in options if effects_of(option) == effect]
                trial.fault(where, f"{same[1]!r} does nothing that {same[0]!r} does not do")
                raise Misbehaves

    # ---- cards

    def _give(self, name: str, number: int, hidden: int) -> None:
        if len(self.order) < number:
            raise IndexError
        cards = tuple(self.order.pop() for _ in range(number))
        self.groups.setdefault(name, []).append(cards)
        self.hidden[name] = self.hidden.get(name, 0) + hidden

    def _cards(self, name: str) -> Cards:
        return tuple(chain.from_iterable(self.groups.get(name, ())))

    def _seen(self, *, by_rule: bool = False) -> Seen:
        lying = {}
        for name in self.groups:
            cards = self._cards(name)
            if name != SEAT.place:
                lying[name] = cards[: len(cards) - self.hidden.get(name, 0)]
            elif not by_rule:
                lying[name] = cards
        return Seen(pack=self.pack, lying=lying, said=self.said)

    # ---- wagers

    def _settle(self, wagers: tuple[Wager, ...] | list[Wager]) -> None:
        for wager in wagers:
            lies = wager.of in self.stakes if wager.free else wager.name in self.stakes
            if not lies or wager.name in self.settled or (self.is_out and not wager.outlives):
                continue
            worths = tuple(self._worth(wager, hand) for hand in wager.hands)
            line = self.trial.asks(f"{wager.name}, settling", wager.line, worths, self.said)
            if not isinstance(line, str):
                self.trial.fault(wager.name, f"it cannot be settled: the line is {line!r}, and no text")
                raise Misbehaves
            for name in {wager.name, *(w.name for w in self.game.wagers if self._pays_as(w, wager))}:
                self.trial.seen_lines[name, line] += 1
            self.settled.add(wager.name)

    def _pays_as(self, wager: Wager, other: Wager) -> bool:
        return bool(self.game.paytables_of(wager) == self.game.paytables_of(other))

    def _worth(self, wager: Wager, hand: Hand) -> Any:
        where = f"{wager.name}, the worth of {' and '.join(hand.of.places)}"
        groups = self._looked_at(hand.of)
        worth = self.trial.asks(where, hand.worth, *groups)
        if self.chance.random() < 0.2:
            self._check_symmetry(where, hand, groups, worth)
        return worth

    def _check_symmetry(self, where: str, hand: Hand, groups: tuple[Cards, ...], worth: Any) -> None:
        """Cards that the hand is said not to tell apart are exchanged, and its worth must be the same."""
        cards = tuple(chain.from_iterable(groups))
        if hand.sees is None or isinstance(hand.sees, FlushOf):
            suits = self.chance.sample(range(4), 4)
            other = {c: c if is_joker(c) else card(rank_of(c), suits[suit_of(c)]) for c in cards}
            claim = "it changes with the names of suits"
        else:
            other = self._exchanged(hand.sees, cards)
            claim = f"it tells cards apart that {hand.sees.__name__} does not"
        renamed = tuple(tuple(other[c] for c in group) for group in groups)
        if self.trial.asks(where, hand.worth, *renamed) != worth:
            shown = " ".join(map(str, cards)), " ".join(str(other[c]) for c in cards)
            self.trial.fault(where, f"{claim}: {shown[0]} is not worth what {shown[1]} is")
            raise Misbehaves

    def _exchanged(self, sees: Callable[[Card], int], cards: Cards) -> dict[Card, Card]:
        """Every card for another of the same grade, no card for two."""
        grades: dict[int, list[Card]] = {}
        for each in sorted(set(self.pack.cards())):
            grades.setdefault(sees(each), []).append(each)
        other: dict[Card, Card] = {}
        for cards_of_grade in grades.values():
            shuffled = self.chance.sample(cards_of_grade, len(cards_of_grade))
            other |= dict(zip(cards_of_grade, shuffled, strict=True))
        return {c: other[c] for c in cards}

    def _looked_at(self, look: Look) -> tuple[Cards, ...]:
        if look.is_set:
            return self.cut.get(look.place) or (self._cards(look.place),)
        return (tuple(chain.from_iterable(part.of(self._cards(part.place)) for part in look.parts)),)

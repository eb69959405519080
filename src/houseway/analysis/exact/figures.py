"""The figures of a game that is a list of steps: the main wagers together, with all that play adds to them, and every
other wager apart.

All of it follows from how a round ends (`Ends`). Figures are per unit of the first wager.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

from houseway.analysis.exact.count import Count
from houseway.analysis.exact.ends import End, Ends, SettledLine, Times
from houseway.analysis.exact.facts import depends, ends_of, facts
from houseway.analysis.exact.house_way import AsHouseWay, way_for_seats
from houseway.analysis.exact.question import Policy, Question, question
from houseway.analysis.exact.shoe_cards import is_on_next_card
from houseway.analysis.exact.stakes import own_stakes
from houseway.analysis.figures import Figures, Line, paytable_lines
from houseway.cards import Pack
from houseway.game import FOLDED, LOSE, Bonus, Game, Hand, Option, Seen, Step, Wager, Worth
from houseway.paytable import Paytable

BEST, HOUSE_WAY = "best play", "house way"
FOR_ITSELF, FOR_MAIN = "best play for it alone", "best play for the main bet"
PLAYS = (BEST, HOUSE_WAY, FOR_ITSELF, FOR_MAIN)
ADDED = "added wherever it may be"
PARTS = 840  # of a unit, in which parts of it are whole

Solve = Callable[[Question], Ends]


def figures_of(
    game: Game,
    wager: Wager,
    table: Paytable,
    *,
    decks: int | None = None,
    others: tuple[Paytable, ...] = (),
    plays: Container[str] = PLAYS,
    solve: Solve = ends_of,
) -> Iterator[Figures]:
    """A wager with a paytable, and other wagers with `others` or their first. The main wagers are played together, best
    or by the house way. A contest beside them has figures for a seat that plays for it, for one that plays for the main
    wagers, and by the house way. What nobody plays has one."""
    about = partial(question, game, decks=decks, paytables=(table, *others))
    if wager not in game.main and (
        isinstance(wager, Bonus) or not game.choices or is_added(game, wager) or not depends(game, wager.name)
    ):
        yield side_figures(game, wager, table, decks=decks, solve=solve)
        return
    way = way_for_seats(game)
    copying = {HOUSE_WAY: partial(about, policy=AsHouseWay(way))} if way else {}
    if wager in game.main:
        for play, ask in {BEST: about, **copying}.items():
            if play in plays:
                yield main_figures(ask(), play=play, solve=solve)
        return
    for play, ask in {FOR_ITSELF: partial(about, aim=(wager.name,)), FOR_MAIN: about, **copying}.items():
        if play in plays:
            asked = ask(wagers=(wager.name,))
            yield replace(wager_figures(asked, solve(asked), wager), play=play)


def main_figures(asked: Question, *, play: str = BEST, solve: Solve = ends_of) -> Figures:
    """The main wagers together, as they are played."""
    ends = solve(asked)
    first = asked.game.main[0]
    rows: Counter[tuple[Fraction, str, str]] = Counter()
    for end, weight in ends.weights.items():
        net = sum((asked.net[line] for line in end.lines), Fraction(0))
        rows[net, end_name(asked, end), _pay(asked, end)] += weight
    ordered = sorted(rows.items(), key=lambda row: (-row[0][0], row[0][1] == LOSE, -row[1], row[0][1]))
    lines = tuple(Line(name, weight, pay, net, ends.total) for (net, name, pay), weight in ordered)
    tables = [asked.pays[name] for name in asked.wagers if name in asked.pays]
    return replace(
        _figures(asked, first, lines),
        paytable=" with ".join((asked.pays[first.name].name, *_others(asked))),
        approved=all(table.approved for table in tables),
        play=play if asked.game.choices else None,
        action=average_bet(asked, ends),
        choices=choices(ends),
        folds=fold_frequency(ends),
    )


def side_figures(
    game: Game, wager: Wager, table: Paytable, *, decks: int | None = None, solve: Solve = ends_of
) -> Figures:
    """A wager that is not a main one: on the cards alone, or beside the main wagers if play decides it."""
    if isinstance(wager, Bonus) and is_on_next_card(game, wager):
        return replace(bonus_figures(game, wager, table, decks), play=FOR_MAIN)
    if isinstance(wager, Bonus) and is_on_cards_alone(game, wager, decks):
        return bonus_figures(game, wager, table, decks)
    if is_added(game, wager):
        return added_figures(question(game, wagers=(wager.name,), decks=decks, paytables=(table,)), wager, solve)
    # where nobody chooses, all at once that are not counted by themselves
    others = () if game.choices else (each.name for each in game.wagers if not is_on_cards_alone(game, each, decks))
    beside = (wager.name, *others)
    asked = question(game, wagers=beside, decks=decks, paytables=(table,))
    return wager_figures(asked, solve(asked), wager)


def is_added(game: Game, wager: Wager) -> bool:
    """Whether it is not placed before the deal, but added by a choice."""
    return bool(wager.of) and wager not in game.placed


def wager_figures(asked: Question, ends: Ends, wager: Wager) -> Figures:
    """One wager by itself: its table of lines. Rounds in which it does not lie there count as not hit. A side bet lies
    once, also where a hand of a split stands for all its hands."""
    table = asked.pays[wager.name]
    lies_once = wager in asked.game.placed and wager not in asked.game.main
    counts: Counter[tuple[str, Times]] = Counter()
    for end, weight in ends.weights.items():
        for line in end.lines:
            if line.wager == wager.name and lies_once:
                counts[line.line, 1] += int(line.times * weight)
            elif line.wager == wager.name:
                counts[line.line, line.times] += weight
    lines = tuple(table_lines(wager, table, counts, ends.total))
    action = Fraction(sum(times * weight for (_, times), weight in counts.items()), ends.total)
    return replace(_figures(asked, wager, lines), action=action)


def adds_wherever(wager: Wager) -> Policy:
    """The play of a seat that adds a wager wherever it may."""

    def adds(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        return next((option for option in options if wager.name in dict(option.stakes)), options[0])

    return adds


def added_figures(asked: Question, wager: Wager, solve: Solve = ends_of) -> Figures:
    """A side bet that a choice adds, for a seat that adds it wherever it may: of what is staked on it."""

    counts: Counter[tuple[str, Times]] = Counter()
    for end, weight in solve(replace(asked, policy=adds_wherever(wager))).weights.items():
        for line in end.lines:
            if line.wager == wager.name:
                counts[line.line, 1] += int(line.times * weight * PARTS)
    lines = table_lines(wager, asked.pays[wager.name], counts, sum(counts.values()))
    return replace(_figures(asked, wager, tuple(lines)), play=ADDED)


# ---- wagers on the cards alone ---------------------------------------------------------------------


def bonus_figures(
    game: Game, wager: Bonus, table: Paytable, decks: int | None = None, judge: Callable[[Any], str] | None = None
) -> Figures:
    """The figures of a wager on the cards alone; `judge` may replace the wager's own, to try another reading."""
    refuse_played(game, wager, decks)
    lines = paytable_lines(table, bonus_counts(game, wager, decks, judge))
    return Figures.of(game, wager, table, lines, decks=game.pack(decks).decks)


def bonus_counts(
    game: Game, wager: Bonus, decks: int | None = None, judge: Callable[[Any], str] | None = None
) -> dict[str, int]:
    """How many deals end in each line, if nothing that a seat does changes it but whether it takes a card: who makes
    figures of them asks that (`refuse_played`), for to ask takes as long as to count."""
    if is_on_next_card(game, wager):
        return _judged(judge or wager.judge, _on_next_card(wager.hand, game.pack(decks), game))
    alone = Bonus(name="alone", clause="", hand=wager.hand, judge=judge or wager.judge)  # several may be judged alike
    return _counted(_BonusDeal(game.round, alone, game.pack(decks), game))


def refuse_played(game: Game, wager: Wager, decks: int | None = None) -> None:
    """A wager that is not on the cards alone has no figures by counting."""
    if not is_on_next_card(game, wager) and not is_on_cards_alone(game, wager, decks):
        raise ValueError(f"{game.slug}: what a seat does changes how the {wager.name} ends")


def is_on_cards_alone(game: Game, wager: Wager, decks: int | None = None) -> bool:
    """Whether nothing that a seat can do changes how a wager ends, and all its hands look at the same cards."""
    return _is_on_cards_alone(_BonusDeal(game.round, wager, game.pack(decks), game))


@dataclass(frozen=True)
class _BonusDeal:
    """All that how a wager on the cards alone ends depends on."""

    round: tuple[Step, ...]
    wager: Wager
    pack: Pack
    game: Game = field(compare=False)

    @property
    def question(self) -> Question:
        others = tuple(self.wager if each.name == self.wager.name else each for each in self.game.wagers)
        asked = question(replace(self.game, wagers=others), decks=self.pack.decks)
        return replace(asked, wagers=frozenset({self.wager.name}))


@cache
def _is_on_cards_alone(dealt: _BonusDeal) -> bool:
    known = facts(dealt.question)
    return known.cards_alone and known.one_look


@cache
def _on_next_card(hand: Hand, pack: Pack, game: Game) -> Mapping[Worth, int]:
    from houseway.analysis.exact.shoe_next import worths_on_next_card  # compiled

    return worths_on_next_card(question(game, decks=pack.decks), hand)


def _judged(judge: Callable[[Any], str], worths: Mapping[Worth, int]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for worth, ways in worths.items():
        counts[judge(worth)] += ways
    return dict(counts)


@cache
def _counted(dealt: _BonusDeal) -> dict[str, int]:
    asked = question(dealt.game, decks=dealt.pack.decks)
    alone = replace(asked, game=replace(dealt.game, wagers=(dealt.wager,)), wagers=frozenset({dealt.wager.name}))
    counts: Counter[str] = Counter()
    for end, weight in Count(alone).ends.weights.items():
        counts[end.lines[0].line] += weight
    return dict(counts)


# ---- lines -----------------------------------------------------------------------------------------


def table_lines(wager: Wager, table: Paytable, counts: Counter[tuple[str, Times]], total: int) -> Iterator[Line]:
    """A wager's lines in the order of its paytable, each stake apart; then those that lose or pay nothing."""
    for name, pay in table.lines.items():
        rows = sorted((row for row in counts.items() if row[0][0] == name), reverse=True) or [((name, 1), 0)]
        for (_, times), weight in rows:
            yield Line(_times(name, times), weight, str(pay), times * pay.net(), total)
    lost: Counter[Times] = Counter()
    for (name, times), weight in counts.items():
        if name not in table.lines:
            lost[times] += weight
    for times, weight in sorted(lost.items(), reverse=True):
        yield Line(_times(LOSE, times), weight, LOSE, Fraction(0 if wager.free else -times), total)


# ---- what is asked of the ends ---------------------------------------------------------------------


def average_bet(asked: Question, ends: Ends) -> Fraction:
    """How many units of the first wager are staked on the main wagers in a round; what is taken back is not."""
    staked = own_stakes(asked.game)
    total = sum(
        line.times * weight for end, weight in ends.weights.items() for line in end.lines if line.wager in staked
    )
    return Fraction(total, ends.total)


def choices(ends: Ends) -> dict[str, Fraction]:
    """How often a seat says what in a round; with several choices, what it says one after the other. Nothing where all
    that it does is to set its cards."""
    counts: Counter[str] = Counter()
    for end, weight in ends.weights.items():
        counts[", ".join(end.said)] += weight
    if len(counts) == 1:
        return {}
    return {words: Fraction(weight, ends.total) for words, weight in sorted(counts.items()) if words}


def fold_frequency(ends: Ends) -> Fraction:
    """How often a seat is out."""
    folded = sum(weight for end, weight in ends.weights.items() if any(line.line == FOLDED for line in end.lines))
    return Fraction(folded, ends.total)


# ---- words -----------------------------------------------------------------------------------------


def _figures(asked: Question, wager: Wager, lines: tuple[Line, ...]) -> Figures:
    table = asked.pays[wager.name]
    return Figures(
        game=asked.game.slug,
        wager=wager.name,
        paytable=table.name,
        approved=table.approved,
        digest=table.digest,
        lines=lines,
        decks=asked.pack.decks,
    )


def _others(asked: Question) -> Iterator[str]:
    """The paytables of main wagers beside the first that are not the first of their wager."""
    for wager in asked.game.main[1:]:
        own = asked.game.own_paytables(wager)
        if own and asked.pays[wager.name].name != own[0].name:
            yield asked.pays[wager.name].name


def _main_lines(asked: Question, end: End) -> list[SettledLine]:
    """The lines of the main wagers in the game's order; of wagers that are free those that pay, or where nothing else
    lies on a hand all of them."""
    order = {wager.name: wager for wager in asked.game.main}
    lines = sorted((line for line in end.lines if line.wager in order), key=lambda line: list(order).index(line.wager))
    return [line for line in lines if not order[line.wager].free or line.line in asked.pays[line.wager].lines] or lines


def end_name(asked: Question, end: End) -> str:
    """`win + Play`, where both end in the same line; else each with its own. A hand on which nothing but a free
    wager lies has its name too: `Free Split win`."""
    first, *others = _main_lines(asked, end)
    if first.line == FOLDED:
        return FOLDED
    same = [other.wager if other.line == first.line else f"{other.wager} {other.line}" for other in others]
    name = f"{first.wager} {first.line}" if asked.game.wager(first.wager).free else first.line
    return " + ".join((name, *(_times(name, other.times) for name, other in zip(same, others, strict=True))))


def _pay(asked: Question, end: End) -> str:
    paid = [asked.pays[line.wager].lines.get(line.line) for line in _main_lines(asked, end)]
    return " + ".join(dict.fromkeys(str(pay) if pay else LOSE for pay in paid))


def _times(name: str, times: Times) -> str:
    return name if times == 1 else f"{name} x{times}"

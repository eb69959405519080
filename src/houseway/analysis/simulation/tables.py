"""A game's rules as the integer tables of the kernel, filled by the game's own functions.

Each class of cards is set once by the policy, scored once and judged once; each pair of scores is settled once. The
contest of a seat with the dealer is one thing with one end, whatever wagers ride on it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from houseway.analysis import contest
from houseway.analysis.simulation import kernel
from houseway.analysis.simulation.looks import Look, look
from houseway.analysis.split.combinations import choose_table
from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.kernel import Bytes, Ints, Longs
from houseway.analysis.split.rankings import rankings
from houseway.cards import Card, Cards
from houseway.game import Bonus, Contest, Game, HouseWay
from houseway.sight import Sight

Lines = tuple[tuple[str, str], ...]  # wagers and how they ended
JudgeAll = Callable[[Sight, Callable[[Any], str], Look, Look | None], tuple[Ints, list[str]]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Play:
    """How the seats and the dealer play: by classes of grades or, in a split game, by suit classes."""

    name: str  # of the seats' policy
    house: str
    policy: contest.Chooser | None = None
    way: HouseWay | None = None
    seats: Policy | None = None
    dealer: Policy | None = None


class EndWorth(NamedTuple):
    """What a seat wins by an end, what it staked, what each other seat is paid for it, and what the house keeps by it,
    in parts of a dollar. The house keeps what the seat loses, but an award of a meter is not the house's to pay."""

    net: int
    action: int
    envy: int
    kept: int


@dataclass(frozen=True, kw_only=True, eq=False)
class Rulebook:
    """The tables, and what stands behind each end."""

    tables: kernel.Tables
    ends: tuple[Lines, ...]  # of the contest, then of each bonus


@dataclass(frozen=True, slots=True, kw_only=True)
class _Contest:
    seat_scores: Ints
    dealer_scores: Ints
    places: Ints
    columns: int
    shifts: Longs
    masks: Longs
    ends: list[Lines]


def rulebook(
    game: Game,
    decks: int | None,
    play: Play,
    *,
    worth: Callable[[Lines], EndWorth],
    is_watched: Callable[[Lines], bool],
    judge_all: JudgeAll | None = None,
) -> Rulebook:
    """`worth` tells what an end is worth, `is_watched` which ends are told of one by one."""
    deal, pack, judge_all = game.deal, game.deal.pack(decks), judge_all or judge_classes
    seats, dealers = _Register(), _Register()
    main_grade = game.sight.grade if game.sight else _any_grade
    seat_look = look(game, main_grade, pack, _parts(deal.packet, deal.later, deal.dealer_shows))
    hidden = deal.dealer_cards - deal.dealer_shows
    dealer_look = look(game, main_grade, pack, _parts(deal.dealer_shows, hidden))
    seats.number(seat_look, deal.dealer_shows)
    dealers.number(dealer_look)
    contested = _settled(game, decks, play, seat_look, dealer_look) if game.sight else _matched(game, play)
    ends = list(contested.ends)
    bonus_looks, bonus_dealer_looks, columns, starts, places = [], [], [], [], [np.zeros(0, np.int32)]
    for (sight, judge), names in _units(game).items():
        mine = look(game, sight.grade, pack, (deal.seat_cards,))
        his = look(game, sight.grade, pack, (deal.dealer_cards,)) if sight.dealer else None
        judged, lines = judge_all(sight, judge, mine, his)
        bonus_looks.append(seats.number(mine))
        bonus_dealer_looks.append(dealers.number(his) if his else -1)
        columns.append(len(his.hands) if his else 1)
        starts.append(sum(map(len, places)))
        places.append(judged + np.int32(len(ends)))
        ends += [tuple((name, line) for name in names) for line in lines]
    worths = [worth(end) for end in ends]
    return Rulebook(
        ends=tuple(ends),
        tables=kernel.Tables(
            pack=np.array(pack.cards(), np.uint8),
            seat_cards=deal.seat_cards,
            dealer_cards=deal.dealer_cards,
            choose=choose_table(len(pack), max(deal.seat_cards, deal.dealer_cards)),
            seat=seats.looks(),
            dealer=dealers.looks(),
            seat_scores=contested.seat_scores,
            dealer_scores=contested.dealer_scores,
            contest_ends=contested.places,
            dealer_columns=contested.columns,
            matchup_shifts=contested.shifts,
            matchup_masks=contested.masks,
            bonus_looks=np.array(bonus_looks, np.int64),
            bonus_dealer_looks=np.array(bonus_dealer_looks, np.int64),
            bonus_columns=np.array(columns, np.int64),
            bonus_starts=np.array(starts, np.int64),
            bonus_ends=np.concatenate(places),
            nets=np.array([each.net for each in worths], np.int64),
            actions=np.array([each.action for each in worths], np.int64),
            envies=np.array([each.envy for each in worths], np.int64),
            keeps=np.array([each.kept for each in worths], np.int64),
            watched=np.array(list(map(is_watched, ends)), np.bool_),
        ),
    )


class _Register:
    """The looks of one side, each once."""

    def __init__(self) -> None:
        self._found: list[tuple[Look, int]] = []

    def number(self, one: Look, open_cards: int = 0) -> int:
        if (one, open_cards) not in self._found:
            self._found.append((one, open_cards))
        return self._found.index((one, open_cards))

    def looks(self) -> kernel.Looks:
        found = [one for one, _ in self._found]
        sizes = [len(one.class_of) for one in found]
        whole = found[0].class_of if len(found) == 1 else np.concatenate([one.class_of for one in found])
        return kernel.Looks(
            digits=np.stack([one.digits for one in found]),
            grades=np.array([one.grades for one in found], np.int64),
            open_cards=np.array([cards for _, cards in self._found], np.int64),
            starts=np.cumsum([0, *sizes[:-1]]).astype(np.int64),
            class_of=whole,
        )


def _parts(*sizes: int) -> tuple[int, ...]:
    return tuple(filter(None, sizes))


def _any_grade(card: Card) -> int:
    return card


# ---- the contest -------------------------------------------------------------------------------------


def _settled(game: Game, decks: int | None, play: Play, seat_look: Look, dealer_look: Look) -> _Contest:
    """Every score that the policy can make against every score of the dealer."""
    assert play.policy is not None and play.way is not None and game.sight is not None
    contests = {w.name: w for w in game.wagers if isinstance(w, Contest)}
    see, deal = game.sight.see, game.deal
    chosen = {
        (see(decision.cards), see(decision.shown)): play.policy(decision).setting
        for decision in contest.decisions(game, decks, play.way)
    }
    mine, dealers = _Numbers(), _Numbers()
    for parts in seat_look.hands:
        cards = sum(parts, ())
        packet, shown = cards[: deal.packet], cards[deal.seat_cards :]
        setting = chosen[see(packet), see(shown)]
        final = setting.then(cards[deal.packet : deal.seat_cards])
        placed = [w for w in contests.values() if not w.equals or w.name in setting.adds]
        mine.add(tuple((w.name, w.score(final)) for w in placed))
    for parts in dealer_look.hands:
        his = play.way.set(sum(parts, ()))
        dealers.add(tuple((w.name, w.dealer_score(his)) for w in contests.values()))
    ends = _Numbers()
    for scores, dealer_scores in product(mine.things, map(dict, dealers.things)):
        ends.add(tuple((name, contests[name].settle(score, dealer_scores[name])) for name, score in scores))
    return _Contest(
        seat_scores=mine.of_each,
        dealer_scores=dealers.of_each,
        places=ends.of_each,
        columns=len(dealers.things),
        shifts=np.zeros(0, np.int64),
        masks=np.zeros(0, np.int64),
        ends=ends.things,
    )


def _matched(game: Game, play: Play) -> _Contest:
    """Hand against hand: lower, equal or higher, and `settle` asked about every pattern of that. That nothing else
    counts is what `split_rules` has made sure of."""
    assert play.seats is not None and play.dealer is not None
    contests = [w for w in game.wagers if isinstance(w, Contest)]
    ranked = rankings(play.seats.rules)
    bounds = [(ranked.high_shift, 31), (ranked.mid_shift, ranked.high_shift), (0, ranked.mid_shift)]
    ends = _Numbers()
    his = ((1,),) * len(bounds)
    for mine in product([(0,), (1,), (2,)], repeat=len(bounds)):
        ends.add(tuple((w.name, w.settle(mine, his)) for w in contests))
    return _Contest(
        seat_scores=play.seats.cells,
        dealer_scores=play.dealer.cells,
        places=ends.of_each,
        columns=0,
        shifts=np.array([low for low, _ in bounds], np.int64),
        masks=np.array([(1 << high - low) - 1 for low, high in bounds], np.int64),
        ends=ends.things,
    )


class _Numbers:
    """Things numbered as they first come."""

    def __init__(self) -> None:
        self._number: dict[Any, int] = {}
        self._each: list[int] = []

    def add(self, thing: Any) -> None:
        self._each.append(self._number.setdefault(thing, len(self._number)))

    @property
    def things(self) -> list[Any]:
        return list(self._number)

    @property
    def of_each(self) -> Ints:
        return np.array(self._each, np.int32)


# ---- wagers on the cards alone -----------------------------------------------------------------------


def _units(game: Game) -> Mapping[tuple[Sight, Callable[[Any], str]], Sequence[str]]:
    """The bonus wagers; those that look and judge alike are judged once."""
    found: dict[tuple[Sight, Callable[[Any], str]], list[str]] = {}
    for wager in game.wagers:
        if isinstance(wager, Bonus):
            found.setdefault((wager.sight, wager.judge), []).append(wager.name)
    return found


def judge_classes(sight: Sight, judge: Callable[[Any], str], mine: Look, his: Look | None) -> tuple[Ints, list[str]]:
    """The line of every class of a seat's cards or, where the dealer's are seen too, of every pair of classes."""
    cards = [sum(parts, ()) for parts in mine.hands]
    dealers = [sum(parts, ()) for parts in his.hands] if his else [()]
    if sight.adds_up and his:
        return _judged_sums(sight, judge, cards, his.digits[np.array(dealers)], his)
    lines: dict[str, int] = {}
    by_look: dict[Any, int] = {}

    def judged() -> Iterable[int]:
        see, known = sight.see, by_look.get
        for held in cards:
            for dealt in dealers:
                seen = see(held, dealt)
                line = known(seen)
                if line is None:
                    line = by_look[seen] = lines.setdefault(judge(seen), len(lines))
                yield line

    return np.fromiter(judged(), np.int32, len(cards) * len(dealers)), list(lines)


def _judged_sums(
    sight: Sight, judge: Callable[[Any], str], cards: Sequence[Cards], dealers: Bytes, his: Look
) -> tuple[Ints, list[str]]:
    """The same, where what is seen of the dealer's cards is the sum of what is seen of each; rows of digits."""
    of_grade = [Card(int(np.argmax(his.digits == digit))) for digit in range(his.grades)]
    each = np.array([[sight.see(held, (card,)) for card in of_grade] for held in cards])
    seen, place = np.unique(each[:, dealers].sum(axis=2), return_inverse=True)
    lines: dict[str, int] = {}
    of_seen = np.array([lines.setdefault(judge(value), len(lines)) for value in seen.tolist()], np.int32)
    return of_seen[place.ravel()], list(lines)

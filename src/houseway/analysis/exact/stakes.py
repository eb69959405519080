"""A seat's wagers as a round goes on: what lies there, what is settled, and whether the seat is out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from houseway.analysis.exact.ends import SettledLine, Times
from houseway.game import FOLDED, Game, Option, Wager


@dataclass(frozen=True, slots=True)
class Stakes:
    """Wagers that lie there, each with how many times the unit it is, and lines of those that are settled."""

    lying: tuple[tuple[str, Times], ...] = ()
    settled: tuple[SettledLine, ...] = ()
    out: bool = False

    def action(self, names: Collection[str]) -> Times:
        """How many units are staked on these wagers."""
        settled = ((line.wager, line.times) for line in self.settled)
        return sum(times for name, times in (*self.lying, *settled) if name in names)

    def placed(self, names: Iterable[str]) -> Stakes:
        return replace(self, lying=(*self.lying, *((name, 1) for name in names)))

    def after(self, game: Game, option: Option) -> Stakes:
        """When an option was taken. A seat that is out has lost all its wagers but those that outlive it."""
        kept = tuple(stake for stake in self.lying if stake[0] not in option.back)
        stakes = replace(self, lying=kept + option.stakes)
        if not option.out:
            return stakes
        living = tuple(stake for stake in stakes.lying if game.wager(stake[0]).outlives)
        lost = tuple(SettledLine(*stake, FOLDED) for stake in stakes.lying if stake not in living)
        return Stakes(living, (*self.settled, *lost), out=True)

    def of_new_hand(self, wager: str) -> Stakes:
        """What lies on a hand that a split begins: as much as was first staked on the hand that is split."""
        return Stakes(((wager, self.lying[0][1]),))

    def of_dealt_hand(self, game: Game, hand: int) -> Stakes:
        """What lies on one of the hands that a seat was dealt. On another than the first it goes by the name of the
        wager that it is of, which it equals: so all hands are alike."""
        if self.settled:
            raise ValueError(f"{self.settled[0].wager}: it was settled before a seat's hands were played")
        on_it = [(game.wager(name), times) for name, times in self.lying if game.wager(name).lies_on == hand]
        return Stakes(tuple((w.of if w.of and hand > 1 else w.name, times) for w, times in on_it))

    def are_of_all_hands(self, game: Game) -> bool:
        """Whether wagers lie there of several hands that a seat was dealt."""
        return any(game.wager(name).lies_on > 1 for name, _ in self.lying)

    def unsettled(self, game: Game, asked: Iterable[str]) -> Iterator[tuple[Wager, Times]]:
        """The wagers asked about that lie there, and those that are paid by the stake of one that does."""
        stakes = dict(self.lying)
        for wager in game.wagers:
            paid_by_another = wager.free and not wager.by_choice
            times = stakes.get(wager.of or "", 0) if paid_by_another else stakes.get(wager.name, 0)
            if times and wager.name in asked:
                yield wager, times

    def settle(self, lines: Iterable[SettledLine]) -> Stakes:
        """When these wagers were settled."""
        lines = tuple(lines)
        gone = {line.wager for line in lines}
        lying = tuple(stake for stake in self.lying if stake[0] not in gone)
        return replace(self, lying=lying, settled=(*self.settled, *lines))


NO_STAKES = Stakes()


def own_stakes(game: Game) -> frozenset[str]:
    """The main wagers that a seat pays for itself."""
    return frozenset(wager.name for wager in game.main if not wager.free)

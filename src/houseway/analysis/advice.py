"""What a coach says of a hand that was played: the exact expectation of what was done with it and of the best, over
everything that the player could not see.

Judged are the wagers that lay there and whose outcome depends on the choice, each by its stake: the main wager, what
the choice added to it, and others that the hands are matched for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.contest import Decision, Option, Pays
from houseway.game import Game, Setting, Standing
from houseway.paytable import Paytable


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """A choice and what it brings on average: of the stakes together, and by wager, each of its own stake. What a
    choice adds is counted with the wager that it equals, of whose stake alone both are a part."""

    setting: Setting
    standing: Standing
    wagers: Mapping[str, Fraction]
    expectation: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What a choice was worth beside the best one, for the stakes that lay there."""

    game: Game
    decision: Decision
    stakes: Mapping[str, int]  # of the judged wagers, as they lay before the choice
    chosen: Worth
    best: Worth  # the first of equals, but the chosen one if it is among them

    @property
    def cost(self) -> Fraction:
        """What the choice gives away, of the stakes."""
        return self.best.expectation - self.chosen.expectation


def advise(
    game: Game,
    decision: Decision,
    chosen: Setting,
    *,
    stakes: Mapping[str, int] | None = None,
    paytables: Sequence[Paytable] = (),
) -> Advice:
    """Wagers whose paytable is not given pay by the first that the letters give them. Raises `ValueError` for a choice
    that the rules do not know."""
    stakes = stakes or {game.main.name: 1}
    usual = {wager.name: game.paytables_of(wager)[0] for wager in game.wagers}
    pays = Pays(game, usual | {table.wager: table for table in paytables})
    judged = {wager: stakes[wager] for wager in (game.main.name, *decision.options[0].others) if wager in stakes}
    worths = [_worth(option, pays, judged) for option in decision.options]
    mine = next((worth for worth in worths if worth.setting.essence == chosen.essence), None)
    if mine is None:
        mine = _lost(game, decision, chosen, judged)
    return Advice(
        game=game,
        decision=decision,
        stakes=judged,
        chosen=mine,
        best=max((mine, *worths), key=lambda worth: worth.expectation),
    )


def _worth(option: Option, pays: Pays, judged: Mapping[str, int]) -> Worth:
    main, *others = judged
    wagers = {main: pays.expectation(option)}
    for wager in others:
        total = sum(pays.tables[wager].net(line) * times for line, times in option.others[wager].items())
        wagers[wager] = Fraction(total) / option.deals
    together = sum((worth * judged[wager] for wager, worth in wagers.items()), Fraction(0)) / sum(judged.values())
    return Worth(setting=option.setting, standing=Standing.LEGAL, wagers=wagers, expectation=together)


def _lost(game: Game, decision: Decision, chosen: Setting, judged: Mapping[str, int]) -> Worth:
    """A foul: it was accepted, and all that is judged is lost."""
    possible = {choice.essence for choice in game.choices(decision.cards, decision.shown)}
    if chosen.essence not in possible or game.standing(chosen) is not Standing.FOUL:
        raise ValueError(f"{str(chosen)!r} is not a way to play {game.slug} here")
    wagers = dict.fromkeys(judged, Fraction(-1))
    return Worth(setting=chosen, standing=Standing.FOUL, wagers=wagers, expectation=Fraction(-1))

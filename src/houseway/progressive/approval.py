"""What of a meter's terms is not the letter's. [SLP 3]

The letter approves a paytable with its seed, and its averages need one increment. A house may try others, but then
neither edge nor averages are the letter's, so whatever shows or prints the meter, or a table that plays for it, is
marked with what differs. So is a maximum below the top award that the letter gives as the average: such a meter can
never pay it. What the letter leaves to the house is not looked at: a maximum above that, a reserve for the next seed,
and what a meter opens with above its seed.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from houseway.games import GAMES
from houseway.money import dollars
from houseway.paytable import Paytable
from houseway.progressive.events import TableLinked
from houseway.progressive.meter import Meter, MeterSettings

PlayedFor = tuple[Paytable, str]  # a paytable, and its name for the meter


def unapproved(settings: MeterSettings, played: Sequence[PlayedFor]) -> tuple[str, ...]:
    """What of the settings is not the letter's, for tables that play for the meter so, a line each in plain words. A
    meter that no table plays for is measured by every letter."""
    if played:
        return tuple(
            dict.fromkeys(line for paytable, name in played for line in _differences(settings, paytable, name))
        )
    tables = [table for game in GAMES.values() for table in game.paytables.values()]
    if any(not tuple(_differences(settings, paytable, name)) for paytable in tables for name in paytable.meters):
        return ()
    seed, increment = dollars(settings.seed_cents), _percent(settings.increment)
    most = "" if settings.maximum_cents is None else f" and can be held to {dollars(settings.maximum_cents)}"
    return (f"no letter has a meter with seed {seed} and increment {increment}{most}",)


class Linked(Protocol):
    """A meter, now or at an earlier moment, with the tables that play for it."""

    @property
    def meter(self) -> Meter: ...
    @property
    def links(self) -> Mapping[str, TableLinked]: ...


def unapproved_meter(stood: Linked) -> tuple[str, ...]:
    """The same, of a meter with its tables."""
    return unapproved(stood.meter.settings, played_on(stood))


def played_on(stood: Linked) -> tuple[PlayedFor, ...]:
    """The paytables of the tables that play for the meter, each once and with its name for it; of games that are known
    here."""
    links = [link for _, link in sorted(stood.links.items()) if link.game in GAMES]
    paytables = ((GAMES[link.game].paytables.get(link.paytable), link.meter) for link in links)
    return tuple({table.name: (table, meter) for table, meter in paytables if table}.values())


def _differences(settings: MeterSettings, paytable: Paytable, name: str) -> Iterator[str]:
    terms = paytable.meters.get(name)
    if terms is None or not paytable.approved:
        yield f"paytable {paytable.name} stands in no letter"
        if terms is not None and terms.own:
            yield f"no source has a seed and an increment for {paytable.name}: they are the project's own"
        return
    if settings.seed_cents != terms.seed_cents:
        letters = f"the letter has {dollars(terms.seed_cents)} for {paytable.name}"
        yield f"the seed is {dollars(settings.seed_cents)}; {letters}"
    if settings.increment != terms.increment:
        needs = _percent(terms.increment)
        has = f"the average top award of {paytable.name} needs {needs}" if terms.derived else f"the letter has {needs}"
        yield f"the increment is {_percent(settings.increment)}; {has}"
    if settings.stake_cents != terms.stake_cents:
        yield f"the stake is {dollars(settings.stake_cents)}; {paytable.name} is for {dollars(terms.stake_cents)}"
    most, average = settings.maximum_cents, terms.average_top_cents
    if most is not None and most < average:
        has = f"{dollars(most)}; {paytable.name} has {dollars(average)}"
        yield f"its maximum is below the letter's average top payout: {has}"


def _percent(share: Fraction) -> str:
    """With no more places than it has, and at most six."""
    whole, rest = divmod(int(share * 10**8), 10**6)
    return f"{whole}.{rest:06d}".rstrip("0").rstrip(".") + "%"

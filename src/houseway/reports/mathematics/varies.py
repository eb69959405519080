"""What varies with decks, seats and meter: of each wager whether it does and how far, then every number of decks."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from houseway.analysis.figures import Figures, decimal, money, percent
from houseway.analysis.meter_life import MeterLife
from houseway.reports.document import Block, Ledger, Section, Text, right, wide
from houseway.reports.mathematics.subject import Mathematics, in_a_row, lives_of
from houseway.reports.paper import minus

FAR = Fraction(10_000)  # dollars by which a meter is moved


def varies_section(subject: Mathematics) -> Section:
    return Section(title="What varies with decks, seats and meter", blocks=tuple(_blocks(subject)))


def _blocks(subject: Mathematics) -> Iterator[Block]:
    yield Text(
        "The house edge from the least to the greatest. A seat sees no other seat’s cards, so by how many seats are "
        "dealt in nothing varies but envy. Of a table’s win as a whole the chapter of covariance tells:"
    )
    yield Ledger(
        columns=(*wide("Wager"), *right("By decks", "By seats dealt in", f"By the meter, each {money(FAR)}")),
        rows=tuple(_row(subject, place) for place in range(len(subject.figures))),
        tight=True,
    )
    if len(subject.by_decks) > 1:
        yield _by_decks("House edge by number of decks", subject.by_decks, _edge)
        yield _by_decks("Standard deviation by number of decks", subject.by_decks, _deviation)
        yield _by_decks("Hit frequency by number of decks", subject.by_decks, _hits)


def _row(subject: Mathematics, place: int) -> tuple[str, ...]:
    figures = subject.figures[place]
    lives = lives_of(figures, subject.lives)
    edges = [shoe[place].house_edge for shoe in subject.by_decks]
    packs = subject.game.accepted_decks
    by_decks = f"{_range(edges)}, {packs} decks" if len(edges) > 1 else "one pack only"
    return in_a_row(figures), by_decks, _by_seats(lives), "; ".join(map(_by_meter, lives)) or "no meter"


def _range(edges: Sequence[Fraction]) -> str:
    least, most = min(edges), max(edges)
    return minus(f"{percent(least, 3)} to {percent(most, 3)}" if least != most else f"{percent(least, 3)} always")


def _by_seats(lives: Sequence[MeterLife]) -> str:
    if not lives or not lives[0].terms.envy:
        return "the same"
    return _range([table.house_edge for table in lives[0].by_seats.values()])


def _by_meter(life: MeterLife) -> str:
    return minus(f"−{percent(life.terms.drain * FAR / life.terms.stake, 3)}")


def _by_decks(caption: str, shoes: Sequence[Sequence[Figures]], show: Callable[[Figures], str]) -> Block:
    return Ledger(
        caption=caption,
        columns=(*wide("Wager"), *right(*(f"{shoe[0].decks}" for shoe in shoes))),
        rows=tuple((in_a_row(wager[0]), *map(show, wager)) for wager in zip(*shoes, strict=True)),
        tight=True,
    )


def _edge(figures: Figures) -> str:
    return minus(percent(figures.house_edge, 3))


def _deviation(figures: Figures) -> str:
    return decimal(Fraction(figures.standard_deviation), 4)


def _hits(figures: Figures) -> str:
    return percent(figures.hit_frequency, 3)

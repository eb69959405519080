"""Every wager on every paytable: its lines with what each adds to the edge, and all as fractions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.figures import Figures, Line, decimal, money
from houseway.analysis.meter_life import MeterLife
from houseway.odds import as_printed
from houseway.paytable import Paytable
from houseway.reports.document import Block, FactList, Ledger, Section, Text, right, wide
from houseway.reports.mathematics.subject import lives_of, titled
from houseway.reports.paper import exact_decimal, exact_percent, in_lowest_terms, minus, whole_or_decimal


def paytables_section(figures: Sequence[Figures], lives: Sequence[MeterLife]) -> Section:
    says = (
        "Each line with the deals that end in it. A contribution is the probability times what a stake of 1 wins, net; "
        "their sum, with its sign turned, is the house edge. The element of risk is the edge over the average total "
        "staked. Decimals are rounded from exact fractions."
    )
    parts = tuple(
        Section(title=_with_decks(each), blocks=tuple(_blocks(each, lives_of(each, lives)))) for each in figures
    )
    return Section(title="Wagers and paytables", blocks=(Text(says),), parts=parts)


def _blocks(figures: Figures, lives: Sequence[MeterLife]) -> Iterator[Block]:
    """What is said of the lines stands before them, so that no page parts them."""
    if lives:
        yield _paid_at(lives)
    yield _facts(figures)
    yield _progressive_lines(figures, lives[0]) if lives else _lines(figures)
    if len(figures.choices) > 1:
        yield _choices(figures)


def _with_decks(figures: Figures) -> str:
    return titled(figures) + (f" · {figures.decks} decks" if figures.decks > 1 else "")


def _lines(figures: Figures) -> Ledger:
    return Ledger(
        columns=(*wide("Line"), *right("Combinations", "Probability", "Pays", "Net of 1", "Contribution")),
        rows=tuple(map(_line, figures.lines)),
        total=(
            "Together",
            f"{figures.combinations:,}",
            decimal(sum((line.probability for line in figures.lines), Fraction(0)), 10),
            "",
            "",
            minus(decimal(-figures.house_edge, 10)),
        ),
    )


def _progressive_lines(figures: Figures, life: MeterLife) -> Block:
    """The same, with what a line pays those who envy it, and what a wager is paid for others' as a row of its own."""
    table = _lines(figures)
    envies = [_envy_pay(life.terms.paytable, line.name) for line in figures.lines]
    rows = [(*row[:4], envy, *row[4:]) for row, envy in zip(table.rows, envies, strict=True)]
    if figures.envy:
        envy = figures.envy
        rows.append((figures.envy_name, "", "", "", "", whole_or_decimal(envy), minus(decimal(envy, 10))))
    *total, _ = table.total
    return replace(
        table,
        columns=(*table.columns[:4], *right("Envy"), *table.columns[4:]),
        rows=tuple(rows),
        total=(*total, "", minus(decimal(-figures.house_edge, 10))),
    )


def _envy_pay(table: Paytable, line: str) -> str:
    cents = table.lines[line].envy_cents if line in table.lines else 0
    return money(Fraction(cents, 100)).removesuffix(".00") if cents else ""


def _line(line: Line) -> tuple[str, ...]:
    return (
        line.name,
        f"{line.combinations:,}",
        decimal(line.probability, 10),
        as_printed(line.pay),
        whole_or_decimal(line.net),
        minus(decimal(line.contribution, 10)),
    )


def _facts(figures: Figures) -> Block:
    return FactList(
        (
            ("House edge", exact_percent(figures.house_edge)),
            ("Hit frequency", exact_percent(figures.hit_frequency)),
            ("Push frequency", exact_percent(figures.push_frequency)),
            ("Variance", exact_decimal(figures.variance)),
            ("Standard deviation", f"{figures.standard_deviation:.10f}"),
            ("Average total staked", exact_decimal(figures.action)),
            ("Element of risk", exact_percent(figures.element_of_risk)),
            *((("Fold frequency", exact_percent(figures.folds)),) if figures.folds else ()),
            ("Hash of the paytable", figures.digest),
        )
    )


def _choices(figures: Figures) -> Block:
    """The most frequent first."""
    return Ledger(
        caption="How often a seat says what",
        columns=(*wide("Words"), *right("Probability"), *right("Exactly", fixed=True)),
        rows=tuple(
            (words, decimal(chance, 10), in_lowest_terms(chance))
            for words, chance in sorted(figures.choices.items(), key=lambda each: -each[1])
        ),
        tight=True,
    )


def _paid_at(lives: Sequence[MeterLife]) -> Block:
    life, *others = lives
    meter = (
        f"Shares of the meter are paid at the mean top award, {money(life.mean)}, which gives the exact edge. "
        "The variance is that of a wager that meets the meter as it comes, the meter's own spread counted."
    )
    if others:
        means = ", ".join(f"{money(each.mean)} of {each.terms.meter}" for each in lives)
        meter = (
            f"A share of a meter is paid at its mean top award, {means}, which gives the exact edge. The variance is "
            "that of a wager that meets each meter as it comes, the spread of all meters counted."
        )
    if not any(pay.envy_cents for pay in life.terms.paytable.lines.values()):
        return Text(meter)
    return Text(
        f"{meter} Envy is paid to a seat that bets for the hands of others ({life.terms.reading}): for "
        f"{life.terms.envied} of them a wager is paid ${decimal(life.terms.envy, 6)} on average, whatever its own "
        "hand, and that is the last row of the table. The spread of envy is not in the variance."
    )


def fractions_section(figures: Sequence[Figures]) -> Section:
    return Section(
        title="Every line as fractions",
        blocks=(Text("In lowest terms, for whoever checks the decimals above."),),
        parts=tuple(Section(title=_with_decks(each), blocks=(_fractions(each),)) for each in figures),
    )


def _fractions(figures: Figures) -> Block:
    lines = figures.lines
    rows = [(line.name, in_lowest_terms(line.probability), in_lowest_terms(line.contribution)) for line in lines]
    if figures.envy:
        rows.append((figures.envy_name, "", in_lowest_terms(figures.envy)))
    return Ledger(
        columns=(*wide("Line"), *right("Probability", "Contribution", fixed=True)),
        rows=tuple(rows),
        total=("Together", "", in_lowest_terms(-figures.house_edge)),
        tight=True,
    )

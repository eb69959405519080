"""Every wager on every paytable: its lines with what each adds to the edge, the edge by decks, and all as fractions."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.analysis.figures import Figures, Line, decimal, money, percent
from houseway.analysis.meter_life import MeterLife
from houseway.reports.document import Block, Column, Facts, Ledger, Section, Text
from houseway.reports.mathematics.numbers import exact_decimal, exact_percent, in_lowest_terms, whole_or_decimal
from houseway.reports.paper import minus


def paytables_section(figures: Sequence[Figures], lives: Sequence[MeterLife]) -> Section:
    says = (
        "Each line with the deals that end in it. A contribution is the probability times what a stake of 1 wins, net; "
        "their sum, with its sign turned, is the house edge. The element of risk is the edge over the average total "
        "staked. Decimals are rounded from exact fractions."
    )
    meters = {life.terms.paytable.name: life for life in lives}
    parts = tuple(
        Section(title=_with_decks(each), blocks=(_lines(each), _facts(each), *_paid_at(meters.get(each.paytable))))
        for each in figures
    )
    return Section(title="Wagers and paytables", blocks=(Text(says),), parts=parts)


def _titled(figures: Figures) -> str:
    return " · ".join(filter(None, (figures.wager, figures.label, figures.play)))


def _with_decks(figures: Figures) -> str:
    return _titled(figures) + (f" · {figures.decks} decks" if figures.decks > 1 else "")


def _lines(figures: Figures) -> Block:
    return Ledger(
        columns=(
            Column("Line", wide=True),
            Column("Combinations", right=True),
            Column("Probability", right=True),
            Column("Pays", right=True),
            Column("Net of 1", right=True),
            Column("Contribution", right=True),
        ),
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


def _line(line: Line) -> tuple[str, ...]:
    return (
        line.name,
        f"{line.combinations:,}",
        decimal(line.probability, 10),
        line.pay,
        whole_or_decimal(line.net),
        minus(decimal(line.contribution, 10)),
    )


def _facts(figures: Figures) -> Block:
    return Facts(
        (
            ("House edge", exact_percent(figures.house_edge)),
            ("Hit frequency", exact_percent(figures.hit_frequency)),
            ("Variance", exact_decimal(figures.variance)),
            ("Standard deviation", f"{figures.standard_deviation:.10f}"),
            ("Average total staked", exact_decimal(figures.action)),
            ("Element of risk", exact_percent(figures.element_of_risk)),
            ("Hash of the paytable", figures.digest),
        )
    )


def _paid_at(life: MeterLife | None) -> Iterator[Block]:
    if life is not None:
        yield Text(
            f"Shares of the meter are paid at the mean top award, {money(life.mean)}. Every line carries the mean "
            f"envy, ${decimal(life.terms.envy, 6)} with {life.terms.others + 1} seats betting; its spread is not in "
            "the variance."
        )


def decks_section(by_decks: Sequence[Sequence[Figures]]) -> Section:
    return Section(
        title="House edge by number of decks",
        blocks=(
            Text("The same rules and paytables, dealt from each pack that the letter allows."),
            Ledger(
                columns=(Column("Wager", wide=True), *(Column(f"{shoe[0].decks}", right=True) for shoe in by_decks)),
                rows=tuple(
                    (_titled(wager[0]), *(percent(each.house_edge, 3) for each in wager))
                    for wager in zip(*by_decks, strict=True)
                ),
                tight=True,
            ),
        ),
    )


def fractions_section(figures: Sequence[Figures]) -> Section:
    return Section(
        title="Every line as fractions",
        blocks=(Text("In lowest terms, for whoever checks the decimals above."),),
        parts=tuple(Section(title=_with_decks(each), blocks=(_fractions(each),)) for each in figures),
    )


def _fractions(figures: Figures) -> Block:
    return Ledger(
        columns=(
            Column("Line", wide=True),
            Column("Probability", right=True, fixed=True),
            Column("Contribution", right=True, fixed=True),
        ),
        rows=tuple(
            (line.name, in_lowest_terms(line.probability), in_lowest_terms(line.contribution)) for line in figures.lines
        ),
        total=("Together", "", in_lowest_terms(-figures.house_edge)),
        tight=True,
    )

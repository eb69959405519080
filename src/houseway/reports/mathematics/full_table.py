"""Wagers and seats together: the covariance of wagers of one seat and of seats, and the exposure of a full table."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from houseway.analysis.costliest import Worst
from houseway.analysis.covariance import SPLITS, Covariance
from houseway.analysis.exact.counted_by import counted_by
from houseway.analysis.figures import decimal, money, square_root
from houseway.analysis.risk import Exposure, Risk, Tray
from houseway.reports.document import Block, Column, FactList, Ledger, Section, Text, right, wide
from houseway.reports.mathematics.subject import Mathematics
from houseway.reports.paper import exactly, in_lowest_terms, minus

NOTHING_DEALT: Final = "and no rounds were dealt for this report (--rounds)."


def full_table_section(subject: Mathematics) -> Section:
    parts = [Section(title="Wagers of one seat", blocks=tuple(_of_one_seat(subject)))]
    if subject.risk:
        parts += [
            Section(title="Seats of one table", blocks=tuple(_of_seats(subject.risk))),
            Section(title="Exposure of a full table", blocks=tuple(_exposure(subject.risk))),
        ]
    return Section(
        title="Wagers and seats together",
        blocks=(
            Text(
                "What wagers of one round win is not independent: they look at the same cards. From their covariances "
                "follows the variance of any stakes together: the sum over all pairs of stake times stake times "
                "covariance, that of a wager with itself being its variance."
            ),
        ),
        parts=tuple(parts),
    )


# ---- one seat --------------------------------------------------------------------------------------


def _of_one_seat(subject: Mathematics) -> Iterator[Block]:
    exact = [each for each in subject.covariances if each.is_exact]
    sampled = [each for each in subject.covariances if not each.is_exact]
    if not (exact or sampled or subject.uncounted):
        yield Text("A seat has one wager, or one that the others are added to, and so there are no pairs.")
    if exact:
        yield Text(
            "Counted together, exactly, for a stake of 1 on each; the main wagers with all that a choice adds, played "
            "the best. Shares of a meter are paid at its mean, without envy, and the meter’s spread is not counted:"
        )
        yield _exact(exact)
        yield _exactly(exact)
    if sampled:
        yield Text(
            "No exact method of this program counts these together. They were dealt at random, "
            f"{sampled[0].rounds:,} rounds at one seat, each wager on its first paytable; the error is the standard "
            "error of the covariance as those rounds show it, and where a rare award makes most of it, it is hardly "
            "known:"
        )
        yield _sampled(sampled)
    if subject.uncounted:
        pairs = "; ".join(f"{one.wager.name} and {other.wager.name}" for one, other in subject.uncounted)
        yield Text(
            f"Not known: {pairs}. No exact method of this program counts them together, "
            + ("and where hands can be split main wagers are dealt alone." if _splits(subject) else NOTHING_DEALT)
        )


def _splits(subject: Mathematics) -> bool:
    return any(counted_by(subject.game, wager, subject.decks) == SPLITS for wager in subject.game.main[:1])


def _exact(rows: Sequence[Covariance]) -> Block:
    return Ledger(
        columns=(
            *wide("Wager", "And"),
            *right("Covariance", "Correlation", "Deviation of both"),
        ),
        rows=tuple((*_names(each), *_figures(each)) for each in rows),
        tight=True,
    )


def _exactly(rows: Sequence[Covariance]) -> Block:
    return Ledger(
        caption="The same covariances as exact fractions",
        columns=(*wide("Wagers"), *right("Covariance exactly", fixed=True)),
        rows=tuple((", ".join(_names(each)), in_lowest_terms(each.value)) for each in rows),
        tight=True,
    )


def _sampled(rows: Sequence[Covariance]) -> Block:
    return Ledger(
        columns=(
            *wide("Wager", "And"),
            *right("Covariance, sampled", "Standard error", "Correlation", "Deviation of both"),
        ),
        rows=tuple(
            (*_names(each), first, f"{each.error:.6f}", *others) for each in rows for first, *others in [_figures(each)]
        ),
        tight=True,
    )


def _names(each: Covariance) -> tuple[str, str]:
    return each.one.name, each.other.name


def _figures(each: Covariance) -> tuple[str, str, str]:
    return (
        minus(decimal(each.value, 6)),
        minus(f"{each.correlation:.6f}"),
        f"{each.deviation_together:.6f}",
    )


# ---- seats -----------------------------------------------------------------------------------------


def _of_seats(risk: Risk) -> Iterator[Block]:
    stakes = ", ".join(f"{money(stake)} on {wager}" for wager, stake in risk.stakes.items())
    if risk.pairs is not None:
        yield from _counted(risk, stakes)
    elif risk.is_as_one:
        yield Text(
            f"All seats bet on the same cards: what {risk.first} wins at one seat it wins at every other. The "
            "covariance of two seats is the variance of one, their correlation is 1, and a table with n equal stakes "
            "has n² times the variance of a seat."
        )
    elif sampled := risk.sampled_covariance:
        value, error = sampled
        rounds = sum((risk.simulated or {}).values())
        unit = risk.stakes[risk.first] ** 2
        assert risk.alone is not None
        yield Text(
            f"No exact method of this program counts the seats of this game together. {rounds:,} rounds of "
            f"{risk.seats} seats were dealt at random, each with the main wagers on the best play. Two seats’ "
            "covariance follows from how much more their sum varies than as many seats alone, which is exact:"
        )
        yield FactList(
            (
                ("Covariance of two seats", minus(f"{float(value / unit):.6f} ± {float(error) / float(unit):.6f}")),
                ("Their correlation", minus(f"{float(value / unit / risk.alone.variance):.6f}")),
                ("Error", "one standard error, of a stake of 1 on the first wager at each seat"),
            )
        )
    else:
        yield Text(
            "How far two seats win and lose together is not known: no exact method of this program counts the seats of "
            "this game together, and no rounds of whole tables were dealt for this report. The variance of n seats is "
            "at most n² times that of one."
        )


def _counted(risk: Risk, stakes: str) -> Iterator[Block]:
    pairs = risk.pairs
    assert pairs is not None
    yield Text(
        "Seats are counted together exactly, all from one pack and against one dealer, each with the first paytable of "
        "its wagers, for a stake of 1 on each:"
    )
    yield Ledger(
        columns=(
            *wide("One seat’s", "Another’s"),
            *right("Covariance", "Correlation"),
            *right("Covariance exactly", fixed=True),
        ),
        rows=tuple(
            (
                one,
                other,
                minus(decimal(value, 6)),
                minus(f"{_correlation(value, spread):.6f}"),
                in_lowest_terms(value),
            )
            for number, one in enumerate(pairs.wagers)
            for other in pairs.wagers[number:]
            for value in [pairs.covariance(one, other, same_seat=False)]
            for spread in [pairs.covariance(one, one, same_seat=True) * pairs.covariance(other, other, same_seat=True)]
        ),
        tight=True,
    )
    unit = {wager: Fraction(1) for wager in risk.stakes}
    yield Ledger(
        caption="What a table of equal stakes wins of a round, a stake of 1 on each of these wagers at every seat",
        columns=right("Seats", "House wins on average", "Standard deviation", "Were seats independent"),
        rows=tuple(
            (
                str(seats),
                minus(decimal(-pairs.table_mean(seats, unit), 8)),
                f"{square_root(pairs.table_variance(seats, unit)):.6f}",
                f"{square_root(seats * pairs.table_variance(1, unit)):.6f}",
            )
            for seats in range(1, risk.game.seats + 1)
        ),
        tight=True,
    )
    yield Ledger(
        caption="Its variance as exact fractions",
        columns=(*right("Seats"), *right("Variance exactly", fixed=True)),
        rows=tuple(
            (str(seats), in_lowest_terms(pairs.table_variance(seats, unit))) for seats in range(1, risk.game.seats + 1)
        ),
        tight=True,
    )


def _correlation(value: Fraction, product: Fraction) -> float:
    return float(value) / float(product) ** 0.5 if product else 0.0


# ---- exposure --------------------------------------------------------------------------------------


def _exposure(risk: Risk) -> Iterator[Block]:
    stakes = {each.wager: each.stake for each in risk.exposures}
    named = ", ".join(f"{money(stake)} on {wager}" for wager, stake in stakes.items())
    yield Text(
        f"{risk.seats} seats, each with the same stakes: {named}. The costliest deal of each wager, all seats betting "
        "it: however they play no deal costs the house more. Where ≤ stands it is a bound, and no deal is known that "
        "costs as much. An aggregate limit on payouts may not be below stake times the lesser of the top odds and 50, "
        "and is not allowed where the odds are lower (WAC 230-15-490):"
    )
    yield Ledger(
        columns=(
            *wide("Wager"),
            Column("Top line"),
            *right("Stake", "Top pays", "Costliest deal", "Aggregate limit from"),
        ),
        rows=tuple(map(_exposed, risk.exposures)),
        tight=True,
    )
    if risk.trays:
        yield Text(
            "Of a progressive the tray pays fixed pays and envy, and the house each new seed; a share of the meter is "
            "the players’ own money (WAC 230-15-671):"
        )
        yield Ledger(
            columns=(*wide("Progressive"), *right("Seed", "Seeds, a wager", "Tray, costliest deal")),
            rows=tuple(
                (tray.meter.label, money(tray.meter.seed), f"${decimal(tray.meter.reseed_cost, 6)}", _most(tray))
                for tray in risk.trays
            ),
            tight=True,
        )
    if risk.worst is not None and risk.mean is not None and risk.variance is not None:
        deviation = Fraction(square_root(risk.variance))
        yield FactList(
            (
                ("All these stakes together", exactly(f"{money(risk.mean)} a round for the house", risk.mean)),
                ("Standard deviation", money(deviation)),
                ("Costliest round", f"{_most_of(risk.worst)}: {_deal(risk.worst)}"),
            )
        )


def _exposed(each: Exposure) -> tuple[str, ...]:
    odds = f"{decimal(each.odds, 0 if each.odds.denominator == 1 else 2)} to 1"
    limit = "not allowed" if each.aggregate is None else money(each.aggregate)
    name = each.wager if each.paytable == each.wager else f"{each.wager} · {each.paytable}"
    return name, each.top, money(each.stake), odds, _most(each), limit


def _most(of: Exposure | Tray) -> str:
    return money(of.at_most) if of.worst and of.worst.is_exact else f"≤ {money(of.at_most)}"


def _most_of(worst: Worst) -> str:
    return money(worst.cost) if worst.is_exact else f"≤ {money(worst.bound)}"


def _deal(worst: Worst) -> str:
    return f"dealer {''.join(worst.dealer)} against {', '.join(''.join(hand) for hand in worst.seats)}"

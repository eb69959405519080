"""A table's risk, shown: tables with bars, and a picture."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from rich.console import Console
from rich.padding import Padding

from houseway.analysis.costliest import Worst
from houseway.analysis.figures import decimal, money, one_in, percent, square_root
from houseway.analysis.risk import Exposure, Risk, Tray
from houseway.reports.picture import INKS, WIDTH, Drawing, Panel, say
from houseway.reports.terminal import bar, figure_table, print_notice, print_titled

ROWS = 16  # of a distribution in the terminal


# ---- a round's risk ------------------------------------------------------------------------------------


def print_risk(out: Console, risk: Risk) -> None:
    stakes = ", ".join(f"{money(stake)} on {wager}" for wager, stake in risk.stakes.items())
    decks = f", {risk.decks} decks" if risk.decks > 1 else ""
    seats = f"{risk.seats} seat{'s' if risk.seats > 1 else ''}"
    _print_chances(out, risk, f"{risk.game.title}: {seats}{decks}, {stakes}, {risk.play}")
    if risk.pairs is None:
        _print_alone(out, risk)
    else:
        _print_together(out, risk)
    _print_exposures(out, risk)
    _print_trays(out, risk)
    print_notice(out)


def _print_alone(out: Console, risk: Risk) -> None:
    assert risk.alone is not None and risk.mean is not None
    own = Fraction(risk.alone.standard_deviation) * risk.stakes[risk.first]
    if risk.variance_bound is None:
        together = "" if risk.seats == 1 else ": all seats win and lose together"
        whole = money(risk.seats * own)
        out.print(f"  a round: {money(risk.mean)} on average, standard deviation {whole}, both exact{together}\n")
        return
    out.print(f"  a round: {money(risk.mean)} on average; one seat's standard deviation {money(own)}, both exact")
    out.print(
        f"  the table's is at most {money(Fraction(square_root(risk.variance_bound)))}: its seats are not counted"
    )
    out.print("  together, and of their sum nothing more is known exactly\n")


def _print_together(out: Console, risk: Risk) -> None:
    assert risk.correlation is not None and risk.mean is not None and risk.variance is not None
    assert risk.independent_variance is not None and risk.worst is not None
    deviation, alone = (Fraction(square_root(v)) for v in (risk.variance, risk.independent_variance))
    out.print(f"  a round: {money(risk.mean)} on average, standard deviation {money(deviation)}")
    out.print(f"  two seats correlate by {decimal(risk.correlation, 4)}; without that it would be {money(alone)}")
    proven = "none costs more" if risk.worst.is_exact else f"none costs more than {money(risk.worst.bound)}"
    out.print(f"  the costliest round: {money(risk.worst.cost)}; {proven}")
    out.print(Padding(_deal(risk.worst), (0, 0, 0, 4), expand=False))
    out.print()


def _print_chances(out: Console, risk: Risk, title: str) -> None:
    chances = risk.chances
    if not chances:
        out.print(title, style="bold")
        return
    steps = _binned(chances)
    widest = max(chance for _, chance in steps)
    below = accumulate(chance for _, chance in steps)
    rows = (
        (name, _rare(chance), _rare(under), bar(chance / widest, 24))
        for (name, chance), under in zip(steps, below, strict=True)
    )
    print_titled(out, title, figure_table(">the house wins", ">chance", ">so or worse", "", rows=rows))
    how = _simulated(risk) if risk.exact is None else f"exact, {risk.trials:,} deals"
    out.print(f"  distribution: {how}")
    if len(steps) < len(chances):
        out.print("  each step is without its upper end")


def _simulated(risk: Risk) -> str:
    return f"simulated, {risk.trials:,} rounds"


def _rare(chance: Fraction) -> str:
    return percent(chance, 3) if chance >= Fraction(1, 20_000) else one_in(chance)


def _deal(worst: Worst) -> str:
    return f"dealer {''.join(worst.dealer)} against {', '.join(''.join(hand) for hand in worst.seats)}"


def _most(of: Exposure | Tray) -> str:
    """The most that it can cost: what a deal costs where one was found, else a bound, marked as such."""
    return money(of.at_most) if of.worst and of.worst.is_exact else f"≤ {money(of.at_most)}"


def _print_exposures(out: Console, risk: Risk) -> None:
    table = figure_table("wager", "paytable", ">stake", ">top pays", ">costliest deal", ">aggregate limit")
    for each in risk.exposures:
        limit = "not allowed" if each.aggregate is None else f"from {money(each.aggregate)}"
        odds = f"{decimal(each.odds, 0 if each.odds.denominator == 1 else 2)} to 1"
        table.add_row(each.wager, each.paytable, money(each.stake), odds, _most(each), limit)
    print_titled(out, "Exposure at these stakes", table)
    _print_deals(out, [(each.wager, each.paytable, each) for each in risk.exposures])
    out.print(
        "  aggregate limit: none below stake x min(top odds, 50), none where they are under 50 (WAC 230-15-490)\n"
    )


def _print_deals(out: Console, amounts: Sequence[tuple[str, str, Exposure | Tray]]) -> None:
    """The deals behind the amounts, one for all paytables that it costs the most by."""
    out.print("  costliest deal: all seats bet the wager, and however they play no deal costs more")
    if not all(of.worst and of.worst.is_exact for *_, of in amounts):
        out.print("  ≤: a bound: no deal costs more, and no deal is named here that costs as much")
    deals: dict[tuple[str, str], list[str]] = {}
    for wager, paytable, of in amounts:
        if of.worst:
            cost = "" if of.worst.is_exact else f" ({paytable}: {money(of.worst.cost)} was found)"
            deals.setdefault((wager, _deal(of.worst) + cost), []).append(paytable)
    for (wager, deal), paytables in deals.items():
        named = wager if paytables == [wager] else f"{wager}, {', '.join(paytables)}"
        out.print(f"  {named}:")
        out.print(Padding(deal, (0, 0, 0, 4), expand=False))


def _print_trays(out: Console, risk: Risk) -> None:
    if not risk.trays:
        return
    table = figure_table("progressive", ">seed", ">seeds, a wager", ">reserve by", ">tray, costliest deal")
    for tray in risk.trays:
        meter = tray.meter
        costs, hidden = f"${decimal(meter.reseed_cost, 5)}", percent(tray.hidden_increment, 3)
        table.add_row(meter.label, money(meter.seed), costs, hidden, _most(tray))
    print_titled(out, "Progressive", table)
    _print_deals(out, [(tray.meter.wager.name, tray.meter.paytable.name, tray) for tray in risk.trays])
    out.print("  tray: fixed pays and envy, less the stakes; a share of the meter is not the tray's to pay.")
    out.print("  Meter and reserve are the players' money, never revenue (WAC 230-15-671).")
    out.print("  The house risks the seed, which a hidden increment as shown gathers on average,")
    out.print("  and the tray's fixed pays and envy.")


def _binned(chances: Mapping[Fraction, Fraction]) -> list[tuple[str, Fraction]]:
    """All amounts; or where they are many, steps of a round amount with a bound at zero, and what is rare at the ends
    together."""
    if len(chances) <= 2 * ROWS:
        return [(money(amount), chance) for amount, chance in chances.items()]
    usual = [amount for amount, chance in chances.items() if chance > Fraction(1, 2000)] or list(chances)
    step = round_step((max(usual) - min(usual)) / ROWS)
    low, high = int(min(usual) // step), int(max(usual) // step)
    steps: dict[int, Fraction] = {}
    for amount, chance in chances.items():
        place = min(max(int(amount // step), low - 1), high + 1)
        steps[place] = steps.get(place, Fraction(0)) + chance
    names = {low - 1: f"below {money(low * step)}", high + 1: f"{money((high + 1) * step)} and above"}
    return [
        (names.get(place, f"{money(place * step)} to {money((place + 1) * step)}"), chance)
        for place, chance in sorted(steps.items())
    ]


def round_step(least: Fraction) -> Fraction:
    """The least of 1, 2 and 5 cents, dimes, dollars and so on that is no less."""
    power = Fraction(1, 100)
    while power * 10 < least:
        power *= 10
    return next(power * times for times in (1, 2, 5, 10) if power * times >= least)


RISK_HEIGHT = 420


def draw_risk(risk: Risk) -> Drawing:
    """The distribution of what the house wins of a round."""
    chances = risk.chances
    if not chances:
        raise ValueError(f"{risk.game.slug}: there is no distribution to draw")
    amounts = [float(amount) for amount in chances]
    most = max(map(float, chances.values()))
    margin = 0.03 * ((amounts[-1] - amounts[0]) or 1.0)
    across = (amounts[0] - margin, amounts[-1] + margin)
    panel = Panel(left=80, top=50, width=WIDTH - 120, height=RISK_HEIGHT - 150, x=across, y=(0.0, 1.1 * most))
    how = "exact" if risk.exact is not None else _simulated(risk)
    title = f"{risk.game.title}, {risk.seats} seats: what the house wins of a round ({how})"
    text = panel.axes(title, "dollars", lambda v: f"${v:,.0f}".replace("$-", "-$"), lambda v: f"{v:.1%}")
    for amount, chance in chances.items():
        text += panel.line([(float(amount), 0), (float(amount), float(chance))], INKS[0])
    if risk.mean is not None:
        text += panel.line([(float(risk.mean), 0), (float(risk.mean), panel.y[1])], INKS[4], dash="5 3")
        text += say(panel.left + panel.width - 8, panel.top + 16, f"mean {money(risk.mean)}", anchor="end", ink=INKS[4])
    return Drawing(title="A round's result", height=RISK_HEIGHT, content=text)

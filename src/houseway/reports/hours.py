"""Hours of a table, a player's session and promotional chips, shown: tables, and pictures of what a shift or a session
comes to."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.analysis.figures import decimal, grouped, money, one_in, percent, square_root
from houseway.analysis.hours import CONFIDENCE, DAYS, Hours, SampledShare, TopAward
from houseway.analysis.sums import Bounds
from houseway.reports.picture import INKS, WIDTH, Drawing, Panel, say
from houseway.reports.risk import round_step
from houseway.reports.sheet import Sheet

if TYPE_CHECKING:
    from houseway.analysis.promotion import Promotion
    from houseway.analysis.session import PlayerSession, Rebate

BARS = 60  # of a picture
HEIGHT = 420
SELDOM = Fraction(1, 10**12)


# ---- hours -------------------------------------------------------------------------------------------


def hours_sheets(of: Hours) -> list[Sheet]:
    risk, pace = of.risk, of.pace
    stakes = ", ".join(f"{money(stake)} on {wager}" for wager, stake in risk.stakes.items())
    where = f"{_counted(pace.tables, 'table')} of {_counted(risk.seats, 'seat')}"
    pace_said = (
        f"{_number(pace.rounds)} rounds an hour at each table, {_number(pace.shift)} hours a shift, "
        f"{_number(pace.day)} hours a day, {DAYS} days a month"
    )
    rows = [
        ("staked, a shift", money(of.staked_a_shift), f"{of.rounds_a_shift:,} rounds, before play adds to it"),
        ("the house wins, an hour", money(of.win_an_hour), "on average, exact"),
        ("a shift", money(of.win_a_shift), "on average, exact"),
        ("a month", money(of.win_a_month), "on average, exact"),
        ("hold", percent(of.hold, 3), "of what is staked at first, on average, exact"),
    ]
    if of.variance_a_shift is not None:
        rows.append(("standard deviation, a shift", money(Fraction(square_root(of.variance_a_shift))), "exact"))
    sheets = [
        Sheet(f"{risk.game.title}: {where}, {stakes}, {risk.play}", (), (), pace_said),
        Sheet("What it comes to", ("", ">", ""), (*rows, *_of_shift(of))),
    ]
    if of.awards:
        sheets.append(_awards(of.awards))
    if of.meters:
        sheets.append(_meters(of))
    return sheets


def _of_shift(of: Hours) -> list[tuple[str, str, str]]:
    how = how_known(of)
    rows = []
    if of.win_between and of.hold_between:
        low, high = of.win_between
        share = percent(CONFIDENCE, 0)
        rows.append((f"a shift, {share} of them", f"{money(low)} to {money(high)}", how))
        rows.append((f"hold, {share} of shifts", " to ".join(percent(each, 2) for each in of.hold_between), how))
    for what, chance in (("a shift loses", of.chance_of_loss), (f"more than {money(of.loss)}", of.chance_of_more)):
        if chance is not None:
            rows.append((what, _chance(chance), _error(chance)))
    if of.bank is not None:
        said = f"enough; less than {money(of.bank.low)} is not"
        rows.append((f"bank, ever broken in {percent(of.broken, 2)}", money(of.bank.high), said))
    return rows


def how_known(of: Hours) -> str:
    if of.sums is not None:
        return "summed from every deal"
    return f"{of.dealt:,} shifts dealt at random" if of.shifts else ""


def _chance(chance: Bounds | SampledShare) -> str:
    value = chance.share if isinstance(chance, SampledShare) else chance.middle
    if 0 < value < SELDOM:
        return "under 1e-12"
    return percent(value, 3) if value >= Fraction(1, 20_000) else one_in(value)


def _error(chance: Bounds | SampledShare) -> str:
    if isinstance(chance, SampledShare):
        return f"dealt at random, standard error {chance.error:.3%}"
    return "exact" if chance.is_exact else f"off by at most {_small(chance.error)}"


def _small(error: Fraction) -> str:
    """An error as a power of ten that is no less."""
    power = 0
    while Fraction(1, 10 ** (power + 1)) >= error and power < 300:
        power += 1
    return f"1e-{power}"


def _awards(awards: Sequence[TopAward]) -> Sheet:
    columns = ("wager", "top line", ">a wager", ">mean", ">even chance by", ">in a day", ">in a month")
    rows = (
        (
            each.wager if each.paytable == each.wager else f"{each.wager}, {each.paytable}",
            each.line,
            one_in(each.chance),
            _hours(each.mean_hours),
            _hours(each.median_hours),
            f"{each.within_a_day:.2%}",
            f"{each.within_a_month:.2%}",
        )
        for each in awards
    )
    note = "mean and even chance are exact, for wagers one after another, in hours at this pace"
    return Sheet("Time between top awards, every seat betting the wager", columns, tuple(rows), note)


def _meters(of: Hours) -> Sheet:
    columns = ("meter", ">seed", ">an hour", ">a day", ">mean top award", ">new seeds, a month")
    rows = []
    for each in of.meters:
        amounts = (each.seed, each.an_hour, each.a_day, each.mean_top, each.seeds_a_month)
        rows.append((f"{each.paytable} {each.meter}".rstrip(), *map(money, amounts)))
    return Sheet("Meters, every seat betting: what they gather", columns, tuple(rows))


def _hours(hours: Fraction) -> str:
    return f"{grouped(decimal(hours, 1 if hours < 1000 else 0))} h"


def _number(value: Fraction) -> str:
    return grouped(decimal(value, 0 if value.denominator == 1 else 2))


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


# ---- a session -----------------------------------------------------------------------------------------


def session_sheets(of: "PlayerSession") -> list[Sheet]:
    session, figures, course = of.session, of.figures, of.session.course
    play = f", {figures.play}" if figures.play else ""
    goal = f", up to {money(session.target)}" if session.target is not None else ""
    rows = [
        ("ruined", _chance(course.ruin), _error(course.ruin)),
        ("at the target", _chance(course.target), _error(course.target)),
        ("all rounds played", _chance(course.time), _error(course.time)),
        ("rounds, on average", grouped(decimal(course.rounds.middle, 1)), _error(course.rounds)),
        ("left, on average", money(course.left.middle), _error(course.left)),
        ("all rounds, without a limit", money(session.mean), "won on average, exact"),
        (
            f"bankroll, ruined in {percent(of.risk, 2)}",
            money(of.bankroll_for_risk),
            f"the least, for {session.rounds:,} rounds and no target",
        ),
    ]
    if session.target is None:
        del rows[1]
    sheets = [
        Sheet(
            f"{figures.game}, {figures.wager} ({figures.label}): {money(of.stake)} a round{play}",
            (),
            (),
            f"from {money(session.bankroll)}{goal}, {session.rounds:,} rounds at most",
        ),
        Sheet(
            "The session",
            ("", ">", ""),
            tuple(rows),
            f"ruined: {money(session.most_lost)}, which a round may take, is not there",
        ),
    ]
    return [*sheets, _rebate(of.rebate)] if of.rebate is not None else sheets


def _rebate(rebate: "Rebate") -> Sheet:
    length = "no session wins"
    if rebate.gains_up_to is None:
        length = "sessions of any length that was looked at win"
    elif rebate.gains_up_to:
        length = f"sessions of up to {_counted(rebate.gains_up_to, 'round')} win"
    rows = (
        ("the rebate costs", money(rebate.cost.middle), f"a session of {rebate.rounds:,} rounds, on average"),
        ("", "", _error(rebate.cost)),
        ("the player wins", money(rebate.player.middle), "with it, on average"),
    )
    title = f"{percent(rebate.part, 2)} of a loss paid back"
    return Sheet(title, ("", ">", ""), rows, f"{length} on average with it")


# ---- promotional chips -----------------------------------------------------------------------------------


def promotion_sheets(title: str, promotions: Sequence["Promotion"]) -> list[Sheet]:
    columns = ("wager", "play", ">edge", ">free bet", ">taken on a push", ">match play", ">even at most")
    rows = []
    for each in promotions:
        worths = (each.free_bet, each.free_bet_once, each.match_play, each.match_play_even)
        shown = ["–" if worth is None else percent(worth, 3) for worth in worths]
        wager = each.wager if each.wager == each.paytable else f"{each.wager}, {each.paytable}"
        rows.append((wager, each.play or "", percent(each.house_edge, 3), *shown))
    note = "of the chip, exact; a match play with the stake beside it, whose cost is counted"
    if any(each.free_bet is None for each in promotions):
        note += ". –: play adds wagers to it, and a chip would be played another way than a stake"
    return [Sheet(title, columns, tuple(rows), note)]


# ---- pictures --------------------------------------------------------------------------------------------


def draw_hours(of: Hours) -> Drawing:
    """What the house wins of a shift."""
    if of.sums is not None:
        chances: Mapping[Fraction, Fraction] = of.sums.chances
    elif of.shifts:
        chances = {won: Fraction(times, of.dealt) for won, times in sorted(of.shifts.items())}
    else:
        raise ValueError(f"{of.risk.game.slug}: there is no distribution to draw")
    tables = "" if of.pace.tables == 1 else f", {of.pace.tables} tables"
    title = f"{of.risk.game.title}{tables}: what the house wins of {of.rounds_a_shift:,} rounds ({how_known(of)})"
    return _drawn(title, "A shift's result", chances, of.win_a_shift)


def draw_session(of: "PlayerSession") -> Drawing:
    """What all rounds of a session win, without a limit."""
    from houseway.analysis.sums import sums

    title = f"{of.figures.wager}: what {of.session.rounds:,} rounds win, without a limit"
    return _drawn(title, "A session's result", sums(of.session.lattice, of.session.rounds).chances, of.session.mean)


def _drawn(title: str, name: str, chances: Mapping[Fraction, Fraction], mean: Fraction) -> Drawing:
    usual = [amount for amount, chance in chances.items() if chance > Fraction(1, 10**7)] or list(chances)
    step = round_step(max(Fraction(1, 100), (max(usual) - min(usual)) / BARS))
    bars: dict[int, float] = {}
    for amount in usual:
        bars[int(amount // step)] = bars.get(int(amount // step), 0.0) + float(chances[amount])
    across = (float(min(bars) * step), float((max(bars) + 1) * step))
    panel = Panel(left=80, top=50, width=WIDTH - 120, height=HEIGHT - 150, x=across, y=(0.0, 1.1 * max(bars.values())))
    text = panel.axes(
        title, f"dollars, in steps of {money(step)}", lambda v: f"${v:,.0f}".replace("$-", "-$"), lambda v: f"{v:.1%}"
    )
    for at, chance in bars.items():
        low, high = float(at * step), float((at + 1) * step)
        text += panel.line([(low, 0), (low, chance), (high, chance), (high, 0)], INKS[0])
    text += panel.line([(float(mean), 0), (float(mean), panel.y[1])], INKS[4], dash="5 3")
    text += say(panel.left + panel.width - 8, panel.top + 16, f"mean {money(mean)}", anchor="end", ink=INKS[4])
    return Drawing(title=name, height=HEIGHT, content=text)

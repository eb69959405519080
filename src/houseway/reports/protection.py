"""Game protection, shown: what a player wins who knows cards, what seats win that share, what a dealer's mistakes cost,
and what cards are worth to one who counts them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from houseway.analysis.card_effects import Effect
from houseway.analysis.figures import money, percent
from houseway.analysis.gain import Gain
from houseway.analysis.linear_count import LinearCount
from houseway.analysis.mispaid import Mispaid
from houseway.analysis.misset import Misset
from houseway.analysis.mistakes import Mistakes
from houseway.analysis.penetration import Counted
from houseway.cards import decks_in_words, show
from houseway.reports.sheet import Sheet

# ---- cards that are seen, and seats that share ------------------------------------------------------


def known_in_words(gain: Gain) -> str:
    """What a player knows."""
    known, says = gain.knowledge, []
    if known.shown:
        says.append(f"{known.shown} of the {known.place}'s face-down cards")
    if known.dead:
        says.append(f"{known.dead} dead card" + "s" * (known.dead > 1))
    return " and ".join(says) or "what the round shows"


def how_known(gain: Gain) -> str:
    """A sample in which nothing was won says how often it could have been: an error of nothing would say too much."""
    if gain.is_exact:
        return "exact"
    if not gain.gain:
        return f"in none of {gain.samples:,} samples"
    return f"± {gain.standard_error:.3%} ({gain.samples:,} samples)"


def gain_sheets(gains: Sequence[Gain]) -> list[Sheet]:
    first = gains[0]
    rows = tuple(
        (known_in_words(each), percent(each.gain, 4), percent(each.edge, 4), how_known(each)) for each in gains
    )
    title = f"{first.game}: house edge {percent(first.house_edge, 4)} without it"
    return [Sheet(title, ("he knows", ">wins more", ">house edge", ""), rows)]


def sharing_sheets(gains: Sequence[Gain]) -> list[Sheet]:
    """One for each number of decks."""
    columns = (">seats", ">cards of others", ">each gains", ">house edge", "")
    ordered = sorted(gains, key=lambda each: (each.decks, each.knowledge.dead))
    return [
        Sheet(
            f"{ordered[0].game}, {decks_in_words(decks)}",
            columns,
            tuple(
                (
                    str(each.seats),
                    str(each.knowledge.dead),
                    percent(each.gain, 4),
                    percent(each.edge, 4),
                    how_known(each),
                )
                for each in mine
            ),
        )
        for decks, mine in groupby(ordered, key=lambda each: each.decks)
    ]


# ---- a dealer's mistakes ----------------------------------------------------------------------------


def mistake_sheets(of: Mistakes, an_hour: Fraction) -> list[Sheet]:
    """`an_hour` is what is staked by the hour on each wager."""
    found = [_mispaid(list(lines), an_hour) for _, lines in groupby(of.mispaid, key=_table)]
    if of.misset:
        found.append(_misset(of.misset, an_hour))
    if of.flashed:
        found.append(_flashed(of.flashed, an_hour))
    return found


def _table(each: Mispaid) -> tuple[str, str, str | None]:
    return each.wager, each.paytable, each.play


def _mispaid(lines: Sequence[Mispaid], an_hour: Fraction) -> Sheet:
    title = " · ".join(filter(None, _table(lines[0])))
    rows = (
        (each.line, each.paid_as, percent(each.frequency, 4), percent(each.costs, 4), money(each.costs * an_hour))
        for each in lines
    )
    return Sheet(title, ("line", "paid as", ">comes", ">costs a round", ">an hour"), tuple(rows))


def _misset(sets: Misset, an_hour: Fraction) -> Sheet:
    rows = (
        (
            str(rule.number),
            rule.says,
            percent(rule.frequency, 3),
            percent(rule.per_error, 2),
            percent(rule.costs, 4) + ("" if sets.is_exact else f" ± {rule.standard_error:.4%}"),
            money(rule.costs * an_hour),
        )
        for rule in sets.rules
    )
    hands = "all hands" if sets.is_exact else f"{sets.hands:,} hands"
    return Sheet(
        f"The dealer's hands: {hands}, against a player of {sets.player}",
        ("", "always forgotten", ">hands", ">each", ">a round", ">an hour"),
        tuple(rows),
        f"every hand set second best costs {percent(sets.second_best, 3)} of the bet, "
        f"every hand set worst {percent(sets.worst, 3)}",
    )


def _flashed(gain: Gain, an_hour: Fraction) -> Sheet:
    row = (percent(gain.gain, 4), money(gain.gain * an_hour), percent(gain.edge, 4), how_known(gain))
    return Sheet(
        "One of the dealer's cards always flashed, to a player who plays best with it",
        (">costs a round", ">an hour", ">house edge then", ""),
        (row,),
    )


# ---- counting ---------------------------------------------------------------------------------------


def count_sheets(
    wager: str, effects: Sequence[Effect], counts: Sequence[LinearCount], counted: Sequence[Counted]
) -> list[Sheet]:
    columns = ("card", ">effect", *(f">{count.name}" for count in counts))
    rows = tuple((_alike(each), f"{float(each.effect):+.6%}", *_tags(each, counts)) for each in effects)
    title = f"{wager}: the effect of removing one card on the house edge, and its tags"
    return [
        Sheet(title, columns, rows, "" if counts else "No card is worth more than another: there is no linear count"),
        *([_counts(counts)] if counts else []),
        *([_counted(effects, counted)] if counted else []),
    ]


def _alike(effect: Effect) -> str:
    others = len(effect.cards) - 1
    return show(effect.cards[:1]) + (f" and {others} like it" if others else "")


def _tags(effect: Effect, counts: Sequence[LinearCount]) -> list[str]:
    tags = [count.tag_of[effect.cards[0]] for count in counts]
    return [f"{int(tag):+}" if tag.denominator == 1 else f"{float(tag):+.3f}" for tag in tags]


def _counts(counts: Sequence[LinearCount]) -> Sheet:
    rows = (
        (
            count.name,
            f"{count.betting_correlation:.4f}",
            f"{float(count.true_count_worth):.4%}",
            f"{float(count.trigger):.2f}",
        )
        for count in counts
    )
    columns = ("count", ">betting correlation", ">a true count of 1 is, of the edge", ">bet above")
    return Sheet("The counts: the true count is the running count for every 52 cards left", columns, tuple(rows))


def _counted(effects: Sequence[Effect], counted: Sequence[Counted]) -> Sheet:
    rows, depth = [], None
    for row in counted:
        first, depth = row.behind != depth, row.behind
        rows.append(
            (
                str(row.behind) if first else "",
                f"{float(row.penetration):.0%}" if first else "",
                f"{row.rounds / row.shoes:.1f}" if first else "",
                row.counter,
                f"{float(row.bet_frequency):.2%}",
                "" if row.edge_on_bets is None else f"{row.edge_on_bets:+.3%}",
                f"{row.units_a_shoe:+.4f}",
                f"{row.standard_error:.4f}",
            )
        )
    deepest, fresh = counted[0], effects[0].house_edge - effects[0].effect
    note = (
        f"Whoever bets in every round of these shoes meets a house edge of {deepest.edge_of_every_round:.4%}, ± "
        f"{deepest.error_of_every_round:.4%}, beside {float(fresh):.4%} of a fresh shoe: so much the cut card changes"
    )
    title = (
        f"{decks_in_words(deepest.decks)}, {deepest.shoes} shoes simulated: bets of one unit; rounds and units a shoe"
    )
    columns = (">behind", ">dealt", ">rounds", "counter", ">bets", ">their edge", ">units", ">±")
    return Sheet(title, columns, tuple(rows), note)

"""One hand, shown: what a seat may do where it sees this, the best first, beside the house way where there is one."""

from collections.abc import Mapping

from houseway.analysis.exact.options import Options, Ranking, spelled
from houseway.analysis.figures import decimal, percent
from houseway.cards import Cards, show
from houseway.game import Option
from houseway.reports.shapes import fraction
from houseway.reports.sheet import Sheet


def hand_sheet(found: Options | Ranking) -> Sheet:
    return _ranked(found) if isinstance(found, Ranking) else _optional(found)


def _optional(found: Options) -> Sheet:
    rows = tuple(
        (str(place), worth.option.word, decimal(worth.expectation, 6), str(worth.expectation))
        for place, worth in enumerate(found.options, 1)
    )
    said = f"; said {', '.join(found.seen.said)}" if found.seen.said else ""
    return Sheet(_title(found, found.lying) + said, ("", "choice", ">expectation", ">exactly"), rows)


def _ranked(found: Ranking) -> Sheet:
    best = found.options[0]
    assert best.ends is not None
    others = found.other_chances(best)
    rows = tuple(
        (
            str(place),
            _option_text(found, worth.option) + (f"  ×{times}" if times > 1 else ""),
            decimal(worth.expectation, 6),
            *(percent(chance, 3) for chance in (found.chance_to_win(worth), *found.other_chances(worth).values())),
            "house way" if found.is_house_way(worth.option) else "",
        )
        for place, (worth, times) in enumerate(found.distinct, 1)
    )
    columns = ("", "choice", ">expectation", ">wins", *(f">{wager}" for wager in others), "")
    note = f"best: {fraction(best.expectation)} of the bet, over {best.ends.total:,} deals"
    return Sheet(_title(found, {name: cards for name, cards in found.lying.items() if cards}), columns, rows, note)


def _title(found: Options | Ranking, lying: Mapping[str, Cards]) -> str:
    """The cards, where they lie, and those that are known to be out of play."""
    seen = "".join(f"; {name} {show(cards)}" for name, cards in lying.items())
    dead = f"; dead {show(found.dead)}" if found.dead else ""
    return f"{found.game.label}: {show(found.cards)}{seen}{dead}"


def _option_text(found: Ranking, option: Option) -> str:
    if not option.cut:
        word, adds = spelled(option, found.words)
        return " + ".join((word, *adds))
    name = found.game.hand_name or show
    return " | ".join(f"{show(sorted(hand, reverse=True))} ({name(hand)})" for hand in option.cut)

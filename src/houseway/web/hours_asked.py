"""What the page of hours and money asks of the process beside the service, and what is answered: the object that the
command prints as JSON, the same in words, and a picture."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from houseway.deciding.command import Json
from houseway.letters.published import parse_dollars
from houseway.reports.shapes import shape

Progress = Callable[[int, int], None]
MOST_ROUNDS: Final = 5_000  # of a session


def _whole(text: str) -> int:
    try:
        return int(text.replace(",", ""))
    except ValueError:
        raise ValueError(f"{text!r} is not a whole number") from None


def _number(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text!r} is not a number, such as 40 or 37.5") from None


def _part(text: str) -> Fraction:
    """Such as 10 % or 0.1."""
    plain = text.strip()
    return _number(plain.removesuffix("%").strip()) / (100 if plain.endswith("%") else 1)


@dataclass(frozen=True, slots=True)
class Field:
    """What may be said, in the words of the library; `usual` is what is taken where nothing is."""

    name: str
    label: str
    read: Callable[[str], Any]
    usual: str | None = None
    unit: str = ""


FORMS: Final[Mapping[str, tuple[Field, ...]]] = {
    "hours": (
        Field("seats", "Seats", _whole, unit="all"),
        Field("tables", "Tables", _whole, "1"),
        Field("rounds", "Rounds an hour", _number, "40"),
        Field("shift", "Hours a shift", _number, "8"),
        Field("day", "Hours a day", _number, "24"),
        Field("stake", "Main wager", parse_dollars, "25", "$"),
        Field("loss", "A shift loses more than", parse_dollars, "10000", "$"),
        Field("broken", "Bank ever broken", _part, "1%"),
    ),
    "session": (
        Field("stake", "Stake", parse_dollars, "25", "$"),
        Field("bankroll", "Bankroll", parse_dollars, "500", "$"),
        Field("target", "Leaves at", parse_dollars, unit="$"),
        Field("rounds", "Rounds at most", _whole, "200"),
        Field("risk", "Bankroll ruined by", _part, "5%"),
        Field("rebate", "Rebate on a loss", _part, unit="%"),
    ),
    "promo": (),
}


def answer(asked: Json, progress: Progress) -> Json:
    """In the process beside the service. Raises `ValueError` for what cannot be answered, with the reason."""
    import houseway
    from houseway.games import GAMES
    from houseway.reports import hours as shown

    about, slug, decks = asked["is"], asked["game"], asked["decks"]
    said = amounts(about, asked["amounts"])
    picture = None
    found: Any
    match about:
        case "hours":
            found = houseway.hours(slug, decks=decks, progress=progress, **said)
            sheets = shown.hours_sheets(found)
            picture = shown.draw_hours(found).svg if found.sums or found.shifts else None
        case "session":
            if said.get("rounds", 0) > MOST_ROUNDS:
                raise ValueError(f"{said['rounds']:,} rounds: up to {MOST_ROUNDS:,} here, and more by the command")
            found = houseway.session(slug, paytable=asked["paytable"], decks=decks, progress=progress, **said)
            sheets = shown.session_sheets(found)
            picture = shown.draw_session(found).svg
        case _:
            found = houseway.promo(slug, decks=decks, progress=progress)
            sheets = shown.promotion_sheets(f"{GAMES[slug].title}: promotional chips", found)
    return {"found": shape(found), "sheets": shape(sheets), "picture": picture}


def amounts(about: str, said: Mapping[str, str]) -> dict[str, Any]:
    """What was said, read; what was left empty is not."""
    fields = {field.name: field for field in FORMS[about]}
    if other := set(said) - set(fields):
        raise ValueError(f"{min(other)!r} is not asked about {about}: {', '.join(fields) or 'nothing is'}")
    return {name: fields[name].read(text) for name, text in said.items() if text.strip()}

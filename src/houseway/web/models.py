"""What people send, read strictly: a number is a number, nothing is guessed, and nothing unknown is passed over.

The models of commands are made from the commands themselves, without the fields that the shell fills.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from datetime import date
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, WithJsonSchema, create_model
from pydantic import Field as Given

from houseway.cards import Cards, parse
from houseway.deciding.command import AnyCommand
from houseway.progressive import commands as ask
from houseway.progressive.commands import MeterCommand
from houseway.progressive.meter import MeterSettings
from houseway.role import Role
from houseway.service.record import OWN_KEYS
from houseway.table.ceiling import Ceiling
from houseway.table.commands import COMMANDS, Command, TakeSeat
from houseway.table.cut_card import CutCard
from houseway.table.room_way import MOST_TEXT, FileText, RoomWay
from houseway.table.terms import Terms

MOST: Final = 10**12  # of any number that is sent
TABLE_NAME: Final = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$"  # and a meter's
SHARE: Final = r"^\d{1,9}(?:\.\d{1,9}|/[1-9]\d{0,8})?$"
OF_TABLES: Final = (ask.CoinIn, ask.PayWins, ask.LinkTable, ask.UnlinkTable)  # what a table asks of its meter
CARDS: Final = r"^(?:[2-9TJQKA][cdhs]|Jk)(?: (?:[2-9TJQKA][cdhs]|Jk)){0,15}$"


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def _not_reserved(key: str) -> str:
    if key.startswith(OWN_KEYS):
        raise ValueError(f"a key does not begin with {' or '.join(map(repr, OWN_KEYS))}")
    return key


def _cards(text: str) -> Cards:
    cards = parse(text)
    if not re.match(CARDS, text) or text.endswith("\n"):
        raise ValueError("1 to 16 cards with single spaces between them, as in 'As Td Jk'")
    return cards


def _written_out(day: object) -> date:
    """Only as YYYY-MM-DD: seconds since 1970 are a day to some readers, and to nobody here."""
    if not isinstance(day, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        raise ValueError("a day is written YYYY-MM-DD")
    return date.fromisoformat(day)


Day = Annotated[date, BeforeValidator(_written_out), WithJsonSchema({"type": "string", "format": "date"})]
TableName = Annotated[str, Given(pattern=TABLE_NAME)]
MeterName = TableName
Number = Annotated[int, Given(ge=1, le=MOST)]
After = Annotated[int, Given(ge=0, le=MOST)]
Limit = Annotated[int, Given(ge=1, le=500)]
Text = Annotated[str, Given(max_length=200)]
Whole = Annotated[int, Given(ge=-MOST, le=MOST)]
CardsText = Annotated[
    str,
    Given(max_length=50),
    AfterValidator(_cards),
    WithJsonSchema({"type": "string", "pattern": CARDS, "examples": ["As Kd Jk"]}),
]
Share = Annotated[
    str,
    Given(max_length=19, pattern=SHARE),
    AfterValidator(Fraction),
    WithJsonSchema({"type": "string", "pattern": SHARE, "examples": ["21/100", "0.21"]}),
]
Key = Annotated[
    str,
    Given(min_length=1, max_length=64, pattern=r"^[ -~]+$"),
    AfterValidator(_not_reserved),
    Given(
        description="The sender's own name for this command. Sent again under the same key, it is done once.",
        json_schema_extra={"pattern": rf"^(?!{'|'.join(OWN_KEYS)})[ -~]+$"},
    ),
]
SeatKey = Annotated[
    str,
    Given(min_length=16, max_length=64, pattern=r"^[!-~]+$"),
    Given(
        description="At least 16 characters of the player's own randomness, told to nobody: whoever knows the key "
        "is given the token of the seat again. The book keeps only its hash."
    ),
]


# ---- models of commands


def _model_of(kind: type[Any]) -> type[Strict]:
    hints = get_type_hints(kind)
    given: dict[str, Any] = {}
    if issubclass(kind, AnyCommand):
        given["is"] = (Literal[kind.__name__], ...)
    for field in fields(kind):
        if field.name not in getattr(kind, "edge", ()):
            given[field.name] = (_sent(hints[field.name]), _default(field))
    return create_model(kind.__name__, __base__=Strict, __doc__=_described(kind), **given)


def _sent(hint: Any) -> Any:
    """The type of a field as it is sent."""
    hint = hint if hint in PARTS else getattr(hint, "__supertype__", hint)  # cents and seats are whole numbers
    if hint in PARTS:
        return PARTS[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return Union[tuple(each if each is NoneType else _sent(each) for each in arguments)]  # noqa: UP007
    if origin is tuple:
        return Annotated[tuple[_sent(arguments[0]), ...], Given(max_length=8)]  # type: ignore[misc]
    if origin is not None and issubclass(origin, Mapping):
        return Annotated[dict[Text, _sent(arguments[1])], Given(max_length=20)]  # type: ignore[misc]
    assert issubclass(hint, Enum), hint
    return hint


def _default(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return Given(default_factory=field.default_factory)
    return ... if field.default is MISSING else field.default


def _described(kind: type[Any]) -> str:
    says = kind.__doc__ or ""
    says = "" if says.startswith(f"{kind.__name__}(") else says  # what a dataclass writes by itself
    if not issubclass(kind, AnyCommand):
        return says
    able = " or ".join(role.value for role in Role if role in kind.by and role is not Role.AUTOMATIC)
    what = "meter" if issubclass(kind, ask.ControllerCommand) else "table"
    stages = " or ".join(sorted(stage.value for stage in kind.during))
    return f"{says} By {able}, while the {what} is {stages}.".strip()


PARTS: Final[dict[Any, Any]] = {
    str: Text,
    int: Whole,
    bool: bool,
    Fraction: Share,
    Cards: CardsText,
    FileText: Annotated[str, Given(max_length=MOST_TEXT)],
}
WHOLES: Final[dict[type[BaseModel], type[Any]]] = {}
for _kind in (CutCard, RoomWay, Ceiling, Terms, MeterSettings):  # a part before the whole that it is of
    WHOLES[PARTS.setdefault(_kind, _model_of(_kind))] = _kind
# Automatic commands are not sent by anyone, and a seat is taken at an address of its own.
KINDS: Final = {_model_of(kind): kind for kind in COMMANDS if kind.by != {Role.AUTOMATIC} and kind is not TakeSeat}
METER_KINDS: Final = {_model_of(kind): kind for kind in ask.COMMANDS if kind not in OF_TABLES}
_OFFERED: Any = Union[tuple(KINDS)]  # noqa: UP007 - made from a list
_METER_OFFERED: Any = Union[tuple(METER_KINDS)]  # noqa: UP007


class Asked(Strict):
    """A command, under the sender's key for it."""

    key: Key
    command: Annotated[_OFFERED, Given(discriminator="is")]


class MeterAsked(Strict):
    """A command to a meter, under the sender's key for it."""

    key: Key
    command: Annotated[_METER_OFFERED, Given(discriminator="is")]


def command_of(asked: Asked | MeterAsked) -> Command | MeterCommand:
    sent: Any = type(asked.command)
    command: Command | MeterCommand = (KINDS.get(sent) or METER_KINDS[sent])(**_fields(asked.command))
    return command


def _fields(sent: BaseModel) -> dict[str, Any]:
    values = ((name, value, WHOLES.get(type(value))) for name, value in sent if name != "is")
    return {name: whole(**_fields(value)) if whole else value for name, value, whole in values}


# ---- other bodies


class Login(Strict):
    name: Annotated[str, Given(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f]+$")]
    pin: Annotated[str, Given(min_length=1, max_length=64)]


class SeatAsked(Strict):
    """Sit down. The answer has the token by which the player acts for the seat."""

    key: SeatKey
    seat: Annotated[int, Given(ge=1, le=99)]
    player: Annotated[str, Given(min_length=1, max_length=40)]


class OwnTableAsked(Strict):
    """A table of one's own: to practise alone, or to share with friends."""

    game: Annotated[str, Given(min_length=1, max_length=60)]
    shared: bool = False


# ---- answers, for the description of the API


class OwnTableOpened(BaseModel):
    table: str


class LoggedIn(BaseModel):
    token: str
    csrf: str
    role: str
    name: str
    expires_at: int
    change_pin: str  # why the PIN should be changed; empty if it need not


class Seated(BaseModel):
    token: str
    csrf: str
    seat: int
    seq: int


class Done(BaseModel):
    """`again` if the same command was accepted under this key before."""

    seq: int
    events: list[dict[str, Any]]
    again: bool


class TableSeen(BaseModel):
    """The table as the asker may see it, as of record `seq`, whose hash is `head`; at `due_at` the automatic dealer
    goes on without those he waits for."""

    seq: int
    head: str
    due_at: str | None
    view: dict[str, Any]


class MeterSeen(BaseModel):
    """A meter. Who may see more of it than this is shown all that its controller tells."""

    model_config = ConfigDict(extra="allow")
    name: str
    status: str
    shown_micros: int
    stake_cents: int
    tables: list[str]
    paytables: list[str]
    meters: list[str]  # what those paytables call it, where they have several
    unapproved: list[str]  # what of its terms is not the letter's


class Wrong(BaseModel):
    code: str
    says: str


class Error(BaseModel):
    error: Wrong

"""What people send, read strictly: a number is a number, nothing is guessed, and nothing unknown is passed over.

The models of commands are made from the commands themselves, without the fields that the shell fills.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, WithJsonSchema, create_model
from pydantic import Field as Given

from houseway.cards import Cards, parse
from houseway.role import Role
from houseway.table.commands import COMMANDS, Command, TakeSeat
from houseway.table.terms import Terms

MOST: Final = 10**12  # of any number that is sent
TABLE_NAME: Final = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$"
RESERVED: Final = ("automatic ", "seat ", "table ")  # how the keys of the service itself begin
CARDS: Final = r"^(?:[2-9TJQKA][cdhs]|Jk)(?: (?:[2-9TJQKA][cdhs]|Jk)){0,15}$"


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def _not_reserved(key: str) -> str:
    if key.startswith(RESERVED):
        raise ValueError(f"a key does not begin with {' or '.join(map(repr, RESERVED))}")
    return key


def _cards(text: str) -> Cards:
    cards = parse(text)
    if not re.match(CARDS, text) or text.endswith("\n"):
        raise ValueError("1 to 16 cards with single spaces between them, as in 'As Td Jk'")
    return cards


Text = Annotated[str, StringConstraints(max_length=200)]
Whole = Annotated[int, Given(ge=-MOST, le=MOST)]
CardsText = Annotated[
    str,
    StringConstraints(max_length=50),
    AfterValidator(_cards),
    WithJsonSchema({"type": "string", "pattern": CARDS, "examples": ["As Kd Jk"]}),
]
Key = Annotated[
    str,
    StringConstraints(min_length=1, max_length=64, pattern=r"^[ -~]+$"),
    AfterValidator(_not_reserved),
    WithJsonSchema(
        {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "pattern": r"^(?!automatic |seat |table )[ -~]+$",
            "description": "The sender's own name for this command. Sent again under the same key, it is done once.",
        }
    ),
]
SeatKey = Annotated[
    str,
    StringConstraints(min_length=16, max_length=64, pattern=r"^[!-~]+$"),
    Given(
        description="At least 16 characters of the player's own randomness, told to nobody: whoever knows the key "
        "is given the token of the seat again. The book keeps only its hash."
    ),
]


# ---- models of commands


def _model_of(kind: type[Any]) -> type[Strict]:
    hints = get_type_hints(kind)
    given: dict[str, Any] = {}
    if issubclass(kind, Command):
        given["is"] = (Literal[kind.__name__], ...)
    for field in fields(kind):
        if field.name not in getattr(kind, "edge", ()):
            given[field.name] = (_sent(hints[field.name]), _default(field))
    return create_model(kind.__name__, __base__=Strict, __doc__=_described(kind), **given)


def _sent(hint: Any) -> Any:
    """The type of a field as it is sent."""
    if hint == Cards:
        return CardsText
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _sent(next(each for each in arguments if each is not NoneType)) | None
    if origin is tuple:
        return Annotated[tuple[_sent(arguments[0]), ...], Given(max_length=8)]  # type: ignore[misc]
    if origin is not None and issubclass(origin, Mapping):
        return Annotated[dict[Text, _sent(arguments[1])], Given(max_length=20)]  # type: ignore[misc]
    if hint is Terms:
        return TermsModel
    return {str: Text, int: Whole}[hint]


def _default(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return Given(default_factory=field.default_factory)
    return ... if field.default is MISSING else field.default


def _described(kind: type[Any]) -> str:
    says = kind.__doc__ or ""
    says = "" if says.startswith(f"{kind.__name__}(") else says  # what a dataclass writes by itself
    if not issubclass(kind, Command):
        return says
    able = " or ".join(role.value for role in Role if role in kind.by and role is not Role.AUTOMATIC)
    stages = " or ".join(sorted(stage.value for stage in kind.during))
    return f"{says} By {able}, while the table is {stages}.".strip()


def _is_offered(kind: type[Command]) -> bool:
    """Automatic commands are not sent by anyone, and a seat is taken at an address of its own."""
    return kind.by != {Role.AUTOMATIC} and kind is not TakeSeat


TermsModel: Final = _model_of(Terms)
KINDS: Final[Mapping[type[BaseModel], type[Command]]] = {
    _model_of(kind): kind for kind in COMMANDS if _is_offered(kind)
}
SENT: Final = {model: tuple(name for name in model.model_fields if name != "is") for model in KINDS}
_OFFERED: Any = Union[tuple(KINDS)]  # noqa: UP007 - made from a list


class Asked(Strict):
    """A command, under the sender's key for it."""

    key: Key
    command: Annotated[_OFFERED, Given(discriminator="is")]


def command_of(asked: Asked) -> Command:
    model = type(asked.command)
    return KINDS[model](**{name: _value(getattr(asked.command, name)) for name in SENT[model]})


def _value(sent: Any) -> Any:
    return (
        Terms(**{name: getattr(sent, name) for name in TermsModel.model_fields}) if type(sent) is TermsModel else sent
    )


# ---- other bodies


class Login(Strict):
    name: Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f]+$")]
    pin: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class SeatAsked(Strict):
    """Sit down. The answer has the token by which the player acts for the seat."""

    key: SeatKey
    seat: Annotated[int, Given(ge=1, le=99)]
    player: Annotated[str, StringConstraints(min_length=1, max_length=40)]


# ---- answers, for the description of the API


class LoggedIn(BaseModel):
    token: str
    csrf: str
    role: str
    name: str
    expires_at: int


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


class Seen(BaseModel):
    """The table as the asker may see it, as of record `seq`, whose hash is `head`; at `due_at` the automatic dealer
    goes on without those he waits for."""

    seq: int
    head: str
    due_at: str | None
    view: dict[str, Any]


class Wrong(BaseModel):
    code: str
    says: str


class Error(BaseModel):
    error: Wrong

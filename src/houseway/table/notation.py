"""Commands and events as JSON, both ways.

A value with secret fields is written with a *seal* in their place: the SHA-256 of their own JSON, in which a nonce
of 32 random bytes keeps anyone from guessing. A secret that is not there (`None`) is not in the JSON. The seal of a
shuffle is the commitment that players see.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import orjson

from houseway.cards import Cards, parse, show
from houseway.deciding.command import Json, later_fields
from houseway.progressive.commands import COMMANDS as METER_COMMANDS
from houseway.progressive.events import EVENTS as METER_EVENTS
from houseway.table.commands import COMMANDS, OLD_COMMANDS
from houseway.table.events import EVENTS

Secrets = Mapping[str, str]  # seal → the JSON it is the hash of

PLAIN: Final = frozenset((str, int, bool, type(None)))  # the same in JSON
BY_NAME: Final[Mapping[str, type[Any]]] = {kind.__name__: kind for kind in (*COMMANDS, *OLD_COMMANDS, *EVENTS)}
METER_BY_NAME: Final[Mapping[str, type[Any]]] = {kind.__name__: kind for kind in (*METER_COMMANDS, *METER_EVENTS)}


def canonical(value: object) -> str:
    """The one JSON text of a value: keys in order, no spaces, UTF-8."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError as error:
        raise ValueError(f"not JSON that everyone reads: {error}") from None


def seal_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def link(before: str, body: str) -> str:
    """The hash of a record of the book: of its body and the hash before it."""
    return hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()


def write(value: Any) -> tuple[Json, dict[str, str]]:
    """A command or event, of a table, a meter or the house, as JSON that anyone may read, and the secrets it seals."""
    kind: Any = type(value)
    written: Json = {"is": kind.__name__, **_fields(value, _public(kind))}
    if not value.sealed:
        return written, {}
    secret = secret_of(value)
    written["seal"] = seal_of(secret)
    return written, {written["seal"]: secret}


def secret_of(value: Any) -> str:
    """The JSON of what a value seals."""
    kind: Any = type(value)
    hints = _hints(kind)
    secrets = {name: it for name in value.sealed if (it := getattr(value, name)) is not None}
    return canonical({name: show(it) if hints[name] == Cards else plain(it) for name, it in secrets.items()})


def opened(value: Any) -> Json:
    """What a value seals, once it may be shown."""
    shown: Json = orjson.loads(secret_of(value))
    return shown


def read(written: Json, secrets: Secrets, names: Mapping[str, type[Any]] = BY_NAME) -> Any:
    """The command or event again. A sealed one needs its secret."""
    kind = names.get(written.get("is", ""))
    if kind is None:
        raise ValueError(f"{written.get('is')!r} is neither a command nor an event")
    data = dict(written)
    del data["is"]
    if kind.sealed:
        seal = data.pop("seal", None)
        if seal not in secrets:
            raise ValueError(f"the secret of seal {str(seal)[:16]} is not in the book")
        data |= orjson.loads(secrets[seal])
    return build(kind, data)


def build(kind: type[Any], data: Json) -> Any:
    """A dataclass from JSON, strictly: every field of the right type, and none that is not known."""
    hashable: Any = kind
    hints = _hints(hashable)
    if unknown := data.keys() - hints.keys():
        raise ValueError(f"{kind.__name__} has no {sorted(unknown)[0]!r}: {', '.join(hints)}")
    missing = [name for name in _needed(hashable) if name not in data]
    if missing:
        raise ValueError(f"{kind.__name__} needs {missing[0]!r}")
    return kind(**{name: _typed(hints[name], value, f"{kind.__name__}.{name}") for name, value in data.items()})


def _typed(hint: Any, value: Any, where: str) -> Any:
    hint = getattr(hint, "__supertype__", hint)  # cents are whole numbers
    if type(value) is hint and _fits(value):  # most are: and a book holds millions
        return value
    origin, arguments = _parts(hint)
    if origin in (Union, UnionType):
        if value is None and type(None) in arguments:
            return None
        same = (each for each in arguments if type(value) is each)  # a place is a number or a name
        return _typed(next(same, arguments[0]), value, where)
    match value:
        case str() if hint == Cards:
            return parse(value)
        case list() if origin is tuple and hint != Cards:
            return tuple(_typed(arguments[0], each, where) for each in value)
        case dict() if origin is not None and issubclass(origin, Mapping):
            return {_typed(str, key, where): _typed(arguments[1], each, where) for key, each in value.items()}
        case dict() if is_dataclass(hint) and isinstance(hint, type):
            return build(hint, value)
        case str() if hint is Fraction and (share := _fraction(value)) is not None:
            return share
        case str() if isinstance(hint, type) and issubclass(hint, Enum) and value in hint._value2member_map_:
            return hint(value)
    raise ValueError(f"{where}: {value!r} is not {getattr(hint, '__name__', hint)}")


def _fraction(text: str) -> Fraction | None:
    """Only as it would be written: 21/100, in lowest terms."""
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
    return value if str(value) == text else None


def _fits(value: Any) -> bool:
    """Whether every reader of JSON would read the same: whole Unicode, and integers of 64 bits."""
    if isinstance(value, str):
        return value.isascii() or value.encode(errors="ignore").decode() == value
    return not isinstance(value, int) or -(1 << 63) <= value < 1 << 63


def plain(value: Any) -> Any:
    """A value of the rules as JSON."""
    kind: Any = type(value)
    if kind is tuple:
        return [plain(each) for each in value]
    if kind in PLAIN or isinstance(value, (str, int)):
        return value
    if is_dataclass(value):
        return _fields(value, _names(kind))
    if kind is Fraction:
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value]


def _fields(value: Any, names: tuple[str, ...]) -> Json:
    written: Json = {}
    kind: Any = type(value)
    later = _later(kind)
    for name in names:
        it = getattr(value, name)
        if name in later and it == later[name]:
            continue
        written[name] = it if type(it) in PLAIN else plain(it)  # most are: and a round writes thousands
    return written


@cache
def _later(kind: Any) -> dict[str, Any]:
    return later_fields(kind)


@cache
def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(hint), get_args(hint)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


@cache
def _needed(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING)


@cache
def _public(kind: Any) -> tuple[str, ...]:
    return tuple(name for name in _names(kind) if name not in kind.sealed)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in _names(kind)}

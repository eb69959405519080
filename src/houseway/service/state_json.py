"""The state of a stream as JSON, both ways, by the types of its fields.

Commands and events have a notation of their own, which never changes and which anybody may read (`table.notation`).
This one is for the service alone: it holds secrets, has every field, and is thrown away with the program that wrote it.
An error names the type that did not fit and never the value, which may be secret.
"""

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from houseway.cards import Card, Cards, parse, show

S = TypeVar("S")


class Form(NamedTuple):
    """How values of a type are written, and read again."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _as_it_is(value: Any) -> Any:
    return value


def written(state: object) -> Any:
    """The state as lists, dicts and plain values."""
    kind: Any = type(state)
    return form_of(kind).write(state)


def restored(kind: type[S], told: Any) -> S:
    """The state again. Raises `ValueError` if this cannot be one."""
    of: Any = kind
    try:
        state: S = form_of(of).read(told)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"this is no {kind.__name__} ({type(error).__name__})") from None
    return state


TEXTS: Final[Mapping[Any, Form]] = {
    Fraction: Form(str, Fraction),
    datetime: Form(datetime.isoformat, datetime.fromisoformat),
    date: Form(date.isoformat, date.fromisoformat),
    Cards: Form(show, parse),
    Card: Form(str, lambda told: parse(told)[0]),
}


@cache
def form_of(hint: Any) -> Form:
    hint = getattr(hint, "__supertype__", hint)
    arguments: tuple[Any, ...] = get_args(hint)
    origin = get_origin(hint)
    if hint in TEXTS:
        return TEXTS[hint]
    if origin in (Union, UnionType):
        return _one_of(arguments)
    if origin is tuple:
        return _tuple(arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(*map(form_of, arguments))
    if isinstance(origin, type) and issubclass(origin, AbstractSet):
        each = form_of(arguments[0])
        return Form(lambda held: [each.write(it) for it in sorted(held)], lambda told: frozenset(map(each.read, told)))
    if isinstance(hint, type):
        return _of_class(hint)
    raise TypeError(f"a state cannot hold {hint}")


def _of_class(kind: type[Any]) -> Form:
    if issubclass(kind, Enum):
        return Form(lambda member: member.value, kind)
    if kind in (str, int, bool, type(None)):
        return Form(_as_it_is, _checked(kind))
    hints = get_type_hints(kind)
    if is_dataclass(kind):
        names = [each.name for each in fields(kind)]
    elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
        names = list(kind._fields)
    else:
        raise TypeError(f"a state cannot hold {kind.__name__}")
    forms: dict[str, Form] = {}

    def by_name() -> dict[str, Form]:  # when the first value is met: a kind may hold others of its own
        if not forms:
            forms.update((name, form_of(hints[name])) for name in names)
        return forms

    def write(value: Any) -> dict[str, Any]:
        if type(value) is not kind:
            raise TypeError(f"{type(value).__name__} where {kind.__name__} was meant")
        return {name: form.write(getattr(value, name)) for name, form in by_name().items()}

    def read(told: Any) -> Any:
        if told.keys() != by_name().keys():
            raise ValueError(kind.__name__)
        return kind(**{name: form.read(told[name]) for name, form in by_name().items()})

    return Form(write, read)


def _checked(kind: type[Any]) -> Callable[[Any], Any]:
    def read(told: Any) -> Any:
        if type(told) is not kind:
            raise ValueError(kind.__name__)
        return told

    return read


def _one_of(kinds: tuple[Any, ...]) -> Form:
    """A value of one of several types. None and plain values are told apart by JSON itself, of others the name is
    written beside them."""
    known = dict.fromkeys(each for kind in kinds for each in _kinds_of(getattr(kind, "__supertype__", kind)))
    by_type = {kind: form_of(kind) for kind in known}
    by_name = {kind.__name__: (kind, form) for kind, form in by_type.items() if isinstance(kind, type)}
    others = [form for kind, form in by_type.items() if not isinstance(kind, type)]  # such as the cards of a place
    names = {kind: name for name, (kind, _) in by_name.items()}

    def write(value: Any) -> Any:
        if value is None or type(value) in (str, int, bool):
            return value
        name = names.get(type(value))
        return {"of": name, "is": by_name[name][1].write(value)} if name else {"of": "", "is": others[0].write(value)}

    def read(told: Any) -> Any:
        if isinstance(told, dict):
            return (by_name[told["of"]][1] if told["of"] else others[0]).read(told["is"])
        if type(told) not in by_type:
            raise ValueError("one of several")
        return told

    return Form(write, read)


def _kinds_of(kind: Any) -> Iterator[Any]:
    """A type, and those that are made from it: a shoe's shuffle is a shuffle."""
    yield kind
    for more in kind.__subclasses__() if is_dataclass(kind) and isinstance(kind, type) else ():
        yield from _kinds_of(more)


def _tuple(arguments: tuple[Any, ...]) -> Form:
    if arguments[1:] == (Ellipsis,):
        each = form_of(arguments[0])
        return Form(lambda held: [each.write(it) for it in held], lambda told: tuple(map(each.read, told)))
    forms = tuple(map(form_of, arguments))
    return Form(
        lambda held: [form.write(it) for form, it in zip(forms, held, strict=True)],
        lambda told: tuple(form.read(it) for form, it in zip(forms, told, strict=True)),
    )


def _mapping(key: Form, value: Form) -> Form:
    """As pairs, in their order: keys need not be text."""
    return Form(
        lambda held: [[key.write(it), value.write(each)] for it, each in held.items()],
        lambda told: {key.read(it): value.read(each) for it, each in told},
    )

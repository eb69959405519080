"""Commands and events: frozen values that the book holds. The class of a command says who may give it, and when."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, fields
from enum import Enum
from typing import ClassVar, TypeVar, dataclass_transform, overload

from houseway.role import Role


class AnyEvent:
    """What happened, at a table, to a meter or in the house."""

    __slots__ = ()
    sealed: ClassVar[tuple[str, ...]] = ()  # fields that stay secret until the round is over


class AnyCommand:
    """What somebody asks of a table, a meter or the house."""

    __slots__ = ()
    by: ClassVar[frozenset[Role]]
    during: ClassVar[frozenset[Enum]]
    sealed: ClassVar[tuple[str, ...]] = ()  # fields that stay secret until the round is over
    edge: ClassVar[tuple[str, ...]] = ()  # fields that people do not send: the shell fills them


T = TypeVar("T")
C = TypeVar("C", bound=AnyCommand)
E = TypeVar("E", bound=AnyEvent)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def value(kind: type[T]) -> type[T]:
    """A frozen dataclass with slots, made by keywords."""
    return dataclass(frozen=True, slots=True, kw_only=True)(kind)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def command(
    *, by: Iterable[Role], during: Iterable[Enum] = (), sealed: tuple[str, ...] = (), edge: tuple[str, ...] = ()
) -> Callable[[type[C]], type[C]]:
    """A command that these roles may give, at these stages. What is not said of `sealed` and `edge` is inherited."""

    def made(kind: type[C]) -> type[C]:
        kind = value(kind)
        kind.by, kind.during = frozenset(by), frozenset(during)
        kind.sealed, kind.edge = sealed or kind.sealed, edge or kind.edge
        return kind

    return made


@overload
@dataclass_transform(frozen_default=True, kw_only_default=True)
def event(kind: type[E]) -> type[E]: ...
@overload
@dataclass_transform(frozen_default=True, kw_only_default=True)
def event(*, sealed: tuple[str, ...]) -> Callable[[type[E]], type[E]]: ...
def event(kind: type[E] | None = None, *, sealed: tuple[str, ...] = ()) -> type[E] | Callable[[type[E]], type[E]]:
    """An event: `@event`, or `@event(sealed=...)` if some of its fields stay secret."""

    def made(kind: type[E]) -> type[E]:
        kind = value(kind)
        kind.sealed = sealed or kind.sealed
        return kind

    return made(kind) if kind else made


def made_from(kind: type[T], source: object, **others: object) -> T:
    """A value of this kind with the others given, and for the rest as the source has it: an event of its command."""
    names = (each.name for each in fields(kind) if each.name not in others)  # type: ignore[arg-type]
    return kind(**{name: getattr(source, name) for name in names}, **others)


def either(accepted: Collection[Enum], among: Iterable[Enum]) -> str:
    """`betting or setting`: what is accepted, in the order in which all are listed."""
    return " or ".join(str(each.value) for each in among if each in accepted)

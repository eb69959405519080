"""Commands and events: frozen values that the book holds. The class of a command says who may give it, and when."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar, Final, TypeVar, dataclass_transform

from houseway.role import Role

T = TypeVar("T")
Json = dict[str, Any]  # an object of JSON, as commands, events, views and reports are written


@dataclass_transform(frozen_default=True, kw_only_default=True)
def value(kind: type[T]) -> type[T]:
    """A frozen dataclass with slots, made by keywords."""
    return dataclass(frozen=True, slots=True, kw_only=True)(kind)


LATER: Final = "later"


def later(default: T) -> T:
    """The default of a field that came into the format later. It is written only where it is another: so what has no
    need of it has the same JSON, the same seal and the same hash as before there was such a field."""
    made: Any = field(default_factory=lambda: default, metadata={LATER: default})
    return made  # type: ignore[no-any-return]


def later_fields(kind: Any) -> dict[str, Any]:
    """Of a dataclass, the fields that came later, and what each is where it is not written."""
    return {each.name: each.metadata[LATER] for each in fields(kind) if LATER in each.metadata}


@dataclass_transform(frozen_default=True, kw_only_default=True)
class AnyEvent:
    """What happened, at a table, to a meter or in the house. Its class is a frozen dataclass, made by keywords."""

    sealed: ClassVar[tuple[str, ...]] = ()  # fields that stay secret until the round is over

    def __init_subclass__(cls, *, sealed: tuple[str, ...] = ()) -> None:
        dataclass(frozen=True, kw_only=True)(cls)
        cls.sealed = sealed or cls.sealed


@dataclass_transform(frozen_default=True, kw_only_default=True)
class AnyCommand:
    """What somebody asks of a table, a meter or the house. Its class is a frozen dataclass, made by keywords, and says
    in its head which roles may give it, and at which stages: `class Resume(AnyCommand, by=..., during=...)`."""

    by: ClassVar[frozenset[Role]]
    during: ClassVar[frozenset[Enum]]
    sealed: ClassVar[tuple[str, ...]] = ()  # fields that stay secret until the round is over
    edge: ClassVar[tuple[str, ...]] = ()  # fields that people do not send: the shell fills them

    def __init_subclass__(
        cls,
        *,
        by: Iterable[Role] = (),
        during: Iterable[Enum] = (),
        sealed: tuple[str, ...] = (),
        edge: tuple[str, ...] = (),
    ) -> None:
        dataclass(frozen=True, kw_only=True)(cls)
        cls.by, cls.during = frozenset(by), frozenset(during)
        cls.sealed, cls.edge = sealed or cls.sealed, edge or cls.edge


def made_from(kind: type[T], source: object, **others: object) -> T:
    """A value of this kind with the others given, and for the rest as the source has it: an event of its command."""
    names = (each.name for each in fields(kind) if each.name not in others)  # type: ignore[arg-type]
    return kind(**{name: getattr(source, name) for name in names}, **others)


def either(accepted: Collection[Enum], among: Iterable[Enum]) -> str:
    """`betting or setting`: what is accepted, in the order in which all are listed."""
    return " or ".join(str(each.value) for each in among if each in accepted)

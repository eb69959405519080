"""What names a kept result: a hash of all that it depends on, so that a changed rule never meets an old answer.

A key is read from three things. The sources of this package from the mathematics down: cards, rankings, sights, ways,
everything that counts. The inputs of the work: numbers, arrays, packs, digests. And the functions among these inputs,
such as how a wager judges: their code, what they refer to, all the way down, and the source of the module they stand
in. So a game that is built in memory or comes from a package of one's own has a key as good as ours, and reading it
costs milliseconds.
"""

import hashlib
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from houseway.analysis.rules import PACKAGE, RULES

COUNTED_BY: Final = (*RULES, "analysis", "deciding", "progressive", "work")  # not the game, which is among the inputs
TAKEN_AS_THEY_ARE: Final = sys.stdlib_module_names | {"numpy", "numba", "llvmlite"}  # known by name, not by code


class KeptKind(StrEnum):
    """Every kind of result that is kept on disk."""

    SOLUTION = "solve"
    ENDS = "ends"
    WHOLE_TABLE = "table"
    LINES = "lines"
    SIMULATION = "simulated"
    KNOWING = "knowing"


def key(kind: KeptKind, *inputs: object) -> str:
    """The name of a kept result: the same for the same work, in any process and on any machine."""
    digest = hashlib.sha256(f"{kind}\0{sources_digest()}\0".encode())
    _Reading(lambda piece: digest.update(hashlib.sha256(piece).digest())).read(inputs)
    return f"{kind}-{digest.hexdigest()[:32]}"


@cache
def sources_digest(package: Path = PACKAGE, parts: Iterable[str] = COUNTED_BY) -> str:
    """The hash of the sources that count, by name and content: the same wherever they are installed."""
    digest = hashlib.sha256()
    for part in parts:
        for path in sorted((package / part).rglob("*.py")) or [package / part]:
            digest.update(f"{path.relative_to(package).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


PLAIN: Final = (tuple, list, Mapping, Set, np.ndarray, types.CodeType)  # read by what is in them, shared or not


class _Reading:
    """One walk through the inputs of a work. A function, class or object that is met again is named by its number, so
    that cycles end. What is read is told piece by piece."""

    def __init__(self, tell: Callable[[bytes], None]) -> None:
        self._tell = tell
        self._numbers: dict[int, int] = {}
        self._modules: set[str] = set()  # whose files were told
        self._met: list[object] = []  # so that no number is given to two things at one address

    def read(self, value: object) -> None:
        if value is None or (not isinstance(value, Enum) and isinstance(value, (bool, int, float, str, bytes))):
            self._tell(f"{type(value).__name__} {value!r}".encode())
            return
        if id(value) in self._numbers:
            self._tell(f"again {self._numbers[id(value)]}".encode())
            return
        if not isinstance(value, PLAIN):
            self._numbers[id(value)] = len(self._numbers)
            self._met.append(value)
        self._parts(value)

    def _parts(self, value: Any) -> None:  # noqa: PLR0912 (one case a kind of value)
        self._tell(_name(type(value)).encode())
        match value:
            case Enum():
                self._tell(value.name.encode())
            case np.ndarray():
                self._tell(f"{value.dtype} {value.shape}".encode())
                self._tell(np.ascontiguousarray(value).tobytes())
            case Mapping():
                self._all(part for pair in value.items() for part in pair)
            case Set():
                self._all(sorted(value, key=repr))
            case tuple() | list():
                self._all(value)
            case types.FunctionType():
                self._function(value)
            case types.MethodType():
                self._all((value.__func__, value.__self__))
            case types.BuiltinFunctionType() | types.MemberDescriptorType() | types.GetSetDescriptorType():
                self._tell(_name(value).encode())
            case property():
                self.read(value.fget)
            case cached_property():
                self.read(value.func)
            case type():
                self._class(value)
            case types.ModuleType():
                self._source(value.__name__)
            case types.CodeType():
                self._tell(value.co_code)
                self._all((value.co_consts, value.co_names, value.co_varnames, value.co_freevars))
            case _ if inner := getattr(value, "__wrapped__", None) or getattr(value, "py_func", None):
                self.read(inner)  # what a cache or a compiler stands around
            case _ if is_dataclass(value):
                given = (getattr(value, each.name) for each in fields(value) if each.init)  # the rest follows from them
                self._all((type(value), *given))
            case _:
                self._all((type(value), _state(value)))

    def _all(self, values: Iterable[object]) -> None:
        for value in values:
            self.read(value)
        self._tell(b"end")

    def _function(self, function: types.FunctionType) -> None:
        self._tell(_name(function).encode())
        if _is_followed(function.__module__):
            self._source(function.__module__)
            closed = [cell.cell_contents for cell in function.__closure__ or ()]
            self._all((function.__code__, function.__defaults__, function.__kwdefaults__, *closed))
            self._all(_referred_to(function.__code__, function.__globals__))

    def _class(self, one: type) -> None:
        self._tell(_name(one).encode())
        if _is_followed(one.__module__):
            self._source(one.__module__)
            self._all(one.__mro__[1:])
            self._all(
                value
                for name, value in vars(one).items()
                if isinstance(value, types.FunctionType) or not name.startswith("_")
            )

    def _source(self, module: str) -> None:
        """The file of a module, once."""
        path = getattr(sys.modules.get(module), "__file__", None)
        if module not in self._modules and _is_followed(module) and path and path.endswith(".py"):
            self._modules.add(module)
            self._tell(Path(path).read_bytes())


def _referred_to(code: types.CodeType, known: Mapping[str, Any]) -> Iterator[Any]:
    """The values of the names that a function looks up; of a module, of those that are looked up in it."""
    for name in code.co_names:
        value = known.get(name)
        yield name
        if isinstance(value, types.ModuleType):
            yield value
            if _is_followed(value.__name__):
                yield from (getattr(value, each) for each in code.co_names if hasattr(value, each))
        elif name in known:
            yield value
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _referred_to(const, known)


def _is_followed(module: str | None) -> bool:
    return bool(module) and str(module).partition(".")[0] not in TAKEN_AS_THEY_ARE


def _name(thing: Any) -> str:
    return f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', thing)}"


def _state(value: Any) -> object:
    """What a value of a kind of its own is made from. One that cannot say is known by its address, and so met by no
    other process."""
    try:
        return value.__reduce_ex__(2)
    except TypeError:
        return repr(value)

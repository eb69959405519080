"""How a function is compiled, in one place.

Kernels see only integer arrays: the rules reach them as tables. They release the interpreter lock, so
that plain threads use every core, and are kept on disk, so that a second process starts at once. What is kept is
known by all files that hold kernels: numba itself would not notice that a function of another file was changed.
numba checks no overflow; every kernel that counts says why its counts fit.
"""

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from llvmlite import ir
from numba import types
from numba.core import event
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

Function = TypeVar("Function", bound=Callable[..., Any])

ANALYSIS: Final = Path(__file__).parent.parent


def sources_digest(folder: Path = ANALYSIS) -> str:
    """Of all files beside and below which kernels stand, by name and content: the same wherever they are installed."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*/*.py")):
        digest.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


STAMP: Final = sources_digest()


def kernel(function: Function) -> Function:
    return cast(Function, _stamped(numba.njit(cache=True, nogil=True)(function)))


def inlined(function: Function) -> Function:
    """A step of a kernel, written into its callers: a call would count references to every table."""
    return cast(Function, _stamped(numba.njit(cache=True, nogil=True, inline="always")(function)))


def _stamped(compiled: Any) -> Any:
    """In place of numba's stamp, which is the date and size of the function's own file. Plain Python, which
    NUMBA_DISABLE_JIT asks for, has none."""
    if hasattr(compiled, "_cache"):
        file = compiled._cache._cache_file
        file._source_stamp = STAMP
        file._load_index = partial(_index_that_can_be_read, file._load_index)
    return compiled


def _index_that_can_be_read(load: Callable[[], dict[Any, Any]]) -> dict[Any, Any]:
    """An index that names a class which is gone was written by other sources: nothing of it can be used."""
    try:
        return load()
    except (AttributeError, ImportError):
        return {}


class _Compiling(event.Listener):
    """How many functions are being compiled just now: one may lead to others."""

    depth = 0

    def on_start(self, event: Any) -> None:
        self.depth += 1

    def on_end(self, event: Any) -> None:
        self.depth -= 1


_compiling = _Compiling()
event.register("numba:compile", _compiling)  # type: ignore[no-untyped-call]


def is_compiling() -> bool:
    return _compiling.depth > 0


def _popcount(_typing: Any, _word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), code


# The number of ones in a 64-bit word: one machine instruction that numba does not name.
popcount = cast(Callable[[Any], Any], intrinsic(_popcount))


def _high_word(_typing: Any, _one: Any, _other: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        one, other = (builder.sext(argument, wide) for argument in arguments)
        return builder.trunc(builder.ashr(builder.mul(one, other), ir.Constant(wide, 64)), ir.IntType(64))

    return types.int64(types.int64, types.int64), code


# The upper half of a product of two 64-bit numbers: the machine has it, and numba does not name it.
high_word = cast(Callable[[Any, Any], Any], intrinsic(_high_word))


def _fetch(_typing: Any, array: Any, index: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        of, (held, at) = signature.args[0], arguments
        place = builder.gep(make_array(of)(context, builder, held).data, [at])  # type: ignore[no-untyped-call]
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        ask = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        to_read, often, data = (ir.Constant(number, value) for value in (0, 3, 1))
        builder.call(ask, [builder.bitcast(place, byte), to_read, often, data])
        return context.get_dummy_value()

    return types.void(array, types.int64), code


# Tell the machine which element of a large array will be read soon: memory is slow, and it need not wait for it then.
fetch = cast(Callable[[Any, Any], None], intrinsic(_fetch))

"""How a function is compiled, in one place.

Kernels see only integer arrays: the rules reach them as tables. They release the interpreter lock, so
that plain threads use every core, and are kept on disk, so that a second process starts at once.
numba checks no overflow; every kernel that counts says why its counts fit.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]


def kernel(function: Function) -> Function:
    return cast(Function, numba.njit(cache=True, nogil=True)(function))


def inlined(function: Function) -> Function:
    """A step of a kernel, written into its callers: a call would count references to every table."""
    return cast(Function, numba.njit(cache=True, nogil=True, inline="always")(function))


def _popcount(_typing: Any, _word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), code


# The number of ones in a 64-bit word: one machine instruction that numba does not name.
popcount = cast(Callable[[Any], Any], intrinsic(_popcount))

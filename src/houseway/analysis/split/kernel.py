"""Functions that are compiled, where there is a compiler: `compiler` says how. Where none is installed a module with
kernels can be used all the same, for whatever takes none of them: a kernel that is called then says what is missing.
"""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, TypeVar, cast

__all__ = ["HAS_COMPILER", "fetch", "high_word", "inlined", "is_compiling", "kernel", "popcount"]

Function = TypeVar("Function", bound=Callable[..., Any])

HAS_COMPILER = True
try:
    from houseway.analysis.split.compiler import fetch, high_word, inlined, is_compiling, kernel, popcount
except ModuleNotFoundError as error:
    if error.name not in ("llvmlite", "numba"):
        raise
    missing, HAS_COMPILER = error, False

    def kernel(function: Function) -> Function:
        def refuse(*_: Any) -> None:
            raise ModuleNotFoundError(f"{function.__name__} is compiled: {missing}", name=missing.name)

        return cast(Function, update_wrapper(refuse, function))

    inlined = kernel
    fetch = popcount = high_word = cast(Any, kernel)

    def is_compiling() -> bool:
        return False

"""A value with some of its fields changed, for the state of a table, which changes with every command."""

from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["replace"]

if TYPE_CHECKING:
    from dataclasses import replace
else:
    T = TypeVar("T")

    def replace(value: T, **changes: Any) -> T:
        """`dataclasses.replace` to the type checker, and ten times as fast: a table changes with every command, and its
        state has no invariants that a constructor would have to check again."""
        new = object.__new__(type(value))
        new.__dict__.update(value.__dict__)
        new.__dict__.update(changes)
        return new

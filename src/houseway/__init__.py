"""The open system for house-banked casino card games: rules, house ways and exact mathematics."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from houseway.api import (
        advise,
        analyze,
        check_way,
        decide,
        design,
        find_letter,
        frame,
        list_games,
        mathematics,
        meters,
        risk,
        simulate,
        solve,
        strategy,
        verify,
        whatif,
    )

__all__ = [
    "advise",
    "analyze",
    "check_way",
    "decide",
    "design",
    "find_letter",
    "frame",
    "list_games",
    "mathematics",
    "meters",
    "risk",
    "simulate",
    "solve",
    "strategy",
    "verify",
    "whatif",
]


def __getattr__(name: str) -> Any:
    """The front door opens on first use, so that `houseway --help` answers at once."""
    if name not in __all__:
        raise AttributeError(f"module 'houseway' has no attribute {name!r}")
    from houseway import api

    return getattr(api, name)

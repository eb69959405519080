"""The open system for house-banked casino card games: rules, house ways, exact mathematics and the live table.

>>> import houseway
>>> [figures] = houseway.analyze("supreme-99", wager="Pair Fortunes")
>>> figures.house_edge
Fraction(9852, 270725)

The names of the library are listed in `__init__.pyi`. Each is imported from its home when it is first asked for, so
that `import houseway` and `houseway --help` answer at once.
"""

from importlib import import_module as _import_module

__version__ = "0.1.0"
_homes: dict[str, str] = {}  # the module of each name


def __getattr__(name: str) -> object:
    if name == "__all__":
        return list(_read_homes())
    home = _read_homes().get(name)
    if home is None:
        raise AttributeError(f"module 'houseway' has no attribute {name!r}")
    value = globals()[name] = getattr(_import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted({*_read_homes(), "__all__", *(name for name in globals() if name.startswith("__"))})


def _read_homes() -> dict[str, str]:
    """Each line of the list is `from MODULE import NAME as NAME, …`, or goes on with more names of that module."""
    if not _homes:
        home = ""
        for line in __loader__.get_data(f"{__file__}i").decode().splitlines():  # type: ignore[name-defined]
            words = line.replace(",", " ").split()
            home = words[1] if words[:1] == ["from"] else home
            _homes.update({words[place + 1]: home for place, word in enumerate(words) if word == "as"})
    return _homes

"""What a command is told by a file and by the environment, so that a service needs no long line: every option of
`houseway serve` may stand in a settings file under its own name, or in the environment as HOUSEWAY_ and its name.

The command line comes before the environment, the environment before the file, and the file before what the help
names as the default.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

ENVIRONMENT: Final = "HOUSEWAY"  # what the name of a variable begins with


def settings_option(command: Callable[..., None]) -> Callable[..., None]:
    """`--settings FILE`, read before all other options."""
    option = click.option(
        "--settings",
        type=click.Path(dir_okay=False, exists=True),
        is_eager=True,
        expose_value=False,
        callback=_take,
        metavar="FILE",
        help="A TOML file with options under their names, such as: port = 8080",
    )
    return option(command)


def _take(context: click.Context, option: click.Parameter, path: str | None) -> None:
    if path is None:
        return
    try:
        told = tomllib.loads(Path(path).read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    known = _of_the_service(context)
    for name in told:
        if name not in known:
            raise ValueError(f"{path}: {name!r} is not a setting: {', '.join(sorted(known))}")
    context.default_map = {str(known[name].name): _value(path, name, known[name], told[name]) for name in told}


def _of_the_service(context: click.Context) -> dict[str, click.Option]:
    """The options of `houseway serve` by their names: a command beside it reads the same file, and takes what it
    knows."""
    root = context.find_root().command
    assert isinstance(root, click.Group)
    options = [each for each in root.commands["serve"].params if isinstance(each, click.Option)]
    return {name: each for each in options for name in _names(each) if name != "settings"}


def _names(option: click.Parameter) -> list[str]:
    return [each.removeprefix("--") for each in option.opts if each.startswith("--") and each != "--help"]


def _value(path: str, name: str, option: click.Option, value: Any) -> Any:
    """As the command line would have it: texts, which the option reads itself."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise ValueError(f"{path}: {name} is true or false, not {value!r}")
        return value
    width = 2 if option.multiple and option.nargs > 1 else 1 if option.multiple or option.nargs > 1 else 0
    return _texts(path, name, value, width)


def _texts(path: str, name: str, value: Any, depth: int) -> Any:
    """A text or a number, or lists of them so deep."""
    if depth:
        if not isinstance(value, list):
            raise ValueError(f"{path}: {name} is a list, such as [{value!r}]")
        return [_texts(path, name, each, depth - 1) for each in value]
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError(f"{path}: {name} is a text or a number, not {value!r}")
    return str(value)

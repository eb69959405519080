"""`houseway …`: every refusal is one line and exit code 2."""

import os
import sys

import click
from click.shell_completion import get_completion_class

from houseway.cli import (
    anchors,
    book,
    design,
    doctor,
    keeping,
    keys,
    knowing,
    mathematics,
    meters,
    money,
    own,
    protection,
    risk,
    rng,
    room,
    simulate,
)
from houseway.cli.app import ReaderGone, app

__all__ = [
    "anchors",
    "app",
    "book",
    "design",
    "doctor",
    "keeping",
    "keys",
    "knowing",
    "main",
    "mathematics",
    "meters",
    "money",
    "own",
    "protection",
    "risk",
    "rng",
    "room",
    "simulate",
]

READER_GONE = 141  # as a shell tells of SIGPIPE


@app.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell: eval "$(houseway completion bash)"."""
    script = get_completion_class(shell)
    assert script is not None
    print(script(app, {}, "houseway", "_HOUSEWAY_COMPLETE").source())


def main() -> None:
    """Run a command; whatever was wrong with it is one line and exit code 2."""
    try:
        code = _run()
        sys.stdout.flush()
    except (BrokenPipeError, ReaderGone):
        _forget_output()
        code = READER_GONE
    except OSError as error:
        code = _refuse(f"cannot write: {error}")
        _forget_output()
    sys.exit(code)


def _run() -> int:
    """The command's exit code."""
    code = 2
    try:
        app(standalone_mode=False, prog_name="houseway")
        code = 0
    except SystemExit as verdict:
        code = int(verdict.code or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.ctx.get_help() if error.ctx else error.message)
    except click.ClickException as error:
        _refuse(error.format_message())
    except ValueError as error:
        _refuse(_of_own_game(error) or str(error))
    except MemoryError:
        _refuse("not enough memory for so much")
    except (click.Abort, KeyboardInterrupt):
        print("houseway: broken off", file=sys.stderr)
        code = 130
    except (OSError, ReaderGone):
        raise
    except Exception as error:
        if not (says := _of_others(error)):
            raise
        _refuse(says)
    return code


def _forget_output() -> None:
    """What is left to be written has nowhere to go, and shall not be tried again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _of_others(error: Exception) -> str:
    """What a database or a service that does not answer is called in one line, or a rule in a file of somebody's own
    that raised; nothing for a fault of our own."""
    from httpx2 import TransportError

    from houseway.service.store import StoreFailed

    if isinstance(error, TransportError):
        return f"the service does not answer: {error or type(error).__name__}"
    if isinstance(error, StoreFailed):
        return str(error)
    if isinstance(error, ModuleNotFoundError) and error.name in ("llvmlite", "numba", "typst"):
        return f"{error.name} is not installed, and this needs it: make setup"
    return _of_own_game(error)


def _of_own_game(error: Exception) -> str:
    """`red_dog.py:31: KeyError: 'x'`, where a rule of somebody's own game raised."""
    from houseway.games import OWN
    from houseway.games.own import describe, line_in

    lines = (line for path in OWN.values() if (line := line_in(path, error)) != path.name)
    return next((f"{line}: {describe(error)}" for line in lines), "")


def _refuse(message: str) -> int:
    print("houseway: " + " ".join(message.split()), file=sys.stderr)
    return 2

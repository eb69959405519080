"""`houseway …`: every refusal is one line and exit code 2."""

import os
import sys

import click
from click.shell_completion import get_completion_class

from houseway.cli import book, design, mathematics, meters, report, risk, rng, room, simulate
from houseway.cli.app import app

__all__ = ["app", "book", "design", "main", "mathematics", "meters", "report", "risk", "rng", "room", "simulate"]


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
        app(standalone_mode=False, prog_name="houseway")
        sys.stdout.flush()
        code = 0
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.ctx.get_help() if error.ctx else error.message)
        code = 2
    except click.ClickException as error:
        code = _refuse(error.format_message())
    except ValueError as error:
        code = _refuse(str(error))
    except (click.Abort, KeyboardInterrupt):
        print("houseway: broken off", file=sys.stderr)
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except OSError as error:
        code = _refuse(f"cannot write: {error}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        says = _of_others(error)
        if says is None:
            raise
        code = _refuse(says)
    sys.exit(code)


def _of_others(error: Exception) -> str | None:
    """What a database or a service that does not answer is called in one line; None for a fault of our own."""
    from httpx2 import TransportError

    from houseway.service.store import StoreFailed

    match error:
        case StoreFailed():
            return str(error)
        case TransportError():
            return f"the service does not answer: {error or type(error).__name__}"
        case _:
            return None


def _refuse(message: str) -> int:
    print("houseway: " + " ".join(message.split()), file=sys.stderr)
    return 2

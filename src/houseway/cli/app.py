"""The command line: one group, options that several commands share, and refusals of one line."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

import houseway


class Commands(click.Group):
    """A group that names what it accepts when it refuses a command."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            raise ValueError(f"{args[0]!r} is not a command: {', '.join(sorted(self.commands))}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(houseway.__version__, message="houseway %(version)s")
def app() -> None:
    """House-banked casino card games: the rules, the house way, the exact mathematics and the live table.

    A simulator, trainer and reference; not a certificate.
    """


def _complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [game.slug for game in houseway.list_games() if game.slug.startswith(incomplete)]


game_argument = click.argument("game", shell_complete=_complete_game)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
decks_option = click.option("--decks", type=int, metavar="N", help="Decks in the shoe, 1 to 8.")


@contextmanager
def progress_bar(what: str) -> "Iterator[Callable[[int, int], None] | None]":
    """A progress bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def print_json(shape: Any) -> None:
    print(json.dumps(shape, indent=2, ensure_ascii=False))

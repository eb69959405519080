"""The command line: one group, options that several commands share, and refusals of one line."""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

import houseway

if TYPE_CHECKING:
    from types import FrameType

    from rich.console import Console
    from rich.progress import Progress

    from houseway.service.store import Store


class Commands(click.Group):
    """A group that names what it accepts when it refuses a command."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            raise ValueError(f"{args[0]!r} is not a command: {', '.join(sorted(self.commands))}")
        return super().resolve_command(ctx, args)


class ReaderGone(Exception):
    """Whoever was reading the output has had enough. click and rich would make exit code 1 of it, a verdict of ours."""


@contextmanager
def told_of_the_reader() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):
            raise ReaderGone from None
        raise


class AllCommands(Commands):
    """All the commands, whose output somebody may stop reading."""

    def make_context(self, *given: Any, **more: Any) -> click.Context:
        with told_of_the_reader():
            return super().make_context(*given, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with told_of_the_reader():
            return super().invoke(ctx)


@click.group(cls=AllCommands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(houseway.__version__, message="houseway %(version)s")
@click.option("--games", metavar="DIR", help="Games of your own: the Python files of this folder, with their letters.")
def app(games: str | None) -> None:
    """House-banked casino card games: the rules, the house way, the exact mathematics and the live table.

    A simulator, trainer and reference; not a certificate.
    """
    if games:
        from houseway.games import UNUSABLE, add_folder

        add_folder(games)
        is_answer = UNUSABLE.keys() & {*sys.argv} or "check-game" in sys.argv
        for says in dict.fromkeys(UNUSABLE.values()) if not is_answer else ():
            click.echo(f"houseway: left out: {says}", err=True)


COMPILING = "compiling, once on this machine"
_shown: "list[Progress]" = []  # the bar on the terminal, if one is: of two, the one that was told of last


@contextmanager
def progress_bar(what: str, rate_of: str | None = None) -> "Iterator[Callable[[int, int], None] | None]":
    """A progress bar on standard error, where that is a terminal: at once, before the work has its first word to say,
    and until its last. It may tell the rate."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, Task, TextColumn, TimeRemainingColumn
    from rich.table import Column
    from rich.text import Text

    class What(TextColumn):
        def render(self, task: Task) -> Text:
            return Text(COMPILING if _is_compiling() else what)

    class Done(TextColumn):
        def render(self, task: Task) -> Text:
            return Text("" if task.total is None else f"{task.completed:,.0f} of {task.total:,.0f}")

    class Rate(TextColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} {rate_of}/s" if task.speed else "")

    # The bar has what room the figures leave it.
    columns = [What(""), BarColumn(None, table_column=Column(ratio=1)), Done(""), TimeRemainingColumn()]
    columns += [Rate("")] if rate_of else []
    bar = Progress(*columns, console=Console(stderr=True), transient=True, expand=True)
    task = bar.add_task(what, total=None)

    def tell(done: int, total: int) -> None:
        _show(bar)
        bar.update(task, completed=done, total=total)
        if done == total:
            _hide(bar)

    if not _shown:
        _show(bar)
    try:
        yield tell
    finally:
        _hide(bar)


def _show(bar: "Progress") -> None:
    if bar not in _shown:
        for other in tuple(_shown):
            _hide(other)
        _shown.append(bar)
        bar.start()


def _hide(bar: "Progress") -> None:
    bar.stop()
    if bar in _shown:
        _shown.remove(bar)


def _is_compiling() -> bool:
    """Asked of the module only where it is loaded: to load it takes longer than most commands."""
    kernel = sys.modules.get("houseway.analysis.split.kernel")
    return bool(kernel and getattr(kernel, "is_compiling", bool)())


def present(value: Any, as_json: bool, render: "Callable[[Console], None]") -> None:
    """Print a result: its JSON, or what it looks like on a terminal."""
    if as_json:
        print_json(value)
        return
    from houseway.reports.terminal import console

    render(console())


def print_json(value: Any) -> None:
    from houseway.reports.shapes import shape

    print(json.dumps(shape(value), indent=2, ensure_ascii=False))


def read_book(book: str) -> "Store":
    """A book opened for reading, which may be done beside a running service."""
    from houseway.service.store import open_store

    return open_store(book, read_only=True)


@contextmanager
def stop_at_ctrl_c() -> "Iterator[Callable[[], bool]]":
    """Yields what long work asks whether it shall stop. From the first time that it asks, the first Ctrl-C is the
    answer; before that, and a second time, Ctrl-C ends the program as ever."""
    before = signal.getsignal(signal.SIGINT)
    is_asked = is_heard = False

    def hear(number: int, frame: "FrameType | None") -> None:
        nonlocal is_heard
        is_heard = True
        signal.signal(signal.SIGINT, before)

    def stop() -> bool:
        nonlocal is_asked
        if not is_asked:
            is_asked = True
            signal.signal(signal.SIGINT, hear)
        return is_heard

    try:
        yield stop
    finally:
        if is_asked:
            signal.signal(signal.SIGINT, before)

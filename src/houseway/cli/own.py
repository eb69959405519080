"""Commands for a game of one's own: a file to begin with, and whether a file holds together."""

import sys
from pathlib import Path

import click

from houseway.cli.app import app, present, progress_bar
from houseway.cli.options import json_option


@app.command()
@click.argument("name")
@click.option("--to", "folder", default=".", metavar="DIR", help="Write it here; in this folder without it.")
@click.option("--of", "base", metavar="GAME", help="A variant of this game instead: one file of a few lines.")
def new(name: str, folder: str, base: str | None) -> None:
    """Write a game that already plays, NAME.py and its letter NAME.toml, to be changed into your own; or with --of a
    variant of a game."""
    from datetime import date

    from houseway.new import files_of, variant_files

    files = variant_files(name, base) if base else files_of(name, date.today())
    texts = {Path(folder) / file: text for file, text in files.items()}
    for path in texts:
        if path.exists():
            raise ValueError(f"{path} is there already")
    Path(folder).mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        path.write_text(text, "utf-8")
    game = next(iter(texts))
    slug = game.stem.replace("_", "-")
    click.echo(f"{' and '.join(map(str, texts))} {'is' if base else 'are'} written. Next:")
    click.echo(f"  houseway check-game {game}")
    if base:
        click.echo(f"  houseway compare {base} {game}")
    click.echo(f"  houseway --games {folder} deal {slug}")
    click.echo(f"  houseway --games {folder} analyze {slug}")


@app.command("check-game")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--seconds", type=float, default=60, show_default=True, metavar="N", help="The most that it may take.")
@json_option
def check_game(file: str, seconds: float, as_json: bool) -> None:
    """Whether the game in FILE can be played and counted; if not, what is wrong, and where.

    The file is tried in a process of its own. The exit code is 1 if anything is wrong.
    """
    from houseway.cli.apart import check_apart

    with progress_bar("dealing") as progress:
        verdict = check_apart(file, seconds, progress)
    faults, remarks = verdict.faults, verdict.remarks

    def render(console: object) -> None:
        for fault in faults:
            click.echo(f"  {fault}")
        for remark in remarks:
            click.echo(f"  remark: {remark}")
        said = {0: "nothing wrong", 1: "1 fault"}.get(len(faults), f"{len(faults)} faults")
        click.echo(f"{verdict.title}: {said}")

    value = {
        "game": verdict.game,
        "faults": [{"where": fault.where, "says": fault.says} for fault in faults],
        "remarks": [{"where": remark.where, "says": remark.says} for remark in remarks],
    }
    present(value, as_json, render)
    if lines := verdict.printed.splitlines():
        number = "a line" if len(lines) == 1 else f"{len(lines):,} lines"
        click.echo(f"houseway: the file printed {number}, the first {lines[0]!r}", err=True)
    if faults:
        sys.exit(1)

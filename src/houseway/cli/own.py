"""Commands for a game of one's own: a file to begin with, and whether a file holds together."""

import sys
from pathlib import Path

import click

from houseway.cli.app import app, present
from houseway.cli.options import json_option


@app.command()
@click.argument("name")
@click.option("--to", "folder", default=".", metavar="DIR", help="Write it here; in this folder without it.")
def new(name: str, folder: str) -> None:
    """Write a game that already plays, NAME.py and its letter NAME.toml, to be changed into your own."""
    from datetime import date

    from houseway.new import files_of

    texts = {Path(folder) / file: text for file, text in files_of(name, date.today()).items()}
    for path in texts:
        if path.exists():
            raise ValueError(f"{path} is there already")
    Path(folder).mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        path.write_text(text, "utf-8")
    game, letter = texts
    slug = game.stem.replace("_", "-")
    click.echo(f"{game} and {letter} are written. Next:")
    click.echo(f"  houseway check-game {game}")
    click.echo(f"  houseway --games {folder} deal {slug}")
    click.echo(f"  houseway --games {folder} analyze {slug}")


@app.command("check-game")
@click.argument("file", type=click.Path(dir_okay=False))
@json_option
def check_game(file: str, as_json: bool) -> None:
    """Whether the game in FILE can be played and counted; if not, what is wrong, and where.

    The exit code is 1 if anything is wrong.
    """
    from houseway.conformance import checked

    game, faults = checked(file)
    title = game.title if game else Path(file).name

    def render(console: object) -> None:
        for fault in faults:
            click.echo(f"  {fault}")
        verdict = {0: "nothing wrong", 1: "1 fault"}.get(len(faults), f"{len(faults)} faults")
        click.echo(f"{title}: {verdict}")

    value = {"game": game.slug if game else None, "faults": [{"where": f.where, "says": f.says} for f in faults]}
    present(value, as_json, render)
    if faults:
        sys.exit(1)

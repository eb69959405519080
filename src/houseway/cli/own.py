"""Commands for a game of one's own: a file to begin with, and whether a file holds together."""

import re
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
    from importlib.resources import files

    slug = name.lower().replace("_", "-").replace(" ", "-")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", slug):
        raise ValueError(f"{name!r} is not a name for a game: letters, digits and hyphens, as in red-dog")
    file = slug.replace("-", "_")
    words = {
        "slug": slug,
        "file": file,
        "title": slug.replace("-", " ").title(),
        "tag": "".join(word[0] for word in slug.split("-")).upper(),
        "date": date.today().isoformat(),
    }
    made = [Path(folder) / f"{file}.py", Path(folder) / f"{file}.toml"]
    for path in made:
        if path.exists():
            raise ValueError(f"{path} is there already")
    Path(folder).mkdir(parents=True, exist_ok=True)
    templates = files("houseway.new")
    for path, template in zip(made, ("game.txt", "letter.txt"), strict=True):
        text = (templates / template).read_text("utf-8")
        for word, value in words.items():
            text = text.replace(f"{{{word}}}", value)
        path.write_text(text, "utf-8")
    click.echo(f"{made[0]} and {made[1]} are written. Next:")
    click.echo(f"  houseway check-game {made[0]}")
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

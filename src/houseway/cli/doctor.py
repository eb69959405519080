"""`houseway doctor`: whether a machine and a book are fit for an evening."""

from typing import TYPE_CHECKING

import click

from houseway.cli.app import app, print_json
from houseway.cli.book import book_option
from houseway.cli.options import gaming_day, gaming_day_options, json_option
from houseway.cli.settings import ENVIRONMENT, settings_option

if TYPE_CHECKING:
    from houseway.web.doctor import Check


@app.command(context_settings={"auto_envvar_prefix": ENVIRONMENT})
@settings_option
@book_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Where the service is to listen.")
@click.option("--port", type=click.IntRange(0, 65535), default=8017, show_default=True)
@click.option("--https", is_flag=True, help="A proxy in front speaks HTTPS.")
@click.option("--certificate", type=click.Path(), metavar="FILE", help="Or the service itself, with this chain in PEM.")
@click.option("--key", "private_key", type=click.Path(), metavar="FILE", help="The private key of the certificate.")
@gaming_day_options
@json_option
def doctor(
    book: str,
    host: str,
    port: int,
    https: bool,
    certificate: str | None,
    private_key: str | None,
    day_begins: str,
    time_zone: str,
    as_json: bool,
) -> None:
    """Look whether this machine and this book are fit for an evening, a line for each thing that is looked at.

    It takes the settings of `houseway serve`, changes nothing, and may be run beside the service. Exit code 1:
    something is wrong. What is only to be looked at does not keep the room from running.
    """
    from houseway.web.doctor import Fitness, Site, examine

    place = Site(
        book=book,
        host=host,
        port=port,
        is_https=https or certificate is not None,
        certificate=certificate,
        private_key=private_key,
        gaming_day=gaming_day(day_begins, time_zone),
    )
    checks = []
    for check in examine(place):
        checks.append(check)
        if not as_json:
            _print(check)
    if as_json:
        print_json(checks)
    if any(check.verdict is Fitness.WRONG for check in checks):
        raise SystemExit(1)


MARKS = {"fine": ("✓", "green"), "look": ("!", "yellow"), "wrong": ("✗", "red")}


def _print(check: "Check") -> None:
    mark, colour = MARKS[check.verdict]
    click.echo(f"{click.style(mark, fg=colour)} {check.what:<12} {check.says}")

"""The files in `deploy/` are about this program: its settings, its commands, its metrics, its files."""

import json
import re
import tomllib
from pathlib import Path

import click
import pytest

from houseway.cli import app
from houseway.cli.room import serve
from houseway.web.metrics import Metrics
from tests.test_settings import told

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def metrics() -> set[str]:
    """The names that a process tells, with those that are told once something has happened."""
    measured = Metrics()
    measured.command("PlaceWager", "accepted", 0.01)
    measured.commit(3, 0.01)
    named = set(re.findall(r"^(houseway_\w+)", measured.text().decode(), re.MULTILINE))
    gauges = re.findall(r'GaugeMetricFamily\(\s*"(houseway_\w+)"', (ROOT / "src/houseway/web/metrics.py").read_text())
    return named | set(gauges)


def test_the_example_of_settings_is_taken_whole() -> None:
    known = told(DEPLOY / "room.toml")
    assert known["port"] == 8017 and known["https"] and known["host_names"] == ("tables.example",)
    names = {option.removeprefix("--"): each.name for each in serve.params for option in each.opts}
    for name in tomllib.loads(text("room.toml")):
        assert name in names


@pytest.mark.parametrize("name", ["alerts.yml", "dashboard.json"])
def test_alerts_and_dashboard_ask_for_what_is_measured(name: str) -> None:
    asked = set(re.findall(r"houseway_\w+", text(name)))
    assert asked and asked <= metrics()


def test_every_outcome_that_an_alert_waits_for_can_come() -> None:
    from houseway.service import outcome

    asked = set(re.findall(r'outcome="(\w+)"', text("alerts.yml")))
    assert asked and asked <= {each.lower() for each in vars(outcome)}


def test_the_dashboard_shows_every_metric() -> None:
    panels = json.loads(text("dashboard.json"))["panels"]
    asked = {
        name for panel in panels for each in panel["targets"] for name in re.findall(r"houseway_\w+", each["expr"])
    }
    families = {re.sub(r"_(bucket|total|created|count|sum)$", "", name) for name in metrics()}
    assert {re.sub(r"_(bucket|total)$", "", name) for name in asked} == families


def test_unit_and_container_start_commands_that_there_are() -> None:
    started = re.findall(r"^Exec\w+=\S+/houseway (\w+)(.*)$", text("houseway.service"), re.MULTILINE)
    assert [command for command, _ in started] == ["doctor", "serve"]
    for command, words in started:
        options = {option for each in app.commands[command].params for option in each.opts}
        assert set(re.findall(r"--[\w-]+", words)) <= options
    container = text("Containerfile")
    assert re.search(r'^CMD \["serve", "--https"\]$', container, re.MULTILINE)
    settings = {
        f"HOUSEWAY_{each.name.upper()}" for each in serve.params if isinstance(each, click.Option) and each.name
    }
    assert set(re.findall(r"HOUSEWAY_\w+(?==)", container)) <= settings | {"HOUSEWAY_CACHE"}


def test_what_the_container_copies_is_there() -> None:
    copied = re.findall(r"^COPY (.*) \./?(?:src)?$", text("Containerfile"), re.MULTILINE)
    files = " ".join(copied).replace("${REQUIREMENTS}", "requirements.txt").split()
    assert "src" in files
    assert all((ROOT / name).exists() for name in files)

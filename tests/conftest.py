"""Hypothesis runs the same examples every time, so that a failure here is a failure everywhere; solutions
are kept in a folder of the run's own, shared by its workers and gone with it."""

import os
import shutil
import tempfile

import pytest
from hypothesis import settings

settings.register_profile("houseway", deadline=None, derandomize=True)
settings.load_profile("houseway")


def is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    if not is_worker(config):
        os.environ["HOUSEWAY_CACHE"] = tempfile.mkdtemp(prefix="houseway-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not is_worker(config):
        shutil.rmtree(os.environ["HOUSEWAY_CACHE"], ignore_errors=True)

"""Hypothesis runs the same examples every time, so that a failure here is a failure everywhere; solutions
are kept in a folder of the run's own, shared by its workers."""

import os
import tempfile
from pathlib import Path

from hypothesis import settings

settings.register_profile("houseway", deadline=None, derandomize=True)
settings.load_profile("houseway")

run_id = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"alone-{os.getpid()}")
os.environ["HOUSEWAY_CACHE"] = str(Path(tempfile.gettempdir()) / f"houseway-tests-{run_id}")

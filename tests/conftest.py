"""Hypothesis runs the same examples every time, so that a failure here is a failure everywhere."""

from hypothesis import settings

settings.register_profile("houseway", deadline=None, derandomize=True)
settings.load_profile("houseway")

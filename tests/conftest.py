"""Puts this folder where all tests find it, for `sizes` and `executed`."""

from __future__ import annotations

import gc
import os
import tempfile

import pytest
from hypothesis import settings

settings.register_profile("busy machines", deadline=None)
settings.load_profile("busy machines")


# TensorFlow's modules and what it traces are millions of objects that stay: looking through them for garbage as often as
# Python does by itself takes a tenth of the time of the tests that trace.
gc.set_threshold(50_000, 20, 100)


def pytest_configure(config: pytest.Config) -> None:
    """Tests keep what a user's runs keep in that user's home in a folder of their own."""
    if "HYBRIDIZE_TESTS_STATE" not in os.environ:  # workers inherit it
        os.environ["HYBRIDIZE_TESTS_STATE"] = os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(
            prefix="hybridize-"
        )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what asks whether its claim has been executed already."""
    for item in items:
        if "executed" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.executed)

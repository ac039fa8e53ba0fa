"""Starts the oracle process (oracle.py) and asks it."""

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from corpus.serving import started

Oracle = Callable[[Path], dict[str, Any]]


def served(environment: dict[str, str]) -> Iterator[Oracle]:
    """Asks TensorFlow about case files, in a process of its own with this environment."""
    if not hasattr(os, "fork"):
        pytest.skip("the oracle forks, which this platform cannot")
    if find_spec("tensorflow") is None:
        pytest.skip("TensorFlow is not installed")
    with started([str(Path(__file__).with_name("oracle.py"))], environment) as ask:
        yield lambda path: ask(str(path))

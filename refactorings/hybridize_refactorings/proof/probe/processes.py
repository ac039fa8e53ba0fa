"""What a process is, said in a way that is the same in the next run."""

from __future__ import annotations

import os
import sys
from typing import Any


def keep_environment() -> None:
    """Takes the probe's folder from `sys.path`; PYTHONPATH keeps it, for the processes that this one starts."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != folder]  # noqa: PTH100


def context() -> str:
    """Which part of the program is running: a test of pytest, or a worker process of `multiprocessing`."""
    test = os.environ.get("PYTEST_CURRENT_TEST")
    if test:
        return test.rpartition(" (")[0]
    multiprocessing: Any = sys.modules.get("multiprocessing.process")
    if multiprocessing is None:
        return ""
    name: str = multiprocessing.current_process().name
    return "" if name == "MainProcess" else name

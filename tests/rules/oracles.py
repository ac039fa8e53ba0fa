"""Starts the oracle process (oracle.py) and asks it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

Oracle = Callable[[Path], dict[str, Any]]


def served(environment: dict[str, str]) -> Iterator[Oracle]:
    """Asks TensorFlow about case files, in a process of its own with this environment."""
    if not hasattr(os, "fork"):
        pytest.skip("the oracle forks, which this platform cannot")
    if find_spec("tensorflow") is None:
        pytest.skip("TensorFlow is not installed")
    program = Path(__file__).with_name("oracle.py")
    with subprocess.Popen(
        [sys.executable, str(program)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | environment,
    ) as process:
        yield lambda path: _ask(process, path)
        process.communicate()


def _ask(process: "subprocess.Popen[str]", path: Path) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{path}\n")
    process.stdin.flush()
    line = process.stdout.readline()
    assert line, "the oracle ended; run `python tests/rules/oracle.py` and give it the path to see why"
    answer: dict[str, Any] = json.loads(line)
    return answer

"""The process that runs programs and their edited forms: started with the first test that asks it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent

Ask = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="session")
def tensorflow_runs() -> Iterator[Ask]:
    """Runs a program and edited forms of it, and says where each of these differs."""
    if not hasattr(os, "fork") or find_spec("tensorflow") is None:
        pytest.skip("needs TensorFlow, and a platform that forks")
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(HERE.parent / "rules"), os.environ.get("PYTHONPATH", "")])
    }
    with subprocess.Popen(
        [sys.executable, str(HERE / "repair_oracle.py")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment,
    ) as process:  # fmt: skip
        yield lambda before, *after: _ask(process, before, after)
        process.communicate()


def _ask(process: subprocess.Popen[str], before: str, after: str) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps({"before": before, "after": after}) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    assert line, "the runner ended; run `python tests/refactorings/repair_oracle.py` to see why"
    answers: list[dict[str, Any]] = json.loads(line)
    return answers

"""The oracle process: started with the first test that asks it, one per test process."""

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


@pytest.fixture(scope="session")
def oracle() -> Iterator[Oracle]:
    """Asks TensorFlow about a case file: qualified name -> outcome, for functions with a `# tf:` comment."""
    yield from _serve({})


@pytest.fixture(scope="session")
def keras2_oracle() -> Iterator[Oracle]:
    """The same with tf_keras for `tf.keras`, for functions with a `# tf_keras:` comment."""
    if find_spec("tf_keras") is None:
        pytest.skip("tf_keras is not installed")
    yield from _serve({"TF_USE_LEGACY_KERAS": "1"})


def _serve(environment: dict[str, str]) -> Iterator[Oracle]:
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

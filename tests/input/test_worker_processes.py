"""The processes of one run end with it, however it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 60.0
FUNCTION = (
    "def f{i}(x):\n    y = tf.nn.relu(x)\n    for _ in range(3):\n        y = y * {i}.0\n    return y\n"
)


def comes_true(holds: Callable[[], object]) -> bool:
    """Whether it does while a busy machine would be waited for."""
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return bool(holds())


def runs(process: str) -> bool:
    """Whether it is there, and no zombie that nobody has asked about."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for processes in /proc")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
def test_no_worker_outlives_its_run(tmp_path: Path, how: str) -> None:
    for name in "abcdefgh":
        text = "import tensorflow as tf\n" + "".join(FUNCTION.format(i=i) for i in range(800))
        (tmp_path / f"{name}.py").write_text(text)
    command = ["check", "--jobs", "2", "--no-cache", "--isolated", str(tmp_path)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    run = subprocess.Popen([sys.executable, "-m", "hybridize_cli", *command], **quiet)
    children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
    try:
        assert comes_true(lambda: run.poll() is None and len(children.read_text().split()) == 2)
        workers = children.read_text().split()
        run.send_signal(getattr(signal, how))
        assert run.wait(PATIENCE) != 0
        assert comes_true(lambda: not any(map(runs, workers))), "workers go on without their run"
    finally:
        run.kill()

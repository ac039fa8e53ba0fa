"""Processes that keep TensorFlow loaded: a line of JSON in, a line of JSON out, each answered in a fork of its own.

`serve` is the inner side, `started` the outer one.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[1]
_QUIET = {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "TF_ENABLE_ONEDNN_OPTS": "0"}

Ask = Callable[[Any], Any]


def serve(answer: Callable[[Any], Any], ended: Callable[[Any, str], Any]) -> None:
    """Answers one request per line of the input until it ends.

    answer: runs in a fork, with TensorFlow loaded.  ended: the answer to a request whose fork ended without one, which is
    also told how.  What they return can be written as JSON.
    """
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    _load()
    for line in sys.stdin:
        answers.write(_in_fork(json.loads(line), answer, ended) + "\n")
        answers.flush()


def _load() -> None:
    os.environ |= _QUIET
    sys.dont_write_bytecode = True
    import warnings

    warnings.simplefilter("ignore")
    import tensorflow as tf  # type: ignore[import-untyped, unused-ignore]

    tf.get_logger().setLevel("ERROR")
    _ = tf.keras.layers.Layer
    gc.freeze()  # else every fork looks through all of TensorFlow's objects, and copies the pages they are on


def _in_fork(request: Any, answer: Callable[[Any], Any], ended: Callable[[Any, str], Any]) -> str:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as text:
            text.write(json.dumps(answer(request)))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answered:
        found = answered.read()
    _, status = os.waitpid(child, 0)
    return found or json.dumps(ended(request, f"the run ended with status {status} (14: it took too long)"))


@contextlib.contextmanager
def started(
    command: Sequence[str], environment: Mapping[str, str] | None = None, paths: Sequence[Path] = ()
) -> Iterator[Ask]:
    """Yields what asks `python COMMAND`, a process that serves; the first request starts it.

    paths: searched for modules, after this repository.  Asking raises RuntimeError where the process has ended.
    """
    searched = [*map(str, (REPOSITORY, *paths)), os.environ.get("PYTHONPATH", "")]
    where = {"PYTHONPATH": os.pathsep.join(searched).rstrip(os.pathsep)}
    environment = {**os.environ, **_QUIET, **(environment or {}), **where}
    with contextlib.ExitStack() as processes:

        @cache
        def process() -> subprocess.Popen[str]:
            started = processes.enter_context(
                subprocess.Popen(
                    [sys.executable, *command],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    env=environment,
                )
            )
            processes.callback(started.communicate)
            return started

        yield lambda request: _ask(process(), request)


def _ask(process: subprocess.Popen[str], request: Any) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(
            f"{process.args!r} ended; run it and give it this line to see why: {json.dumps(request)}"
        )
    return json.loads(line)

"""Runs fact cases and reports what reaches the parameters of their functions.

usage: python arriving.py < paths   (one program per line in, one line of JSON per program out)

TensorFlow is imported once; every program runs in a fork of its own, in an empty folder.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

_SECONDS = 60
Seen = dict[str, dict[str, list[Any]]]


def serve() -> None:
    """Answers one program per line until the input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    sys.dont_write_bytecode = True
    import tensorflow as tf

    tf.get_logger().setLevel("ERROR")
    _ = tf.keras.layers.Layer
    for line in sys.stdin:
        answers.write(_in_fork(*map(Path, line.rstrip("\n").split("\t"))) + "\n")
        answers.flush()


def _in_fork(path: Path, root: Path) -> str:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as answer:
            answer.write(json.dumps(_run(path, root)))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return text or json.dumps({"error": "the run ended early"})


def _run(path: Path, root: Path) -> dict[str, Any]:
    """`file:line` of every function called from Python -> parameter -> what it held, each once."""
    signal.alarm(_SECONDS)
    seen: Seen = {}
    sys.path[:0] = [str(root), str(root / "src")]
    names = {"__name__": "__main__", "__file__": str(path)}
    code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    error = None
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        os.chdir(folder)
        sys.setprofile(lambda frame, event, _: _note(frame, event, str(root), seen))
        try:
            exec(code, names)
        except BaseException as failure:
            error = f"{type(failure).__name__}: {failure}"
        sys.setprofile(None)
        os.chdir("/")
    return {"error": error, "seen": seen}


def _note(frame: FrameType, event: str, root: str, seen: Seen) -> None:
    code = frame.f_code
    if event != "call" or not code.co_filename.startswith(root) or code.co_name.startswith("<"):
        return
    count = code.co_argcount + code.co_kwonlyargcount
    held = seen.setdefault(f"{code.co_filename}:{code.co_firstlineno}", {})
    for name in set(code.co_varnames[:count]) - {"self"}:
        described = _described(frame.f_locals.get(name))
        if described not in held.setdefault(name, []):
            held[name].append(described)


def _described(value: Any) -> list[Any]:
    """Kind, dtype and shape, as the facts have them; a shape is a list, or None for one that is not known."""
    import numpy as np
    import tensorflow as tf

    if isinstance(value, np.ndarray):
        return ["array", value.dtype.name, list(value.shape)]
    if isinstance(value, tf.Variable):
        return ["variable", value.dtype.name, value.shape.as_list()]
    if tf.is_tensor(value):
        shape = getattr(value, "shape", None)
        known = isinstance(shape, tf.TensorShape) and shape.rank is not None
        return ["tensor", tf.as_dtype(value.dtype).name, shape.as_list() if known else None]
    if isinstance(value, tf.keras.KerasTensor):
        return ["tensor", value.dtype, list(value.shape)]
    plain = isinstance(value, (bool, int, float, complex, str, bytes, np.generic))
    return ["none" if value is None else "primitive" if plain else "other", None, None]


if __name__ == "__main__":
    serve()

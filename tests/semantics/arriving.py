"""Runs fact cases and reports what reaches the parameters of their functions.

usage: python arriving.py < lines of JSON ["PROGRAM", "ROOT"]   (one line of JSON per program out)

Every program runs in an empty folder.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import tempfile
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from corpus.serving import serve

_SECONDS = 60
Seen = dict[str, dict[str, list[Any]]]


def _run(request: tuple[str, str]) -> dict[str, Any]:
    """`file:line` of every function called from Python -> parameter -> what it held, each once."""
    path, root = map(Path, request)
    signal.alarm(_SECONDS)
    seen: Seen = {}
    sys.path[:0] = [str(root), str(root / "src")]
    program = ModuleType("__main__")
    program.__file__ = str(path)
    sys.modules["__main__"] = program
    code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    error = None
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        os.chdir(folder)
        sys.setprofile(lambda frame, event, _: _note(frame, event, str(root), seen))
        try:
            exec(code, vars(program))
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
    serve(_run, lambda _, how: {"error": how})

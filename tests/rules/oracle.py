"""Runs case files with and without `tf.function` and reports what TensorFlow does.

usage: python oracle.py < lines of JSON "PATH"   (one line of JSON per path out)

With TF_USE_LEGACY_KERAS=1, `tf.keras` is tf_keras, and the
`# tf_keras:` comments are what is looked at.
"""

from __future__ import annotations

import ast
import itertools
import os
import signal
import sys
import tempfile
import time
import types
from pathlib import Path
from typing import Any

from corpus.serving import serve

from case_files import Claim, definitions, read_case
from streams import Output

SECONDS = 180
_LEGACY = os.environ.get("TF_USE_LEGACY_KERAS") == "1"


def _observe_file(name: str) -> dict[str, Any]:
    path = Path(name)
    try:
        claims = {f: f.keras2 if _LEGACY else f.claim for f in read_case(path)}
        return {f.qualname: observe(path, f.qualname, c) for f, c in claims.items() if c is not None}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def observe(path: Path, qualname: str, claim: Claim | str) -> dict[str, Any]:
    """What changes when only this function is a graph: outcome, error, text, traces, and where it differs."""
    written = isinstance(claim, Claim) and claim.written
    signal.alarm(SECONDS)
    eager, graph = (_run(path, qualname, graph=graph, written=written) for graph in (False, True))
    signal.alarm(0)
    if eager["error"] is not None and eager["uncaught"]:
        return {"outcome": "broken", "text": f"the program fails eagerly: {eager['error']!r}"}
    if graph["error"] is not None and eager["error"] is None:
        error = graph["error"]
        return {
            "outcome": "raises",
            "error": type(error).__name__,
            "text": str(error),
            "traces": graph["traces"],
        }
    from recording import agree

    parts = ("errors", "globals", "output", "files", *(() if written else ("calls",)))
    where = [part for part in parts if not agree(eager[part], graph[part])]
    text = "; ".join(f"{part}: {eager[part]!r} became {graph[part]!r}" for part in where)
    return {"outcome": "differs" if where else "same", "text": text, "traces": graph["traces"]}


def _run(path: Path, qualname: str, *, graph: bool, written: bool) -> dict[str, Any]:
    """written: the program decides itself what is a graph."""
    import tensorflow as tf

    from recording import Recorder, Tape, freeze_files, freeze_globals

    tape = Tape()
    uncaught: Exception | None = None
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for name in ("streams", "work"):
            (home / name).mkdir()
        copy = home / path.name
        copy.write_text(
            _instrumented(path.read_text(encoding="utf-8"), qualname, graph=graph and not written),
            encoding="utf-8",
        )
        module = types.ModuleType("__case__")
        module.__file__ = str(copy)
        vars(module).update(__record__=lambda inner: Recorder(inner, tape), __graph__=tf.function)
        _reset(home / "work", module)
        tf.config.run_functions_eagerly(written and not graph)
        with Output(home / "streams") as output:
            try:
                exec(compile(copy.read_text(encoding="utf-8"), str(copy), "exec"), vars(module))
            except Exception as error:
                uncaught = error
        files = freeze_files(home / "work")
        os.chdir("/")
    return {
        "error": tape.error or uncaught,
        "uncaught": uncaught is not None,
        "errors": tuple(type(e).__name__ for e in (tape.error, uncaught) if e is not None),
        "calls": tuple(tape.calls),
        "globals": freeze_globals(vars(module)),
        "output": tuple(text.replace(str(copy), path.name) for text in output.text),
        "files": files,
        "traces": tape.symbolic if written else tape.traces(),
    }


def _reset(folder: Path, module: types.ModuleType) -> None:
    """Equal seeds, an empty working directory, Keras as it starts, and a clock that ticks once per call from the case itself."""
    import random

    import numpy as np
    import tensorflow as tf

    os.chdir(folder)
    sys.modules["__case__"] = module
    tf.keras.utils.set_random_seed(0)
    tf.keras.mixed_precision.set_global_policy("float32")
    random.seed(0)
    np.random.seed(0)
    for name in ("time", "perf_counter", "monotonic"):
        setattr(time, name, _ticking(getattr(time, name)))


def _ticking(clock: Any) -> Any:
    real = getattr(clock, "real", clock)
    ticks = itertools.count()

    def tick() -> float:
        frame = sys._getframe(1)
        return float(next(ticks)) if frame.f_globals.get("__name__") == "__case__" else real()

    tick.real = real  # type: ignore[attr-defined]
    return tick


def _instrumented(text: str, qualname: str, *, graph: bool) -> str:
    """The program with the named function recorded: as a graph, or eager (without its own `tf.function`)."""
    tree = ast.parse(text)
    node = dict(definitions(tree.body))[qualname]
    record, wrap = (ast.Name(name, ast.Load()) for name in ("__record__", "__graph__"))
    hybrid = [d for d in node.decorator_list if "tf.function" in ast.unparse(d)]
    if hybrid:
        at = node.decorator_list.index(hybrid[0])
        node.decorator_list[at : at + 1] = [record, hybrid[0]] if graph else [record]
    else:
        node.decorator_list += [record, wrap] if graph else [record]
    return ast.unparse(ast.fix_missing_locations(tree))


if __name__ == "__main__":
    serve(_observe_file, lambda _, how: {"error": how})

"""Runs programs of the grammar eagerly and with their subject as a graph, and says where they differ."""

from __future__ import annotations

import ast
import contextlib
import io
import os
import random
import signal
import sys
import tempfile
import types
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "rules"))

from case_files import definitions

SECONDS = 20
"""Of processor time, which a busy machine does not use up."""
LONGEST = 600
"""Seconds after which a program is ended that does nothing."""


def decorated(text: str, subject: str) -> str:
    """The program with `@tf.function` directly above the subject's `def`, where the edit writes it."""
    tree = ast.parse(text)
    node = dict(definitions(tree.body))[subject]
    lines = text.splitlines()
    lines.insert(node.lineno - 1, " " * node.col_offset + "@tf.function")
    return "\n".join(lines) + "\n"


def differs(text: str, subject: str) -> str | None:
    """Where a graph does something else; None where it does the same, or the program fails eagerly."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    signal.alarm(LONGEST)
    try:
        eager = run(text)
        if eager["error"]:
            return None
        graph = run(decorated(text, subject))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
    from recording import agree

    if graph["error"]:
        return f"raises {graph['error']}"
    where = [part for part in ("output", "state") if not agree(eager[part], graph[part])]
    return f"differs in {', '.join(where)}" if where else None


def fails(text: str) -> bool:
    """Whether the program fails eagerly, so that nothing is learnt from it."""
    return bool(run(text)["error"])


def run(text: str) -> dict[str, Any]:
    """What a program leaves behind: text written, module state, and the exception that ended it."""
    import tensorflow as tf
    from recording import freeze_globals

    module = types.ModuleType("__case__")
    sys.modules["__case__"] = module
    tf.keras.utils.set_random_seed(0)
    random.seed(0)
    error = ""
    written = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        path.write_text(text, encoding="utf-8")
        module.__file__ = str(path)
        with contextlib.redirect_stdout(written):
            try:
                exec(compile(text, str(path), "exec"), vars(module))
            except Exception as raised:
                error = f"{type(raised).__name__}: {str(raised).strip().splitlines()[-1:]}"
        state = freeze_globals(vars(module))
    state = tuple(part for part in state[1:] if part[0] not in _NOT_STATE) if not error else ()
    return {"error": error, "output": written.getvalue(), "state": state}


_NOT_STATE = {
    ("str", name) for name in ("subject", "helper", "within", "tape", "Owner", "Base", "OWNER", "ME")
}


def answers(jobs: list[tuple[str, str]]) -> list[str | None]:
    """`differs` of several programs, in a fork of its own; a program that ends the fork counts as differing."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w", buffering=1) as found, Path(os.devnull).open("w") as nothing:
            os.dup2(nothing.fileno(), 2)
            for text, subject in jobs:
                found.write(repr(differs(text, subject)) + "\n")
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as text_of:
        lines = [ast.literal_eval(line) for line in text_of.read().splitlines()]
    os.waitpid(child, 0)
    if len(lines) < len(jobs):
        return [*lines, "ends the process or takes too long", *answers(jobs[len(lines) + 1 :])]
    return lines

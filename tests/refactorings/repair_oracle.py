"""Runs a program and its repaired form and says where they differ.

usage: python repair_oracle.py < lines of JSON {"before": TEXT, "after": [TEXT, …]}

One line of JSON per line out: a list with one answer for each text after.

PYTHONPATH must hold tests/rules.
"""

from __future__ import annotations

import random
import signal
import sys
import tempfile
import types
from pathlib import Path
from typing import Any

from streams import Output

from corpus.serving import serve

SECONDS = 60


def _ended(programs: dict[str, Any], how: str) -> list[dict[str, Any]]:
    return [{"where": ["end"], "text": how, "error": None}] * len(programs["after"])


def _compared(programs: dict[str, Any]) -> list[dict[str, Any]]:
    signal.alarm(SECONDS * (1 + len(programs["after"])))
    before = run(programs["before"])
    answers = [_answer(before, run(after)) for after in programs["after"]]
    signal.alarm(0)
    return answers


def _answer(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Where two runs differ, and how."""
    from recording import agree

    after = {
        **after,
        "globals": _counted(before["globals"], _without_new(before["globals"], after["globals"])),
    }
    where = [part for part in ("globals", "output") if not agree(before[part], after[part])]
    where[:0] = [] if _same_error(before["error"], after["error"]) else ["error"]
    text = "; ".join(f"{part}: {before[part]!r} became {after[part]!r}" for part in where)
    return {"where": where, "text": text[:4000], "error": before["error"]}


def _same_error(before: str | None, after: str | None) -> bool:
    """The same exception; what AutoGraph raises has the place in the source around the same text."""
    if before is None or after is None:
        return before is after
    kind, _, text = before.partition(": ")
    return after.partition(": ")[0] == kind and text in after


def _without_new(before: tuple[Any, ...], after: tuple[Any, ...]) -> tuple[Any, ...]:
    """The globals without private ones that an edit has added: what it made once instead of in every call."""
    known = {name for name, _ in before[1:]}
    return (after[0], *(pair for pair in after[1:] if pair[0] in known or not pair[0][1].startswith("_")))


def _counted(before: Any, after: Any) -> Any:
    """What is left behind, with variables as the integers of equal value that stood there before: a repair makes such."""
    if not isinstance(before, tuple) or not isinstance(after, tuple):
        return after
    if before[:1] == ("int",) and after[:2] == ("variable", "int64") and int(after[2]) == before[1]:
        return before
    if len(before) != len(after):
        return after
    return tuple(_counted(old, new) for old, new in zip(before, after, strict=True))


def run(text: str) -> dict[str, Any]:
    """What a program leaves behind: the exception that ends it, its globals, its output."""
    import numpy as np
    import tensorflow as tf
    from recording import freeze_globals

    error = None
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        path = home / "case.py"  # AutoGraph reads the source of what it converts
        path.write_text(text, encoding="utf-8")
        module = types.ModuleType("__case__")
        module.__file__ = str(path)
        sys.modules["__case__"] = module
        tf.keras.utils.set_random_seed(0)
        random.seed(0)
        np.random.seed(0)
        with Output(home) as output:
            try:
                exec(compile(text, str(path), "exec"), vars(module))
            except Exception as raised:
                error = f"{type(raised).__name__}: {raised}"
        kept = freeze_globals(vars(module))
    return {"error": error, "globals": kept, "output": tuple(t.replace(str(home), "") for t in output.text)}


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # as in a terminal
    serve(_compared, _ended)

"""`python -m corpus.batched.styles [NAME ...]`: twenty steps of programs in many styles, as written and with calls batched.

The programs are those of `tests/refactorings/styles`.  A step is the last call at module level, with its examples
sixteen times: a batch as people train on.  The examples, and a model among the arguments, are made once.  Twenty steps are
timed together, the first one with all that is traced for it, in one process per program, after a step of either version to
load TensorFlow: three times in turns, medians.  Before each, Python collects its garbage, which takes as long as several
steps and would else fall to one of them.  What was measured is kept in the folder of the copies; when that is all of them,
docs/measured/batched-twenty-steps.md is written.  Exit code 0 when no program that was edited is slower.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from corpus.demo.commands import hybridize
from corpus.demo.programs import REPOSITORY

PROGRAMS = REPOSITORY / "tests/refactorings/styles"
RULES = tuple(f"HYB{number}" for number in range(136, 143))
STEPS, TIMES, ROUNDS = 20, 16, 3
NOISE = 1.05  # what takes up to so many times as long is not called slower
PAGE = REPOSITORY / "docs/measured/batched-twenty-steps.md"

_HEAD = f"""# Twenty steps of programs in many styles

The programs of [batched-styles.md](batched-styles.md) as they are written, and after `hybridize fix --unsafe` with all rules
of batching: seconds of processor time of the first {STEPS} steps together, with all that is traced in them, medians of
{ROUNDS} runs in turns. Their examples are taken {TIMES} times, so that a step is a batch of 32 to 80.
`python -m corpus.batched.styles` measures anew.
What `memo_dictionary` has computed once, it finds in its dictionary: nine calls of a step are left, and nothing to batch.
The runtime makes them as they are.

| program | as written | batched | as many times as fast |
|---|---|---|---|
"""


def split(tree: ast.Module) -> tuple[ast.Module, ast.Module]:
    """A program without its last call at module level, whose arguments it makes, with lists repeated; and that call."""
    at = max(
        i for i, s in enumerate(tree.body) if isinstance(s, ast.Assign) and isinstance(s.value, ast.Call)
    )
    call = tree.body[at].value  # type: ignore[attr-defined]
    made = ", ".join(f"_many_times({ast.unparse(each)})" for each in call.args)
    call.args = [ast.Starred(ast.Name("_arguments", ast.Load()), ast.Load())]
    start = [*tree.body[:at], *ast.parse(f"_arguments = [{made}]").body]
    return ast.Module(start, []), ast.Module([ast.Expr(call)], [])


def _many_times(value: Any) -> Any:
    if hasattr(value, "shape"):  # rows of a tensor
        import tensorflow as tf

        return tf.tile(value, [TIMES, *[1] * (len(value.shape) - 1)])
    return value * TIMES if isinstance(value, list) else value


def seconds(path: Path, steps: int) -> float:
    """Processor time of so many steps of a program, in this process."""
    start, step = split(ast.parse(path.read_text(encoding="utf-8")))
    names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path), "_many_times": _many_times}
    exec(compile(ast.fix_missing_locations(start), str(path), "exec"), names)
    code = compile(ast.fix_missing_locations(step), str(path), "exec")
    gc.collect()
    began = time.process_time()
    for _ in range(steps):
        exec(code, names)
    return time.process_time() - began


def timed(before: Path, after: Path) -> dict[str, float]:
    """What a process answers that is started with both versions."""
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    for path in (before, after):
        seconds(path, 1)
    both = [(seconds(before, STEPS), seconds(after, STEPS)) for _ in range(ROUNDS)]
    return {"before": median(b for b, _ in both), "after": median(a for _, a in both)}


def measure(name: str, build: Path) -> dict[str, Any] | None:
    """One program; None where no rule edits it."""
    folder = build / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    copy = shutil.copy(PROGRAMS / f"{name}.py", folder)
    selected = [part for rule in RULES for part in ("--select", rule)]
    hybridize("fix", "--isolated", "--no-cache", *selected, "--unsafe", str(folder), cwd=REPOSITORY)
    if Path(copy).read_bytes() == (PROGRAMS / f"{name}.py").read_bytes():
        return None
    command = [sys.executable, "-m", "corpus.batched.styles", "--time", name, "--build", str(build)]
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run(command, cwd=REPOSITORY, env=quiet, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{name}: {done.stderr[-2000:]}")
    return {"program": name, **json.loads(done.stdout.splitlines()[-1])}


def page(rows: Sequence[dict[str, Any]]) -> str:
    """Markdown."""
    lines = (
        f"| {r['program']} | {r['before']:.2f} | {r['after']:.2f} | {r['before'] / r['after']:.1f} |\n"
        for r in rows
    )
    slower = [row["program"] for row in rows if _is_slower(row)]
    return (
        _HEAD
        + "".join(lines)
        + f"\nSlower than as written by more than 5 %: {', '.join(slower) or 'none'}.\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m corpus.batched.styles", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--build", type=Path, default=REPOSITORY / "build" / "batched-styles")
    parser.add_argument("--time", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    build = options.build.resolve()
    if options.time:
        (name,) = options.names
        print(json.dumps(timed(PROGRAMS / f"{name}.py", build / name / f"{name}.py")))
        return 0
    names = sorted(path.stem for path in PROGRAMS.glob("*.py"))
    kept = build / "measured.json"
    rows: dict[str, Any] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    for name in options.names or names:
        rows[name] = measure(name, build)
        print(f"{name}: {'not edited' if rows[name] is None else _said(rows[name])}", flush=True)
        kept.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    edited = [rows[name] for name in names if rows.get(name) is not None]
    if rows.keys() >= set(names):
        PAGE.write_text(page(edited), encoding="utf-8")
    return int(any(map(_is_slower, edited)))


def _is_slower(row: dict[str, Any]) -> bool:
    return bool(row["after"] > NOISE * row["before"])


def _said(row: dict[str, Any]) -> str:
    return f"{row['before']:.2f} s -> {row['after']:.2f} s"


if __name__ == "__main__":
    sys.exit(main())

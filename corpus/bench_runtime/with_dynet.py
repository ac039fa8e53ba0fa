"""The child-sum Tree-LSTM in DyNet with automatic batching, in a process without TensorFlow.

DyNet ends some processes in which TensorFlow runs with a segmentation fault; in one of its own, it cannot end the
benchmark.  So the two are not timed in turns, but one after the other.
"""

from __future__ import annotations

import json
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from corpus.bench_runtime.measure import side_by_side

Calls = tuple[Callable[[], Any], Callable[[], Any]]
Job = tuple[
    Mapping[str, Any], Sequence[Any], Any, Any, int
]  # weights by name, trees, first leaves, rows, rounds
LIMIT_S = 600


def timed_alone(job: Job) -> dict[str, dict[str, float]] | str:
    """Times of `forward` and `training`, or why there are none."""
    if find_spec("dynet") is None:
        return "not installed"
    return in_process([sys.executable, "-m", "corpus.bench_runtime.with_dynet"], job)  # type: ignore[no-any-return]


def in_process(command: Sequence[str], job: Any, limit_s: float = LIMIT_S) -> Any:
    """What a process prints as JSON, given a job as a pickle; a text that says why where it does not come to that."""
    try:
        done = subprocess.run(
            command, input=pickle.dumps(job), capture_output=True, timeout=limit_s, check=False
        )
    except subprocess.TimeoutExpired:
        return f"took longer than {limit_s:.0f} s"
    if done.returncode < 0:
        return f"the process was ended by {signal.Signals(-done.returncode).name}"
    if done.returncode:
        return (
            done.stderr.decode(errors="replace").strip().rsplit("\n", 1)[-1]
            or f"exit status {done.returncode}"
        )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    """Reads a job from standard input, and prints its times."""
    weights, trees, starts, x, rounds = pickle.load(sys.stdin.buffer)
    calls = dict(zip(("forward", "training"), autobatch(weights, trees, starts, x), strict=True))
    print(json.dumps(side_by_side(calls, rounds)))


def autobatch(weights: Mapping[str, Any], trees: Sequence[Any], starts: Any, x: Any) -> Calls:
    """Forward, and forward with gradients; the graph is built anew for every call, as DyNet demands."""
    import_module("dynet_config").set(mem=3000, autobatch=1)
    dy = import_module("dynet")
    names = ("w", "u", "b", "u_forget", "b_forget")
    collection, units = dy.ParameterCollection(), len(weights["u"])
    w, u, b, uf, bf = (
        collection.parameters_from_numpy(np.ascontiguousarray(weights[name].T)) for name in names
    )

    def gates(z: Any, kept: Any) -> Any:
        z = z + b
        i, o, g = (dy.pick_range(z, k * units, (k + 1) * units) for k in range(3))
        c = dy.cmult(dy.logistic(i), dy.tanh(g))
        c = c if kept is None else c + kept
        return dy.cmult(dy.logistic(o), dy.tanh(c)), c

    def state(tree: Any, first: int) -> Any:
        if not isinstance(tree, tuple):
            return gates(w * dy.inputVector(x[first + tree]), None)
        (h1, c1), (h2, c2) = (state(child, first) for child in tree)
        kept = dy.cmult(dy.logistic(uf * h1 + bf), c1) + dy.cmult(dy.logistic(uf * h2 + bf), c2)
        return gates(u * (h1 + h2), kept)

    def loss() -> Any:
        dy.renew_cg()
        return dy.esum([dy.squared_norm(state(t, int(f))[0]) for t, f in zip(trees, starts, strict=True)])

    def training() -> float:
        total = loss()
        value = total.value()
        total.backward()
        return float(value)

    return lambda: float(loss().value()), training


if __name__ == "__main__":
    main()

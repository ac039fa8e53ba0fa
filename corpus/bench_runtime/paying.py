"""`python -m corpus.bench_runtime.paying [MODEL ...]`: what the estimates of `execute/paying.py` stand for, measured.

For each ready model, without gradients: seconds of CPU time that the first call of the executor `loop` takes beyond later
ones, over the number of kinds with children (`TRACING`); and what a group takes longer in `groups` than in `loop`
(`GROUP_ALONE`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any
from unittest import mock

import numpy as np
import tensorflow as tf
from hybridize_runtime.execute.network import Network
from hybridize_runtime.execute.outputs import Way

from corpus.bench_runtime.first import MODELS

CALLS = 15


def measured(name: str, hidden: int = 64, batch: int = 16) -> dict[str, float]:
    """Of a model: groups of a batch, kinds with children, and both estimates in seconds."""
    network, plan, inputs = _call_of(MODELS[name](hidden, batch, np.random.default_rng(0))[0])
    way = Way(training=False, gradients=False, seeds={})
    network.programs_for("loop")  # cutting cells is no part of tracing
    network._constants(plan, "loop")
    first, later = _seconds(lambda: network.run_by("loop", plan, inputs, way))
    _, alone = _seconds(lambda: network.run_by("groups", plan, inputs, way))
    bodies = max(sum(kind.slots > 0 for kind in network.kinds), 1)
    groups = len(plan.steps)
    return {
        "groups": groups,
        "bodies": bodies,
        "tracing": (first - later) / bodies,
        "group alone": (alone - later) / groups,
    }


def _call_of(loss: Callable[[], Any]) -> tuple[Network, Any, Any]:
    """The network, plan and inputs of the first batch that a loss computes."""
    found: list[tuple[Network, Any, Any]] = []
    run = Network.run

    def noted(network: Network, plan: Any, inputs: Any, executor: str, way: Any) -> Any:
        found.append((network, plan, inputs))
        return run(network, plan, inputs, executor, way)

    with mock.patch.object(Network, "run", noted):
        loss()
    return found[0]


def _seconds(call: Callable[[], Any]) -> tuple[float, float]:
    """CPU time of the first call, and the median of later ones."""
    times = []
    for _ in range(1 + CALLS):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return times[0], median(times[1:])


def main() -> None:
    """Prints a line for each model that calls a network."""
    parser = argparse.ArgumentParser(prog="python -m corpus.bench_runtime.paying", description=__doc__)
    parser.add_argument("models", nargs="*", metavar="MODEL", help=f"of: {', '.join(MODELS)}")
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    others = ("ModuleNetwork", "MixtureOfExperts", "Encoder")  # do not call a network with graphs
    for name in parser.parse_args().models or [name for name in MODELS if name not in others]:
        found = measured(name)
        print(f"{name:32}", ", ".join(f"{key} {value:.2g}" for key, value in found.items()), flush=True)


if __name__ == "__main__":
    main()

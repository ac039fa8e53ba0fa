"""Workload: IEP's module networks: random programs over 30 unary and 9 binary modules, on 14 x 14 images."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf
from hybridize_runtime.models.modules import SCENE, ModuleNetwork

from corpus.bench_runtime.measure import ratio, side_by_side

UNARY, BINARY, SIDE = 30, 9, 14


def modules(channels: int, batch: int, threads: int, rounds: int, compare: bool) -> dict[str, Any]:
    """Programs of 4 to 16 modules.  The limit: the same number of modules, all of one kind, in one call."""
    rng = np.random.default_rng(0)
    tf.random.set_seed(0)
    model = ModuleNetwork(channels, UNARY, BINARY)
    programs = [_program(int(n), rng) for n in rng.integers(4, 17, batch)]
    images = tf.random.normal([batch, SIDE, SIDE, channels])
    counts = [sum(_count(p, binary) for p in programs) for binary in (False, True)]

    def forward(executor: str) -> Any:
        return tf.reduce_sum(model(images, programs, executor) ** 2)

    def training(executor: str) -> Any:
        with tf.GradientTape() as tape:
            loss = forward(executor)
        return loss, tape.gradient(loss, model.trainable_variables)

    limit = _limit(model, counts, channels)
    variants = {
        "limit_forward": limit[0], "limit_training": limit[1],
        "forward": lambda: forward("groups"), "training": lambda: training("groups"),
    }  # fmt: skip
    if compare:
        variants |= {
            "one_by_one_forward": lambda: forward("eager"),
            "one_by_one_training": lambda: training("eager"),
        }
    times = side_by_side(variants, rounds, 1)
    ratios = {f"{k}_over_gemm": ratio(times, k, f"limit_{k}") for k in ("forward", "training")}
    for kind in ("forward", "training") if compare else ():
        ratios[f"one_by_one_over_{kind}"] = ratio(times, f"one_by_one_{kind}", kind)
    error = abs(float(forward("groups")) / float(forward("eager")) - 1.0)
    return {
        "workload": "iep", "hidden": channels, "batch": batch, "threads": threads, "rounds": rounds,
        "modules": sum(counts), "executor": "groups", **ratios, "loss_error": error, "times": times,
    }  # fmt: skip


def _program(size: int, rng: np.random.Generator) -> Any:
    if size <= 0:
        return SCENE
    if size > 2 and rng.random() < 0.25:
        left = int(rng.integers(1, size - 1))
        return (UNARY + int(rng.integers(BINARY)), _program(left, rng), _program(size - 1 - left, rng))
    return (int(rng.integers(UNARY)), _program(size - 1, rng))


def _count(program: Any, binary: bool) -> int:
    """How many binary, or unary, modules a program has."""
    if program == SCENE:
        return 0
    return int((len(program) == 3) == binary) + sum(_count(part, binary) for part in program[1:])


def _limit(model: ModuleNetwork, counts: list[int], channels: int) -> tuple[Any, Any]:
    unary, binary = model.modules[0], model.modules[UNARY]
    one, two = (tf.random.normal([max(n, 1), SIDE, SIDE, channels]) for n in counts)
    variables = [*unary.trainable_variables, *binary.trainable_variables]

    @tf.function(autograph=False)  # type: ignore[untyped-decorator]
    def forward() -> Any:
        return tf.reduce_sum(unary.apply(one) ** 2) + tf.reduce_sum(binary.apply(two, two) ** 2)

    @tf.function(autograph=False)  # type: ignore[untyped-decorator]
    def training() -> Any:
        with tf.GradientTape() as tape:
            tape.watch([one, two])
            loss = forward()
        return loss, tape.gradient(loss, [*variables, one, two])

    return forward, training

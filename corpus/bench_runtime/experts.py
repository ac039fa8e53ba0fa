"""Workload: mixture of experts, against a loop over rows and PyTorch's grouped product."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import tensorflow as tf
from hybridize_runtime.models.moe import MixtureOfExperts

from corpus.bench_runtime.measure import once, ratio, side_by_side

Call = Callable[[], Any]
SINGLE = 64  # rows that the loop over rows is timed on


def experts(count: int, hidden: int, batch: int, threads: int, rounds: int, compare: bool) -> dict[str, Any]:
    """Two layers per expert, each row to one expert drawn uniformly."""
    rng = np.random.default_rng(0)
    tf.random.set_seed(0)
    model = MixtureOfExperts(count, hidden, hidden)
    x = tf.constant(rng.normal(size=[batch, hidden]).astype(np.float32))
    choice = np.sort(rng.integers(0, count, batch)).astype(np.int32)
    rng.shuffle(choice)
    variants = {**_ours(model, x, tf.constant(choice)), "gemm_forward": _gemms(model, x)}
    if compare and (call := torch_grouped(model, x.numpy(), choice, threads)) is not None:
        variants["torch_grouped_forward"] = call
    times = side_by_side(variants, rounds)
    if compare:
        times["tf_per_row_forward"] = once(_per_row(model, x, choice), max(batch / SINGLE, 1.0))
    others = [name for name in ("torch_grouped", "tf_per_row") if f"{name}_forward" in times]
    rivals = {f"{name}_over_forward": ratio(times, f"{name}_forward", "forward") for name in others}
    return {
        "workload": "moe", "experts": count, "hidden": hidden, "batch": batch, "threads": threads, "rounds": rounds,
        "forward_over_gemm": ratio(times, "forward", "gemm_forward"), **rivals,
        "forward_error": _error(model, x, choice), "times": times,
    }  # fmt: skip


def _ours(model: MixtureOfExperts, x: Any, choice: Any) -> dict[str, Call]:
    @tf.function(autograph=False)  # type: ignore[untyped-decorator]
    def training() -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model.route(x, choice) ** 2)
        return loss, tape.gradient(loss, [model.w_in, model.w_out])

    return {"forward": lambda: model.route(x, choice), "training": training}


def _gemms(model: MixtureOfExperts, x: Any) -> Call:
    first, second = tf.constant(model.w_in[0]), tf.constant(model.w_out[0])
    return tf.function(lambda: tf.matmul(tf.matmul(x, first), second), autograph=False)  # type: ignore[no-any-return]


def _per_row(model: MixtureOfExperts, x: Any, choice: Any) -> Call:
    def run() -> Any:
        return [
            tf.matmul(tf.nn.relu(tf.matmul(x[i : i + 1], model.w_in[e])), model.w_out[e])
            for i, e in enumerate(choice[:SINGLE].tolist())
        ]

    return run


def torch_grouped(model: MixtureOfExperts, x: Any, choice: Any, threads: int) -> Call | None:
    """PyTorch: rows sorted by expert, `grouped_mm`.  None where it is not available."""
    try:
        torch = import_module("torch")
        grouped_mm = torch.nn.functional.grouped_mm
    except (ImportError, AttributeError):
        return None
    torch.set_num_threads(threads)
    rows, expert = torch.tensor(x), torch.tensor(choice).long()
    w_in, w_out = torch.tensor(model.w_in.numpy()), torch.tensor(model.w_out.numpy())

    def run() -> Any:
        with torch.no_grad():
            order = torch.argsort(expert)
            ends = torch.cumsum(torch.bincount(expert, minlength=w_in.shape[0]), 0).int()
            hidden = torch.relu(grouped_mm(rows[order], w_in, offs=ends))
            out = torch.empty_like(rows)
            out[order] = grouped_mm(hidden, w_out, offs=ends)
            return out

    return run


def _error(model: MixtureOfExperts, x: Any, choice: Any) -> float:
    """Largest relative difference from float64 NumPy, of all rows."""
    rows, w_in, w_out = x.numpy().astype(np.float64), model.w_in.numpy(), model.w_out.numpy()
    exact = np.stack([np.maximum(r @ w_in[e], 0) @ w_out[e] for r, e in zip(rows, choice, strict=True)])
    return float(np.linalg.norm(model.route(x, tf.constant(choice)).numpy() - exact) / np.linalg.norm(exact))

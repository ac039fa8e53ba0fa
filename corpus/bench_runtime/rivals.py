"""Other ways to run the child-sum Tree-LSTM: recursion, and the best loop over levels that a tape differentiates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np
import tensorflow as tf
from hybridize_runtime.graph.plan import Plan
from hybridize_runtime.models import ChildSumTreeLSTM
from hybridize_runtime.record import families
from hybridize_runtime.record.traced_cells import batching, cell


def eager_recursion(
    model: ChildSumTreeLSTM,
    trees: Sequence[Any],
    x: np.ndarray[Any, Any],
    compiled: Callable[[Any], Any] = lambda cell: cell,
) -> tuple[Callable[[], Any], ...]:
    """Forward, and forward with gradients, one vertex at a time; `compiled` is applied to both cells."""
    starts = np.cumsum([0, *map(_leaves, trees)])
    variables = [model.w, model.u, model.b, model.u_forget, model.b_forget]
    rows = tf.constant(x)

    def gates(z: Any, kept: Any) -> tuple[Any, Any]:
        i, o, u = tf.split(z + model.b, 3, axis=1)
        c = tf.sigmoid(i) * tf.tanh(u) + kept
        return tf.sigmoid(o) * tf.tanh(c), c

    @compiled
    def leaf(row: Any) -> tuple[Any, Any]:
        return gates(tf.matmul(row, model.w), 0.0)

    @compiled
    def inner(h1: Any, c1: Any, h2: Any, c2: Any) -> tuple[Any, Any]:
        kept = [
            tf.sigmoid(tf.matmul(h, model.u_forget) + model.b_forget) * c for h, c in ((h1, c1), (h2, c2))
        ]
        return gates(tf.matmul(h1 + h2, model.u), tf.add_n(kept))

    def state(tree: Any, first: int) -> Any:
        if not isinstance(tree, tuple):
            return leaf(rows[first + tree : first + tree + 1])
        return inner(*state(tree[0], first), *state(tree[1], first))

    def forward() -> Any:
        return tf.add_n(
            [tf.reduce_sum(state(t, int(f))[0] ** 2) for t, f in zip(trees, starts, strict=False)]
        )

    def training() -> Any:
        with tf.GradientTape() as tape:
            loss = forward()
        return loss, tape.gradient(loss, variables)

    return forward, training


def _leaves(tree: Any) -> int:
    return sum(map(_leaves, tree)) if isinstance(tree, tuple) else 1


def recorded_calls(
    model: ChildSumTreeLSTM, trees: Sequence[Any], x: np.ndarray[Any, Any]
) -> tuple[Callable[[], Any], ...]:
    """The recursion with `@cell` on both functions, in `batching()`: forward, and forward with gradients."""
    families.PATIENCE = 0  # what is measured has paid for tracing long ago
    starts, variables = np.cumsum([0, *map(_leaves, trees)]), model.trainable_variables
    w, u, b, uf, bf = model.w, model.u, model.b, model.u_forget, model.b_forget

    def gates(z: Any, kept: Any) -> tuple[Any, Any]:
        i, o, g = tf.split(z + b, 3, axis=1)
        c = tf.sigmoid(i) * tf.tanh(g) + kept
        return tf.sigmoid(o) * tf.tanh(c), c

    @cell
    def leaf(row: Any) -> tuple[Any, Any]:
        return gates(tf.matmul(row, w), 0.0)

    @cell
    def inner(left: Any, right: Any) -> tuple[Any, Any]:
        kept = tf.add_n([tf.sigmoid(tf.matmul(h, uf) + bf) * c for h, c in (left, right)])
        return gates(tf.matmul(left[0] + right[0], u), kept)

    def state(tree: Any, first: int) -> Any:
        if not isinstance(tree, tuple):
            return leaf(x[first + tree : first + tree + 1])
        return inner(state(tree[0], first), state(tree[1], first))

    def forward() -> Any:
        with batching():
            roots = [state(t, int(f))[0] for t, f in zip(trees, starts, strict=False)]
        return tf.reduce_sum(tf.concat(roots, 0) ** 2)

    def training() -> Any:
        with tf.GradientTape() as tape:
            loss = forward()
        return loss, tape.gradient(loss, variables)

    return forward, training


def level_loop(model: ChildSumTreeLSTM, plan: Plan, x: Any) -> tuple[Callable[[], Any], ...]:
    """A `tf.while_loop` over levels with a TensorArray of states, differentiated by the tape."""
    sizes = plan.steps[1:, 1]
    leaves, total = int(plan.steps[0, 1]), len(plan.forest)
    children = tf.constant(plan.child_positions[1])
    bounds = tf.constant(np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32))
    rows = tf.gather(x, plan.pulled_rows(0, "x"))
    roots = tf.constant(plan.position[plan.forest.reads])
    variables = [model.w, model.u, model.b, model.u_forget, model.b_forget]
    units = model.units

    def gates(z: Any, kept: Any) -> tuple[Any, Any]:
        i, o, u = tf.split(z + model.b, 3, axis=1)
        c = tf.sigmoid(i) * tf.tanh(u) + kept
        return tf.sigmoid(o) * tf.tanh(c), c

    def body(level: Any, h: Any, c: Any) -> Any:
        start, end = bounds[level], bounds[level + 1]
        index = tf.reshape(children[start:end], [-1])
        hk, ck = h.gather(index), c.gather(index)
        kept = tf.sigmoid(tf.matmul(hk, model.u_forget) + model.b_forget) * ck
        total_h = tf.reduce_sum(tf.reshape(hk, [-1, 2, units]), 1)
        new = gates(tf.matmul(total_h, model.u), tf.reduce_sum(tf.reshape(kept, [-1, 2, units]), 1))
        at = tf.range(leaves + start, leaves + end)
        return level + 1, h.scatter(at, new[0]), c.scatter(at, new[1])

    @tf.function  # type: ignore[untyped-decorator]
    def forward() -> Any:
        h0, c0 = gates(tf.matmul(rows, model.w), 0.0)
        h, c = (
            tf.TensorArray(tf.float32, total, element_shape=[units], clear_after_read=False) for _ in range(2)
        )
        at = tf.range(leaves)
        loop = tf.while_loop(lambda i, *_: i < len(sizes), body, [0, h.scatter(at, h0), c.scatter(at, c0)])
        return tf.reduce_sum(loop[1].gather(roots) ** 2)

    @tf.function  # type: ignore[untyped-decorator]
    def training() -> Any:
        with tf.GradientTape() as tape:
            loss = forward()
        return loss, tape.gradient(loss, variables)

    return forward, training


def torch_recursion(
    model: ChildSumTreeLSTM, trees: Sequence[Any], x: np.ndarray[Any, Any], threads: int
) -> Any:
    """PyTorch, one vertex at a time: forward and training.  None where PyTorch is not installed."""
    try:
        torch = import_module("torch")
    except ImportError:
        return None
    torch.set_num_threads(threads)
    names = ("w", "u", "b", "u_forget", "b_forget")
    w, u, b, uf, bf = (torch.tensor(getattr(model, name).numpy(), requires_grad=True) for name in names)
    rows, starts = torch.tensor(x), np.cumsum([0, *map(_leaves, trees)])

    def gates(z: Any, kept: Any) -> tuple[Any, Any]:
        i, o, g = (z + b).chunk(3, 1)
        c = torch.sigmoid(i) * torch.tanh(g) + kept
        return torch.sigmoid(o) * torch.tanh(c), c

    def state(tree: Any, first: int) -> tuple[Any, Any]:
        if not isinstance(tree, tuple):
            return gates(rows[first + tree : first + tree + 1] @ w, 0.0)
        (h1, c1), (h2, c2) = (state(child, first) for child in tree)
        kept = torch.sigmoid(h1 @ uf + bf) * c1 + torch.sigmoid(h2 @ uf + bf) * c2
        return gates((h1 + h2) @ u, kept)

    def total() -> Any:
        return sum((state(t, int(f))[0] ** 2).sum() for t, f in zip(trees, starts, strict=False))

    def forward() -> Any:
        with torch.no_grad():
            return total()

    def training() -> Any:
        for parameter in (w, u, b, uf, bf):
            parameter.grad = None
        loss = total()
        loss.backward()
        return loss

    return forward, training

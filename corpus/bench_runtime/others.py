"""The child-sum Tree-LSTM in other frameworks, batched by hand or by themselves.  None where one is not installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hybridize_runtime.graph.plan import Plan
from hybridize_runtime.models import ChildSumTreeLSTM

from corpus.bench_runtime.packages import installed

Calls = tuple[Callable[[], Any], Callable[[], Any]]
NAMES = ("w", "u", "b", "u_forget", "b_forget")


def levels(plan: Plan) -> list[Any]:
    """Positions of the children of each level's vertices, [rows, 2]."""
    ends = np.cumsum(plan.steps[1:, 1])
    return np.split(plan.child_positions[1], ends[:-1])


def torch_levels(model: ChildSumTreeLSTM, plan: Plan, x: Any, threads: int) -> Calls | None:
    """PyTorch, level after level, differentiated by autograd."""
    torch = installed("torch")
    if torch is None:
        return None
    torch.set_num_threads(threads)
    weights = [torch.tensor(getattr(model, name).numpy(), requires_grad=True) for name in NAMES]
    rows = torch.tensor(x[plan.pulled_rows(0, "x")])
    index = [torch.tensor(level).long() for level in levels(plan)]
    roots = torch.tensor(plan.position[plan.forest.reads]).long()

    def total() -> Any:
        w, u, b, uf, bf = weights

        def gates(z: Any, kept: Any) -> Any:
            i, o, g = (z + b).chunk(3, 1)
            c = torch.sigmoid(i) * torch.tanh(g) + kept
            return torch.sigmoid(o) * torch.tanh(c), c

        h, c = gates(rows @ w, 0.0)
        for children in index:
            hk, ck = h[children], c[children]
            new = gates(hk.sum(1) @ u, (torch.sigmoid(hk @ uf + bf) * ck).sum(1))
            h, c = torch.cat([h, new[0]]), torch.cat([c, new[1]])
        return (h[roots] ** 2).sum()

    def forward() -> Any:
        with torch.no_grad():
            return float(total())

    def training() -> Any:
        for parameter in weights:
            parameter.grad = None
        loss = total()
        loss.backward()
        return float(loss)

    return forward, training


def jax_levels(model: ChildSumTreeLSTM, plan: Plan, x: Any) -> Calls | None:
    """JAX, level after level, compiled for this batch alone."""
    jax = installed("jax")
    if jax is None:
        return None
    jnp = jax.numpy
    weights = [jnp.asarray(getattr(model, name).numpy()) for name in NAMES]
    rows, roots = jnp.asarray(x[plan.pulled_rows(0, "x")]), plan.position[plan.forest.reads]
    index = levels(plan)

    def loss(parameters: Any, leaves: Any) -> Any:
        w, u, b, uf, bf = parameters

        def gates(z: Any, kept: Any) -> Any:
            i, o, g = jnp.split(z + b, 3, axis=1)
            c = jax.nn.sigmoid(i) * jnp.tanh(g) + kept
            return jax.nn.sigmoid(o) * jnp.tanh(c), c

        h, c = gates(leaves @ w, 0.0)
        for children in index:
            hk, ck = h[children], c[children]
            new = gates(hk.sum(1) @ u, (jax.nn.sigmoid(hk @ uf + bf) * ck).sum(1))
            h, c = jnp.concatenate([h, new[0]]), jnp.concatenate([c, new[1]])
        return (h[roots] ** 2).sum()

    forward, training = jax.jit(loss), jax.jit(jax.value_and_grad(loss))
    return (
        lambda: forward(weights, rows).block_until_ready(),
        lambda: jax.block_until_ready(training(weights, rows)),
    )

"""JAX, jitted, over padding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from corpus.bench_runtime.packages import installed
from corpus.bench_runtime.portable.cases import Batch, Case, levels, padded, padded_levels, padded_rows

Call = Callable[[Batch], Any]


def lstm(case: Case) -> Call | None:
    """`lax.scan` over all steps of the longest sequence."""
    jax = installed("jax")
    if jax is None:
        return None
    jnp = jax.numpy
    weights = [jnp.asarray(case.weights[name]) for name in ("kernel", "recurrent", "bias")]

    @jax.jit  # type: ignore[untyped-decorator]
    def run(w: Any, u: Any, b: Any, x: Any, lengths: Any) -> Any:
        z = jnp.swapaxes(x @ w + b, 0, 1)

        def step(carry: Any, given: Any) -> Any:
            (h, c), (t, now) = carry, given
            i, f, g, o = jnp.split(now + h @ u, 4, axis=1)
            new = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            real = (t < lengths)[:, None]
            return (jnp.where(real, jax.nn.sigmoid(o) * jnp.tanh(new), h), jnp.where(real, new, c)), None

        zero = jnp.zeros((x.shape[0], case.hidden))
        return jax.lax.scan(step, (zero, zero), (jnp.arange(x.shape[1]), z))[0][0]

    return lambda batch: np.asarray(run(*weights, *padded(batch, 8)))


def trees(case: Case, plan: Any) -> Call | None:
    """A loop over padded levels."""
    jax = installed("jax")
    if jax is None:
        return None
    jnp = jax.numpy
    weights = [jnp.asarray(case.weights[n]) for n in ("w", "u", "b", "u_forget", "b_forget")]

    @jax.jit  # type: ignore[untyped-decorator]
    def run(weights: Any, x: Any, children: Any, count: Any, roots: Any) -> Any:
        w, u, b, uf, bf = weights

        def gates(z: Any, kept: Any) -> Any:
            i, o, g = jnp.split(z + b, 3, axis=1)
            c = jax.nn.sigmoid(i) * jnp.tanh(g) + kept
            return jax.nn.sigmoid(o) * jnp.tanh(c), c

        depth, width = children.shape[:2]
        h, c = (jnp.concatenate([t, jnp.zeros((depth * width, case.hidden))]) for t in gates(x @ w, 0.0))

        def level(i: Any, both: Any) -> Any:
            hk, ck = (t[children[i]] for t in both)
            new = gates(hk.sum(1) @ u, (jax.nn.sigmoid(hk @ uf + bf) * ck).sum(1))
            at = (x.shape[0] + i * width, 0)
            return tuple(jax.lax.dynamic_update_slice(t, n, at) for t, n in zip(both, new, strict=True))

        return jax.lax.fori_loop(0, count, level, (h, c))[0][roots]

    return lambda batch: np.asarray(run(weights, *padded_levels(levels(batch, plan))))


def encoder(case: Case) -> Call | None:
    """The same layers over padded ids."""
    jax = installed("jax")
    if jax is None:
        return None
    jnp = jax.numpy
    weights = {name: jnp.asarray(value) for name, value in case.weights.items()}
    heads = case.hidden // 64

    def normalised(x: Any, scale: Any, shift: Any) -> Any:
        mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(variance + 1e-12) * scale + shift

    def layer(x: Any, mask: Any, w: Any) -> Any:
        split = (x @ w("w_in") + w("b_in")).reshape(*x.shape[:2], 3, heads, 64)
        q, k, v = jnp.moveaxis(split, 2, 0)
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) * 64**-0.5
        mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(jnp.where(mask, scores, -1e9)), v)
        x = normalised(x + mixed.reshape(x.shape) @ w("w_out") + w("b_out"), w("scale_0"), w("shift_0"))
        up = jax.nn.gelu(x @ w("w_up") + w("b_up"), approximate=True)
        return normalised(x + up @ w("w_down") + w("b_down"), w("scale_1"), w("shift_1"))

    @jax.jit  # type: ignore[untyped-decorator]
    def run(weights: Any, ids: Any, lengths: Any) -> Any:
        x = weights["tokens"][ids] + weights["places"][: ids.shape[1]]
        mask = (jnp.arange(ids.shape[1]) < lengths[:, None])[:, None, None]
        for i in range(4):
            x = layer(x, mask, lambda name, i=i: weights[f"{i}.{name}"])
        return x

    def call(batch: Batch) -> Any:
        ids, lengths = padded(batch, 8)
        return np.asarray(run(weights, ids, lengths))[np.arange(ids.shape[1]) < lengths[:, None]]

    return call


def experts(case: Case) -> Call | None:
    """Rows sorted by expert and `ragged_dot`, over padded rows."""
    jax = installed("jax")
    if jax is None:
        return None
    jnp = jax.numpy
    weights = [jnp.asarray(case.weights[name]) for name in ("gate", "w_in", "w_out")]

    @jax.jit  # type: ignore[untyped-decorator]
    def run(gate: Any, w_in: Any, w_out: Any, x: Any) -> Any:
        expert = (x @ gate).argmax(1)
        order, sizes = jnp.argsort(expert), jnp.bincount(expert, length=len(w_in))
        hidden = jax.nn.relu(jax.lax.ragged_dot(x[order], w_in, sizes))
        return jnp.zeros_like(x).at[order].set(jax.lax.ragged_dot(hidden, w_out, sizes))

    return lambda batch: np.asarray(run(*weights, padded_rows(batch)))[: len(batch.x)]

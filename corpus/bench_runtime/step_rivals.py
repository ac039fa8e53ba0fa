"""Whole steps of the recursive neural tensor network in PyTorch and JAX, as one writes them by hand: level by level.

Each is a function from Python's trees to the loss, after which its own copy of the weights is updated.  None where the
framework is not installed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from corpus.bench_runtime.packages import installed

Step = Callable[[Sequence[Any]], Any]
Flatten = Callable[[Sequence[Any]], tuple[Any, ...]]  # words, left and right children, bounds of levels


def torch_step(weights: Sequence[Any], rate: float, flatten: Flatten, threads: int) -> Step | None:
    """PyTorch, differentiated by autograd; the table of words has sparse gradients."""
    torch = installed("torch")
    if torch is None:
        return None
    torch.set_num_threads(threads)
    parameters = [torch.tensor(each, requires_grad=True) for each in weights]
    table, w, b, v, head = parameters
    units = w.shape[1]

    def step(trees: Sequence[Any]) -> float:
        words, left, right, bounds = flatten(trees)
        words, left, right = (torch.from_numpy(each) for each in (words, left, right))
        h = torch.tanh(torch.nn.functional.embedding(words, table, sparse=True))
        for start, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
            pair = torch.cat([h[left[start:end]], h[right[start:end]]], 1)
            form = (pair @ v).view(-1, 2 * units, units)
            bilinear = torch.bmm(pair[:, None], form).squeeze(1)
            h = torch.cat([h, torch.tanh(bilinear + pair @ w + b)])
        labels = torch.zeros(len(h), dtype=torch.int64)
        loss = torch.nn.functional.cross_entropy(h @ head, labels)
        loss.backward()
        with torch.no_grad():
            for parameter in parameters:
                parameter.add_(parameter.grad, alpha=-rate)
                parameter.grad = None
        return float(loss.detach())

    return step


def jax_step(weights: Sequence[Any], rate: float, flatten: Flatten) -> Step | None:
    """JAX, compiled for the sizes of each batch alone; a batch of other sizes is compiled anew."""
    jax = installed("jax")
    if jax is None:
        return None
    jnp = jax.numpy
    parameters = [jnp.asarray(each) for each in weights]

    def loss(given: Any, words: Any, levels: Any) -> Any:
        table, w, b, v, head = given
        units = w.shape[1]
        h = jnp.tanh(table[words])
        for left, right in levels:
            pair = jnp.concatenate([h[left], h[right]], 1)
            bilinear = jnp.einsum("ni,nij->nj", pair, (pair @ v).reshape(-1, 2 * units, units))
            h = jnp.concatenate([h, jnp.tanh(bilinear + pair @ w + b)])
        return -jax.nn.log_softmax(h @ head)[:, 0].mean()

    @jax.jit  # type: ignore[untyped-decorator]
    def update(given: Any, words: Any, levels: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(given, words, levels)
        return value, [each - rate * gradient for each, gradient in zip(given, gradients, strict=True)]

    def step(trees: Sequence[Any]) -> float:
        nonlocal parameters
        words, left, right, bounds = flatten(trees)
        cuts = bounds[1:-1]
        levels = list(zip(np.split(left, cuts), np.split(right, cuts), strict=True))
        value, parameters = update(parameters, words, levels)
        return float(value)

    return step

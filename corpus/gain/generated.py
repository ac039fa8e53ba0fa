"""Small programs of which it is known what they compute: number of operations, size of tensors, loops, gradients."""

from __future__ import annotations

from collections.abc import Iterator

_CHAIN = """
import tensorflow as tf


def f(x):
{body}
    return x


x = tf.fill([{side}, {side}], 0.5)
for _ in range(3):
    f(x)
"""
_GRADIENT = """
import tensorflow as tf

w = tf.Variable(tf.fill([{side}, {side}], 0.5))


def f(x):
    with tf.GradientTape() as tape:
        y = x * w
{body}
        loss = tf.reduce_sum(y)
    return tape.gradient(loss, w)


x = tf.fill([{side}, {side}], 0.5)
for _ in range(3):
    f(x)
"""


def programs() -> Iterator[tuple[str, str]]:
    """Names and texts."""
    for count in (1, 4, 8, 16, 64):
        for side in (1, 64, 1024):
            if count * side <= 8 * 1024:
                text = _CHAIN.format(side=side, body=_lines(count, "    x = x * 0.5"))
                yield f"{count} elementwise, {side}x{side}", text
    for count in (1, 8):
        for side in (8, 64, 256, 1024):
            if count * side <= 2048:
                text = _CHAIN.format(side=side, body=_lines(count, "    x = tf.matmul(x, x)"))
                yield f"{count} matmul, {side}x{side}", text
    for rounds in (4, 32):
        for side in (8, 256):
            body = f"    for i in range({rounds}):\n        x = tf.tanh(x * 0.5) + 0.1"
            yield f"loop of {rounds}, 3 in it, {side}x{side}", _CHAIN.format(side=side, body=body)
    for count in (2, 16):
        for side in (8, 256):
            text = _GRADIENT.format(side=side, body=_lines(count, "        y = tf.tanh(y)"))
            yield f"gradient of {count}, {side}x{side}", text


def _lines(count: int, line: str) -> str:
    return "\n".join([line] * count)

"""A result is rounded after a division by a constant.

## What it finds

`tf.floor`, `tf.math.ceil`, `tf.round`, `//`, `%` or a cast to integers, applied to a quotient whose divisor is a constant,
also where the caller of a function rounds what it returns, or Python or NumPy does (`int(x)`, `math.floor`, `np.floor`);
what rounds on its own, such as `tf.range` with float limits, the functions of `tf.quantization` and
`tf.image.convert_image_dtype` to integers; and `==`, `tf.equal` and the like, with `tf.bitcast`, `tf.io.serialize_tensor`
and `tf.strings.format`, which show the last bit. A few operations may lie
between the quotient and the rounding: sums, products, limits, and what moves elements about. Also constants that are added
and taken away again (`(x + 12582912.0) - 12582912.0`), by which a program rounds on purpose, and two constants in a row of
which one is near the limits of the dtype (`x * 1e-30 * 1e30`).

## Why it matters

TensorFlow's graph optimiser replaces division by a constant with multiplication by its reciprocal, which is
faster and differs from division in the last bit. Usually nobody notices; but a rounding that follows turns
a last bit into a whole unit. With `float32`, `4.2 / 0.1` is 41.999996 or 42.0, and its floor is 41 or 42: a
histogram counts into another bin, an index points to the neighbour. The eager program never does this.

## Example

```python
def bin_index(values):
    return tf.cast(tf.floor(values / 0.1), tf.int32)
```

For the 400 values 0.0, 0.1, 0.2, … this gives 53 other bins as a graph.

## Use instead

Choose divisors that are powers of two (their reciprocal is exact), or say that values on an edge do not
matter by moving the edges away from them:

```python
def bin_index(values):
    return tf.cast(tf.floor(values / 0.125), tf.int32)
```

Integer data stays exact with integer division: `tf.cast(ticks, tf.int32) // 10`.

## Fix safety

There is no automatic edit, and the conversion is withheld, because the results differ without any error.
Where such differences do not matter, decorate by hand and say why.

## Limits

The arithmetic and the rounding are connected through operations and calls inside the project. Divisors that are powers of
two are not reported. Divisors are Python numbers, NumPy arrays, and tensors that the function itself makes of constants.
What else a graph rounds otherwise only rests on an assumption, `float-limits`, where it is rounded or compared: constants
that it puts together (`(x + 0.1) + 0.2`), powers by 2, 3, 0.5, -0.5 and -1, `1.0 / x`, `x / tf.sqrt(y)`,
`tf.exp(x) - 1.0`, `tf.math.log(x + 1.0)`, `tf.nn.silu(x)`, for `==` sums and products that it computes in another order
(`x + (y + z)`), and quotients from which a function other than those above has been computed since. So do
comparisons by size (`x / 0.1 > 3.0`), and what else differs at the limits of floats.

## Threads

* tensorflow/tensorflow#55814: a function that gives another result as a graph, without an error
* tensorflow/tensorflow#120996: eager and graph results that differ silently
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    yield from from_events(facts, Kind.ROUNDING)


RULE = Rule(
    "rounded-division", "HYB115", __doc__ or "", Severity.WARNING, check, of_values=True, no_less_right=True
)

"""Dtypes meet that only eager execution reconciles.

## What it finds

An operation in which a NumPy argument of one dtype meets a tensor of another: `float64` data from
`np.random.rand` times `float32` weights is the usual pair. And a Python number, list or array that stands *before* a
tensor of another dtype: `tf.maximum(0.0, x)` where `x` is `float64`, `tf.where(mask, 1, counts)` where `counts` is `int64`.

## Why it matters

An eager operation converts NumPy operands, one operation at a time, to the dtype of the tensor beside them.
`tf.function` converts all NumPy arguments to tensors *before* the first operation, with the dtype that
NumPy gave them. From then on both sides are tensors, tensors are never converted silently, and tracing
stops with a `TypeError`.

Where all operands are in the function, an eager operation looks at all of them before it converts a number. A graph converts
one after the other: the number in front becomes `float32` or `int32`, and the tensor behind it does not match. An operator
(`0.5 * x`) asks the tensor, and so do operations whose number stands behind it.

## Example

```python
weights = tf.Variable(tf.ones([3]))          # float32


def weigh(features):
    return features * weights


weigh(np.array([0.5, 1.0, 2.0]))             # float64
```

Eagerly this is a `float32` product. As a graph: `TypeError: Input 'y' of 'Mul' Op has type float32 that
does not match type float64 of argument 'x'`.

## Use instead

Give the data its dtype where it is made (which also saves converting it at every call):

```python
weigh(np.array([0.5, 1.0, 2.0], dtype=np.float32))
```

write the tensor first (`tf.maximum(x, 0.0)`), or convert once at the start of the function:

```python
def weigh(features):
    features = tf.cast(features, weights.dtype)
    return features * weights
```

## Fix safety

No verdict asks for an edit: which of the two dtypes was meant is not in the code. `hybridize fix --repair` writes the
cast that the eager operation does by itself, bit for bit the same, and converts the function then.

## Limits

The dtype of an array is known when the call that makes it says so. Where an array of unknown dtype (read from a
file, returned by unseen code, made of numbers that are not seen) meets a tensor of `float32` or of less, nothing is
decided: NumPy makes `float64` of Python's numbers. Beside a tensor of `float64` or of an unknown dtype its dtype becomes a
printed assumption. Operations that check dtypes eagerly too, between two tensors, fail before and after and
are not the business of this rule.

## Threads

* tensorflow/tensorflow#31579: arguments that do not match the dtypes of a signature
* tensorflow/tensorflow#60732: what `input_signature` accepts and converts
* tensorflow/tensorflow#40880: NumPy and traced functions
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, refusal_of


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for event in facts.of(Kind.DTYPE):
        yield refusal_of(event, certain=event.aspect is not Aspect.UNTOLD)


RULE = Rule(
    "eager-dtype-coercion", "HYB114", __doc__ or "", Severity.ERROR, check, of_values=True, when_traced=True
)

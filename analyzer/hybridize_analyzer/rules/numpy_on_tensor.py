"""NumPy is applied to a tensor.

## What it finds

A NumPy function that gets a tensor, and a NumPy array that is indexed with one: in the function itself or in anything
it calls. An array among the arguments is a tensor inside a graph: what asks for its `dtype` or `shape` as NumPy has them
(`FACTORS[a.dtype]`, `isinstance(a.shape, tuple)`), and operators that tensors have not, or with results of another dtype
(`image / 255` of uint8, `a << 1`). Where what reaches a parameter cannot be seen, `np.array(state)` and the like say that
it is data: an array would be a tensor in a graph.

## Why it matters

NumPy asks a tensor for its values. While TensorFlow traces, there are none:
`NotImplementedError: Cannot convert a symbolic tf.Tensor (…) to a numpy array`.

## Example

```python
def clips(x):
    return tf.square(np.clip(x, 0.0, 1.0))
```

Eagerly NumPy converts the tensor and TensorFlow converts it back. Under `@tf.function` the first of these fails.

## Use instead

The operation of TensorFlow: `tf.clip_by_value`, `tf.reduce_sum`, `tf.reduce_mean`, `tf.gather`, or the same name in
`tf.experimental.numpy`.

```python
def same_in_tensorflow(x):
    return tf.reduce_sum(x) + tf.clip_by_value(tf.reduce_max(x), 0.0, 1.0)
```

`tf.numpy_function` keeps NumPy inside a graph, without gradients and without a shape.

## Fix safety

The rule only refuses. NumPy computes in float64 where TensorFlow keeps float32, so that a rewrite may change results.

## Limits

NumPy on constants is fine and is not reported: `np.linspace(0.0, 1.0, 2)`, `np.prod(x.shape)` where the shape is known,
`np.pi`, `np.float64` as a dtype. They are computed once, while tracing.

## Threads

- tensorflow/tensorflow#27519
- tensorflow/tensorflow#40880
- tensorflow/tensorflow#47033: `py_function` has no gradient here
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    yield from from_events(facts, Kind.NUMPY)
    for parameter in facts.parameters:
        if parameter.given_to_numpy is not None:
            function, where = parameter.given_to_numpy
            message = f"`{function}` gets `{parameter.name}`, which cannot be seen: of an array, a graph has a tensor"
            yield Refusal(message, (Evidence(message, where),), certain=False)


RULE = Rule("numpy-on-tensor", "HYB107", __doc__ or "", Severity.ERROR, check)

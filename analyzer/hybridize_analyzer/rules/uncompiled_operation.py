"""A function under `jit_compile=True` uses what XLA does not compile, or computes otherwise.

## What it finds

In a function that is decorated with `@tf.function(jit_compile=True)`, or in what it calls: operations on strings and
ragged tensors, `tf.print`, `tf.py_function` and `tf.numpy_function`, segment sums, `tf.unique_with_counts`, a
`tf.TensorArray` of dynamic size, and the stateless random operations.

## Why it matters

XLA compiles the whole function or nothing: for operations without a kernel, and for results whose shape depends on
values beyond what it can bound, the call raises `InvalidArgumentError`. A `TensorArray` of dynamic size comes back
empty, without an error, and stateless random operations draw other numbers from the same seed.

## Example

```python
@tf.function(jit_compile=True)
def counted(x):
    values, _, counts = tf.unique_with_counts(x)
    return counts
```

## Use instead

Compile the part that XLA can do, and call it from a graph that is not compiled:

```python
@tf.function(jit_compile=True)
def squares(x):
    return tf.reduce_sum(tf.square(x))


@tf.function
def step(x):
    tf.print("step")
    return squares(x)
```

## Fix safety

There is no automatic edit.

## Limits

What XLA supports depends on the version and the device; the table was executed with TensorFlow 2.21 on a CPU. There,
`tf.where`, `tf.boolean_mask` and `tf.unique` compile although the shapes of their results depend on values. A loop
that changes the shape of what it carries is the business of `tensor-control-flow`.

## Threads

* tensorflow/tensorflow#122057: data-dependent shapes under `jit_compile`, expected
* tensorflow/tensorflow#105143
* tensorflow/tensorflow#44904
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.compiled:
        yield from from_events(facts, Kind.COMPILE)


RULE = Rule("uncompiled-operation", "HYB130", __doc__ or "", Severity.ERROR, check, of_values=True)

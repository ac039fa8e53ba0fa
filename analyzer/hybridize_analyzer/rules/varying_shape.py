"""A `tf.function` is traced once for every shape of an argument.

## What it finds

A function that is a `tf.function` already and whose visible calls pass tensors (or arrays) of several shapes.

## Why it matters

The shape is part of the key under which `tf.function` keeps a graph. Sequences of many lengths, or batches of many sizes,
trace once for each.

## Example

```python
@tf.function
def total(x):
    return tf.reduce_sum(x)


total(tf.ones([3]))
total(tf.ones([4]))
total(tf.ones([5]))      # 3 traces
```

## Use instead

`reduce_retracing=True` lets TensorFlow leave the length open from the second shape on, an `input_signature` from the first:

```python
@tf.function(reduce_retracing=True)
def total(x):
    return tf.reduce_sum(x)      # 2 traces
```

Inside, `tf.shape(x)[0]` is the length at run time, where `x.shape[0]` is None.

## Fix safety

The verdict is `reconfigure`, safe where all calls are visible, and only where the function does not need the lengths as
Python numbers: the analysis runs it once more with open lengths, and offers nothing if that changes anything. A function
with Python side effects is left alone, because it would run them less often.

## Limits

Only shapes that the analysis knows are counted. Two shapes (a last, smaller batch) are left alone: `reduce_retracing`
saves nothing there. Under `jit_compile=True` XLA compiles for every shape anyway.

## Threads

* tensorflow/tensorflow#38002: variable lengths and retracing
* tensorflow/tensorflow#29075
* keras-team/keras#20369: padding to a few lengths instead
* tensorflow/tensorflow#34905: relaxed shapes on methods
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.facts.traces.expectations import retraced
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule

_FEW = 2


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    """One shape is relaxed by the second; from the third on there is something to save.

    The trace in which the first call makes variables is not one of a shape.
    """
    making = facts.relaxed is None and any(cause.kind == "variables" for cause in facts.tracing.causes)
    if not facts.hybrid or facts.tracing.least - making <= _FEW:
        return
    for cause in facts.tracing.causes:
        if cause.kind == "shapes":
            yield Refusal(retraced(cause, facts.tracing), cause.evidence, certain=not cause.guess)


RULE = Rule("varying-shape", "HYB128", __doc__ or "", Severity.WARNING, check)

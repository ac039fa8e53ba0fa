"""A `tf.function` that gains nothing from being a graph.

## What it finds

A function under `tf.function` that no tensor reaches, or that executes no TensorFlow operation, or that every visible call
traces again because it brings another Python number; and that has no side effects.

## Why it matters

Every call pays for the lookup of a trace, and every new Python value for a trace of its own. Python values
come back as tensors. There is nothing for the graph to make faster.

## Example

```python
@tf.function
def passes_on(x):
    return x
```

## Use instead

```python
def passes_on(x):
    return x
```

## Fix safety

Safe where the function returns the tensors that it was given. Where it returns Python values, removing the
decorator turns a tensor result into a Python value, which is stated as an assumption; so is a function
that executes a few operations. Such edits need `hybridize fix --unsafe`.

A function with side effects is left alone: without the decorator they would happen at every call.

## Limits

A method that only raises an exception is left alone, and so is a function whose visible callers read of a Python value
that it returns what only a tensor has (`.numpy()`, `.shape`), or ask whether it is one. A function that is exported with
`tf.saved_model.save` needs its decorator although no call of it in Python gains. So one with an `input_signature` and
without a visible call is left alone, too, and one that is asked for what only a `tf.function` has, such as
`get_concrete_function`.

## Threads

- tensorflow/tensorflow#34231
- tensorflow/tensorflow#32895
- tensorflow/addons#2264
- tensorflow/tensorflow#35840
"""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule

RULE = Rule("needless-hybrid", "HYB002", __doc__ or "", Severity.NOTE, on_request=True)

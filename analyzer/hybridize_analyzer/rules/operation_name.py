"""An operation gets a name that no graph accepts.

## What it finds

A TensorFlow operation whose parameter `name` receives something that is not a text (a number, a bool, a dtype, a tensor), or
a text with characters that the name of an operation cannot have.

## Why it matters

Eager execution does not look at names, so the mistake goes unnoticed. Usually it is an argument in the wrong place: in
`tf.square(x, tf.float32)` the dtype is the name. A graph has to name its operations:
`TypeError: expected string or bytes-like object, got 'DType'`.

## Example

```python
def squared(x):
    return tf.square(x, tf.float32)
```

Eagerly this squares. Under `@tf.function` it raises `TypeError`.

## Use instead

Say what was meant, by keyword where there are several arguments:

```python
def squared_as_float(x):
    return tf.square(tf.cast(x, tf.float32), name="squared")
```

Names consist of letters, digits and `_ . \\ / > -`, and start with a letter, a digit or a dot.

## Fix safety

There is no automatic edit: what the argument was meant for is not in the code.

## Limits

A name that the analysis cannot follow is taken for a good one. Inside a name scope TensorFlow accepts a few more
names, such as one that starts with `_`; they are reported too.

## Threads

* tensorflow/tensorflow#40916: errors that only graphs raise
* tensorflow/tensorflow#30576: what a graph says about a mistake, at another place than the mistake
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    yield from from_events(facts, Kind.NAME)


RULE = Rule("operation-name", "HYB124", __doc__ or "", Severity.ERROR, check)

"""A function calls itself.

## What it finds

A function that calls itself, directly or through others.

## Why it matters

TensorFlow records operations, not calls. A recursion over Python data is unrolled, with one trace for every depth it is
called with. A recursion that ends by the value of a tensor never ends while tracing, because both sides of the
test are recorded: tracing fails with `RecursionError`.

## Example

```python
def halve(x):
    if tf.reduce_sum(x) < 1.0:
        return x
    return halve(x / 2.0)
```

Eagerly this returns. Under `@tf.function` tracing fails with `RecursionError: maximum recursion depth exceeded`.

## Use instead

A loop on tensors becomes a `tf.while_loop`:

```python
def halve_in_a_loop(x):
    while tf.reduce_sum(x) >= 1.0:
        x = x / 2.0
    return x
```

A recursion over Python trees can stay eager, with the work at each node in a function of its own.

## Fix safety

The rule only refuses.

## Limits

Every recursion is refused, also those that a trace would unroll correctly, such as `power(x, 3)`: the
number of traces would be the number of depths. A `tf.function` that calls itself is reported for the same reason.

## Threads

- tensorflow/tensorflow#35540: still open
- tensorflow/tensorflow#45279
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.recursive:
        yield Refusal("it calls itself, which a graph unrolls or never finishes", ())


RULE = Rule("recursive-function", "HYB111", __doc__ or "", Severity.WARNING, check)

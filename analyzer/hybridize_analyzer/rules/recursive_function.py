"""A function calls itself.

## What it finds

A function that calls itself, directly or through others, and in which control flow depends on tensors; and every
`tf.function` that calls itself.

## Why it matters

TensorFlow records operations, not calls. A recursion over Python data is unrolled, with one trace for every depth it is
called with, and ends as it does without a graph. A recursion that ends by the value of a tensor never ends while
tracing, because both sides of the test are recorded: tracing fails with `RecursionError`.

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

A recursion over Python numbers, tuples or lists is not refused. It is converted on the assumption that it is not deep,
because tracing needs more of Python's stack and time than a call.

## Fix safety

The rule only refuses.

## Limits

Any control flow on a tensor in the function or in what it calls counts, also where it does not end the recursion.
A `tf.function` that calls itself by its name is reported always: the number of its traces is the number of depths. One that
could be what it calls by another name, as a layer of layers could, is not.

## Threads

- tensorflow/tensorflow#35540: still open
- tensorflow/tensorflow#45279
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import About, Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.recursive and facts.hybrid:
        message = "it calls itself, which a graph unrolls or never finishes"
        yield Refusal(message, (), certain=facts.names_itself, about=About.CALLS)
    elif facts.recursive:
        message = "it calls itself, which never ends while tracing when a tensor decides"
        yield from (Refusal(message, r.evidence, certain=r.certain) for r in from_events(facts, *_DECIDES))


_DECIDES = (
    Kind.CONVERTED,
    Kind.CONTROL,
    Kind.SHAPE,
    Kind.PYTHON_VALUE,
    Kind.UNKNOWN,
    Kind.UNSEEN,
    Kind.VALUE,
)
"""What lets a tensor, or code that cannot be seen, end the recursion."""


RULE = Rule("recursive-function", "HYB111", __doc__ or "", Severity.WARNING, check)

"""Python needs the value of a tensor.

## What it finds

A tensor that is unpacked, iterated over by Python, used to index a Python list, formatted as text, hashed, or tested by
`and`, `or` and `in` together with Python values; a length that only running tells, used as a number; a gradient with
respect to a tensor where some call passes the same variable as two arguments: eager code sees one tensor, a graph two.

Also a gradient between two results of one call (`h, y = net(x)`, then `tape.gradient(y, h)`): for a tape outside, a graph is
one operation, and the gradient is None.

## Why it matters

While TensorFlow traces, a tensor has a dtype and perhaps a shape, but no value. Python gets an exception
(`OperatorNotAllowedInGraphError`, `TypeError`), or silently something else: text shows a symbolic tensor, and
`shape[0]` is None.

## Example

```python
def as_index(x):
    scales = [1.0, 2.0, 3.0]
    return x * scales[tf.argmax(x)]


def mean_of_positive(x):
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.reduce_sum(kept) / kept.shape[0]
```

Both work eagerly. Under `@tf.function` the first raises `TypeError`, the second `ValueError: None values not supported`.

## Use instead

Operations: `tf.gather` for indexing, `tf.unstack` for unpacking, `tf.range` for loops, `tf.strings.format` for text,
and `tf.shape` for lengths:

```python
def gathered(x):
    return x * tf.gather([1.0, 2.0, 3.0], tf.argmax(x))


def mean_of_positive_in_the_graph(x):
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.reduce_sum(kept) / tf.cast(tf.shape(kept)[0], tf.float32)
```

## Fix safety

The rule only refuses.

## Limits

AutoGraph rewrites some uses (`range` and `for` over a tensor, `int(x)`, `float(x)`), so that a function may be refused
although TensorFlow would run it. A static shape may be read where it is known.

## Threads

- tensorflow/tensorflow#40916, #41003, #44538, #35403
- huggingface/transformers#7850
- tkipf/keras-gcn#55
- tensorflow/tensorflow#36991: `x.shape[0]` is None
- tensorflow/tensorflow#62889
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events, refusal_of


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for event in facts.of(Kind.PYTHON_VALUE):
        # What is printed of a trace is told by `python-output`, if at all.
        yield replace(refusal_of(event), intended=event.aspect is Aspect.PRINTED)
    for refusal in from_events(facts, Kind.SHAPE):
        # What the author of a graph made work has the shapes that it needs, whatever is known of them here.
        yield replace(refusal, of_shapes=True, certain=not facts.hybrid)


RULE = Rule("tensor-as-python-value", "HYB105", __doc__ or "", Severity.ERROR, check, of_values=True)

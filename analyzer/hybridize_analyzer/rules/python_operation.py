"""Python runs as an operation of the graph.

## What it finds

`tf.py_function` and `tf.numpy_function` in the function itself.

## Why it matters

The graph calls back into Python at every step. What is inside gains nothing from the graph, is not compiled by XLA,
is not part of a saved model, and runs in the process that made it. `tf.numpy_function` has no gradient:
`tape.gradient` gives None. The result has no static shape in a graph, so that a Keras layer behind it raises.

## Example

```python
def smoothed(x):
    return tf.numpy_function(np.cumsum, [x], tf.float32)
```

## Use instead

The operation of TensorFlow where there is one. Where there is none, say what shape comes out:

```python
def smoothed(x):
    return tf.cumsum(x)


def filtered(x):
    y = tf.numpy_function(signal.medfilt, [x], tf.float32)
    return tf.ensure_shape(y, x.shape)
```

## Fix safety

Advice only: results are the same as eagerly, and there is no edit.

## Limits

Callers of such a function are not reported.

## Threads

* tensorflow/tensorflow#47033: no gradient
* tensorflow/tensorflow#62778: `tf.numpy_function` inside a graph
* tensorflow/tensorflow#105652
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    own = (refusal for refusal in from_events(facts, Kind.PYTHON) if len(refusal.evidence) == 1)
    yield from own


RULE = Rule("python-operation", "HYB131", __doc__ or "", Severity.NOTE, check, blocks=False, on_request=True)

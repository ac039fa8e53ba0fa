"""Every caller runs the function inside a graph already.

## What it finds

An eager function that needs no decorator of its own, because

* all its visible callers are traced by `tf.function` (directly or further up),
* it is wrapped by a call, `step = tf.function(train_step)`, or
* a library traces it: `Dataset.map`, `tf.while_loop`, `tf.vectorized_map`, Keras `fit`.

## Why it matters

Inside a graph, a second `tf.function` does not make anything faster. It adds a call node, a cache of traces
of its own with its own ways to retrace, and error messages with one more layer.

## Example

```python
def activation(x):
    return x * tf.sigmoid(x)


@tf.function
def forward(x, w):
    return activation(tf.matmul(x, w))
```

`activation` is part of the graph of `forward`.

## Use instead

Nothing: leave it as it is. The outermost function that runs often is the right one to decorate.

## Fix safety

There is no automatic edit. The note tells why no conversion is offered.

## Limits

Callers outside the analysed files are not seen: a function that is in a graph everywhere in the project may
be called eagerly by those who install it. A caller that is a graph on some paths only
(`tf.config.run_functions_eagerly`) counts as a graph.

## Threads

* tensorflow/tensorflow#42429: what Keras `fit` wraps and what it does not
* tensorflow/addons#13: nested decorators
* tensorflow/addons#2264: redundant decorators in a library
* tensorflow/tensorflow#34231: a function that is slower with the decorator
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Severity
from hybridize_analyzer.rules.rule import Refusal, Rule


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.hybrid:
        return
    if facts.traced_everywhere:
        yield Refusal(
            "all its callers run it inside a graph already",
            tuple(Evidence("called here", w) for w in facts.sites[:2]),
        )
    elif facts.wrapped is not None:
        yield Refusal("it is wrapped by `tf.function` already", (Evidence("wrapped here", facts.wrapped),))
    elif facts.traced_by is not None and not facts.called:
        yield Refusal(
            "a library runs it inside a graph already",
            (Evidence("given to the library here", facts.traced_by),),
        )


RULE = Rule("already-in-graph", "HYB123", __doc__ or "", Severity.NOTE, check, in_graphs=False)

"""A `tf.function` is made anew for every call.

## What it finds

A function that is wrapped, by `tf.function(f)` in a loop or in a function that runs more than once, or by a decorator on a
nested `def`, and called right there: each of these wrappers lives for one turn.

## Why it matters

Every `tf.function` object has a cache of graphs of its own. A new object starts with an empty one, so that every call
traces: that costs as much as hundreds of eager calls, and the memory of the graph on top.

## Example

```python
def scaled(x, factor):
    @tf.function
    def scale(y):
        return y * factor

    return scale(x)
```

Ten calls of `scaled` make ten graphs.

## Use instead

Make the `tf.function` once, where it lives as long as it is needed: at the top level, in `__init__`, or by a function that
returns it.

```python
@tf.function
def scale(y, factor):
    return y * factor


def scaled(x, factor):
    return scale(x, factor)
```

## Fix safety

There is no automatic edit: what the inner function reads of the outer one has to become an argument.

## Limits

A wrapper that is returned or kept in an attribute is not reported, and neither is `tf.function(lambda …)`, nor what
only `Dataset.map` and the like run: they trace what they are given, a `tf.function` or not. That a function runs more
than once is taken from loops of eager code to which a program leads, tests aside; a few calls here and there are worth a
trace each, and a library whose callers make graphs makes the inner one once in each. A nested
`tf.function` that a loop of the enclosing function calls is reported where that function is called in a loop itself, but
not where each call of that function makes a model or variables of its own (metrics do not count).

## Threads

* tensorflow/tensorflow#31175: graphs and their memory, one per object
* tensorflow/tensorflow#34025: the warning that names "creating @tf.function repeatedly in a loop"
* secondmind-labs/trieste#722: memory that grows with each wrapper
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Severity
from hybridize_analyzer.rules.rule import Refusal, Rule


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.remade is not None:
        made, called = facts.remade
        message = "a `tf.function` of it is made for every call, and each traces it again"
        yield Refusal(message, (Evidence("made here", made), Evidence("called here", called)))


RULE = Rule("graph-per-call", "HYB126", __doc__ or "", Severity.WARNING, check, blocks=False)

"""The errors of eager operations matter, which a graph replaces or does not raise.

## What it finds

A call of the function inside `try` with handlers for exceptions of `tf.errors` only, or inside `pytest.raises` or
`assertRaises` with one of them. A call whose caller catches an exception that the function raises itself, where a graph
raises another one in its place. And an operation written as a statement, whose result nothing uses: all that it can do is
to fail.

## Why it matters

Eager operations raise `tf.errors.InvalidArgumentError` for shapes and dtypes that do not fit. A graph finds these
mistakes while it is traced, and raises `ValueError` or `TypeError`. The handler is passed by, the test fails.

An exception of the program's own comes out of a graph with a longer text where a text is all that its class needs, as it
is for one that takes its `__init__` from `Exception`. In place of others (classes below `ValueError`, classes with an
`__init__`, Python's `IndexError` and `ZeroDivisionError`) AutoGraph raises its own `StagingError`.

An operation without a use is no part of the graph: `tf.gather(table, index)` on a line of its own stops eager code at an
index that is too large, and a graph goes on.

## Example

```python
def product(a, b):
    return tf.matmul(a, b)


try:
    product(tf.ones([2, 3]), tf.ones([2, 3]))
except tf.errors.InvalidArgumentError:
    print("shapes do not fit")
```

Under `@tf.function` the call raises `ValueError: Dimensions must be equal`.

## Use instead

Test the shapes, or catch both kinds:

```python
try:
    product(left, right)
except (tf.errors.InvalidArgumentError, ValueError):
    print("shapes do not fit")
```

## Fix safety

The rule only refuses, and leaves the verdict open: errors that depend on values (`tf.debugging.assert_positive`) keep
their type in a graph, and an operation without a use may well never fail.

## Limits

Of the errors that the function can raise only those are examined that a `raise` names. Checks (`tf.debugging`,
`tf.Assert`) run in a graph whether their result is used or not, and are not reported; nor are results that a variable
holds and nothing reads. A handler for `Exception` catches both; that what it does there does not depend on the type is
stated as an assumption. Handlers further up than the direct caller are part of that assumption, where it is TensorFlow's
errors that they name, and so are tests that wait for an error.

## Threads

* tensorflow/tensorflow#30576: what a mismatch inside a graph says
* tensorflow/tensorflow#36991: shapes that are known eagerly only
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.caught is not None and facts.computes is not False:
        names, where = facts.caught
        message = f"a caller catches {names}, in whose place a graph may raise `ValueError` or `TypeError`"
        yield Refusal(message, (Evidence("caught here", where),), certain=False)
    if facts.replaced is not None:
        name, raised, where = facts.replaced
        message = f"a caller catches `{name}`, in whose place AutoGraph raises a `StagingError`"
        yield Refusal(
            message, (Evidence("caught here", where), Evidence("raised here", raised)), certain=False
        )
    yield from from_events(facts, Kind.DROPPED, certain=False)


RULE = Rule("caught-error", "HYB129", __doc__ or "", Severity.WARNING, check, in_graphs=False)

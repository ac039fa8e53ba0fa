"""The function runs code that cannot be seen.

## What it finds

A call whose target the analysis cannot read: a function of an installed package that it knows nothing
about, a callable that arrived as an argument of an unseen caller, something looked up by name (`getattr`,
`eval`, `importlib`), a Python function that runs as an operation (`tf.py_function`). Also functions for
which no call could be followed at all.

## Why it matters

Unseen code may print, count, cache, call NumPy on a tensor, or return something else each time; each of
these behaves otherwise in a graph. It may as well be harmless. The verdict is therefore `undetermined`:
neither a recommendation nor a reason against it.

Where the call is given tensors and its result is used, as with a kernel or a model that arrives as an argument, or with
what a package has in a module named `tf` or `tensorflow`, or with what any package has and a tape records, it is taken
for a computation, and so is a loss that a tape records, or that `minimize` gets, without being given a tensor
(`closure()`), and the verdict lists the assumption `unseen-code`. So it is with methods that variables, optimizers and
metrics alone have (`assign_add`, `update_state`), and with an unseen object that is told tensors and is named as a
metric: `train_loss(loss)`. So it is with values that cannot be seen, and with what a method of an unseen object or a
function of a package gives where it is asked for something without a tensor: `unseen-value`.

## Example

```python
import house_metrics


def evaluate(labels, predictions):
    errors = tf.square(labels - predictions)
    return house_metrics.reduce(errors)
```

## Use instead

Analyse the code together: give `hybridize check` the folder that holds both, or with `--python` the environment in which
the package is installed: small functions of packages are read. Or move the visible tensor
computation into a function of its own, which can then be converted:

```python
def squared_errors(labels, predictions):
    return tf.square(labels - predictions)


def evaluate(labels, predictions):
    return house_metrics.reduce(squared_errors(labels, predictions))
```

## Fix safety

There is no automatic edit. After reading the called code, decorate by hand.

## Limits

The standard library, NumPy, TensorFlow and Keras are known from data and not from their source; a member
missing there counts as unseen. Of other installed packages only small functions are followed, and only where all that
they do is seen. A class of the project that inherits from an unknown class is followed as far as its own methods go.

## Threads

* tensorflow/tensorflow#47033: `tf.py_function` and what is lost with it
* tensorflow/tensorflow#62778: `tf.numpy_function` inside a graph
* tensorflow/tensorflow#37144: code that AutoGraph cannot read
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    assumed = (Kind.UNSEEN, Kind.VALUE) if facts.hybrid else ()
    yield from from_events(facts, Kind.UNKNOWN, *assumed, certain=False)
    if not facts.contexts:
        yield Refusal("no call of it could be followed", (), certain=False)


RULE = Rule("unseen-code", "HYB121", __doc__ or "", Severity.NOTE, check, per_trace=True)

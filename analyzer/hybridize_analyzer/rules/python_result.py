"""A function returns something that is not a tensor.

## What it finds

A function whose result is or contains a Python number, text, a NumPy array, a static shape, a `tf.Variable`, a tensor
that carries a mask of Keras (of `Embedding(mask_zero=True)`, `Masking`, and of layers that hand it on), or an object that
a graph cannot return (an instance, a function, a generator, what `tf.print` or `table.insert` gives, which is None
eagerly). Also a list or dict that was there before the call (an
attribute, an argument) and that changes after calls.

## Why it matters

A graph returns tensors. A Python number comes back as a tensor of equal value, which `range`, `json.dumps`, dictionary
keys and `isinstance` treat differently. A variable comes back as its value, without `assign`. A mask is an attribute of
the eager tensor: without it the next layer pools and attends over padding as if it were data. A
list comes back as a copy, so that what the caller appends to it is not in the attribute. Objects raise
`TypeError: To be compatible with tf.function, Python functions must return zero or more Tensors`.

## Example

```python
def with_count(x):
    return tf.reduce_sum(x), 3
```

Eagerly the second result is the int 3. Under `@tf.function` it is a tensor.

## Use instead

Return tensors, in tuples, lists, dictionaries or named tuples as you like, and None where there is nothing. Return
Python values from the eager caller. `weights.read_value()` returns what a variable holds:

```python
def value_of_variable(x):
    weights.assign_add(x)
    return weights.read_value()
```

## Fix safety

The rule only refuses. For a `tf.function` that runs already nothing is reported.

## Limits

Where all visible calls drop the result, and where a number is returned in some runs and a tensor in others (a sum that a
loop without turns leaves at 0.0), that nobody needs the Python value is an assumption, `widened-result`, unless a visible
caller writes it out as it is (`print("steps", steps)`, an f-string, a logger). So is, where a variable stands beside
tensors in a result (`return optimizer.iterations, loss`), that callers only read it. What else
callers do with a result is not looked at: a Python number that they pass to TensorFlow only would be harmless.

## Threads

- tensorflow/tensorflow#44980: eager and graph differ without an error
- tensorflow/tensorflow#55814
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Severity
from hybridize_analyzer.rules.rule import About, Refusal, Rule

_MESSAGES = {
    "python": "it returns a Python or NumPy value, which a graph returns as a tensor",
    "variable": "it returns a `tf.Variable`, which a graph returns as its value",
    "masked": "it returns a tensor with a mask of Keras, which a graph does not hand on",
    "shared": "it returns a list or dict that others hold and that changes, and a graph returns a copy",
    "object": "it returns an object that a graph cannot return",
}


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if (
        facts.unused
        and facts.escaped is None
        and facts.returned in ("python", "variable", "masked", "shared")
    ):
        return
    if facts.returned in _MESSAGES:
        yield Refusal(_MESSAGES[facts.returned], (), about=About.RESULTS)
    elif facts.returned == "mixed" and facts.written is not None:
        where = (Evidence("written out here", facts.written),)
        yield Refusal("it returns a number that a caller writes out, and a graph returns a tensor", where)
    elif facts.returned == "unknown":
        yield Refusal("what it returns cannot be seen", (), certain=False, about=About.RESULTS)


RULE = Rule("python-result", "HYB112", __doc__ or "", Severity.WARNING, check, in_graphs=False)

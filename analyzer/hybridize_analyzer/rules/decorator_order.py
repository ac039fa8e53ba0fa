"""`tf.function` stands above a decorator that makes no function.

## What it finds

A function with `@tf.function` above `@staticmethod`, `@classmethod`, `@property` or `@cached_property`.

## Why it matters

These decorators make descriptors, which are no functions. `tf.function` above `classmethod` or `property` raises when
the class is defined (`TypeError: … is not a callable object`), above `staticmethod` when an instance is asked for it.

## Example

```python
class Scaler:
    @tf.function
    @staticmethod
    def double(x):
        return x * 2.0
```

`Scaler().double(x)` raises `TypeError: cannot create weak reference to 'staticmethod' object`.

## Use instead

```python
class Scaler:
    @staticmethod
    @tf.function
    def double(x):
        return x * 2.0
```

## Fix safety

There is no automatic edit yet.

## Limits

`@abc.abstractmethod` and decorators that use `functools.wraps` work on both sides and are not reported. A cache
(`functools.lru_cache`) cannot hash tensors, with or without a graph.

## Threads

* microsoft/pylance-release#3832: `staticmethod` and `tf.function`
* tensorflow/tensorflow#36462: other decorators beside `tf.function`
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Severity
from hybridize_analyzer.rules.rule import About, Refusal, Rule


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.misplaced is not None:
        message = f"`tf.function` stands above `{facts.misplaced}`, which makes no function"
        yield Refusal(message, (Evidence("defined here", facts.location),), about=About.DECORATORS)


RULE = Rule("decorator-order", "HYB133", __doc__ or "", Severity.ERROR, check)

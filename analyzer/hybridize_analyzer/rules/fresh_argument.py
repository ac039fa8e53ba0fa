"""An argument is another object at every call, and every object is one more trace.

## What it finds

A parameter that receives a function or an object made for that one call: a `lambda` or a nested function in a loop, a bound
method (`model.loss`, which Python makes anew each time), an instance `Settings(…)`; and a method whose object every turn of
a loop makes (`cam = Cam(net)`, then `cam.draw(x)`).

## Why it matters

`tf.function` holds functions and objects weakly in its keys. When the one of the last call is gone, the new one is a new
key, also where both are equal (a frozen dataclass): the call traces again. The graphs stay in memory.

## Example

```python
def apply(f, x):
    return f(x) + 1.0


for rate in (0.1, 0.2, 0.3):
    apply(lambda y: y * 2.0, x)
```

Three calls, three lambdas, three traces.

## Use instead

Make the object once and pass the same one:

```python
def double(y):
    return y * 2.0


for rate in (0.1, 0.2, 0.3):
    apply(double, x)
```

## Fix safety

There is no automatic edit: whether one object may stand for the others is not in the code.

## Limits

An argument that is made in the loop but not in the call itself (`settings = Settings(); step(settings)`) is not reported.

## Threads

* tensorflow/tensorflow#31175: bound methods as arguments, and memory that grows
* tensorflow/tensorflow#34025: which arguments make a function retrace
* tensorflow/tensorflow#62854
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.facts.traces.expectations import retraced
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.hybrid and facts.remade is not None:
        return  # the graph itself is made for every call, which `graph-per-call` says
    for cause in facts.tracing.causes:
        if cause.kind == "objects" and (facts.repeated is not None or facts.tracing.count is None):
            yield Refusal(retraced(cause, facts.tracing), cause.evidence)


RULE = Rule("fresh-argument", "HYB127", __doc__ or "", Severity.WARNING, check)

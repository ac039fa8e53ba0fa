"""The method is called on an object that nothing else holds.

## What it finds

A method that is looked up on an object that has no other name: on the result of a call, as in `Scaler(2.0).apply(x)`, on
what a property or `__getitem__` has just made, on an entry of a list that is written there. And methods that outlive the
variable of their object: a function returns or registers one of an object that it has made, a list keeps one of each
turn's object, the variable is deleted or bound again. The same for variables of TensorFlow that are arguments: where a
function makes them whenever it runs, gives them to a second function, this one to a third, and gradients are taken.

## Why it matters

`tf.function` on a method makes a bound function that refers to `self` only weakly, so that objects and
their graphs can be freed. In `Scaler(2.0).apply(x)` the expression `Scaler(2.0).apply` is evaluated first;
then nothing holds the object any more, it is freed, and the trace begins with `self` being `None`:
`AttributeError: 'NoneType' object has no attribute 'factor'`. Eagerly a bound method holds its object. A graph that is
called by a graph refers only weakly to the variables that it got when it was traced, and fails with the next ones:
`Called a function referencing variables which have been deleted`.

## Example

```python
class Scaler:
    def __init__(self, factor):
        self.factor = tf.constant(factor)

    def apply(self, x):
        return x * self.factor


Scaler(2.0).apply(x)
```

## Use instead

Give the object a name for as long as it is used. In a loop this also keeps one trace in place of one per
object:

```python
scaler = Scaler(2.0)
scaler.apply(x)
```

## Fix safety

There is no automatic edit: the call has to change, not the method, and every caller has to be seen.

## Limits

The rule looks at the form of the expression. A call that returns an object which is stored elsewhere (a registry,
a singleton, `return self`) is reported although nothing would happen. `__call__` on a fresh object,
`Scaler(2.0)(x)`, holds the object and is not reported. At module level a variable that is bound again is taken to lose
its object while a method of it is in use, also where the method is given up first. Variables that are arguments are not
reported of an existing `tf.function`, which would have failed.

## Threads

* tensorflow/tensorflow#50807: the bound function holds `self` weakly
* tensorflow/tensorflow#31175: methods, instances and the lifetime of their graphs
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.lifetime import Lifetime
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Severity
from hybridize_analyzer.rules.rule import About, Refusal, Rule


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.method and facts.temporary is not None:
        yield Refusal(
            "it is called on a temporary object, which the graph holds only weakly",
            (Evidence("called here", facts.temporary),),
        )
    if facts.lifetime is Lifetime.OF_A_CALL:
        message = "a function hands it variables made anew for every run, and a graph inside a graph keeps the first"
        # Whoever runs a graph that fails has seen it fail: what exists is believed to keep its variables.
        yield Refusal(message, (), about=About.CALLS, certain=not facts.hybrid)


RULE = Rule("temporary-receiver", "HYB122", __doc__ or "", Severity.ERROR, check)

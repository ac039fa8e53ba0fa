"""An argument is of a kind that `tf.function` cannot take.

## What it finds

An argument at a visible call that TensorFlow cannot use in a trace key, or that one trace uses up: a set, a
mutable dataclass, an object with `__eq__` but no `__hash__`, a generator, a file, a `slice`, a `zip`, `map` or
`enumerate`; also inside tuples, lists and dicts. And different arguments, or receivers of a method, that TensorFlow
takes for one: dicts with the same entries in another order, `1` and `1.0`, `1` and `True`, a number and the member of an
`IntEnum`, a `Decimal`, a `Fraction` or a complex number that equals it, two objects that are equal by their own `__eq__`
and differ in a field that it does not look at. Keywords (`**options`) come sorted into a graph.

Also arguments that a graph gets as other objects: an instance of a subclass of `tuple` or `list` arrives as a plain tuple or
list, a `range` as a list, a subclass of `dict` without attributes and without the arguments of its `__init__`; a
`MappingProxyType` or `ChainMap` does not arrive at all. What only looks at the elements does not notice the first three.

And tensors on which a layer of Keras has put a mask (`Embedding(mask_zero=True)`, `Masking`), where a recurrent layer,
attention, a loss or a metric reads the mask: it is an attribute of the eager tensor, which the argument of a graph lacks.

And variables of Keras 3 (`layer.kernel`, `optimizer.iterations`), which TensorFlow does not know: a graph gets a tensor with
the value from before the call, also where the function then changes the variable; and only eager code can make that tensor,
so that a function is refused which another one calls with such a variable, if that may become a graph as well.

## Why it matters

To find the trace that belongs to a call, `tf.function` compares the arguments. Tensors are compared by
dtype and shape, Python values by value, other objects by identity, and for that they must have a hash.
Those that have none stop the call: `TypeError: Could not generate a generic TraceType`. An iterator does
have one, but is empty after the trace: the next call with it repeats the first result, where eager code
goes on to the next element. Where two arguments are equal, the second call runs the graph that was traced for the
first: `full(1.0)` after `full(1)` is a tensor of int32.

## Example

```python
@dataclass
class Penalty:
    scale: float


def penalised(loss, penalty):
    return loss * penalty.scale


penalised(loss, Penalty(0.5))
```

## Use instead

Make the object immutable, so that it has a hash and is compared by value for as long as it lives:

```python
@dataclass(frozen=True)
class Penalty:
    scale: float
```

or hand over what the function needs (`penalised(loss, penalty.scale)`); a sorted tuple in place of a set;
the next element in place of the iterator.

## Fix safety

There is no automatic edit: whether a class may become immutable depends on all its users.

## Limits

Only arguments at visible calls are judged; what cannot be seen is printed as an assumption, except where something says
that it is one of three kinds of objects, which leaves the verdict open: a type hint, a description or a name (`spec`,
`action_spec`) that it is a `TensorSpec`; a call of `.gradient(…)` or `.watch(…)` that it is a `tf.GradientTape`, which has
recorded nothing of what a graph computes; a name like `cfg`, in a project that imports `yacs`, `addict`, `munch`,
`omegaconf` or `ml_collections`, that it is a configuration of these, which TensorFlow cannot rebuild or hash.
Objects of plain classes are accepted, because TensorFlow compares them by identity: each new object is then one more
trace.

## Threads

* tensorflow/tensorflow#28165: which arguments a traced function accepts
* tensorflow/tensorflow#33724: iterators inside a graph
* tensorflow/tensorflow#31175: objects as arguments, one graph and its memory for each
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import About, Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.receiver is not None:
        yield Refusal(f"the receiver: {facts.receiver}", (), about=About.RECEIVER)
    if facts.receivers_confused is not None:
        yield Refusal(f"the receiver: {facts.receivers_confused}", (), about=About.RECEIVER)
    for parameter in facts.parameters:
        if parameter.untraceable is not None:
            yield Refusal(f"argument `{parameter.name}`: {parameter.untraceable}", parameter.evidence)
        elif parameter.confused is not None:
            yield Refusal(f"argument `{parameter.name}`: {parameter.confused}", parameter.evidence)
        elif parameter.unsuited is not None:
            yield Refusal(
                f"argument `{parameter.name}`: {parameter.unsuited}", parameter.evidence, certain=False
            )
    yield from from_events(facts, Kind.MASK)


RULE = Rule("untraceable-argument", "HYB120", __doc__ or "", Severity.ERROR, check, of_values=True)

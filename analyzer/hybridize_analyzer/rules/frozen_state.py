"""Python state that changes is read; a trace would freeze it.

## What it finds

A global, a variable of an enclosing function, an attribute or an element of a container that the function (or
what it calls) reads, and that some other place in the project sets after it was made.

## Why it matters

Python values become constants of the graph. Changing the value later changes nothing, and nothing says so: a decayed
learning rate stays at its first value, a switch from training to evaluation has no effect.

## Example

```python
class Model:
    def __init__(self, scale):
        self.scale = scale
        self.rate = 1.0

    def rated(self, x):
        return x * self.rate

    def decay(self):
        self.rate *= 0.5
```

Eagerly, `rated` follows `decay`. Under `@tf.function` it keeps the rate of its first call. `self.scale`, which only
`__init__` sets, may be read: every instance has traces of its own.

Also `losses` of a layer or model that may have losses of activities (`activity_regularizer`, `add_loss`), read by a
function that does not call it before: they are tensors of the call before, and a graph keeps those of the first one. Losses
of weights are computed whenever they are read.

And settings of Keras that the program changes: `set_epsilon`, `set_image_data_format`, and with Keras 2
`set_learning_phase`, which layers such as `Dropout` follow where no call tells them whether they train.

## Use instead

Make the state a `tf.Variable` and `assign` to it, or pass it as an argument: as a tensor if it takes many values, as a
Python value if it takes a few (each is a trace of its own).

## Fix safety

The rule only refuses.

## Limits

Only changes that the project contains are seen. A program that sets an attribute from outside, such as a notebook, is
not. State that is set before the first call only is reported when the order cannot be seen. What only tests, property
setters, helpers of `__init__`, and functions that nothing calls change is taken to be settled before the first call if
these are named `set…`, `build…`, `init…`, `initialize…`, `setup…`, `configure…`, `compile…`, `load…` or `restore…`, or
call a layer's `build` by its name: an assumption, `settled-state`. So is what the function that makes an object does
to it before it defines or calls what leads to the reader, what a function that a run calls once does before the calls
that lead there, all of which it makes, what an enclosing function sets before it defines the reader, which it alone
calls, what changes between two runs of such a function, or once all calls of the reader are over, and what only users
of the project could do, because nothing in it calls the function: give an attribute that is None its value, or change
an attribute of that name from another module where the object that is read cannot be seen. That `setattr` with a
computed name does not replace a method of an object that cannot be seen is an assumption of the same kind, and so is
that methods of a class which set an attribute of something that cannot be seen are not given objects of another class
that reads an attribute of that name of itself, and that an attribute with a computed name, set on something other than
a method's own object, is none that a method reads of itself.

An attribute that a function keeps in a variable, sets to something else, and puts back at the end on every way is settled
for all that it does not run meanwhile, unless it fails between the two.

Whether layers train (`trainable`) matters to those alone that share a part with the object of which it is set, and not
where every function that sets it lets all train again at its end, and runs no reader meanwhile. A loss of Keras that is
set anew, each time made with the same constants, is as good as the first one.

An attribute that the same call sets before it is read, in the function or in what it calls, is not frozen
(`python-side-effect` has the conditions).

That a function calls a layer before it reads its `losses` is seen where the call stands on every way to the place, in the
function itself or in what it calls; of layers that a function makes, where both write the layer alike. A loop that calls it
in each turn counts, too, if it has turns; that a number of turns which cannot be seen is not zero is an assumption,
`unseen-value`.

Of a function that is a `tf.function` already, state that it sets itself is the business of `python-side-effect`, and what
is reported is what is seen to change between two calls of one graph: in the same loop, or between two statements, and not
where the turn makes the object, and so its graph, anew. Of a function that a library makes a graph of, `train_step` under
`fit` or what `Dataset.map` is given, what it changes itself is told: `compile` may read again what others change.

## Threads

- tensorflow/tensorflow#44980: "bugs very difficult to detect"
- tensorflow/tensorflow#36715
- tensorflow/tensorflow#44021
- tensorflow/tensorflow#47548
- tensorflow/tensorflow#55814
- tensorflow/tensorflow#120996
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, refusal_of


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    # A graph that sets itself what it reads makes one mistake, and not two.
    told = {event.where for event in facts.of(Kind.WRITE, Kind.NAME_WRITE)} if facts.hybrid else set()
    for read in facts.frozen:
        if read.settled and not facts.hybrid:
            continue
        evidence = (Evidence("read here", read.event.where), Evidence("changed here", read.changed))
        message = f"{read.event.message} and changes elsewhere; a graph keeps the first value"
        certain = not read.settled and read.changed not in told
        # Values that cannot be seen are no variables of a module as a rule: a `tf.function` is believed there.
        unseen = read.event.aspect is Aspect.UNTOLD
        # What constructors alone call is traced for each object, as it is then.
        harmless = facts.hybrid and (unseen or facts.constructing)
        yield Refusal(message, evidence, certain=certain and not harmless)
    for event in (e for e in facts.of(Kind.LOSSES) if e.aspect is not Aspect.LOOP):
        yield refusal_of(event._replace(message=f"{event.message}; a graph keeps the tensors of one call"))


RULE = Rule(
    "frozen-state",
    "HYB104",
    __doc__ or "",
    Severity.WARNING,
    check,
    of_values=True,
    per_trace=True,
    silent=True,
)

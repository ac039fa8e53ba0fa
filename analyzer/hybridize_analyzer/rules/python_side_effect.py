"""A function changes Python state that outlives the call.

## What it finds

A global or a variable of an enclosing function set anew, an attribute set, a list, dictionary, set or array
changed, an iterator moved on, where the object was there before the call or is reachable after it. The change may
happen in the function or in anything it calls.

## Why it matters

Python code runs while TensorFlow traces, and not after that: a counter counts traces, a history keeps one entry. The
entry is a symbolic tensor, which nothing outside the graph can use. A changed *argument* is an error of its own
(`should not modify its Python input arguments`).

## Example

```python
class Counter:
    def __init__(self):
        self.n = 0

    def step(self, x):
        self.n += 1
        return x * 2.0
```

After ten calls of `step`, `n` is 10. Under `@tf.function` it is 1.

## Use instead

State that the graph is to change is a `tf.Variable`:

```python
        self.seen = tf.Variable(0)

    def graph_step(self, x):
        self.seen.assign_add(1)
        return x * 2.0
```

Or return the value, and let the caller keep it.

## Fix safety

The rule only refuses.

## Limits

A list, array, iterator or object that the call itself makes may change, and so may a `tf.Variable`. An array that the
call makes and hands to a function that changes it is reported although it is harmless. What a function given to
`tf.py_function` or `tf.numpy_function` changes is not reported, because a graph runs it every time; what it reads of
variables is, where the function assigns some: a graph has no order for the two. Changes that code
outside the project makes are the business of `unseen-code`. In a function that is a `tf.function` already, variables and
layers that it makes and keeps are not reported: TensorFlow traces it again for these, and runs read them. Nor are
attributes that nothing reads, and what is put into lists and dicts of which nothing reads more.

A cell of a recurrent layer (`GRUCell(3, dropout=0.5)`) that the program calls by hand keeps the mask of its dropout in
training, for its next call. It is not reported where the same function has called `reset_dropout_mask` and
`reset_recurrent_dropout_mask` before, as everybody who calls the cell does.

An attribute that is read only where the same call has set it before is a local variable in disguise, and may be set: in
one method, or in methods that it calls between the two, each time on every way. That nobody else reads it is an
assumption, `passing-attribute`. What reads it may be no function that another graph, a generator or a library runs, and
no closure but one that an operation runs at once (`tf.map_fn`, `tf.while_loop`); the object is `self`, an argument, or a
part of these that constructors alone set.

## Threads

- tensorflow/tensorflow#31362: "either exception or every time"
- tensorflow/tensorflow#33689
- mercedes-benz/selfsupervised_flow#21
- tensorflow/tensorflow#37512: a list of tensors that grows in a loop
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events, refusal_of


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for event in facts.of(Kind.WRITE, Kind.NAME_WRITE):
        # Keras 2 reads metrics of a layer from the graph in which they were added.
        settled = facts.hybrid and event.member == "keras.Layer.add_metric"
        passing = event.field in facts.passing
        if passing and not facts.hybrid:
            continue
        own = (event.target, event.aspect) in facts.made
        untold = event.aspect is Aspect.UNTOLD
        harmless = untold or settled or facts.keeps_variables(event) or passing or own
        yield refusal_of(event, certain=not harmless)
    if facts.of(Kind.UPDATE):
        yield from from_events(facts, Kind.UNORDERED, certain=False)
    for refusal in from_events(facts, Kind.ADVANCE):  # a dataset's iterator may be moved on in a graph
        yield replace(refusal, of_values=True)


RULE = Rule("python-side-effect", "HYB102", __doc__ or "", Severity.WARNING, check, per_trace=True)

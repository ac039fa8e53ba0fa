"""A function prints, logs or writes a file.

## What it finds

`print`, the `logging` module, writing to `sys.stdout` or to a file with Python or NumPy, TensorFlow's own
writing of files, summaries and checkpoints: in the function itself or in anything it calls.

## Why it matters

TensorFlow runs the Python code of a function once per trace and replays the recorded operations after that.
What Python prints or writes appears with the first call and then never again, with no error.

## Example

```python
def loud(x):
    print("called")
    return x * 2.0
```

Three calls print three lines. Under `@tf.function` they print one.

## Use instead

`tf.print` is an operation: it stays in the graph and prints at every call (to the standard error stream).

```python
def says(x):
    tf.print("called", x)
    return x * 2.0
```

Or print what the function returns, in its caller. A message that is about tracing itself is right as it is.

## Fix safety

The rule only refuses. `print` and `tf.print` differ in stream and format, so that replacing one by the other is
left to you.

## Limits

`tf.io.write_file`, which stays in the graph, refuses too, and so does output that would be the same in total, such as
writing one file with one content. `tf.io.read_file` of a path that is an argument does not: a graph reads the file at every
call, but one of a constant path only once. Nor do records of `tf.summary` that are given their `step`: a graph makes them at
every call, for the writer that was there when it was traced; that it stays the same is an assumption. Of functions that are
graphs already, `tf.summary.scalar` and `tf.io` are not reported: they do at every call what they do; nor is a message whose
text says that it is about tracing, or that shows what a trace knows alone (texts, names, types, lengths, shapes, dtypes),
nor one in a function that a dataset alone runs, which has never been plain Python, nor a data set of Keras that is loaded.
Output of code that cannot be seen is the business of `unseen-code`.

## Threads

- tensorflow/tensorflow#31362: Python side effects happen once, silently
- tensorflow/tensorflow#33689
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, refusal_of


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for event in facts.of(Kind.OUTPUT, Kind.FILE):
        if event.aspect is not Aspect.LASTING_WRITER and not (facts.hybrid and _is_operation(event)):
            meant = event.aspect is Aspect.OF_TRACING or event.member == _STEP_OF_SUMMARIES
            intended = meant or _runs_in_datasets(facts)
            yield replace(refusal_of(event), intended=intended)


def _is_operation(event: Event) -> bool:
    """Whether a graph does it at every call: records for the writer that was there when it was traced, reads or writes."""
    return event.member in _OPERATIONS or event.member.rpartition(".")[2] == "as_default"


def _runs_in_datasets(facts: FunctionFacts) -> bool:
    """Whether one dataset runs it, and nothing else: as plain Python it has never printed a value."""
    return facts.mapped is not None and facts.sites == (facts.mapped,)


_STEP_OF_SUMMARIES = "tensorflow.summary.experimental.set_step"
"""Gives the records of the same graph their step, which is an argument of it."""
_OPERATIONS = frozenset(
    f"tensorflow.{name}"
    for name in """summary.scalar summary.histogram summary.image summary.text summary.audio summary.write
    io.read_file io.write_file io.matching_files""".split()
)


RULE = Rule(
    "python-output", "HYB101", __doc__ or "", Severity.WARNING, check, per_trace=True, on_request=True
)

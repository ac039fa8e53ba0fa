"""The definition is of a kind that `tf.function` cannot wrap.

## What it finds

* generators (`yield`) and `async def`;
* functions under a decorator that puts something else between them and their callers: `property`,
  `functools.lru_cache`, `tf.custom_gradient`, `pytest.fixture`, a decorator of the project's own;
* special methods that Python itself calls (`__init__`, `__len__`, `__iter__`, …), except `__call__` and
  `__matmul__`;
* methods that a framework calls at its own time: `build`, `get_config`, `setUp` and the like, and all methods of test cases;
* functions that Keras is to read back by their names: `@register_keras_serializable()`, `custom_objects=`,
  `get_custom_objects()`, and those that a layer keeps where the program clones layers or makes them of configurations;
* functions of which the program asks what only a function of Python has: `f.__code__`, `f.__defaults__ = …`,
  `inspect.isfunction(f)`, `isinstance(f, types.FunctionType)`, `copy.copy(f)`; and those that stand in what
  `copy.deepcopy` copies, which is another `tf.function` then, and an error once that has been traced;
* regularizers and constraints, which Keras calls with its variables: inside a graph, as in `fit`, a `tf.function` cannot
  take one;
* functions with a keyword-only parameter `self`, which is taken in a call of a `tf.function`;
* functions with parameters by position only beside `**options`, which may have the same names: a `tf.function` keeps all in
  one signature, where a name stands once.

## Why it matters

`tf.function` replaces a function by an object that must return tensors. A generator returns an iterator and
an `async def` a coroutine: both fail when they are called (`found return value of type generator, which is
not a Tensor`). Python requires `__len__` to return an `int` and `__init__` to return `None` after setting
attributes. Keras writes a `tf.function` down as an object that it cannot make again (`Expected 'config' to be a dict for
Function`). A decorator that caches, registers or replaces the function has seen the plain one, or would see
the wrapped one; which of the two is right, nobody can tell from the call.

## Example

```python
def batches(features, size):
    for start in range(0, len(features), size):
        yield features[start : start + size] * 2.0
```

## Use instead

Move the tensor computation into a function of its own, and make that a graph:

```python
@tf.function
def prepared(batch):
    return batch * 2.0


def batches(features, size):
    for start in range(0, len(features), size):
        yield prepared(features[start : start + size])
```

or let `tf.data.Dataset.from_tensor_slices(features).batch(size).map(prepared)` do both.

## Fix safety

There is no automatic edit.

## Limits

Decorators that are known not to matter are let through: `staticmethod`, `classmethod`, `abstractmethod`,
`override`, `functools.wraps`, `tf.Module.with_name_scope`, and those that only check types or shapes. What
another decorator does is not examined, even if its source is at hand. A function below `functools.wraps(f)` is let through
where `f` is a lambda or a function of a library.

## Threads

* microsoft/pylance-release#3832: decorators, `staticmethod` and `tf.function`
* tensorflow/tensorflow#36462: other decorators beside `tf.function`
* tensorflow/tensorflow#30802: Python iteration inside a graph
* tensorflow/tensorflow#37144: constructs that AutoGraph runs "as is"
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Severity
from hybridize_analyzer.rules.rule import About, Refusal, Rule

_SPECIAL_ALLOWED = ("__call__", "__matmul__")

_CALLED_BY_FRAMEWORKS = (
    "build",
    "get_config",
    "compute_output_shape",
    "compute_output_spec",
    "setUp",
    "tearDown",
)
"""Methods that get and give configurations and shapes, or that run beside tests."""


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.generator:
        yield Refusal("it is a generator", ())
    if facts.asynchronous:
        yield Refusal("it is asynchronous", ())
    if facts.hybrid:
        return
    if facts.decorator is not None:
        message = f"the decorator `@{facts.decorator}` stands between it and its callers"
        yield Refusal(message, (), about=About.DECORATORS)
    if facts.name.startswith("__") and facts.name.endswith("__") and facts.name not in _SPECIAL_ALLOWED:
        yield Refusal(f"Python itself calls `{facts.name}`", ())
    if facts.named_self:
        yield Refusal("a call can give it `self` by its name, which a `tf.function` has for itself", ())
    if facts.named_twice:
        yield Refusal("an option can have the name of a parameter that is given by position only", ())
    if facts.in_test_case:
        yield Refusal("it is a method of a test case", ())
    if facts.looked_at is not None:
        message = "the program asks for what only a function of Python has"
        yield Refusal(message, (Evidence("here", facts.looked_at),))
    if facts.dressed is not None:
        message = "`functools.wraps` copies into it what a graph keeps in the function that it wraps, which alone would run"
        yield Refusal(message, (Evidence("here", facts.dressed),), about=About.DECORATORS)
    if facts.of_weights is not None:
        message = "Keras calls it with variables, which a `tf.function` inside a graph cannot take"
        yield Refusal(message, (Evidence("Keras gets it here", facts.of_weights),))
    if facts.read_back is not None:
        message = "Keras writes it down by its name, and cannot read a `tf.function` back"
        yield Refusal(message, (Evidence("it is registered or given to Keras here", facts.read_back),))
    if facts.method and facts.name in _CALLED_BY_FRAMEWORKS:
        yield Refusal(f"the framework calls `{facts.name}`", ())


RULE = Rule("unsupported-definition", "HYB119", __doc__ or "", Severity.WARNING, check)

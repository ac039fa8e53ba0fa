"""A branch or loop on a tensor is not one that AutoGraph converts.

## What it finds

An `if`, `while`, `for`, `assert`, `match` or conditional expression that depends on the value of a tensor, where the two
sides disagree (dtype, kind, a name set on one side only), where a loop carries something that changes its kind, dtype or
shape, or where Python does something besides: raising, returning None, growing a list.

The same for functions that TensorFlow runs: branches of `tf.cond`, `tf.case` and `tf.switch_case` that only raise, cannot
work for the shapes that are known, or give other structures; what `tf.while_loop`, `tf.scan` and `tf.foldl` carry, where a
turn changes its shape or dtype; and control flow on tensors in such a function (but for that of `tf.map_fn`) if it is not
written inside of the function that becomes a graph: AutoGraph does not convert it. The `call` of layers, models and losses
is such a function with Keras 3; Keras 2 hands it to AutoGraph inside a graph.

Also a variable that a loop or a branch binds, on tensors or not, after a lambda, a generator expression or a class that is
kept has captured it (`for i in range(3): scales.append(lambda v: v * i)`).

## Why it matters

AutoGraph turns such statements into `tf.cond` and `tf.while_loop`, which record both sides and the body once. What these
cannot express raises while tracing (`TypeError: 'y' has dtype int32 in the main branch, but dtype float32 in the
else branch`) or, for a list of tensors, later (`InaccessibleTensorError`). A `raise` behind such an `if` is always raised.

AutoGraph makes functions of the bodies of all loops and branches. In Python every lambda of a loop sees the last value of
the loop's variable; in a graph each sees the value of its own turn.

## Example

```python
def one_side_only(x):
    if tf.reduce_sum(x) > 0.0:
        y = x * 2.0
    if tf.reduce_sum(x) > 0.0:
        return y
    return x


def collects(x):
    parts = []
    for i in tf.range(3):
        parts.append(x * tf.cast(i, tf.float32))
    return tf.stack(parts)
```

Both work eagerly and raise under `@tf.function`.

## Use instead

Set the same names with the same dtypes on both sides, start a loop with tensors of the final shape,
collect in a `tf.TensorArray`, check with `tf.debugging.assert_…`:

```python
def collects_in_array(x):
    parts = tf.TensorArray(tf.float32, size=3)
    for i in tf.range(3):
        parts = parts.write(i, x * tf.cast(i, tf.float32))
    return parts.stack()
```

## Fix safety

The rule only refuses.

## Limits

`break` and `continue` leave a graph loop, but not a Python loop, depending on a tensor; `return` does not leave
a graph loop.
AutoGraph runs a function as it is, with all it calls, when it contains `:=`, `match`, `yield`, a loop with `else`, a
name that Python mangles (`self.__scale`), or a branch or loop that annotates a variable which lives outside of it
(`y: tf.Tensor = …`); control flow on tensors in it is then refused.
A variable that a loop over a tensor first sets, and that is read behind it, has to be set to tensors in every turn; over a
dataset it has to be set before.
A variable that only counts (`i = 0`, `i += 1`, `n -= 2`, `best = i`), or is only set to `True` and `False`, is a number in
eager execution and may be a tensor in a graph. Both are the same, and the loop or branch is fine, where tensors are indexed
with it, where it is compared, cast or returned, and where it is computed with tensors of `tf.int32`; `x * i` with floats is
not, as a tensor does not take the dtype of the other. A function may return a number on one side and a scalar tensor of the
dtype that a graph gives the number on the other (`return 0.0`).
A graph runs a loop over a dataset by `Dataset.reduce`, which has no gradient: a loop that sums up losses is refused where a
tape is open around it, or around a call of its function. A tape in the body of the loop is fine.
Loops are judged with caution: a loop whose carried tensors keep their dtype and shape is refused
when that cannot be seen. Variables that follow-up code reads stay shared with lambdas in a graph, too; such functions are
refused all the same. Branches on Python values, on None and on ranks are resolved while tracing and are fine.

## Threads

- tensorflow/tensorflow#37512, #29504, #47139, #39323: lists in loops
- tensorflow/tensorflow#113242
- tensorflow/tensorflow#40916: tensor as `bool`
- tensorflow/tensorflow#37144: AutoGraph runs code as it is
- keras-team/keras#15360
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, refusal_of


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for event in facts.of(Kind.CONTROL):
        yield refusal_of(event, certain=event.aspect not in _DOUBTFUL)


_DOUBTFUL = (Aspect.UNTOLD, Aspect.NUMBER, Aspect.LENGTHS)
"""What a graph may do all the same."""


RULE = Rule(
    "tensor-control-flow", "HYB109", __doc__ or "", Severity.ERROR, check, of_values=True, when_traced=True
)

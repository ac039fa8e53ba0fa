"""Vertex functions: what one vertex computes, written once for any number of rows.

A vertex function receives a `Vertex` and calls its methods, in the words of Cavs (Xu et al., ATC 2018): `gather` the
states of the children, `pull` rows of external inputs, `scatter` the own state, `push` results to the outside.
"""

from __future__ import annotations

import operator
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import tensorflow as tf

from hybridize_runtime.errors import CellError, listing
from hybridize_runtime.graph.plan import Kind

EXACT = 4  # up to here every number of children is a kind of its own
ROUNDED = (6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)  # above, numbers are rounded up and slots masked


@dataclass(frozen=True, eq=False)
class Cell:
    """A named vertex function.  `arity`: least and most children that a vertex may have."""

    name: str
    function: Callable[[Vertex], None]
    arity: tuple[int, int]

    def kinds(self) -> tuple[Kind, ...]:
        """One kind for each number of child slots that is executed on its own."""
        least, most = self.arity
        exact = range(least, min(most, EXACT) + 1)
        if most <= EXACT:
            return tuple(Kind(self.name, slots) for slots in exact)
        caps = [cap for cap in ROUNDED if least <= cap < most]
        widths = sorted({*caps, most})
        below = [max([w for w in (*exact, least - 1, *widths) if w < width]) for width in widths]
        rounded = [Kind(self.name, w, padded=w - b > 1) for w, b in zip(widths, below, strict=True)]
        return (*(Kind(self.name, slots) for slots in exact), *rounded)


def vertex_function(
    arity: int | tuple[int, int], name: str | None = None
) -> Callable[[Callable[[Vertex], None]], Cell]:
    """Decorator: makes a function of a `Vertex` a cell with `arity` children, or `(least, most)` children."""
    least, most = (arity, arity) if isinstance(arity, int) else arity
    if not 0 <= least <= most <= ROUNDED[-1]:
        raise CellError(
            f"arity {arity} is not within 0 and {ROUNDED[-1]}; reduce wide vertices by a tree of cells"
        )

    def wrap(function: Callable[[Vertex], None]) -> Cell:
        return Cell(name or function.__name__, function, (least, most))

    return wrap


@dataclass(frozen=True)
class Rows:
    """What one row of a state or an input is: its shape (all dimensions known) and dtype.

    `shared` inputs are tables that all instances index (embeddings); of others, each instance brings its own rows.
    `edges`: a row of this input belongs to a child of a vertex, and not to the vertex.  `optional`: a component of state
    that cells may leave out, which then is zero.
    """

    shape: tuple[int, ...]
    dtype: Any = tf.float32
    shared: bool = False
    edges: bool = False
    optional: bool = False


# The dtypes of mixed precision, by their names in Keras: in which states are, while variables are float32.
MIXED = {"mixed_float16": tf.float16, "mixed_bfloat16": tf.bfloat16}


def rows_of(spec: Any, dtype: Any) -> Rows:
    """A `Rows` from a width, a shape, or a `Rows`; with mixed precision, of the narrow dtype."""
    if isinstance(spec, Rows):
        return spec
    narrow = MIXED.get(dtype, dtype) if isinstance(dtype, str) else dtype
    return Rows((spec,) if isinstance(spec, int) else tuple(spec), narrow)


@cache
def _state_type(names: tuple[str, ...]) -> Any:
    """The named tuple of states with these components."""
    plain = namedtuple("State", names)  # type: ignore[misc]
    return type("State", (_Only, plain), {"__slots__": ()}) if len(names) == 1 else plain


class _Only:
    """A named tuple of one tensor, which TensorFlow and Python's operators take for this tensor."""

    __slots__ = ()

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        return tf.convert_to_tensor(_first(self), dtype, name=name)

    @property
    def shape(self) -> Any:
        """Of the tensor."""
        return tf.convert_to_tensor(self).shape

    @property
    def dtype(self) -> Any:
        """Of the tensor."""
        return tf.convert_to_tensor(self).dtype

    def __getitem__(self, key: Any) -> Any:
        return (_first(self),)[key] if isinstance(key, int) else _first(self)[key]


def _first(state: Any) -> Any:
    return next(iter(state))


def _operated(operation: Callable[..., Any], turned: bool) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        pair = (
            tf.convert_to_tensor(self),
            tf.convert_to_tensor(other) if isinstance(other, _Only) else other,
        )
        return operation(*reversed(pair)) if turned else operation(*pair)

    return method


for _name in ("add", "sub", "mul", "truediv", "pow", "matmul"):
    setattr(_Only, f"__{_name}__", _operated(getattr(operator, _name), False))
    setattr(_Only, f"__r{_name}__", _operated(getattr(operator, _name), True))
for _name in ("lt", "le", "gt", "ge"):
    setattr(_Only, f"__{_name}__", _operated(getattr(operator, _name), False))
for _of in (operator.neg, operator.abs):
    setattr(_Only, f"__{_of.__name__}__", lambda self, of=_of: of(tf.convert_to_tensor(self)))


class Vertex:
    """What a vertex function sees: rows of many vertices of one kind, n at a time.

    Every operation must treat rows independently; `Network.check` tests that.  `training`: whether the network is called
    with `training=True`.
    """

    def __init__(
        self,
        kind: Kind,
        children: Mapping[str, Any],
        used: Any | None,
        pull: Callable[[str], Any],
        state: Mapping[str, Rows],
        training: bool = False,
    ) -> None:
        self.kind = kind
        self.training = training  # what layers in the cell are told
        self.scattered: dict[str, Any] = {}
        self.pushed: dict[str, Any] = {}
        self._children = children
        self._used = used
        self._pull = pull
        self._state = state

    def gather(self, child: int | None = None) -> Any:
        """States of the children, a named tuple: [n, ...] of one child, or [n, slots, ...] of all.

        Where a state has one component, the named tuple can also be used as that tensor.
        Where a vertex has fewer children than slots, the rest are zeros; `sum` and `used` leave them out.
        """
        if child is not None and not -self.kind.slots <= child < self.kind.slots:
            raise CellError(
                f"cell `{self.kind.cell}` gathers child {child} of a vertex with {self.kind.slots}; "
                "declare the arity that the function needs"
            )
        pick = (lambda t: t) if child is None else (lambda t: t[:, child])
        return _state_type(tuple(self._state))(*map(pick, self._children.values()))

    @property
    def components(self) -> Mapping[str, Rows]:
        """What a state consists of."""
        return self._state

    def pull(self, name: str) -> Any:
        """Rows of an external input, [n, ...]; of one with `edges`, [n, slots, ...]: arbitrary in an unused slot."""
        return self._pull(name)

    def weight(self, variable: Any) -> Any:
        """A variable in the dtype of the state: for mixed precision, where variables are wider."""
        dtype = next(iter(self._state.values())).dtype
        return variable if tf.as_dtype(variable.dtype) == dtype else tf.cast(variable, dtype)

    def each(self, rows: Any) -> Any:
        """Rows of vertices, [n, ...], for every child slot: [n, 1, ...], to be combined with gathered states."""
        return tf.expand_dims(rows, 1)

    @property
    def used(self) -> Any | None:
        """[n, slots, 1] in the dtype of the first state: 1 for a child, 0 for an unused slot.  None: all are used."""
        return self._used

    def sum(self, per_child: Any) -> Any:
        """Sum over the children of a vertex: [n, slots, ...] to [n, ...]."""
        per_child = self._or(per_child, 0.0)
        if self.kind.slots == 1:
            return tf.squeeze(per_child, 1)
        return tf.reduce_sum(per_child, axis=1)

    def mean(self, per_child: Any) -> Any:
        """Mean over the children of a vertex: [n, slots, ...] to [n, ...]; zero where there are none."""
        total = self.sum(per_child)
        if self._used is None:
            return total / max(self.kind.slots, 1)
        count = tf.cast(tf.reduce_sum(self._used, axis=1), total.dtype)
        return total / tf.reshape(count, [-1, *[1] * (len(total.shape) - 1)])

    def max(self, per_child: Any) -> Any:
        """Maximum over the children of a vertex: [n, slots, ...] to [n, ...]; zero where there are none."""
        if not self.kind.slots:
            return tf.reduce_sum(per_child, axis=1)
        return tf.reduce_max(self._or(per_child, per_child.dtype.min), axis=1)

    def softmax(self, scores: Any) -> Any:
        """Weights that are positive and add up to 1 over the children of a vertex: [n, slots, ...] as the scores."""
        return tf.nn.softmax(self._or(scores, scores.dtype.min), axis=1) if self.kind.slots else scores

    def _or(self, per_child: Any, other: float) -> Any:
        """The values of children, and `other` in the slots that are not in use."""
        if self._used is None:
            return per_child
        used = tf.reshape(self._used, [-1, self.kind.slots, *[1] * (len(per_child.shape) - 2)])
        return tf.where(used > 0, per_child, tf.constant(other, per_child.dtype))

    def scatter(self, **state: Any) -> None:
        """Sets the state of the vertex: every component of the network's state that is not optional, [n, ...]."""
        _known(self.kind.cell, "scatters", state, self._state)
        self.scattered.update(state)

    def complete(self) -> dict[str, Any]:
        """What was scattered, with zeros for the optional components that were not."""
        left_out = {n: rows for n, rows in self._state.items() if rows.optional and n not in self.scattered}
        zeros = {name: tf.zeros([1, *rows.shape], rows.dtype) for name, rows in left_out.items()}
        return {**self.scattered, **zeros}

    def push(self, **outputs: Any) -> None:
        """Results for the outside, [n, ...]."""
        self.pushed.update(outputs)


def _known(cell: str, does: str, given: Iterable[str], declared: Iterable[str]) -> None:
    declared = list(declared)
    for name in given:
        if name not in declared:
            raise CellError(
                f"cell `{cell}` {does} `{name}`, which the network does not have; it has {listing(declared)}"
            )

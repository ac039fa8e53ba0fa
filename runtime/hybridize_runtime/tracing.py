"""A vertex function as a graph of operations, with symbolic rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import tensorflow as tf

from hybridize_runtime.cells import Cell, Rows, Vertex
from hybridize_runtime.errors import CellError, listing
from hybridize_runtime.plan import Kind


@dataclass(frozen=True, eq=False)
class Trace:
    """The operations of one kind.  Tensors are symbolic, of `graph`; the first dimension of rows is unknown.

    `captures` are pairs of outside and inside tensors; `variables` the trainable variables by the identity of their
    handle.  `forward` is the number of operations before gradients were added.
    """

    kind: Kind
    graph: Any
    children: Mapping[str, Any]
    used: Any | None
    pulls: Mapping[str, Any]
    state: Mapping[str, Any]
    pushes: Mapping[str, Any]
    captures: tuple[tuple[Any, Any], ...]
    variables: Mapping[int, Any]
    forward: int
    _derivatives: dict[str, tuple[list[Any], list[Any]]] = field(default_factory=dict)

    def derivative(self, op: Any) -> tuple[list[Any], list[Any]]:
        """Of an operation with a gradient of its own: symbols for what arrives at its outputs, and the gradients of its inputs.

        Of a tensor that is an input twice, the first one has the gradient.
        """
        if op.name not in self._derivatives:
            with self.graph.as_default():
                seeds = [tf.compat.v1.placeholder(t.dtype, t.shape) for t in op.outputs]
                inputs = list({t.name: t for t in op.inputs}.values())
                found = tf.gradients(list(op.outputs), inputs, seeds, stop_gradients=inputs)
            left = {t.name: gradient for t, gradient in zip(inputs, found, strict=True)}
            self._derivatives[op.name] = (seeds, [left.pop(t.name, None) for t in op.inputs])
        return self._derivatives[op.name]


class _Graph(tf.__internal__.FuncGraph):  # type: ignore[misc]
    """A graph that remembers which variables were read in it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.read: list[Any] = []

    def watch_variable(self, variable: Any) -> None:
        """Called by variables."""
        self.read.append(variable)
        super().watch_variable(variable)

    def _create_op_internal(self, op_type: str, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Look-ups in a variable become a read, which is done once, and a look-up in what was read."""
        if op_type != "ResourceGather":
            return super()._create_op_internal(op_type, inputs, *args, **kwargs)
        attributes = kwargs["attrs"]
        dtype = tf.as_dtype(attributes["dtype"].type)
        table = tf.raw_ops.ReadVariableOp(resource=inputs[0], dtype=dtype)
        table.set_shape(self.read[-1].shape)
        return tf.gather(table, inputs[1], batch_dims=attributes["batch_dims"].i).op


def trace(kind: Kind, cell: Cell, state: Mapping[str, Rows], inputs: Mapping[str, Rows]) -> Trace:
    """Runs the vertex function once on symbolic rows.  Raises CellError where it breaks its contract."""
    graph = _Graph(f"{kind.cell}_{kind.slots}")
    pulls: dict[str, Any] = {}

    def pull(name: str) -> Any:
        if name not in inputs:
            raise CellError(
                f"cell `{kind.cell}` pulls `{name}`; the inputs of the network are {listing(inputs)}"
            )
        if name not in pulls:
            pulls[name] = _placeholder(inputs[name].dtype, inputs[name].shape)
        return pulls[name]

    with graph.as_default(), functions_inlined():
        children = {name: _children(kind, rows) for name, rows in state.items()}
        first = next(iter(state.values()))
        used = _placeholder(first.dtype, (kind.slots, 1)) if kind.padded else None
        vertex = Vertex(kind, children, used, pull, state)
        cell.function(vertex)
        _check_state(kind, vertex.scattered, state)
        like = next(iter([*(children.values() if kind.slots else ()), *pulls.values()]), None)
        scattered = {name: _own_rows(vertex.scattered[name], like) for name in state}
        pushed = {name: tf.convert_to_tensor(rows) for name, rows in vertex.pushed.items()}
    variables = {id(variable.handle): variable for variable in graph.read}
    operations = len(graph.get_operations())
    return Trace(
        kind, graph, children, used, pulls, scattered, pushed, tuple(graph.captures), variables, operations
    )  # fmt: skip


def _placeholder(dtype: Any, shape: tuple[int, ...]) -> Any:
    return tf.compat.v1.placeholder(dtype, [None, *shape])


def _children(kind: Kind, rows: Rows) -> Any:
    """Without children their states are a constant, so that what follows from them is one row and not n."""
    if kind.slots == 0:
        return tf.zeros([1, 0, *rows.shape], rows.dtype)
    return _placeholder(rows.dtype, (kind.slots, *rows.shape))


def _own_rows(rows: Any, like: Any | None) -> Any:
    """The state as a tensor of its own, with one row per row of `like` even where it is the same for all vertices."""
    if like is not None and rows.shape[0] == 1:
        lead = tf.shape(like)[:1]
        return tf.broadcast_to(rows, tf.concat([lead, tf.constant(rows.shape[1:].as_list(), tf.int32)], 0))
    return tf.identity(rows)


@contextmanager
def functions_inlined() -> Any:
    """Calls of `tf.function` add their operations to the graph being built, instead of a call."""
    before = tf.config.functions_run_eagerly()
    tf.config.run_functions_eagerly(True)
    try:
        yield
    finally:
        tf.config.run_functions_eagerly(before)


def _check_state(kind: Kind, scattered: Mapping[str, Any], state: Mapping[str, Rows]) -> None:
    missing = [name for name in state if name not in scattered]
    if missing:
        raise CellError(
            f"cell `{kind.cell}` does not scatter {listing(missing)}; every vertex needs a complete state"
        )
    for name, rows in state.items():
        value = scattered[name]
        if value.dtype != rows.dtype:
            raise CellError(
                f"cell `{kind.cell}` scatters `{name}` as {value.dtype.name}; "
                f"the network declares {tf.as_dtype(rows.dtype).name}; cast it, or declare that dtype"
            )
        shape = value.shape
        if shape.rank != len(rows.shape) + 1 or not shape[1:].is_compatible_with(rows.shape):
            raise CellError(
                f"cell `{kind.cell}` scatters `{name}` with rows of shape {shape[1:] if shape.rank else shape}; "
                f"the network declares {tuple(rows.shape)}: a cell must not change the shape of the state"
            )


def ancestors(tensors: Iterable[Any]) -> set[str]:
    """Names of all operations that the tensors depend on."""
    seen: set[str] = set()
    stack = [t.op for t in tensors]
    while stack:
        op = stack.pop()
        if op.name not in seen:
            seen.add(op.name)
            stack.extend(t.op for t in op.inputs)
    return seen

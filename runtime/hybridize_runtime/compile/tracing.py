"""A vertex function as a graph of operations, with symbolic rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.cells import Cell, Rows, Vertex
from hybridize_runtime.compile.noise import SEEDED, new_seed, seeds_from, training_is
from hybridize_runtime.compile.replicas import replica_scope
from hybridize_runtime.compile.threads import calls
from hybridize_runtime.errors import CellError, listing
from hybridize_runtime.graph.plan import Kind


@dataclass(frozen=True, eq=False)
class Trace:
    """The operations of one kind.  Tensors are symbolic, of `graph`; the first dimension of rows is unknown.

    `captures` are pairs of outside and inside tensors; `variables` the trainable variables by the identity of their
    handle.  `forward` is the number of operations before gradients were added.  `seeds`: symbols of the seeds of random
    operations, and what draws them, once per call.
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
    seeds: tuple[tuple[Any, Callable[[], Any]], ...] = ()
    _derivatives: dict[str, tuple[list[Any], list[Any]]] = field(default_factory=dict)
    # Those of `partition.row_factors`, once they were asked for.
    factors: dict[str, int] = field(default_factory=dict)

    def derivative(self, op: Any) -> tuple[list[Any], list[Any]]:
        """Of an operation with a gradient of its own: symbols for what arrives at its outputs, and gradients of its inputs.

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


class ReadingGraph(tf.__internal__.FuncGraph):  # type: ignore[misc]
    """A graph that remembers which variables were read in it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.read: list[Any] = []

    def watch_variable(self, variable: Any) -> None:
        """Called by variables."""
        self.read.append(variable)
        super().watch_variable(variable)

    @property
    def by_handle(self) -> dict[int, Any]:
        """The variables, by the identity of their handles."""
        return {id(variable.handle): variable for variable in self.read}


class CellGraph(ReadingGraph):
    """The graph of a vertex function, or of a cell for one form of arguments."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.seeds: list[tuple[Any, Callable[[], Any]]] = []

    def drawn_anew(self, draw: Callable[[], Any], dtype: Any) -> Any:
        """A symbol for what `draw` will return for each call."""
        symbol = tf.compat.v1.placeholder(dtype, [2])
        self.seeds.append((symbol, draw))
        return symbol

    def _create_op_internal(self, op_type: str, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Look-ups in a variable become a read, which is done once, and a look-up in what was read.

        Random operations get a seed, which is drawn once, instead of a state.
        """
        if op_type in SEEDED:
            drawn = tf.raw_ops.__dict__[SEEDED[op_type]]
            given = dict(zip(("minval", "maxval"), inputs[1:], strict=False))
            if not given:
                given = {"dtype": kwargs["attrs"]["dtype"].type}
            return drawn(shape=inputs[0], seed=self.drawn_anew(new_seed, tf.int32), **given).op
        if op_type != "ResourceGather":
            return super()._create_op_internal(op_type, inputs, *args, **kwargs)
        attributes = kwargs["attrs"]
        dtype = tf.as_dtype(attributes["dtype"].type)
        table = tf.raw_ops.ReadVariableOp(resource=inputs[0], dtype=dtype)
        table.set_shape(self.read[-1].shape)
        return tf.gather(table, inputs[1], batch_dims=attributes["batch_dims"].i).op


def trace(
    kind: Kind, cell: Cell, state: Mapping[str, Rows], inputs: Mapping[str, Rows], training: bool = False
) -> Trace:
    """Runs the vertex function once on symbolic rows, as it is in training or else.

    Raises CellError where it breaks its contract.
    """
    graph = CellGraph(f"{kind.cell}_{kind.slots}")
    pulls: dict[str, Any] = {}

    def pull(name: str) -> Any:
        if name not in inputs:
            raise CellError(
                f"cell `{kind.cell}` pulls `{name}`; the inputs of the network are {listing(inputs)}"
            )
        rows = inputs[name]
        if rows.edges and not kind.slots:
            return tf.zeros([1, 0, *rows.shape], rows.dtype)
        if name not in pulls:
            pulls[name] = _placeholder(rows.dtype, (kind.slots, *rows.shape) if rows.edges else rows.shape)
        return pulls[name]

    here = replica_scope()
    with graph.as_default(), here, functions_inlined():
        children = {name: _children(kind, rows) for name, rows in state.items()}
        first = next(iter(state.values()))
        used = _placeholder(first.dtype, (kind.slots, 1)) if kind.padded else None
        vertex = Vertex(kind, children, used, pull, state, training)
        with (
            named(kind.cell, f" with {kind.slots} child slots"),
            seeds_from(graph.drawn_anew),
            training_is(training),
        ):
            cell.function(vertex)
        states = vertex.complete()
        _check_state(kind, states, state)
        like = next(iter([*(children.values() if kind.slots else ()), *pulls.values()]), None)
        scattered = {name: _own_rows(states[name], like) for name in state}
        pushed = {name: tf.convert_to_tensor(rows) for name, rows in vertex.pushed.items()}
    if tf.executing_eagerly() and any(
        not isinstance(outside, tf.__internal__.EagerTensor) for outside, _ in graph.captures
    ):
        raise CellError(kept_tensor(kind.cell))
    operations = len(graph.get_operations())
    return Trace(
        kind, graph, children, used, pulls, scattered, pushed, tuple(graph.captures), graph.by_handle, operations,
        tuple(graph.seeds),
    )  # fmt: skip


def differ(one: Trace, other: Trace) -> bool:
    """Whether two traces of one cell do not the same."""
    if len(one.seeds) != len(other.seeds):
        return True
    pairs = zip(one.captures, other.captures, strict=False)
    if len(one.captures) != len(other.captures) or any(a is not b for (a, _), (b, _) in pairs):
        return True
    texts = [
        [str(op.node_def) for op in made.graph.get_operations()[: made.forward]] for made in (one, other)
    ]
    return texts[0] != texts[1]


@contextmanager
def named(cell: str, what: str = "") -> Iterator[None]:
    """What TensorFlow has to say about the operations of a cell, with the name of the cell."""
    try:
        yield
    except tf.errors.OperatorNotAllowedInGraphError as error:
        raise CellError(as_value(cell)) from error
    except (ValueError, TypeError, tf.errors.OpError) as error:
        if isinstance(error, CellError):
            raise
        if "out of scope" in str(error):
            raise CellError(kept_tensor(cell)) from error
        raise CellError(f"cell `{cell}`{what}: {error}") from error


def as_value(cell: str) -> str:
    """Why a tensor that Python decides on is refused."""
    return (
        f"cell `{cell}` cannot be traced: it branches on a tensor (`if`, `while`, `and`, `for`), but runs once for many "
        f"rows; use `tf.where` for what differs from row to row, or decide outside of it"
    )


def kept_tensor(cell: str) -> str:
    """Why what an object keeps from one call to the next is refused."""
    return (
        f"cell `{cell}` uses a tensor of another trace: of a `tf.function` around the network, or one that an object "
        "keeps from call to call. Those of Keras with `dropout` (`LSTMCell`, `GRUCell`) keep their mask: make them "
        "without it, and call a `Dropout` layer in the cell instead. Other tensors become inputs, or variables"
    )


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
    with calls.closed():
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

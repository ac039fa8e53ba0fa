"""Functions of one example, for many: traced once for one of them, and vectorized operation by operation.

The conversion is TensorFlow's own (`tf.vectorized_map`; Agarwal, Static Automatic Batching in TensorFlow, ICML 2019), so
that a function can be batched whose operations mix the rows of one example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.noise import new_seed, seeds_from
from hybridize_runtime.compile.tracing import ancestors


def vectorized(
    function: Callable[[Sequence[Any]], list[Any]],
    given: Sequence[Any],
    results: Sequence[Any],
    rows: Sequence[Any],
) -> list[Any]:
    """The results of a function of one example for rows of examples, [n, ...].

    given, results: for each argument and result whether it is `whole`; else the example has a first dimension of 1.
    """

    def one(row: Any) -> list[Any]:
        whole = [r if spec.whole else r[None] for r, spec in zip(row, given, strict=True)]
        with look_ups_gather(), noise_of_each():
            found = function(whole)
        pairs = zip(map(tf.convert_to_tensor, found), results, strict=True)
        return [tensor if spec.whole else tf.squeeze(tensor, 0) for tensor, spec in pairs]

    return list(for_each(one, list(rows), fallback_to_while_loop=False))


def for_each(one: Callable[[Any], Any], rows: Any, **options: Any) -> Any:
    """The results of a function of one row for all of them, stacked, with its gradients.

    `tf.vectorized_map` derives gradients from the operations that it makes, also where the function has a gradient of its
    own (`tf.custom_gradient`): such a function runs in a loop.
    """
    own = False

    def noted(row: Any) -> Any:
        nonlocal own
        found = one(row)
        own = own or has_own_gradient(tf.compat.v1.get_default_graph())
        return found

    found = tf.vectorized_map(noted, rows, **options)
    if not own:
        return found
    specs = tf.nest.map_structure(lambda t: tf.TensorSpec(t.shape[1:], t.dtype), found)
    return tf.map_fn(one, rows, fn_output_signature=specs)


def has_own_gradient(graph: Any) -> bool:
    """Whether a function in a graph, or in what it calls, has a gradient that need not be that of its operations."""
    definition = graph.as_graph_def()
    nodes = [*definition.node, *(node for each in definition.library.function for node in each.node_def)]
    names = {node.attr[_GRADIENT].s.decode() for node in nodes if _GRADIENT in node.attr}
    return any(name.startswith("CustomGradient-") and not _is_that_of_operations(name) for name in names)


_GRADIENT = "_gradient_op_type"
# Where TensorFlow writes a gradient down to save memory (`tf.nn.silu`).
_EQUAL = frozenset(("tensorflow.python.ops.nn_impl",))


def _is_that_of_operations(name: str) -> bool:
    """Whether TensorFlow itself wrote a gradient down; False where that cannot be seen."""
    try:
        from tensorflow.python.framework.ops import gradient_registry

        functions, modules = [gradient_registry.lookup(name)], set()
        for function in functions:  # grows
            modules.add(function.__module__)
            held = [each.cell_contents for each in function.__closure__ or ()]
            functions += [each for each in held if isinstance(each, FunctionType) and each not in functions]
    except (ImportError, LookupError, ValueError):  # ValueError: a name that is not bound yet
        return False
    return modules - {tf.custom_gradient.__module__} == _EQUAL


# Operations with a seed, and the same with a state: these differ from example to example when they are vectorized.
_STATEFUL = {
    "StatelessRandomUniformV2": "RandomUniform",
    "StatelessRandomNormalV2": "RandomStandardNormal",
    "StatelessTruncatedNormalV2": "TruncatedNormal",
}


@contextmanager
def noise_of_each() -> Iterator[None]:
    """While a graph is built: layers of Keras that draw random numbers draw others for each example."""
    graph = tf.compat.v1.get_default_graph()
    make, drawn = graph._create_op_internal, set()

    def draw(_: Any, dtype: Any) -> Any:
        seed = tf.cast(new_seed(), dtype)
        drawn.add(seed.op.name)
        return seed

    def made(op_type: str, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        if op_type in _STATEFUL and not drawn.isdisjoint(ancestors([inputs[1]])):
            dtype = kwargs["attrs"]["dtype"].type
            return tf.raw_ops.__dict__[_STATEFUL[op_type]](shape=inputs[0], dtype=dtype).op
        return make(op_type, inputs, *args, **kwargs)

    graph._create_op_internal = made
    try:
        with seeds_from(draw):
            yield
    finally:
        graph._create_op_internal = make


@contextmanager
def look_ups_gather() -> Iterator[None]:
    """While a graph is built: look-ups by `tf.gather` for `table[i]` and `table[i:i + 1]`, where `i` is only known later.

    As a slice it could not be vectorized, and neither can a look-up in a variable that was not read.
    """
    graph = tf.compat.v1.get_default_graph()
    make = graph._create_op_internal

    def made(op_type: str, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        if op_type == "ResourceGather":
            attributes = kwargs["attrs"]
            dtype = tf.as_dtype(attributes["dtype"].type)
            table = tf.raw_ops.ReadVariableOp(resource=inputs[0], dtype=dtype)
            return tf.gather(table, inputs[1], batch_dims=attributes["batch_dims"].i).op
        if op_type == "StridedSlice" and _takes_one_row(inputs, kwargs.get("attrs") or {}):
            return tf.gather(inputs[0], inputs[1]).op
        if op_type != "StridedSlice" or not _looks_up(inputs, kwargs.get("attrs") or {}):
            return make(op_type, inputs, *args, **kwargs)
        index = tf.reshape(inputs[1], [])
        length = tf.shape(inputs[0], out_type=index.dtype)[0]
        found = tf.gather(inputs[0], tf.where(index < 0, index + length, index))[None]
        first, behind = tf.constant([0], index.dtype), tf.constant([1], index.dtype)
        return make(op_type, [found, first, behind, behind], *args, **kwargs)

    graph._create_op_internal = made
    try:
        yield
    finally:
        graph._create_op_internal = make


def _takes_one_row(inputs: Sequence[Any], attributes: Any) -> bool:
    """Whether a slice along the first dimension begins at a place that the graph computes, and ends behind that."""
    if any(attributes[name].i for name in attributes if name.endswith("_mask")):
        return False
    (begin, end), step = map(_number, inputs[1:3]), tf.get_static_value(inputs[3])
    if begin is None or end is None or end.op.type != "AddV2" or step is None or step.tolist() != [1]:
        return False
    return end.op.inputs[0] is begin and tf.get_static_value(end.op.inputs[1]) == 1


def _number(packed: Any) -> Any:
    """The number that is the one element of a vector, where the graph computes it; else None."""
    return packed.op.inputs[0] if packed.op.type == "Pack" and packed.shape == (1,) else None


def _looks_up(inputs: Sequence[Any], attributes: Any) -> bool:
    """Whether a slice takes one element along the first dimension, at a place that the graph computes."""
    masks = {name: attributes[name].i for name in attributes if name.endswith("_mask")}
    only_first = masks.pop("shrink_axis_mask", 0) == 1 and not any(masks.values())
    return only_first and inputs[1].shape == (1,) and tf.get_static_value(inputs[1]) is None

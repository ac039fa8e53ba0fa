"""TensorFlow's helpers that hold or describe tensors and compute nothing: specs, dtypes, shapes, nests, scopes."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    BOOL,
    INT,
    NONE,
    NOTHING,
    UNKNOWN,
    External,
    Iterator,
    Ref,
    Shape,
    Tensor,
    Tuple,
    Value,
    const,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.dispatch import elements_of
from hybridize_analyzer.interpreter.tracing import forward_mode
from hybridize_analyzer.interpreter.values import conversions
from hybridize_analyzer.interpreter.values.allocation import allocate, new_list
from hybridize_analyzer.library.common import call_callback
from hybridize_analyzer.library.tensorflow.agreement import check_python_value
from hybridize_analyzer.shapes.dtypes import dtype_of
from hybridize_analyzer.shapes.spec import broadcast, integers, is_none

Args = tuple[Value, ...]
Model = Callable[[Call], Value]
_DEPTH = 4
_MOST_LEAVES = 1000
"""Of a structure that is known leaf by leaf; larger ones are known by what any leaf may be."""


def shape_value(shape: Shape | None) -> Value:
    """A static shape, as `x.shape` gives it."""
    if shape is None:
        return one(Iterator(INT, source="shape"))
    return one(Tuple(tuple(INT if n is None else const(n) for n in shape)))


def tensor_shape(call: Call) -> Value:
    dims = call.argument(0, "dims")
    check_python_value(call, "`tf.TensorShape`", dims)
    return shape_value(None if dims is None else integers(call.state.heap, dims))


def static_broadcast(call: Call) -> Value:
    sides = [call.argument(i, n) for i, n in enumerate(("shape_x", "shape_y"))]
    return shape_value(broadcast(*(None if s is None else integers(call.state.heap, s) for s in sides)))


def spec(name: str) -> Model:
    """A `TensorSpec` or one of its kin: an object with `shape` and `dtype`."""

    def model(call: Call) -> Value:
        ref = allocate(call.state, call.frame, call.node, name)
        shape = call.argument(0, "shape")
        check_python_value(call, "the shape of a specification", shape)
        wanted = None if shape is None or is_none(shape) else integers(call.state.heap, shape)
        call.state.heap.write(ref.key, "shape", shape_value(wanted))
        dtype = call.argument(1, "dtype")
        call.state.heap.write(ref.key, "dtype", dtype_value(call.state, call.frame, call.node, dtype))
        return one(ref)

    return model


def dtype_value(state: State, frame: Frame, node: ast.AST, value: Value | None) -> Value:
    named = dtype_of(value)
    return one(External(f"tensorflow.{named}") if named else allocate(state, frame, node, "tensorflow.DType"))


def as_dtype(call: Call) -> Value:
    return dtype_value(call.state, call.frame, call.node, call.args[0] if call.args else None)


AVERAGES = "tensorflow.train.ExponentialMovingAverage"


def made(name: str, kind: Kind | None = None, what: str = "") -> Model:
    """An object of a class; kind: what making one does besides."""

    def model(call: Call) -> Value:
        if kind is not None:
            call.emit(kind, what)
        if name == "tensorflow.io.Feature":
            check_python_value(call, "the shape of a feature", call.argument(0, "shape"))
        return one(allocate(call.state, call.frame, call.node, name))

    return model


CREATORS = "creators of variables"
"""Notes that the program says itself how variables are made, and (under `SUBSTITUTES`) that it makes something else."""
SUBSTITUTES = "in place of variables"


def _creators(call: Call) -> Value:
    """`tf.variable_creator_scope`: a function of the program gives what `tf.Variable` gives inside."""
    call.state.note(CREATORS, CREATORS, call.where)
    given, creator = (one(External("tensorflow.Variable")),), call.argument(0, "variable_creator") or UNKNOWN
    found = call_callback(call, creator, given, traced=False, keywords={"**": UNKNOWN})
    if not all(isinstance(atom, Tensor) and atom.kind == "variable" for atom in found):
        call.state.note(CREATORS, SUBSTITUTES, call.where)
    message = "`tf.variable_creator_scope` changes how variables are made"
    return made("tensorflow.scope", Kind.AMBIENT, message)(call)


def accumulator(call: Call) -> Value:
    """`tf.autodiff.ForwardAccumulator`."""
    primals, tangents = (call.argument(i, name) or NOTHING for i, name in enumerate(("primals", "tangents")))
    forward_mode.note_accumulator(call.state, call.frame, call.node, primals, tangents)
    return one(allocate(call.state, call.frame, call.node, "tensorflow.autodiff.ForwardAccumulator"))


def effect(kind: Kind, what: str, result: Value = NONE) -> Model:
    """A call with a known effect and a result that does not matter."""

    def model(call: Call) -> Value:
        call.emit(kind, what)
        return result

    return model


def _register_conversion(call: Call) -> Value:
    conversions.register(call)
    call.emit(Kind.AMBIENT, "how values become tensors is changed for the whole program")
    return NONE


def returning(value: Value) -> Model:
    def model(call: Call) -> Value:
        return value

    return model


def flatten(call: Call) -> Value:
    """`tf.nest.flatten`: the leaves in a list."""
    structure = call.argument(0, "structure") or UNKNOWN
    leaves = _leaves(call.state, structure, _DEPTH)
    if leaves is not None:
        return new_list(call.state, call.frame, call.node, union(NOTHING, *leaves), exact=tuple(leaves))
    return new_list(call.state, call.frame, call.node, _any_leaf(call, structure, _DEPTH, {}))


def _leaves(state: State, value: Value, depth: int) -> list[Value] | None:
    """The leaves one by one, where the structure is known: tuples and lists of tensors."""
    if tensors(value):
        return [value]
    items = items_of(state, value) if depth and not _is_text(value) else None
    if items is None:
        return None
    found: list[Value] = []
    for item in items:
        inner = _leaves(state, item, depth - 1)
        if inner is None or len(found) + len(inner) > _MOST_LEAVES:
            return None
        found += inner
    return found


def _is_text(value: Value) -> bool:
    return any(getattr(a, "type", None) in ("str", "bytes") for a in value)


def _any_leaf(call: Call, value: Value, depth: int, known: dict[tuple[Value, int], Value]) -> Value:
    """What any leaf may be.  known: what has been found for parts, which containers may share."""
    if (value, depth) not in known:
        known[value, depth] = union(NOTHING, *_any_leaves(call, value, depth, known))
    return known[value, depth]


def _any_leaves(call: Call, value: Value, depth: int, known: dict[tuple[Value, int], Value]) -> list[Value]:
    state, found = call.state, list[Value]()
    for atom in value:
        container = isinstance(atom, (Tuple, Iterator)) or (
            isinstance(atom, Ref) and _is_container(state, atom)
        )
        if isinstance(atom, Ref) and not container:
            found.append(UNKNOWN)  # a named tuple is taken apart, another object is not
        elif not container or not depth:
            found.append(one(atom))
        elif isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.dict":
            found.append(_any_leaf(call, state.heap.read(atom.key, "[]"), depth - 1, known))
        else:
            element = elements_of(state, call.frame, one(atom), call.node)
            found.append(_any_leaf(call, element, depth - 1, known))
    return found


def _is_container(state: State, ref: Ref) -> bool:
    return state.heap.type_of(ref.key) in ("builtins.list", "builtins.dict")


def pack(call: Call) -> Value:
    """`tf.nest.pack_sequence_as`: the leaves of a structure replaced by those of a list."""
    structure = call.argument(0, "structure") or UNKNOWN
    flat = call.argument(1, "flat_sequence") or UNKNOWN
    items = items_of(call.state, flat)
    parts = items_of(call.state, structure)
    if tensors(structure) and items is not None and len(items) == 1:
        return items[0]
    if (
        items is not None
        and parts is not None
        and len(items) == len(parts)
        and all(tensors(p) for p in parts)
    ):
        return one(Tuple(items))
    element = elements_of(call.state, call.frame, flat, call.node)
    if tensors(structure):
        return element
    return one(Iterator(element, source="list")) if parts is not None else UNKNOWN


def compiled(call: Call) -> Value:
    """`tf.xla.experimental.compile(f, inputs)` runs `f` inside a graph."""
    inputs = call.argument(1, "inputs") or NONE
    given = items_of(call.state, inputs) or ()
    result = call_callback(call, call.args[0] if call.args else UNKNOWN, given, traced=True)
    return new_list(call.state, call.frame, call.node, result)


def first(call: Call) -> Value:
    return call.args[0] if call.args else UNKNOWN


_SPECS = (
    "TensorSpec",
    "RaggedTensorSpec",
    "SparseTensorSpec",
    "IndexedSlicesSpec",
    "TensorArraySpec",
    "OptionalSpec",
)
_COLUMNS = """bucketized_column categorical_column_with_hash_bucket categorical_column_with_identity crossed_column
embedding_column categorical_column_with_vocabulary_file categorical_column_with_vocabulary_list indicator_column
make_parse_example_spec numeric_column shared_embeddings weighted_categorical_column
sequence_categorical_column_with_hash_bucket sequence_categorical_column_with_identity sequence_numeric_column""".split()
_INITIALIZERS = {
    "zeros_initializer": "Zeros", "ones_initializer": "Ones", "constant_initializer": "Constant",
    "random_normal_initializer": "tensorflow.RandomNormal", "random_uniform_initializer": "tensorflow.RandomUniform",
}  # fmt: skip
_OF_DEVICES = """Strategy ParameterServerStrategy experimental.ParameterServerStrategy
cluster_resolver.TPUClusterResolver cluster_resolver.SimpleClusterResolver NcclAllReduce HierarchicalCopyAllReduce
ReductionToOneDevice""".split()
DEVICES = "the devices are a matter of the process"


def rank(call: Call) -> Value:
    """`keras.ops.ndim` and its kin: a Python number, inside a graph too."""
    found = [INT if t.shape is None else const(len(t.shape)) for t in _asked(call)]
    return union(*found) if found else INT


def sizes(call: Call) -> Value:
    """`keras.ops.shape` and its kin: numbers, and inside a graph tensors for the lengths that it does not know."""
    found = [_sizes(t) for t in _asked(call)]
    return union(*found) if found else one(Iterator(INT, source="tuple"))


def _asked(call: Call) -> list[Tensor]:
    return list(tensors(call.argument(0, "x") or call.argument(0, "a") or UNKNOWN))


def _sizes(tensor: Tensor) -> Value:
    either = union(INT, one(Tensor("tensor", "int32", (), sized=True)))
    if tensor.shape is None:
        return one(Iterator(either if tensor.dynamic else INT, source="tuple"))
    known = enumerate(tensor.shape)
    return one(
        Tuple(
            tuple(const(n) if n is not None else either if tensor.may_be_open(a) else INT for a, n in known)
        )
    )


def _size(call: Call) -> Value:
    """`tf.experimental.numpy.size`: a number of NumPy where the shape is known, which a graph has to know for that."""
    if any(t.dynamic for t in _asked(call)):
        return union(INT, one(Tensor("tensor", None, ())))
    return INT


_OF_BUILD = "is_built_with_cuda is_built_with_gpu_support is_built_with_rocm is_built_with_xla is_gpu_available".split()
"""Questions about how TensorFlow was compiled, and for which devices there are, whose answer no program changes."""
_DEVICES = "list_physical_devices experimental.list_physical_devices".split()

MODELS: dict[str, Model] = {
    "tensorflow.experimental.numpy.ndim": rank,
    "tensorflow.experimental.numpy.shape": sizes,
    "tensorflow.experimental.numpy.size": _size,
    "tensorflow.TensorShape": tensor_shape,
    "tensorflow.broadcast_static_shape": static_broadcast,
    **{f"tensorflow.{name}": spec(f"tensorflow.{name}") for name in _SPECS},
    "tensorflow.TensorSpec.from_tensor": made("tensorflow.TensorSpec"),
    "tensorflow.TensorSpec.from_spec": made("tensorflow.TensorSpec"),
    "tensorflow.type_spec_from_value": made("tensorflow.TypeSpec"),
    "tensorflow.as_dtype": as_dtype,
    "tensorflow.nest.flatten": flatten,
    "tensorflow.nest.pack_sequence_as": pack,
    "tensorflow.nest.is_nested": returning(BOOL),
    **{f"tensorflow.test.{name}": returning(BOOL) for name in _OF_BUILD},
    **{f"tensorflow.config.{name}": returning(one(Iterator(UNKNOWN, None, "list"))) for name in _DEVICES},
    "tensorflow.nest.assert_same_structure": returning(NONE),
    "tensorflow.Module": made("tensorflow.Module"),
    "tensorflow.compat.dimension_value": first,
    "tensorflow.compat.v1.Dimension": first,
    **{f"tensorflow.feature_column.{name}": made("tensorflow.feature_column") for name in _COLUMNS},
    **{
        f"tensorflow.{version}{name}": made(f"keras.initializers.{cls}")
        for version in ("", "compat.v1.")
        for name, cls in _INITIALIZERS.items()
    },
    "tensorflow.compat.v1.truncated_normal_initializer": made("keras.initializers.tensorflow.RandomNormal"),
    **{
        f"tensorflow.distribute.{name}": made(f"tensorflow.distribute.{name}", Kind.AMBIENT, DEVICES)
        for name in _OF_DEVICES
    },
    AVERAGES: made(AVERAGES),
    "tensorflow.tpu.experimental.initialize_tpu_system": effect(Kind.AMBIENT, DEVICES),
    "tensorflow.tpu.experimental.shutdown_tpu_system": effect(Kind.AMBIENT, DEVICES),
    "tensorflow.DeviceSpec": made("tensorflow.DeviceSpec"),
    "tensorflow.DeviceSpec.from_string": made("tensorflow.DeviceSpec"),
    "tensorflow.Graph": made("tensorflow.Graph", Kind.AMBIENT, "a `tf.Graph` is made"),
    "tensorflow.CriticalSection": made("tensorflow.CriticalSection", Kind.VARIABLE, "a `tf.CriticalSection` is created"),
    **{
        f"tensorflow.lookup.{name}": made(f"tensorflow.lookup.{name}", Kind.VARIABLE, "a lookup table is created")
        for name in "StaticHashTable StaticVocabularyTable experimental.DenseHashTable experimental.MutableHashTable".split()
    },
    **{
        f"tensorflow.io.{name}": made("tensorflow.io.Feature")
        for name in ("FixedLenFeature", "FixedLenSequenceFeature", "RaggedFeature", "SparseFeature", "VarLenFeature")
    },
    "tensorflow.lookup.KeyValueTensorInitializer": made("tensorflow.lookup.KeyValueTensorInitializer"),
    "tensorflow.lookup.TextFileInitializer": made(
        "tensorflow.lookup.TextFileInitializer", Kind.FILE, "a vocabulary is read from a file"
    ),
    "tensorflow.lite.Interpreter": made("tensorflow.lite.Interpreter", Kind.FILE, "a model is read from a file"),
    "tensorflow.lite.TFLiteConverter.from_saved_model": made(
        "tensorflow.lite.TFLiteConverter", Kind.FILE, "a model is read from a file"
    ),
    "tensorflow.init_scope": made("tensorflow.scope", Kind.AMBIENT, "`tf.init_scope` leaves the graph"),
    "tensorflow.variable_creator_scope": _creators,
    "tensorflow.xla.experimental.jit_scope": made("tensorflow.scope"),
    "tensorflow.xla.experimental.compile": compiled,
    "tensorflow.autodiff.ForwardAccumulator": accumulator,
    "tensorflow.autograph.experimental.set_loop_options": returning(NONE),
    "tensorflow.autograph.set_verbosity": effect(Kind.AMBIENT, "AutoGraph's verbosity is set"),
    "tensorflow.autograph.to_graph": first,
    "tensorflow.register_tensor_conversion_function": _register_conversion,
}  # fmt: skip

"""Operations: tensors in, tensors out, with the dtypes and shapes that follow."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridize_analyzer.knowledge import tensorflow as knowledge
from hybridize_analyzer.semantics.definitions import new_list
from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.heap import ELEMENTS
from hybridize_analyzer.semantics.library.common import (
    argument,
    contains_symbolic,
    contains_tensor,
    dtype_of,
    everything,
    python_dtype,
)
from hybridize_analyzer.semantics.library.numpy import literal_shape
from hybridize_analyzer.semantics.operators import broadcast_shapes, check_dtypes, note_tensor_use, rounding
from hybridize_analyzer.semantics.state import Bindings, Frame, State
from hybridize_analyzer.semantics.values import (
    UNKNOWN,
    Array,
    Bound,
    Function,
    Hybrid,
    Iterator,
    Partial,
    Ref,
    Scalar,
    Shape,
    Tensor,
    Tuple,
    Value,
    one,
    tensors,
)

Args = tuple[Value, ...]
Model = Callable[[State, Frame, ast.AST, Args, Bindings], Value]


def compute(state: State, frame: Frame, node: ast.AST, name: str, args: Args, keywords: Bindings) -> Value:
    """An operation: tensors in, tensors out."""
    given = everything(args, keywords)
    frame.ops += 1
    note_tensor_use(state, frame, node, *args[:2])
    for value in given:
        if contains_symbolic(state, value):
            state.emit(frame, node, Kind.SYMBOLIC, f"`{name}` gets a Keras symbolic tensor")
        _invoke_functions(state, frame, node, name, value)
    found = [t for v in given for t in _tensors_inside(state, v)]
    if knowledge.rounds(name) and any(t.rounded for t in found):
        rounding(state, frame, node)
    if len(args) > 1 and knowledge.short(name) in _BINARY:
        check_dtypes(state, frame, node, args[0], args[1])
    result = _result(state, name, args, keywords, found)
    if name == "tensorflow.cast" and result.rounded and (result.dtype or "int").startswith(("int", "uint")):
        rounding(state, frame, node)
    count = knowledge.multiple(name)
    if count is not None:
        return _several(state, name, result, count)
    if knowledge.returns_list(name):
        return new_list(state, frame, node, one(result))
    if name.endswith(("nest.flatten", "broadcast_static_shape")):
        return UNKNOWN
    return one(result)


_BINARY = frozenset(
    """add subtract multiply divide matmul maximum minimum pow math.add math.multiply math.subtract tensordot
    linalg.matmul linalg.matvec""".split()
)


def _several(state: State, name: str, result: Tensor, count: int) -> Value:
    parts = [one(result)] * count
    if knowledge.short(name) in ("math.top_k", "nn.top_k"):
        parts[1] = one(Tensor("tensor", "int32", None, result.dynamic))
    if knowledge.short(name) == "clip_by_global_norm":
        parts[0] = one(Iterator(one(result), source="list"))
    return one(Tuple(tuple(parts)))


def _tensors_inside(state: State, value: Value, depth: int = 2) -> list[Tensor]:
    found = tensors(value)
    if depth:
        for atom in value:
            if isinstance(atom, Tuple):
                for element in atom.elements:
                    found += _tensors_inside(state, element, depth - 1)
            elif isinstance(atom, Ref) and isinstance(state.heap.type_of(atom.key), str):
                found += _tensors_inside(state, state.heap.read(atom.key, ELEMENTS), depth - 1)
            elif isinstance(atom, Iterator):
                found += _tensors_inside(state, atom.element, depth - 1)
    return found


def _result(state: State, name: str, args: Args, keywords: Bindings, found: list[Tensor]) -> Tensor:
    kind = next((t.kind for t in found if t.kind in ("symbolic", "ragged", "sparse")), "tensor")
    dynamic = knowledge.is_data_dependent(name, len(args) + len(keywords)) or any(t.dynamic for t in found)
    if knowledge.shaped_by_tensors(name) and any(
        contains_tensor(state, v) for v in (*args[1:], *keywords.values())
    ):
        dynamic = True
    if (
        name
        in ("tensorflow.zeros", "tensorflow.ones", "tensorflow.fill", "tensorflow.range", "tensorflow.eye")
        and args
        and contains_tensor(state, args[0])
    ):
        dynamic = True
    if knowledge.reduces_fully(name) and len(args) == 1 and "axis" not in keywords:
        return Tensor(kind, _dtype(name, args, keywords, found), (), False, any(t.rounded for t in found))
    shape = _shape(name, args, keywords)
    rounded = any(t.rounded for t in found)
    dtype = _dtype(name, args, keywords, found)
    return Tensor(kind, dtype, shape, dynamic and shape != (), rounded)


_DTYPE_POSITION = {
    "cast": 1, "zeros": 1, "ones": 1, "constant": 1, "random.uniform": 4, "random.normal": 3, "random.stateless_uniform": 4,
    "random.stateless_normal": 4, "saturate_cast": 1, "one_hot": 5, "eye": 3, "range": 3,
}  # fmt: skip


def _dtype(name: str, args: Args, keywords: Bindings, found: list[Tensor]) -> str | None:
    key = knowledge.short(name)
    given = argument(args, keywords, _DTYPE_POSITION.get(key, 99), "dtype")
    given = given or keywords.get("out_type") or keywords.get("output_type")
    if given is not None:
        return dtype_of(given)
    fixed = knowledge.fixed_dtype(name)
    if fixed is not None:
        return fixed
    if key in ("fill",) and len(args) > 1:
        return python_dtype(args[1])
    if key in ("gather", "gather_nd", "one_hot", "nn.embedding_lookup", "where") and args:
        parts = args[1:3] if key == "where" and len(args) == 3 else args[:1]
        known = {t.dtype for v in parts for t in tensors(v)}
        return known.pop() if len(known) == 1 else None
    known = {t.dtype for t in found}
    return known.pop() if len(known) == 1 else (python_dtype(args[0]) if not known and args else None)


_ELEMENTWISE = frozenset(
    """abs exp sqrt square tanh sigmoid sign sin cos negative identity stop_gradient zeros_like ones_like cast round floor
    math.log math.exp math.sqrt math.tanh math.sigmoid math.log1p math.softplus math.rsqrt math.abs math.square nn.relu
    nn.sigmoid nn.tanh nn.softmax nn.log_softmax nn.elu nn.gelu nn.softplus nn.leaky_relu nn.silu clip_by_value
    logical_not math.is_nan""".split()
)


_BROADCAST = frozenset(
    """add subtract multiply divide maximum minimum pow equal not_equal greater less greater_equal less_equal
    logical_and logical_or""".split()
)


def _shape(name: str, args: Args, keywords: Bindings) -> Shape | None:
    key = knowledge.short(name)
    if key in (
        "zeros",
        "ones",
        "fill",
        "random.normal",
        "random.uniform",
        "random.stateless_normal",
        "random.stateless_uniform",
    ):
        value = argument(args, keywords, 0, "shape")
        return literal_shape(value) if value is not None else None
    if key == "range":
        return (None,)
    if key == "shape":
        source = _single_shape(args[0]) if args else None
        return None if source is None else (len(source),)
    if key in ("size", "rank"):
        return ()
    if key in _ELEMENTWISE and args:
        return _single_shape(args[0])
    if key in _BROADCAST and len(args) == 2:
        a, b = _single_shape(args[0]), _single_shape(args[1])
        return broadcast_shapes(a, b) if a is not None and b is not None else None
    if key in ("matmul", "linalg.matmul") and len(args) == 2 and not keywords:
        a, b = _single_shape(args[0]), _single_shape(args[1])
        return (*a[:-1], b[-1]) if a and b and len(a) == 2 == len(b) else None
    return None


def _single_shape(value: Value) -> Shape | None:
    if len(value) != 1:
        return None
    (atom,) = value
    if isinstance(atom, (Tensor, Array)):
        return atom.shape
    return () if isinstance(atom, Scalar) or hasattr(atom, "value") else None


def _invoke_functions(state: State, frame: Frame, node: ast.AST, name: str, value: Value) -> None:
    if any(isinstance(a, (Function, Bound, Partial, Hybrid)) for a in value):
        state.emit(frame, node, Kind.UNKNOWN, f"`{name}` gets a function, and how it calls it cannot be seen")

"""TensorFlow: what its functions return and what tracing would notice of them."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridize_analyzer.knowledge import tensorflow as knowledge
from hybridize_analyzer.knowledge import tensors as members
from hybridize_analyzer.semantics.definitions import allocate, new_list
from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.heap import ELEMENTS
from hybridize_analyzer.semantics.library.common import (
    argument,
    call_callback,
    contains_symbolic,
    contains_tensor,
    dtype_of,
    everything,
    invoke_callbacks,
    is_dtype,
    python_dtype,
)
from hybridize_analyzer.semantics.library.numpy import literal_shape, nested_shape
from hybridize_analyzer.semantics.operators import broadcast_shapes, check_dtypes, note_tensor_use, rounding
from hybridize_analyzer.semantics.sequences import elements_of, items_of
from hybridize_analyzer.semantics.state import Bindings, Frame, State
from hybridize_analyzer.semantics.values import (
    BOOL,
    INT,
    NONE,
    NOTHING,
    UNKNOWN,
    Array,
    Const,
    External,
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
    union,
)

Args = tuple[Value, ...]
Model = Callable[[State, Frame, ast.AST, Args, Bindings], Value]


def call(state: State, frame: Frame, node: ast.AST, name: str, args: Args, keywords: Bindings) -> Value:
    model = _MODELS.get(name)
    if model is not None:
        return model(state, frame, node, args, keywords)
    if name.startswith("tensorflow.data."):
        return _dataset(state, frame, node, name.rpartition(".")[2], None, args, keywords)
    if is_dtype(name.removeprefix("tensorflow.")):
        return UNKNOWN
    kind = knowledge.category(name)
    if kind == "compute":
        return compute(state, frame, node, name, args, keywords)
    short = name.replace("tensorflow.", "tf.", 1)
    if kind == "random":
        state.emit(frame, node, Kind.RANDOM, f"`{short}` draws from TensorFlow's global random generator")
        return compute(state, frame, node, name, args, keywords)
    if kind == "eager-only":
        state.emit(frame, node, Kind.EAGER_ONLY, f"`{short}` needs eager execution")
        return UNKNOWN
    if kind == "file":
        state.emit(frame, node, Kind.FILE, f"`{short}` reads or writes files")
        return (
            one(allocate(state, frame, node, name))
            if name.rpartition(".")[2][:1].isupper()
            else TENSOR_OR_UNKNOWN
        )
    if kind == "ambient":
        state.emit(frame, node, Kind.AMBIENT, f"`{short}` reads or sets global state")
        return UNKNOWN
    return invoke_callbacks(state, frame, node, f"`{short}`", args, keywords)


TENSOR_OR_UNKNOWN: Value = frozenset({Tensor("tensor", "string")})


def compute(state: State, frame: Frame, node: ast.AST, name: str, args: Args, keywords: Bindings) -> Value:
    """An operation: tensors in, tensors out."""
    given = everything(args, keywords)
    frame.ops += 1
    note_tensor_use(state, frame, node, *args[:2])
    for value in given:
        if contains_symbolic(state, value):
            state.emit(frame, node, Kind.SYMBOLIC, f"`{name}` gets a Keras symbolic tensor")
        _invoke_functions(state, frame, node, value)
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
            elif isinstance(atom, Ref) and isinstance(state.heap.objects[atom.key].cls, str):
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


def _invoke_functions(state: State, frame: Frame, node: ast.AST, value: Value) -> None:
    for atom in value:
        if isinstance(atom, (Function, Partial)):
            call_callback(state, frame, node, one(atom), (), traced=False)


def _constant(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    value = argument(args, keywords, 0, "value") or UNKNOWN
    given = argument(args, keywords, 1, "dtype")
    dtype = dtype_of(given) if given is not None and given != NONE else None
    note_tensor_use(state, frame, node, value)
    frame.ops += 1
    if contains_tensor(state, value) and not tensors(value) and _is_constant_call(node):
        state.emit(frame, node, Kind.PYTHON_VALUE, "`tf.constant` needs the value of a tensor")
    source = tensors(value)
    if source:
        return one(
            Tensor("tensor", dtype or source[0].dtype, source[0].shape, source[0].dynamic, source[0].rounded)
        )
    shape = nested_shape(_as_tuple(state, value)) or _list_shape(state, value)
    return one(Tensor("tensor", dtype or _content_dtype(state, value), shape))


def _list_shape(state: State, value: Value) -> Shape | None:
    """The shape of a list of unknown length whose elements have one shape."""
    if len(value) != 1:
        return None
    (atom,) = value
    if not isinstance(atom, Ref) or state.heap.objects[atom.key].cls != "builtins.list":
        return () if nested_shape(value) == () else None
    parts = {nested_shape(one(a)) for a in state.heap.read(atom.key, ELEMENTS)}
    inner = parts.pop() if len(parts) == 1 else None
    return None if inner is None else (None, *inner)


def _is_constant_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "constant"
    )


def _as_tuple(state: State, value: Value) -> Value:
    items = None if any(isinstance(a, Const) for a in value) else items_of(state, value)
    return one(Tuple(tuple(_as_tuple(state, i) for i in items))) if items is not None else value


def _content_dtype(state: State, value: Value) -> str | None:
    as_tuple = _as_tuple(state, value)
    if as_tuple != value or any(isinstance(a, Tuple) for a in value):
        return python_dtype(as_tuple)
    for atom in value:
        if isinstance(atom, Ref):
            return python_dtype(state.heap.read(atom.key, ELEMENTS))
    return python_dtype(value)


def _variable(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    state.emit(frame, node, Kind.VARIABLE, "a `tf.Variable` is created")
    (made,) = _constant(state, frame, node, args[:1] or (keywords.get("initial_value", UNKNOWN),), {})
    dtype = dtype_of(keywords.get("dtype"))
    assert isinstance(made, Tensor)
    return one(Tensor("variable", dtype or made.dtype, made.shape))


def _function(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    """`tf.function(f)`, and `tf.function(input_signature=…)`, which is a decorator."""
    value = argument(args, keywords, 0, "func")
    if value is None or value == NONE:
        return one(External("tensorflow.function"))
    for atom in value:
        inner = (
            atom.function
            if not isinstance(atom, (Function, External, Ref)) and hasattr(atom, "function")
            else atom
        )
        if isinstance(inner, Function):
            state.wrapped.setdefault(inner.code, frame.module.location(node))
        if isinstance(inner, Function) and frame.loop > 0:
            state.emit(frame, node, Kind.READ, "a `tf.function` is made in a loop")
    return frozenset(Hybrid(a) for a in value)


def _enter_functional(frame: Frame) -> None:
    """Inside the functions given to `map_fn`, `cond`, `while_loop`: TensorFlow decides how often they run."""
    frame.symbolic.append(frozenset(frame.allocated))
    frame.mapped += 1


def _leave_functional(frame: Frame) -> None:
    frame.symbolic.pop()
    frame.mapped -= 1


def _map_like(position: int, traced: bool, *, keep_args: bool = False) -> Model:
    def model(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
        frame.ops += 1
        function = argument(args, keywords, 0, "fn") or UNKNOWN
        elements = argument(args, keywords, 1, "elems") or UNKNOWN
        element = _slice_of(state, frame, elements, node)
        _enter_functional(frame)
        frame.loop += 1
        if position == 2:
            start = argument(args, keywords, 2, "initializer") or element
            result = union(
                start, call_callback(state, frame, node, function, (start, element), traced=traced)
            )
        else:
            result = call_callback(state, frame, node, function, (element,), traced=traced)
        frame.loop -= 1
        _leave_functional(frame)
        return union(*(_batched(a) for a in result)) if result else one(Tensor())

    return model


def _batched(atom: object) -> Value:
    if isinstance(atom, Tensor):
        return one(Tensor(atom.kind if atom.kind != "variable" else "tensor", atom.dtype, None, atom.dynamic))
    if isinstance(atom, Tuple):
        return one(Tuple(tuple(union(NOTHING, *(_batched(a) for a in e)) for e in atom.elements)))
    return one(Tensor())


def _slice_of(state: State, frame: Frame, value: Value, node: ast.AST) -> Value:
    """One element of what `map_fn` runs over; structures are sliced inside."""
    if len(value) == 1:
        (atom,) = value
        if isinstance(atom, Tuple):
            return one(Tuple(tuple(_slice_of(state, frame, e, node) for e in atom.elements)))
    inside = elements_of(state, frame, value, node)
    return inside if tensors(value) else one(Tensor())


def _cond(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    frame.ops += 1
    _enter_functional(frame)
    functions = [argument(args, keywords, 1, "true_fn"), argument(args, keywords, 2, "false_fn")]
    results = [call_callback(state, frame, node, f, (), traced=False) for f in functions if f is not None]
    _leave_functional(frame)
    return union(NOTHING, *results)


def _switch(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    frame.ops += 1
    _enter_functional(frame)
    branches = (
        argument(args, keywords, 1, "branch_fns") or argument(args, keywords, 0, "pred_fn_pairs") or UNKNOWN
    )
    functions = elements_of(state, frame, branches, node)
    result = call_callback(state, frame, node, functions, (), traced=False)
    _leave_functional(frame)
    return result or one(Tensor())


def _while_loop(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    frame.ops += 1
    variables = argument(args, keywords, 2, "loop_vars") or UNKNOWN
    items = items_of(state, variables)
    parts = items if items is not None else (elements_of(state, frame, variables, node),)
    parts = tuple(one(Tensor("tensor", python_dtype(p))) if not tensors(p) else p for p in parts)
    _enter_functional(frame)
    for index, name in ((0, "cond"), (1, "body")):
        function = argument(args, keywords, index, name)
        if function is not None:
            call_callback(state, frame, node, function, parts, traced=False)
    _leave_functional(frame)
    return one(Tuple(tuple(one(Tensor(t.kind, t.dtype)) for p in parts for t in tensors(p)[:1])))


def _map_structure(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    if not args:
        return UNKNOWN
    leaves = tuple(_leaves(state, frame, a, node) for a in args[1:])
    result = call_callback(state, frame, node, args[0], leaves, traced=False)
    if len(args) > 1 and tensors(args[1]):
        return result
    return one(Iterator(result, source="list"))


def _leaves(state: State, frame: Frame, value: Value, node: ast.AST) -> Value:
    parts = [
        one(a) if isinstance(a, (Tensor, Array, Scalar)) else elements_of(state, frame, one(a), node)
        for a in value
    ]
    return union(NOTHING, *parts)


def _tape(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    return one(allocate(state, frame, node, "tensorflow.GradientTape"))


def tape_method(
    state: State, frame: Frame, node: ast.AST, name: str, args: Args, keywords: Bindings
) -> Value:
    """`tape.gradient(target, sources)` has the structure of `sources`."""
    if name in ("watch", "stop_recording", "reset"):
        return NONE
    frame.ops += 10
    sources = argument(args, keywords, 1, "sources") or UNKNOWN
    return _gradient_of(state, frame, sources, node)


def _gradient_of(state: State, frame: Frame, value: Value, node: ast.AST) -> Value:
    if tensors(value):
        return frozenset(Tensor("tensor", t.dtype, t.shape) for t in tensors(value))
    items = items_of(state, value)
    if items is not None:
        parts = tuple(_gradient_of(state, frame, i, node) for i in items)
        return new_list(state, frame, node, union(NOTHING, *parts), exact=parts)
    element = elements_of(state, frame, value, node)
    gradient = frozenset(Tensor("tensor", t.dtype, t.shape) for t in tensors(element)) or one(Tensor())
    return new_list(state, frame, node, gradient)


def _tensor_array(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    frame.ops += 1
    return one(Tensor("array", dtype_of(argument(args, keywords, 0, "dtype"))))


def _slices(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    values = argument(args, keywords, 0, "values") or NOTHING
    return one(Tensor("slices", next((t.dtype for t in tensors(values)), None)))


def _kind(kind: str) -> Model:
    return lambda state, frame, node, args, keywords: one(Tensor(kind, None))


def _is_tensor(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    return BOOL


def _plain(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    return UNKNOWN


def _print(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    frame.ops += 1
    if "output_stream" in keywords:
        state.emit(frame, node, Kind.FILE, "`tf.print` writes to a chosen stream")
    return NONE


def _scope(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    return one(allocate(state, frame, node, "tensorflow.scope"))


def _generator(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    state.emit(frame, node, Kind.VARIABLE, "a `tf.random.Generator` is created")
    return one(allocate(state, frame, node, "tensorflow.random.Generator"))


def _python_function(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    state.emit(frame, node, Kind.UNKNOWN, "a Python function runs as an operation")
    function = argument(args, keywords, 0, "func")
    if function is not None:
        call_callback(state, frame, node, function, (one(Tensor()),), traced=False)
    return one(Tensor())


def _with_gradient(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    return args[0] if args else UNKNOWN


_MODELS: dict[str, Model] = {
    "tensorflow.constant": _constant,
    "tensorflow.convert_to_tensor": _constant,
    "tensorflow.Variable": _variable,
    "tensorflow.function": _function,
    "tensorflow.map_fn": _map_like(1, traced=False),
    "tensorflow.vectorized_map": _map_like(1, traced=True),
    "tensorflow.scan": _map_like(2, traced=False),
    "tensorflow.foldl": _map_like(2, traced=False),
    "tensorflow.foldr": _map_like(2, traced=False),
    "tensorflow.cond": _cond,
    "tensorflow.case": _switch,
    "tensorflow.switch_case": _switch,
    "tensorflow.while_loop": _while_loop,
    "tensorflow.nest.map_structure": _map_structure,
    "tensorflow.GradientTape": _tape,
    "tensorflow.TensorArray": _tensor_array,
    "tensorflow.IndexedSlices": _slices,
    "tensorflow.RaggedTensor": _kind("ragged"),
    "tensorflow.ragged.constant": _kind("ragged"),
    "tensorflow.SparseTensor": _kind("sparse"),
    "tensorflow.RaggedTensor.from_row_splits": _kind("ragged"),
    "tensorflow.RaggedTensor.from_row_lengths": _kind("ragged"),
    "tensorflow.RaggedTensor.from_tensor": _kind("ragged"),
    "tensorflow.is_tensor": _is_tensor,
    "tensorflow.keras.backend.is_keras_tensor": _is_tensor,
    "tensorflow.as_dtype": _plain,
    "tensorflow.TensorSpec": _plain,
    "tensorflow.TensorShape": _plain,
    "tensorflow.type_spec_from_value": _plain,
    "tensorflow.dtypes.as_dtype": _plain,
    "tensorflow.assert_rank": _plain,
    "tensorflow.print": _print,
    "tensorflow.name_scope": _scope,
    "tensorflow.device": _scope,
    "tensorflow.control_dependencies": _scope,
    "tensorflow.random.Generator.from_seed": _generator,
    "tensorflow.random.Generator.from_non_deterministic_state": _generator,
    "tensorflow.random.get_global_generator": _generator,
    "tensorflow.py_function": _python_function,
    "tensorflow.numpy_function": _python_function,
    "tensorflow.custom_gradient": _with_gradient,
    "tensorflow.recompute_grad": _with_gradient,
    "tensorflow.Module.with_name_scope": _with_gradient,
    "tensorflow.autograph.experimental.do_not_convert": _with_gradient,
}


def call_member(
    state: State, frame: Frame, node: ast.AST, name: str, tensor: Tensor, args: Args, keywords: Bindings
) -> Value:
    """A method of a tensor, a variable, a TensorArray, …"""
    if name in members.EAGER_ONLY:
        state.emit(frame, node, Kind.EAGER_ONLY, f"`.{name}()` is called on a tensor")
        return one(Array(tensor.dtype, tensor.shape))
    if name in members.ASSIGNMENTS:
        frame.ops += 1
        return one(Tensor("variable", tensor.dtype, tensor.shape))
    if name == "get_shape":
        return one(Iterator(INT, source="shape"))
    if name in members.STATIC:
        return NONE if name == "set_shape" else UNKNOWN
    if name in members.COMPUTES:
        frame.ops += 1
        if tensor.kind == "array" and name in ("write", "scatter", "unstack", "split", "identity"):
            return one(tensor)
        if name in ("value", "read_value"):
            return one(Tensor("tensor", tensor.dtype, tensor.shape))
        return one(Tensor("tensor", tensor.dtype, None, tensor.kind in ("array", "ragged")))
    if tensor.kind == "symbolic":
        state.emit(frame, node, Kind.SYMBOLIC, f"`.{name}` of a Keras symbolic tensor")
    state.emit(frame, node, Kind.EAGER_ONLY, f"`.{name}` is not a member of symbolic tensors")
    return UNKNOWN


def _dataset(
    state: State, frame: Frame, node: ast.AST, name: str, source: Value | None, args: Args, keywords: Bindings
) -> Value:
    """A dataset, or one made from another."""
    ref = allocate(state, frame, node, "tensorflow.data.Dataset")
    element = source or one(Tensor())
    if name == "from_tensor_slices" and args:
        element = _dataset_slice(state, frame, args[0], node)
    elif name == "range":
        element = one(Tensor("tensor", "int64", ()))
    elif name in ("map", "interleave", "flat_map") and args:
        _enter_functional(frame)
        given = items_of(state, element) or (element,)
        element = call_callback(state, frame, node, args[0], given, traced=True)
        _leave_functional(frame)
    elif name == "filter" and args:
        call_callback(state, frame, node, args[0], items_of(state, element) or (element,), traced=True)
    elif name == "batch":
        element = _batch(element)
    elif name == "zip":
        element = (
            one(Tuple(tuple(elements_of(state, frame, a, node) for a in (items_of(state, args[0]) or args))))
            if args
            else element
        )
    state.heap.write(ref.key, ELEMENTS, element)
    return one(ref)


def _batch(value: Value) -> Value:
    return union(NOTHING, *(_batched(a) for a in value))


def _dataset_slice(state: State, frame: Frame, value: Value, node: ast.AST) -> Value:
    if len(value) == 1:
        (atom,) = value
        if isinstance(atom, Tuple):
            return one(Tuple(tuple(_dataset_slice(state, frame, e, node) for e in atom.elements)))
        if isinstance(atom, (Tensor, Array)):
            return one(Tensor("tensor", atom.dtype, atom.shape[1:] if atom.shape else None))
    return one(Tensor("tensor", _content_dtype(state, value)))


def dataset_method(
    state: State, frame: Frame, node: ast.AST, name: str, ref: Ref, args: Args, keywords: Bindings
) -> Value:
    element = state.heap.read(ref.key, ELEMENTS)
    if name in ("as_numpy_iterator", "reduce", "save", "get_single_element"):
        state.emit(frame, node, Kind.EAGER_ONLY, f"`Dataset.{name}` is called")
        return UNKNOWN
    if name in ("cardinality", "__len__"):
        return one(Tensor("tensor", "int64", ()))
    return _dataset(state, frame, node, name, element, args, keywords)

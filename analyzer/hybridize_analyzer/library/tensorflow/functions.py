"""TensorFlow: what its functions return and what tracing would notice of them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from hybridize_analyzer.domain.bindings import LIBRARIES
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.computed import COMPUTED
from hybridize_analyzer.domain.contents import contains, items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    BOOL,
    NONE,
    NOTHING,
    OPERATION,
    UNKNOWN,
    Array,
    Const,
    External,
    Function,
    Hybrid,
    Partial,
    Ref,
    Tensor,
    Tuple,
    Value,
    const,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_value, elements_of
from hybridize_analyzer.interpreter.syntax.with_statements import NAME_SCOPE
from hybridize_analyzer.interpreter.tracing import (
    costs,
    forward_mode,
    left_out,
    lookups,
    placeholders,
    short_lived,
    some_results,
)
from hybridize_analyzer.interpreter.tracing.between import asked, note_gradient
from hybridize_analyzer.interpreter.tracing.lengths import holds_open
from hybridize_analyzer.interpreter.values import types
from hybridize_analyzer.interpreter.values.allocation import allocate, new_list
from hybridize_analyzer.interpreter.values.tensors import NUMPY_BEHAVIOR, read_shape
from hybridize_analyzer.interpreter.values.unseen import unseen_call
from hybridize_analyzer.knowledge import tensorflow as knowledge
from hybridize_analyzer.knowledge import tensors as members
from hybridize_analyzer.knowledge.exports import canonical_export, export
from hybridize_analyzer.knowledge.tensorflow import CLOCK
from hybridize_analyzer.library.binding import bind_by_name
from hybridize_analyzer.library.common import (
    call_callback,
    check_name,
    check_operation_name,
    dtype_of,
    is_dtype,
)
from hybridize_analyzer.library.tensorflow import composites, execution, files, plain, strategies
from hybridize_analyzer.library.tensorflow.agreement import check_given, check_python_value
from hybridize_analyzer.library.tensorflow.constants import constant
from hybridize_analyzer.library.tensorflow.datasets import dataset
from hybridize_analyzer.library.tensorflow.functional import (
    case,
    cond,
    first_version,
    map_like,
    map_structure,
    map_values,
    switch,
    while_loop,
)
from hybridize_analyzer.library.tensorflow.made_here import is_made_here
from hybridize_analyzer.library.tensorflow.operations import compute
from hybridize_analyzer.program.code import found_once, parameter_names, walk
from hybridize_analyzer.shapes.spec import DENSE, integer

Args = tuple[Value, ...]
Model = Callable[[Call], Value]


def run(call: Call, name: str) -> Value:
    uncompiled = knowledge.uncompiled(name)
    if uncompiled is not None:
        call.emit(Kind.COMPILE, f"`{name.replace('tensorflow.', 'tf.', 1)}` {uncompiled}")
    model = _MODELS.get(name) or _MODELS.get(canonical_export(name))
    if model is not None:
        if "name" in call.keywords or len(call.args) > 2:
            check_name(
                call.state, call.frame, call.node, bind_by_name(call.state, name, call.args, call.keywords)
            )
        return model(call)
    known = export(name)
    if known is not None and known.kind == "method" and call.args and known.name.startswith(_UNBOUND):
        return _unbound(call, known.name)
    if known is not None and known.kind == "class" and known.name.startswith(_CLASSES):
        return one(allocate(call.state, call.frame, call.node, known.name))
    if name.startswith("tensorflow.data."):
        return dataset(call, name.rpartition(".")[2], None)
    if is_dtype(name.removeprefix("tensorflow.")):
        return UNKNOWN
    kind = knowledge.category(name)
    if kind == "compute":
        return compute(call, name)
    short = name.replace("tensorflow.", "tf.", 1)
    if kind == "random":
        call.emit(Kind.RANDOM, f"`{short}` draws from TensorFlow's global random generator")
        return _drawn(compute(call, name))
    if kind == "stateful":
        call.emit(Kind.AMBIENT, f"`{short}` is an operation with state", member=name)
        return compute(call, name)
    if kind == "eager-only":
        call.emit(Kind.EAGER_ONLY, f"`{short}` needs eager execution")
        return UNKNOWN
    if kind == "file":
        return files.run(call, name)
    if kind == "ambient":
        call.emit(Kind.AMBIENT, f"`{short}` reads or sets global state", member=name)
        return UNKNOWN
    return unseen_call(call, f"`{short}`", member=name)


def _drawn(value: Value) -> Value:
    """Random numbers, of which no last bit matters, whatever they were drawn by."""
    return frozenset(a.but(rounded=False) if isinstance(a, Tensor) and a.rounded else a for a in value)


def _unbound(call: Call, name: str) -> Value:
    """`tf.Variable.assign(v, x)`: a method by its class."""
    method = name.rpartition(".")[2]
    found = [call_member(call.given(call.args[1:], call.keywords), method, t) for t in tensors(call.args[0])]
    return union(*found) if found else UNKNOWN


def _assigned(method: str) -> Model:
    """`tf.compat.v1.assign(v, x)`: the method of a variable; what cannot be seen is one, too, where no session runs it."""
    name = f"tensorflow.compat.v1.{method}"

    def run(call: Call) -> Value:
        reference = call.argument(0, "ref") or NOTHING
        variables = [atom for atom in reference if isinstance(atom, Tensor) and atom.kind == "variable"]
        value = call.argument(1, "value") or NOTHING
        known = (call_member(call.given((value,), {}), method, each) for each in variables)
        if not variables or len(variables) < len(reference):
            call.frame.ops += 1
            call.emit(Kind.UNSEEN, f"`tf.compat.v1.{method}` of what cannot be seen is called", member=name)
            return union(UNKNOWN, *known)
        return union(*known)

    return run


_UNBOUND = ("tensorflow.Variable.", "tensorflow.Tensor.", "tensorflow.TensorArray.")
_CLASSES = (
    "tensorflow.errors.",
    "tensorflow.linalg.LinearOperator",
    "tensorflow.data.Options",
    "tensorflow.data.ThreadingOptions",
    *(
        f"tensorflow.data.experimental.{n}Options"
        for n in ("Autotune", "Distribute", "Optimization", "Service")
    ),
)


def _variable(call: Call) -> Value:
    call.emit(Kind.VARIABLE, "a `tf.Variable` is created")
    short_lived.note_variable(call.state, call.frame, call.node)
    (made,) = constant(call.given(call.args[:1] or (call.keywords.get("initial_value", UNKNOWN),), {}))
    dtype = dtype_of(call.keywords.get("dtype"))
    assert isinstance(made, Tensor)
    variable = Tensor("variable", dtype or made.dtype, made.shape)
    declared = one(_declared(call, variable, call.keywords.get("shape", NONE)))
    if call.state.noted(plain.CREATORS, plain.CREATORS) is not None:
        call.emit(Kind.AMBIENT, "a creator of the program makes the variable")
    substituted = call.state.noted(plain.CREATORS, plain.SUBSTITUTES) is not None
    return union(declared, UNKNOWN) if substituted else declared


def _time(call: Call) -> Value:
    call.emit(Kind.RANDOM, "`tf.timestamp` reads the clock", member=CLOCK)
    call.frame.ops += 1
    return one(Tensor("tensor", "float64", ()))


def _declared(call: Call, variable: Tensor, shape: Value) -> Tensor:
    """A variable with `shape=`: what this leaves open a graph does not know of the value, whatever the first value is."""
    if shape == NONE:
        return variable
    check_python_value(call, "`shape` of `tf.Variable`", shape)
    items = items_of(call.state, shape)
    if items is None:
        return replace(variable, shape=None, dynamic=True, unranked=True)
    lengths = tuple(integer(item) for item in items)
    return replace(variable, shape=lengths, dynamic=None in lengths)


def _function(call: Call) -> Value:
    """`tf.function(f)`, and `tf.function(input_signature=…)`, which is a decorator."""
    value = call.argument(0, "func")
    if value is None or value == NONE:
        return one(External("tensorflow.function"))
    for atom in value:
        inner = (
            atom.function
            if not isinstance(atom, (Function, External, Ref)) and hasattr(atom, "function")
            else atom
        )
        if isinstance(inner, Function):
            call.state.note("wrapped", inner.code, call.where)
        if isinstance(inner, Function) and call.frame.loop > 0:
            call.emit(Kind.READ, "a `tf.function` is made in a loop")
    # Wrapping once more gives a graph of the same function, and `o.f = tf.function(o.f)` would wrap for ever.
    return frozenset(a if isinstance(a, Hybrid) else Hybrid(a) for a in value)


def _tape(call: Call) -> Value:
    return one(allocate(call.state, call.frame, call.node, "tensorflow.GradientTape"))


_OF_RESULTS = ("gradient", "jacobian", "batch_jacobian")


def _takes_own(call: Call) -> bool:
    """Whether a call takes variables of the function that makes it: symbolic ones in a graph, which no eager tape has."""
    if call.frame.function is None or not isinstance(call.node, ast.Call):
        return False
    parts = (part for value in (*call.node.args, *call.node.keywords) for part in walk(value))
    return any(isinstance(p, ast.Name) and p.id in call.frame.function.scope.assigned for p in parts)


def tape_method(call: Call, name: str, tape: Ref) -> Value:
    """`tape.gradient(target, sources)` has the structure of `sources`."""
    if name not in _OF_RESULTS or _takes_own(call):
        message = f"`{name}` of a tape is called, and a graph has no tape but those that are made in it"
        call.emit(Kind.EAGER_ONLY, message, target=tape.key)
    if name in ("watch", "stop_recording", "reset"):
        return NONE
    if name == "watched_variables":
        return new_list(call.state, call.frame, call.node, one(Tensor("variable")))
    costs.add_gradient(call.frame)
    note_gradient(call.state, call.frame, call.node)
    some_results.note_target(call.state, call.frame, call.node)
    sources = call.argument(1, "sources") or call.argument(1, "source") or UNKNOWN
    placeholders.note_variable_use(
        call.state, call.frame, call.node, sources, "a gradient is taken with respect to"
    )
    if contains(call.state, sources, lambda tensor: tensor.kind != "variable"):
        given = asked(call.node) if isinstance(call.node, ast.Call) else None
        if given is None or not is_made_here(call.state, call.frame, given[1], sources):
            call.emit(Kind.DIFFERENTIATED, "a gradient with respect to a tensor is taken")
        left_out.note_tensors(call.state, call.where)
    return _gradient_of(call.state, call.frame, sources, call.node)


def _gradient_of(state: State, frame: Frame, value: Value, node: ast.AST) -> Value:
    if tensors(value):
        return frozenset(lookups.gradient(state, t) for t in tensors(value))
    items = items_of(state, value)
    if items is not None:
        parts = tuple(_gradient_of(state, frame, i, node) for i in items)
        return new_list(state, frame, node, union(NOTHING, *parts), exact=parts)
    element = elements_of(state, frame, value, node)
    gradient = frozenset(lookups.gradient(state, t) for t in tensors(element)) or one(Tensor())
    return new_list(state, frame, node, gradient)


def _is_tensor(call: Call) -> Value:
    if call.args and types.notes_array(call.args[0], one(External("tensorflow.Tensor"))):
        call.emit(Kind.VALUE, types.ARRAY_TESTED)
    return BOOL


_STREAMS = frozenset({"sys.stdout", "sys.stderr"})  # where eager and graph code write alike


def _print(call: Call) -> Value:
    call.frame.ops += 1
    stream = call.keywords.get("output_stream", NONE)
    check_python_value(call, "`summarize` of `tf.print`", call.keywords.get("summarize"))
    if any(not (isinstance(atom, External) and atom.name in _STREAMS) for atom in stream) and stream != NONE:
        call.emit(Kind.FILE, "`tf.print` writes to a chosen stream")
    return OPERATION


def _name_scope(call: Call) -> Value:
    """A scope for names of operations; version 1 takes a default for a name that is `None`, and values."""
    names = [call.argument(index, name) for index, name in enumerate(("name", "default_name"))]
    check_operation_name(
        call.state, call.frame, call.node, "tf.name_scope", union(NOTHING, *filter(None, names))
    )
    return one(allocate(call.state, call.frame, call.node, NAME_SCOPE))


def _scope(call: Call) -> Value:
    return one(allocate(call.state, call.frame, call.node, "tensorflow.scope"))


def _generator(call: Call) -> Value:
    call.emit(Kind.VARIABLE, "a `tf.random.Generator` is created")
    return one(allocate(call.state, call.frame, call.node, "tensorflow.random.Generator"))


_GLOBAL_GENERATOR = "tensorflow.random.global_generator"
"""Stands for the generator that `tf.random.get_global_generator` gives, as an attribute of the library."""


def _set_global_generator(call: Call) -> Value:
    given = call.argument(0, "generator") or UNKNOWN
    call.state.patch_library(_GLOBAL_GENERATOR, given, call.where)
    call.emit(Kind.AMBIENT, "the global generator of random numbers is set")
    return NONE


def _global_generator(call: Call) -> Value:
    """The generator that the program has set; without one, the first call makes it."""
    patch = call.state.patch_of(_GLOBAL_GENERATOR)
    if patch is None:
        return _generator(call)
    message = "the global generator of random numbers, which the program sets, is read"
    call.emit(Kind.READ, message, target=LIBRARIES, field=_GLOBAL_GENERATOR)
    return patch.value or UNKNOWN


def _python_function(call: Call) -> Value:
    """`py_function`: Python runs whenever the operation does, so what it changes it changes in both worlds."""
    call.frame.ops += 1
    call.emit(Kind.PYTHON, "Python runs as an operation")
    function = call.argument(0, "func") or UNKNOWN
    if _may_read_variables(function):
        call.emit(
            Kind.UNORDERED, "a Python function runs as an operation, which reads variables or may do so"
        )
    inputs = call.argument(1, "inp") or NOTHING
    given = items_of(call.state, inputs)
    apart = Frame(call.frame.module, None, call.frame.env, {}, call.frame.outer, call.frame.receiver)
    if given is not None and "stateful" not in call.keywords:
        call_callback(replace(call, frame=apart), function, given, traced=False)
    else:
        call.emit(Kind.UNKNOWN, "a function that cannot be seen runs as an operation")
    call.frame.allocated |= apart.allocated
    if any(
        e.kind in (Kind.WRITE, Kind.ADVANCE) and e.target in call.frame.allocated
        for e in apart.events.values()
    ):
        call.emit(Kind.UNKNOWN, "a Python function changes what the call made, when a graph runs it")
    return _outputs(call.state, call.argument(2, "Tout") or UNKNOWN)


def _may_read_variables(function: Value) -> bool:
    """Whether a function may look at variables other than by its arguments: it reads names that it does not bind."""
    codes = [atom.code for atom in function if isinstance(atom, Function)]
    return len(codes) < len(function) or any(found_once(code.node, _evaluates) for code in codes)


def _evaluates(root: ast.AST) -> bool:
    """Whether a function asks something other than its parameters for its value."""
    names = set(parameter_names(root.args)) if isinstance(root, (ast.FunctionDef, ast.Lambda)) else set[str]()
    asked = (n.value for n in walk(root) if isinstance(n, ast.Attribute) and n.attr in members.VALUES)
    return any(not (isinstance(value, ast.Name) and value.id in names) for value in asked)


def _outputs(state: State, dtypes: Value) -> Value:
    """The results of a Python function: tensors of the given dtypes, without a static shape in a graph."""
    items = items_of(state, dtypes)
    if items is not None and not isinstance(next(iter(dtypes), None), Const):
        return one(Tuple(tuple(_outputs(state, i) for i in items)))
    return one(Tensor("tensor", dtype_of(dtypes), None, dynamic=True, unranked=True))


def _with_gradient(call: Call) -> Value:
    return call.args[0] if call.args else UNKNOWN


def _recompute(call: Call) -> Value:
    wrapper = External("tensorflow.recompute_grad.call")
    return frozenset(Partial(wrapper, (one(a),), ()) for a in call.args[0]) if call.args else UNKNOWN


def _call_recomputed(call: Call) -> Value:
    """The function runs once, and again for its gradient."""
    forward_mode.note_gradient(call.state, call.frame, call.node)
    with call.frame.indirectly():
        return call_callback(call, call.args[0], call.args[1:], traced=False)


def _custom_gradient(call: Call) -> Value:
    """The decorated function returns a result and a gradient function; its callers get the result."""
    wrapper = External("tensorflow.custom_gradient.call")
    return frozenset(Partial(wrapper, (one(a),), ()) for a in call.args[0]) if call.args else UNKNOWN


def _call_custom(call: Call) -> Value:
    """A call of such a function, and of its gradient, which runs when the tape is asked.

    A gradient of a gradient may lead back to the function; what is being followed already is not followed again.
    """
    forward_mode.note_gradient(call.state, call.frame, call.node)
    if call.keywords:
        message = "keyword arguments of a function with `tf.custom_gradient` need eager execution"
        call.emit(Kind.EAGER_ONLY, message)
    with call.frame.indirectly():
        returned = call_callback(
            call, call.args[0], call.args[1:], traced=False, keywords=dict(call.keywords)
        )
    pairs = [items_of(call.state, one(atom)) or () for atom in returned]
    results = [pair[0] if len(pair) == 2 else UNKNOWN for pair in pairs]
    following = call.frame.differentiated
    new = {atom.code if isinstance(atom, Function) else atom for atom in call.args[0]} - following
    following |= new
    for pair in pairs if new else ():
        if len(pair) == 2:
            upstream = tuple(items_of(call.state, pair[0]) or (pair[0],))
            with call.frame.indirectly():
                call_callback(call, pair[1], upstream, traced=False)
    following -= new
    return union(NOTHING, *results)


def _enable_numpy_behavior(call: Call) -> Value:
    call.state.note(NUMPY_BEHAVIOR, NUMPY_BEHAVIOR, call.where)
    call.emit(Kind.AMBIENT, "tensors behave as arrays of NumPy from now on")
    return NONE


def _by_rows(partition: str, extra: int) -> Model:
    return composites.made("ragged", 0, "values", composites.of_rows(partition, extra))


_MODELS: dict[str, Model] = {
    **plain.MODELS,
    CLOCK: _time,
    **strategies.MODELS,
    **execution.MODELS,
    "tensorflow.constant": constant,
    "tensorflow.experimental.numpy.experimental_enable_numpy_behavior": _enable_numpy_behavior,
    "tensorflow.convert_to_tensor": constant,
    "tensorflow.Variable": _variable,
    "tensorflow.function": _function,
    "tensorflow.map_fn": map_like(1, traced=False),
    "tensorflow.vectorized_map": map_like(1, traced=True),
    "tensorflow.scan": map_like(2, traced=False),
    "tensorflow.foldl": map_like(2, traced=False),
    "tensorflow.foldr": map_like(2, traced=False),
    "tensorflow.cond": cond,
    "tensorflow.case": case,
    "tensorflow.compat.v1.cond": first_version(cond, "tf.compat.v1.cond"),
    "tensorflow.compat.v1.case": first_version(case, "tf.compat.v1.case"),
    **{f"tensorflow.compat.v1.{name}": _assigned(name) for name in ("assign", "assign_add", "assign_sub")},
    "tensorflow.switch_case": switch(1, "branch_fns", "tf.switch_case"),
    "tensorflow.while_loop": while_loop,
    "tensorflow.nest.map_structure": map_structure,
    "tensorflow.ragged.map_flat_values": map_values("ragged"),
    "tensorflow.sparse.map_values": map_values("sparse"),
    "tensorflow.grad_pass_through": _recompute,
    "tensorflow.GradientTape": _tape,
    "tensorflow.TensorArray": composites.tensor_array,
    "tensorflow.IndexedSlices": composites.slices,
    "tensorflow.ragged.constant": composites.made("ragged", 0, "pylist", composites.of_lists),
    "tensorflow.SparseTensor": composites.made("sparse", 1, "values", composites.of_dense_shape),
    "tensorflow.RaggedTensor.from_row_splits": _by_rows("row_splits", 1),
    "tensorflow.RaggedTensor.from_row_lengths": _by_rows("row_lengths", 0),
    "tensorflow.RaggedTensor.from_row_starts": _by_rows("row_starts", 0),
    "tensorflow.RaggedTensor.from_row_limits": _by_rows("row_limits", 0),
    "tensorflow.RaggedTensor.from_value_rowids": composites.made("ragged", 0, "values", composites.of_ids),
    "tensorflow.RaggedTensor.from_tensor": composites.made("ragged", 0, "tensor", composites.of_tensor),
    "tensorflow.is_tensor": _is_tensor,
    "tensorflow.keras.backend.is_keras_tensor": _is_tensor,
    "tensorflow.print": _print,
    "tensorflow.name_scope": _name_scope,
    "tensorflow.compat.v1.name_scope": _name_scope,
    "tensorflow.compat.v1.variable_scope": _scope,
    "tensorflow.device": _scope,
    "tensorflow.control_dependencies": _scope,
    "tensorflow.random.Generator.from_seed": _generator,
    "tensorflow.random.Generator.from_non_deterministic_state": _generator,
    "tensorflow.random.get_global_generator": _global_generator,
    "tensorflow.random.set_global_generator": _set_global_generator,
    "tensorflow.py_function": _python_function,
    "tensorflow.numpy_function": _python_function,
    "tensorflow.custom_gradient": _custom_gradient,
    "tensorflow.custom_gradient.call": _call_custom,
    "tensorflow.recompute_grad": _recompute,
    "tensorflow.recompute_grad.call": _call_recomputed,
    "tensorflow.Module.with_name_scope": _with_gradient,
    "tensorflow.autograph.experimental.do_not_convert": _with_gradient,
}


def _set_shape(state: State, frame: Frame, node: ast.AST, shape: Value) -> None:
    """`x.set_shape(shape)`: from here on a graph knows of `x` what the shape says, too."""
    owner = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
    if not isinstance(owner, ast.Name) or owner.id not in frame.names:
        return
    items = items_of(state, shape)
    lengths = None if items is None else tuple(integer(i) for i in items)
    told = not holds_open(state, shape) and (items is None or NONE not in items)
    frame.names[owner.id] = frozenset(
        replace(
            a,
            shape=lengths if a.shape is None else a.shape,
            dynamic=a.dynamic and not told,
            unranked=(unranked := a.unranked and items is None and not told),
            supposed=a.supposed and unranked,
        )
        if isinstance(a, Tensor) and a.kind == "tensor"
        else a
        for a in frame.names[owner.id]
    )


_READING = frozenset({"assign", "assign_add", "assign_sub"})
"""Methods of variables that take `read_value`, and give an operation where it is False."""


_STATIC_OPTIONS = {"to_tensor": (2, "shape"), "row_lengths": (0, "axis"), "set_shape": (0, "shape")}
"""Arguments of methods of tensors that a graph takes as Python values only: position and name."""


def _check_options(call: Call, name: str) -> None:
    if name in _STATIC_OPTIONS:
        position, option = _STATIC_OPTIONS[name]
        check_python_value(call, f"`{option}` of `.{name}()`", call.argument(position, option))


def call_member(call: Call, name: str, tensor: Tensor) -> Value:
    """A method of a tensor, a variable, a TensorArray, …"""
    _check_options(call, name)
    if name in members.EAGER_ONLY:
        call.emit(Kind.EAGER_ONLY, f"`.{name}()` is called on a tensor", aspect=Aspect.RAISES)
        return one(Array(tensor.dtype, tensor.shape) if tensor.kind in DENSE else Array())
    if name in members.ASSIGNMENTS:
        call.frame.ops += 1
        call.emit(Kind.UPDATE, "a variable is assigned")
        placeholders.note_variable_use(
            call.state, call.frame, call.node, one(tensor), f"`.{name}()` is called on"
        )
        check_given(call.state, call.frame, call.node, tensor.dtype, call.argument(0, "value") or NOTHING)
        if name in _READING and call.argument(3, "read_value") == const(False):
            return OPERATION
        return one(
            Tensor(
                "variable",
                tensor.dtype,
                tensor.shape,
                tensor.dynamic,
                unranked=tensor.unranked,
                assigned=not tensor.keras,
            )
        )
    if name == "get_shape":
        return read_shape(call.state, call.frame, call.node, tensor)
    if name == "set_shape":
        _set_shape(call.state, call.frame, call.node, call.argument(0, "shape") or UNKNOWN)
        return NONE
    if name in members.STATIC:
        return UNKNOWN
    if name in members.COMPUTES:
        call.frame.ops += 1
        if tensor.kind == "array" and name in ("write", "unstack"):
            value = call.argument(int(name == "write"), "value") or NOTHING
            check_given(call.state, call.frame, call.node, tensor.dtype, value)
        composite = composites.call_member(call.state, name, tensor, call.args, call.keywords)
        if composite is not None:
            return composite
        if name in ("value", "read_value"):
            return one(Tensor("tensor", tensor.dtype, tensor.shape, tensor.dynamic, unranked=tensor.unranked))
        return one(Tensor("tensor", tensor.dtype))
    if tensor.kind == "symbolic":
        call.emit(Kind.SYMBOLIC, f"`.{name}` of a Keras symbolic tensor")
    if name in members.OF_NUMPY_BEHAVIOR and call.state.noted(NUMPY_BEHAVIOR, NUMPY_BEHAVIOR) is not None:
        call.frame.ops += 1
        call.emit(Kind.UNSEEN, f"`.{name}()` of a tensor that behaves as an array of NumPy is called")
        return one(Tensor("tensor", None if name == "astype" else tensor.dtype))
    if tensor.several:  # a distribution: no tensor has such a method, in a graph or without
        return call_value(call.state, call.frame, call.node, COMPUTED, call.args, call.keywords)
    call.emit(Kind.EAGER_ONLY, f"`.{name}` is not a member of symbolic tensors", aspect=Aspect.RAISES)
    return UNKNOWN

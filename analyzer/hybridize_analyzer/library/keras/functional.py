"""Functions of `keras.ops` that run functions of the program, inside of operations and without AutoGraph."""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    INT,
    NONE,
    NOTHING,
    UNKNOWN,
    Atom,
    Const,
    Tensor,
    Tuple,
    Value,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.tracing import forward_mode
from hybridize_analyzer.library.common import call_callback
from hybridize_analyzer.library.tensorflow import functional
from hybridize_analyzer.shapes.spec import spec_of


def mapped(call: Call) -> Value:
    """`keras.ops.map(f, xs)`: Keras calls the function once itself, to see what it gives, and hands it to `tf.map_fn`."""
    call.frame.ops += 1
    elements = call.argument(1, "xs") or UNKNOWN
    element = functional.slice_of(call.state, call.frame, elements, call.node)
    result = _in_loop(call, call.argument(0, "f"), (element,))
    return union(*(functional.batched(a) for a in result)) if result else one(Tensor())


def vectorized(call: Call) -> Value:
    """`keras.ops.vectorized_map(function, elements)`, which traces the function always."""
    names = {"function": "fn", "elements": "elems"}
    keywords = {names.get(name, name): value for name, value in call.keywords.items()}
    return functional.map_like(1, traced=True)(call.given(call.args, keywords))


def switch(call: Call) -> Value:
    """`keras.ops.switch(index, branches, *operands)`."""
    call.frame.ops += 1
    return functional.switch_on(call, "keras.ops.switch", call.argument(1, "branches"), call.args[2:])


def while_loop(call: Call) -> Value:
    """`keras.ops.while_loop(cond, body, loop_vars)`: of several variables Keras takes what the body gives apart."""
    variables = call.argument(2, "loop_vars") or UNKNOWN
    single = bool(tensors(variables)) or spec_of(call.state.heap, variables).shape == ()
    given = one(Tuple((variables,))) if single else variables
    result = functional.while_loop(call.given(call.args[:2], {**call.keywords, "loop_vars": given}))
    if single:
        parts = items_of(call.state, result) or ()
        return parts[0] if parts else one(Tensor())
    _check_body(call, variables)
    return result


def _check_body(call: Call, variables: Value) -> None:
    """A body that gives one tensor for a tuple: Keras goes through that, which a graph cannot."""
    parts = items_of(call.state, variables)
    body = call.argument(1, "body")
    if parts is None or body is None:
        return
    given = tuple(one(Tensor("tensor", t.dtype, t.shape)) if (t := _only(p)) else p for p in parts)
    with functional.run_by_tensorflow(call.frame, body):
        result = call_callback(call, body, given, traced=False)
    if tensors(result):
        message = "the body of `keras.ops.while_loop` gives a tensor for a tuple of variables"
        call.emit(Kind.CONTROL, f"{message}, which a graph cannot take apart")


def _only(value: Value) -> Tensor | None:
    (atom,) = value if len(value) == 1 else (None,)
    return atom if isinstance(atom, Tensor) else None


def fori_loop(call: Call) -> Value:
    """`keras.ops.fori_loop(lower, upper, body_fun, init_val)`: a `tf.while_loop` of a number and a value."""
    call.frame.ops += 1
    start = call.argument(3, "init_val") or UNKNOWN
    made = _in_loop(call, call.argument(2, "body_fun"), (one(Tensor("truth", "int32", ())) | INT, start))
    functional.check_invariant(call, "the value", start, made)
    return _as_tensors(call.state, union(start, made))


def scan(call: Call) -> Value:
    """`keras.ops.scan(f, init, xs)`: a `tf.while_loop` over the state so far and one element after the other."""
    call.frame.ops += 1
    start, elements = call.argument(1, "init") or UNKNOWN, call.argument(2, "xs") or NONE
    element = elements & NONE
    if elements - NONE:
        element |= functional.slice_of(call.state, call.frame, elements - NONE, call.node)
    result = _in_loop(call, call.argument(0, "f"), (start, element))
    pairs = [atom.elements for atom in result if isinstance(atom, Tuple) and len(atom.elements) == 2]
    ends = union(NOTHING, *(state for state, _ in pairs))
    functional.check_invariant(call, "the state", start, ends)
    if any(_unrolls(atom) for atom in call.argument(5, "unroll") or NOTHING):
        message = (
            "`keras.ops.scan` with `unroll=True` needs the number of elements, which a graph may not know"
        )
        call.emit(Kind.CONTROL, message)
    outputs = union(NOTHING, *(functional.batched(a) for _, each in pairs for a in each - NONE))
    return one(Tuple((_as_tensors(call.state, union(start, ends)), outputs or one(Tensor()))))


def _unrolls(atom: object) -> bool:
    return not isinstance(atom, Const) or atom.value is True


def associative_scan(call: Call) -> Value:
    """`keras.ops.associative_scan(f, elems)`: Keras calls the function on many slices of what it gets."""
    call.frame.ops += 1
    elements = call.argument(1, "elems") or UNKNOWN
    given = _as_tensors(call.state, elements)
    result = _in_loop(call, call.argument(0, "f"), (given, given))
    found = _as_tensors(call.state, union(elements, result))
    return frozenset(
        a.but(shape=None, dynamic=True, unranked=True) if isinstance(a, Tensor) else a for a in found
    )


def mapped_structure(call: Call) -> Value:
    """`keras.tree.map_structure(func, *structures)`."""
    if "func" not in call.keywords:
        return functional.map_structure(call)
    rest = {name: value for name, value in call.keywords.items() if name != "func"}
    return functional.map_structure(call.given((call.keywords["func"], *call.args), rest))


def _in_loop(call: Call, function: Value | None, args: tuple[Value, ...]) -> Value:
    """What a function gives that TensorFlow runs in a loop."""
    forward_mode.note_loop(call.state, call.frame, call.node)
    given = function or UNKNOWN
    call.frame.loop += 1
    with functional.run_by_tensorflow(call.frame, given):
        result = call_callback(call, given, args, traced=False)
    call.frame.loop -= 1
    return result


def _as_tensors(state: State, value: Value) -> Value:
    """Tensors of the dtypes of some values, alone or in tuples; shapes are left open."""
    return frozenset(_as_tensor(state, atom) for atom in value) or one(Tensor())


def _as_tensor(state: State, atom: Atom) -> Tensor | Tuple:
    if isinstance(atom, Tuple):
        return Tuple(tuple(_as_tensors(state, element) for element in atom.elements))
    return Tensor("tensor", spec_of(state.heap, one(atom)).dtype)

"""Arithmetic and comparison on abstract values, with the dtypes and shapes TensorFlow gives them."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from typing import Any

from hybridize_analyzer.domain.computed import FROM_COMPUTATION
from hybridize_analyzer.domain.contents import contains_tensor, items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.making import PLAIN
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    BOOL,
    MADE,
    NONE,
    NOTHING,
    OPEN,
    STR,
    UNKNOWN,
    Array,
    Atom,
    Const,
    Iterator,
    Opaque,
    Ref,
    Scalar,
    Shape,
    Tensor,
    Tuple,
    Value,
    const,
    has_tensor,
    interned_opaque,
    interned_scalar,
    interned_tensor,
    is_partly_unseen,
    is_supposed,
    one,
    open_in_broadcast,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.dispatch import elements_of, evaluate
from hybridize_analyzer.interpreter.tracing import aliasing, costs, lengths, untaken
from hybridize_analyzer.interpreter.values import (
    arithmetic,
    array_arguments,
    limits,
    messages,
    rounding,
    special_methods,
)
from hybridize_analyzer.interpreter.values.allocation import new_list
from hybridize_analyzer.interpreter.values.arithmetic import FLOATS
from hybridize_analyzer.interpreter.values.iteration import note_contents
from hybridize_analyzer.shapes import promotion, spec

_PYTHON: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_TEXTS = ("str", "bytes")
_MAX_BITS = 256
_MAX_ELEMENTS = 1000


def binary(state: State, frame: Frame, node: ast.AST, op: ast.operator, left: Value, right: Value) -> Value:
    """`left op right`."""
    if not left or not right:
        return NOTHING
    note_contents(state, frame, node, left, right)
    joined = isinstance(op, (ast.Add, ast.Mult)) and not (has_tensor(left) or has_tensor(right))
    if OPEN in left or OPEN in right or not joined:
        lengths.note_open(state, frame, node, left, right)
    special = special_methods.arithmetic(state, frame, node, op, left, right)
    if special is not None:
        return special
    if has_tensor(left) or has_tensor(right):
        return _tensor_binary(state, frame, node, op, left, right)
    if isinstance(op, (ast.FloorDiv, ast.Mod)) and isinstance(node, ast.expr):
        rounding.note_taken(state, frame, node, left)
    if isinstance(op, ast.Mod) and _is_text(left):
        special_methods.text(state, frame, node, right)
    if isinstance(op, ast.Mod) and _is_text(left) and contains_tensor(state, right):
        _note_filled_in(state, frame, node)
    zero = any(isinstance(b, Const) and b.type in ("int", "float") and b.value == 0 for b in right)
    if zero and isinstance(op, (ast.Div, ast.FloorDiv)) and untaken.is_possible(frame):
        untaken.note(state, frame, node, "a number is divided by zero")
    results = [_pair(state, frame, node, op, a, b) for a in left for b in right]
    return union(*results)


def _note_filled_in(state: State, frame: Frame, node: ast.AST) -> None:
    """`"got %s" % tensor`."""
    plain = isinstance(node, ast.BinOp) and messages.is_plain_template(node.left)
    if not (plain and messages.only_tells(state, frame, node)):
        messages.note_formatted(state, frame, node, node)


def _is_text(value: Value) -> bool:
    return any(isinstance(a, (Const, Scalar)) and a.type == "str" for a in value)


def _tensor_binary(
    state: State, frame: Frame, node: ast.AST, op: ast.operator, left: Value, right: Value
) -> Value:
    if isinstance(op, ast.Mod) and _is_text(left):
        _note_filled_in(state, frame, node)
        return STR
    frame.ops += 1
    frame.work += costs.pairwise(left, right, contracted=isinstance(op, ast.MatMult))
    check_dtypes(state, frame, node, left, right)
    note_tensor_use(state, frame, node, left, right)
    array_arguments.note_operator(state, frame, node, op, left, right)
    array_arguments.note_variable_behind(state, frame, node, left, right)
    array_arguments.note_repeated(state, frame, node, op, left, right)
    found = [*tensors(left), *tensors(right)]
    if isinstance(op, _ARITHMETIC) and any(t.dtype == "bool" for t in found):
        state.emit(frame, node, Kind.DTYPE, "arithmetic of bools, which Python has and TensorFlow does not")
    kind = "truth" if _in_python(left, right) else _kind_of_pair(found, "symbolic", "ragged", "sparse")
    if kind == "symbolic":
        state.emit(frame, node, Kind.SYMBOLIC, "a Keras symbolic tensor is computed with")
    if isinstance(op, (ast.Div, ast.Pow)) and (lengths.is_measured(left) or lengths.is_measured(right)):
        message = "a length is divided or raised to a power, which gives a tensor of float64 inside a graph"
        state.emit(frame, node, Kind.DTYPE, message)
    dtype = result_dtype(op, left, right)
    operation = arithmetic.of_operator(state, frame, node, op, left, right, dtype)
    made, otherwise = arithmetic.result(operation)
    rounded = otherwise or any(t.rounded for t in found)
    if dtype in (None, *FLOATS):
        if _is_extreme(op, node, *_numbers(state, frame, node, right)):
            message = (
                "constants near the limits of the dtype are combined, which a graph does in another order"
            )
            state.emit(frame, node, Kind.ROUNDING, message)
        rounding.note_cancelled(operation)
        limits.note(operation, made, otherwise=otherwise)
    if isinstance(op, (ast.FloorDiv, ast.Mod)) and rounded and dtype in (None, *FLOATS):
        rounding.note_rounded(state, frame, node, (Tensor(made=made), *found))
    dynamic = any(t.dynamic or t.kind == "sparse" for t in found)
    sized = all(t.sized for t in found) and all(_is_known_in_traces(a) for a in left | right)
    shape = broadcast(left, right, op)
    if untaken.is_possible(frame) and not _fit(op, _shape(left), _shape(right)):
        untaken.note(state, frame, node, "the shapes of two tensors do not fit")
    unranked = shape is None and any(t.unranked for t in found)
    supposed = unranked and is_supposed(found)
    placeholder = any(t.placeholder for t in found)
    left_open = (dynamic or placeholder) and are_tensors_and_numbers(left, right)
    open_at = open_in_broadcast(found) if left_open else None
    result = one(
        interned_tensor(
            kind,
            dtype,
            shape,
            dynamic,
            rounded,
            sized,
            unranked=unranked,
            supposed=supposed,
            made=made,
            open_at=open_at,
            placeholder=placeholder,
        )
    )
    return array_arguments.computed(result, left, right)


_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)


def _in_python(*operands: Value) -> bool:
    """Whether eager execution computes with plain numbers, where a graph has made tensors of some of them."""
    return all(
        isinstance(a, (Const, Scalar)) or (isinstance(a, Tensor) and a.kind == "truth")
        for operand in operands
        for a in operand
    )


def _kind_of_pair(operands: list[Tensor], *kinds: str) -> str:
    """The kind of a result that one operand hands on; where none does, a tensor."""
    return next((t.kind for t in operands if t.kind in kinds), "tensor")


def _numbers(state: State, frame: Frame, node: ast.AST, right: Value) -> tuple[float | None, float | None]:
    """For `(x op a) op b` the numbers b and a, where they are known."""
    outer = _number(right)
    inner = node.left if isinstance(node, ast.BinOp) else None
    if outer is None or not isinstance(inner, ast.BinOp) or not isinstance(inner.right, _WRITTEN):
        return outer, None
    return outer, _number(evaluate(state, frame, inner.right))


_WRITTEN = (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp)


def _number(value: Value) -> float | None:
    (atom,) = value if len(value) == 1 else (None,)
    known = isinstance(atom, Const) and atom.type in ("int", "float") and abs(atom.value) < _LARGEST
    return float(atom.value) if isinstance(atom, Const) and known else None


_LARGEST = 1e300
_EXTREME = 1e15


def _inner(op: ast.operator, node: ast.AST, kinds: tuple[type[ast.operator], ...]) -> ast.operator | None:
    """For `(x op a) op b` the first operator, where both are of these kinds."""
    inner = node.left if isinstance(node, ast.BinOp) else None
    return (
        inner.op
        if isinstance(op, kinds) and isinstance(inner, ast.BinOp) and isinstance(inner.op, kinds)
        else None
    )


def _is_known_in_traces(atom: Atom) -> bool:
    """Whether a trace knows an operand as a number; of tensors that is told by themselves (`sized`)."""
    return isinstance(atom, (Tensor, Const, Scalar)) and atom != OPEN


def _is_extreme(op: ast.operator, node: ast.AST, outer: float | None, inner: float | None) -> bool:
    """`x * 1e-30 * 1e30`: what a graph makes of the constants may be infinite, or zero."""
    if outer is None or inner is None or _inner(op, node, (ast.Mult, ast.Div)) is None:
        return False
    return any(f != 0 and not 1 / _EXTREME < abs(f) < _EXTREME for f in (outer, inner))


def check_dtypes(state: State, frame: Frame, node: ast.AST, left: Value, right: Value) -> None:
    """Eager ops coerce NumPy arguments to the other side's dtype; inside a graph both are tensors and must agree."""
    found = [*tensors(left), *tensors(right)]
    note_mixture(state, frame, node, found)
    for array, other in ((left, right), (right, left)):
        if state.exploring and is_partly_unseen(other):
            _note_unseen_dtype(state, frame, node, tensors(array))
    dtypes = {_plain_dtype(left), _plain_dtype(right)} if untaken.is_possible(frame) else set()
    if len(dtypes) > 1 and None not in dtypes:
        untaken.note(state, frame, node, "tensors of several dtypes meet in one operation")
    for length, other in ((left, right), (right, left)):
        if lengths.is_measured(length) and any(not lengths.is_whole(t) for t in tensors(other)):
            message = "a length, which is an int here and a tensor inside a graph, meets a tensor of floats"
            state.emit(frame, node, Kind.DTYPE, message)
    for numbers, others in ((left, tensors(right)), (right, tensors(left))):
        floats = all(isinstance(a, (Const, Scalar)) and a.type == "float" for a in numbers)
        if floats and others and all((t.dtype or "").startswith(("int", "uint")) for t in others):
            note_mixture(state, frame, node, others, "a Python float")
            if untaken.is_possible(frame) and not any(t.kind == "truth" for t in others):
                untaken.note(state, frame, node, "a float is computed with a tensor of integers")


def _plain_dtype(value: Value) -> str | None:
    """The dtype of what is certainly a tensor that operations made; None where it may be another."""
    plain = all(isinstance(a, Tensor) and a.kind == "tensor" and not a.of_array for a in value)
    dtypes = {t.dtype for t in tensors(value)} if plain else set()
    return next(iter(dtypes)) if len(dtypes) == 1 else None


_NARROW = frozenset(FLOATS) - {"float64"}
"""Dtypes of floats that no Python number has by itself in NumPy."""


def note_mixture(
    state: State, frame: Frame, node: ast.AST, found: Sequence[Tensor], *other_dtypes: str
) -> None:
    """Reports that several known dtypes meet: those of tensors, and others.

    Tensors of several dtypes raise an error in eager execution, too: a program that works has none.  What differs is what
    a graph gets as a tensor, and eager execution as a Python number or an array: `truth`, and the arrays of a call that
    is evaluated again as a graph sees it.  An array of unknown dtype is float64 as soon as it was made of Python floats.
    """
    dtypes = {*other_dtypes, *(t.dtype for t in found)}
    coerced = state.exploring or any(t.kind == "truth" for t in found)
    if coerced and len(dtypes) > 1 and None not in dtypes:
        names = " and ".join(sorted(str(d) for d in dtypes))
        state.emit(frame, node, Kind.DTYPE, f"{names} meet in one operation")
    if state.exploring and any(t.of_array and t.dtype is None for t in found):
        met = {*other_dtypes, *(t.dtype for t in found if not t.of_array)}
        for dtype in sorted(narrow for narrow in _NARROW if narrow in met):
            message = (
                f"an array whose dtype is not known, and which NumPy may have made float64, meets {dtype}"
            )
            state.emit(frame, node, Kind.DTYPE, message, aspect=Aspect.UNTOLD)
    if state.exploring and any(t.dtype is None and not t.of_array for t in found):
        _note_unseen_dtype(state, frame, node, found)


def _note_unseen_dtype(state: State, frame: Frame, node: ast.AST, found: Sequence[Tensor]) -> None:
    """Reports that arrays of a known dtype meet a tensor, or what may be one, whose dtype is not known."""
    arrays = sorted({t.dtype for t in found if t.of_array and t.dtype is not None})
    if arrays:
        message = f"an array of {arrays[0]} meets a tensor, and whether both have one dtype cannot be seen"
        state.emit(frame, node, Kind.VALUE, message, aspect=Aspect.ARRAY)


def are_tensors_and_numbers(*operands: Value) -> bool:
    """Whether nothing but tensors and numbers is computed with, so that no axes come in that are not seen."""
    return all(isinstance(atom, (Tensor, Const, Scalar)) for value in operands for atom in value)


def note_tensor_use(state: State, frame: Frame, node: ast.AST, *values: Value) -> None:
    """Notes weights that an operation receives, and a parameter of an uncalled function, which is taken for a tensor."""
    for value in values:
        for atom in value:
            frame.weighted += isinstance(atom, Tensor) and atom.kind == "variable"
            if isinstance(atom, Opaque) and atom.origin.startswith("param:") and frame.function is not None:
                name = atom.origin.partition(":")[2]
                state.note("tensor_uses", (frame.function, name), frame.module.location(node))


def result_dtype(op: ast.operator, left: Value, right: Value) -> str | None:
    """Dtype of tensor arithmetic: the tensor's own, whatever Python numbers stand beside it."""
    known = {t.dtype for t in [*tensors(left), *tensors(right)]}
    if len(known) > 1 and None in known and isinstance(op, ast.operator):
        known.discard(None)
    if len(known) != 1:
        return None
    (dtype,) = known
    if isinstance(op, ast.Div) and dtype is not None and dtype.startswith(("int", "uint")):
        return "float32" if dtype in ("int8", "int16", "uint8", "uint16") else "float64"
    return dtype


def broadcast(left: Value, right: Value, op: ast.operator | None) -> Shape | None:
    """The shape of what is computed of two values; of one that may be a number or a tensor, that of either."""
    parts = ((a, b) for a in _numbers_apart(left) for b in _numbers_apart(right))
    shapes = {_broadcast(_shape(a), _shape(b), op) for a, b in parts}
    return shapes.pop() if len(shapes) == 1 else None


def _numbers_apart(value: Value) -> list[Value]:
    """A value, or the numbers of Python among its atoms and the others."""
    if len(value) == 1:
        return [value]
    numbers = frozenset(a for a in value if isinstance(a, (Const, Scalar)))
    return [part for part in (numbers, value - numbers) if part]


def _broadcast(a: Shape | None, b: Shape | None, op: ast.operator | None) -> Shape | None:
    if a is None or b is None:
        return None
    if isinstance(op, ast.MatMult):
        return _product(a, b)
    return spec.broadcast(a, b)


def _fit(op: ast.operator, a: Shape | None, b: Shape | None) -> bool:
    """Whether operands may have these shapes; True where that cannot be told."""
    if a is None or b is None:
        return True
    if not isinstance(op, ast.MatMult):
        return spec.fit(a, b)
    inner = (a[-1:], b[-2:-1])
    return len(a) > 1 and len(b) > 1 and (None in {*inner[0], *inner[1]} or inner[0] == inner[1])


def _product(a: Shape, b: Shape) -> Shape | None:
    """`a @ b`; a vector is a row on the left and a column on the right, and its axis is gone from the result."""
    if not a or not b:
        return None
    batch = spec.broadcast(a[:-2], b[:-2])
    return None if batch is None else (*batch, *a[-2:-1], *(b[-1:] if len(b) > 1 else ()))


def _shape(value: Value) -> Shape | None:
    shapes: set[Shape | None] = set()
    for atom in value:
        if isinstance(atom, (Tensor, Array)):
            shapes.add(atom.shape)
        elif isinstance(atom, (Const, Scalar)):
            shapes.add(())
        else:
            shapes.add(None)
    return shapes.pop() if len(shapes) == 1 else None


def _pair(state: State, frame: Frame, node: ast.AST, op: ast.operator, a: Atom, b: Atom) -> Value:
    if isinstance(a, Const) and isinstance(b, Const):
        return _constants(op, a, b)
    for atom in (a, b):
        if isinstance(atom, Opaque) and not (isinstance(a, Ref) or isinstance(b, Ref)):
            kept = atom.origin.startswith("param:") or atom.origin in FROM_COMPUTATION
            return one(atom if kept else interned_opaque("unknown"))
    if isinstance(a, Array) or isinstance(b, Array):
        parts = [spec.spec_of(state.heap, one(x), numpy=True) for x in (a, b)]
        dtype = promotion.together(parts)
        if isinstance(op, ast.Div):
            dtype = promotion.double(dtype)
        elif isinstance(op, ast.Pow) and any(p.dtype == "bool" for p in parts):
            dtype = None
        elif dtype == "bool" and not isinstance(
            op, (ast.Add, ast.Mult, ast.MatMult, ast.BitAnd, ast.BitOr, ast.BitXor)
        ):
            dtype = "int8"
        shapes = (
            broadcast(one(a), one(b), op)
            if isinstance(op, ast.MatMult)
            else spec.broadcast(*(p.shape for p in parts))
        )
        return one(Array(dtype, shapes, (MADE,)))
    if isinstance(a, Ref) or isinstance(b, Ref):
        return _object_pair(state, frame, node, op, a, b)
    if isinstance(a, Tuple) and isinstance(b, Tuple) and isinstance(op, ast.Add):
        elements = a.elements + b.elements
        return one(
            Tuple(elements) if len(elements) <= _MAX_ELEMENTS else Iterator(union(*elements), source="tuple")
        )
    if isinstance(a, Tuple) and isinstance(b, (Const, Scalar)) and isinstance(op, ast.Mult):
        return one(Iterator(union(*a.elements) if a.elements else NOTHING, source="tuple"))
    if isinstance(a, (Const, Scalar)) and isinstance(b, (Const, Scalar)):
        return _scalars(op, a, b)
    return UNKNOWN


def _constants(op: ast.operator, a: Const, b: Const) -> Value:
    if a.type in _TEXTS and isinstance(op, ast.Mod):
        return one(Scalar(a.type))
    function = _PYTHON.get(type(op))
    if isinstance(op, ast.Pow) and all(
        isinstance(x.value, (int, float)) and abs(x.value) < 64 for x in (a, b)
    ):
        function = operator.pow
    repeated = isinstance(op, ast.Mult) and (a.type in _TEXTS or b.type in _TEXTS)
    if function is None or repeated or _is_huge(a) or _is_huge(b):
        return _scalars(op, a, b)
    try:
        result = function(a.value, b.value)
    except Exception:
        return NOTHING
    if isinstance(result, (int, float, str, bool, complex)) and (
        not isinstance(result, str) or len(result) < 80
    ):
        return one(Const(type(result).__name__, result))
    return one(Scalar(type(result).__name__))


def _is_huge(number: Const) -> bool:
    """Whether computing with it step by step could take for ever: `n = n * n` doubles its digits."""
    return isinstance(number.value, int) and number.value.bit_length() > _MAX_BITS


_OF_PYTHON = frozenset({"int", "float", "bool", "str", "bytes"})


def _scalars(op: ast.operator, a: Const | Scalar, b: Const | Scalar) -> Value:
    varying = any(isinstance(x, Scalar) and x.varying for x in (a, b))
    types = {a.type, b.type}
    if not types <= _OF_PYTHON:
        return UNKNOWN
    if "str" in types:
        return one(interned_scalar("str", varying))
    if isinstance(op, ast.Div) or "float" in types:
        return one(interned_scalar("float", varying))
    if types <= {"int", "bool"}:
        return one(interned_scalar("int", varying))
    return UNKNOWN


def _object_pair(state: State, frame: Frame, node: ast.AST, op: ast.operator, a: Atom, b: Atom) -> Value:
    if isinstance(a, Ref):
        cls = state.heap.type_of(a.key)
        if isinstance(cls, str) and cls.startswith("keras."):
            return one(Tensor())
    lists = [x for x in (a, b) if isinstance(x, Ref) and state.heap.type_of(x.key) == "builtins.list"]
    if lists and isinstance(op, (ast.Add, ast.Mult)):
        parts = [state.heap.read(x.key, ELEMENTS) for x in lists]
        parts += [union(*x.elements) for x in (a, b) if isinstance(x, Tuple) and x.elements]
        exact: tuple[Value, ...] | None = None
        first, second = items_of(state, one(a)), items_of(state, one(b))
        if isinstance(op, ast.Add) and first is not None and second is not None:
            exact = first + second if len(first) + len(second) <= _MAX_ELEMENTS else None
        elif (
            isinstance(op, ast.Mult)
            and first is not None
            and isinstance(b, Const)
            and isinstance(b.value, int)
        ):
            exact = first * b.value if len(first) * max(b.value, 0) <= 16 else None
        return new_list(state, frame, node, union(*parts) if parts else NOTHING, exact=exact)
    return UNKNOWN


def compare(state: State, frame: Frame, node: ast.AST, op: ast.cmpop, left: Value, right: Value) -> Value:
    """One link of a comparison."""
    if not left or not right:
        return NOTHING
    lengths.note_compared(state, frame, node, left, right)
    if isinstance(op, (ast.Is, ast.IsNot)):
        _note_identity(state, frame, node, left, right)
        return _identity(op, left, right)
    if isinstance(op, (ast.Eq, ast.NotEq)) and NONE in (left, right):
        if has_tensor(left) or has_tensor(right):
            state.emit(frame, node, Kind.PYTHON_VALUE, "a tensor is compared with None")
        return BOOL
    special = special_methods.comparison(state, frame, node, op, left, right)
    if special is not None:
        return special
    if isinstance(op, (ast.In, ast.NotIn)):
        right = _searched(left, right)
        elements_of(state, frame, frozenset(a for a in right if isinstance(a, Iterator)), node)
        if has_tensor(left) or has_tensor(right):
            state.emit(frame, node, Kind.PYTHON_VALUE, "`in` compares tensors one by one in Python")
        return BOOL
    if has_tensor(left) or has_tensor(right):
        frame.ops += 1
        check_dtypes(state, frame, node, left, right)
        note_tensor_use(state, frame, node, left, right)
        array_arguments.note_operator(state, frame, node, op, left, right)
        array_arguments.note_variable_behind(state, frame, node, left, right)
        found = [*tensors(left), *tensors(right)]
        _note_precision(state, frame, node, op, left, right)
        kind = "truth" if _in_python(left, right) else _kind_of_pair(found, "ragged", "sparse")
        dynamic = any(t.dynamic or t.kind == "sparse" for t in found)
        sized = all(t.sized for t in found) and all(
            isinstance(a, (Tensor, Const, Scalar)) for a in left | right
        )
        shape = broadcast(left, right, None)
        unranked = shape is None and any(t.unranked for t in found)
        supposed = unranked and is_supposed(found)
        made = PLAIN if isinstance(op, (ast.Eq, ast.NotEq)) else arithmetic.ordered(left, right)
        result = one(
            Tensor(
                kind,
                "bool",
                shape,
                dynamic,
                sized=sized,
                unranked=unranked,
                supposed=supposed,
                made=made,
                open_at=open_in_broadcast(found)
                if dynamic and are_tensors_and_numbers(left, right)
                else None,
            )
        )
        computed = array_arguments.computed(result, left, right)
        return union(computed, BOOL) if _may_be_numbers(left) and _may_be_numbers(right) else computed
    looked_into = not isinstance(op, (ast.Eq, ast.NotEq)) or not (
        _is_empty(state, left) or _is_empty(state, right)
    )
    if looked_into and (contains_tensor(state, left) or contains_tensor(state, right)):
        state.emit(frame, node, Kind.PYTHON_VALUE, "containers of tensors are compared in Python")
    if any(isinstance(a, Array) for a in left | right):
        return one(Array("bool", broadcast(left, right, None), (MADE,)))
    if len(left) == 1 and len(right) == 1:
        (a,), (b,) = left, right
        if isinstance(a, Const) and isinstance(b, Const):
            return _compare_constants(op, a.value, b.value)
    return BOOL


def _may_be_numbers(value: Value) -> bool:
    return any(isinstance(a, (Const, Scalar)) for a in value)


def _is_empty(state: State, value: Value) -> bool:
    """Whether it certainly has no elements: no element of what it is compared with is looked at then."""
    return len(value) == 1 and items_of(state, value) == ()


def _note_precision(
    state: State, frame: Frame, node: ast.AST, op: ast.cmpop, left: Value, right: Value
) -> None:
    """`==` notices the last bit of a result, and so does `<` where two numbers are nearly the same."""
    if not isinstance(op, (ast.Eq, ast.NotEq)):
        limits.note_order(state, frame, node, left, right)
    elif any(map(arithmetic.is_inexact, found := (*tensors(left), *tensors(right)))):
        rounding.note_rounded(state, frame, node, found)


def _searched(left: Value, right: Value) -> Value:
    """What `in` searches: a text stands in no tensor of numbers, and to ask for it is an error there in both modes."""
    if not all(isinstance(a, (Const, Scalar)) and a.type == "str" for a in left):
        return right
    others = frozenset(a for a in right if not isinstance(a, Tensor) or a.dtype == "string")
    return others or right


def _note_identity(state: State, frame: Frame, node: ast.AST, left: Value, right: Value) -> None:
    both = has_tensor(left) and has_tensor(right)
    if both:
        aliasing.note_identity(state, frame, node)
    if both or any(t.kind == "truth" for t in (*tensors(left), *tensors(right))):
        state.emit(frame, node, Kind.PYTHON_VALUE, "the identity of tensors is compared")


def _identity(op: ast.cmpop, left: Value, right: Value) -> Value:
    if right == NONE:
        outcomes = {isinstance(a, Const) and a.value is None for a in left if not isinstance(a, Opaque)}
        if len(outcomes) == 1 and not any(isinstance(a, Opaque) for a in left):
            result = outcomes.pop() is isinstance(op, ast.Is)
            return const(result)
    return BOOL


def _compare_constants(op: ast.cmpop, a: Any, b: Any) -> Value:
    functions: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
        ast.Eq: operator.eq,
        ast.NotEq: operator.ne,
        ast.Lt: operator.lt,
        ast.LtE: operator.le,
        ast.Gt: operator.gt,
        ast.GtE: operator.ge,
    }
    try:
        return one(Const("bool", bool(functions[type(op)](a, b))))
    except (TypeError, KeyError):
        return BOOL

"""Dtypes that have to agree in one operation, where eager TensorFlow would coerce a NumPy array."""

from __future__ import annotations

import ast
from itertools import combinations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import NOTHING, Iterator, Ref, Tensor, Tuple, Value, one, tensors
from hybridize_analyzer.interpreter.values.arithmetic import FLOATS
from hybridize_analyzer.interpreter.values.operators import check_dtypes, note_mixture
from hybridize_analyzer.knowledge.agreement import agreeing, deciding, mixes
from hybridize_analyzer.knowledge.static_arguments import INT32, PYTHON_VALUES
from hybridize_analyzer.shapes.spec import ARRAY, BoundArguments, Spec, spec_of


def check_agreement(state: State, frame: Frame, node: ast.AST, short: str, bound: BoundArguments) -> None:
    """Whether a TensorFlow operation gets tensors whose dtypes it takes together."""
    check_order(state, frame, node, bound, short)
    if not bound.name.startswith("tensorflow.") or mixes(short):
        return
    values = [bound.given[name] for name in agreeing(short) if name in bound.given]
    for left, right in combinations(values, 2):
        check_dtypes(state, frame, node, left, right)
    given = [t for v in (*bound.given.values(), *bound.first) for t in tensors_inside(state, v)]
    floats = [t for t in given if t.dtype in FLOATS]
    if not short.startswith("random.") or "dtype" in bound.given:
        note_mixture(state, frame, node, floats)
    elif floats:
        note_mixture(state, frame, node, floats, "float32")


def check_static_arguments(
    state: State, frame: Frame, node: ast.AST, short: str, bound: BoundArguments
) -> None:
    """Whether a tensor stands where a graph takes a Python value only, or an int32 only."""
    operation = bound.name.replace("tensorflow.", "tf.", 1)
    for name in PYTHON_VALUES.get(short, ()):
        value = bound.given.get(name, NOTHING)
        if name == "num_or_size_splits":  # the lengths of the parts may be tensors, their number may not
            given = [t for t in tensors(value) if t.shape == ()]
        elif (short, name) == (
            "tensordot",
            "axes",
        ):  # a tensor of the axes is taken, a list with tensors is not
            inside = tensors(value)
            given = [t for t in tensors_inside(state, value) if t not in inside]
        elif name == "record_defaults":  # a list of tensors is taken, a tensor is no list
            given = list(tensors(value))
        else:
            given = tensors_inside(state, value)
        if given:
            state.emit(
                frame, node, Kind.PYTHON_VALUE, f"`{name}` of `{operation}` needs the value of a tensor"
            )
    for name in INT32.get(short, ()):
        # Those of a list or tuple are cast when they are packed, in a graph and without.
        dtypes = {t.dtype for t in tensors(bound.given.get(name, NOTHING))}
        for dtype in sorted(d for d in dtypes if d not in (None, "int32")):
            message = f"`{name}` of `{operation}` is an int32, and a graph gets {dtype}"
            state.emit(frame, node, Kind.DTYPE, message)


def check_python_value(call: Call, what: str, value: Value | None) -> None:
    """Whether a tensor stands where a graph takes a Python value only; what: the argument, for people."""
    if value is not None and tensors_inside(call.state, value):
        call.emit(Kind.PYTHON_VALUE, f"{what} needs the value of a tensor")


def check_order(state: State, frame: Frame, node: ast.AST, bound: BoundArguments, short: str) -> None:
    """Whether a number or an array stands before a tensor of another dtype, which a graph does not look ahead to."""
    for names in deciding(bound.name, short):
        given = [bound.given[name] for name in names if name in bound.given]
        if len(given) > 1:
            later = [t for value in given[1:] for t in tensors_inside(state, value)]
            check_before(state, frame, node, given[0], later)


def check_before(state: State, frame: Frame, node: ast.AST, first: Value, later: list[Tensor]) -> None:
    """Whether what an operation converts first has the dtype of the tensors behind it."""
    for alone in dict.fromkeys(spec_of(state.heap, one(atom)) for atom in first):
        if alone.strength <= ARRAY and later:
            _note_order(state, frame, node, alone, {t.dtype for t in later})


def _note_order(state: State, frame: Frame, node: ast.AST, alone: Spec, later: set[str | None]) -> None:
    what = "an array" if alone.strength == ARRAY else "a Python number"
    if None in later or alone.dtype is None:
        message = f"{what} stands before a tensor, and whether both have one dtype cannot be seen"
        state.emit(frame, node, Kind.VALUE, message)
    known = sorted(d for d in later if d is not None and alone.dtype is not None)
    for dtype in (d for d in known if d != alone.dtype):
        message = f"{what} that is {alone.dtype} by itself stands before {dtype}"
        state.emit(frame, node, Kind.DTYPE, message)


def check_given(state: State, frame: Frame, node: ast.AST, wanted: str | None, value: Value) -> None:
    """Whether a tensor has the dtype that a place wants, be it a variable or a `dtype=`."""
    if wanted is not None:
        note_mixture(state, frame, node, tensors(value), wanted)


def tensors_inside(state: State, value: Value, depth: int = 2) -> list[Tensor]:
    """The tensors of a value, and of the tuples and lists in it."""
    found = tensors(value)
    for atom in value if depth else ():
        if isinstance(atom, (Tuple, Iterator, Ref)):
            items = items_of(state, one(atom))
            for item in (_joined(state, atom),) if items is None else items:
                found += tensors_inside(state, item, depth - 1)
    return found


def _joined(state: State, atom: Tuple | Iterator | Ref) -> Value:
    if isinstance(atom, Iterator):
        return atom.element
    plain = isinstance(atom, Ref) and isinstance(state.heap.type_of(atom.key), str)
    return state.heap.read(atom.key, ELEMENTS) if isinstance(atom, Ref) and plain else NOTHING

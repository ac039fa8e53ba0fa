"""Helpers of `x[i]`: parts of tensors and sequences, and what a written entry changes."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.making import LENGTHS, REVERSED, Making
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    FIRST,
    NOTHING,
    Array,
    Axes,
    Const,
    Iterator,
    Opaque,
    Ref,
    Tensor,
    Tuple,
    Value,
    interned_tensor,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import elements_of, evaluate
from hybridize_analyzer.interpreter.tracing import lengths
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, span, span_of
from hybridize_analyzer.interpreter.values import arithmetic
from hybridize_analyzer.interpreter.values.writes import is_constructing, note_change
from hybridize_analyzer.program.code import children, found_once
from hybridize_analyzer.report import Location
from hybridize_analyzer.shapes.composites import RAGGED_OR_SPARSE, kind_of
from hybridize_analyzer.shapes.slicing import depends_on_values, is_ellipsis, item_shape

SLICE, SLICE_BY_TENSORS = "slice", "slice by tensors"
"""Origins of what `slice(…)` makes; the bounds of the second are tensors."""


def picks_rows(state: State, index: Value, *, alone: bool = True) -> bool:
    """Whether an index picks several rows, as NumPy has it, and tensors do not: these take a mask of bools by itself.

    alone: whether it is the whole index, and no part of a tuple.
    """
    (atom,) = index
    if isinstance(atom, Tuple):
        return any(picks_rows(state, one(a), alone=False) for part in atom.elements for a in part)
    if isinstance(atom, Tensor) and atom.of_array and atom.dtype == "bool":
        return not alone
    if isinstance(atom, Tensor) and atom.of_array and atom.shape is None:
        return True  # what is known to be one number has a shape
    if isinstance(atom, (Array, Tensor)):
        return bool(atom.shape) and atom.dtype is not None and atom.dtype.startswith(("int", "uint"))
    listed = isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.list"
    return listed and _slices(state, index).isdisjoint((SLICE, SLICE_BY_TENSORS))


def _slices(state: State, index: Value) -> set[str]:
    """The origins of what cannot be seen in an index, or in the tuple or the list that it is: `slice(…)` among them."""
    inner = [*index, *(atom for part in index for value in state.heap.inside(part) for atom in value)]
    return {atom.origin for atom in inner if isinstance(atom, Opaque)}


def is_outside(tensor: Tensor, index: Value) -> bool:
    """Whether a number among the first ones of an index is beyond the known length of its axis."""
    lengths = tensor.shape or ()
    for atom in index:
        parts = atom.elements if isinstance(atom, Tuple) else (one(atom),)
        for part, length in zip(parts, lengths, strict=False):
            numbers = [a.value for a in part if isinstance(a, Const) and type(a.value) is int]
            if not numbers:
                break  # what a slice, `...` or a new axis makes of the other axes is left to TensorFlow
            if isinstance(length, int) and any(not -length <= number < length for number in numbers):
                return True
    return False


def takes_too_many(tensor: Tensor, index: ast.expr, value: Value) -> bool:
    """Whether an index takes more axes than a tensor is known to have; `...` and new axes take none.

    value: that of the index, for what its parts are where they are written as variables.
    """
    if tensor.shape is None or tensor.kind in RAGGED_OR_SPARSE:
        return False
    written, parts = [index], [value]
    if isinstance(index, ast.Tuple):
        rows = [atom.elements for atom in value if isinstance(atom, Tuple)]
        written = index.elts
        parts = list(rows[0]) if len(rows) == 1 and len(rows[0]) == len(written) else [NOTHING] * len(written)
    taken = (isinstance(w, ast.Slice) or _is_number(part) for w, part in zip(written, parts, strict=True))
    return sum(taken) > len(tensor.shape)


def _is_number(part: Value) -> bool:
    """Whether a part of an index is certainly the number of one row."""
    return bool(part) and all(
        (isinstance(a, Const) and type(a.value) is int) or (isinstance(a, Tensor) and a.shape == ())
        for a in part
    )


def part_of_tensor(state: State, frame: Frame, atom: Tensor | Array, index: ast.expr, value: Value) -> Value:
    def bound(node: ast.expr) -> Value:
        return evaluate(state, frame, node)

    shape = item_shape(bound, atom.shape, index, value)
    if isinstance(atom, Array):
        return one(Array(atom.dtype, shape, atom.homes))
    kind = "tensor" if atom.kind in ("variable", "slices") else kind_of(atom.kind, shape)
    by_values = depends_on_values(bound, index, value) or SLICE_BY_TENSORS in _slices(state, value)
    cut = atom.dynamic or atom.kind in RAGGED_OR_SPARSE or by_values
    whole = (atom.dynamic or atom.placeholder) and atom.kind == "tensor" and not by_values
    open_at = _open_in_part(atom, index) if whole else None
    dynamic = cut and shape != () and open_at != ()
    unranked = atom.unranked and shape is None
    return one(
        interned_tensor(
            kind,
            atom.dtype,
            shape,
            dynamic,
            atom.rounded,
            atom.sized,
            unranked=unranked,
            supposed=atom.supposed and unranked,
            made=_made_of_part(atom.made, index),
            open_at=open_at,
            placeholder=atom.placeholder,
        )
    )


def _open_in_part(atom: Tensor, index: ast.expr) -> Axes | None:
    """The axes of a part that a graph may not know, where only the first of the tensor is open; None for any.

    Numbers take an axis away, slices keep it.
    """
    if atom.open_axes != FIRST:
        return None
    written = index.elts if isinstance(index, ast.Tuple) else [index]
    if isinstance(written[0], ast.Slice):
        return FIRST
    first = written[0].operand if isinstance(written[0], ast.UnaryOp) else written[0]
    if is_ellipsis(first):
        return FIRST
    return () if isinstance(first, ast.Constant) and type(first.value) is int else None


def _made_of_part(made: Making, index: ast.expr) -> Making:
    """What is known of a part: also whether it is the lengths of a tensor in reverse order, with a bound left out.

    Executed: TensorFlow takes the first bound for 0 and the last for the number of axes where it infers shapes.
    """
    part = arithmetic.part_of(made)
    backwards = (
        isinstance(index, ast.Slice)
        and isinstance(index.step, ast.UnaryOp)
        and isinstance(index.step.op, ast.USub)
        and (index.lower is None or index.upper is None)
    )
    return part.after(REVERSED) if backwards and made.has(LENGTHS) else part


def item_of_sequence(state: State, frame: Frame, node: ast.Subscript, value: Value, index: Value) -> Value:
    items = items_of(state, value)
    if items is None:
        if _is_behind_the_first(state, frame, node.slice, index):
            value = lengths.behind_the_first(value)
        elif _is_from_behind(index):
            value = lengths.from_behind(state, frame, node, value)
        return value if isinstance(node.slice, ast.Slice) else elements_of(state, frame, value, node)
    if isinstance(node.slice, ast.Slice):
        cut = _constant_slice(state, frame, node.slice)
        if cut is None:
            return one(Iterator(union(*items) if items else NOTHING, source="slice"))
        return one(Tuple(items[cut]))
    if len(index) == 1:
        (atom,) = index
        if isinstance(atom, Const) and isinstance(atom.value, int) and -len(items) <= atom.value < len(items):
            return items[atom.value]
    return union(*items) if items else NOTHING


def _is_behind_the_first(state: State, frame: Frame, node: ast.expr, index: Value) -> bool:
    """Whether an index, or a slice of it, certainly does not take the first element."""
    if isinstance(node, ast.Slice):
        cut = _constant_slice(state, frame, node)
        return cut is not None and (cut.start or 0) > 0 and (cut.step or 1) > 0
    atom = next(iter(index), None)
    return len(index) == 1 and isinstance(atom, Const) and isinstance(atom.value, int) and atom.value > 0


def _is_from_behind(index: Value) -> bool:
    """Whether an index counts from the end."""
    return bool(index) and all(
        isinstance(a, Const) and isinstance(a.value, int) and a.value < 0 for a in index
    )


def _constant_slice(state: State, frame: Frame, node: ast.Slice) -> slice | None:
    bounds: list[int | None] = []
    for part in (node.lower, node.upper, node.step):
        if part is None:
            bounds.append(None)
            continue
        value = evaluate(state, frame, part)
        atom = next(iter(value), None)
        if (
            len(value) != 1
            or not isinstance(atom, Const)
            or not (atom.value is None or isinstance(atom.value, int))
        ):
            return None
        bounds.append(atom.value)
    return None if bounds[2] == 0 else slice(*bounds)


def note_holder_changed(
    state: State, frame: Frame, target: ast.Subscript | ast.Attribute, *, array: bool = True
) -> None:
    """An array has no place in the heap: the attribute or variable that holds it counts as changed."""
    owner = target.value
    where = frame.module.location(target)
    while isinstance(owner, (ast.Subscript, ast.Attribute)):
        if isinstance(owner, ast.Attribute) and owner.attr not in _OF_THE_ARRAY:
            holders = evaluate(state, frame, owner.value)
            for atom in holders:
                if isinstance(atom, Ref):
                    note_change(state, frame, target, atom.key, owner.attr)
            if not any(isinstance(atom, (Opaque, Array)) for atom in holders):
                return
        owner = owner.value
    if isinstance(owner, ast.Name):
        _note_variable_changed(state, frame, owner.id, where, array=array)


def give_holder_away(state: State, frame: Frame, method: ast.Attribute) -> None:
    """A method is called that may change something unseen, and with it the variable or attribute that this is part of."""
    owner, where = method.value, frame.module.location(method)
    while isinstance(owner, (ast.Subscript, ast.Attribute)):
        if isinstance(owner, ast.Attribute):
            for atom in evaluate(state, frame, owner.value):
                if isinstance(atom, Ref) and not is_constructing(state, frame, atom.key):
                    state.give_away(atom.key, owner.attr, where)
        owner = owner.value
    function = frame.function
    if not isinstance(owner, ast.Name) or (function is None and frame.loop == 0 and frame.calls == 0):
        return
    if function is None or owner.id not in function.scope.assigned:
        state.give_away(f"global:{frame.module.path}:{owner.id}", owner.id, where)
        if frame.outer is not None:
            state.give_away(frame.outer, owner.id, where)
    elif owner.id in function.scope.captured:
        state.give_away(frame.env, owner.id, where)


_OF_THE_ARRAY = ("flat", "T", "real", "imag", "base")
"""Attributes of an array that show what is in it."""


def _note_variable_changed(state: State, frame: Frame, name: str, where: Location, *, array: bool) -> None:
    function = frame.function
    if function is None and frame.loop == 0 and frame.calls == 0:
        return  # nobody can have seen the old content
    if array and _is_given_before(state, frame, name, where):
        state.change_arrays(where)
    if function is None or name not in function.scope.assigned:
        state.bind_global(frame.module.path, name, NOTHING, where, again=True)
        if frame.outer is not None:
            state.bind_cell(frame.outer, name, NOTHING, where, again=True)
    elif name in function.scope.captured:
        state.bind_cell(frame.env, name, NOTHING, where, again=True)


def _is_given_before(state: State, frame: Frame, name: str, where: Location) -> bool:
    """Whether the array of a variable may be in other hands where it changes: what fills it first is over by then.

    A loop around both comes to the change again, and when a function inside the body runs is not asked.
    """
    given = found_once(frame.body, _given_away).get(name, ())
    if not given:
        return False
    change, loops = span_of(where), places_in(state, frame.module.path, frame.function).loops
    return any(
        place is None
        or place[:2] < change[2:]
        or any(contains(loop, place) and contains(loop, change) for loop in loops)
        for place in given
    )


def _given_away(body: ast.AST) -> dict[str, list[Span | None]]:
    """Variables whose arrays are given to a constructor or stored in an attribute, which then holds the same array.

    With the places where that is done in a body; None for those in functions inside it.
    """
    found: dict[str, list[Span | None]] = {}
    pending = [(node, False) for node in children(body)]
    while pending:
        node, inside = pending.pop()
        for name in _given_by(node):
            found.setdefault(name, []).append(None if inside else span(node))
        inside = inside or isinstance(node, _RUN_LATER)
        pending += [(child, inside) for child in children(node)]
    return found


_RUN_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.GeneratorExp)


def _given_by(node: ast.AST) -> list[str]:
    values: list[ast.expr] = []
    if isinstance(node, ast.Call):
        callee = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        values = [*node.args, *(k.value for k in node.keywords)] if callee[:1].isupper() else []
    elif isinstance(node, ast.Assign) and any(
        isinstance(t, (ast.Attribute, ast.Subscript)) for t in node.targets
    ):
        values = [node.value]
    return [value.id for value in values if isinstance(value, ast.Name)]


def change_unseen(state: State, frame: Frame, target: ast.Subscript, index: Value) -> None:
    """An entry of something that cannot be seen is set: whatever holds it counts as changed."""
    state.emit(frame, target, Kind.WRITE, "an object is changed in place")
    # What is indexed with a text is a dict or a table, and no array that other names may stand for.
    named = bool(index) and all(isinstance(i, Const) and isinstance(i.value, str) for i in index)
    note_holder_changed(state, frame, target, array=not named)

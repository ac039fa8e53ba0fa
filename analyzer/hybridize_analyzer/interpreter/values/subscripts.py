"""Subscripts: `x[i]` read and written."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.ownership import MADE
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    STR,
    UNKNOWN,
    Array,
    Atom,
    Bound,
    Const,
    External,
    Iterator,
    Opaque,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    has_tensor,
    interned_tensor,
    one,
    part_of,
    union,
)
from hybridize_analyzer.interpreter.syntax.expressions import evaluate
from hybridize_analyzer.interpreter.tracing import lengths
from hybridize_analyzer.interpreter.values import namespaces, operators
from hybridize_analyzer.interpreter.values.iteration import KEYS, elements_of, items_of
from hybridize_analyzer.interpreter.values.writes import change_arrays, change_object, note_change
from hybridize_analyzer.report import Location
from hybridize_analyzer.shapes.composites import RAGGED_OR_SPARSE, kind_of
from hybridize_analyzer.shapes.slicing import depends_on_values, item_shape

SLICE, SLICE_BY_TENSORS = "slice", "slice by tensors"
"""Origins of what `slice(…)` makes; the bounds of the second are tensors."""
_GENERIC = (
    "typing.",
    "collections.",
    "builtins.",
    "tensorflow.",
    "keras.",
    "numpy.",
    "typing_extensions.",
    "queue.",
)


def item_field(index: Value) -> str | None:
    """The field of a dict that holds the entry of a constant key."""
    if len(index) == 1:
        (atom,) = index
        if isinstance(atom, Const) and atom.type in ("str", "int", "bool"):
            return f"[{atom.value!r}]"
    return None


def read_subscript(state: State, frame: Frame, node: ast.Subscript) -> Value:
    value = evaluate(state, frame, node.value)
    index = evaluate(state, frame, node.slice)
    lengths.note_open(state, frame, node, index)
    return union(*(_read(state, frame, node, atom, index) for atom in value)) if value else NOTHING


def _read(state: State, frame: Frame, node: ast.Subscript, atom: Atom, index: Value) -> Value:
    if isinstance(atom, Tensor):
        frame.ops += 1
        if atom.kind == "tensor" and any(_picks(state, one(a)) for a in index):
            state.emit(
                frame, node, Kind.NUMPY, "rows are picked by a list of indices, which tensors do not take"
            )
        return _item(state, frame, atom, node.slice, index)
    if isinstance(atom, Array):
        if has_tensor(index):
            state.emit(frame, node, Kind.NUMPY, "a NumPy array is indexed with a tensor")
        return _item(state, frame, atom, node.slice, index)
    if isinstance(atom, External):
        if not atom.name.startswith(_GENERIC):
            state.emit(frame, node, Kind.AMBIENT, f"`{atom.name}` is read")
        return UNKNOWN
    if operators.contains_tensor(state, index):
        state.emit(frame, node, Kind.PYTHON_VALUE, "a Python container is indexed with a tensor")
    if isinstance(atom, (Tuple, Iterator)):
        return _sequence_item(state, frame, node, one(atom), index)
    if isinstance(atom, Ref):
        return _object_item(state, frame, node, atom, index)
    if isinstance(atom, (Const, Scalar)):
        return STR if atom.type == "str" else UNKNOWN
    if isinstance(atom, Opaque):
        return one(part_of(atom))
    return UNKNOWN


def _picks(state: State, index: Value) -> bool:
    """Whether an index picks several rows, as NumPy has it."""
    (atom,) = index
    if isinstance(atom, (Array, Tensor)):
        return bool(atom.shape) and atom.dtype is not None and atom.dtype.startswith(("int", "uint"))
    listed = isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.list"
    return listed and _slices(state, index).isdisjoint((SLICE, SLICE_BY_TENSORS))


def _slices(state: State, index: Value) -> set[str]:
    """The origins of what cannot be seen in an index, or in the tuple or the list that it is: `slice(…)` among them."""
    inner = [*index, *(atom for part in index for value in state.heap.inside(part) for atom in value)]
    return {atom.origin for atom in inner if isinstance(atom, Opaque)}


def _item(state: State, frame: Frame, atom: Tensor | Array, index: ast.expr, value: Value) -> Value:
    def bound(node: ast.expr) -> Value:
        return evaluate(state, frame, node)

    shape = item_shape(bound, atom.shape, index, value)
    if isinstance(atom, Array):
        return one(Array(atom.dtype, shape, atom.home))
    kind = "tensor" if atom.kind in ("variable", "slices") else kind_of(atom.kind, shape)
    cut = atom.dynamic or atom.kind in RAGGED_OR_SPARSE or depends_on_values(bound, index, value)
    cut = cut or SLICE_BY_TENSORS in _slices(state, value)
    dynamic = cut and shape != ()
    unranked = atom.unranked and shape is None
    return one(interned_tensor(kind, atom.dtype, shape, dynamic, atom.rounded, atom.sized, unranked=unranked))


def _sequence_item(state: State, frame: Frame, node: ast.Subscript, value: Value, index: Value) -> Value:
    items = items_of(state, value)
    if items is None:
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


def _object_item(state: State, frame: Frame, node: ast.Subscript, atom: Ref, index: Value) -> Value:
    from hybridize_analyzer.interpreter.values.calls import call_method, has_method

    if not isinstance(state.heap.type_of(atom.key), str) and has_method(state, atom, "__getitem__"):
        with frame.indirectly():
            return call_method(state, frame, node, atom, "__getitem__", (index,))
    found = state.heap[atom.key]
    kind = classes.container_of(state, found.cls)
    state.emit(frame, node, Kind.READ, "an element is read", target=atom.key, field=ELEMENTS)
    if kind is None:
        return union(*found.fields.values()) if found.fields and "_fields" in found.fields else UNKNOWN
    if kind == "collections.defaultdict":
        change_object(state, frame, node, atom.key, ELEMENTS, NOTHING, "filled by being read")
    if found.exact is not None and not found.multiple:
        return _sequence_item(state, frame, node, one(atom), index)
    if isinstance(node.slice, ast.Slice):
        return one(Iterator(found.fields.get(ELEMENTS, NOTHING), source="slice"))
    field = item_field(index)
    if field is not None and field in found.fields and KEYS in found.fields:
        return union(found.fields[field], found.fields.get("[?]", NOTHING))
    return found.fields.get(ELEMENTS, NOTHING)


def write_subscript(state: State, frame: Frame, target: ast.Subscript, value: Value) -> None:
    from hybridize_analyzer.interpreter.values.calls import call_method, has_method

    index = evaluate(state, frame, target.slice)
    lengths.note_open(state, frame, target, index)
    for atom in evaluate(state, frame, target.value):
        if isinstance(atom, Ref):
            if not isinstance(state.heap.type_of(atom.key), str) and has_method(state, atom, "__setitem__"):
                with frame.indirectly():
                    call_method(state, frame, target, atom, "__setitem__", (index, value))
                continue
            if has_tensor(index):
                state.emit(frame, target, Kind.PYTHON_VALUE, "a Python container is indexed with a tensor")
            state.heap.write(atom.key, KEYS, index)
            state.heap.write(atom.key, item_field(index) or "[?]", value)
            change_object(state, frame, target, atom.key, ELEMENTS, value, "changed")
        elif isinstance(atom, Array):
            if has_tensor(index) or operators.contains_tensor(state, value):
                state.emit(frame, target, Kind.NUMPY, "a tensor is written into a NumPy array")
            change_arrays(state, frame, target, one(atom), "a NumPy array is changed in place")
            if atom.home is None or atom.home == MADE:
                note_holder_changed(state, frame, target)
        elif isinstance(atom, Opaque) and namespaces.change_entries(state, frame, target, atom, index, value):
            continue
        elif isinstance(atom, (Opaque, Bound)):
            state.emit(frame, target, Kind.WRITE, "an object is changed in place")
            # What is indexed with a text is a dict or a table, and no array that other names may stand for.
            named = bool(index) and all(isinstance(i, Const) and isinstance(i.value, str) for i in index)
            note_holder_changed(state, frame, target, array=not named)
        elif isinstance(atom, Tensor):
            state.emit(frame, target, Kind.PYTHON_VALUE, "a tensor is assigned to by element")


def note_holder_changed(
    state: State, frame: Frame, target: ast.Subscript | ast.Attribute, *, array: bool = True
) -> None:
    """An array has no place in the heap: the attribute or variable that holds it counts as changed."""
    owner = target.value
    while isinstance(owner, ast.Subscript) or (
        isinstance(owner, ast.Attribute) and owner.attr in ("flat", "T", "real", "imag", "base")
    ):
        owner = owner.value
    where = frame.module.location(target)
    if isinstance(owner, ast.Attribute):
        for atom in evaluate(state, frame, owner.value):
            if isinstance(atom, Ref):
                note_change(state, frame, target, atom.key, owner.attr)
    elif isinstance(owner, ast.Name):
        _note_variable_changed(state, frame, owner.id, where, array=array)


def _note_variable_changed(state: State, frame: Frame, name: str, where: Location, *, array: bool) -> None:
    function = frame.function
    if function is None and frame.loop == 0 and frame.calls == 0:
        return  # nobody can have seen the old content
    if array and name in _given_away(state, frame):
        state.change_arrays(where)
    if function is None or name not in function.scope.assigned:
        state.bind_global(frame.module.path, name, NOTHING, where, again=True)
        if frame.outer is not None:
            state.bind_cell(frame.outer, name, NOTHING, where, again=True)
    elif name in function.scope.captured:
        state.bind_cell(frame.env, name, NOTHING, where, again=True)


def _given_away(state: State, frame: Frame) -> frozenset[str]:
    """Variables whose arrays are given to a constructor or stored in an attribute, which then holds the same array."""
    body = frame.function or frame.module
    key = ("given away", body)
    known = state.places.get(key)
    if known is None:
        root: ast.AST = frame.function.node if frame.function is not None else frame.module.tree
        known = state.places[key] = frozenset(n for node in ast.walk(root) for n in _given_by(node))
    assert isinstance(known, frozenset)
    return known


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

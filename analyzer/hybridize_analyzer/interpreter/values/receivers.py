"""Receivers that only a bound method holds: a method of Python holds its object, that of a `tf.function` only weakly.

`Scaler(2.0).apply(x)`: the object is gone before the call begins, and the trace finds None in place of `self`. The same
happens to `handlers.append(scaler.apply)` once `scaler` is a variable no more: its function has returned, the next turn
of a loop has bound it again, or it was deleted.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.classes import find_attribute
from hybridize_analyzer.domain.heap import method_key
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Atom, Bound, Function, Hybrid, Partial, Ref, Value, parts_of
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.interpreter.tracing.places import places_in, span_of
from hybridize_analyzer.interpreter.values.descriptors import decorator_names
from hybridize_analyzer.program.code import ClassCode, FunctionCode, found_once, walk
from hybridize_analyzer.report import Location

_UNHELD = "methods of receivers that nothing holds"


def note_method(state: State, frame: Frame, node: ast.AST, owner: ast.expr, methods: Value) -> None:
    """A method is looked up on the object that an expression gives, which nothing else may hold.

    node: what looks it up.  owner: the expression.  methods: what was found.
    """
    for code, key in (a.of_object for a in methods if isinstance(a, Bound) and a.of_object is not None):
        if _is_passing(state, frame, owner, key):
            state.note(_UNHELD, code, frame.module.location(node))


def note_outlived(
    state: State, returned: Value, allocated: frozenset[str], given: frozenset[str], where: Location
) -> None:
    """A call hands out methods of objects that it has made, but not the objects.

    returned: by the call.  allocated, given: what it made, and what of that may be known elsewhere.  where: the call's body.
    """
    heap = state.heap
    made = [key for key in allocated if key in heap.objects and isinstance(heap.type_of(key), ClassCode)]
    if not made:
        return
    objects, methods = _handed_out(state, returned, allocated)
    for key in made:
        if key in objects:
            continue
        codes = heap.methods_of(key) | methods.get(key, set())
        if not codes or not heap.is_fresh(key, allocated, given):
            continue
        for code in codes:
            fresh = heap.is_method_fresh(code, key, allocated, given)
            if code in methods.get(key, ()) or not fresh or heap.is_kept_of_each(code, key):
                state.note(_UNHELD, code, where)


def _handed_out(
    state: State, returned: Value, allocated: frozenset[str]
) -> tuple[set[str], dict[str, set[FunctionCode]]]:
    """What of a call is reached from its result: objects that it has made, and functions as methods of such objects."""
    objects: set[str] = set()
    methods: dict[str, set[FunctionCode]] = {}
    seen: set[Atom] = set()
    pending = [*returned]
    while pending:
        atom = pending.pop()
        if atom in seen:
            continue
        seen.add(atom)
        for value in parts_of(atom):
            pending += value
        if isinstance(atom, Ref) and atom.key in allocated:
            objects.add(atom.key)
            for value in state.heap[atom.key].fields.values():
                pending += value
        elif isinstance(atom, Bound) and (method := atom.of_object) is not None:
            methods.setdefault(method[1], set()).add(method[0])
        elif isinstance(atom, (Bound, Partial, Hybrid)):
            pending.append(atom.function)
        elif isinstance(atom, Function) and atom.env is not None:
            for name in found_once(atom.code.node, _names):
                if (cell := state.cell(atom.env, name)) is not None:
                    pending += cell.value
    return objects, methods


def _names(node: ast.AST) -> frozenset[str]:
    return frozenset(part.id for part in walk(node) if isinstance(part, ast.Name))


def unheld(state: State, code: FunctionCode) -> Location | None:
    """Where a function is looked up, or handed out, as the method of an object that nothing else may hold."""
    return state.noted(_UNHELD, code) or _outlives_variable(state, code)


def _outlives_variable(state: State, code: FunctionCode) -> Location | None:
    """Where an object is made that only variables of modules hold, and not for as long as its method is known."""
    for key in {c.receiver.key for c in state.contexts_of(code) if isinstance(c.receiver, Ref)}:
        if code not in state.heap.methods_of(key):
            continue
        made = state.heap.objects[key].where
        variables = state.heap.variables_of(key)
        if variables is None or any(_lasts(state, *variable, made) for variable in variables):
            continue
        roots = frozenset(f"global:{path}:{name}" for path, name in variables) | {"env:"}
        if not state.heap.is_rooted_in(method_key(code, key), roots):
            return made
    return None


def _lasts(state: State, path: str, name: str, made: Location) -> bool:
    """Whether a variable of a module holds an object that was made somewhere until the program ends."""
    places = places_in(state, path, None)
    bindings = places.bindings.get(name, [])
    if any(places.in_loop(place) for place in bindings):
        return False
    if len(bindings) > 1:
        return made.path == path and not any(place[:2] > span_of(made)[:2] for place in bindings)
    binding = state.global_binding(path, name)
    return binding is None or binding.rebound is None


def _is_passing(state: State, frame: Frame, owner: ast.expr, key: str) -> bool:
    """Whether an expression may give an object that is gone once its method has been looked up."""
    if isinstance(owner, (ast.Name, ast.NamedExpr)):
        return False
    if isinstance(owner, ast.IfExp):
        return any(_is_passing(state, frame, part, key) for part in (owner.body, owner.orelse))
    if isinstance(owner, ast.BoolOp):
        return any(_is_passing(state, frame, part, key) for part in owner.values)
    if isinstance(owner, (ast.Attribute, ast.Subscript)):
        made = _is_made_by_reading(state, frame, owner) and not state.heap.objects[key].holders
        return made or (
            _is_passing(state, frame, owner.value, key)
            and state.heap.is_fresh(key, frozenset(frame.allocated), frozenset())
        )
    return True


def _is_made_by_reading(state: State, frame: Frame, node: ast.Attribute | ast.Subscript) -> bool:
    """Whether a property, `__getattr__` or `__getitem__` of the project computes what is read."""
    if not isinstance(node.value, (ast.Name, ast.Attribute, ast.Subscript)):
        return True
    owners = [a for a in evaluate(state, frame, node.value) if isinstance(a, Ref)]
    classes = [cls for a in owners if isinstance(cls := state.heap.type_of(a.key), ClassCode)]
    if isinstance(node, ast.Subscript):
        return any(find_attribute(state, cls, "__getitem__") for cls in classes)
    return any(_computes(state, cls, node.attr) for cls in classes)


def _computes(state: State, cls: ClassCode, name: str) -> bool:
    found = find_attribute(state, cls, name)
    if found is None:
        return find_attribute(state, cls, "__getattr__") is not None
    return any(isinstance(a, Function) and "property" in decorator_names(a) for a in found[0])

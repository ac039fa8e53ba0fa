"""Receivers that only a bound method holds: a method of Python holds its object, that of a `tf.function` only weakly.

`Scaler(2.0).apply(x)`: the object is gone before the call begins, and the trace finds None in place of `self`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.classes import find_attribute
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Bound, Function, Hybrid, Ref, Value
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.interpreter.values.descriptors import decorator_names
from hybridize_analyzer.program.code import ClassCode, FunctionCode
from hybridize_analyzer.report import Location

_UNHELD = "methods of receivers that nothing holds"


def note_method(state: State, frame: Frame, node: ast.AST, owner: ast.expr, methods: Value) -> None:
    """A method is looked up on the object that an expression gives, which nothing else may hold.

    node: what looks it up.  owner: the expression.  methods: what was found.
    """
    for code, receiver in _of_objects(methods):
        if _is_passing(state, frame, owner, receiver.key):
            state.note(_UNHELD, code, frame.module.location(node))


def note_returned(state: State, returned: Value, allocated: frozenset[str], where: Location) -> None:
    """A call returns methods of an object that it has made and that nothing else holds."""
    for code, receiver in _of_objects(returned):
        if state.heap.is_fresh(receiver.key, allocated, frozenset()):
            state.note(_UNHELD, code, where)


def _of_objects(methods: Value) -> Iterator[tuple[FunctionCode, Ref]]:
    """The methods of the project among some values, with their receivers."""
    for atom in methods:
        if isinstance(atom, Bound) and isinstance(atom.receiver, Ref):
            function = atom.function.function if isinstance(atom.function, Hybrid) else atom.function
            if isinstance(function, Function):
                yield function.code, atom.receiver


def unheld(state: State, code: FunctionCode) -> Location | None:
    """Where a function is looked up, or returned, as the method of an object that nothing else may hold."""
    return state.noted(_UNHELD, code)


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

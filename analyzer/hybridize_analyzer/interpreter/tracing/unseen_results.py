"""What unseen code makes anew for a call, and the calling function then changes: nobody else sees the change.

A model that cannot be seen gives a dict, and a step adds an entry to it; a static shape is turned into a list, and its
unknown lengths are replaced by tensors.  That such code keeps nothing of what it gives is a part of what is assumed of it.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.computed import COMPUTED
from hybridize_analyzer.domain.contents import contains_tensor
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Atom, Bound, External, Opaque, Value
from hybridize_analyzer.interpreter.tracing.places import span
from hybridize_analyzer.program.code import FunctionNode, bound_names, found_once, parameter_names, walk

_COPYING = frozenset({"as_list", "copy"})
"""Methods that give a new list or dict, whatever they are called on: of static shapes, and of containers."""


def note_result(
    state: State, frame: Frame, node: ast.Call, function: Value, given: tuple[Value, ...], result: Value
) -> None:
    """Remembers whether a call gives what unseen code has made for it of tensors, or a copy, whenever it is reached.

    function: what is called.  given: its arguments.
    """
    if frame.function is None:
        return
    copies = _copies(node)
    new = bool(function) and all(
        isinstance(atom, (Opaque, External)) or (copies and _is_of_container(atom)) for atom in function
    )
    if new and not copies:
        new = result == COMPUTED and any(
            contains_tensor(state, value) or any(isinstance(atom, Opaque) for atom in value)
            for value in given
        )
    frame.made_unseen[node] = new and frame.made_unseen.get(node, True)


def _is_of_container(atom: Atom) -> bool:
    """Whether it is a method of a container of Python, which may stand beside what cannot be seen."""
    return isinstance(atom, Bound) and isinstance(atom.function, External)


def _copies(node: ast.Call) -> bool:
    """Whether it is a call such as `x.shape.as_list()`."""
    named = isinstance(node.func, ast.Attribute) and node.func.attr in _COPYING
    return named and not node.args and not node.keywords


def change_own(state: State, frame: Frame, node: ast.AST, held: ast.expr) -> bool:
    """Whether a change reaches only what unseen code has made for the running call; says so, as an assumption.

    node: what changes it.  held: the expression that gives it.
    """
    if not isinstance(held, ast.Name) or frame.function is None or frame.symbolic:
        return False
    scope, name = frame.function.scope, held.id
    outside = {*scope.captured, *scope.globals_, *scope.nonlocals}
    if name in parameter_names(frame.function.node.args) and not _is_bound_anew(
        frame.function.node, name, node
    ):
        return False
    makers = found_once(frame.function.node, _makers).get(name)
    if not makers or name in outside or not all(frame.made_unseen.get(maker) for maker in makers):
        return False
    kind = Kind.VALUE if all(map(_copies, makers)) else Kind.UNSEEN
    state.emit(frame, node, kind, f"`{name}`, which is made anew for every call, is changed in place")
    return True


def _is_bound_anew(function: FunctionNode, name: str, change: ast.AST) -> bool:
    """Whether every run of a function that comes to a change has given a parameter another value before, or a copy."""
    if isinstance(function, ast.Lambda):
        return False
    binding = (s for s in function.body if any(name in bound_names(node) for node in walk(s)))
    first = next(binding, None)
    if not isinstance(first, ast.Assign) or span(first)[2:] > span(change)[:2]:
        return False
    mentioned = sum(isinstance(node, ast.Name) and node.id == name for node in walk(first.value))
    copied = isinstance(first.value, ast.Call) and _copies(first.value)
    return not mentioned or (copied and mentioned == 1)


def _makers(root: ast.AST) -> dict[str, tuple[ast.Call, ...]]:
    """For each variable that is only bound to results of calls, or to parts of them: these calls.

    A call that is given what the variable held may give the same object back: `inputs = checked(inputs)`.
    """
    calls: dict[str, list[ast.Call]] = {}
    bindings: dict[str, int] = {}
    for node in walk(root):
        for name in bound_names(node):
            bindings[name] = bindings.get(name, 0) + 1
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            given = _given(node.value)
            for name in (n for target in node.targets for n in _names(target)):
                if name not in given:
                    calls.setdefault(name, []).append(node.value)
    return {name: tuple(made) for name, made in calls.items() if len(made) == bindings[name]}


def _given(call: ast.Call) -> set[str]:
    """The variables that the arguments of a call are written with."""
    parts = [*call.args, *(keyword.value for keyword in call.keywords)]
    return {node.id for part in parts for node in walk(part) if isinstance(node, ast.Name)}


def _names(target: ast.expr) -> list[str]:
    parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
    return [part.id for part in parts if isinstance(part, ast.Name)]

"""Whether every trace of a function does the same: only the first one may create variables.

A condition on what stays (constants, attributes of the receiver, globals) comes out alike in all traces, or the state that
it reads changes, which is the business of others.  Arguments and what is computed from them may differ.
"""

from __future__ import annotations

import ast
from collections import Counter

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Bound, Function, Partial, Ref, Tuple, Value
from hybridize_analyzer.interpreter.tracing.runs import enclosing
from hybridize_analyzer.program.code import FunctionCode, bound_names, found_once, parameter_names, walk

_CHANGED_BY_CALLS = frozenset({"built"})
"""Attributes of layers that their first call changes."""
_Loop = ast.For | ast.AsyncFor | ast.comprehension
_LOOPS = (ast.For, ast.AsyncFor, ast.comprehension)


def is_late(frame: Frame) -> bool:
    """Whether a later trace may be the first to reach the current statement."""
    return frame.late > 0 or frame.left


def stays(frame: Frame, node: ast.expr) -> bool:
    """Whether an expression has the same value in every trace of the current function."""
    return frame.function is None or stays_in(frame.function, node)


def stays_in(code: FunctionCode, node: ast.expr, around: frozenset[str] = frozenset()) -> bool:
    """Whether an expression has the same value in every trace of a function.

    around: names that are what is asked about already.
    """
    names, changing = found_once(node, _read)
    return not changing and all(_is_fixed(code, name, around) for name in names)


def _read(node: ast.AST) -> tuple[tuple[str, ...], bool]:
    """The names in an expression, and whether it has an attribute that calls change."""
    parts = walk(node)
    names = dict.fromkeys(part.id for part in parts if isinstance(part, ast.Name))
    changing = any(isinstance(part, ast.Attribute) and part.attr in _CHANGED_BY_CALLS for part in parts)
    return tuple(names), changing


def _is_fixed(code: FunctionCode, name: str, around: frozenset[str]) -> bool:
    if _is_local(code, name):
        given = name in around or name in parameter_names(code.node.args)
        loops = [] if given else loops_over(code, name)
        fixed = bool(loops) and all(stays_in(code, n.iter, around | {name}) for n in loops)
        return fixed or name == _receiver(code)
    above = code.parent
    while above is not None:
        if _is_local(above, name):
            return is_bound_once(above, name)
        above = above.parent
    return True


def is_bound_once(code: FunctionCode, name: str) -> bool:
    """Whether a run of a function binds a name once, so that what it defines always finds the same object there."""
    if any(name in other.scope.nonlocals for other in code.module.functions):
        return False
    bindings, in_loops = found_once(code.node, _bindings).get(name, (0, False))
    return bindings + (name in parameter_names(code.node.args)) == 1 and not in_loops


def _bindings(root: ast.AST) -> dict[str, tuple[int, bool]]:
    """By name: how often a function binds it, and whether it does so in a loop."""
    found: Counter[str] = Counter()
    repeated: set[str] = set()
    for node in walk(root):
        if node is root:
            continue
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            repeated.update(name for part in walk(node) for name in bound_names(part))
        found.update(bound_names(node))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found[node.name] += 1  # what it is may change with what is around it
    return {name: (number, name in repeated) for name, number in found.items()}


def _is_local(code: FunctionCode, name: str) -> bool:
    own = name in code.scope.assigned or name in parameter_names(code.node.args)
    return own and name not in code.scope.globals_


def _receiver(code: FunctionCode) -> str | None:
    names = parameter_names(code.node.args)
    return names[0] if code.cls is not None and names else None


def loops_over(code: FunctionCode, name: str) -> list[_Loop]:
    """Loops that set a name; none where something else sets it, too."""
    return found_once(code.node, _only_set_by_loops).get(name, [])


def _only_set_by_loops(root: ast.AST) -> dict[str, list[_Loop]]:
    found: dict[str, list[_Loop]] = {}
    stored: Counter[str] = Counter()
    for node in walk(root):
        if isinstance(node, _LOOPS):
            for name in _names(node.target):
                found.setdefault(name, []).append(node)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            stored[node.id] += 1
    return {name: loops for name, loops in found.items() if stored[name] == len(loops)}


def _names(node: ast.expr) -> set[str]:
    return {n.id for n in walk(node) if isinstance(n, ast.Name)}


def is_chosen(call: Call) -> bool:
    """Whether a call runs, or passes on, one of several objects, which may be another one in the next trace."""
    state, frame, node = call.state, call.frame, call.node
    if frame.function is None or not isinstance(node, ast.Call):
        return False
    if _selects(state, frame, node.func):
        return True
    for given, value in zip(node.args, call.args, strict=False):
        if _is_one_of_several(state, value) and _selects(state, frame, given, value):
            return True
    for keyword in node.keywords:
        value = call.keywords.get(keyword.arg or "", frozenset())
        if _is_one_of_several(state, value) and _selects(state, frame, keyword.value, value):
            return True
    return False


_OBJECTS = frozenset({Ref, Tuple, Function, Bound, Partial})


def _is_one_of_several(state: State, value: Value) -> bool:
    if _OBJECTS.isdisjoint(map(type, value)):
        return False
    keys = references(value)
    functions = sum(isinstance(atom, (Function, Bound, Partial)) for atom in value)
    return len(keys) + functions > 1 or any(state.heap[k].multiple for k in keys)


def _selects(state: State, frame: Frame, node: ast.expr, value: Value | None = None) -> bool:
    """Whether an expression stands for one object among several by something that differs between traces."""
    code = frame.function
    while isinstance(node, ast.Attribute):
        node, value = node.value, None
    if isinstance(node, ast.Subscript):
        return not stays(frame, node.slice) or _selects(state, frame, node.value)
    if isinstance(node, ast.Call):
        return not all(stays(frame, a) for a in node.args) or _selects(state, frame, node.func)
    if isinstance(node, (ast.IfExp, ast.BoolOp)):
        return not stays(frame, node)
    if not isinstance(node, ast.Name) or code is None or node.id not in code.scope.assigned:
        return False
    if node.id in parameter_names(code.node.args) or loops_over(code, node.id):
        return False
    return _is_one_of_several(state, frame.names.get(node.id, frozenset()) if value is None else value)


def reached_from(state: State, value: Value) -> set[str]:
    """Keys of all objects that are held, directly or not, by those in a value."""
    pending, found = [*references(value)], set[str]()
    while pending:
        key = pending.pop()
        if key in found or key not in state.heap.objects:
            continue
        found.add(key)
        for held in state.heap[key].fields.values():
            pending += references(held)
    return found


def is_one(state: State, key: str) -> bool:
    """Whether all objects that are known by a key are the same."""
    return not (state.heap[key].multiple or is_of_factory(state, key))


def is_of_factory(state: State, key: str) -> bool:
    """Whether a function makes it, which may make one for every call, and not for an object of its own."""
    return key.partition("<")[2].startswith(">") and enclosing(state, state.heap[key].where) is not None

"""Whether a call is made on one and the same object in all traces of a function.

A graph belongs to a function object: a closure is made by one run of the function around it, and a method has graphs for
every receiver.  What such a run has bound, the attributes of a receiver and globals are the same in all traces, or they
change, and that is what frozen reads are about.  Arguments, and what is chosen by them, may differ.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.interpreter.tracing.runs import enclosing, expression_at
from hybridize_analyzer.knowledge.callbacks import ON_REPLICAS
from hybridize_analyzer.program.code import FunctionCode, parameter_names, walk
from hybridize_analyzer.report import Location

_DEPTH = 3
"""So many methods, each called by the next one on its own object, are followed."""


def is_called_on_one(state: State, subject: FunctionCode, where: Location, depth: int = _DEPTH) -> bool:
    """Whether the method call at a place has the same receiver in all traces of one function object of `subject`.

    where: in `subject`, or in what it calls.
    """
    runner = enclosing(state, where)
    call = expression_at(state, where, runner)
    if runner is None or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    if _is_one(state, subject, runner, call.func.value):
        return True
    return depth > 0 and _is_own(runner, call.func.value) and _is_run_on_one(state, subject, runner, depth)


def _is_own(method: FunctionCode, node: ast.expr) -> bool:
    """Whether a method calls another one of its own object: of `self`, or of `super()`."""
    name = _receiver(method)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super":
        given = node.args[1:]
        return name is not None and all(isinstance(a, ast.Name) and a.id == name for a in given)
    return name is not None and isinstance(node, ast.Name) and node.id == name


def _is_run_on_one(state: State, subject: FunctionCode, method: FunctionCode, depth: int) -> bool:
    """Whether all that `subject` runs calls a method on one object, as an optimizer whose step is the program's own."""
    below = state.call_graph().below([subject])
    sites = [site for site in state.sites_of(method) if site.caller is None or site.caller in below]
    return bool(sites) and all(
        site.caller is not None and is_called_on_one(state, subject, site.where, depth - 1) for site in sites
    )


def _is_one(state: State, subject: FunctionCode, runner: FunctionCode, node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute) or (
        isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
    ):
        node = node.value
    if not isinstance(node, ast.Name):
        return False
    owner = _owner(runner, node.id)
    if owner is None:
        return state.global_binding(runner.module.path, node.id) is not None
    if owner in _around(subject):
        return _is_within(runner, subject) or _is_only_run(owner, runner)
    return node.id == _receiver(owner) and _is_on_receiver(state, subject, owner)


def _owner(runner: FunctionCode, name: str) -> FunctionCode | None:
    """The function, from the inside, that binds a name; whatever is nested in `runner` and binds it counts, too."""
    inside = {n.id for n in walk(runner.node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    arguments = {n.arg for n in walk(runner.node) if isinstance(n, ast.arg)}
    if name in (inside | arguments) - runner.scope.globals_ - runner.scope.nonlocals:
        return runner
    above = runner.parent
    while above is not None:
        if name in {*parameter_names(above.node.args), *above.scope.assigned} - above.scope.globals_:
            return above
        above = above.parent
    return None


def _around(code: FunctionCode) -> Iterator[FunctionCode]:
    while code.parent is not None:
        code = code.parent
        yield code


def _is_within(code: FunctionCode, outer: FunctionCode) -> bool:
    return code is outer or outer in _around(code)


def _is_only_run(owner: FunctionCode, inner: FunctionCode) -> bool:
    """Whether what a function defines stays there: it is called by its name, or handed to a strategy, and nothing else.

    So a run of `owner` sees only what it has defined itself.
    """
    if inner.parent is not owner:
        return False
    used: set[ast.expr] = set()
    for node in walk(owner.node):
        if isinstance(node, ast.Call):
            used.add(node.func)
            if isinstance(node.func, ast.Attribute) and node.func.attr in ON_REPLICAS and node.args:
                used.add(node.args[0])
    named = (n for n in walk(owner.node) if isinstance(n, ast.Name) and n.id == inner.name)
    return all(isinstance(n.ctx, ast.Load) and n in used for n in named)


def _receiver(code: FunctionCode) -> str | None:
    """The name of `self`, where nothing else is bound to it."""
    names = parameter_names(code.node.args)
    if code.cls is None or not names or code.decorators:
        return None
    bound = (n for n in walk(code.node) if isinstance(n, ast.Name) and n.id == names[0])
    return names[0] if all(isinstance(n.ctx, ast.Load) for n in bound) else None


def _is_on_receiver(state: State, subject: FunctionCode, method: FunctionCode) -> bool:
    """Whether `subject` comes to a method on its own receiver only: `self.method`, written in its own body."""
    if method is subject:
        return True
    name = _receiver(subject)
    callers = state.callers_of(method) & state.call_graph().below([subject])
    if name is None or not all(_is_within(caller, subject) for caller in callers):
        return False
    mentions = [n for n in walk(subject.node) if isinstance(n, ast.Attribute) and n.attr == method.name]
    return bool(mentions) and all(isinstance(n.value, ast.Name) and n.value.id == name for n in mentions)

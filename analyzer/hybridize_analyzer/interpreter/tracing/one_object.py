"""Whether a call is made on one and the same object in all traces of a function.

A graph belongs to a function object: a closure is made by one run of the function around it, and a method has graphs for
every receiver.  What such a run has bound, the attributes of a receiver and globals are the same in all traces, or they
change, and that is what frozen reads are about.  Arguments, and what is chosen by them, may differ, unless all calls give
the same one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from hybridize_analyzer.domain.events import MOST_CALLS, Event
from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.domain.values import Ref
from hybridize_analyzer.interpreter.tracing.alike import is_bound_once, loops_over, stays_in
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.places import contains, places_in, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import (
    enclosing,
    expression_at,
    is_called_unseen,
    is_own,
    receiver_of,
)
from hybridize_analyzer.knowledge.callbacks import ON_REPLICAS
from hybridize_analyzer.program.code import FunctionCode, argument_at, children, parameter_names, walk
from hybridize_analyzer.report import Location

_DEPTH = 3
"""So many calls, each by the next one on its own object or with what it has, and loops, are followed."""


def is_called_on_one(state: State, subject: FunctionCode, where: Location, depth: int = _DEPTH) -> bool:
    """Whether the method call at a place has the same receiver in all traces of one function object of `subject`.

    where: in `subject`, or in what it calls.
    """
    runner = enclosing(state, where)
    call = expression_at(state, where, runner)
    if runner is None or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    return _is_on_one(state, subject, runner, call.func.value, depth)


def _is_on_one(state: State, subject: FunctionCode, runner: FunctionCode, node: ast.expr, depth: int) -> bool:
    """Whether an expression in `runner` gives the same object in all traces of one function object of `subject`."""
    if _is_one(state, subject, runner, node, depth):
        return True
    return depth > 0 and is_own(runner, node) and _is_run_on_one(state, subject, runner, depth)


def is_always_made(state: State, subject: FunctionCode, where: Location, guards: Set[Location]) -> bool:
    """Whether every trace of one function object of `subject` comes to a place in methods of all of the same objects.

    So what a first call makes there for its object is made in the first trace, whichever objects there are.
    where: in a method.  guards: the branches that first calls take.
    """
    method = enclosing(state, where)
    if method is None or method.cls is None or not _is_unconditional(state, where, guards):
        return False
    return _is_run_on_all(state, subject, method, guards, _DEPTH)


def _is_run_on_all(
    state: State, subject: FunctionCode, method: FunctionCode, guards: Set[Location], depth: int
) -> bool:
    below = state.call_graph().below([subject])
    sites = [site for site in state.sites_of(method) if site.caller in below]
    # Objects of one place may come to one graph of the method, where that is not called as one of theirs.
    if method is subject or depth < 0 or not sites or is_called_unseen(state, method):
        return False
    return all(_is_run_always(state, subject, method, site, guards, depth) for site in sites)


def _is_run_always(
    state: State,
    subject: FunctionCode,
    method: FunctionCode,
    site: CallSite,
    guards: Set[Location],
    depth: int,
) -> bool:
    caller, call = site.caller, expression_at(state, site.where, site.caller)
    if caller is None or site.mapped or not isinstance(call, ast.Call):
        return False
    if not _is_unconditional(state, site.where, guards):
        return False
    if caller is not subject and not _is_run_on_all(state, subject, caller, guards, depth - 1):
        return False
    if method.cls is None:
        return method.parent is None or method.parent is caller
    named = isinstance(call.func, ast.Attribute) and call.func.attr == method.name
    if not named and method.name not in ("__call__", "call"):
        return False
    on = call.func.value if named and isinstance(call.func, ast.Attribute) else call.func
    # What belongs to an object is the same where that is, which has been asked.
    return _is_on_one(state, subject, caller, on, depth) or _is_on_one(state, caller, caller, on, depth)


def is_always_done(state: State, event: Event) -> bool:
    """Whether every trace comes to an event, in each turn of the loops around it, as far as the text shows."""
    places = (*event.path, event.where)
    return len(places) <= MOST_CALLS and all(_is_unconditional(state, where) for where in places)


def _is_unconditional(state: State, where: Location, guards: Set[Location] = frozenset()) -> bool:
    """guards: branches that only the first call of an object takes, which count as the part of that call that they are."""
    code, place = enclosing(state, where), span_of(where)
    if code is None or any(line < where.line for line in places_in(state, where.path, code).exits):
        return False
    guarding = {span_of(at) for at in guards if at.path == where.path}
    node: ast.AST = code.node
    while span(node) != place or node is code.node:
        inner = next((child for child in children(node) if contains(span(child), place)), None)
        if inner is None:
            return isinstance(node, (ast.With, ast.AsyncWith))
        if span(node) not in guarding and not _is_entered(code, node, inner):
            return False
        if isinstance(inner, ast.GeneratorExp) and called_name(node) not in _TAKING_ALL:
            return False
        node = inner
    return True


_TAKING_ALL = frozenset({"sum", "list", "tuple", "dict", "sorted", "add_n", "stack", "concat"})
"""Functions that run a generator which they are given to its end."""


def _is_entered(code: FunctionCode, node: ast.AST, inner: ast.AST) -> bool:
    """Whether every trace comes to a part of a statement or expression, in each turn of a loop."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            return inner is test or stays_in(code, test)
        case ast.For(iter=header, orelse=behind):
            left = any(isinstance(n, (ast.Break, ast.Continue, ast.Return)) for n in walk(node))
            return inner is header or (not left and inner not in behind and stays_in(code, header))
        case (
            ast.ListComp(generators=loops)
            | ast.SetComp(generators=loops)
            | ast.GeneratorExp(generators=loops)
        ):
            return all(not loop.ifs and stays_in(code, loop.iter) for loop in loops)
        case ast.BoolOp(values=values):
            return inner is values[0]
        case (
            ast.While()
            | ast.AsyncFor()
            | ast.Try()
            | ast.TryStar()
            | ast.Match()
            | ast.Lambda()
            | ast.DictComp()
        ):
            return False
    return True


def _is_run_on_one(state: State, subject: FunctionCode, method: FunctionCode, depth: int) -> bool:
    """Whether all that `subject` runs calls a method on one object, as an optimizer whose step is the program's own."""
    below = state.call_graph().below([subject])
    sites = [site for site in state.sites_of(method) if site.caller is None or site.caller in below]
    return bool(sites) and all(
        site.caller is not None and is_called_on_one(state, subject, site.where, depth - 1) for site in sites
    )


def _is_one(state: State, subject: FunctionCode, runner: FunctionCode, node: ast.expr, depth: int) -> bool:
    root = _root(node)
    if not isinstance(root, ast.Name):
        return False
    owner = _owner(runner, root.id)
    if owner is None:
        return state.global_binding(runner.module.path, root.id) is not None
    if owner in _around(subject):
        return _is_within(runner, subject) or _is_only_run(owner, runner)
    if root.id == receiver_of(owner):
        return _is_on_receiver(state, subject, owner)
    if owner is not runner or depth <= 0:
        return False
    if root.id in parameter_names(runner.node.args):
        return _is_given_one(state, subject, runner, root.id, depth - 1)
    loops = loops_over(runner, root.id)
    return bool(loops) and all(_goes_through_one(state, subject, runner, n.iter, depth - 1) for n in loops)


def _root(node: ast.expr) -> ast.expr:
    """`x` of `x.a["b"].c`."""
    while isinstance(node, ast.Attribute) or (isinstance(node, ast.Subscript) and _is_written(node.slice)):
        node = node.value
    return node


def _is_written(index: ast.expr) -> bool:
    """Whether an index or slice consists of constants: `-1`, `"key"`, `1:`."""
    if isinstance(index, ast.Slice):
        return all(part is None or _is_written(part) for part in (index.lower, index.upper, index.step))
    return isinstance(index.operand if isinstance(index, ast.UnaryOp) else index, ast.Constant)


_TOGETHER = frozenset({"zip", "enumerate", "reversed"})
_VIEWS = frozenset({"items", "keys", "values"})


def _goes_through_one(
    state: State, subject: FunctionCode, runner: FunctionCode, node: ast.expr, depth: int
) -> bool:
    """Whether a loop goes through the parts of the same things in all traces: all of them, if it is never left."""
    parts: list[ast.expr] = []
    if isinstance(node, (ast.Tuple, ast.List)):
        parts = node.elts
    elif isinstance(node, ast.Call):
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in _VIEWS and not node.args:
            parts = [func.value]
        elif isinstance(func, ast.Name) and func.id in _TOGETHER and _is_builtin(state, runner, func.id):
            parts = node.args
    if not parts:
        return _is_one(state, subject, runner, node, depth)
    return all(_goes_through_one(state, subject, runner, part, depth) for part in parts)


def _is_builtin(state: State, runner: FunctionCode, name: str) -> bool:
    return _owner(runner, name) is None and state.global_binding(runner.module.path, name) is None


def _is_given_one(state: State, subject: FunctionCode, runner: FunctionCode, name: str, depth: int) -> bool:
    """Whether all calls of a function below `subject`, or of `subject`, give a parameter the same object.

    Of `subject` these are the calls of one function object: those on one receiver, or in one run of what is around it.
    """
    bound = name in places_in(state, runner.module.path, runner).bindings
    if bound or any(name in other.scope.nonlocals for other in runner.module.functions):
        return False
    sites = [*state.sites_of(runner)]
    if runner is subject:
        unseen = is_called_unseen(state, subject)
        return bool(sites) and not unseen and all(_gives_own(state, subject, s, name) for s in sites)
    below = state.call_graph().below([subject])
    inside = [site for site in sites if site.caller is None or site.caller in below]
    return bool(inside) and all(_gives_one(state, subject, runner, site, name, depth) for site in inside)


def _gives_one(
    state: State, subject: FunctionCode, runner: FunctionCode, site: CallSite, name: str, depth: int
) -> bool:
    call = expression_at(state, site.where, site.caller)
    if site.caller is None or not isinstance(call, ast.Call):
        return False
    if runner.cls is None:
        written = isinstance(call.func, ast.Name) and call.func.id == runner.name
    else:
        written = isinstance(call.func, ast.Attribute) and is_own(site.caller, call.func.value)
    given = argument_at(call, runner, name, bound=runner.cls is not None) if written else None
    return given is not None and _is_one(state, subject, site.caller, given, depth)


def _gives_own(state: State, subject: FunctionCode, site: CallSite, name: str) -> bool:
    """Whether a call gives a parameter what belongs to what it calls: `self.step(self.optimizer)`, or beside a closure.

    Another object calls a function object of its own.
    """
    caller, call = site.caller, expression_at(state, site.where, site.caller)
    if caller is None or site.assumed or not isinstance(call, ast.Call):
        return False
    given = argument_at(call, subject, name, bound=subject.cls is not None)
    if subject.cls is None:
        return _is_beside(subject, caller, call, given)
    if not isinstance(call.func, ast.Attribute) or call.func.attr != subject.name:
        return False
    owners = (call.func.value, given.value if isinstance(given, ast.Attribute) else None)
    if not all(isinstance(each, ast.Name) and each.id == receiver_of(caller) for each in owners):
        return False
    return isinstance(given, ast.Attribute) and all(
        isinstance(context.receiver, Ref) and _is_kept(state, context.receiver, given.attr)
        for context in state.contexts_of(subject)
    )


def _is_beside(subject: FunctionCode, caller: FunctionCode, call: ast.Call, given: ast.expr | None) -> bool:
    """Whether a run of a function gives a closure that it has defined what it has bound once."""
    if not isinstance(call.func, ast.Name) or call.func.id != subject.name or not isinstance(given, ast.Name):
        return False
    around = subject.parent
    return around is not None and _owner(caller, given.id) is around and is_bound_once(around, given.id)


def _is_kept(state: State, ref: Ref, name: str) -> bool:
    """Whether an object has an attribute that is set when it is made, and not again."""
    return name in state.heap[ref.key].fields and state.changed_at(ref.key, name) is None


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


def _is_on_receiver(state: State, subject: FunctionCode, method: FunctionCode) -> bool:
    """Whether `subject` comes to a method on its own receiver only: `self.method`, written in its own body."""
    if method is subject:
        return True
    name = receiver_of(subject)
    callers = state.callers_of(method) & state.call_graph().below([subject])
    if name is None or not all(_is_within(caller, subject) for caller in callers):
        return False
    mentions = [n for n in walk(subject.node) if isinstance(n, ast.Attribute) and n.attr == method.name]
    return bool(mentions) and all(isinstance(n.value, ast.Name) and n.value.id == name for n in mentions)

"""Keys of a dict that first calls fill, `if key not in d: d[key] = …`: whether every trace of a graph comes to the same.

A key that only a later trace comes to would make its variables then, which TensorFlow refuses.  Keys that are written out,
that count the turns of a loop or are kept by the own object are the same in every trace, and so are references to variables
of a list that is the same (`slots[v.ref()]`); those that come from arguments of the graph, or that are computed in another
way, may be others.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.interpreter.tracing.between import given_by_name
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing, is_called_unseen
from hybridize_analyzer.program.code import FunctionCode, bound_names, found_once, parameter_names, walk

_STEPS = 4
"""So many calls are followed back."""
_NAMING = frozenset({"str", "format", "ref", "id"})
"""What is called to name something, a variable among others."""
_COUNTING = frozenset({"range", "enumerate", "zip", "reversed"})


def has_fixed_key(state: State, graph: FunctionCode, event: Event) -> bool:
    """Whether the key under which something is kept is the same in all traces of a graph.  event: of that."""
    maker = enclosing(state, event.where)
    key = None if maker is None else found_once(maker.node, _keys_set).get(span_of(event.where))
    if maker is None or key is None or not _is_fixed(state, graph, maker, key, _STEPS):
        return False
    loops = [
        n for n in walk(maker.node) if isinstance(n, ast.For) and contains(span(n), span_of(event.where))
    ]
    return all(_has_fixed_turns(state, graph, maker, loop.iter) for loop in loops)


def _has_fixed_turns(state: State, graph: FunctionCode, code: FunctionCode, over: ast.expr) -> bool:
    return _is_fixed(state, graph, code, over, _STEPS) or _has_fixed_length(state, graph, code, over, _STEPS)


def is_in_loops_only(code: FunctionCode, node: ast.stmt) -> bool:
    """Whether nothing in a function decides whether a statement is reached but `for` loops, which are never left early."""
    inner: ast.AST = code.node
    if any(isinstance(n, _LEAVING) and n.lineno < node.lineno for n in walk(inner)):
        return False
    while inner is not node:
        body = getattr(inner, "body", [])
        following = (
            next((n for n in body if contains(span(n), span(node))), None) if isinstance(body, list) else None
        )
        if following is None or (not isinstance(following, (ast.For, ast.With)) and following is not node):
            return False
        leaving = any(isinstance(n, _LEAVING) for n in walk(following))
        if isinstance(following, ast.For) and leaving:
            return False
        inner = following
    return True


_LEAVING = (ast.Return, ast.Break, ast.Continue)


def _keys_set(function: ast.AST) -> Mapping[Span, ast.expr]:
    stored = (n for n in walk(function) if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store))
    return {span(node): node.slice for node in stored}


def _is_fixed(state: State, graph: FunctionCode, code: FunctionCode, key: ast.expr, steps: int) -> bool:
    """Whether an expression has the same values in all traces, one after the other.  code: the function around it."""
    calls = [node for node in walk(key) if isinstance(node, (ast.Call, ast.NamedExpr, ast.Await))]
    if any(called_name(call) not in _NAMING | _COUNTING for call in calls):
        return False
    parameters = parameter_names(code.node.args)
    kept = {id(n.value) for n in walk(key) if isinstance(n, ast.Attribute)}
    names = [n for n in walk(key) if isinstance(n, ast.Name) and n.id not in _NAMING | _COUNTING]
    for name in names:
        if code.cls is not None and parameters[:1] == (name.id,) and id(name) in kept:
            continue  # of what the own object keeps, `frozen-state` asks whether it changes
        if name.id in parameters:
            if not _is_passed_fixed(state, graph, code, name.id, steps):
                return False
        elif name.id in code.scope.assigned:
            if not _counts(state, graph, code, name.id, steps):
                return False
        elif _is_of_function_around(code, name.id):
            return False
    return True


def _is_of_function_around(code: FunctionCode, name: str) -> bool:
    while code.parent is not None:
        code = code.parent
        if name in parameter_names(code.node.args) or name in code.scope.assigned:
            return True
    return False


def _is_passed_fixed(state: State, graph: FunctionCode, code: FunctionCode, name: str, steps: int) -> bool:
    """Whether all calls below a graph pass such an expression for a parameter, which the function leaves as it is."""
    rebound = any(name in bound_names(node) for node in walk(code.node))
    filled = any(_fills(node, name) for node in walk(code.node))
    return not (rebound or filled) and _is_always_passed(state, graph, code, name, steps, _is_fixed)


_Test = Callable[[State, FunctionCode, FunctionCode, ast.expr, int], bool]


def _is_always_passed(
    state: State, graph: FunctionCode, code: FunctionCode, name: str, steps: int, test: _Test
) -> bool:
    """Whether what calls below a graph pass for a parameter stands a test."""
    if code is graph or steps == 0 or is_called_unseen(state, code):
        return False
    below = state.call_graph().below([graph])
    sites = [site for site in state.sites_of(code) if site.caller in below]
    return bool(sites) and all(_passes(state, graph, code, site, name, steps - 1, test) for site in sites)


def _passes(
    state: State,
    graph: FunctionCode,
    code: FunctionCode,
    site: CallSite,
    name: str,
    steps: int,
    test: _Test,
) -> bool:
    call = (
        None
        if site.caller is None
        else places_in(state, site.where.path, site.caller).expressions.get(span_of(site.where))
    )
    if (
        site.caller is None
        or not isinstance(call, ast.Call)
        or any(isinstance(a, ast.Starred) for a in call.args)
    ):
        return False
    given = given_by_name(call, parameter_names(code.node.args)).get(name)
    return given is not None and test(state, graph, site.caller, given, steps)


def _counts(state: State, graph: FunctionCode, code: FunctionCode, name: str, steps: int) -> bool:
    """Whether a variable is set once, to what is the same in all traces, or by loops over such: `for i in range(3)`."""
    nodes = [*walk(code.node)]
    loops = [n for n in nodes if isinstance(n, (ast.For, ast.comprehension)) and name in _targets(n.target)]
    counted = {id(part) for loop in loops for part in walk(loop.target)}
    if not loops:
        value = _only_value(code, name)
        return value is not None and steps > 0 and _is_fixed(state, graph, code, value, steps - 1)
    return all(id(node) in counted for node in nodes if name in bound_names(node)) and all(
        _goes_over_fixed(state, graph, code, loop, name, steps) for loop in loops
    )


def _only_value(code: FunctionCode, name: str) -> ast.expr | None:
    """What the only statement of a function assigns to a variable that binds it; None if it is filled later."""
    binding = [node for node in walk(code.node) if name in bound_names(node)]
    if any(_fills(node, name) for node in walk(code.node)):
        return None
    for node in walk(code.node):
        if isinstance(node, ast.Assign) and len(binding) == 1 and node.targets == binding:
            return node.value
    return None


def _fills(node: ast.AST, name: str) -> bool:
    """Whether a list is changed that a variable holds: by a method, by its elements, or by `+=`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and called_name(node) in _CHANGING:
        return isinstance(node.func.value, ast.Name) and node.func.value.id == name
    if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        return isinstance(node.value, ast.Name) and node.value.id == name
    return False


_CHANGING = frozenset("append extend insert remove pop popitem clear update setdefault sort reverse".split())


def _goes_over_fixed(
    state: State,
    graph: FunctionCode,
    code: FunctionCode,
    loop: ast.For | ast.comprehension,
    name: str,
    steps: int,
) -> bool:
    """Whether a loop gives a variable the same values in all traces, as `v` of `for g, v in zip(gradients, variables)`.

    What else it goes through need have as many elements in all traces, and no more than that.
    """
    if _is_fixed(state, graph, code, loop.iter, steps):
        return True
    if called_name(loop.iter) != "zip" or not isinstance(loop.iter, ast.Call) or loop.iter.keywords:
        return False
    target, given = loop.target, loop.iter.args
    if not isinstance(target, ast.Tuple) or len(target.elts) != len(given):
        return False
    return all(
        (_is_fixed if name in _targets(part) else _has_fixed_length)(state, graph, code, each, steps)
        for part, each in zip(target.elts, given, strict=True)
    )


def _has_fixed_length(
    state: State, graph: FunctionCode, code: FunctionCode, node: ast.expr, steps: int
) -> bool:
    """Whether there are as many elements in all traces: as many gradients as there are variables."""
    if steps == 0:
        return False
    if isinstance(node, ast.Call) and called_name(node) == "gradient" and len(node.args) == _OF_GRADIENT:
        return _is_fixed(state, graph, code, node.args[1], steps)
    if isinstance(node, ast.ListComp) and len(node.generators) == 1 and not node.generators[0].ifs:
        return _has_fixed_length(state, graph, code, node.generators[0].iter, steps)
    if isinstance(node, ast.Call) and called_name(node) in _AS_LONG and node.args and not node.keywords:
        return all(_has_fixed_length(state, graph, code, each, steps) for each in node.args)
    if isinstance(node, ast.Name) and node.id in code.scope.assigned | {*parameter_names(code.node.args)}:
        binding = [each for each in walk(code.node) if node.id in bound_names(each)]
        values = [value for each in binding if (value := _assigned_to(code, each)) is not None]
        if len(values) != len(binding) or any(_fills(each, node.id) for each in walk(code.node)):
            return False
        given = node.id not in parameter_names(code.node.args) or _is_always_passed(
            state, graph, code, node.id, steps, _has_fixed_length
        )
        others = [value for value in values if not _is_of_itself(value, node.id)]
        return given and all(_has_fixed_length(state, graph, code, each, steps - 1) for each in others)
    return _is_fixed(state, graph, code, node, steps)


_OF_GRADIENT = 2
"""The arguments of `tape.gradient(loss, variables)`."""
_AS_LONG = frozenset({"list", "tuple", "zip", "reversed", "enumerate"})


def _assigned_to(code: FunctionCode, binding: ast.AST) -> ast.expr | None:
    """What an assignment gives a variable that it sets alone."""
    for node in walk(code.node):
        if isinstance(node, ast.Assign) and node.targets == [binding]:
            return node.value
    return None


def _is_of_itself(value: ast.expr, name: str) -> bool:
    """Whether a list is made of the elements of the one that the variable held before: `gs = [clip(g) for g in gs]`."""
    if not isinstance(value, ast.ListComp) or len(value.generators) != 1 or value.generators[0].ifs:
        return False
    over = value.generators[0].iter
    return isinstance(over, ast.Name) and over.id == name


def _targets(target: ast.expr) -> set[str]:
    return {part.id for part in walk(target) if isinstance(part, ast.Name)}

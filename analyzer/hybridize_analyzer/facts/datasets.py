"""Functions that only the steps of data pipelines call, also where it cannot be seen that these are datasets.

A `Dataset` runs what its `map` is given in a graph of its own.  Where a dataset comes from unseen code, or through functions
that pass it on, `x.map(f)` shows no more than the name of the method and that nothing but a function is given; so this
decides what is worth telling, and nothing else.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.facts.growing import given_to
from hybridize_analyzer.interpreter.tracing.places import Span, root_of, span
from hybridize_analyzer.program.code import FunctionCode, found_once, walk
from hybridize_analyzer.program.modules import is_test

_MOST = 100
"""Functions between a call and what is handed over; nobody writes more, and each asks anew."""
_STEPS = frozenset({"map", "flat_map", "interleave"})


def is_left_to_datasets(state: State, code: FunctionCode) -> bool:
    """Whether what is handed to such methods leads to every visible call of a function outside graphs and tests."""
    pending, seen, handed = [code], {code}, False
    while pending:
        current = pending.pop()
        if _is_handed_over(state, current) or _is_passed_on(state, current):
            handed = True
            continue
        sites = [s for s in state.sites_of(current) if not (s.traced or s.assumed or is_test(s.where.path))]
        callers = {s.caller for s in sites}
        if not callers or None in callers or len(seen) > _MOST:
            return False
        new = {caller for caller in callers if caller is not None} - seen
        seen |= new
        pending += new
    return handed


def _is_handed_over(state: State, code: FunctionCode) -> bool:
    """Whether the text around a lambda or nested function hands it to such a method: `x.map(f)`."""
    root = root_of(state, code.module.path, code.parent)
    if isinstance(code.node, ast.Lambda):
        return span(code.node) in found_once(root, _lambdas)
    return code.cls is None and code.name in found_once(root, _names)


def _is_passed_on(state: State, code: FunctionCode) -> bool:
    """Whether a lambda stands in the call of a function that hands it on to such a method: `mapped(data, lambda x: …)`."""
    if not isinstance(code.node, ast.Lambda):
        return False
    root = root_of(state, code.module.path, code.parent)
    calls = (node for node in walk(root) if isinstance(node, ast.Call))
    call = next((c for c in calls if code.node in (*c.args, *(k.value for k in c.keywords))), None)
    if call is None:
        return False
    called = state.call_graph().called_at(code.module.location(call))
    return bool(called) and all(_hands_on(each, call, code.node) for each in called)


def _hands_on(code: FunctionCode, call: ast.Call, given: ast.expr) -> bool:
    """Whether a function only hands an argument to such a method, or calls it in what it hands there."""
    name = next((parameter for parameter, value in given_to(call, code) if value is given), None)
    handed = found_once(code.node, _names)
    inner = [
        n
        for n in walk(code.node)
        if isinstance(n, ast.FunctionDef) and n is not code.node and n.name in handed
    ]
    direct = name in handed
    uses = [n for n in walk(code.node) if isinstance(n, ast.Name) and n.id == name]
    inside = [n for function in inner for n in walk(function) if isinstance(n, ast.Name) and n.id == name]
    return bool(uses or inside) and all(use in inside or direct for use in uses)


def _lambdas(root: ast.AST) -> frozenset[Span]:
    return frozenset(span(given) for given in _given(root) if isinstance(given, ast.Lambda))


def _names(root: ast.AST) -> frozenset[str]:
    return frozenset(given.id for given in _given(root) if isinstance(given, ast.Name))


def _given(root: ast.AST) -> list[ast.expr]:
    """What stands alone between the parentheses of such calls, names of parameters aside."""
    calls = (node for node in walk(root) if isinstance(node, ast.Call))
    return [
        call.args[0]
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in _STEPS and len(call.args) == 1
    ]

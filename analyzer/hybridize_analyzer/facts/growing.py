"""Arguments that grow from turn to turn of the loop that makes the calls, so that each call is traced anew.

A translation adds a word to what it has so far, and gives all of it to the model again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.domain.summaries import Context
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, root_of, span, span_of
from hybridize_analyzer.interpreter.tracing.tapes import is_recorded
from hybridize_analyzer.program.code import FunctionCode, found_once, parameter_names, walk
from hybridize_analyzer.program.modules import is_test

_JOINING = frozenset({"concat", "concatenate", "append", "vstack", "hstack"})
"""Functions that give what they are given together, which is longer than each."""


def growing_parameter(state: State, code: FunctionCode, contexts: Iterable[Context]) -> str | None:
    """A parameter that loops with an eager call of a function give something longer in every turn.

    Where others with such calls do not, but train, it is none: these gain more than the graphs of all lengths cost.
    """
    sites = {
        s
        for context in contexts
        for s in context.sites
        if not (s.assumed or s.traced or is_test(s.where.path))
    }
    found = {site: _grown(state, code, site) for site in sites if site.loop}
    grown = {name for name in found.values() if name is not None}
    others = (site for site, name in found.items() if name is None)
    return (
        next(iter(grown))
        if len(grown) == 1 and not any(is_recorded(state, site) for site in others)
        else None
    )


def _grown(state: State, code: FunctionCode, site: CallSite) -> str | None:
    call = places_in(state, site.where.path, site.caller).expressions.get(span_of(site.where))
    if not isinstance(call, ast.Call):
        return None
    root = root_of(state, site.where.path, site.caller)
    place = span_of(site.where)
    loops = [(around, names) for around, names in found_once(root, _growing) if contains(around, place)]
    grown = set[str]().union(*(names for _, names in loops))
    return next((name for name, value in given_to(call, code) if _is_one(value, grown)), None)


def _is_one(value: ast.expr, names: set[str]) -> bool:
    return isinstance(value, ast.Name) and value.id in names


def given_to(call: ast.Call, code: FunctionCode) -> Iterator[tuple[str, ast.expr]]:
    """The parameters of a function by name, and what a call is written with for them; `self` is not."""
    names = parameter_names(code.node.args)
    yield from zip(names[1:] if names[:1] == ("self",) else names, call.args, strict=False)
    yield from ((keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg)


def _growing(root: ast.AST) -> list[tuple[Span, frozenset[str]]]:
    """The loops of a body, and the variables to which each adds something: `x = tf.concat([x, y], 1)`."""
    loops = (node for node in walk(root) if isinstance(node, (ast.For, ast.While)))
    return [(span(loop), frozenset(_added_to(loop))) for loop in loops]


def _added_to(loop: ast.For | ast.While) -> Iterator[str]:
    bound: dict[str, int] = {}
    added: list[str] = []
    for node in (n for statement in loop.body for n in walk(statement)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] = bound.get(node.id, 0) + 1
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            parts = {n.id for each in node.value.args for n in walk(each) if isinstance(n, ast.Name)}
            joins = called_name(node.value) in _JOINING
            added += [t.id for t in node.targets if joins and isinstance(t, ast.Name) and t.id in parts]
    # What is bound to something else in the same loop may begin anew, and be cut to one length.
    yield from (name for name in added if bound[name] == added.count(name))

"""Whether every turn of a loop defines a function anew, behind what it changes: each graph then lasts for one turn.

A script goes through settings, makes a model for each, and defines the step that trains it: the step of one turn is never
called after the model of the next was made.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.facts.precedence import only_called
from hybridize_analyzer.interpreter.tracing.places import Span, contains, root_of, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing, is_called_unseen
from hybridize_analyzer.program.code import FunctionCode, children, found_once
from hybridize_analyzer.report import Location

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_Loop = ast.For | ast.AsyncFor | ast.While


def is_defined_anew(state: State, reader: FunctionCode, where: Location) -> bool:
    """Whether a change stands in front of the definition of the reader in a loop, and all of its calls stand behind it."""
    owner = reader.parent
    if reader.cls is not None or where.path != reader.module.path or enclosing(state, where) is not owner:
        return False
    if owner is not None and (
        owner.is_generator
        or isinstance(owner.node, ast.AsyncFunctionDef)
        or state.is_recursive(owner)
        or state.noted("escaped", owner) is not None
    ):
        return False
    root = root_of(state, reader.module.path, owner)
    loop = found_once(root, _turns).get(span(reader.node))
    if loop is None or not found_once(root, only_called).get(reader.name, False):
        return False
    if is_called_unseen(state, reader) or state.noted("escaped", reader) is not None:
        return False
    number = next(n for n, each in enumerate(loop.body) if span(each) == span(reader.node))
    calls = [site for site in state.sites_of(reader) if not site.traced]
    in_front = [*loop.body[:number], *([] if isinstance(loop, ast.While) else [loop.target])]
    return (
        any(contains(span(each), span_of(where)) for each in in_front)
        and bool(calls)
        and all(site.caller is owner and site.where.path == where.path for site in calls)
        and all(any(contains(span(n), span_of(s.where)) for n in loop.body[number + 1 :]) for s in calls)
    )


def _turns(root: ast.AST) -> dict[Span, _Loop]:
    """The loops, by the places of the functions that every turn which comes so far defines."""
    found: dict[Span, _Loop] = {}
    pending = list(children(root))
    for node in pending:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            continue
        pending += children(node)
        if isinstance(node, _LOOPS):
            found |= {span(inner): node for inner in node.body if isinstance(inner, ast.FunctionDef)}
    return found

"""Changes for a time: a function keeps what was there, sets something else, and puts the first value back.

`old = self.rate`, `self.rate = 0.0`, `self.rate = old`: whoever does not run between the two sees no change.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.facts.attribute_order import is_kept_part, own_nodes
from hybridize_analyzer.interpreter.tracing.order import blocks
from hybridize_analyzer.interpreter.tracing.places import Span, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing
from hybridize_analyzer.program.code import FunctionCode, bound_names, found_once, walk
from hybridize_analyzer.program.full_names import dotted_name
from hybridize_analyzer.report import Location


def is_put_back(state: State, reader: FunctionCode, where: Location) -> bool:
    """Whether a function takes a change of an attribute back that it makes, and does not run the reader meanwhile."""
    changer = enclosing(state, where)
    if (
        changer is None
        or changer.is_generator
        or isinstance(changer.node, (ast.Lambda, ast.AsyncFunctionDef))
    ):
        return False
    parts = found_once(changer.node, _put_back).get(span_of(where))
    if parts is None or not all(is_kept_part(state, part) for part in parts):
        return False
    return changer not in state.leading_to(reader)


def _put_back(function: ast.AST) -> dict[Span, tuple[str, ...]]:
    """The places that set an attribute to something else for a time, or back, each with the parts of the object's name."""
    bound = [name for node in own_nodes(function) for name in bound_names(node)]
    found: dict[Span, tuple[str, ...]] = {}
    for block in blocks(function):
        for number, saving in enumerate(block):
            kept = _kept(saving)
            if kept is None:
                continue
            name, attribute = kept
            owner = dotted_name(attribute.value)
            if not owner or bound.count(name) != 1 or bound.count(owner[0]):
                continue
            end = _end(block[number + 1 :], name, ast.dump(attribute.value), attribute.attr)
            inside = [node for statement in block[number + 1 : number + 1 + end] for node in walk(statement)]
            for node in inside:
                if _sets(node, ast.dump(attribute.value), attribute.attr):
                    found[span(node)] = owner[1:]
    return found


def _kept(statement: ast.stmt) -> tuple[str, ast.Attribute] | None:
    """The variable that a statement sets to the value of an attribute, and the attribute."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    (target,) = statement.targets
    if isinstance(target, ast.Name) and isinstance(statement.value, ast.Attribute):
        return target.id, statement.value
    return None


def _end(block: Sequence[ast.stmt], name: str, owner: str, attribute: str) -> int:
    """How many statements it takes until the attribute is certainly put back; 0 where that is not so."""
    found = 0
    for number, statement in enumerate(block, 1):
        if _restores(statement, name, owner, attribute):
            found = number
        last = statement.finalbody if isinstance(statement, ast.Try) else []
        if any(_restores(each, name, owner, attribute) for each in last):
            found = number
            continue
        if any(isinstance(node, _LEAVING) for node in own_nodes(statement)):
            break
    return found


_LEAVING = (ast.Return, ast.Break, ast.Continue)


def _restores(statement: ast.stmt, name: str, owner: str, attribute: str) -> bool:
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    value = statement.value
    return isinstance(value, ast.Name) and value.id == name and _sets(statement.targets[0], owner, attribute)


def _sets(node: ast.AST, owner: str, attribute: str) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and node.attr == attribute
        and ast.dump(node.value) == owner
    )

"""Which variables of a function are read again, before they are set: as AutoGraph asks, which carries no others.

A variable that functions nested in the body read, or that is declared `global` or `nonlocal`, always counts as read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hybridize_analyzer.program.code import bound_names, children, found_once, parameter_names, walk

Names = frozenset[str]
_NONE: Names = frozenset()
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = (*_FUNCTIONS, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(slots=True)
class Live:
    """before, after: the variables that are read again from the beginning and from the end of a statement.

    always: those that count as read everywhere.
    """

    always: Names
    before: dict[ast.stmt, Names] = field(default_factory=dict)
    after: dict[ast.stmt, Names] = field(default_factory=dict)

    def is_read_after(self, node: ast.stmt, name: str) -> bool:
        """Whether a variable is read behind a statement, before it is set again."""
        return name in self.always or name in self.after.get(node, (name,))

    def is_read_from(self, node: ast.stmt, name: str) -> bool:
        """Whether a statement, or what follows, reads a variable before it is set."""
        return name in self.always or name in self.before.get(node, (name,))


def live_names(root: ast.AST) -> Live:
    """The live variables of every statement in the body of a function or module."""
    return found_once(root, _live)


@dataclass(frozen=True, slots=True)
class _Jumps:
    """What is live where `break` and `continue` go, and in the handlers around."""

    breaks: Names = _NONE
    continues: Names = _NONE
    handlers: Names = _NONE


def _live(root: ast.AST) -> Live:
    found = Live(frozenset(_shared(root)))
    body = getattr(root, "body", None)
    if isinstance(body, list):
        _block(found, body, _NONE, _Jumps())
    return found


def _shared(root: ast.AST) -> Iterator[str]:
    """Names that nested functions read of others, or that a declaration shares with others."""
    for node in walk(root):
        if isinstance(node, _SCOPES) and node is not root:
            yield from _reads(node)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from node.names


def _block(found: Live, body: Sequence[ast.stmt], out: Names, jumps: _Jumps) -> Names:
    for statement in reversed(body):
        found.after[statement] = out | jumps.handlers
        out = _statement(found, statement, out, jumps) | jumps.handlers
        found.before[statement] = out
    return out


def _statement(found: Live, node: ast.stmt, out: Names, jumps: _Jumps) -> Names:
    match node:
        case ast.If():
            sides = _block(found, node.body, out, jumps) | _block(found, node.orelse, out, jumps)
            return sides | _reads(node.test)
        case ast.For() | ast.AsyncFor() | ast.While():
            return _loop(found, node, out, jumps)
        case ast.With() | ast.AsyncWith():
            inside = _block(found, node.body, out, jumps)
            for item in reversed(node.items):
                inside = (
                    (inside - _writes(item.optional_vars))
                    | _reads(item.optional_vars)
                    | _reads(item.context_expr)
                )
            return inside
        case ast.Try() | ast.TryStar():
            return _try(found, node, out, jumps)
        case ast.Match():
            cases = [
                (_block(found, case.body, out, jumps) | _reads(case.guard)) - _writes(case.pattern)
                for case in node.cases
            ]
            return out.union(_reads(node.subject), *cases)
        case ast.Return() | ast.Raise():
            return _reads(node)
        case ast.Break():
            return jumps.breaks
        case ast.Continue():
            return jumps.continues
        case ast.AugAssign(target=ast.Name(id=name)):
            return (out - {name}) | _reads(node.value) | {name}
        case ast.AnnAssign(value=None):
            return out
    return (out - _writes(node)) | _reads(node)


def _loop(found: Live, node: ast.For | ast.AsyncFor | ast.While, out: Names, jumps: _Jumps) -> Names:
    """A loop may have no turn, and after each one there may be another."""
    if isinstance(node, ast.While):
        first, set_by_turn, asked = _NONE, _NONE, _reads(node.test)
    else:
        first, set_by_turn, asked = _reads(node.iter), _writes(node.target), _reads(node.target)
    head = _block(found, node.orelse, out, jumps) | asked
    while True:
        inside = _Jumps(out, head, jumps.handlers)
        again = head | (_block(found, node.body, head, inside) - set_by_turn)
        if again == head:
            return head | first
        head = again


def _try(found: Live, node: ast.Try | ast.TryStar, out: Names, jumps: _Jumps) -> Names:
    """What fails may do so anywhere in the body."""
    end = _block(found, node.finalbody, out, jumps)
    caught = end.union(*(_block(found, h.body, end, jumps) - {h.name or ""} for h in node.handlers))
    rest = _block(found, node.orelse, end, jumps)
    guarded = _Jumps(jumps.breaks, jumps.continues, jumps.handlers | caught)
    handlers = _NONE.union(*(_reads(h.type) for h in node.handlers))
    return _block(found, node.body, rest, guarded) | handlers


def _writes(node: ast.AST | None) -> Names:
    """The names that a target or a simple statement sets, whatever else happens."""
    if node is None or isinstance(node, (ast.Expr, ast.Assert)):
        return _NONE
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return _NONE.union(*map(_writes, targets))
    if isinstance(node, ast.AugAssign):
        return _NONE
    if isinstance(node, _SCOPES):
        return frozenset(bound_names(node))
    return frozenset(name for part in walk(node) for name in bound_names(part))


def _reads(node: ast.AST | None) -> Names:
    """The names that an expression or a simple statement reads; parameters and variables of comprehensions are their own."""
    if node is None:
        return _NONE
    if isinstance(node, ast.Name):
        return frozenset({node.id}) if isinstance(node.ctx, ast.Load) else _NONE
    if isinstance(node, _FUNCTIONS):
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        around = [part for part in children(node) if not any(part is each for each in body)]
        inside = _NONE.union(*map(_reads, body)) - frozenset(parameter_names(node.args))
        return inside.union(*map(_reads, around))
    inner = _NONE.union(*map(_reads, children(node)))
    if isinstance(node, _COMPREHENSIONS):
        own = _NONE.union(*(_writes(loop.target) for loop in node.generators))
        return (inner - own) | _reads(node.generators[0].iter)
    return inner

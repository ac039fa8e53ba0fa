"""From places in the text to syntax: the body and the expression that stand at a line, and what binds a name."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hybridize_analyzer.program.code import FunctionCode, ModuleCode, bound_names, children
from hybridize_analyzer.report import Location

Body = FunctionCode | ModuleCode


def function_at(module: ModuleCode, line: int) -> FunctionCode | None:
    """The innermost `def` whose decorators, header or body stand at a line."""
    around = [f for f in definitions(module) if _first_line(f) <= line <= (f.node.end_lineno or 0)]
    return max(around, key=lambda f: f.node.lineno, default=None)


def definitions(module: ModuleCode) -> Iterator[FunctionCode]:
    """The functions that a module defines, without its lambdas."""
    return (f for f in module.functions if not isinstance(f.node, ast.Lambda))


def _first_line(code: FunctionCode) -> int:
    return min([code.node.lineno, *(d.lineno for d in code.decorators)])


def expressions_at(module: ModuleCode, line: int) -> Iterator[ast.expr]:
    """The expressions that begin at a line, outer ones first, from left to right."""
    found = (n for n in ast.walk(module.tree) if isinstance(n, ast.expr) and n.lineno == line)
    return iter(
        sorted(found, key=lambda n: (n.col_offset, -(n.end_lineno or line), -(n.end_col_offset or 0)))
    )


def expression_named(module: ModuleCode, line: int, text: str) -> ast.expr | ast.arg | None:
    """The expression at a line that reads as `text` does, or the parameter of that name."""
    wanted = _normal(text)
    for node in expressions_at(module, line):
        if wanted is not None and ast.unparse(node) == wanted:
            return node
    return next(
        (a for a in ast.walk(module.tree) if isinstance(a, ast.arg) and a.lineno == line and a.arg == text),
        None,
    )


def expression_in_column(module: ModuleCode, line: int, column: int) -> ast.expr | ast.arg | None:
    """The innermost expression or parameter that covers a column (from 1)."""
    spots = [
        n for n in ast.walk(module.tree) if isinstance(n, (ast.expr, ast.arg)) and _covers(n, line, column)
    ]
    return min(spots, key=_extent, default=None)


def _covers(node: ast.expr | ast.arg, line: int, column: int) -> bool:
    start, end = (node.lineno, node.col_offset + 1), (node.end_lineno or 0, (node.end_col_offset or 0) + 1)
    return start <= (line, column) < end


def _extent(node: ast.expr | ast.arg) -> tuple[int, int]:
    return (node.end_lineno or 0) - node.lineno, (node.end_col_offset or 0) - node.col_offset


def _normal(text: str) -> str | None:
    try:
        return ast.unparse(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError):
        return None


@dataclass(frozen=True, slots=True)
class Index:
    """Where the nodes of a module stand.

    spans: the expression at each place, the outer one of two; none of those in f-strings, whose places are wrong before
    Python 3.12.  bodies: the function or lambda in whose calls a node is evaluated; at module level there is none.
    """

    spans: Mapping[Location, ast.expr]
    bodies: Mapping[ast.AST, FunctionCode]


def index_of(module: ModuleCode) -> Index:
    """Walks through a module once."""
    spans: dict[Location, ast.expr] = {}
    bodies: dict[ast.AST, FunctionCode] = {}
    pending: list[tuple[ast.AST, FunctionCode | None, bool]] = [(module.tree, None, False)]
    while pending:
        node, body, text = pending.pop()
        if body is not None:
            bodies.setdefault(node, body)  # a parameter belongs to its function already
        if isinstance(node, ast.expr) and not text:
            spans.setdefault(module.location(node), node)
        text = text or isinstance(node, ast.JoinedStr)
        code = module.by_node.get(node)
        if not isinstance(code, FunctionCode):
            pending += [(child, body, text) for child in children(node)]
            continue
        # Its calls evaluate the body, and get the parameters; defaults, hints and decorators are evaluated around it.
        inside = set(code.node.body) if isinstance(code.node.body, list) else {code.node.body}
        bodies |= dict.fromkeys(parameter_nodes(code.node.args), code)
        pending += [(child, code if child in inside else body, text) for child in children(node)]
    return Index(spans, bodies)


def parameter_nodes(arguments: ast.arguments) -> list[ast.arg]:
    """The parameters of a function, in the order of kinds: by position, by keyword, and those for the rest."""
    named = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return [*named, *filter(None, (arguments.vararg, arguments.kwarg))]


def own_nodes(root: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a body without those of functions and classes nested in it."""
    pending = children(root)
    while pending:
        node = pending.pop(0)
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            pending += children(node)


def reads_of(code: FunctionCode, name: str, attribute: str | None = None) -> Iterator[ast.expr]:
    """The reads of a name in a body, or of an attribute of it."""
    for node in own_nodes(code.node):
        owner = node.value if attribute is not None and isinstance(node, ast.Attribute) else node
        if (
            not isinstance(owner, ast.Name)
            or owner.id != name
            or not isinstance(node, (ast.Name, ast.Attribute))
        ):
            continue
        if isinstance(node.ctx, ast.Load) and getattr(node, "attr", None) == attribute:
            yield node


def bindings_of(body: Body, name: str) -> list[tuple[ast.AST, ast.expr | None]]:
    """What binds a name in a body, in the order of lines: the node that is bound, and the expression it is bound from."""
    root: ast.AST = body.node if isinstance(body, FunctionCode) else body.tree
    found = [bound for node in own_nodes(root) for bound in _bound_by(node, name)]
    return sorted(found, key=lambda each: getattr(each[0], "lineno", 0))


def _bound_by(node: ast.AST, name: str) -> Iterator[tuple[ast.AST, ast.expr | None]]:
    if isinstance(node, ast.Assign):
        yield from ((t, node.value) for target in node.targets for t in _targets(target, name))
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
        yield from ((t, node.value) for t in _targets(node.target, name))
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield from ((t, node.iter) for t in _targets(node.target, name))
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield from ((t, node.context_expr) for t in _targets(node.optional_vars, name))
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        if node.name == name:
            yield node, None
    elif name in bound_names(node) and not isinstance(node, (ast.Name, ast.alias)):
        yield node, None


def _targets(target: ast.expr, name: str) -> Iterator[ast.Name]:
    return (
        n
        for n in ast.walk(target)
        if isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load)
    )

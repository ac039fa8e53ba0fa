"""What libcst says about one file: its functions, its imports and the scopes around them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

import libcst as cst
from libcst import matchers as m
from libcst.metadata import (
    CodeRange,
    ImportAssignment,
    MetadataWrapper,
    PositionProvider,
    Scope,
    ScopeProvider,
)

from hybridize_refactorings.lines import Lines, split_lines
from hybridize_refactorings.skeleton import skeleton

Import = cst.Import | cst.ImportFrom
Statement = cst.BaseStatement | cst.BaseSmallStatement
Try = (cst.Try, cst.TryStar)
Path = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class FunctionSite:
    """One function definition.

    path: the statements around it, outermost first, and itself last.
    scope: where its decorators are evaluated.
    """

    qualname: str
    node: cst.FunctionDef
    path: Path
    scope: Scope


@dataclass(frozen=True, slots=True)
class ImportSite:
    """One import statement, the statements around it (itself last), and what it binds: name → dotted target.

    `from m import *` binds the name `*`.
    """

    node: Import
    path: Path
    bound: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Syntax:
    """One parsed file.

    head: the top-level statements above the first one with a function in it; imports belong there.
    tainted: names that are deleted or captured by a pattern somewhere.
    """

    lines: Lines
    module: cst.Module
    head: tuple[Statement, ...]
    functions: tuple[FunctionSite, ...]
    imports: tuple[ImportSite, ...]
    tainted: frozenset[str]
    scopes: frozenset[Scope]
    ranges: Mapping[cst.CSTNode, CodeRange]

    def line(self, node: cst.CSTNode) -> int:
        """First line of the node; of `def` (or `async`) for a function, whatever decorators it has."""
        return self.ranges[node].start.line

    def start(self, node: cst.CSTNode) -> int:
        """Offset of the node in the original text."""
        position = self.ranges[node].start
        return self.lines.offset(position.line, position.column)

    def end(self, node: cst.CSTNode) -> int:
        """Offset just behind the node in the original text."""
        position = self.ranges[node].end
        return self.lines.offset(position.line, position.column)


def parse(text: str, tree: ast.Module | None = None) -> Syntax:
    """Parses a module.  tree: of the text; with it, bodies of functions that no edit of decorators looks into are left out.

    Raises libcst.ParserSyntaxError.  Recurses as deeply as the program nests.
    """
    lines = split_lines(text)
    # The tree comes fresh from the parser, so the copy that guards against shared nodes is not needed.
    wrapper = MetadataWrapper(
        cst.parse_module(lines.twin() if tree is None else skeleton(lines, tree)), unsafe_skip_copy=True
    )
    scopes = wrapper.resolve(ScopeProvider)
    walked = list(_walk(wrapper.module.body, (), ()))
    functions = tuple(_functions(walked, scopes))
    tops = {site.path[0] for site in functions}
    return Syntax(
        lines=lines,
        module=wrapper.module,
        head=tuple(takewhile(lambda statement: statement not in tops, wrapper.module.body)),
        functions=functions,
        imports=tuple(
            ImportSite(path[-1], path, bound_names(path[-1]))
            for path, _ in walked
            if isinstance(path[-1], (cst.Import, cst.ImportFrom))
        ),
        tainted=frozenset(name for path, _ in walked for name in _tainted(path[-1])),
        scopes=frozenset(scope for scope in scopes.values() if scope is not None),
        ranges=wrapper.resolve(PositionProvider),
    )


def suite(block: cst.BaseSuite) -> Sequence[Statement]:
    """Statements of a block, on one line (`if x: y`) or indented."""
    return block.body if isinstance(block, (cst.IndentedBlock, cst.SimpleStatementSuite)) else ()


def blocks(statement: Statement) -> Iterator[Sequence[Statement]]:
    """Blocks directly below a statement, in order; `elif` is a block with one `if` in it."""
    if isinstance(statement, cst.SimpleStatementLine):
        yield statement.body
    if isinstance(statement, cst.Match):
        yield from (suite(case.body) for case in statement.cases)
    elif isinstance(statement, cst.BaseCompoundStatement):
        yield suite(statement.body)
    if isinstance(statement, Try):
        yield from (suite(handler.body) for handler in statement.handlers)
    if isinstance(statement, (cst.If, cst.For, cst.While, *Try)) and (orelse := statement.orelse):
        yield (orelse,) if isinstance(orelse, cst.If) else suite(orelse.body)
    if isinstance(statement, Try) and statement.finalbody:
        yield suite(statement.finalbody.body)


def bound_names(node: Import) -> dict[str, str]:
    """Local name → dotted target of one import statement; relative targets start with dots."""
    if isinstance(node, cst.Import):
        return dict(_imported(alias) for alias in node.names)
    base = cst.helpers.get_full_name_for_node(node.module) if node.module else None
    prefix = "." * len(node.relative) + (base or "")
    if isinstance(node.names, cst.ImportStar):
        return {"*": prefix}
    joint = prefix if not prefix or prefix.endswith(".") else prefix + "."
    names = [(alias.evaluated_name, alias.evaluated_alias) for alias in node.names]
    return {alias or name: joint + name for name, alias in names}


def import_target(assignment: object, name: str) -> str | None:
    """Dotted target of `name` where `assignment` is an import, else None."""
    if not isinstance(assignment, ImportAssignment):
        return None
    node = assignment.node
    return bound_names(node).get(name) if isinstance(node, (cst.Import, cst.ImportFrom)) else None


def _imported(alias: cst.ImportAlias) -> tuple[str, str]:
    dotted = alias.evaluated_name
    root = dotted.partition(".")[0]
    return (alias.evaluated_alias, dotted) if alias.evaluated_alias else (root, root)


def _walk(
    block: Iterable[Statement], path: Path, names: tuple[str, ...]
) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Every statement with its ancestors and the names that its qualified name starts with."""
    for statement in block:
        here = (*path, statement)
        yield here, names
        inner = names
        if isinstance(statement, cst.FunctionDef):
            inner = (*names, statement.name.value, "<locals>")
        elif isinstance(statement, cst.ClassDef):
            inner = (*names, statement.name.value)
        for below in blocks(statement):
            yield from _walk(below, here, inner)


def _functions(
    walked: Iterable[tuple[Path, tuple[str, ...]]],
    scopes: Mapping[cst.CSTNode, Scope | None],
) -> Iterator[FunctionSite]:
    for path, names in walked:
        node = path[-1]
        if isinstance(node, cst.FunctionDef) and (scope := scopes[node]) is not None:
            yield FunctionSite(".".join((*names, node.name.value)), node, path, scope)


def _tainted(statement: Statement) -> Iterator[str]:
    """Names that a statement deletes or captures by a pattern: libcst's scopes take both for reads."""
    if isinstance(statement, cst.Del):
        yield from _deleted(statement.target)
    if isinstance(statement, cst.Match):
        for case in statement.cases:
            yield from (name.value for name in _captured(case.pattern))


def _captured(pattern: cst.MatchPattern) -> Iterator[cst.Name]:
    for node in m.findall(pattern, m.MatchAs() | m.MatchStar() | m.MatchMapping()):
        name = node.rest if isinstance(node, cst.MatchMapping) else getattr(node, "name", None)
        if isinstance(name, cst.Name):
            yield name


def _deleted(target: cst.BaseExpression) -> Iterator[str]:
    if isinstance(target, cst.Name):
        yield target.value
    if isinstance(target, (cst.Tuple, cst.List)):
        for element in target.elements:
            yield from _deleted(element.value)

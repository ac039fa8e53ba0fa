"""One function as a repair sees it: its report, its syntax tree, and where both stand in the text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from hybridize_analyzer.model import Held
from hybridize_analyzer.report import FunctionReport, Hazard, Location

from hybridize_refactorings.analyst import Values
from hybridize_refactorings.bindings import NewImport, import_to_add, reaches_module, spelling
from hybridize_refactorings.lines import Lines
from hybridize_refactorings.names import Function, local_names, name_of, parameters
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.syntax import FunctionSite, Syntax, parse
from hybridize_refactorings.top_level import TOP_LEVEL, as_function
from hybridize_refactorings.verification import syntax_tree

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Module:
    """One file: `tree` says what the code does, `syntax` how imports spell things.  Spans are offsets in `text`."""

    text: str
    tree: ast.Module
    syntax: Syntax

    @property
    def lines(self) -> Lines:
        return self.syntax.lines

    def span(self, node: ast.AST) -> Span:
        """Start and end offset of an expression or statement (decorators are not part of a function's)."""
        assert isinstance(node, (ast.expr, ast.stmt, ast.keyword, ast.ExceptHandler))
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._offset(node.lineno, node.col_offset)
        return start, self._offset(node.end_lineno, node.end_col_offset)

    def source(self, node: ast.AST) -> str:
        """The node as it is written."""
        start, end = self.span(node)
        return self.text[start:end]

    def located(self, where: Location) -> Span:
        """The span of a location of a report."""
        starts = self.lines.starts
        return starts[where.line - 1] + where.column - 1, starts[where.end_line - 1] + where.end_column - 1

    def location(self, path: str, node: ast.expr) -> Location:
        """Where an expression stands, as reports say it.  path: of the file."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._offset(node.lineno, node.col_offset) - self.lines.starts[node.lineno - 1]
        end = self._offset(node.end_lineno, node.end_col_offset) - self.lines.starts[node.end_lineno - 1]
        return Location(path, node.lineno, start + 1, node.end_lineno, end + 1)

    def _offset(self, line: int, column: int) -> int:
        text = self.lines.texts[line - 1]
        if not text.isascii():
            column = len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "surrogatepass"))
        return self.lines.starts[line - 1] + column


@dataclass(frozen=True, slots=True)
class Subject:
    """A function to repair.

    above: the syntax nodes around it, outermost (the module) first.
    site: the same function as libcst sees it; None for the top level of the file, which stands for a function.
    values: what names and expressions of the file hold; None: nothing is known of them.
    turned_down: what the analyzer objected to in earlier plans: names, and lines of the text.
    reserved: names that other plans for the same file have taken.
    elsewhere: whether another file of the project holds a name.
    in_graph: whether the function of the file on that line may run inside a graph before any edit.
    """

    module: Module
    node: Function
    above: tuple[ast.AST, ...]
    site: FunctionSite | None
    report: FunctionReport
    values: Values | None
    turned_down: frozenset[str | int] = frozenset()
    reserved: frozenset[str] = frozenset()
    elsewhere: Callable[[str], bool] = lambda _: True
    in_graph: Callable[[int], bool] = lambda _: False

    @property
    def at_top(self) -> bool:
        """Whether it is the top level of the file, as a function without parameters."""
        return self.report.qualname == TOP_LEVEL

    @property
    def hazards(self) -> tuple[Hazard, ...]:
        """Those with a place in this file: others are about what is done elsewhere with its results."""
        return tuple(each for each in self.report.hazards if each.where.path == self.report.path)

    def at(self, hazard: Hazard) -> ast.AST | None:
        """The largest node that stands exactly where a hazard is, outside of f-strings."""
        span = self.module.located(hazard.where)
        for node in outside_texts(self.node):
            if isinstance(node, (ast.expr, ast.stmt)) and self.module.span(node) == span:
                return node
        return None

    def held(self, node: ast.expr) -> Held | None:
        """What an expression of the function holds; None where no visible run shows it, and of a literal, which says it.

        Names and their attributes: what they hold anywhere in the function.
        """
        if self.values is None or isinstance(node, ast.Constant):
            return None
        if isinstance(node, ast.Name) or (
            isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        ):
            return self.held_by_name(ast.unparse(node))
        return self.held_there(node)

    def held_there(self, node: ast.expr) -> Held | None:
        """What an expression holds where it stands, be it a name that is bound anew elsewhere; None as above."""
        return None if self.values is None else self.values.held(self.module.location(self.report.path, node))

    def held_by_name(self, name: str) -> Held | None:
        """What a name or attribute (`self.x`) holds in the function, over all that binds or reads it; None: not known."""
        if self.values is None:
            return None
        line = 0 if self.at_top else self.node.lineno
        return self.values.held_by_name(self.report.path, line, name)

    def spelled(self, member: str) -> tuple[str, NewImport | None] | Refused:
        """Text for `tensorflow.<member>` inside the function, and the import it needs; or why there is none."""
        if self.site is None:
            return Refused("nothing is written anew at the top level of a file")
        text = spelling(self.module.syntax, self.site, member)
        added = None
        if text is None:
            importable = import_to_add(self.module.syntax)
            if isinstance(importable, Refused):
                return importable
            if not reaches_module(self.site, importable.name):
                return Refused(f"`{importable.name}` is a local name around `{self.report.qualname}`")
            text, added = f"{importable.name}.{member}", importable
        root = text.partition(".")[0]
        if root in local_names(self.node):
            return Refused(f"`{root}` is a local name in `{self.report.qualname}`")
        return text, added

    def spelled_all(self, members: Iterable[str]) -> tuple[dict[str, str], tuple[NewImport, ...]] | Refused:
        """`spelled` for several members: text by member, and the imports; or why there is none for one of them."""
        texts: dict[str, str] = {}
        added: dict[str, NewImport] = {}
        for member in members:
            found = self.spelled(member)
            if isinstance(found, Refused):
                return found
            texts[member] = found[0]
            if found[1] is not None:
                added[found[1].statement] = found[1]
        return texts, tuple(added.values())


def outside_texts(node: ast.AST) -> Iterator[ast.AST]:
    """`ast.walk` without what stands in f-strings: positions there are wrong before Python 3.12."""
    waiting = [node]
    for each in waiting:
        yield each
        if not isinstance(each, ast.JoinedStr):
            waiting.extend(ast.iter_child_nodes(each))


@lru_cache(maxsize=16)  # one search reads the same text for every function and every round
def module_of(text: str) -> Module:
    """Parses a file for repairs.  Raises what `ast.parse` and libcst raise."""
    return Module(text, syntax_tree(text), parse(text))


def subject_of(
    module: Module,
    report: FunctionReport,
    values: Values | None = None,
    turned_down: frozenset[str | int] = frozenset(),
    reserved: frozenset[str] = frozenset(),
    elsewhere: Callable[[str], bool] = lambda _: True,
    in_graph: Callable[[int], bool] = lambda _: False,
) -> Subject | None:
    """The function that a report speaks of, or None where the text has no such function on that line."""
    sites = {(site.qualname, module.syntax.line(site.node)): site for site in module.syntax.functions}
    if report.qualname == TOP_LEVEL:
        top = as_function(module.tree)
        return Subject(
            module, top, (module.tree,), None, report, values, turned_down, reserved, elsewhere, in_graph
        )
    site = sites.get((report.qualname, report.line))
    for node, above in functions_of(module.tree):
        if site is not None and node.lineno == report.line and node.name == site.node.name.value:
            return Subject(
                module, node, above, site, report, values, turned_down, reserved, elsewhere, in_graph
            )
    return None


def at_call(subject: Subject, call: ast.Call) -> Subject | None:
    """The function of the same file that a call runs, as it is seen for a repair of the caller.

    None where it is not certain which one that is, and where it has a decorator.
    """
    name, method = name_of(call.func), isinstance(call.func, ast.Attribute)
    if name is None or subject.elsewhere(name) or not _is_own(subject, call.func):
        return None
    tree = subject.module.tree
    if namesakes(tree, name, method=method) != 1 or any(_sets(each, name) for each in ast.walk(tree)):
        return None
    around = subject.above if method else subject.above[:1]
    found = [(each, above) for each, above in functions_of(tree) if each.name == name and above == around]
    if len(found) != 1 or found[0][0].decorator_list:
        return None
    node, above = found[0]
    sites = {subject.module.syntax.line(site.node): site for site in subject.module.syntax.functions}
    return replace(subject, node=node, above=above, site=sites[node.lineno])


def _is_own(subject: Subject, function: ast.expr) -> bool:
    """Whether it is a name of the module, or an attribute of the object that a method belongs to."""
    if isinstance(function, ast.Name):
        return function.id not in local_names(subject.node)
    given = parameters(subject.node.args)
    return (
        isinstance(subject.above[-1], ast.ClassDef)
        and isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and given[:1] == [function.value.id]
        and not subject.node.decorator_list
    )


def _sets(node: ast.AST, name: str) -> bool:
    """Whether it binds a name or an attribute of that name, or may do so by its text."""
    if isinstance(node, ast.Constant):
        return node.value == name
    named = node.id if isinstance(node, ast.Name) else getattr(node, "attr", None)
    return named == name and not isinstance(getattr(node, "ctx", None), ast.Load)


def namesakes(tree: ast.Module, name: str, *, method: bool) -> int:
    """Number of methods of a name, or of functions, classes and imports."""
    found = 0
    for above in ast.walk(tree):
        for each in ast.iter_child_nodes(above):
            bound = each.asname or each.name if isinstance(each, ast.alias) else getattr(each, "name", None)
            found += bound == name and isinstance(above, ast.ClassDef) == method
    return found


def functions_of(
    node: ast.AST, above: tuple[ast.AST, ...] = ()
) -> Iterator[tuple[Function, tuple[ast.AST, ...]]]:
    """The functions below a node, each with the nodes around it, outermost first."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield child, (*above, node)
        yield from functions_of(child, (*above, node))

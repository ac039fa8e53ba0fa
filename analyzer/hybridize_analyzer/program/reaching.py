"""Which assignments at the top level of a program a function may see: reaching definitions, by what mentions the function.

A function sees the values that its global variables have while it runs.  It runs first where the top level mentions it, by
its name or through what mentions it: what is assigned before, and overwritten before, it never sees.  Where all that
mentions it are calls, nothing keeps it for later, and what is assigned behind the last of them it does not see either.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from hybridize_analyzer.program.code import bound_names, children, found_once, is_main, walk
from hybridize_analyzer.program.full_names import imported_names
from hybridize_analyzer.report import Location

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)
_LATER = (*_DEFINITIONS, ast.Lambda, ast.GeneratorExp, ast.Yield, ast.YieldFrom, ast.Await)
"""What a call may leave behind that runs when the call is over."""
_LOOKED_UP = frozenset({"globals", "locals", "vars", "exec", "eval", "__import__", "importlib", "runpy"})
_HARMLESS = frozenset({"abc", "dataclasses", "functools", "keras", "tensorflow", "tf_keras", "typing"})
"""Packages whose decorators and base classes run nothing of what they are given before the program does."""
_PLAIN = frozenset(
    {"classmethod", "dict", "Exception", "list", "object", "property", "staticmethod", "tuple"}
)
_NEVER = 1 << 40


@dataclass(frozen=True, slots=True)
class Reaching:
    """The top level of a module as a sequence of statements, which are numbered.

    begins: the line and column of each, from 1.  main: those that run only where the file is the program.
    assigned: for each variable the statements that certainly set it.  windows: for the statement of a definition the first
    and the last one that may run what it defines.  hidden: names are looked up in ways that do not show.
    """

    begins: tuple[tuple[int, int], ...]
    main: frozenset[int]
    assigned: Mapping[str, tuple[int, ...]]
    windows: Mapping[int, tuple[int, int]]
    hidden: bool

    def reaches(self, name: str, assigned: Location, reader: Location) -> bool:
        """Whether a function may see what an assignment gives to a global variable.

        assigned, reader: where the assignment and the function stand.
        """
        if self.hidden:
            return True
        site, definition = self._statement(assigned), self._statement(reader)
        first, last = self.windows.get(definition, (definition, _NEVER))
        if self._overwritten(name, first, frozenset()) <= site <= last:
            return True
        if not self.main or site in self.main:
            return False
        # Whoever imports the file runs nothing of `if __name__ == "__main__"`, and calls the function afterwards.
        return self._overwritten(name, _NEVER if first in self.main else first, self.main) <= site

    def may_run_before(self, assigned: Location, reader: Location) -> bool:
        """Whether a function may run before an assignment.  assigned, reader: where they stand."""
        site, definition = self._statement(assigned), self._statement(reader)
        first, _ = self.windows.get(definition, (definition, _NEVER))
        return self.hidden or first <= site

    def _statement(self, where: Location) -> int:
        return bisect_right(self.begins, (where.line, where.column)) - 1

    def _overwritten(self, name: str, end: int, skipped: frozenset[int]) -> int:
        """The last statement before `end` that certainly sets a variable; -1 if there is none."""
        return max((s for s in self.assigned.get(name, ()) if s < end and s not in skipped), default=-1)


def reaching(tree: ast.Module) -> Reaching:
    """The top level of a module, as `Reaching` describes it."""
    return found_once(tree, _reaching)


def _reaching(tree: ast.Module) -> Reaching:
    statements, main = list[ast.stmt](), set[int]()
    for statement in tree.body:
        statements.append(statement)
        if _is_opened(statement):
            main |= set(range(len(statements), len(statements) + len(statement.body)))
            statements += statement.body
    assigned: dict[str, list[int]] = defaultdict(list)
    for number, statement in enumerate(statements):
        for name in _set_by(statement):
            assigned[name].append(number)
    return Reaching(
        tuple(map(_begin, statements)),
        frozenset(main),
        {name: tuple(numbers) for name, numbers in assigned.items()},
        _windows(tree, statements),
        any(map(_looks_up, walk(tree))),
    )


def _begin(statement: ast.stmt) -> tuple[int, int]:
    first = next(iter(getattr(statement, "decorator_list", ())), statement)
    return first.lineno, first.col_offset + 1


def _looks_up(node: ast.AST) -> bool:
    """Whether variables may be found by names that are computed."""
    if isinstance(node, ast.Attribute):
        return node.attr == "modules" and isinstance(node.value, ast.Name) and node.value.id == "sys"
    return isinstance(node, ast.Name) and node.id in _LOOKED_UP


def _is_opened(statement: ast.stmt) -> TypeGuard[ast.If]:
    """Whether what stands in a statement counts as statements of the top level: those that the program alone runs."""
    return is_main(statement) and not statement.orelse


def _set_by(statement: ast.stmt) -> frozenset[str]:
    """The variables that a statement certainly sets."""
    if isinstance(statement, (*_DEFINITIONS, ast.Import, ast.ImportFrom)):
        return frozenset(bound_names(statement))
    targets: Sequence[ast.expr] = ()
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign) or (isinstance(statement, ast.AnnAssign) and statement.value):
        targets = (statement.target,)
    return frozenset(name for target in targets for node in walk(target) for name in bound_names(node))


def _windows(tree: ast.Module, statements: Sequence[ast.stmt]) -> dict[int, tuple[int, int]]:
    """For the statement of each definition the first and the last one that may run what it defines."""
    mentions = _mentions(tree)
    imported = imported_names(n for n in walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom)))
    uses: dict[str, dict[int, bool]] = defaultdict(dict)
    for number, statement in enumerate(statements):
        for name, kept in _reached(_named(_run_by(statement)), mentions).items():
            uses[name][number] = kept
    found = {}
    for number, statement in enumerate(statements):
        if isinstance(statement, _DEFINITIONS):
            at_once = not _is_left_alone(statement, imported)
            found[number] = _window(number, statement, uses.get(statement.name, {}), at_once=at_once)
    return found


def _window(number: int, definition: ast.stmt, uses: Mapping[int, bool], *, at_once: bool) -> tuple[int, int]:
    """The first and the last statement that may run a definition.

    number: of its statement.  uses: those that come to its name, and whether they may keep it.  at_once: what it stands in
    may run it where it is defined.
    """
    if at_once or any(use <= number for use in uses):
        return number, _NEVER
    first = min(uses, default=_NEVER)
    below = (node for node in walk(definition) if node is not definition)
    leaves = isinstance(definition, ast.ClassDef) or any(isinstance(node, _LATER) for node in below)
    return first, _NEVER if leaves or any(uses.values()) else max(uses, default=_NEVER)


@dataclass(slots=True)
class _Named:
    """The names that some code mentions.  called: those that it calls while it runs.  kept: those that it may keep.

    constructs: it is the code of a class, whose objects keep what its methods mention.
    """

    called: set[str] = field(default_factory=set)
    kept: set[str] = field(default_factory=set)
    constructs: bool = False

    def add(self, node: ast.AST) -> None:
        """Adds the names in what a node runs."""
        pending = [(node, self.constructs)]
        while pending:
            node, later = pending.pop()
            if isinstance(node, ast.Name):
                (self.kept if later else self.called).add(node.id)
                continue
            later = later or isinstance(node, _LATER)
            called = node.func if isinstance(node, ast.Call) else None
            pending += [
                (child, later or (isinstance(child, ast.Name) and child is not called))
                for child in children(node)
            ]


def _named(parts: Iterable[ast.AST], *, constructs: bool = False) -> _Named:
    found = _Named(constructs=constructs)
    for part in parts:
        found.add(part)
    return found


def _mentions(tree: ast.Module) -> dict[str, list[_Named]]:
    """What the functions and classes of each name mention that the top level defines."""
    found: dict[str, list[_Named]] = defaultdict(list)
    pending: list[ast.AST] = [*tree.body]
    while pending:
        node = pending.pop()
        if isinstance(node, _DEFINITIONS):
            found[node.name].append(_named(children(node), constructs=isinstance(node, ast.ClassDef)))
        else:
            pending += [
                c for c in children(node) if isinstance(c, (ast.stmt, ast.ExceptHandler, ast.match_case))
            ]
    return found


def _reached(start: _Named, mentions: Mapping[str, Sequence[_Named]]) -> dict[str, bool]:
    """The names that code comes to, by itself or by what it mentions, and whether it may keep them."""
    pending = [*((name, False) for name in start.called), *((name, True) for name in start.kept)]
    found: dict[str, bool] = {}
    while pending:
        name, kept = pending.pop()
        if found.get(name, False) or (name in found and not kept):
            continue
        found[name] = kept
        for inner in mentions.get(name, ()):
            pending += [(each, kept or inner.constructs) for each in inner.called]
            pending += [(each, True) for each in inner.kept]
    return found


def _run_by(statement: ast.stmt) -> Iterator[ast.AST]:
    """The parts of a statement that run with it: of definitions not the bodies."""
    if isinstance(statement, _FUNCTIONS):
        yield from (part for part in children(statement) if part not in statement.body)
    elif isinstance(statement, ast.ClassDef):
        for part in children(statement):
            yield from _run_by(part) if isinstance(part, ast.stmt) else (part,)
    else:
        yield statement.test if _is_opened(statement) else statement


def _is_left_alone(definition: ast.stmt, imported: Mapping[str, str]) -> bool:
    """Whether decorators, base classes and metaclasses run nothing of a definition where it stands.

    imported: what names stand for that other packages give.
    """
    around = list(getattr(definition, "decorator_list", ()))
    if isinstance(definition, ast.ClassDef):
        around += [*definition.bases, *(keyword.value for keyword in definition.keywords)]
    packages = (imported.get(root, root).partition(".")[0] for root in map(_root, around))
    return all(package in _HARMLESS | _PLAIN for package in packages)


def _root(node: ast.expr) -> str:
    """The name at which an expression begins."""
    while isinstance(node, (ast.Attribute, ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""

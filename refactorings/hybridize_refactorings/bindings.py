"""How TensorFlow's members are spelled at one place of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import libcst as cst
from libcst.metadata import Assignment, BuiltinAssignment, ClassScope, FunctionScope, Scope

from hybridize_refactorings.flow import always, certainly_before
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.syntax import (
    FunctionSite,
    Import,
    ImportSite,
    Statement,
    Syntax,
    import_target,
    suite,
)

_MODULES = frozenset({"tensorflow", "tensorflow.compat.v1", "tensorflow.compat.v2"})
_STATEMENTS = {"tf": "import tensorflow as tf", "tensorflow": "import tensorflow"}


@dataclass(frozen=True, slots=True)
class NewImport:
    """An import that a file lacks: the statement, and the name it binds."""

    statement: str
    name: str


def spelling(syntax: Syntax, site: FunctionSite, member: str) -> str | None:
    """Text that evaluates to `tensorflow.<member>` where the decorators of `site` are evaluated, else None.

    A name imported for the member itself comes first; then modules, those imported behind the head of the
    file before those in it, so that an import added to the head never changes what is chosen.
    """
    targets = {f"{module}.{member}" for module in _MODULES}
    for imported in syntax.imports:
        for name, target in imported.bound.items():
            if target in targets and _bound_line(syntax, site, name, targets.__contains__):
                return name
    prefixes = sorted(_prefixes(syntax, site, member))
    return prefixes[0][1] + member if prefixes else None


def import_to_add(syntax: Syntax) -> NewImport | Refused:
    """The import to add where no spelling exists, or one sentence why none can be added."""
    for imported in syntax.imports:
        if _is_optional(imported):
            line = syntax.line(imported.node)
            return Refused(
                f"TensorFlow is imported only under a condition (line {line}), which may not hold here"
            )
    for name, statement in _STATEMENTS.items():
        if _is_free(syntax, name):
            return NewImport(statement, name)
    return Refused(
        "both `tf` and `tensorflow` stand for something else in this file, so no import can be added"
    )


def reaches_module(site: FunctionSite, name: str) -> bool:
    """True if the decorators of `site` would see a `name` that the head of the file binds."""
    return all(assignment.scope is site.scope.globals for assignment in _seen(site, name))


def _prefixes(syntax: Syntax, site: FunctionSite, member: str) -> Iterator[tuple[tuple[bool, int], str]]:
    """(order, prefix) of every module or wildcard import that reaches the member."""
    for imported in syntax.imports:
        for name, target in imported.bound.items():
            if name == "*":
                line = _star_line(syntax, site, imported, member)
            else:
                line = _bound_line(syntax, site, name, _MODULES.__contains__) if target in _MODULES else None
            if line is not None:
                in_head = imported.path[0] in syntax.head
                yield (in_head, line if in_head else -line), "" if name == "*" else f"{name}."


def _bound_line(syntax: Syntax, site: FunctionSite, name: str, accept: Callable[[str], bool]) -> int | None:
    """Last line above `site` that binds `name`, if only accepted imports bind it, one of them certainly."""
    assignments = _seen(site, name)
    targets = [import_target(assignment, name) for assignment in assignments]
    if name in syntax.tainted or not targets:
        return None
    if any(target is None or not accept(target) for target in targets):
        return None
    nodes = {node for assignment in assignments if isinstance(node := assignment.node, Import)}
    if not certainly_before(_block(syntax, assignments[0].scope), site.path, nodes):
        return None
    return max(line for node in nodes if (line := syntax.line(node)) < syntax.line(site.node))


def _star_line(syntax: Syntax, site: FunctionSite, star: ImportSite, member: str) -> int | None:
    """Line of a wildcard import that binds the member at `site`, unless another could have bound it since."""
    stars = [imported for imported in syntax.imports if "*" in imported.bound]
    if any(imported.bound["*"] not in _MODULES for imported in stars):
        return None
    if _seen(site, member) or member in syntax.tainted:
        return None
    return syntax.line(star.node) if certainly_before(syntax.module.body, site.path, {star.node}) else None


def _seen(site: FunctionSite, name: str) -> list[Assignment]:
    """What binds `name` where the decorators of `site` are evaluated; builtins do not count."""
    found = [assignment for assignment in site.scope[name] if not isinstance(assignment, BuiltinAssignment)]
    return [assignment for assignment in found if isinstance(assignment, Assignment)]


def _block(syntax: Syntax, scope: Scope) -> tuple[Statement, ...]:
    if not isinstance(scope, (ClassScope, FunctionScope)):
        return tuple(syntax.module.body)
    node = scope.node
    return tuple(suite(node.body)) if isinstance(node, (cst.FunctionDef, cst.ClassDef)) else ()


def _is_optional(imported: ImportSite) -> bool:
    """An import of TensorFlow for the whole module that does not always run."""
    if not any(target.partition(".")[0] == "tensorflow" for target in imported.bound.values()):
        return False
    if any(isinstance(statement, (cst.FunctionDef, cst.ClassDef)) for statement in imported.path):
        return False
    return not always(imported.path[0], {imported.node})


def _is_free(syntax: Syntax, name: str) -> bool:
    """Nothing in the file binds the name to anything but TensorFlow, nor reads it from an unseen place."""
    for scope in syntax.scopes:
        if any(import_target(assignment, name) not in _MODULES for assignment in scope.assignments[name]):
            return False
        if any(not access.referents for access in scope.accesses[name]):
            return False
    return name not in syntax.tainted

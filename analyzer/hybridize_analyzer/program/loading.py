"""Which modules a program loads: those that it imports, at the top or in a function, and what these import."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from hybridize_analyzer.program.code import ModuleCode, found_once, walk
from hybridize_analyzer.program.components import import_targets, target_path
from hybridize_analyzer.program.modules import ModuleNames

_LOADING = frozenset({"importlib", "imp", "runpy", "pkgutil"})
"""Modules of the standard library that import by names that a program computes."""
_RUNNING = frozenset({"__import__", "exec", "eval", "execfile"})


def loaded_by(
    programs: Iterable[str],
    modules: Mapping[str, ModuleCode],
    names: ModuleNames,
    imported: dict[str, frozenset[str] | None],
) -> frozenset[str] | None:
    """The paths of the modules that programs load, themselves included; None where one of them may load any.

    programs: paths of modules.  names: which file an import means.  imported: what each module loads itself, as far as that
    has been asked before: many programs load the same modules.
    """
    pending = list(programs)
    found: set[str] = set()
    while pending:
        path = pending.pop()
        if path in found or path not in modules:
            continue
        found.add(path)
        if path not in imported:
            imported[path] = _imported_by(modules[path], names)
        inner = imported[path]
        if inner is None:
            return None
        pending += inner
    return frozenset(found)


def _imported_by(module: ModuleCode, names: ModuleNames) -> frozenset[str] | None:
    """The paths that a module loads itself, some of which no module has; None where it may load any."""
    if _may_load_any(module):
        return None
    targets = (target_path(names, module.path, name, level) for name, level in import_targets(module.imports))
    return frozenset((*filter(None, targets), *_packages_around(module.path)))


def _packages_around(path: str) -> list[str]:
    folders = path.split("/")[:-1]
    return ["/".join((*folders[:end], "__init__.py")) for end in range(1, len(folders) + 1)]


def _may_load_any(module: ModuleCode) -> bool:
    named = (name.partition(".")[0] for name, level in import_targets(module.imports) if name and not level)
    return not _LOADING.isdisjoint(named) or found_once(module.tree, _runs_text)


def _runs_text(root: ast.AST) -> bool:
    return any(isinstance(node, ast.Name) and node.id in _RUNNING for node in walk(root))

"""Which modules a program loads: those that it imports, at the top or in a function, and what these import."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Mapping

from hybridize_analyzer.program.code import ModuleCode, children, found_once, walk
from hybridize_analyzer.program.components import import_targets, target_path
from hybridize_analyzer.program.modules import ModuleNames

_LOADING = frozenset({"importlib", "imp", "pkgutil"})
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


def imported_at_all(module: ModuleCode, names: ModuleNames) -> frozenset[str]:
    """The paths of the modules that a module imports by name, at its top or in a function."""
    targets = import_targets(module.imports)
    return frozenset(filter(None, (target_path(names, module.path, name, level) for name, level in targets)))


def loaded_early(
    program: str, line: int, modules: Mapping[str, ModuleCode], names: ModuleNames
) -> frozenset[str]:
    """The paths of the modules that a program loads at its top before a line, and those that these load as they are loaded.

    What functions import is left out.  program: the path of a module.  names: which file an import means.
    """
    found: set[str] = {program}
    pending = [(program, line)]
    while pending:
        path, end = pending.pop()
        imports = found_once(modules[path].tree, _imports_at_top) if path in modules else ()
        targets = import_targets(node for node in imports if node.lineno < end)
        paths = [target_path(names, path, name, level) for name, level in targets]
        more = {each for each in (*paths, *_packages_around(path)) if each is not None} - found
        found |= more
        pending += ((each, sys.maxsize) for each in more)
    return frozenset(found)


def _imports_at_top(tree: ast.AST) -> tuple[ast.Import | ast.ImportFrom, ...]:
    found: list[ast.Import | ast.ImportFrom] = []
    pending = list(children(tree))
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.append(node)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.expr)):
            pending += children(node)
    return tuple(found)


def _imported_by(module: ModuleCode, names: ModuleNames) -> frozenset[str] | None:
    """The paths that a module loads itself, some of which no module has; None where it may load any."""
    run = found_once(module.tree, _run_as_programs)
    if _may_load_any(module) or None in run:
        return None
    targets = [target_path(names, module.path, name, level) for name, level in import_targets(module.imports)]
    for text in filter(None, run):
        targets += names.run_as(text, module.path)
    return frozenset((*filter(None, targets), *_packages_around(module.path)))


def _run_as_programs(root: ast.AST) -> tuple[str | None, ...]:
    """What `runpy.run_path` and `runpy.run_module` are given: paths and names of modules; None for what is not written."""
    calls = [node for node in walk(root) if isinstance(node, ast.Call)]
    named = [
        call for call in calls if ast.unparse(call.func).rpartition(".")[2] in ("run_path", "run_module")
    ]
    first = [next((a for a in (*call.args, *(k.value for k in call.keywords))), None) for call in named]
    return tuple(a.value if isinstance(a, ast.Constant) and isinstance(a.value, str) else None for a in first)


def _packages_around(path: str) -> list[str]:
    folders = path.split("/")[:-1]
    return ["/".join((*folders[:end], "__init__.py")) for end in range(1, len(folders) + 1)]


def _may_load_any(module: ModuleCode) -> bool:
    named = (name.partition(".")[0] for name, level in import_targets(module.imports) if name and not level)
    return not _LOADING.isdisjoint(named) or found_once(module.tree, _runs_text)


def _runs_text(root: ast.AST) -> bool:
    return any(isinstance(node, ast.Name) and node.id in _RUNNING for node in walk(root))

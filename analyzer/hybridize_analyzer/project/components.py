"""Groups of files that import each other; each group can be analysed on its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from hybridize_analyzer.project.modules import ModuleNames
from hybridize_analyzer.semantics.program import ModuleCode


def components(modules: Mapping[str, ModuleCode], names: ModuleNames) -> list[list[str]]:
    """Weakly connected components of the import graph, in the order of their first file (union-find)."""
    parent = {path: path for path in modules}

    def find(path: str) -> str:
        while parent[path] != path:
            parent[path] = parent[parent[path]]
            path = parent[path]
        return path

    for path, module in modules.items():
        for other in _imports(module, names):
            if other in parent:
                parent[find(other)] = find(path)
    groups: dict[str, list[str]] = {}
    for path in sorted(modules):
        groups.setdefault(find(path), []).append(path)
    return sorted(groups.values())


def _imports(module: ModuleCode, names: ModuleNames) -> Iterator[str]:
    for node in module.imports:
        for name, level in _targets(node):
            found = (
                names.resolve_relative(module.path, level, name)
                if level
                else names.resolve(name or "", module.path)
            )
            if found is not None:
                yield found


def _targets(node: ast.AST) -> Iterator[tuple[str | None, int]]:
    """Every module that an import statement may load: `a.b.c` loads `a`, `a.b` and `a.b.c`."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            parts = alias.name.split(".")
            for end in range(1, len(parts) + 1):
                yield ".".join(parts[:end]), 0
    elif isinstance(node, ast.ImportFrom):
        base = node.module
        parts = base.split(".") if base else []
        for end in range(1, len(parts) + 1):
            yield ".".join(parts[:end]), node.level
        if node.level and not base:
            yield None, node.level
        for alias in node.names:
            yield f"{base}.{alias.name}" if base else alias.name, node.level

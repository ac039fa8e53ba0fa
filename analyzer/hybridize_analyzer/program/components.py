"""Groups of files that import each other; each group can be analysed on its own."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from hybridize_analyzer.program.modules import ModuleNames
from hybridize_analyzer.workspace.cache import Target


def components(imports: Mapping[str, Iterable[Target]], names: ModuleNames) -> list[list[str]]:
    """Weakly connected components of the import graph, in the order of their first file (union-find).

    imports: what each file imports, by its path.
    """
    parent = {path: path for path in imports}

    def find(path: str) -> str:
        while parent[path] != path:
            parent[path] = parent[parent[path]]
            path = parent[path]
        return path

    for path, targets in imports.items():
        for name, level in targets:
            other = target_path(names, path, name, level)
            if other is not None and other in parent:
                parent[find(other)] = find(path)
    groups: dict[str, list[str]] = {}
    for path in sorted(imports):
        groups.setdefault(find(path), []).append(path)
    return sorted(groups.values())


def target_path(names: ModuleNames, path: str, name: str | None, level: int) -> str | None:
    """The file that an import in the file `path` means, if the project has it; name, level: as in `import_targets`."""
    return names.resolve_relative(path, level, name) if level else names.resolve(name or "", path)


def import_targets(statements: Iterable[ast.Import | ast.ImportFrom]) -> tuple[Target, ...]:
    """Every module that import statements may load, each once."""
    return tuple(dict.fromkeys(target for node in statements for target in _targets(node)))


def _targets(node: ast.AST) -> Iterator[Target]:
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

"""Full names of what other packages give, as far as the imports of a file tell them."""

from __future__ import annotations

import ast
from collections.abc import Iterable


def imported_names(imports: Iterable[ast.Import | ast.ImportFrom]) -> dict[str, str]:
    """The names that imports of other packages bind, each with the full name of what it stands for."""
    found: dict[str, str] = {}
    for node in imports:
        if isinstance(node, ast.Import):
            for each in node.names:
                root = each.name.partition(".")[0]
                found[each.asname or root] = each.name if each.asname else root
        elif node.module and not node.level:
            found |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    return found


def full_name(node: ast.Attribute, names: dict[str, str]) -> str | None:
    """The full name of `np.random.rand` and the like; None where it does not begin with what was imported."""
    root, *rest = dotted_name(node) or ("",)
    return ".".join((names[root], *rest)) if root in names else None


def dotted_name(node: ast.AST) -> tuple[str, ...]:
    """The parts of `np.random.rand`, `self.model` or `x`; none for what is no name, and no attribute of one."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return (node.id, *reversed(parts)) if isinstance(node, ast.Name) else ()

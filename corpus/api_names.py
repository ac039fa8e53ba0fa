"""Which names of TensorFlow, Keras and NumPy programs use, and how."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hybridize_analyzer.knowledge.canonical import canonical
from hybridize_analyzer.knowledge.exports import export

LIBRARIES = ("tensorflow", "keras", "tf_keras", "numpy")


@dataclass
class Uses:
    """Distinct names with the number of their uses: those that are exported, and those that are not."""

    exported: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    called: set[str] = field(default_factory=set)


def uses(roots: Iterable[Path]) -> Uses:
    """All uses below some folders; files that do not parse are left out."""
    found = Uses()
    for root in roots:
        for file in sorted(root.rglob("*.py")):
            try:
                tree = ast.parse(file.read_bytes())
            except SyntaxError:
                continue
            for name, called in names_in(tree):
                _count(found, canonical(name), called=called)
    return found


def _count(found: Uses, name: str, *, called: bool) -> None:
    """Counts the longest part of a dotted name that is exported: `tf.int32.size` uses `tf.int32`."""
    parts = name.split(".")
    if any(p.startswith("_") and p != "__version__" for p in parts) or is_internal(name):
        return
    for end in range(len(parts), 1, -1):
        known = export(".".join(parts[:end]))
        if known is not None and known.kind != "module":
            found.exported[known.name] += 1
            if called and end == len(parts):
                found.called.add(known.name)
            return
        if known is not None and end == len(parts):
            return
    if len(parts) > 1 and parts[-1] != "__version__":
        found.unknown[name] += 1


def is_internal(name: str) -> bool:
    """Whether a name is not part of a public interface."""
    return name.startswith(("tensorflow.python.", "tensorflow.core.", "tensorflow.compiler.", "keras.src."))


def names_in(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """Dotted names that start with an imported library, and whether they are called."""
    aliases = dict(_imports(tree))
    inner: set[int] = set()
    called = {id(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call)}
    for node in ast.walk(tree):
        if id(node) in inner:
            continue
        parts: list[str] = []
        current: ast.AST = node
        while isinstance(current, ast.Attribute):
            parts.append(current.attr)
            current = current.value
            inner.add(id(current))
        if (
            isinstance(current, ast.Name)
            and current.id in aliases
            and (parts or isinstance(current.ctx, ast.Load))
        ):
            name = ".".join((aliases[current.id], *reversed(parts)))
            if "." in name:
                yield name, id(node) in called


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                if root in LIBRARIES:
                    yield (alias.asname, alias.name) if alias.asname else (root, root)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            module = node.module or ""
            names = node.names if module.partition(".")[0] in LIBRARIES else []
            yield from ((alias.asname or alias.name, f"{module}.{alias.name}") for alias in names)

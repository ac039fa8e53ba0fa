"""Imports: project modules are run, installed ones become external names."""

from __future__ import annotations

import ast
from collections.abc import Iterator as Iterable

from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    UNKNOWN,
    Atom,
    Const,
    External,
    Iterator,
    Module,
    Ref,
    Value,
    one,
)
from hybridize_analyzer.interpreter.values.modules import computed_member, import_project_module
from hybridize_analyzer.knowledge import exports
from hybridize_analyzer.knowledge.canonical import canonical
from hybridize_analyzer.knowledge.configurations import NOT_TAKEN
from hybridize_analyzer.program.code import ModuleCode

CONFIGURATIONS = "libraries of configurations"
"""Notes of the imported libraries whose objects `tf.function` does not take."""


def imported(state: State, frame: Frame, node: ast.Import | ast.ImportFrom) -> Iterable[tuple[str, Value]]:
    """The names that an import statement binds, with what they mean."""
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    for root in {name.partition(".")[0] for name in names} & NOT_TAKEN:
        state.note(CONFIGURATIONS, root, frame.module.location(node))
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield _plain(state, frame, node, alias)
    else:
        yield from _from(state, frame, node)


def _plain(state: State, frame: Frame, node: ast.Import, alias: ast.alias) -> tuple[str, Value]:
    if frame.module.installed:
        return alias.asname or alias.name.partition(".")[0], one(
            External(canonical(alias.name if alias.asname else alias.name.partition(".")[0]))
        )
    path = import_project_module(state, state.names.resolve(alias.name, frame.module.path), frame, node)
    root = alias.name.partition(".")[0]
    if alias.asname:
        return alias.asname, one(Module(path) if path else External(canonical(alias.name)))
    root_path = import_project_module(state, state.names.resolve(root, frame.module.path), frame, node)
    if root_path or path:
        return root, one(Module(root_path or f"package:{root}"))
    return root, one(External(canonical(root)))


def _from(state: State, frame: Frame, node: ast.ImportFrom) -> Iterable[tuple[str, Value]]:
    importer = frame.module.path
    if frame.module.installed:
        yield from _of_package(frame.module, node)
        return
    if node.level:
        path = state.names.resolve_relative(importer, node.level, node.module)
    else:
        path = state.names.resolve(node.module or "", importer)
    import_project_module(state, path, frame, node)
    for alias in node.names:
        if alias.name == "*":
            yield from _everything(state, path, node.module or "")
        else:
            yield alias.asname or alias.name, _member(state, frame, node, path, alias.name)


def _of_package(module: ModuleCode, node: ast.ImportFrom) -> Iterable[tuple[str, Value]]:
    """What a module of an installed package imports: names, of which nothing is known before they are used."""
    parts = module.name.split(".")
    above = parts[: len(parts) - node.level + module.is_package] if node.level else []
    source = ".".join((*above, node.module) if node.module else above)
    for alias in node.names:
        if alias.name != "*":
            yield alias.asname or alias.name, one(External(canonical(f"{source}.{alias.name}")))


def _member(state: State, frame: Frame, node: ast.ImportFrom, path: str | None, name: str) -> Value:
    importer = frame.module.path
    if path is not None:
        binding = state.global_binding(path, name)
        if binding is not None:
            return binding.value
    if node.level:
        sub = state.names.resolve_relative(
            importer, node.level, f"{node.module}.{name}" if node.module else name
        )
    else:
        sub = state.names.resolve(f"{node.module}.{name}", importer)
    if sub is not None:
        import_project_module(state, sub, frame, node)
        return one(Module(sub))
    if path is not None:
        computed = computed_member(state, frame, node, path, name)
        if computed is not None:
            return computed
    if path is not None or node.level:
        return UNKNOWN
    return one(External(canonical(f"{node.module}.{name}")))


def cannot_fail(state: State, frame: Frame, body: list[ast.stmt]) -> bool:
    """Whether a `try` body only imports what every program of this kind has: TensorFlow, Keras, NumPy."""
    return bool(body) and all(
        isinstance(s, (ast.Import, ast.ImportFrom)) and _is_installed(state, frame, s) for s in body
    )


def _is_installed(state: State, frame: Frame, node: ast.Import | ast.ImportFrom) -> bool:
    if isinstance(node, ast.ImportFrom) and node.level:
        return False
    names = [a.name for a in node.names]
    if isinstance(node, ast.ImportFrom):
        names = [f"{node.module}.{name}" for name in names]
    return all(_is_required(state, frame, name) for name in names)


def _is_required(state: State, frame: Frame, name: str) -> bool:
    root = name.partition(".")[0]
    if state.names.resolve(root, frame.module.path) is not None:
        return False
    found = canonical(name)
    return found in ("tensorflow", "keras", "numpy") or exports.export(found) is not None


def _everything(state: State, path: str | None, module: str) -> Iterable[tuple[str, Value]]:
    if path is None:
        if module in ("tensorflow", "numpy", "math", "keras", "tensorflow.keras.layers", "keras.layers"):
            for name in exports.members(canonical(module)):
                yield name, one(External(canonical(f"{module}.{name}")))
        return
    bindings = state.global_bindings(path)
    public = _public_names(state, path)
    for name, binding in list(bindings.items()):
        if name in public if public is not None else not name.startswith("_"):
            yield name, binding.value


def _public_names(state: State, path: str) -> set[str] | None:
    """The names in `__all__`, or None where there is none, or one whose content cannot be told."""
    binding = state.global_binding(path, "__all__")
    if binding is None:
        return None
    names: set[str] = set()
    for atom in binding.value:
        items = items_of(state, one(atom))
        found = items if items is not None else (_elements(state, atom),)
        texts = {a.value if isinstance(a, Const) else None for item in found for a in item}
        if not all(isinstance(text, str) for text in texts):
            return None
        names |= {str(text) for text in texts}
    return names


def _elements(state: State, atom: Atom) -> Value:
    if isinstance(atom, Ref):
        return state.heap.read(atom.key, ELEMENTS)
    return atom.element if isinstance(atom, Iterator) else UNKNOWN

"""Imports: project modules are run, installed ones become external names."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.knowledge.canonical import canonical
from hybridize_analyzer.semantics.state import Frame, State
from hybridize_analyzer.semantics.values import UNKNOWN, External, Module, Value, one


def imported(state: State, frame: Frame, node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, Value]]:
    """The names that an import statement binds, with what they mean."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield _plain(state, frame, alias)
    else:
        yield from _from(state, frame, node)


def _plain(state: State, frame: Frame, alias: ast.alias) -> tuple[str, Value]:
    path = _run(state, state.names.resolve(alias.name, frame.module.path))
    root = alias.name.partition(".")[0]
    if alias.asname:
        return alias.asname, one(Module(path) if path else External(canonical(alias.name)))
    root_path = _run(state, state.names.resolve(root, frame.module.path))
    if root_path or path:
        return root, one(Module(root_path or f"package:{root}"))
    return root, one(External(canonical(root)))


def _run(state: State, path: str | None) -> str | None:
    if path is not None:
        from hybridize_analyzer.semantics.activations import run_module

        run_module(state, path)
    return path


def _from(state: State, frame: Frame, node: ast.ImportFrom) -> Iterator[tuple[str, Value]]:
    importer = frame.module.path
    if node.level:
        path = state.names.resolve_relative(importer, node.level, node.module)
    else:
        path = state.names.resolve(node.module or "", importer)
    _run(state, path)
    for alias in node.names:
        if alias.name == "*":
            yield from _everything(state, path, node.module or "")
        else:
            yield alias.asname or alias.name, _member(state, importer, node, path, alias.name)


def _member(state: State, importer: str, node: ast.ImportFrom, path: str | None, name: str) -> Value:
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
        _run(state, sub)
        return one(Module(sub))
    if path is not None or node.level:
        return UNKNOWN
    return one(External(canonical(f"{node.module}.{name}")))


def _everything(state: State, path: str | None, module: str) -> Iterator[tuple[str, Value]]:
    if path is None:
        if module in ("tensorflow", "numpy", "math", "keras", "tensorflow.keras.layers", "keras.layers"):
            from hybridize_analyzer.knowledge.tensorflow import members

            for name in members(canonical(module)):
                yield name, one(External(canonical(f"{module}.{name}")))
        return
    bindings = state.global_bindings(path)
    public = _public_names(state, path)
    for name, binding in list(bindings.items()):
        if name in public if public is not None else not name.startswith("_"):
            yield name, binding.value


def _public_names(state: State, path: str) -> set[str] | None:
    for statement in state.modules[path].tree.body:
        if (
            isinstance(statement, ast.Assign)
            and any(isinstance(t, ast.Name) and t.id == "__all__" for t in statement.targets)
            and isinstance(statement.value, (ast.List, ast.Tuple))
        ):
            return {
                e.value
                for e in statement.value.elts
                if isinstance(e, ast.Constant) and isinstance(e.value, str)
            }
    return None

"""What modules of the project do."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Const,
    Function,
    Hybrid,
    Module,
    Opaque,
    Value,
    const,
    external,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_value
from hybridize_analyzer.interpreter.tracing.frozen_reads import is_constant_reference, note_kept
from hybridize_analyzer.interpreter.values.namespaces import ANY_MODULE, entries
from hybridize_analyzer.interpreter.values.writes import IMPORTED_LATE
from hybridize_analyzer.knowledge.canonical import canonical


def import_project_module(
    state: State, path: str | None, importer: Frame, node: ast.AST | None = None
) -> str | None:
    """Runs a module.  node: what imports it; in a function, or after calls, others may have run before it."""
    if path is not None:
        if node is not None and (importer.function is not None or importer.calls > 0):
            where = importer.module.location(node)
            state.bind_cell(IMPORTED_LATE, path, NOTHING, where, again=False)
        state.evaluator.solver.run_module(state, path)
    return path


def named_module(state: State, frame: Frame, name: str, node: ast.AST | None = None) -> Value:
    """The module of a name that is known at run time: one of the project, the running program, or an installed one."""
    if name == "__main__":
        return one(Module(frame.module.path))
    path = import_project_module(state, state.names.resolve(name, frame.module.path), frame, node)
    return one(Module(path)) if path else external(canonical(name))


def one_of_all(state: State, frame: Frame, name: Value) -> Value:
    """`sys.modules[name]`."""
    names = {a.value if isinstance(a, Const) else None for a in name}
    known = names.pop() if len(names) == 1 else None
    return named_module(state, frame, known) if isinstance(known, str) else one(Opaque(ANY_MODULE))


def computed_member(state: State, frame: Frame, node: ast.AST, path: str, name: str) -> Value | None:
    """What the `__getattr__` of a module (PEP 562) gives for a name; None when it has none."""
    binding = state.global_binding(path, "__getattr__")
    if binding is None or not any(isinstance(a, (Function, Hybrid)) for a in binding.value):
        return None
    return union(call_value(state, frame, node, binding.value, (const(name),), {}))


class Modules(KindOfValue[Module]):
    """Modules of the project, and packages without a file of their own."""

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Module, name: str) -> Value:
        binding = state.global_binding(atom.path, name)
        if binding is not None:
            changes = binding.rebound is not None or not all(is_constant_reference(a) for a in binding.value)
            if frame.function is not None and changes:
                what, target = f"`{name}` of another module", f"global:{atom.path}:{name}"
                note_kept(state, frame, node, binding.value, what, target, name)
            return binding.value
        if name == "__dict__":
            return entries(atom)
        if atom.path.startswith("package:"):
            path = state.names.resolve(f"{atom.path[len('package:') :]}.{name}", frame.module.path)
            return one(Module(path)) if path else UNKNOWN
        canonical_name = state.names.canonical.get(atom.path, "")
        path = state.names.paths.get(f"{canonical_name}.{name}")
        if path is not None:
            import_project_module(state, path, frame)
            return one(Module(path))
        computed = computed_member(state, frame, node, atom.path, name)
        return UNKNOWN if computed is None else computed

    def set_attribute(
        self, state: State, frame: Frame, target: ast.Attribute, atom: Module, value: Value
    ) -> None:
        where, name = frame.module.location(target), target.attr
        state.bind_global(atom.path, name, value, where, again=True)
        state.emit(
            frame, target, Kind.WRITE, f"the global `{name}` is set", target=f"global:{atom.path}:{name}"
        )

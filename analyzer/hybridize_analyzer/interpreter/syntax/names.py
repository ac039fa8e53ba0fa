"""Variables: where a name is bound, and what reading one from outside a function would freeze into a trace."""

from __future__ import annotations

import ast
import builtins

from hybridize_analyzer.domain.bindings import LIBRARIES, Binding
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.ownership import held, kept
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Array,
    Const,
    Tensor,
    Value,
    captured,
    external,
    one,
    union,
)
from hybridize_analyzer.interpreter.tracing import first_calls
from hybridize_analyzer.interpreter.tracing.closures import is_overwritten, shares_with_captured
from hybridize_analyzer.interpreter.tracing.frozen_reads import is_constant_reference, note_kept
from hybridize_analyzer.interpreter.values.installed import is_lasting
from hybridize_analyzer.program.code import FunctionCode

_BUILTINS = frozenset(dir(builtins))
_MODULE_NAMES = {"__name__": "__main__", "__file__": "module.py", "__doc__": ""}


def bind(state: State, frame: Frame, name: str, value: Value, node: ast.AST) -> None:
    if state.observer is not None:
        state.observer(node, value)
    where = frame.module.location(node)
    function = frame.function
    if function is None:
        if frame.cls is None:
            value = kept(value, (f"global:{frame.module.path}:{name}", name))
        frame.names[name] = value
        if frame.cls is None:
            again, early = frame.loop > 0, frame.calls == 0
            state.bind_global(frame.module.path, name, value, where, again=again, early=early, version=True)
    elif name in function.scope.globals_:
        target = f"global:{frame.module.path}:{name}"
        if first_calls.completes(state, frame, target, value):
            message = f"the global `{name}` is set by the first call"
            state.emit(frame, node, Kind.LAZY, message, target=target, field=name, aspect=Aspect.SETTING)
            state.bind_lazily(frame.module.path, name, value, where)
            return
        state.emit(frame, node, Kind.NAME_WRITE, f"the global `{name}` is set", target=target)
        state.bind_global(frame.module.path, name, value, where, again=True)
    elif name in function.scope.nonlocals:
        env = _defining_env(state, frame, name)
        state.emit(
            frame,
            node,
            Kind.NAME_WRITE,
            f"the variable `{name}` of the enclosing function is set",
            target=env,
        )
        state.bind_cell(env, name, value, where, again=True)
    else:
        captured = name in function.scope.captured and not is_overwritten(state, function, name, node)
        arrays = any(isinstance(atom, Array) for atom in value)
        if captured or (arrays and shares_with_captured(function, name)):
            value = kept(value, (frame.env, name))
        frame.names[name] = value
        if captured:
            state.bind_cell(frame.env, name, value, where, again=frame.loop > 0)


def _defining_env(state: State, frame: Frame, name: str) -> str:
    env = frame.outer
    last = env
    while env is not None:
        last = env
        if state.cell(env, name) is not None:
            return env
        env = state.outer.get(env)
    return last or frame.env


def lookup(state: State, frame: Frame, name: str, node: ast.AST) -> Value:
    function = frame.function
    local = frame.names.get(name)
    if function is not None and name in function.scope.assigned:
        if local is None or name not in function.scope.shared:
            return local or NOTHING  # what stands here has been bound here
        cell = state.cell(frame.env, name)
        return union(local, cell.value) if cell is not None and cell.rebound is not None else local
    if local is not None:
        return local
    found = _closed_over(state, frame, name, node)
    if found is not None:
        return found
    return _global(state, frame, name, node)


def _closed_over(state: State, frame: Frame, name: str, node: ast.AST) -> Value | None:
    env = frame.outer
    while env is not None:
        binding = state.cell(env, name)
        if binding is not None:
            _note_read(state, frame, node, binding, binding.value, name, env)
            if any(isinstance(atom, Tensor) and atom.kind == "variable" for atom in binding.value):
                state.emit(frame, node, Kind.WEIGHT, f"the variable `{name}` is read")
            found = held(binding.value)
            return captured(found) if frame.mapped else found
        env = state.outer.get(env)
    return None


def _global(state: State, frame: Frame, name: str, node: ast.AST) -> Value:
    binding = state.global_binding(frame.module.path, name)
    if frame.module.installed and frame.function is not None:
        return _of_package(state, frame, name, node, binding)
    if binding is not None:
        if frame.function is None:
            return held(binding.value)
        value = _seen(state, frame.function, name, binding)
        _note_read(state, frame, node, binding, value, name, f"global:{frame.module.path}:{name}")
        return held(value)
    if name in _MODULE_NAMES:
        return one(Const("str", _MODULE_NAMES[name]))
    patch = state.patch_of(f"builtins.{name}")
    if patch is not None:
        message = f"`{name}`, which the program sets for all modules, is read"
        state.emit(frame, node, Kind.READ, message, target=LIBRARIES, field=f"builtins.{name}")
    found = external(f"builtins.{name}") if name in _BUILTINS else UNKNOWN
    return found if patch is None else union(found if name in _BUILTINS else NOTHING, patch.value)


def _of_package(state: State, frame: Frame, name: str, node: ast.AST, binding: Binding | None) -> Value:
    """A name of an installed module, of which only what lasts is certain."""
    if binding is None and name in _BUILTINS:
        return external(f"builtins.{name}")
    if binding is not None and is_lasting(state, frame.module, name, binding):
        return held(binding.value)
    state.emit(frame, node, Kind.UNKNOWN, f"`{name}` of an installed package may change")
    return UNKNOWN


def _seen(state: State, reader: FunctionCode, name: str, binding: Binding) -> Value:
    """The values of a global variable while a function runs that reads it: of a script that nothing imports, not all."""
    module = reader.module
    if binding.versions is None or len(binding.versions) < 2 or state.is_imported(module.path):
        return binding.value
    order, here = state.reaching(module), module.location(reader.node)
    seen = (value for site, value in binding.versions.items() if order.reaches(name, site, here))
    return union(binding.elsewhere, *seen) or binding.value


def _note_read(
    state: State, frame: Frame, node: ast.AST, binding: Binding, value: Value, name: str, target: str
) -> None:
    """value: what is read of the binding."""
    unchanged = binding.rebound is None and binding.lazily is None
    if not (unchanged and all(is_constant_reference(atom) for atom in value)):
        note_kept(state, frame, node, value, f"`{name}`", target, name)

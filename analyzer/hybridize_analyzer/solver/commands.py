"""Commands: functions that the packaging of the project says are called from the command line."""

from __future__ import annotations

from collections.abc import Iterable

from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    Atom,
    Bound,
    Class,
    Function,
    Hybrid,
    Module,
    Partial,
    Value,
    one,
)
from hybridize_analyzer.interpreter.dispatch import call_atom, read_attribute
from hybridize_analyzer.program.code import ClassCode, FunctionCode, ModuleCode
from hybridize_analyzer.workspace.packaging import EntryPoint

_PACKAGING = "pyproject.toml"
"""Where names of modules are looked up from: the folder of the packaging files."""


def call_scripts(state: State, scripts: Iterable[EntryPoint]) -> None:
    """Calls every command, without arguments; a run starts one of them, and perhaps not this one."""
    for script in scripts:
        path = state.names.resolve(script.module, _PACKAGING)
        module = state.modules.get(path) if path is not None else None
        if module is not None and module.tree.body:
            _call(state, module, script.name)


def _call(state: State, module: ModuleCode, name: str) -> None:
    frame = Frame(module, None, f"script:{module.path}:{name}", {}, conditional=1, branches=1)
    anywhere = module.tree.body[0]
    value: Value = one(Module(module.path))
    for part in name.split("."):
        value = read_attribute(state, frame, anywhere, value, part)  # type: ignore[arg-type]  # only its location
    for atom in sorted(value, key=repr):
        code = _code(atom)
        if code is not None and code.module.path in state.modules:
            own = Frame(code.module, None, frame.env, {}, conditional=1, branches=1)
            call_atom(state, own, code.node, atom, (), {})


def _code(atom: Atom) -> FunctionCode | ClassCode | None:
    """The definition that stands for the call, which is not written anywhere."""
    while isinstance(atom, (Bound, Hybrid, Partial)):
        atom = atom.function
    return atom.code if isinstance(atom, (Function, Class)) else None

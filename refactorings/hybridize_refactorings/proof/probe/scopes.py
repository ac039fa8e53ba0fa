"""The variables that a function reads from around it: globals of its module, and variables of enclosing functions."""

from __future__ import annotations

import types
from collections.abc import Collection
from typing import Any

from .values import code_name

_LEFT_OUT = frozenset({"__builtins__", "__hybridize_probe__", "give"})


def of_frame(frame: types.FrameType, wanted: Collection[str] | None) -> dict[str, Any]:
    """Of the function that runs in a frame; without functions, classes and modules.

    wanted: the names that the original function reads; None: those that stand in the code.
    """
    code = frame.f_code
    local = frame.f_locals if code.co_freevars else {}
    closure = {name: local[name] for name in code.co_freevars if name in local}
    return _named(wanted or code.co_names, frame.f_globals, closure)


def of_function(function: Any, wanted: Collection[str] | None) -> dict[str, Any]:
    """The same of a function that does not run."""
    closure = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):  # noqa: B905 - 3.9
        try:
            closure[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return _named(wanted or function.__code__.co_names, function.__globals__, closure)


def _named(wanted: Collection[str], variables: dict[str, Any], closure: dict[str, Any]) -> dict[str, Any]:
    names = [name for name in wanted if name in variables and name not in _LEFT_OUT and name not in closure]
    found = {f"global {name}": variables[name] for name in sorted(names)}
    found.update((f"closure {name}", value) for name, value in sorted(closure.items()))
    return {name: value for name, value in found.items() if code_name(value) is None}

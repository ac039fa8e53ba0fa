"""What a parameter that cannot be seen is taken for, where `tf.function` does not take such an argument.

A tape that is handed over has recorded the tensors of eager code, not those that stand for them in a graph: every gradient
is None.
"""

from __future__ import annotations

import ast
import re

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.interpreter.syntax.imports import CONFIGURATIONS
from hybridize_analyzer.program.code import FunctionCode, found_once, walk
from hybridize_analyzer.solver import assumptions

_OF_TAPES = frozenset({"gradient", "jacobian", "batch_jacobian", "watch", "stop_recording"})
_CONFIGURATION = re.compile(r"(?:.*_)?(?:cfg|conf|configs?|hparams|opts?|flags)", re.IGNORECASE)


def unsuited(state: State, code: FunctionCode, name: str) -> str | None:
    """Why a parameter is none for `tf.function`, as its hint, description, name or use tells; None where nothing does."""
    why = assumptions.looks_like_specification(code, name)
    if why is not None:
        return f"`tf.function` takes no `TensorSpec`, and {why}"
    method = _method_of_tapes(code, name)
    if method is not None:
        return f"its `.{method}()` is that of a tape, which records nothing of what a graph is given"
    library = _library_of_configuration(state, code, name)
    if library is not None:
        return f"its name says that it is a configuration, and `tf.function` takes none of `{library}`"
    return None


def _method_of_tapes(code: FunctionCode, name: str) -> str | None:
    called = (node.func for node in walk(code.node) if isinstance(node, ast.Call))
    methods = (
        func.attr
        for func in called
        if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == name
    )
    return next((method for method in methods if method in _OF_TAPES), None)


def _library_of_configuration(state: State, code: FunctionCode, name: str) -> str | None:
    """The library that the project has configurations of, where the parameter is named like one and used so."""
    if not _CONFIGURATION.fullmatch(name) or name not in found_once(code.node, _with_attributes):
        return None
    return min(map(str, state.all_noted(CONFIGURATIONS)), default=None)


def _with_attributes(node: ast.AST) -> frozenset[str]:
    """The names of which attributes are read."""
    attributes = (each.value for each in walk(node) if isinstance(each, ast.Attribute))
    return frozenset(owner.id for owner in attributes if isinstance(owner, ast.Name))

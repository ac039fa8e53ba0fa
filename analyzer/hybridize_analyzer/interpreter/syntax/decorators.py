"""Decorators: what the name of a decorated function or class is bound to."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    UNKNOWN,
    External,
    Function,
    Hybrid,
    Opaque,
    Value,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_value, evaluate
from hybridize_analyzer.interpreter.syntax.with_statements import run_patches
from hybridize_analyzer.interpreter.tracing import function_objects, serialisation
from hybridize_analyzer.interpreter.values.descriptors import DECORATED, DESCRIPTORS
from hybridize_analyzer.interpreter.values.functions import RECORDED
from hybridize_analyzer.program.code import ClassCode, FunctionCode

_CELL = "hybridize_runtime.cell"
_TRANSPARENT = (
    "abc.abstract",
    "absl.testing.",
    "atexit.register",
    "beartype.",
    "check_shapes.",
    "click.",
    "contextlib.contextmanager",
    "contextlib.asynccontextmanager",
    "enum.unique",
    "functools.total_ordering",
    "functools.wraps",
    "gin.",
    _CELL,
    "hypothesis.",
    "jaxtyping.",
    "keras.saving.register_keras_serializable",
    "keras.utils.register_keras_serializable",
    "mock.",
    "parameterized.",
    "pytest.",
    "tensorflow.Module.with_name_scope",
    "tensorflow.__internal__.tracking.no_automatic_dependency_tracking",
    "tensorflow.autograph.experimental.do_not_convert",
    "tensorflow.python.util.tf_export.",
    "typeguard.",
    "typing.",
    "typing_extensions.",
    "unittest.",
)
"""Prefixes of decorators that hand on what they get, or call it with the same arguments."""
_PATCHING = ("unittest.mock.", "mock.")
"""Those of them that set something around each call; `mock` is the package that became part of Python."""
_FACTORIES = ("check_shapes.check_shapes", "check_shapes.inherit_check_shapes")
"""Those of them whose result functions of projects hand on (`library.others`)."""
_CONFIGURED = ("gin.configurable", "gin.register")
_RECORDS = (
    "dataclasses.dataclass",
    "attr.dataclass",
    "attr.s",
    "attr.define",
    "attrs.define",
    "attr.frozen",
    "attrs.frozen",
)


UNSEEN = "decorated by unseen code"
"""Notes of functions that something else than a function of the project decorates."""


def decorate(
    state: State, frame: Frame, decorator: ast.expr, value: Value, defaults: Bindings, code: FunctionCode
) -> Value:
    """What one decorator makes of the function `code`, which is so far `value`.

    defaults: of its parameters; some decorators change them.
    """
    if isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "deleter", "getter"):
        return union(evaluate(state, frame, decorator.value), value)
    names = _library_names(state, frame, decorator)
    if names & {*serialisation.DECORATORS}:
        serialisation.note_listed(state, code, frame.module.location(decorator))
    if "functools.wraps" in names and isinstance(decorator, ast.Call) and decorator.args:
        wrapped = evaluate(state, frame, decorator.args[0])
        function_objects.note_dressed(state, value, wrapped, frame.module.location(decorator))
    if _CELL in names:
        state.note(RECORDED, code, frame.module.location(decorator))
    if names and all(n.startswith((*DESCRIPTORS, *_TRANSPARENT)) for n in names):
        if any(n.startswith(_CONFIGURED) for n in names):
            _configure(defaults)
        if any(n.startswith(_PATCHING) for n in names):
            _patch_calls(state, frame, decorator, (code,))
        return value
    if "tensorflow.function" in names and not isinstance(decorator, ast.Call):
        return frozenset(Hybrid(a) for a in value)
    applied = evaluate(state, frame, decorator)
    if applied and all(isinstance(a, External) and a.name in _FACTORIES for a in applied):
        return value
    if not all(isinstance(a, Function) for a in applied):
        state.note(UNSEEN, code, frame.module.location(decorator))
    return _seen(state, call_value(state, frame, decorator, applied, (value,), {}))


def _library_names(state: State, frame: Frame, decorator: ast.expr) -> set[str]:
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    value = evaluate(state, frame, target)
    names = {a.name for a in value if isinstance(a, External)}
    return names if len(names) == len(value) else set()


def _configure(defaults: Bindings) -> None:
    """A configuration file may give every parameter with a default another one."""
    for name, value in defaults.items():
        defaults[name] = union(value, UNKNOWN)


def _seen(state: State, result: Value) -> Value:
    """Unseen code in a result is marked: to read such an attribute may run it."""
    if not result and state.is_settled():
        return one(Opaque(DECORATED))
    return frozenset(Opaque(DECORATED) if isinstance(a, Opaque) else a for a in result)


def _patch_calls(state: State, frame: Frame, decorator: ast.expr, codes: Iterable[FunctionCode]) -> None:
    """Something is set before each call of functions, and set back after it: at their ends, as seen from outside."""
    patches = evaluate(state, frame, decorator)
    for code in codes:
        if not isinstance(code.node, ast.Lambda):
            run_patches(state, frame, code.node.body[-1], patches, "__exit__")


def decorate_class(state: State, frame: Frame, code: ClassCode, value: Value) -> Value:
    """Applies the decorators of a class."""
    for decorator in reversed(code.node.decorator_list):
        names = _library_names(state, frame, decorator)
        if names & {*_RECORDS}:
            state.define_class(code, frozen_dataclass=_is_hashable(names, decorator))
        elif names and all(n.startswith(_PATCHING) for n in names):
            _patch_calls(state, frame, decorator, code.methods.values())
        elif not (names and all(n.startswith(_TRANSPARENT) for n in names)):
            value = call_value(state, frame, decorator, evaluate(state, frame, decorator), (value,), {})
            value = _seen(state, value)
    return value


def _is_hashable(names: set[str], decorator: ast.expr) -> bool:
    if any(n.endswith("frozen") for n in names):
        return True
    keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
    flags = {k.arg: k.value.value for k in keywords if isinstance(k.value, ast.Constant)}
    return any(flags.get(name) is True for name in ("frozen", "unsafe_hash")) or flags.get("eq") is False

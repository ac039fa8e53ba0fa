"""What is assumed of callers that cannot be seen: type hints, Keras conventions, and how a parameter is used."""

from __future__ import annotations

import ast

from hybridize_analyzer.semantics import classes
from hybridize_analyzer.semantics.program import FunctionCode, parameter_names
from hybridize_analyzer.semantics.state import Bindings, State
from hybridize_analyzer.semantics.values import (
    BOOL,
    NONE,
    STR,
    TENSOR,
    Iterator,
    Opaque,
    Scalar,
    Value,
    one,
    union,
)

_TENSOR_NAMES = ("Tensor", "TensorType", "TensorLike", "Variable", "EagerTensor")
_SCALARS = {"int": one(Scalar("int")), "float": one(Scalar("float")), "bool": BOOL, "str": STR}
_KERAS_METHODS = ("call", "train_step", "test_step", "predict_step", "update_state")


def unseen_arguments(state: State, code: FunctionCode) -> Bindings:
    """Arguments of a function that no visible call reaches."""
    values: Bindings = {}
    for name in parameter_names(code.node.args):
        values[name] = _unseen(state, code, name)
    return values


def _unseen(state: State, code: FunctionCode, name: str) -> Value:
    arguments = code.node.args
    if arguments.vararg is not None and name == arguments.vararg.arg:
        return one(Iterator(one(Opaque(f"param:{name}")), source="tuple"))
    if reason(state, code, name) is not None:
        return TENSOR
    hint = annotation(code, name)
    default = state.defaults_of(code).get(name)
    if hint in _SCALARS:
        return _SCALARS[hint]
    if default is not None and default != NONE and len(default) == 1:
        return default
    opaque = one(Opaque(f"param:{name}"))
    return union(opaque, default) if default is not None else opaque


def reason(state: State, code: FunctionCode, name: str) -> str | None:
    """Why an unseen caller is taken to pass a tensor, or None."""
    hint = annotation(code, name)
    if hint is not None and any(part in _TENSOR_NAMES for part in _words(hint)):
        return "its type hint says so"
    if code.cls is not None and code.name in _KERAS_METHODS and classes.descends(state, code.cls, "keras."):
        names = parameter_names(code.node.args)
        if len(names) > 1 and names[1] == name:
            return f"Keras passes one to `{code.name}`"
    if (code, name) in state.assumed_tensors:
        return "a tensor operation receives it"
    return None


def annotation(code: FunctionCode, name: str) -> str | None:
    arguments = code.node.args
    for parameter in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        if parameter.arg == name and parameter.annotation is not None:
            return ast.unparse(parameter.annotation).strip("'\"")
    return None


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() or c == "_" else " " for c in text).split()

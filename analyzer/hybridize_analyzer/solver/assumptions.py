"""What is taken for granted about arguments that no visible call supplies, and why."""

from __future__ import annotations

import ast
import re

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.state import Bindings, State
from hybridize_analyzer.domain.values import (
    NONE,
    PART,
    TENSOR,
    Iterator,
    Ref,
    Tensor,
    Tuple,
    Value,
    has_tensor,
    interned_opaque,
    one,
    union,
)
from hybridize_analyzer.program.code import FunctionCode, parameter_names, walk
from hybridize_analyzer.report import Assumption, AssumptionKind
from hybridize_analyzer.solver import recorded
from hybridize_analyzer.solver.docstrings import (
    described_specifications,
    described_tensors,
    specified_tensors,
)
from hybridize_analyzer.solver.hints import hinted

_Why = tuple[AssumptionKind, str]

_HINT: _Why = (AssumptionKind.TYPE_HINT, "its type hint says so")
_KERAS_METHODS = ("call", "train_step", "test_step", "predict_step", "update_state")


def unseen_arguments(state: State, code: FunctionCode) -> Bindings:
    """Arguments of a function that no visible call reaches."""
    return {name: _unseen(state, code, name) for name in parameter_names(code.node.args)}


def _unseen(state: State, code: FunctionCode, name: str) -> Value:
    arguments = code.node.args
    value, _ = _expected(state, code, name)
    opaque = one(interned_opaque(f"param:{name}"))
    if arguments.vararg is not None and name == arguments.vararg.arg:
        return one(Iterator(value or opaque, source="tuple"))
    if arguments.kwarg is not None and name == arguments.kwarg.arg:
        return opaque
    default = state.defaults_of(code).get(name)
    if value is not None:
        return (
            value if default is None or not (has_tensor(value) or default == NONE) else union(value, default)
        )
    if default is not None and default != NONE and len(default) == 1:
        return default
    return union(opaque, default) if default is not None else opaque


def assumed(state: State, code: FunctionCode, name: str) -> Assumption | None:
    """What an unseen caller is taken to pass, and why; None where nothing is assumed."""
    value, why = _expected(state, code, name)
    if value is None or why is None:
        return None
    kind, reason = why
    if has_tensor(value):
        return Assumption(kind, f"`{name}` is a tensor: {reason}")
    if any(isinstance(atom, Tuple) for atom in value):
        return Assumption(kind, f"`{name}` holds tensors: {reason}")
    types = {state.heap.type_of(a.key) for a in value if isinstance(a, Ref)}
    names = sorted({known if isinstance(known, str) else known.name for known in types})
    listed = ", ".join(f"`{n}`" for n in names)
    return (
        Assumption(kind, f"`{name}` is one of the objects of the program ({listed}): {reason}")
        if names
        else None
    )


def _expected(state: State, code: FunctionCode, name: str) -> tuple[Value | None, _Why | None]:
    """What the signature, the documentation or the use of a parameter says of it, the most reliable first."""
    shown = recorded.recorded(state, code, name)
    if shown is not None:
        return shown, (AssumptionKind.OBSERVED_RUN, "recorded runs pass such")
    specified = specified_tensors(_specifications(code)).get(name)
    hint = hinted(state, code, name)
    if hint is not None:
        if specified is not None and any(isinstance(a, Tensor) and a.kind == "tensor" for a in hint):
            return union(one(specified), NONE) if hint >= NONE else one(specified), _HINT
        return hint, _HINT
    if specified is not None:
        return one(specified), (AssumptionKind.SHAPE_SPECIFICATION, "its shape specification says so")
    if code.cls is not None and code.name in _KERAS_METHODS and classes.descends(state, code.cls, "keras."):
        names = parameter_names(code.node.args)
        if len(names) > 1 and names[1] == name:
            return _from_keras(code, name)
    text = None if isinstance(code.node, ast.Lambda) else ast.get_docstring(code.node)
    if text and name in (tensors := described_tensors(text)) and not is_taken_apart(code, name):
        return one(tensors[name]), (AssumptionKind.DOCSTRING, "its description says so")
    if (code, name) in state.assumed_tensors and not asks_for_tensors(code, name):
        if is_taken_apart(code, name):
            return None, None
        return TENSOR, (AssumptionKind.TENSOR_USE, "a tensor operation receives it")
    return None, None


def _from_keras(code: FunctionCode, name: str) -> tuple[Value | None, _Why | None]:
    """What Keras passes: a tensor, unless the method takes its argument apart as tensors cannot be."""
    why = (AssumptionKind.KERAS_CONVENTION, f"Keras passes one to `{code.name}`")
    length = unpacked_length(code, name)
    if length is None:
        return (None, None) if is_taken_apart(code, name) else (TENSOR, why)
    # The inputs of a layer are tensors; a batch of data may have any structure.
    part = TENSOR if code.name == "call" else one(interned_opaque(f"{PART}param:{name}"))
    return one(Tuple((part,) * length)), why


def unpacked_length(code: FunctionCode, name: str) -> int | None:
    """The number of parts that a parameter is unpacked into: `x, lengths = inputs` tells that it is a tuple or a list."""
    targets = (
        target
        for node in walk(code.node)
        if isinstance(node, ast.Assign) and _is_name(node.value, name)
        for target in node.targets
        if isinstance(target, (ast.Tuple, ast.List))
    )
    first = next(targets, None)
    if first is None or any(isinstance(element, ast.Starred) for element in first.elts):
        return None
    return len(first.elts)


_OF_DICTS = frozenset({"items", "keys", "values", "get", "pop"})


def is_taken_apart(code: FunctionCode, name: str) -> bool:
    """Whether a body uses a parameter as tensors do not allow: `inputs["a"]`, `.items()`, unpacking, `norm in (1, 2)`."""
    return any(_takes_apart(node, name) for node in walk(code.node))


def _takes_apart(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Subscript):
        key = node.slice
        return _is_name(node.value, name) and isinstance(key, ast.Constant) and isinstance(key.value, str)
    if isinstance(node, ast.Attribute):
        return _is_name(node.value, name) and node.attr in _OF_DICTS
    if isinstance(node, ast.Call):
        return _is_name(node.func, name)
    if isinstance(node, ast.Compare):
        return _is_name(node.left, name) and isinstance(node.ops[0], (ast.In, ast.NotIn))
    return isinstance(node, ast.Assign) and _is_name(node.value, name) and _unpacks(node)


def _unpacks(node: ast.Assign) -> bool:
    return any(isinstance(target, (ast.Tuple, ast.List)) for target in node.targets)


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def looks_like_specification(code: FunctionCode, name: str) -> str | None:
    """Why a parameter is taken for a `TensorSpec`, which `tf.function` takes for a tensor or not at all."""
    arguments = code.node.args
    parameters = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    hint = next((p.annotation for p in parameters if p.arg == name), None)
    if hint is not None:
        return "its type hint says so" if _SPECIFICATION.search(ast.unparse(hint)) else None
    text = None if isinstance(code.node, ast.Lambda) else ast.get_docstring(code.node)
    if text and name in described_specifications(text):
        return "its description says so"
    return "its name says so" if name == "spec" or name.endswith(("_spec", "_specs")) else None


_SPECIFICATION = re.compile(r"(?:Tensor|Array|Type)Spec\b")


def asks_for_tensors(code: FunctionCode, name: str) -> bool:
    """Whether it tests `isinstance(name, tf.Tensor)`: then it is given other things, too."""
    calls = (n for n in walk(code.node) if isinstance(n, ast.Call) and len(n.args) == 2)
    return any(
        isinstance(call.func, ast.Name)
        and call.func.id == "isinstance"
        and isinstance(call.args[0], ast.Name)
        and call.args[0].id == name
        and any(word in ast.unparse(call.args[1]) for word in ("Tensor", "is_tensor"))
        for call in calls
    )


def _specifications(code: FunctionCode) -> tuple[str, ...]:
    """The texts that a `@check_shapes` decorator is given."""
    for decorator in code.decorators:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("check_shapes"):
            constants = (a.value for a in decorator.args if isinstance(a, ast.Constant))
            return tuple(text for text in constants if isinstance(text, str))
    return ()

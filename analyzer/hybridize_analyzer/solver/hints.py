"""Type hints as abstract values: what an unseen caller passes if it keeps to them."""

from __future__ import annotations

import ast
import heapq

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    NOTHING,
    STR,
    TENSOR,
    Class,
    External,
    Iterator,
    Module,
    Tensor,
    Tuple,
    Value,
    has_tensor,
    interned_ref,
    one,
    union,
)
from hybridize_analyzer.program.code import ClassCode, FunctionCode, ModuleCode
from hybridize_analyzer.solver.docstrings import shape_of

_TENSORS = ("Tensor", "TensorType", "TensorLike", "TensorData", "EagerTensor")
_SCALARS = {"int": INT, "float": FLOAT, "bool": BOOL, "str": STR, "None": NONE}
_SEQUENCES = ("List", "list", "Sequence", "Iterable", "Collection", "MutableSequence", "Set", "FrozenSet")
_JAXTYPING = {
    "Float": None,
    "Int": None,
    "Num": None,
    "Real": None,
    "Inexact": None,
    "Shaped": None,
    "Bool": "bool",
}
_INSTANCES = 4
_DEPTH = 6


def hinted(state: State, code: FunctionCode, name: str) -> Value | None:
    """The value that the hint of a parameter describes; None where it says nothing that is known."""
    arguments = code.node.args
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    parameters += [p for p in (arguments.vararg, arguments.kwarg) if p is not None]
    hint = next((p.annotation for p in parameters if p.arg == name), None)
    return described(state, code.module, hint) if hint is not None else None


def described(state: State, module: ModuleCode, hint: ast.expr, depth: int = _DEPTH) -> Value | None:
    """What one annotation describes."""
    if depth == 0:
        return None
    if isinstance(hint, ast.Constant):
        return _constant(state, module, hint.value, depth)
    if isinstance(hint, ast.BinOp) and isinstance(hint.op, ast.BitOr):
        return _either([described(state, module, part, depth - 1) for part in (hint.left, hint.right)])
    if isinstance(hint, ast.Subscript):
        return _generic(state, module, hint, depth)
    last = hint.attr if isinstance(hint, ast.Attribute) else hint.id if isinstance(hint, ast.Name) else ""
    if last in _TENSORS:
        return TENSOR
    if last in _SCALARS:
        return _SCALARS[last]
    return _meaning(state, module, hint, depth)


def _constant(state: State, module: ModuleCode, value: object, depth: int) -> Value | None:
    if value is None:
        return NONE
    if not isinstance(value, str):
        return None
    try:
        return described(state, module, ast.parse(value.strip(), mode="eval").body, depth - 1)
    except (SyntaxError, ValueError):
        return None


def _either(parts: list[Value | None]) -> Value | None:
    """A union: tensors stand for what is converted to them; without them all parts must be known."""
    known = [p for p in parts if p is not None]
    if any(has_tensor(p) for p in known):
        none = [NONE] if any(p >= NONE for p in known) else []
        return union(*(p for p in known if has_tensor(p)), *none)
    return union(*known) if known and len(known) == len(parts) else None


def _generic(state: State, module: ModuleCode, hint: ast.Subscript, depth: int) -> Value | None:
    head = hint.value
    name = head.attr if isinstance(head, ast.Attribute) else head.id if isinstance(head, ast.Name) else ""
    inside = hint.slice.elts if isinstance(hint.slice, ast.Tuple) else [hint.slice]
    if name in ("Optional", "Union"):
        parts = [described(state, module, part, depth - 1) for part in inside]
        return _either([*parts, *([NONE] if name == "Optional" else [])])
    if name in ("Annotated", "Final"):
        return described(state, module, inside[0], depth - 1)
    if name in _JAXTYPING or name[:-2] in _JAXTYPING or name in ("Float32", "Float64", "Int32", "Int64"):
        return _array_type(name, inside)
    if name in ("Tuple", "tuple"):
        return _tuple(state, module, inside, depth)
    if name in _SEQUENCES:
        element = described(state, module, inside[0], depth - 1)
        return one(Iterator(element, source="list")) if element is not None else None
    return described(state, module, head, depth - 1)


def _tuple(state: State, module: ModuleCode, inside: list[ast.expr], depth: int) -> Value | None:
    if len(inside) == 2 and isinstance(inside[1], ast.Constant) and inside[1].value is ...:
        element = described(state, module, inside[0], depth - 1)
        return one(Iterator(element, source="tuple")) if element is not None else None
    parts = [described(state, module, part, depth - 1) for part in inside]
    return one(Tuple(tuple(p for p in parts if p is not None))) if None not in parts else None


def _array_type(name: str, inside: list[ast.expr]) -> Value | None:
    """jaxtyping: `Float32[tf.Tensor, "batch 3"]`."""
    if len(inside) != 2 or "ensor" not in ast.unparse(inside[0]):
        return None
    axes = inside[1].value if isinstance(inside[1], ast.Constant) else None
    shape = shape_of(", ".join(axes.split())) if isinstance(axes, str) else None
    dtype = name.lower() if name[-2:].isdigit() else _JAXTYPING.get(name)
    return one(Tensor("tensor", dtype, shape))


def _meaning(state: State, module: ModuleCode, hint: ast.expr, depth: int) -> Value | None:
    """A class or an alias by what its name is bound to."""
    for atom in _bound(state, module, hint):
        if isinstance(atom, Class):
            return instances(state, atom.code)
        if isinstance(atom, External):
            if atom.name in ("tensorflow.Tensor", "tensorflow.types.experimental.TensorLike"):
                return TENSOR
            return one(Tensor("variable")) if atom.name == "tensorflow.Variable" else None
    alias = _alias(module, hint.id) if isinstance(hint, ast.Name) else None
    return described(state, module, alias, depth - 1) if alias is not None else None


def _bound(state: State, module: ModuleCode, hint: ast.expr) -> Value:
    if isinstance(hint, ast.Name):
        binding = state.global_binding(module.path, hint.id)
        return binding.value if binding is not None else NOTHING
    if not isinstance(hint, ast.Attribute):
        return NOTHING
    found: list[Value] = []
    for atom in _bound(state, module, hint.value):
        if isinstance(atom, Module):
            binding = state.global_binding(atom.path, hint.attr)
            found.append(binding.value if binding is not None else NOTHING)
        elif isinstance(atom, External):
            found.append(one(External(f"{atom.name}.{hint.attr}")))
    return union(NOTHING, *found)


def _alias(module: ModuleCode, name: str) -> ast.expr | None:
    """The right side of `Name = Union[…]` at the top level of a module."""
    for statement in module.tree.body:
        target = (
            statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
        )
        if isinstance(target, ast.Name) and target.id == name:
            value = getattr(statement, "value", None)
            return value if isinstance(value, (ast.Subscript, ast.BinOp)) else None
    return None


def instances(state: State, cls: ClassCode) -> Value | None:
    """The first few objects of a class and of its subclasses that the program makes."""
    known = state.heap.instances
    keys = [
        key
        for other in classes.with_instances(state, cls)
        for key in heapq.nsmallest(_INSTANCES, known[other])
    ]
    return frozenset(interned_ref(key) for key in heapq.nsmallest(_INSTANCES, keys)) or None

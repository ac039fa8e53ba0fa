"""Where the value of an expression goes: which places take a tensor for a number or an array, and mean the same."""

from __future__ import annotations

import ast
import struct
from collections.abc import Mapping
from functools import lru_cache

from hybridize_refactorings.names import loads, local_names, name_of, parameters
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.subjects import Subject, namesakes, outside_texts

Parents = Mapping[ast.AST, ast.AST]

FLOATS = frozenset({"float16", "float32", "float64", "bfloat16"})
INTEGERS = frozenset({"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"})
_MODULES = frozenset({"math", "nn", "linalg", "signal", "image", "bitwise"})
_OTHERS = frozenset(
    {"Variable", "shape", "is_tensor", "function", "Module", "print", "name_scope", "device", "RaggedTensor"}
)
ELEMENTWISE = frozenset(
    {
        "add", "subtract", "multiply", "divide", "maximum", "minimum", "pow", "where", "matmul", "equal", "not_equal",
        "less", "less_equal", "greater", "greater_equal", "math.divide_no_nan", "math.multiply_no_nan", "math.floormod",
        "tensordot", "linalg.matmul", "linalg.matvec", "math.squared_difference", "clip_by_value",
    }
)  # fmt: skip
_SMALL = 127  # every dtype of numbers has all integers up to here
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)


@lru_cache(maxsize=64)  # asked of the same function for each of its parts and names
def parents_of(node: ast.AST) -> Parents:
    """Of every node below: the node that it is a part of."""
    return {child: each for each in ast.walk(node) for child in ast.iter_child_nodes(each)}


def tensorflow_member(subject: Subject, function: ast.expr) -> str | None:
    """`reduce_sum` for `tf.reduce_sum`, however TensorFlow is imported; None for what is no member of it."""
    written = ast.unparse(function)
    last = written if "." not in written else written.partition(".")[2]
    return last if subject.spelled(last) == (written, None) else None


def operand_of_tensorflow(subject: Subject, node: ast.AST, parents: Parents) -> str | None:
    """The operation that takes a node as an operand, which may be an array, a number or a tensor; else None."""
    call = parents.get(node)
    if not isinstance(call, ast.Call) or node not in call.args:
        return None
    member = operation(subject, call.func)
    return member if node is call.args[0] or member in ELEMENTWISE else None


def operation(subject: Subject, function: ast.expr) -> str | None:
    """The member of TensorFlow that is called, where it computes with tensors and does nothing else."""
    member = tensorflow_member(subject, function)
    if member is None or member in _OTHERS:
        return None
    return member if "." not in member or member.partition(".")[0] in _MODULES else None


def imported(subject: Subject, node: ast.expr) -> str | None:
    """`numpy.random.rand` for `np.random.rand`: what a name stands for by the imports at the top of its file."""
    root, _, rest = ast.unparse(node).partition(".")
    if root in local_names(subject.node):
        return None
    found = [
        each.bound[root]
        for each in subject.module.syntax.imports
        if root in each.bound and len(each.path) == 2  # the line of the module, and the import in it
    ]
    return ".".join(filter(None, (found[0], rest))) if len(found) == 1 else None


def other_operand(node: ast.AST, parents: Parents) -> ast.expr | None:
    """What arithmetic or a comparison joins a node with."""
    parent = parents.get(node)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, _ARITHMETIC):
        return parent.right if parent.left is node else parent.left
    if isinstance(parent, ast.Compare) and len(parent.comparators) == 1:
        return parent.comparators[0] if parent.left is node else parent.left
    return None


def reads_of(subject: Subject, name: str) -> list[ast.Name] | None:
    """All reads of a local name, where it is bound once and no function inside reads it; else None."""
    bound = [
        each
        for each in ast.walk(subject.node)
        if isinstance(each, ast.Name) and each.id == name and not isinstance(each.ctx, ast.Load)
    ]
    reads = [each for statement in subject.node.body for each in loads(statement) if each.id == name]
    everywhere = [each for each in ast.walk(subject.node) if isinstance(each, ast.Name) and each.id == name]
    passed = name in parameters(subject.node.args)
    return reads if not passed and len(bound) == 1 and len(reads) + 1 == len(everywhere) else None


def has_tape(subject: Subject) -> bool:
    """Whether the file records gradients anywhere: there an array was a constant, and a tensor is none."""
    return any(
        isinstance(each, ast.Attribute) and each.attr == "GradientTape"
        for each in ast.walk(subject.module.tree)
    )


def number(node: ast.expr) -> float | None:
    """The value of a number that is written out, with or without a sign; else None."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number(node.operand)
        return None if inner is None else -inner
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def fits_exactly(value: float, dtype: str) -> bool:
    """Whether a Python number means the same as a number of this dtype."""
    if type(value) not in (int, float) or not abs(value) < 1e38:
        return False
    if dtype in INTEGERS:
        return isinstance(value, int) and abs(value) <= _SMALL
    if dtype in ("float32", "float64"):
        code = "f" if dtype == "float32" else "d"
        return bool(struct.unpack(code, struct.pack(code, value))[0] == value)
    return dtype in FLOATS and value == int(value) and abs(value) <= _SMALL


def only_calls_of(subject: Subject) -> list[ast.Call] | Refused:
    """All calls of the function, where they are all that the project does with it; else one sentence."""
    tree, name = subject.module.tree, subject.node.name
    if subject.report.callers is None:
        return Refused(f"`{name}` has callers that cannot be seen")
    if subject.elsewhere(name):
        return Refused(f"`{name}` is used in other files")
    method = isinstance(subject.above[-1], ast.ClassDef)
    if subject.node.decorator_list or namesakes(tree, name, method=method) != 1:
        return Refused(f"`{name}` is not the only function of this name, or has a decorator")
    kind = ast.Attribute if method else ast.Name
    named = sum(isinstance(each, kind) and name_of(each) == name for each in ast.walk(tree))
    calls = [
        each
        for each in outside_texts(tree)
        if isinstance(each, ast.Call) and isinstance(each.func, kind) and name_of(each.func) == name
    ]
    texts = any(isinstance(each, ast.Constant) and each.value == name for each in ast.walk(tree))
    own = set(map(id, ast.walk(subject.node)))
    if not calls or named != len(calls) or texts or any(id(each) in own for each in calls):
        return Refused(f"`{name}` is used otherwise than by calls from other functions")
    return calls

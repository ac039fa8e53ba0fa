"""A length that depends on values is read from `x.shape`; `tf.shape(x)` knows it inside a graph.

## What it does

    kept = tf.boolean_mask(x, x > 0)
    tf.reshape(kept, [kept.shape[0], 1])       →      tf.reshape(kept, [tf.shape(kept)[0], 1])

In a graph `kept.shape[0]` is `None`. `tf.shape(kept)[0]` is an `int32` tensor.

## Fix safety

Safe where the number goes straight into an operation that takes a tensor for it: shapes of `tf.reshape`, `tf.zeros`,
`tf.ones`, `tf.fill`, limits of `tf.range`, the value of `tf.cast`. Anywhere else Python's number would become a tensor of
another type than its neighbours; that is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import Parents, parents_of

# Operations and the arguments (by position or name) where an int32 tensor stands for a Python int.
_SHAPES = {
    "reshape": (1, "shape"),
    "zeros": (0, "shape"),
    "ones": (0, "shape"),
    "fill": (0, "dims"),
    "broadcast_to": (1, "shape"),
    "tile": (1, "multiples"),
    "slice": (2, "size"),
}
_NUMBERS = {"cast": (0, "x")}
_RANGE = "range"


def plan(subject: Subject) -> Iterator[Outcome]:
    parents = parents_of(subject.node)
    for hazard in subject.hazards:
        if hazard.direct and hazard.kind == "shape":
            yield from (_mend(subject, node, parents) for node in _reads(subject.at(hazard)))


def _reads(node: ast.AST | None) -> list[ast.AST | None]:
    """Where lengths are read: at the place of the hazard, or in what uses them there as numbers."""
    if node is None or isinstance(node, ast.Attribute):
        return [node]
    inside = [n for n in ast.walk(node) if isinstance(n, ast.Attribute) and n.attr == "shape"]
    return [*inside] or [node]


def _mend(subject: Subject, node: ast.AST | None, parents: Parents) -> Outcome:
    owner, index, whole = _parts(node, parents)
    if owner is None or whole is None:
        return Refused("the length is not read by its position")
    if not _takes_tensor(subject, whole, parents):
        text = subject.module.source(whole)
        return Refused(f"`{text}` is used as a Python number, for which a tensor does not stand")
    spelled = subject.spelled("shape")
    if isinstance(spelled, Refused):
        return spelled
    name, added = spelled
    written = f"{name}({subject.module.source(owner)})[{index}]"
    return Mend(
        f"reads `{subject.module.source(whole)}` by `{name}`",
        (Splice(*subject.module.span(whole), written),),
        added=(added,) if added else (),
    )


def _parts(node: ast.AST | None, parents: Parents) -> tuple[ast.expr | None, str, ast.expr | None]:
    """The tensor, the position, and the expression to replace, of `x.shape[i]` or `len(x)`."""
    if isinstance(node, ast.Attribute) and node.attr == "shape":
        whole = parents.get(node)
        if isinstance(whole, ast.Subscript) and whole.value is node and _is_index(whole.slice):
            return node.value, ast.unparse(whole.slice), whole
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len" and node.args:
        return node.args[0], "0", node
    return None, "", None


def _is_index(node: ast.expr) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and isinstance(inner.value, int)


def _takes_tensor(subject: Subject, node: ast.AST, parents: Parents) -> bool:
    """Whether the place of a number is one where TensorFlow takes a tensor of it."""
    parent = parents.get(node)
    listed = isinstance(parent, (ast.List, ast.Tuple))
    argument = parent if listed and parent is not None else node
    holder = parents.get(argument)
    named = holder.arg if isinstance(holder, ast.keyword) else None
    call = parents.get(holder) if isinstance(holder, ast.keyword) else holder
    function = _tensorflow_name(subject, call.func) if isinstance(call, ast.Call) else None
    if function is None or not isinstance(call, ast.Call):
        return False
    if function == _RANGE and not listed:
        return named is None and len(call.keywords) == 0
    position, keyword = (_SHAPES if listed else _NUMBERS).get(function, (-1, ""))
    return (
        named == keyword
        if named is not None
        else argument in call.args and call.args.index(argument) == position
    )


def _tensorflow_name(subject: Subject, function: ast.expr) -> str | None:
    """`reshape` for `tf.reshape`, however it is spelled."""
    last = getattr(function, "attr", None) or getattr(function, "id", None)
    spelled = subject.spelled(last) if isinstance(last, str) else None
    return last if isinstance(spelled, tuple) and spelled == (ast.unparse(function), None) else None


REPAIR = Repair("static-shape-to-tf-shape", ("HYB105",), __doc__ or "", plan)

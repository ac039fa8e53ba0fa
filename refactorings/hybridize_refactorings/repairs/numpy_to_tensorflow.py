"""A NumPy function that gets a tensor becomes TensorFlow's function of the same meaning.

## What it does

    y = tf.reduce_sum(np.exp(-x))        →        y = tf.reduce_sum(tf.exp(-x))

Only functions whose result has the same values and the same dtype are in the table, for floating-point tensors; each is
compared with NumPy on random arguments in the tests.

## Fix safety

Safe where the result goes straight into a TensorFlow operation and every tensor among the arguments is known to be
floating-point: there an array and a tensor are the same. Gradients are the exception: NumPy's result was a constant for a
`tf.GradientTape`, so that the new call stands in `tf.stop_gradient(…)` where the file has a tape. Anywhere else the result
is a tensor where it was an array, which is refused: array methods and in-place changes would see it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import FLOATS, Parents, has_tape, imported, parents_of

# NumPy's name → TensorFlow's name, and the keywords that both know by these names (NumPy's → TensorFlow's).
EQUIVALENTS: dict[str, tuple[str, dict[str, str]]] = {
    "abs": ("abs", {}),
    "exp": ("exp", {}),
    "log": ("math.log", {}),
    "log1p": ("math.log1p", {}),
    "expm1": ("math.expm1", {}),
    "sqrt": ("sqrt", {}),
    "square": ("square", {}),
    "sin": ("sin", {}),
    "cos": ("cos", {}),
    "tan": ("tan", {}),
    "tanh": ("tanh", {}),
    "sinh": ("sinh", {}),
    "cosh": ("cosh", {}),
    "arctan": ("atan", {}),
    "floor": ("floor", {}),
    "ceil": ("math.ceil", {}),
    "sign": ("sign", {}),
    "negative": ("negative", {}),
    "maximum": ("maximum", {}),
    "minimum": ("minimum", {}),
    "add": ("add", {}),
    "subtract": ("subtract", {}),
    "multiply": ("multiply", {}),
    "clip": ("clip_by_value", {"a_min": "clip_value_min", "a_max": "clip_value_max"}),
    "sum": ("reduce_sum", {"axis": "axis", "keepdims": "keepdims"}),
    "mean": ("reduce_mean", {"axis": "axis", "keepdims": "keepdims"}),
    "max": ("reduce_max", {"axis": "axis", "keepdims": "keepdims"}),
    "min": ("reduce_min", {"axis": "axis", "keepdims": "keepdims"}),
    "prod": ("reduce_prod", {"axis": "axis", "keepdims": "keepdims"}),
    "std": ("math.reduce_std", {"axis": "axis", "keepdims": "keepdims"}),
    "var": ("math.reduce_variance", {"axis": "axis", "keepdims": "keepdims"}),
    "expand_dims": ("expand_dims", {"axis": "axis"}),
    "squeeze": ("squeeze", {"axis": "axis"}),
    "reshape": ("reshape", {}),
    "zeros_like": ("zeros_like", {}),
    "ones_like": ("ones_like", {}),
    "isnan": ("math.is_nan", {}),
    "isinf": ("math.is_inf", {}),
    "isfinite": ("math.is_finite", {}),
    "matmul": ("matmul", {}),
}

_POSITIONS = {
    "clip": 3, "maximum": 2, "minimum": 2, "add": 2, "subtract": 2, "multiply": 2, "matmul": 2, "reshape": 2,
    "sum": 2, "mean": 2, "max": 2, "min": 2, "prod": 2, "std": 2, "var": 2, "expand_dims": 2, "squeeze": 2,
}  # fmt: skip


def plan(subject: Subject) -> Iterator[Outcome]:
    parents = parents_of(subject.node)
    calls = [subject.at(hazard) for hazard in subject.hazards if hazard.direct and hazard.kind == "numpy"]
    for node in dict.fromkeys(calls):
        if isinstance(node, ast.Call):
            yield from (_mend(subject, each, parents) for each in (node, *_around(subject, node, parents)))
        elif node is not None:
            yield Refused(f"`{subject.module.source(node)}` uses an array in a way that no function replaces")


def _around(subject: Subject, node: ast.AST, parents: Parents) -> Iterator[ast.Call]:
    """NumPy calls around one: they get a tensor once that gives one."""
    parent = parents.get(node)
    while isinstance(parent, (ast.Call, ast.BinOp, ast.UnaryOp)):
        if isinstance(parent, ast.Call) and not _numpy_name(subject, parent.func):
            return
        if isinstance(parent, ast.Call):
            yield parent
        parent = parents.get(parent)


def _mend(subject: Subject, node: ast.Call, parents: Parents) -> Outcome:
    name = _numpy_name(subject, node.func)
    if name not in EQUIVALENTS:
        return Refused(
            f"`{subject.module.source(node.func)}` has no equivalent of the same values and dtype in TensorFlow"
        )
    if (reason := _objection(subject, node, name, parents)) is not None:
        return reason
    spelled = subject.spelled_all([EQUIVALENTS[name][0], *(["stop_gradient"] if has_tape(subject) else [])])
    if isinstance(spelled, Refused):
        return spelled
    names = list(spelled[0].values())
    keywords = [
        Splice(
            subject.module.span(each)[0],
            subject.module.span(each)[0] + len(each.arg),
            EQUIVALENTS[name][1][each.arg],
        )
        for each in node.keywords
        if each.arg is not None and EQUIVALENTS[name][1][each.arg] != each.arg
    ]
    start, end = subject.module.span(node)
    around = [] if len(names) == 1 else [Splice(start, start, f"{names[1]}("), Splice(end, end, ")")]
    function = Splice(*subject.module.span(node.func), names[0])
    what = f"replaces `{subject.module.source(node.func)}` by `{names[0]}`"
    splices = (*around[:1], function, *keywords, *around[1:])
    return Mend(what, splices, added=spelled[1])


def _objection(subject: Subject, node: ast.Call, name: str, parents: Parents) -> Refused | None:
    written = subject.module.source(node.func)
    if len(node.args) > _POSITIONS.get(name, 1) or any(isinstance(each, ast.Starred) for each in node.args):
        return Refused(f"`{written}` gets arguments that TensorFlow's function does not take there")
    if unknown := [each.arg for each in node.keywords if each.arg not in EQUIVALENTS[name][1]]:
        return Refused(f"`{written}` gets `{unknown[0] or '**'}`, which TensorFlow's function does not take")
    if not _is_float(subject, node):
        return Refused(f"the dtype of what `{written}` gets is not known to be floating-point")
    if not _feeds_tensorflow(subject, node, parents):
        return Refused(f"the result of `{written}` is used as an array")
    return None


def _numpy_name(subject: Subject, function: ast.expr) -> str:
    """`exp` for `np.exp`, where `np` is NumPy; else an empty text."""
    module, _, name = (imported(subject, function) or "").rpartition(".")
    return name if module == "numpy" and isinstance(function, ast.Attribute) else ""


def _is_float(subject: Subject, node: ast.Call) -> bool:
    """Whether every operand is a floating-point tensor by what the analyzer knows, or a float."""
    sizes = {"reshape": node.args[:1], "expand_dims": node.args[:1], "squeeze": node.args[:1]}
    name = _numpy_name(subject, node.func)
    reduces = "axis" in EQUIVALENTS[name][1]
    operands = node.args[:1] if reduces else sizes.get(name, node.args)
    kinds = [_dtype(subject, operand) for operand in operands]
    return bool(kinds) and all(kind is not None for kind in kinds) and len(set(kinds) - {"number"}) == 1


def _dtype(subject: Subject, node: ast.expr) -> str | None:
    """The floating-point dtype of an expression, `number` for a Python number, None where it is not known."""
    if isinstance(node, ast.Constant):
        return "number" if type(node.value) in (int, float) else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        return _dtype(subject, node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
        both = {_dtype(subject, node.left), _dtype(subject, node.right)}
        left = both - {"number"}
        return None if None in both or len(left) > 1 else next(iter(left), "number")
    if isinstance(node, ast.Call) and _numpy_name(subject, node.func) in EQUIVALENTS and node.args:
        return _dtype(subject, node.args[0])
    known = subject.held(node) if isinstance(node, ast.Name) else None
    if known is None or known.kind not in ("tensor", "variable"):
        return None
    return known.dtype if known.dtype in FLOATS else None


def _feeds_tensorflow(subject: Subject, node: ast.expr, parents: Parents) -> bool:
    """Whether the result is an operand of a TensorFlow call, perhaps through other functions of the table."""
    parent = parents.get(node)
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, (ast.USub, ast.UAdd)):
        return _feeds_tensorflow(subject, parent, parents)
    if isinstance(parent, ast.BinOp) and _dtype(subject, parent) not in (None, "number"):
        return _feeds_tensorflow(subject, parent, parents)
    if not isinstance(parent, ast.Call) or node not in parent.args:
        return False
    if _numpy_name(subject, parent.func) in EQUIVALENTS:
        return _feeds_tensorflow(subject, parent, parents)
    name = ast.unparse(parent.func)
    last = name.rpartition(".")[2]
    if last in ("constant", "Variable", "shape", "is_tensor", "debugging"):
        return False
    return "." in name and subject.spelled(name.partition(".")[2]) == (name, None)


REPAIR = Repair("numpy-to-tensorflow", ("HYB107",), __doc__ or "", plan)

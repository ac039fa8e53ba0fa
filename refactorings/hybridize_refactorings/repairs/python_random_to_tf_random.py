"""`random` and `np.random` become `tf.random`, which draws anew in every run of a graph.

## What it does

    x + random.random()                      →    x + tf.random.uniform([])
    x * random.uniform(0.5, 1.5)             →    x * tf.random.uniform([], 0.5, 1.5)
    x + random.gauss(0.0, 0.1)               →    x + tf.random.normal([], 0.0, 0.1)
    x + np.random.normal(0.0, 0.1, [3])      →    x + tf.random.normal([3], 0.0, 0.1)

Inside a graph Python's generators draw once, while tracing, and the number stays.

## Fix safety

Unsafe: other numbers are drawn, of the same distribution, in `float32`; `tf.random.set_seed` sets them, and
`random.seed` and `np.random.seed` no longer do. Only draws that meet a tensor in arithmetic are replaced.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.report import Applicability

from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import Parents, imported, parents_of

# Name → TensorFlow's function, and how many parameters of the distribution there are; then comes NumPy's size.
_PYTHON = {
    "random": ("uniform", 0),
    "uniform": ("uniform", 2),
    "gauss": ("normal", 2),
    "normalvariate": ("normal", 2),
}
_NUMPY = {
    "rand": ("uniform", None),
    "randn": ("normal", None),
    "uniform": ("uniform", 2),
    "normal": ("normal", 2),
}
_DIFFERENCE = "other random numbers are drawn, as `float32`, and `tf.random.set_seed` sets them"


def plan(subject: Subject) -> Iterator[Outcome]:
    parents = parents_of(subject.node)
    for hazard in subject.hazards:
        node = subject.at(hazard) if hazard.direct and hazard.kind == "ambient" else None
        if isinstance(node, ast.Call) and (drawn := _distribution(subject, node)) is not None:
            yield _mend(subject, node, drawn, parents)


def _distribution(subject: Subject, node: ast.Call) -> tuple[str, int | None] | None:
    """TensorFlow's function, and the number of parameters (None: the arguments are the shape)."""
    module, _, name = (imported(subject, node.func) or "").rpartition(".")
    if module not in ("random", "numpy.random"):
        return None
    return _PYTHON.get(name, ("", 0)) if module == "random" else _NUMPY.get(name, ("", 0))


def _mend(subject: Subject, node: ast.Call, drawn: tuple[str, int | None], parents: Parents) -> Outcome:
    name, count = drawn
    written = subject.module.source(node.func)
    if not name:
        return Refused(f"`{written}` has no distribution of the same kind in `tf.random`")
    if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
        return Refused(f"`{written}` gets its arguments by name")
    if not _meets_tensor(subject, node, parents):
        return Refused(f"the number that `{written}` draws is not known to meet a `float32` tensor")
    texts = [subject.module.source(each) for each in node.args]
    if count is None:
        shape, rest = f"[{', '.join(texts)}]", []
    elif len(texts) not in (count, count + 1):
        return Refused(f"`{written}` gets its distribution by default")
    else:
        shape, rest = (texts[count] if len(texts) > count else "[]"), texts[:count]
    if shape.isdigit():
        shape = f"[{shape}]"
    spelled = subject.spelled(f"random.{name}")
    if isinstance(spelled, Refused):
        return spelled
    function, added = spelled
    call = f"{function}({', '.join([shape, *rest])})"
    splice = Splice(*subject.module.span(node), call)
    what = f"replaces `{written}` by `{function}`"
    return Mend(what, (splice,), Applicability.UNSAFE, _DIFFERENCE, (added,) if added else ())


def _meets_tensor(subject: Subject, node: ast.expr, parents: Parents) -> bool:
    """Whether arithmetic joins it (scaled by numbers or not) with a local name that holds a float32 tensor."""
    parent = parents.get(node)
    if not isinstance(parent, ast.BinOp):
        return False
    other = parent.right if parent.left is node else parent.left
    if isinstance(other, ast.Constant):
        return _meets_tensor(subject, parent, parents)
    known = subject.held(other) if isinstance(other, ast.Name) else None
    return known is not None and known.kind in ("tensor", "variable") and known.dtype == "float32"


REPAIR = Repair("python-random-to-tf-random", ("HYB103",), __doc__ or "", plan)

"""Python's iteration over a tensor, and loops that a tensor ends, become ones that a graph can do.

## What it does

    for i in range(int(n)):                       →    for i in tf.range(tf.maximum(n, 0)):
    for step in range(100):                       →    for step in tf.range(100):
        …                                                  …
        if change < 1e-6:                                  if change < 1e-6:
            break                                              break
    tf.stack([f(row) for row in x])               →    tf.map_fn(lambda row: f(row), x)
    for a, b in zip(x, y):                        →    for a, b in zip(tf.unstack(x), tf.unstack(y)):

AutoGraph makes a loop of `for` over a tensor, and of nothing else: not of comprehensions, nor
of what `zip`, `enumerate`, `map`, `list` and `sum` run over.

## Fix safety

Safe: the elements come in the same order. `tf.unstack` needs a first length that is known, and not above 64, since the graph
repeats the body as often. A counter that becomes a tensor may index a tensor and meet tensors in arithmetic, where a cast is
added; where it is used as a Python number, the repair is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridize_analyzer.model import Held

from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import (
    FLOATS,
    INTEGERS,
    Parents,
    number,
    other_operand,
    parents_of,
    tensorflow_member,
)

_LONGEST = 64
_RUNS = frozenset({"zip", "enumerate", "map", "list", "tuple", "sum", "reversed", "filter"})
_TAKES = frozenset({"numpy", "item"})


def plan(subject: Subject) -> Iterator[Outcome]:
    parents = parents_of(subject.node)
    kinds = ("python-value", "eager-only", "control")
    nodes = [subject.at(hazard) for hazard in subject.hazards if hazard.direct and hazard.kind in kinds]
    for node in dict.fromkeys(nodes):
        if isinstance(node, (ast.Break, ast.Continue, ast.Return)):
            loop = _loop_around(node, parents)
            if loop is not None and _is_range(loop.iter):
                yield _over_tensor_range(subject, loop, parents)
        elif isinstance(node, ast.Call) and (loop := _loop_over_range_of(node, parents)) is not None:
            yield _range_of_tensor(subject, loop, node, parents)
        elif node is not None:
            yield from _iterated(subject, node, parents)


def _loop_around(node: ast.AST, parents: Parents) -> ast.For | None:
    while (above := parents.get(node)) is not None:
        if isinstance(above, (ast.For, ast.While)):
            return above if isinstance(above, ast.For) else None
        node = above
    return None


def _is_range(node: ast.expr) -> bool:
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
    return called and isinstance(node, ast.Call) and not node.keywords


def _over_tensor_range(subject: Subject, loop: ast.For, parents: Parents) -> Outcome:
    """`for i in range(100)` that a tensor ends."""
    assert isinstance(loop.iter, ast.Call)
    whole = [number(each) for each in loop.iter.args]
    if not whole or not all(isinstance(each, int) for each in whole):
        return Refused(f"`{subject.module.source(loop.iter)}` counts to something that is not written out")
    start = whole[0] if len(whole) > 1 else 0
    stop = whole[1] if len(whole) > 1 else whole[0]
    if (start or 0) >= (stop or 0) or any((step or 0) <= 0 for step in whole[2:]):
        return Refused(f"`{subject.module.source(loop.iter)}` counts down, or not at all")
    edits = _counter(subject, loop, "int32", parents)
    if isinstance(edits, Refused):
        return edits
    spelled = subject.spelled_all(["range", *edits[1]])
    if isinstance(spelled, Refused):
        return spelled
    name = Splice(*subject.module.span(loop.iter.func), spelled[0]["range"])
    return Mend(
        f"counts by `{spelled[0]['range']}`", (name, *_casts(subject, edits[0], spelled[0])), added=spelled[1]
    )


def _loop_over_range_of(node: ast.Call, parents: Parents) -> ast.For | None:
    """The loop `for i in range(node)`."""
    above = parents.get(node)
    loop = (
        parents.get(above)
        if isinstance(above, ast.Call) and _is_range(above) and len(above.args) == 1
        else None
    )
    return loop if isinstance(loop, ast.For) and loop.iter is above else None


def _range_of_tensor(subject: Subject, loop: ast.For, node: ast.Call, parents: Parents) -> Outcome:
    """`for i in range(int(n))`."""
    method = isinstance(node.func, ast.Attribute) and node.func.attr in _TAKES and not node.args
    tensor = node.func.value if method and isinstance(node.func, ast.Attribute) else None
    if isinstance(node.func, ast.Name) and node.func.id == "int" and len(node.args) == 1:
        tensor = node.args[0]
    known = None if tensor is None else subject.held(tensor)
    if tensor is None or known is None or known.dtype not in ("int32", "int64") or known.shape != ():
        return Refused(f"`{subject.module.source(node)}` is not known to be a whole number")
    edits = _counter(subject, loop, known.dtype, parents)
    if isinstance(edits, Refused):
        return edits
    spelled = subject.spelled_all(["range", "maximum", *edits[1]])
    if isinstance(spelled, Refused):
        return spelled
    names, written = spelled[0], subject.module.source(tensor)
    # Python's range is empty below zero, where TensorFlow's is an error.
    text = f"{names['range']}({names['maximum']}({written}, 0))"
    counted = Splice(*subject.module.span(loop.iter), text)
    return Mend(
        f"counts by `{names['range']}`", (counted, *_casts(subject, edits[0], names)), added=spelled[1]
    )


_Casts = list[tuple[ast.AST, str, str]]  # what is replaced, the counter, and the dtype


def _counter(
    subject: Subject, loop: ast.For, dtype: str, parents: Parents
) -> tuple[_Casts, list[str]] | Refused:
    """The casts that a counter needs as a tensor, and the members of TensorFlow in them; or why it cannot be one."""
    if not isinstance(loop.target, ast.Name) or loop.orelse:
        return Refused("the loop has more to it than a counter")
    name = loop.target.id
    inside = {id(each) for statement in loop.body for each in ast.walk(statement)}
    casts: _Casts = []
    for use in ast.walk(subject.node):
        if not isinstance(use, ast.Name) or use.id != name or use is loop.target:
            continue
        wanted = _as_tensor(subject, use, dtype, parents)
        if id(use) not in inside or wanted is None or not isinstance(use.ctx, ast.Load):
            return Refused(f"the counter `{name}` is used as a Python number")
        if wanted != dtype:
            above = parents[use]
            whole = above if isinstance(above, ast.Call) else use
            casts.append((whole, name, wanted))
    members = sorted({wanted for _, _, wanted in casts})
    return casts, (["cast", *members] if casts else [])


def _as_tensor(subject: Subject, use: ast.AST, dtype: str, parents: Parents) -> str | None:
    """The dtype that the counter needs in one place, None where only a Python number will do."""
    above = parents.get(use)
    if isinstance(above, ast.Subscript) and above.slice is use:
        known = subject.held(above.value)
        return dtype if known is not None and known.kind in ("tensor", "variable") else None
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id == "float":
        use, above = above, parents.get(above)
    elif (
        isinstance(above, ast.Call)
        and tensorflow_member(subject, above.func) == "cast"
        and above.args[0] is use
    ):
        return dtype
    other = other_operand(use, parents)
    known = None if other is None else subject.held(other)
    if known is None or known.kind not in ("tensor", "variable") or known.dtype is None:
        tested = isinstance(above, ast.Compare) and isinstance(
            parents.get(above), (ast.If, ast.IfExp, ast.While)
        )
        whole = other is not None and isinstance(number(other), int)
        return dtype if tested and whole and isinstance(use, ast.Name) else None
    return known.dtype if known.dtype in FLOATS | INTEGERS else None


def _casts(subject: Subject, casts: _Casts, names: dict[str, str]) -> list[Splice]:
    return [
        Splice(*subject.module.span(place), f"{names['cast']}({counter}, {names[dtype]})")
        for place, counter, dtype in casts
    ]


def _iterated(subject: Subject, node: ast.AST, parents: Parents) -> Iterator[Outcome]:
    """Of what Python iterates over tensors: the edit of each."""
    if isinstance(above := parents.get(node), ast.comprehension) and _is_tensor(subject.held(above.iter)):
        node = parents[above]
    stacked = _stacked(subject, node, parents)
    if isinstance(stacked, Mend):
        yield stacked
        return
    tensors = [each for each in _iterables(node, parents) if _is_tensor(subject.held(each))]
    for tensor in tensors:
        length = _length(subject.held(tensor))
        if length is None or length > _LONGEST:
            unknown = f"the length of `{subject.module.source(tensor)}` is not known, or above {_LONGEST}"
            yield stacked or Refused(unknown)
            continue
        spelled = subject.spelled_all(["unstack"])
        if isinstance(spelled, Refused):
            yield spelled
            continue
        start, end = subject.module.span(tensor)
        text = f"{spelled[0]['unstack']}({subject.module.text[start:end]})"
        what = f"takes `{subject.module.text[start:end]}` apart by `{spelled[0]['unstack']}`"
        yield Mend(what, (Splice(start, end, text),), added=spelled[1])


def _iterables(node: ast.AST, parents: Parents) -> Sequence[ast.expr]:
    """Expressions that Python runs over in a node: of a comprehension, of `zip` and its like, of an unpacking."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _RUNS:
        return node.args[1:] if node.func.id in ("map", "filter") else node.args
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        return [each.iter for each in node.generators]
    above = parents.get(node)
    statement = above if isinstance(above, ast.Assign) else node
    unpacks = isinstance(statement, ast.Assign) and isinstance(statement.targets[0], (ast.Tuple, ast.List))
    return [statement.value] if unpacks and isinstance(statement, ast.Assign) else []


def _is_tensor(known: Held | None) -> bool:
    return known is not None and known.kind == "tensor"


def _length(known: Held | None) -> int | None:
    """The first length of a tensor, where it is known."""
    return known.shape[0] if known is not None and known.shape else None


def _stacked(subject: Subject, node: ast.AST, parents: Parents) -> Outcome | None:
    """`tf.stack([f(row) for row in x])` for an `x` of unknown or large length; None where it is something else."""
    if not isinstance(node, (ast.ListComp, ast.GeneratorExp)) or len(node.generators) > 1:
        return None
    (generator,) = node.generators
    length = _length(subject.held(generator.iter))
    call = parents.get(node)
    if length is not None and length <= _LONGEST:
        return None
    if (
        not isinstance(call, ast.Call)
        or tensorflow_member(subject, call.func) != "stack"
        or len(call.args) > 1
    ):
        return None
    if generator.ifs or not isinstance(generator.target, ast.Name) or call.keywords or generator.is_async:
        return Refused("the comprehension leaves elements out, or takes them apart")
    given, made = subject.held(generator.iter), subject.held(node.elt)
    if given is None or made is None or made.kind != "tensor" or made.dtype is None or given.dtype is None:
        return Refused(f"the dtype of `{subject.module.source(node.elt)}` is not known")
    spelled = subject.spelled_all(["map_fn", *([] if made.dtype == given.dtype else [made.dtype])])
    if isinstance(spelled, Refused):
        return spelled
    texts = [
        f"lambda {generator.target.id}: {subject.module.source(node.elt)}",
        subject.module.source(generator.iter),
    ]
    if made.dtype != given.dtype:
        texts.append(f"fn_output_signature={spelled[0][made.dtype]}")
    text = f"{spelled[0]['map_fn']}({', '.join(texts)})"
    splice = Splice(*subject.module.span(call), text)
    return Mend(f"maps by `{spelled[0]['map_fn']}`", (splice,), added=spelled[1])


REPAIR = Repair("iteration-to-tensorflow", ("HYB105", "HYB106", "HYB109"), __doc__ or "", plan)

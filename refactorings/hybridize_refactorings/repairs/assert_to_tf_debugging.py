"""`assert` and `raise` on tensor values become `tf.debugging.Assert`.

## What it does

    assert tf.reduce_all(x > 0), "not positive"    →    tf.debugging.Assert(tf.reduce_all(x > 0), ["not positive"])
    if total < 0:                                  →    tf.debugging.Assert(tf.logical_not(total < 0), ["negative"])
        raise ValueError("negative")

Inside a graph a `raise` in a branch on a tensor happens while tracing, whatever the value is; `Assert` looks at the value.

## Fix safety

Unsafe: a failing condition raises `tf.errors.InvalidArgumentError` instead of the exception that was written. What
passes is computed as before. A condition that is not certainly a boolean tensor is refused: Python also takes numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.report import Applicability

from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject

_BOOLEAN = frozenset(
    {
        "reduce_all", "reduce_any", "equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and",
        "logical_not", "logical_or", "logical_xor", "is_nan", "is_inf", "is_finite",
    }
)  # fmt: skip


def plan(subject: Subject) -> Iterator[Outcome]:
    told: set[int] = set()
    for hazard in subject.hazards:
        node = subject.at(hazard) if hazard.direct and hazard.kind == "control" else None
        if isinstance(node, ast.Assert):
            yield _checked(subject, node, node.test, node.msg, negated=False, instead="AssertionError")
        elif isinstance(node, ast.Raise) and (branch := _branch(subject, node)) is not None:
            if id(branch) not in told:
                yield _raised(subject, branch, node)
            told.add(id(branch))


def _branch(subject: Subject, node: ast.Raise) -> ast.If | None:
    return next((e for e in ast.walk(subject.node) if isinstance(e, ast.If) and node in e.body), None)


def _raised(subject: Subject, branch: ast.If, node: ast.Raise) -> Outcome:
    if len(branch.body) > 1 or branch.orelse:
        return Refused("the branch does more than raise an exception")
    made = node.exc
    if not isinstance(made, ast.Call) or len(made.args) > 1 or made.keywords or node.cause:
        return Refused("the exception has more to it than a message")
    before = subject.module.lines.texts[branch.lineno - 1].lstrip()
    if before.startswith("elif"):
        return Refused("the branch is one of several")
    message = made.args[0] if made.args else None
    return _checked(subject, branch, branch.test, message, negated=True, instead=ast.unparse(made.func))


def _checked(
    subject: Subject,
    node: ast.stmt,
    test: ast.expr,
    message: ast.expr | None,
    *,
    negated: bool,
    instead: str,
) -> Outcome:
    if not _is_boolean(test):
        return Refused(f"`{subject.module.source(test)}` is not certainly a boolean tensor")
    spelled = subject.spelled_all(["debugging.Assert", *(["logical_not"] if negated else [])])
    if isinstance(spelled, Refused):
        return spelled
    names = list(spelled[0].values())
    condition = subject.module.source(test)
    if negated:
        condition = f"{names[1]}({condition})"
    data = subject.module.source(message) if message is not None else repr(subject.module.source(test))
    return Mend(
        f"replaces `{'raise' if negated else 'assert'}` by `{names[0]}`",
        (Splice(*subject.module.span(node), f"{names[0]}({condition}, [{data}])"),),
        Applicability.UNSAFE,
        f"a failing check raises `tf.errors.InvalidArgumentError` instead of `{instead}`",
        spelled[1],
    )


def _is_boolean(node: ast.expr) -> bool:
    """Comparisons of one pair, and what TensorFlow names as tests."""
    if isinstance(node, ast.Compare):
        return len(node.ops) == 1 and isinstance(
            node.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
        )
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr in _BOOLEAN


REPAIR = Repair("assert-to-tf-debugging", ("HYB109",), __doc__ or "", plan)

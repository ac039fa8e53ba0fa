"""A Python number that differs from call to call becomes a tensor where the function is called.

## What it does

    for epoch in range(100):                        for epoch in range(100):
        step(w, x, 0.1 / (epoch + 1))          →        step(w, x, tf.constant(0.1 / (epoch + 1), tf.float32))

TensorFlow traces a function once for every value of a Python number, and once for all values of a tensor.

## Fix safety

Safe: inside the function, and in functions of the same file that it hands the number on to, the number only meets
tensors of one dtype in arithmetic (or is cast), where TensorFlow makes the same tensor of it. Where Python computes with
it, compares it, indexes with it, returns it or passes it to other code, and where not all calls are written in the same
file, the repair is refused.

It is not turned into a constant of the graph instead: a graph with the number in it is one graph per number, which is what
`tf.function` makes of a Python number anyway.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridize_refactorings.names import loads, parameters
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.scalars import dtype_taken
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import number, only_calls_of

_CODE = "varying-scalar"


def plan(subject: Subject) -> Iterator[Outcome]:
    if _CODE not in subject.report.refusals:
        return
    calls = only_calls_of(subject)
    if isinstance(calls, Refused):
        yield calls
        return
    for parameter in subject.report.parameters:
        passed = _passed(subject, parameter.name, calls) if parameter.kind == "primitive" else None
        if passed and any(number(each) is None for each in passed):
            yield _mend(subject, parameter.name, passed)
        elif passed is None and parameter.kind == "primitive":
            yield Refused(f"it cannot be seen at every call what `{parameter.name}` gets")


def _passed(subject: Subject, name: str, calls: Sequence[ast.Call]) -> list[ast.expr] | None:
    """What the calls pass for a parameter (nothing where they leave it at its default); None where that is not written."""
    arguments = subject.node.args
    named = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    at = named.index(name) if name in named else -1
    offset = 1 if isinstance(subject.above[-1], ast.ClassDef) else 0
    found = []
    for call in calls:
        if any(isinstance(each, ast.Starred) for each in call.args) or any(
            k.arg is None for k in call.keywords
        ):
            return None
        found += [each.value for each in call.keywords if each.arg == name]
        found += call.args[at - offset : at - offset + 1] if at >= offset else []
    return found if name in parameters(arguments) else None


def _mend(subject: Subject, name: str, passed: Sequence[ast.expr]) -> Outcome:
    dtype = dtype_taken(subject, name)
    if dtype is None:
        return Refused(f"`{name}` is used as a Python number, or with tensors of several dtypes")
    makers = ["convert_to_tensor" if _may_be_a_tensor(subject, each) else "constant" for each in passed]
    spelled = subject.spelled_all([*makers, dtype])
    if isinstance(spelled, Refused):
        return spelled
    texts, added = spelled
    splices = tuple(
        Splice(*subject.module.span(each), f"{texts[maker]}({subject.module.source(each)}, {texts[dtype]})")
        for each, maker in zip(passed, makers, strict=True)
    )
    return Mend(f"passes `{name}` as a tensor", splices, added=added)


def _may_be_a_tensor(subject: Subject, passed: ast.expr) -> bool:
    """Whether it is made from a parameter, which may be a tensor itself once this repair is done around it, too."""
    read = {each.id for each in loads(passed)}
    return any(
        isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        and any(inner is passed for inner in ast.walk(each))
        and read & set(parameters(each.args))
        for each in ast.walk(subject.module.tree)
    )


REPAIR = Repair("python-scalar-to-tensor", ("HYB117",), __doc__ or "", plan)

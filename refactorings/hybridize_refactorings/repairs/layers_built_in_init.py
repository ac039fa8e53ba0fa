"""Layers are built where they are made, before a graph is traced through them.

## What it does

    self.hidden = keras.layers.Dense(16)       →       self.hidden = keras.layers.Dense(16)
                                                       self.hidden.build((None, 2))

A Keras layer makes its variables when it is first called. Where that happens while a graph is traced, gradients do not find
them; so the layers that `call` uses are built in `__init__`, for the shape that every visible call brings.

## Fix safety

Safe: initializers of Keras 3 draw their seeds when a layer is made, so that its weights are the same whenever it is built.
Layers of tf_keras, which draw when they are built, are left alone, and so are layers that get a last length that is not
known, and methods with callers that cannot be seen.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from hybridize_refactorings.extraction import line_behind
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import imported

_LAYER = re.compile(r"(tensorflow\.)?keras\.layers\.\w+")


def plan(subject: Subject) -> Iterator[Outcome]:
    owner = subject.above[-1]
    nodes = [subject.at(hazard) for hazard in subject.hazards if hazard.direct and hazard.kind == "unbuilt"]
    layers: dict[str, list[ast.Call]] = {}
    for node in _calls_in(nodes):
        if isinstance(owner, ast.ClassDef) and isinstance(node.func, ast.Attribute):
            layers.setdefault(node.func.attr, []).append(node)
    for name, calls in layers.items():
        assert isinstance(owner, ast.ClassDef)
        yield _mend(subject, owner, name, calls)


def _calls_in(nodes: list[ast.AST | None]) -> Iterator[ast.Call]:
    for node in dict.fromkeys(nodes):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and ast.unparse(node.func.value) == "self"
        ):
            yield node


def _mend(subject: Subject, owner: ast.ClassDef, name: str, calls: list[ast.Call]) -> Outcome:
    if subject.report.callers is None:
        return Refused(f"`{subject.node.name}` has callers that cannot be seen, which may bring other shapes")
    shapes = {_build_shape(subject, call) for call in calls}
    shape = next(iter(shapes)) if len(shapes) == 1 else None
    if shape is None:
        return Refused(f"the shape that `self.{name}` gets is not known")
    made = [
        statement
        for method in owner.body
        for statement in ast.walk(method)
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == f"self.{name}"
    ]
    init = next(
        (each for each in owner.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None
    )
    if init is None or len(made) != 1 or made[0] not in init.body or not isinstance(made[0].value, ast.Call):
        return Refused(f"`self.{name}` is not made once, in `__init__`")
    if not _LAYER.fullmatch(imported(subject, made[0].value.func) or ""):
        return Refused(f"`self.{name}` is not known to be a layer of Keras 3")
    at = line_behind(subject, made[0])
    if isinstance(at, Refused):
        return at
    lines, line = subject.module.lines, made[0].lineno
    text = f"{lines.indent(line)}self.{name}.build({shape}){lines.ending(line)}"
    return Mend(f"builds `self.{name}` in `__init__`", (Splice(at, at, text),))


def _build_shape(subject: Subject, call: ast.Call) -> str | None:
    """The shape for `build`: lengths that are not known, and that of the batch, are None."""
    known = subject.held(call.args[0]) if call.args else None
    shape = known.shape if known is not None and known.kind == "tensor" else None
    if shape is None or len(shape) < 2 or shape[-1] is None:
        return None
    return str((None, *shape[1:]))


REPAIR = Repair("layers-built-in-init", ("HYB108",), __doc__ or "", plan)

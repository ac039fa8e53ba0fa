"""`print` of tensors becomes `tf.print`, which a graph runs at every call.

## What it does

    print("loss", loss)        →    tf.print("loss", loss, output_stream=sys.stdout)

An f-string is taken apart: `print(f"loss {loss}")` becomes `tf.print("loss ", loss, sep="", …)`. `.numpy()` and `float()`
around a printed tensor are left out, because `tf.print` prints values.

## Fix safety

Unsafe: the operations and their values stay the same, and the text may differ. TensorFlow writes a tensor as `[1 2 3]` and
abbreviates long ones, `print` writes `tf.Tensor([1 2 3], shape=(3,), dtype=int32)`; and it writes to the standard output
of the process, past whatever has taken the place of `sys.stdout`. Texts and integers come out the same.

A format (`%.3f`, `{loss:.3f}`) has no counterpart and is refused, and so are `file=` and starred arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.report import Applicability

from hybridize_refactorings.bindings import NewImport
from hybridize_refactorings.names import local_names
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject

_DIFFERENCE = "`tf.print` writes tensors in another form, and past `sys.stdout`: buffered text may come in another order"
_EAGER = frozenset({"float", "int", "bool"})


def plan(subject: Subject) -> Iterator[Outcome]:
    for hazard in subject.hazards:
        node = subject.at(hazard) if hazard.direct and hazard.kind == "output" else None
        if isinstance(node, ast.Expr):
            node = node.value
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield _mend(subject, node)


def _mend(subject: Subject, node: ast.Call) -> Outcome:
    if (reason := _objection(node)) is not None:
        return reason
    tf_print = subject.spelled("print")
    if isinstance(tf_print, Refused):
        return tf_print
    text, added = tf_print
    arguments = [part for argument in node.args for part in _parts(subject, argument)]
    joined = len(arguments) != len(node.args)
    if joined and len(node.args) > 1:
        return Refused("an f-string stands beside other arguments, which `sep` would part")
    separators = [
        f"{each.arg}={subject.module.source(each.value)}" for each in node.keywords if each.arg != "flush"
    ]
    if joined:
        separators = [each for each in separators if not each.startswith("sep=")] + ['sep=""']
    stream = _stream(subject)
    if stream is None:
        return Refused("`sys` is something else in this file, so its `stdout` cannot be named")
    call = f"{text}({', '.join([*arguments, *separators, 'output_stream=sys.stdout'])})"
    imports = tuple(each for each in (added, *stream) if each is not None)
    return Mend(
        f"replaces `print` by `{text}`",
        (Splice(*subject.module.span(node), call),),
        Applicability.UNSAFE,
        _DIFFERENCE,
        imports,
    )


def _objection(node: ast.Call) -> Refused | None:
    named = {each.arg for each in node.keywords}
    if named - {"sep", "end", "flush"}:
        return Refused("`print` writes to a file of its own, for which `tf.print` has no place")
    if any(isinstance(each, ast.Starred) for each in node.args):
        return Refused("`print` gets a starred argument, whose parts cannot be named")
    for argument in node.args:
        for each in ast.walk(argument):
            if isinstance(each, ast.FormattedValue) and (each.format_spec or each.conversion != -1):
                return Refused("an f-string formats a value, which `tf.print` cannot do")
            if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Mod) and _is_text(each.left):
                return Refused("a `%` format is applied, which `tf.print` cannot do")
            if isinstance(each, ast.Attribute) and each.attr in ("format", "join"):
                return Refused(f"the text is made by `.{each.attr}()`, which needs the values")
    return None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _parts(subject: Subject, argument: ast.expr) -> Iterator[str]:
    """The arguments of `tf.print` for one of `print`."""
    if not isinstance(argument, ast.JoinedStr):
        yield subject.module.source(_value(argument))
        return
    for each in argument.values:
        if isinstance(each, ast.FormattedValue):
            yield ast.unparse(_value(each.value))
        else:
            yield _quoted(ast.unparse(each))


def _quoted(literal: str) -> str:
    """A string literal in double quotes where that needs no escapes."""
    inner = literal[1:-1]
    return f'"{inner}"' if literal[0] == "'" and '"' not in inner and "\\" not in inner else literal


def _value(node: ast.expr) -> ast.expr:
    """The tensor inside `float(…)` or `….numpy()`."""
    if isinstance(node, ast.Call) and not node.keywords:
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr == "numpy" and not node.args:
            return _value(function.value)
        if isinstance(function, ast.Name) and function.id in _EAGER and len(node.args) == 1:
            return _value(node.args[0])
    return node


def _stream(subject: Subject) -> tuple[NewImport | None] | None:
    """The import of `sys` where the file lacks it; None where that name is taken."""
    if "sys" in local_names(subject.node):
        return None
    bound = {
        alias.asname or alias.name
        for statement in subject.module.tree.body
        if isinstance(statement, ast.Import)
        for alias in statement.names
    }
    if "sys" in bound:
        return (None,)
    used = any(isinstance(each, ast.Name) and each.id == "sys" for each in ast.walk(subject.module.tree))
    return None if used else (NewImport("import sys", "sys"),)


REPAIR = Repair("print-to-tf-print", ("HYB101",), __doc__ or "", plan)

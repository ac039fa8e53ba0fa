"""Files that TensorFlow reads and writes.

`tf.io.read_file` is an operation, and reads at every call of a graph, unless its path is a constant: then it is read once,
when the graph is optimised, and what other operations of the graph write does not show in it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.values import NONE, Opaque, Ref, Tensor, Value, one
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.program.code import FunctionNode, bound_names, found_once, parameter_names, walk

_READ = "tensorflow.io.read_file"
_CHECKPOINT = "tensorflow.train.Checkpoint"
STEP_OF_RECORDS = {
    f"tensorflow.summary.{name}": position
    for name, position in {"scalar": 2, "histogram": 2, "image": 2, "text": 2, "write": 2, "audio": 3}.items()
}
"""Functions that make a record for the writer around them, and which of their arguments is the step."""
_WRITERS = frozenset({"tensorflow.summary.create_file_writer", "tensorflow.summary.create_noop_writer"})


def run(call: Call, name: str) -> Value:
    """A function or class of TensorFlow that reads or writes files, or makes something that does."""
    if name == _READ:
        return _read_file(call)
    short = name.replace("tensorflow.", "tf.", 1)
    call.emit(Kind.FILE, f"`{short}` reads or writes files", aspect=_aspect(call, name), member=name)
    call.frame.ops += name.startswith("tensorflow.summary.")
    if name.rpartition(".")[2][:1].isupper() or name in _WRITERS:
        made = allocate(call.state, call.frame, call.node, name)
        if name == _CHECKPOINT:
            _keep_given(call, made)
        return one(made)
    return one(Tensor("tensor", "string"))


def _keep_given(call: Call, checkpoint: Ref) -> None:
    """`tf.train.Checkpoint(model=model)`: what it saves are its attributes."""
    for attribute, value in call.keywords.items():
        if attribute not in ("root", "*", "**"):
            call.state.heap.write(checkpoint.key, attribute, value)


def _aspect(call: Call, name: str) -> Aspect | None:
    """Records that are told their step: a graph makes them at every call.  The default step it would keep."""
    position = STEP_OF_RECORDS.get(name)
    step = None if position is None else call.argument(position, "step")
    return Aspect.LASTING_WRITER if step and NONE.isdisjoint(step) else None


def _read_file(call: Call) -> Value:
    """`tf.io.read_file(path)`: the bytes as a scalar."""
    call.frame.ops += 1
    path = call.argument(0, "filename")
    function = call.frame.function
    given = path is not None and all(isinstance(atom, (Tensor, Opaque)) for atom in path)
    if not given or function is None or not _is_of_parameter(function.node, call.node):
        message = "`tf.io.read_file` reads a file, which a graph reads once if the path is constant"
        call.emit(Kind.FILE, message, member=_READ)
    return one(Tensor("tensor", "string", ()))


def _is_of_parameter(function: FunctionNode, call: ast.AST) -> bool:
    """Whether the path of a file is made of a parameter of the function."""
    path = _path(call)
    waiting = [] if path is None else list(_names(path))
    parameters, made = set(parameter_names(function.args)), found_once(function, _assigned)
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in parameters:
            return True
        if name not in seen:
            seen.add(name)
            waiting += made.get(name, ())
    return False


def _path(call: ast.AST) -> ast.expr | None:
    if not isinstance(call, ast.Call):
        return None
    named = (k.value for k in call.keywords if k.arg == "filename")
    return call.args[0] if call.args else next(named, None)


def _names(node: ast.AST) -> Iterator[str]:
    return (part.id for part in walk(node) if isinstance(part, ast.Name))


def _assigned(function: ast.AST) -> dict[str, list[str]]:
    """The names in all that each local variable is set to."""
    found: dict[str, list[str]] = {}
    for node in walk(function):
        value: ast.AST | None = node.iter if isinstance(node, ast.For) else getattr(node, "value", None)
        if not isinstance(value, ast.AST):
            continue
        targets = [*getattr(node, "targets", ()), *filter(None, [getattr(node, "target", None)])]
        for target in targets:
            for name in (n for part in walk(target) for n in bound_names(part)):
                found.setdefault(name, []).extend(_names(value))
    return found

"""Changes to objects, as a trace would see them."""

from __future__ import annotations

import ast

from hybridize_analyzer.semantics import lazily
from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.heap import ELEMENTS, LAZY, references
from hybridize_analyzer.semantics.program import FunctionCode
from hybridize_analyzer.semantics.state import Context, Frame, State
from hybridize_analyzer.semantics.values import NOTHING, Ref, Value, has_tensor

MAKERS = ("__init__", "build", "__post_init__", "setUp", "__new__")


def change_object(
    state: State,
    frame: Frame,
    node: ast.AST,
    key: str,
    name: str,
    value: Value,
    what: str,
    *,
    keep_exact: bool = False,
) -> None:
    """Writes a field (or the elements) of an object and records the write as an event."""
    heap = state.heap
    heap.write(key, name, value)
    if name == ELEMENTS and not keep_exact:
        heap.set_exact(key, None)
    if lazily.completes(state, frame, key, value):
        state.emit(
            frame, node, Kind.LAZY, f"attribute `{name}` is set by the first call", target=key, field=name
        )
        heap.change(key, LAZY + name, frame.module.location(node))
        return
    found = heap.objects[key]
    holder = found.type_name.rpartition(".")[2]
    label = f"a {holder}" if name == ELEMENTS else f"attribute `{name}` of a `{holder}`"
    leak = " with a tensor" if has_tensor(value) else ""
    state.emit(frame, node, Kind.WRITE, f"{label} is {what}{leak}", target=key, field=name)
    if frame.symbolic and (key in frame.symbolic[0] or key not in frame.allocated):
        state.emit(frame, node, Kind.CONTROL, f"{label} is {what} in a branch or loop on a tensor")
    if not is_constructing(state, frame, key):
        heap.change(key, name, frame.module.location(node))


def is_constructing(state: State, frame: Frame, key: str) -> bool:
    """Whether the object is still being made: in its `__init__`, while local, or at module level."""
    if frame.function is None and frame.loop == 0 and frame.calls == 0:
        return True
    initialised: frozenset[str] = frozenset()
    for code, context in state.stack:
        if code.name in MAKERS:
            initialised |= _receivers(code, context)
    if key in initialised or (initialised and state.heap.is_held_by(key, initialised)):
        return True
    if _is_private(state, frame, key):
        return True
    return isinstance(state.heap.type_of(key), str) and state.heap.is_unheld(key)


def _receivers(code: FunctionCode, context: Context) -> frozenset[str]:
    """What a method is called on; contexts that were merged stand for several objects."""
    parameters = [*code.node.args.posonlyargs, *code.node.args.args]
    given = references(context.arguments.get(parameters[0].arg, NOTHING)) if parameters else frozenset()
    return given | {context.receiver.key} if isinstance(context.receiver, Ref) else given


def _is_private(state: State, frame: Frame, key: str) -> bool:
    """Whether the activation that made an object is still setting it up: no call can have used it yet."""
    if key not in frame.made or frame.loop > 0:
        return False
    if frame.made[key] == frame.uses:
        return state.heap.is_only_named(key)
    return key not in frame.given and state.heap.is_unheld(key)

"""Changes to objects, as a trace would see them."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS, LAZY, references
from hybridize_analyzer.domain.state import Context, Frame, State
from hybridize_analyzer.domain.values import MADE, NOTHING, Array, Atom, Ref, Value, has_tensor, joined_homes
from hybridize_analyzer.interpreter.tracing import first_calls
from hybridize_analyzer.interpreter.tracing.carried_entries import is_carried
from hybridize_analyzer.interpreter.tracing.local_containers import is_own
from hybridize_analyzer.program.code import CONSTRUCTORS, MAKERS, FunctionCode
from hybridize_analyzer.report import Location

IMPORTED_LATE = "imported late"
"""The cell with the modules that are imported in functions or after calls of functions."""
SET_WHILE_MADE = "set while made"
"""The table of fields that a helper of `__init__` sets: later calls of the same helper, in the same context, change them.

It has the objects by themselves, too.
"""
CHANGED_WHERE_GIVEN = "changed where given: "
"""How the tables of places begin where a container is changed that the same call, or module, hands to others."""


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
    frame.shared |= references(value)
    heap.write(key, name, value)
    if name == ELEMENTS and not keep_exact:
        heap.set_exact(key, None)
    if not _is_itself(frame, MAKERS) and first_calls.completes(state, frame, key, value):
        entry = name == ELEMENTS
        message = "a dict is filled by" if entry else f"attribute `{name}` is set by"
        message += " the first call that asks for a key" if entry else " the first call"
        state.emit(frame, node, Kind.LAZY, message, target=key, field=name, aspect=Aspect.SETTING)
        state.change(key, LAZY + name, frame.module.location(node))
        return
    found = heap.objects[key]
    holder = found.type_name.rpartition(".")[2]
    label = f"a {holder}" if name == ELEMENTS else f"attribute `{name}` of a `{holder}`"
    leak = " with a tensor" if has_tensor(value) else ""
    own = is_own(state, frame, node, key)
    if not own:
        state.emit(frame, node, Kind.WRITE, f"{label} is {what}{leak}", target=key, field=name)
    outside = frame.symbolic and (key in frame.symbolic[0] or key not in frame.allocated)
    if outside and not is_carried(state, frame, node, key, name):
        state.emit(frame, node, Kind.CONTROL, f"{label} is {what} in a branch or loop on a tensor")
    if name == ELEMENTS and key in frame.given:
        where = frame.module.location(node)
        state.note(CHANGED_WHERE_GIVEN + key, where, where)
    if own and key not in frame.shared:
        return
    where = frame.module.location(node)
    if not is_constructing(state, frame, key):
        state.change(key, name, where)
    elif not _is_itself(frame, CONSTRUCTORS) and is_initialised(state, key, CONSTRUCTORS):
        state.note(SET_WHILE_MADE, key, where)
        state.note(SET_WHILE_MADE, (key, name, where), where)


def _is_itself(frame: Frame, makers: tuple[str, ...]) -> bool:
    """Whether what runs is `__init__`, or another of the `makers`, itself, and no helper of it."""
    return frame.function is not None and frame.function.name in makers


def change_arrays(state: State, frame: Frame, node: ast.AST, value: Value, what: str) -> None:
    """Elements of the arrays in `value` are written: a change of whatever keeps them, unless nothing does."""
    arrays = [atom for atom in value if isinstance(atom, Array)]
    homes = dict.fromkeys(home for array in arrays for home in array.homes or (None,))
    if homes and frame.symbolic:
        state.emit(frame, node, Kind.CONTROL, f"{what} in a branch or loop on a tensor")
    for home in homes:
        if home == MADE:
            continue
        owner, name = home or (None, None)
        state.emit(frame, node, Kind.WRITE, what, target=owner, field=name, aspect=Aspect.ARRAY)
        if owner is not None and name is not None:
            note_change(state, frame, node, owner, name)


def made_and_given(
    code: FunctionCode, frame: Frame, context: Context
) -> tuple[frozenset[str], frozenset[str]]:
    """Objects that a call has made, the dict of its `**options` among them, and those that it was given."""
    made = frozenset(frame.allocated)
    options = code.node.args.kwarg
    own = references(context.arguments.get(options.arg, NOTHING)) if options is not None else frozenset()
    given = frozenset().union(*(references(v) for v in context.arguments.values()))
    if isinstance(context.receiver, Ref):
        given |= {context.receiver.key}
    return (made | own, given - own) if own else (made, given)


def in_place(left: Value, result: Value) -> Value:
    """An array that is computed in place stays the array that it was."""
    known = [a for a in left if isinstance(a, Array) and a.homes != (MADE,)]
    homes = joined_homes(known)
    return frozenset(replace(a, homes=homes) if isinstance(a, Array) and known else a for a in result)


ALTERED = "[altered]"
"""The field of an object of Keras that something else has changed than its settings: a method, or what reaches inside."""
CONTAINER_CHANGING = frozenset(
    "append extend insert remove pop popitem clear update setdefault __setitem__ __delitem__".split()
)
"""Methods by which Python's containers change."""
_HARMLESS = frozenset({"_name", "_tracker"})


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def change_inside(state: State, frame: Frame, node: ast.AST, key: str, name: str) -> None:
    """What a private attribute of an object of Keras holds is changed, or the attribute is set."""
    cls = state.heap.type_of(key)
    library = cls if isinstance(cls, str) else next(iter(classes.library_bases(state, cls)), "")
    if is_private(name) and name not in _HARMLESS and library.startswith("keras."):
        change_object(state, frame, node, key, ALTERED, NOTHING, "changed")


def note_change(state: State, frame: Frame, node: ast.AST, owner: str, name: str) -> None:
    """Records that what is kept in a variable, class or object changes after it was made."""
    where = frame.module.location(node)
    at_import = frame.function is None and frame.loop == 0 and frame.calls == 0
    if owner in state.heap.objects:
        if not is_constructing(state, frame, owner):
            state.change(owner, name, where)
    elif at_import:
        return
    elif owner.startswith("global:"):
        state.bind_global(owner.split(":", 2)[1], name, NOTHING, where, again=True)
    else:
        state.bind_cell(owner, name, NOTHING, where, again=True)


def is_constructing(state: State, frame: Frame, key: str) -> bool:
    """Whether the object is still being made: in its `__init__`, while local, or at module level."""
    if frame.function is None and frame.loop == 0 and frame.calls == 0:
        return not _is_of_another(state, frame, key)
    if is_initialised(state, key):
        return True
    if _is_private(state, frame, key) or _is_first_used(state, frame, key):
        return True
    cls = state.heap.type_of(key)
    # A graph looks into the containers that it is given at every call, and at other objects while it is traced.
    apart = isinstance(cls, str) and (cls.startswith(_CONTAINERS) or key not in frame.given)
    return apart and state.heap.is_unheld(key)


def is_initialised(state: State, key: str, makers: tuple[str, ...] = MAKERS) -> bool:
    """Whether an object is in its `__init__`, or another of the `makers`, or belongs to one that is."""
    initialised: frozenset[str] = frozenset()
    for code, context in state.stack:
        if code.name in makers:
            initialised |= _receivers(code, context)
    return key in initialised or (bool(initialised) and state.heap.is_held_by(key, initialised))


def change_again(state: State, frame: Frame, key: str, name: str, where: Location) -> None:
    """Records what a helper of `__init__` does to an object once the helper is called in another place.

    The call shares the evaluation of the one in `__init__`, in which nothing counts as a change.

    frame: the activation that makes the call.  key, name: the object and its field.  where: the write.
    """
    if state.noted(SET_WHILE_MADE, key) is None:
        return  # most objects have no such field, and a key is soon looked up
    if state.noted(SET_WHILE_MADE, (key, name, where)) and not is_constructing(state, frame, key):
        state.change(key, name, where)


def _is_of_another(state: State, frame: Frame, key: str) -> bool:
    """Whether a variable of another module, which may have been used before this one is run, holds an object of it."""
    path = state.heap.objects[key].where.path
    late = state.cell(IMPORTED_LATE, frame.module.path) is not None
    if not late or path == frame.module.path or path not in state.modules:
        return False
    return state.heap.is_held_by(
        key, frozenset(f"global:{path}:{name}" for name in state.global_bindings(path))
    )


_CONTAINERS = ("builtins.", "collections.")


def is_first_use(state: State, frame: Frame, node: ast.AST, receiver: Atom | None) -> bool:
    """Whether a call is the first use of an object: what it writes there, as `fit` does, is part of making it.

    In a loop only `Class(…).method(…)` is certain to be called on the object of this turn.
    """
    if not isinstance(receiver, Ref) or frame.made.get(receiver.key) != frame.uses:
        return False
    at_once = (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and state.heap.objects[receiver.key].where == frame.module.location(node.func.value)
    )
    return (at_once or frame.loop == 0) and state.heap.is_only_named(receiver.key)


def _is_first_used(state: State, frame: Frame, key: str) -> bool:
    """Whether the running call is the first use of an object, and has handed it to nothing."""
    return key == frame.fresh and key not in frame.given and state.heap.is_only_named(key)


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

"""Functions that Keras writes down by name and looks up again, which it does not do with a `tf.function`.

`Function` objects are written as instances of their class (`serialize_keras_object` of Keras 3); reading that back fails.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Bound, Function, Partial, Ref, Value, one
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location

_CUSTOM = "keras custom objects"
"""The dict of what the program registers by hand, an object like any other."""
_LISTED, _KEPT, _COPIED = "listed for keras", "kept by keras", "copied by keras"
DECORATORS = ("keras.saving.register_keras_serializable", "keras.utils.register_keras_serializable")
_SCOPES = ("custom_object_scope", "CustomObjectScope")
_COPIES = ("keras.models.clone_model",)


def note_listed(state: State, code: FunctionCode, where: Location) -> None:
    """The function is registered, so that models that use it can be loaded."""
    state.note(_LISTED, code, where)


def note_copies(state: State, frame: Frame, node: ast.AST) -> None:
    """A layer or model is made anew of its configuration."""
    state.note(_COPIED, _COPIED, frame.module.location(node))


def note_call(call: Call, name: str) -> Value | None:
    """Notes which functions a call of Keras registers; its result where it gives the dict of all that are registered.

    call: the call.
    name: the canonical name of what is called.
    """
    state, last, where = call.state, name.rpartition(".")[2], call.where
    if last == "get_custom_objects":
        state.heap.allocate(_CUSTOM, "builtins.dict", where, again=False)
        return one(Ref(_CUSTOM))
    listed = [call.keywords[n] for n in ("custom_objects",) if n in call.keywords]
    for value in [*listed, *(call.args[:1] if last in _SCOPES else ())]:
        for atom in value:
            content = state.heap.read(atom.key, ELEMENTS) if isinstance(atom, Ref) else frozenset()
            for code in _codes(content):
                state.note(_LISTED, code, where)
    if name in _COPIES:
        note_copies(state, call.frame, call.node)
    return None


def note_kept(state: State, frame: Frame, node: ast.AST, values: tuple[Value, ...]) -> None:
    """Functions that a layer or model keeps, as part of its configuration."""
    for value in values:
        for code in _codes(value):
            state.note(_KEPT, code, frame.module.location(node))


def _codes(value: Value) -> list[FunctionCode]:
    found = []
    for atom in value:
        while isinstance(atom, (Bound, Partial)):
            atom = atom.function
        if isinstance(atom, Function):
            found.append(atom.code)
    return found


def read_back(state: State, code: FunctionCode) -> Location | None:
    """Where the program says that Keras is to read the function back by its name."""
    listed = state.noted(_LISTED, code)
    if listed is not None:
        return listed
    custom = state.heap.objects.get(_CUSTOM)
    if custom is not None and any(c is code for c in _codes(custom.fields.get(ELEMENTS, frozenset()))):
        return custom.where
    return state.noted(_KEPT, code) if state.noted(_COPIED, _COPIED) is not None else None

"""What functions, classes and modules of installed libraries do."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.bindings import LIBRARIES
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    FLOAT,
    UNKNOWN,
    External,
    Partial,
    Value,
    const,
    external,
    one,
    union,
)
from hybridize_analyzer.interpreter.tracing import lengths
from hybridize_analyzer.interpreter.values import command_line, special_methods
from hybridize_analyzer.interpreter.values.iteration import note_contents
from hybridize_analyzer.interpreter.values.modules import one_of_all
from hybridize_analyzer.knowledge.canonical import canonical
from hybridize_analyzer.knowledge.saved_models import SAVED_MODEL_TEXTS
from hybridize_analyzer.shapes.dtypes import is_dtype

_CONSTANTS = {
    "math.pi": FLOAT,
    "math.e": FLOAT,
    "math.inf": FLOAT,
    "math.nan": FLOAT,
    "numpy.pi": FLOAT,
    "numpy.e": FLOAT,
    "numpy.inf": FLOAT,
    "numpy.nan": FLOAT,
    "numpy.newaxis": const(None),
    "tensorflow.newaxis": const(None),
    **{f"tensorflow.saved_model.{name}": const(text) for name, text in SAVED_MODEL_TEXTS.items()},
}


_AMBIENT = ("sys.argv", "sys.path", "sys.modules", "sys.stdin", "sys.flags", "os.environ", "sys.platform")


_ABSTRACT = ("collections.abc.", "numbers.")
_GENERIC = (
    "typing.",
    "collections.",
    "builtins.",
    "tensorflow.",
    "keras.",
    "numpy.",
    "typing_extensions.",
    "queue.",
)


_CONVERTING = {
    "math": special_methods.TO_NUMBERS,
    "tensorflow": special_methods.TO_ARRAYS,
    "keras": special_methods.TO_ARRAYS,
    "numpy": special_methods.TO_ARRAYS,
}
"""Libraries that make numbers or arrays of the objects that they are given."""


def _convert(call: Call, name: str) -> None:
    names = _CONVERTING.get(name.partition(".")[0], ())
    for value in call.values if names else ():
        special_methods.convert(call.state, call.frame, call.node, value, names)


class Externals(KindOfValue[External]):
    """Whatever an installed library exports; `library/` has the models of it."""

    def call(self, call: Call, atom: External) -> Value:
        given = lengths.counted(call, atom.name)
        lengths.note_open_given(call.state, call.frame, call.node, atom.name, given)
        note_contents(call.state, call.frame, call.node, *call.values)
        _convert(call, atom.name)
        return call.state.evaluator.library.run(call, atom.name)

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: External, name: str) -> Value:
        full = canonical(f"{atom.name}.{name}")
        if name == "register" and atom.name.startswith(_ABSTRACT):
            return one(Partial(External("abc.register"), (one(atom),), ()))
        if name == "as_numpy_dtype" and is_dtype(dtype := atom.name.removeprefix("tensorflow.")):
            return external(f"numpy.{dtype}")
        if full in _AMBIENT:
            state.emit(frame, node, Kind.AMBIENT, f"`{full}` is read", member=full)
        if full.startswith(command_line.HOLDER):
            full = command_line.flag_held(full)
        value = _CONSTANTS.get(full) or command_line.setting(state, full) or external(full)
        patch = state.patch_of(full)
        if patch is None:
            return value
        message = f"`{full}`, which the program sets, is read"
        state.emit(frame, node, Kind.READ, message, target=LIBRARIES, field=full)
        return union(value, patch.value)

    def set_attribute(
        self, state: State, frame: Frame, target: ast.Attribute, atom: External, value: Value
    ) -> None:
        full = canonical(f"{atom.name}.{target.attr}")
        state.patch_library(full, value, frame.module.location(target))
        state.emit(frame, target, Kind.WRITE, f"`{full}` is set")

    takes_tensor_index = True

    def item(self, state: State, frame: Frame, node: ast.Subscript, atom: External, index: Value) -> Value:
        if atom.name == "sys.modules":
            return one_of_all(state, frame, index)
        if not atom.name.startswith((*_GENERIC, command_line.FLAGS)):
            state.emit(frame, node, Kind.AMBIENT, f"`{atom.name}` is read", member=atom.name)
        return UNKNOWN

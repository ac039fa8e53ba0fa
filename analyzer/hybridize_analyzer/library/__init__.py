"""Calls into code that is not the project's: what they return, and what tracing would notice of them.

One package or module per library; each has `run(call, name) -> Value` for what it exports, by canonical name.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NONE,
    NOTHING,
    UNKNOWN,
    Array,
    Atom,
    Bound,
    External,
    Ref,
    Tensor,
    Value,
    one,
)
from hybridize_analyzer.interpreter.syntax import with_statements
from hybridize_analyzer.interpreter.tracing import function_objects, untaken
from hybridize_analyzer.interpreter.values import special_methods
from hybridize_analyzer.interpreter.values.builtin_members import may_inherit
from hybridize_analyzer.interpreter.values.unseen import unseen_call
from hybridize_analyzer.knowledge.exports import export
from hybridize_analyzer.library import entry_points, members, others, prepared_datasets, runtime
from hybridize_analyzer.library.keras import attributes as keras_attributes
from hybridize_analyzer.library.keras import functions as keras
from hybridize_analyzer.library.numpy import functions as numpy
from hybridize_analyzer.library.stdlib import builtin, containers, dispatch, patching, standard
from hybridize_analyzer.library.tensorflow import functions as tensor
from hybridize_analyzer.library.tensorflow import strategies

__all__ = [
    "call_method",
    "call_object",
    "inherited_attribute",
    "initialise",
    "instance_attribute",
    "known_attribute",
    "run",
    "run_by_unseen",
    "super_method",
]


_OF_TENSORS = ("tensorflow.", "keras.")
"""How the names of methods begin that make tensors of what they are given."""
DISPATCHERS = ("functools.singledispatch", "multipledispatch.")


def run(call: Call, name: str) -> Value:
    """Calls an external function or class by its canonical name."""
    if entry_points.knows(call, name):
        return entry_points.run(call, name)
    function_objects.note_call(call, name)
    if untaken.never_returns(External(name)):
        untaken.note_end(call.state, call.frame, call.node)
        return NOTHING
    root = name.partition(".")[0]
    if root == "builtins" and name != "builtins.__import__":
        return builtin.run(call, name)
    if root == "tensorflow":
        return tensor.run(call, name)
    if root == "keras":
        return keras.run(call, name)
    if root == "numpy":
        return numpy.run(call, name)
    if root == runtime.ROOT:
        return runtime.run(call, name)
    if name == prepared_datasets.LOAD:
        return prepared_datasets.load(call)
    if others.knows(name):
        return others.run(call, name)
    return standard.run(call, name)


def call_method(call: Call, name: str, receiver: Atom) -> Value:
    """Calls a method `name` (with its type in front) of a value that is not a project object."""
    short = name.rpartition(".")[2]
    for value in call.values if name.startswith(_OF_TENSORS) else ():
        special_methods.convert(call.state, call.frame, call.node, value, (special_methods.TO_TENSORS,))
    if isinstance(receiver, Tensor):
        return tensor.call_member(call, short, receiver)
    if isinstance(receiver, Array):
        return numpy.call_member(call, short, receiver)
    if short in builtin.SLOTS:
        return builtin.run_slot(call.given((one(receiver), *call.args), call.keywords), short)
    if isinstance(receiver, Ref):
        return _call_object_method(call, name, receiver)
    if name.startswith("builtins."):
        return containers.call_value_member(call, name, receiver)
    return unseen_call(call, f"the method `{short}` of an unknown object")


def _call_object_method(call: Call, name: str, ref: Ref) -> Value:
    """The same of an object: a container, a function chosen by types, a stack of contexts, a patch, or another one."""
    state, short = call.state, name.rpartition(".")[2]
    cls = state.heap.type_of(ref.key)
    kind, found = classes.container_of(state, cls), None
    if kind is not None and (kind == cls or containers.knows(short)):
        return containers.call_member(call, kind, short, ref)
    if classes.descends(state, cls, *DISPATCHERS):
        found = dispatch.method(call, short, ref)
    if found is None and cls in with_statements.STACKS:
        found = with_statements.stack_method(state, call.frame, call.node, short, ref, call.args)  # type: ignore[arg-type]
    if cls == with_statements.PATCH:
        found = patching.method(call, short, ref)
    if cls == with_statements.MONKEY:
        found = patching.monkey_method(call, short, ref)
    return members.call_member(call, name, ref) if found is None else found


def call_object(call: Call, ref: Ref) -> Value:
    """Calls an instance of a library class (or of a project class that inherits `__call__` from one)."""
    state = call.state
    cls = state.heap.type_of(ref.key)
    if cls == "collections.namedtuple":
        return containers.make_namedtuple(call, ref)
    if classes.descends(state, cls, *DISPATCHERS):
        return dispatch.run(call, ref)
    hidden = None if isinstance(cls, str) else classes.package_base(state, cls)
    if hidden is not None and not isinstance(cls, str):
        what = f"an instance of `{cls.name}`, below `{hidden}`,"
        if classes.find_attribute(state, cls, "call") is None:
            return unseen_call(call, what)
        call.emit(Kind.UNSEEN, f"{what} is called")
    return keras.call_object(call, ref)


def initialise(call: Call, ref: Ref) -> None:
    """`__init__` of a library base class."""
    kind = classes.container_of(call.state, call.state.heap.type_of(ref.key))
    if kind is not None:
        containers.fill(call, kind, ref)
    keras.initialise(call, ref)


def super_method(call: Call, ref: Ref, name: str) -> Value:
    """`super().name(...)` where the project's own classes define no such method."""
    if name in ("__init__", "__init_subclass__", "__post_init__"):
        initialise(call, ref)
        return NONE
    if name in ("build", "setUp", "tearDown", "get_config", "__enter__", "__exit__"):
        return UNKNOWN
    if name == "call" and classes.is_keras_callable(call.state, call.state.heap.type_of(ref.key)):
        return keras.call_above(call, ref)
    return call_method(call, f"super.{name}", ref)


def instance_attribute(state: State, frame: Frame, node: ast.AST, ref: Ref, base: str, name: str) -> Value:
    """An attribute that a library class gives its instances."""
    known = known_attribute(state, frame, node, ref, base, name)
    if known is None and base.startswith(DISPATCHERS):
        known = dispatch.attribute(state, frame, node, ref, name)
    return known if known is not None else one(Bound(External(f"{base}.{name}"), ref))


def inherited_attribute(
    state: State, frame: Frame, node: ast.AST, ref: Ref, base: str, name: str
) -> Value | None:
    """The same for a class of the project; None for a name that the library class does not have."""
    if base.startswith(_EMPTY) or not may_inherit(base, name):
        return None
    known = export(base)
    if (
        known is None
        or known.kind != "class"
        or name.startswith("__")
        or export(f"{base}.{name}") is not None
        or _is_method_of_keras_2(state, base, name)
    ):
        return instance_attribute(state, frame, node, ref, base, name)
    return known_attribute(state, frame, node, ref, base, name)


def _is_method_of_keras_2(state: State, base: str, name: str) -> bool:
    """Whether layers of Keras 2 have a method that those of Keras 3, which has another name for their class, do not have."""
    found = export(f"keras.layers.Layer.{name}") if base == "keras.Layer" and state.keras == (2,) else None
    return found is not None and found.kind == "method"


_EMPTY = ("abc.", "typing.", "typing_extensions.")

known_attribute = keras_attributes.attribute
run_by_unseen = strategies.run_by_unseen

"""Calls into code that is not the project's: what they return, and what tracing would notice of them.

One module per library; each has `call(state, frame, node, name, args, keywords) -> Value`.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    NONE,
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
from hybridize_analyzer.interpreter.values.unseen import unseen_call
from hybridize_analyzer.knowledge.exports import export
from hybridize_analyzer.library import members, others, runtime
from hybridize_analyzer.library.keras import attributes as keras_attributes
from hybridize_analyzer.library.keras import functions as keras
from hybridize_analyzer.library.numpy import functions as numpy
from hybridize_analyzer.library.stdlib import builtin, containers, dispatch, standard
from hybridize_analyzer.library.tensorflow import functions as tensor
from hybridize_analyzer.library.tensorflow import strategies

__all__ = [
    "call",
    "call_method",
    "call_object",
    "inherited_attribute",
    "initialise",
    "instance_attribute",
    "known_attribute",
    "run_by_unseen",
    "super_method",
]


DISPATCHERS = ("functools.singledispatch", "multipledispatch.")


def call(
    state: State, frame: Frame, node: ast.AST, name: str, args: tuple[Value, ...], keywords: Bindings
) -> Value:
    """Calls an external function or class by its canonical name."""
    root = name.partition(".")[0]
    if root == "builtins" and name != "builtins.__import__":
        return builtin.call(state, frame, node, name, args, keywords)
    if root == "tensorflow":
        return tensor.call(state, frame, node, name, args, keywords)
    if root == "keras":
        return keras.call(state, frame, node, name, args, keywords)
    if root == "numpy":
        return numpy.call(state, frame, node, name, args, keywords)
    if root == runtime.ROOT:
        return runtime.call(state, frame, node, name, args, keywords)
    if root in others.ROOTS or name in others.FACTORIES:
        return others.call(state, frame, node, name, args, keywords)
    return standard.call(state, frame, node, name, args, keywords)


def call_method(
    state: State,
    frame: Frame,
    node: ast.AST,
    name: str,
    receiver: Atom,
    args: tuple[Value, ...],
    keywords: Bindings,
) -> Value:
    """Calls a method `name` (with its type in front) of a value that is not a project object."""
    if isinstance(receiver, Tensor):
        return tensor.call_member(state, frame, node, name.rpartition(".")[2], receiver, args, keywords)
    if isinstance(receiver, Array):
        return numpy.call_member(state, frame, node, name.rpartition(".")[2], receiver, args, keywords)
    if name.endswith(".__setattr__"):
        return builtin.set_attribute(state, frame, node, (one(receiver), *args), keywords)
    if isinstance(receiver, Ref):
        cls = state.heap.type_of(receiver.key)
        kind, short = classes.container_of(state, cls), name.rpartition(".")[2]
        if kind is not None and (kind == cls or containers.knows(short)):
            return containers.call_member(state, frame, node, kind, short, receiver, args, keywords)
        if classes.descends(state, cls, *DISPATCHERS):
            found = dispatch.method(state, frame, node, name.rpartition(".")[2], receiver, args, keywords)
            if found is not None:
                return found
        if cls in with_statements.STACKS:
            short = name.rpartition(".")[2]
            found = with_statements.stack_method(state, frame, node, short, receiver, args)  # type: ignore[arg-type]
            if found is not None:
                return found
        return members.call_member(state, frame, node, name, receiver, args, keywords)
    if name.startswith("builtins."):
        return containers.call_value_member(state, frame, node, name, receiver, args, keywords)
    return unseen_call(
        state, frame, node, f"the method `{name.rpartition('.')[2]}` of an unknown object", args, keywords
    )


def call_object(
    state: State, frame: Frame, node: ast.AST, ref: Ref, args: tuple[Value, ...], keywords: Bindings
) -> Value:
    """Calls an instance of a library class (or of a project class that inherits `__call__` from one)."""
    cls = state.heap.type_of(ref.key)
    if cls == "collections.namedtuple":
        return containers.make_namedtuple(state, frame, node, ref, args, keywords)
    if classes.descends(state, cls, *DISPATCHERS):
        return dispatch.call(state, frame, node, ref, args, keywords)
    hidden = None if isinstance(cls, str) else classes.package_base(state, cls)
    if hidden is not None and not isinstance(cls, str):
        what = f"an instance of `{cls.name}`, below `{hidden}`,"
        if classes.find_attribute(state, cls, "call") is None:
            return unseen_call(state, frame, node, what, args, keywords)
        state.emit(frame, node, Kind.UNSEEN, f"{what} is called")
    return keras.call_object(state, frame, node, ref, args, keywords)


def initialise(
    state: State, frame: Frame, node: ast.AST, ref: Ref, args: tuple[Value, ...], keywords: Bindings
) -> None:
    """`__init__` of a library base class."""
    kind = classes.container_of(state, state.heap.type_of(ref.key))
    if kind is not None:
        containers.fill(state, frame, node, kind, ref, args, keywords)
    keras.initialise(state, frame, node, ref, args, keywords)


def super_method(
    state: State,
    frame: Frame,
    node: ast.AST,
    ref: Ref,
    name: str,
    args: tuple[Value, ...],
    keywords: Bindings,
) -> Value:
    """`super().name(...)` where the project's own classes define no such method."""
    if name in ("__init__", "__init_subclass__", "__post_init__"):
        initialise(state, frame, node, ref, args, keywords)
        return NONE
    if name == "__setattr__":
        return builtin.set_attribute(state, frame, node, (one(ref), *args), keywords)
    if name in ("build", "setUp", "tearDown", "get_config", "__enter__", "__exit__"):
        return UNKNOWN
    return call_method(state, frame, node, f"super.{name}", ref, args, keywords)


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
    if base.startswith(_EMPTY):
        return None
    known = export(base)
    if (
        known is None
        or known.kind != "class"
        or name.startswith("__")
        or export(f"{base}.{name}") is not None
    ):
        return instance_attribute(state, frame, node, ref, base, name)
    return known_attribute(state, frame, node, ref, base, name)


_EMPTY = ("abc.", "typing.", "typing_extensions.")

known_attribute = keras_attributes.attribute
run_by_unseen = strategies.run_by_unseen

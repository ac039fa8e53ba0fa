"""What can be said of values that are not known."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.bindings import ANY_OBJECT, SET_ANEW, TRAINABLE
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.computed import BATCHES, is_computed
from hybridize_analyzer.domain.contents import item_field
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    EXECUTED,
    NAMESPACE,
    NOTHING,
    UNKNOWN,
    Const,
    Opaque,
    Ref,
    Tensor,
    Value,
    one,
    part_of,
)
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.interpreter.tracing import lengths
from hybridize_analyzer.interpreter.tracing.unseen_results import change_own
from hybridize_analyzer.interpreter.values import command_line, inside, namespaces, unseen
from hybridize_analyzer.interpreter.values.indexing import change_unseen, give_holder_away
from hybridize_analyzer.interpreter.values.namespaces import ANY_MODULE, set_in_modules
from hybridize_analyzer.interpreter.values.unseen import unknown_call, unseen_call
from hybridize_analyzer.interpreter.values.writes import (
    CONTAINER_CHANGING,
    change_inside,
    change_object,
    is_private,
)
from hybridize_analyzer.knowledge import tensors as tensor_knowledge

OF_DTYPE = "dtype"
"""Origin of a dtype of TensorFlow that is not known; a graph has it when it is traced, so nothing about it is unseen."""


_PARSING = ("parse_args", "parse_known_args", "parse_intermixed_args", "parse_known_intermixed_args")
"""Methods of parsers of `argparse`."""
_GIVING_NAMESPACE = ("parse_args", "parse_intermixed_args")


_DRAWING = ("sample", "experimental_sample_and_log_prob")
"""Methods of distributions that draw."""


def _fill_namespace(call: Call) -> None:
    """`parser.parse_args(arguments, namespace)` sets attributes of what it is given."""
    for atom in call.argument(1, "namespace") or ():
        if isinstance(atom, Ref):
            change_object(call.state, call.frame, call.node, atom.key, namespaces.ANY, UNKNOWN, "set")


def _change_within(state: State, frame: Frame, node: ast.AST, atom: Opaque, held: ast.expr) -> None:
    """Something unknown is changed that may be a part of a function, or of what an object of Keras keeps to itself.

    held: the expression that gives it.
    """
    inside.note_changed_within(state, atom, frame.module.location(node))
    namespaces.change_within(state, frame, node, atom)
    while isinstance(held, ast.Subscript):
        held = held.value
    if isinstance(held, ast.Attribute) and is_private(held.attr):
        for holder in evaluate(state, frame, held.value):
            if isinstance(holder, Ref):
                change_inside(state, frame, node, holder.key, held.attr)


def _changes_own(call: Call) -> bool:
    """Whether a method of a container changes only what unseen code has made for the running call."""
    func = call.node.func if isinstance(call.node, ast.Call) else None
    return isinstance(func, ast.Attribute) and change_own(call.state, call.frame, call.node, func.value)


def _is_set_anew(state: State, index: Value) -> bool:
    """Whether the program sets an entry of this text, in a dict that was made before."""
    entry = _entry_of_text(index)
    return entry is not None and state.cell(SET_ANEW, entry) is not None


def _entry_of_text(index: Value) -> str | None:
    """The field of a dict with what stands under a text."""
    named = all(isinstance(atom, Const) and isinstance(atom.value, str) for atom in index)
    return item_field(index) if named else None


def _note_set(call: Call) -> None:
    """`parser.set(section, option, value)`: settings that objects of other libraries keep under texts, too."""
    for value in call.args[:-1]:
        if entry := _entry_of_text(value):
            call.state.bind_cell(SET_ANEW, entry, NOTHING, call.where, again=True)


def _is_of_call(frame: Frame, node: ast.expr) -> bool:
    """Whether an expression is a variable of the running call, or a part of one: an argument, or what it has computed."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return (
        frame.function is not None and isinstance(node, ast.Name) and node.id in frame.function.scope.assigned
    )


class Unknowns(KindOfValue[Opaque]):
    """Values of which only the origin is known."""

    def call(self, call: Call, atom: Opaque) -> Value:
        method = (
            call.node.func.attr
            if isinstance(call.node, ast.Call) and isinstance(call.node.func, ast.Attribute)
            else ""
        )
        what = f"the method `{method}` of an unknown object" if method else "a callable that cannot be seen"
        lengths.note_open(call.state, call.frame, call.node, *call.values)
        if atom == EXECUTED:
            return unknown_call(call, what)
        distributed = call.state.evaluator.library.run_by_unseen(call, method)
        if distributed is not None:
            return distributed
        if method in CONTAINER_CHANGING and _changes_own(call):
            unseen.hand_over(call)
            return UNKNOWN
        if method in namespaces.CHANGING:
            namespaces.change_by_method(call, atom)
        if method in CONTAINER_CHANGING and isinstance(call.node, ast.Call):
            _change_within(
                call.state, call.frame, call.node, atom, getattr(call.node.func, "value", call.node)
            )
            if isinstance(call.node.func, ast.Attribute):
                give_holder_away(call.state, call.frame, call.node.func)
        if method == "add_argument":
            command_line.declare_argument(call)
        if method == "set_defaults":
            command_line.declare_defaults(call)
        if method in _PARSING:
            _fill_namespace(call)
        if method == "set":
            _note_set(call)
        computes = is_computed(one(atom))
        if computes and method in _DRAWING:
            call.emit(Kind.RANDOM, f"`{method}` of what a library has made draws random numbers")
        result = unseen_call(call, what, computes=computes, asked=True, method=method)
        own = method in _GIVING_NAMESPACE and call.argument(1, "namespace") is None
        return one(NAMESPACE) if own and result == UNKNOWN else result

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Opaque, name: str) -> Value:
        if name == "shape" and atom.origin in BATCHES:
            return lengths.static_shape(Tensor(dynamic=True))
        if name in ("shape", "dtype", "ndim"):
            return UNKNOWN
        if atom.origin == OF_DTYPE:
            return (
                one(atom)
                if name in ("base_dtype", "real_dtype")
                else tensor_knowledge.DTYPE_PLAIN.get(name, UNKNOWN)
            )
        if name in namespaces.CHANGING:
            namespaces.change_entries(state, frame, node, atom)
        if name == "__dict__":
            return namespaces.entries(atom)
        if atom == NAMESPACE and (declared := command_line.argument(state, name)) is not None:
            return declared
        if state.changed_at(ANY_OBJECT, name) is not None:
            state.emit(frame, node, Kind.READ, f"attribute `{name}` is read", target=ANY_OBJECT, field=name)
        elif state.changed_at(TRAINABLE, name) is not None:
            state.emit(frame, node, Kind.READ, f"attribute `{name}` is read", target=TRAINABLE, field=name)
        else:
            unseen.note_set_anew(state, frame, node, name)
        return one(part_of(atom))

    def set_attribute(
        self, state: State, frame: Frame, target: ast.Attribute, atom: Opaque, value: Value
    ) -> None:
        if atom.origin == ANY_MODULE:
            set_in_modules(state, target.attr, value, frame.module.location(target))
        inside.note_changed_within(state, atom, frame.module.location(target))
        super().set_attribute(state, frame, target, atom, value)

    def elements(self, state: State, frame: Frame, node: ast.AST, atom: Opaque) -> Value:
        return one(part_of(atom))

    def item(self, state: State, frame: Frame, node: ast.Subscript, atom: Opaque, index: Value) -> Value:
        known = namespaces.entry(state, frame, node, atom, index)
        if known is None and _is_set_anew(state, index) and not _is_of_call(frame, node.value):
            what = "an entry of an object that cannot be seen is read, and dicts have an entry of that name set anew"
            state.emit(frame, node, Kind.VALUE, what)
        return known or one(part_of(atom))

    def set_item(
        self, state: State, frame: Frame, target: ast.Subscript, atom: Opaque, index: Value, value: Value
    ) -> None:
        if change_own(state, frame, target, target.value):
            return
        if not namespaces.change_entries(state, frame, target, atom, index, value):
            _change_within(state, frame, target, atom, target.value)
            change_unseen(state, frame, target, index)

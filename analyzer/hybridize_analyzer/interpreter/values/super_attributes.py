"""`super()`: attributes of the classes behind one in the order of an instance."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Atom,
    Bound,
    Class,
    External,
    Function,
    Hybrid,
    Ref,
    Value,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.interpreter.values.descriptors import class_attribute
from hybridize_analyzer.program.code import ClassCode

SUPER = "super."
"""In front of the name of a method that no class of the project behind it defines."""


def read_super(state: State, frame: Frame, node: ast.Attribute, call: ast.Call) -> Value:
    """`super().name`, `super(C, self).name`: what the classes after this one offer."""
    function = frame.function
    owner = function.cls if function is not None else None
    receiver: Value = NOTHING if frame.receiver is None else one(frame.receiver)
    if len(call.args) == 2:
        owner = next((a.code for a in evaluate(state, frame, call.args[0]) if isinstance(a, Class)), None)
        receiver = evaluate(state, frame, call.args[1])
    elif function is not None and not receiver and function.node.args.args:
        receiver = frame.names.get(function.node.args.args[0].arg, NOTHING)
    if owner is None:
        return UNKNOWN
    return union(NOTHING, *(_above(state, frame, node, owner, atom) for atom in receiver))


def _above(state: State, frame: Frame, node: ast.Attribute, owner: ClassCode, atom: Atom) -> Value:
    if isinstance(atom, Ref):
        cls = state.heap.type_of(atom.key)
        if isinstance(cls, str):
            return UNKNOWN
        found = class_attribute(state, frame, node, atom, cls, node.attr, after=owner)
        return found if found is not None else one(Bound(External(SUPER + node.attr), atom))
    if isinstance(atom, Class):
        below = atom.code if owner in classes.linearise(state, atom.code) else owner
        above = classes.find_attribute(state, below, node.attr, after=owner)
        if above is not None:
            return frozenset(
                a if node.attr == "__new__" or not isinstance(a, (Function, Hybrid)) else Bound(a, atom)
                for a in above[0]
            )
        return one(Bound(External(SUPER + node.attr), atom))
    return UNKNOWN

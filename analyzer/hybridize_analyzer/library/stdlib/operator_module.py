"""The module `operator`: what Python's operators do, as functions."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import KEYS, item_field, items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NONE,
    NOTHING,
    UNKNOWN,
    Array,
    Const,
    External,
    Opaque,
    Partial,
    Ref,
    Tensor,
    Tuple,
    Value,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_value, elements_of, read_attribute
from hybridize_analyzer.interpreter.values.computed_names import read_any
from hybridize_analyzer.interpreter.values.operators import binary, compare
from hybridize_analyzer.interpreter.values.writes import change_arrays, change_object
from hybridize_analyzer.library.common import contains_tensor

_OPERATORS: dict[str, ast.operator] = {
    "add": ast.Add(), "sub": ast.Sub(), "mul": ast.Mult(), "truediv": ast.Div(), "matmul": ast.MatMult(),
    "pow": ast.Pow(), "floordiv": ast.FloorDiv(), "mod": ast.Mod(),
}  # fmt: skip
_COMPARISONS: dict[str, ast.cmpop] = {
    "gt": ast.Gt(), "lt": ast.Lt(), "ge": ast.GtE(), "le": ast.LtE(), "eq": ast.Eq(), "ne": ast.NotEq(),
}  # fmt: skip


GETTERS = ("itemgetter", "attrgetter", "methodcaller")
"""Makers of functions that take an element or an attribute, or call a method, of what they are given."""
_MADE = "made by "


def _made(call: Call, name: str) -> Value:
    """A call of what such a maker has made: what it was made with stands before the argument."""
    if name == "methodcaller":
        given = call.args[0], call.args[-1], call.args[1:-1]
        method = _attribute_of(call, given[1], given[0])
        return call_value(call.state, call.frame, call.node, method, given[2], call.keywords)
    wanted, owner = call.args[:-1], call.args[-1]
    read = _attribute_of if name == "attrgetter" else _element_of
    found = tuple(read(call, owner, each) for each in wanted)
    return found[0] if len(found) == 1 else one(Tuple(found))


def _attribute_of(call: Call, owner: Value, name: Value) -> Value:
    texts = [a.value for a in name if isinstance(a, Const) and isinstance(a.value, str)]
    if len(texts) != 1 or len(name) != 1:
        return read_any(call, owner, name)
    for part in texts[0].split("."):
        owner = read_attribute(call.state, call.frame, call.node, owner, part)  # type: ignore[arg-type]  # only the location is used
    return owner


def _element_of(call: Call, owner: Value, index: Value) -> Value:
    parts: list[Value] = []
    for atom in owner:
        items = items_of(call.state, one(atom))
        positions = [a.value for a in index if isinstance(a, Const) and isinstance(a.value, int)]
        if items is not None and len(positions) == 1 and -len(items) <= positions[0] < len(items):
            parts.append(items[positions[0]])
        elif isinstance(atom, Ref):
            method = read_attribute(call.state, call.frame, call.node, one(atom), "__getitem__")  # type: ignore[arg-type]
            parts.append(call_value(call.state, call.frame, call.node, method, (index,), {}))
        else:
            parts.append(UNKNOWN)
    return union(NOTHING, *parts)


def run(call: Call, name: str) -> Value:
    """`operator.name(*args)`."""
    state, frame, node, args = call.state, call.frame, call.node, call.args
    if name in GETTERS and args:
        return one(Partial(External(f"operator.{_MADE}{name}"), args, tuple(sorted(call.keywords.items()))))
    if name.startswith(_MADE) and len(args) > 1:
        return _made(call, name.removeprefix(_MADE))
    if name in _OPERATORS and len(args) == 2:
        return binary(state, frame, node, _OPERATORS[name], *args)
    if name in _COMPARISONS and len(args) == 2:
        return compare(state, frame, node, _COMPARISONS[name], *args)
    if args and name in ("setitem", "delitem"):
        index, value = union(NOTHING, *args[1:2]), union(NOTHING, *args[2:])
        for key in (a.key for a in args[0] if isinstance(a, Ref)):
            state.heap.write(key, KEYS, index)
            state.heap.write(key, item_field(index) or "[?]", value)
        _changed_in_place(state, frame, node, name, args[0], value)
        return NONE
    if len(args) == 2 and name in _IN_PLACE:
        _changed_in_place(state, frame, node, name, args[0], elements_of(state, frame, args[1], node))
        kept = frozenset(a for a in args[0] if isinstance(a, (Ref, Array)))
        rest = args[0] - kept
        return union(kept, run(call.given((rest, args[1]), {}), name[1:]) if rest else NOTHING)
    if any(contains_tensor(state, a) for a in args):
        call.emit(Kind.PYTHON_VALUE, f"`operator.{name}` needs the value of a tensor")
    return UNKNOWN


_IN_PLACE = frozenset(
    "iadd isub imul imatmul itruediv ifloordiv imod ipow iconcat iand ior ixor ilshift irshift".split()
)


def _changed_in_place(
    state: State, frame: Frame, node: ast.AST, name: str, target: Value, added: Value
) -> None:
    """What `target[…] = …` and `target += …` do, as functions."""
    change_arrays(state, frame, node, target, f"an array is changed by `operator.{name}`")
    for atom in target:
        if isinstance(atom, Ref):
            change_object(state, frame, node, atom.key, ELEMENTS, added, f"changed by `operator.{name}`")
        elif isinstance(atom, (Ref, Opaque)):
            state.emit(frame, node, Kind.WRITE, f"`operator.{name}` changes what it is given")
        elif isinstance(atom, Tensor) and name in ("setitem", "delitem"):
            state.emit(
                frame, node, Kind.PYTHON_VALUE, "a tensor is assigned to by element", aspect=Aspect.RAISES
            )

"""The operations of the interpreter: each goes to what handles this form of syntax, or this kind of value.

Every part of the interpreter and of the library uses these; none of them imports another one for it.  The tables are those
of `State.evaluator`.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import find_attribute, unmangled
from hybridize_analyzer.domain.contents import is_dataset
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import NOTHING, UNKNOWN, Atom, Ref, Value, union
from hybridize_analyzer.knowledge.exports import export

Arguments = tuple[Value, ...]


def evaluate(state: State, frame: Frame, node: ast.expr) -> Value:
    """The value of an expression."""
    handler = state.evaluator.expressions.get(type(node))
    value = UNKNOWN if handler is None else handler(state, frame, node)
    if state.observer is not None:
        state.observer(node, value)
    if value or not isinstance(node, (ast.Name, ast.Attribute)) or not state.is_settled():
        return value
    # Once the fixpoint is reached, a value that nothing produces is one that cannot be seen.
    kind = Kind.VALUE if isinstance(node, ast.Attribute) else Kind.UNKNOWN
    state.emit(frame, node, kind, f"`{ast.unparse(node)}` is set by nothing that can be seen")
    return UNKNOWN


def call_value(
    state: State,
    frame: Frame,
    node: ast.AST,
    function: Value,
    args: Arguments,
    keywords: Bindings,
) -> Value:
    """`function(*args, **keywords)`, for all that the function may be: one of them runs, so the longest counts."""
    call = Call(state, frame, node, args, keywords)
    kinds = state.evaluator.kinds
    if len(function) < 2:
        return union(*[kinds[type(atom)].call(call, atom) for atom in function]) if function else NOTHING
    before = most = frame.ops, frame.work
    found = []
    for atom in function:
        frame.ops, frame.work = before
        found.append(kinds[type(atom)].call(call, atom))
        most = max(most[0], frame.ops), max(most[1], frame.work)
    frame.ops, frame.work = most
    return union(*found)


def call_atom(
    state: State, frame: Frame, node: ast.AST, atom: Atom, args: Arguments, keywords: Bindings, *, traced: bool = False
) -> Value:  # fmt: skip
    """The same for one of them; traced: the call runs inside a graph."""
    call = Call(state, frame, node, args, keywords, traced=traced)
    return state.evaluator.kinds[type(atom)].call(call, atom)


def has_method(state: State, ref: Ref, name: str) -> bool:
    """Whether a class of the project gives an object an attribute."""
    cls = state.heap.type_of(ref.key)
    return not isinstance(cls, str) and find_attribute(state, cls, name) is not None


def call_method(
    state: State,
    frame: Frame,
    node: ast.AST,
    ref: Ref,
    name: str,
    args: Arguments,
    keywords: Bindings | None = None,
    *,
    traced: bool = False,
) -> Value:
    """Calls a method that a project class defines."""
    method = state.evaluator.kinds[Ref].attribute(state, frame, node, ref, name)  # type: ignore[arg-type]  # only the location is used
    return union(
        NOTHING, *(call_atom(state, frame, node, a, args, keywords or {}, traced=traced) for a in method)
    )


def read_attribute(state: State, frame: Frame, node: ast.expr, value: Value, name: str) -> Value:
    """`value.name`; what does not have it raises an error, in both modes, and gives nothing if others do have it."""
    kinds = state.evaluator.kinds
    if len(value) > 1:
        value = frozenset(atom for atom in value if not _lacks(state, atom, name)) or value
    return (
        union(*[kinds[type(atom)].attribute(state, frame, node, atom, name) for atom in value])
        if value
        else NOTHING
    )


def _lacks(state: State, atom: Atom, name: str) -> bool:
    """Whether an object is of a class of Keras all of whose public attributes are known, and this is none of them."""
    if name.startswith("_") or not isinstance(atom, Ref):
        return False
    cls = state.heap.type_of(atom.key)
    return (
        isinstance(cls, str)
        and cls.startswith(_KNOWN_ATTRIBUTES)
        and export(cls) is not None
        and export(f"{cls}.{name}") is None
        and not state.heap.read(atom.key, name)
    )


_KNOWN_ATTRIBUTES = ("keras.metrics.", "keras.optimizers.", "keras.losses.")


def elements_of(state: State, frame: Frame, value: Value, node: ast.AST, *, loop: bool = False) -> Value:
    """What iteration over `value` binds, all iterations together.

    loop: by a `for` statement, which a graph can run over a dataset; anything else that iterates over one does not
    end there.
    """
    if not value:
        return NOTHING
    if not loop and is_dataset(state, value):
        state.emit(
            frame,
            node,
            Kind.PYTHON_VALUE,
            "Python iterates over a dataset outside a `for` statement",
            aspect=Aspect.RAISES,
        )
    kinds = state.evaluator.kinds
    return union(*(kinds[type(atom)].elements(state, frame, node, atom) for atom in value))


def write_attribute(state: State, frame: Frame, target: ast.Attribute, owner: Value, value: Value) -> None:
    """`owner.name = value`, with the name of `target`."""
    name = unmangled(state, target.attr)
    if name != target.attr:
        target = ast.copy_location(ast.Attribute(target.value, name, target.ctx), target)
    for atom in owner:
        state.evaluator.kinds[type(atom)].set_attribute(state, frame, target, atom, value)

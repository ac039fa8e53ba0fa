"""Lengths that eager execution knows and a graph does not: `x.shape[0]` where the shape of `x` depends on values.

Such a length is an int in eager execution and None inside a graph; it stands as one atom, `OPEN`.  Collecting lengths in
lists and passing them on is the same in both.  Whoever takes one for a number says so by `note_open`, with one exception:
to fall back on `tf.shape(x)` where a length is None is how programs are written for graphs, and is followed here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TypeGuard

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import nested
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    BATCH_SHAPE,
    FIRST,
    INT,
    OPEN,
    Atom,
    Const,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    const,
    one,
    tensors,
    union,
)
from hybridize_analyzer.domain.values import Iterator as LazySequence
from hybridize_analyzer.program.code import bound_names, found_once, walk

_MESSAGE = "the static shape of a tensor whose shape depends on values is read"
_DEPTH = 2
CONCRETE = "asked for a concrete function"
"""Notes of graphs that the program traces with specifications of their arguments."""
OPEN_BATCH = "runs for any number of examples"
"""Notes of functions that Keras traces itself, for batches whose length is open."""
_KEEPS = frozenset(
    f"builtins.{name}"
    for name in """len list tuple enumerate zip reversed iter next tuple.as_list tuple.with_rank
    tuple.with_rank_at_least tuple.with_rank_at_most tuple.assert_has_rank tuple.assert_same_rank tuple.copy list.append
    list.extend list.insert list.copy list.pop""".split()
) | {"tensorflow.ensure_shape", "tensorflow.Tensor.set_shape"}
"""What may be given lengths without taking them for numbers."""


_SHAPES = {
    "tensorflow.while_loop": (3, "shape_invariants"),
    "tensorflow.compat.v1.while_loop": (3, "shape_invariants"),
}
"""Functions that take shapes in which a length may be missing, with position and name of the parameter."""


def static_shape(tensor: Tensor) -> Value:
    """What `x.shape` holds."""
    shape = tensor.shape
    if shape is None and tensor.dynamic and tensor.open_at == FIRST:
        return one(LazySequence(union(one(OPEN), INT), source=BATCH_SHAPE))
    if shape is None:
        return one(LazySequence(one(OPEN) if tensor.dynamic else INT, source="shape"))
    if not shape:
        return one(
            LazySequence(INT, (), "shape")
        )  # a tuple without elements would be a structure without leaves
    missing = (one(OPEN) if tensor.may_be_open(axis) else INT for axis in range(len(shape)))
    return one(Tuple(tuple(m if n is None else const(n) for n, m in zip(shape, missing, strict=True))))


def behind_the_first(value: Value) -> Value:
    """The lengths of a shape but the first."""
    return frozenset(
        LazySequence(INT, source="shape") if isinstance(a, LazySequence) and a.source == BATCH_SHAPE else a
        for a in value
    )


def from_behind(state: State, frame: Frame, node: ast.AST, value: Value) -> Value:
    """What a length counted from the end is taken from: that it is none of examples is an assumption."""
    found = behind_the_first(value)
    if found != value:
        message = (
            "a length counted from behind is read, of a tensor that may have no axis but that of the examples"
        )
        state.emit(frame, node, Kind.VALUE, message)
    return found


def note_open(state: State, frame: Frame, node: ast.AST, *values: Value) -> None:
    """Notes that values are taken for numbers, if a length is among them that a graph does not know."""
    for value in values:
        if holds_open(state, value):
            state.emit(frame, node, Kind.SHAPE, _MESSAGE)
            return


def note_compared(state: State, frame: Frame, node: ast.AST, left: Value, right: Value) -> None:
    """The same for a comparison; a check that graphs leave out where they do not know a length only misses an error."""
    if frame.function is None or node not in found_once(frame.function.node, _checks):
        note_open(state, frame, node, left, right)
    elif holds_open(state, left) or holds_open(state, right):
        message = "a length is checked that a graph may not know, and then does not check"
        state.emit(frame, node, Kind.VALUE, message)


def _checks(root: ast.AST) -> frozenset[ast.AST]:
    """The comparisons that lead to nothing but an exception, and not to that where a length is None."""
    tests = (n.test for n in walk(root) if isinstance(n, ast.If) and not n.orelse and _only_raises(n.body))
    return frozenset(each for test in tests for each in _without_lengths(test))


def _only_raises(body: list[ast.stmt]) -> bool:
    return len(body) == 1 and isinstance(body[0], ast.Raise)


def _without_lengths(test: ast.expr) -> Iterator[ast.AST]:
    """The comparisons of a test that does not hold where one of their lengths is None."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        for part in test.values:
            yield from _without_lengths(part)
    elif isinstance(test, ast.BoolOp):
        known = {ast.unparse(part.comparators[0]) for part in test.values if _asks_for_none(part)}
        for part in test.values:
            if isinstance(part, ast.Compare):
                sides = (part.left, *part.comparators)
                if _asks_for_none(part) or all(ast.unparse(side) in known for side in sides):
                    yield part
    elif isinstance(test, ast.Compare) and len(test.ops) == 1:
        sides = (test.left, test.comparators[0]) if isinstance(test.ops[0], ast.Eq) else (test.left,)
        number = any(isinstance(side, ast.Constant) and side.value is not None for side in sides)
        if number and isinstance(test.ops[0], (ast.Eq, ast.In)):
            yield test


def _asks_for_none(test: ast.expr) -> TypeGuard[ast.Compare]:
    """`None not in x.shape`."""
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.ops[0], ast.NotIn)
        and isinstance(test.left, ast.Constant)
        and test.left.value is None
    )


def note_open_given(
    state: State, frame: Frame, node: ast.AST, function: str, values: tuple[Value, ...]
) -> None:
    """The same for what a function of a library is given."""
    if function not in _KEEPS:
        note_open(state, frame, node, *values)


def counted(call: Call, function: str) -> tuple[Value, ...]:
    """What a function of a library is given, but for shapes in which lengths may be missing."""
    if function not in _SHAPES:
        return call.values
    position, name = _SHAPES[function]
    args = (*call.args[:position], *call.args[position + 1 :])
    return (*args, *(value for keyword, value in call.keywords.items() if keyword != name))


def holds_open(state: State, value: Value) -> bool:
    """Whether such a length stands in a value, or in the tuples and lists in it."""
    if OPEN in value:
        return True
    if not state.heap.holds(value):
        return False

    def inside(atom: Atom) -> Iterable[Value]:
        return state.heap.inside(atom) if _may_hold(state, atom) else ()

    return any(OPEN in part for part in nested(value, inside, _DEPTH))


def _may_hold(state: State, atom: Atom) -> bool:
    """Whether programs collect lengths in it."""
    if type(atom) is Ref:
        return state.heap.type_of(atom.key) in ("builtins.list", "builtins.set")
    return type(atom) in (Tuple, LazySequence)


def is_whole(tensor: Tensor) -> bool:
    """Whether it is known to hold integers."""
    return (tensor.dtype or "").startswith(("int", "uint"))


def is_measured(value: Value) -> bool:
    """Whether a value is an int in eager execution and a tensor inside a graph, as `fallback` gives it."""
    return any(is_whole(t) for t in tensors(value)) and any(
        isinstance(a, (Const, Scalar)) and a.type == "int" for a in value
    )


def fallback(frame: Frame, node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """The length and what stands in for it where it is None: `n if n is not None else tf.shape(x)[0]`, `n or …`."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and len(node.values) == 2:
        length, other = node.values
    elif isinstance(node, ast.IfExp) and (tested := _tested(node.test)) is not None:
        length, missing = tested
        other, same = (node.body, node.orelse) if missing else (node.orelse, node.body)
        if ast.dump(same) != ast.dump(length):
            return None
    else:
        return None
    return (length, other) if _is_measured(frame, length, other) else None


def fallback_statement(frame: Frame, node: ast.If) -> ast.expr | None:
    """The length of `if n is None: n = tf.shape(x)[0]`; it may be an element, as in `shape[0]`."""
    found = found_once(node, _length_and_other)
    return found[0] if found is not None and _is_measured(frame, *found) else None


def _length_and_other(node: ast.If) -> tuple[ast.expr, ast.expr] | None:
    """What is tested for None, and what it is set to then."""
    tested = _tested(node.test)
    if tested is None or node.orelse or len(node.body) != 1 or not isinstance(node.body[0], ast.Assign):
        return None
    length, missing = tested
    statement = node.body[0]
    same = len(statement.targets) == 1 and ast.unparse(statement.targets[0]) == ast.unparse(length)
    return (length, statement.value) if missing and same else None


def _tested(test: ast.expr) -> tuple[ast.expr, bool] | None:
    """The operand of a test for None, in whichever form; and whether it is None where the test holds."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        right = test.comparators[0]
        if not isinstance(right, ast.Constant) or right.value is not None:
            return None
        if isinstance(test.ops[0], (ast.Is, ast.Eq)):
            return test.left, True
        return (test.left, False) if isinstance(test.ops[0], (ast.IsNot, ast.NotEq)) else None
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand, True
    return (test, False) if isinstance(test, (ast.Name, ast.Subscript)) else None


def _is_measured(frame: Frame, length: ast.expr, other: ast.expr) -> bool:
    """Whether `tf.shape` measures the same length of the same tensor, by the names of the function that it stands in."""
    measured = {owner for called, owner in _owners(frame.body, other) if called}
    if len(measured) != 1:
        return False
    subscripts = isinstance(length, ast.Subscript) and isinstance(other, ast.Subscript)
    if subscripts and ast.unparse(_axis(length)) != ast.unparse(_axis(other)):
        return False
    static = _owners(frame.body, length)
    return measured == {owner for _, owner in static} and any(not called for called, _ in static)


def _axis(node: ast.expr) -> ast.expr:
    return node.slice if isinstance(node, ast.Subscript) else node


def _owners(root: ast.AST, node: ast.expr, seen: frozenset[str] = frozenset()) -> set[tuple[bool, str]]:
    """The tensors that a length belongs to, as they are written; True for those that `tf.shape` measures."""
    if isinstance(node, ast.Subscript):
        return _owners(root, node.value, seen)
    if isinstance(node, ast.Attribute):
        return {(False, ast.unparse(node.value))} if node.attr == "shape" else set()
    if isinstance(node, ast.Call):
        callee = node.func
        name = callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", "")
        if isinstance(callee, ast.Attribute) and name in ("as_list", "get_shape"):
            static = name == "get_shape"
            return {(False, ast.unparse(callee.value))} if static else _owners(root, callee.value, seen)
        if name in ("shape", "int_shape") and node.args:
            return {(name == "shape", ast.unparse(node.args[0]))}
        if name in ("unstack", "enumerate", "zip", "list", "tuple"):
            return set().union(*(_owners(root, a, seen) for a in node.args))
    if not isinstance(node, ast.Name) or node.id in seen:
        return set()
    return set().union(*(_owners(root, s, seen | {node.id}) for s in _sources(root, node.id)))


def _sources(root: ast.AST, name: str) -> list[ast.expr]:
    """What a name is bound to, by assignments, loops and comprehensions."""
    return found_once(root, _sources_by_name).get(name, [])


def _sources_by_name(root: ast.AST) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in walk(root):
        if isinstance(node, ast.Assign):
            names, source = set().union(*map(_bound, node.targets)), node.value
        elif isinstance(node, (ast.For, ast.comprehension)):
            names, source = _bound(node.target), node.iter
        else:
            continue
        for name in names:
            found.setdefault(name, []).append(source)
    return found


def _bound(target: ast.expr) -> set[str]:
    return {name for node in walk(target) for name in bound_names(node)}

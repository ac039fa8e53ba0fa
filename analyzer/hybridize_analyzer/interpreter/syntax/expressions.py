"""Expressions: from syntax to abstract values."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from hybridize_analyzer.domain import contents
from hybridize_analyzer.domain.classes import unmangled
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import (
    BOOL,
    INT,
    NONE,
    NOTHING,
    OPEN,
    UNKNOWN,
    Atom,
    Const,
    Iterator,
    Scalar,
    Tensor,
    Tuple,
    Value,
    const,
    has_tensor,
    is_tensor,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.dispatch import elements_of, evaluate, read_attribute
from hybridize_analyzer.interpreter.syntax import chosen_numbers, counters, modes
from hybridize_analyzer.interpreter.syntax.branches import narrow, note_converted, note_test, outcome_of
from hybridize_analyzer.interpreter.syntax.definitions import define_function
from hybridize_analyzer.interpreter.syntax.names import bind, lookup
from hybridize_analyzer.interpreter.syntax.reductions import note_reduction
from hybridize_analyzer.interpreter.syntax.sides import uniform
from hybridize_analyzer.interpreter.syntax.unfit_lengths import note_lengths
from hybridize_analyzer.interpreter.tracing import alike, left_out, lengths
from hybridize_analyzer.interpreter.values import (
    limits,
    messages,
    operators,
    receivers,
    special_methods,
    unseen,
)
from hybridize_analyzer.interpreter.values.allocation import new_dict, new_list
from hybridize_analyzer.interpreter.values.super_attributes import read_super
from hybridize_analyzer.program.code import FunctionCode


def _constant(state: State, frame: Frame, node: ast.Constant) -> Value:
    return UNKNOWN if node.value is Ellipsis else const(node.value)


def _name(state: State, frame: Frame, node: ast.Name) -> Value:
    value = lookup(state, frame, node.id, node)
    if node is not frame.prefix:
        unseen.note_value(state, frame, node, value)
    return value


def _attribute(state: State, frame: Frame, node: ast.Attribute) -> Value:
    owner = node.value
    is_prefix = node is frame.prefix
    frame.prefix = owner
    if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super":
        return read_super(state, frame, node, owner)
    name = unmangled(state, node.attr)
    value = read_attribute(state, frame, node, evaluate(state, frame, node.value), name)
    receivers.note_method(state, frame, node, owner, value)
    if not is_prefix:
        unseen.note_value(state, frame, node, value)
    return value


def _binary(state: State, frame: Frame, node: ast.BinOp) -> Value:
    # A sum of thousands of terms is a deep left spine: walk it without recursion.
    spine: list[ast.BinOp] = []
    current: ast.expr = node
    while isinstance(current, ast.BinOp):
        spine.append(current)
        current = current.left
    value = evaluate(state, frame, current)
    for link in reversed(spine):
        if isinstance(link.right, ast.Call) and isinstance(link.op, (ast.Div, ast.Sub)):
            note_reduction(state, frame, link, value)
        right = evaluate(state, frame, link.right)
        if frame.chosen:
            chosen_numbers.check(state, frame, link, value, right)
        if frame.counters:
            counters.check(state, frame, link, value, right)
        value = operators.binary(state, frame, link, link.op, value, right)
        if state.observer is not None and link is not node:
            state.observer(link, value)
    return value


def _unary(state: State, frame: Frame, node: ast.UnaryOp) -> Value:
    value = evaluate(state, frame, node.operand)
    if isinstance(node.op, ast.Not):
        known = truth(special_methods.test(state, frame, node, value))
        if has_tensor(value):
            note_test(state, frame, node, "`not` tests", value)
            limits.note_negation(state, frame, node, value)
            return one(Tensor("truth", "bool", ()))
        return const(not known) if known is not None else BOOL
    lengths.note_open(state, frame, node, value)
    special = special_methods.unary(state, frame, node, value)
    if special is not None:
        return special
    kinds = state.evaluator.kinds
    return union(*(kinds[type(atom)].unary(state, frame, node, atom) for atom in value)) if value else NOTHING


def _boolean(state: State, frame: Frame, node: ast.BoolOp) -> Value:
    known_or_measured = _fallback(state, frame, node)
    if known_or_measured is not None:
        return known_or_measured
    values: list[Value] = []
    saved, telling = frame.names, False
    branches, late, symbolic = frame.branches, frame.late, len(frame.symbolic)
    for part in node.values:
        value = special_methods.test(state, frame, part, evaluate(state, frame, part))
        values.append(value)
        known = truth(value)
        if known is not None and known is isinstance(node.op, ast.Or):
            break
        frame.branches += known is None
        frame.late += known is None and not alike.stays(frame, part)
        if has_tensor(value):  # a graph traces what follows, whether it is evaluated or not
            frame.symbolic.append(frozenset(frame.allocated))
        narrowed = narrow(state, frame, part, frame.names, outcome=isinstance(node.op, ast.And))
        telling, frame.names = telling or narrowed != frame.names, narrowed
    frame.branches, frame.late = branches, late
    del frame.symbolic[symbolic:]
    frame.names = {**saved, **{n: v for n, v in frame.names.items() if n not in saved}}
    frame.outcome = None
    if any(has_tensor(v) for v in values[:-1]):  # nobody tests the last one
        note_converted(state, frame, node, "`and` or `or` tests")
        return _boolean_of_tensors(state, frame, node, values, telling=telling)
    decided = [v for v in values[:-1] if truth(v) is None]
    if truth(values[-1]) is isinstance(node.op, ast.Or):
        frame.outcome = node, isinstance(node.op, ast.Or)
    return union(*decided, values[-1])


def _boolean_of_tensors(
    state: State, frame: Frame, node: ast.BoolOp, values: Sequence[Value], *, telling: bool
) -> Value:
    """`and` or `or` behind a tensor, of which a graph makes one bool tensor if all are bool.

    A graph traces what such a test leads to whatever a bool of Python among them is; eager execution may never come to it.
    telling: whether a test says something of variables, on which what follows relies.
    """
    mixed = any(not isinstance(a, Tensor) for v in values for a in v)
    known = not telling or not mixed
    plain = known and all(
        a.dtype == "bool" if isinstance(a, Tensor) else _may_be_either(a, node.op, v)
        for v in values
        for a in v
    )
    if not plain:
        message = "`and`/`or` of tensors that are not all bool gives another value inside a graph"
        state.emit(frame, node, Kind.PYTHON_VALUE, message)
    elif any(
        not (isinstance(a, Tensor) or _leaves_it(a, node.op))
        for part, v in zip(node.values, values, strict=False)
        if not counters.is_carried(frame, part)
        for a in v
    ):
        message = "a graph traces what a tensor and a bool of Python lead to, whatever the bool is"
        state.emit(frame, node, Kind.VALUE, message)
    truths = mixed or any(a.kind == "truth" for v in values for a in tensors(v))
    return one(Tensor("truth" if truths else "tensor", "bool" if plain else None, ()))


def _may_be_either(atom: Atom, op: ast.boolop, value: Value) -> bool:
    """Whether a part of a value is a bool of Python that is not known, or one that leaves it to the others."""
    return _leaves_it(atom, op) or (truth(value) is None and getattr(atom, "type", "") == "bool")


def _leaves_it(atom: Atom, op: ast.boolop) -> bool:
    """Whether it is `True` before `and`, or `False` before `or`."""
    return isinstance(atom, Const) and atom.value is isinstance(op, ast.And)


def _fallback(state: State, frame: Frame, node: ast.BoolOp | ast.IfExp) -> Value | None:
    """A length of which a graph takes the measured one; None for all other expressions.

    It is an int in eager execution and a tensor inside a graph.
    """
    parts = lengths.fallback(frame, node)
    if parts is None:
        return None
    length, measured = parts
    value = evaluate(state, frame, length)
    if OPEN not in value:
        return None
    return union(value - {OPEN}, INT, evaluate(state, frame, measured))


def _compare(state: State, frame: Frame, node: ast.Compare) -> Value:
    left = evaluate(state, frame, node.left)
    results: list[Value] = []
    for op, comparator in zip(node.ops, node.comparators, strict=False):
        right = evaluate(state, frame, comparator)
        if frame.counters:
            counters.check(state, frame, node, left, right)
        results.append(operators.compare(state, frame, node, op, left, right))
        left = right
    if len(results) == 1:
        return results[0]
    if any(has_tensor(r) for r in results):
        note_converted(state, frame, node, "a chain of comparisons tests")
        plain = all(isinstance(a, (Tensor, Const, Scalar)) for r in results for a in r)
        if not plain:
            state.emit(
                frame,
                node,
                Kind.PYTHON_VALUE,
                "a chained comparison needs the value of a tensor",
                aspect=Aspect.RAISES,
            )
        return one(Tensor("tensor" if plain and all(map(has_tensor, results)) else "truth", "bool", ()))
    known = {truth(r) for r in results}
    if known == {True}:
        return const(True)
    return const(False) if False in known else BOOL


def _conditional(state: State, frame: Frame, node: ast.IfExp) -> Value:
    known_or_measured = _fallback(state, frame, node)
    if known_or_measured is not None:
        return known_or_measured
    eager = modes.outcome_in_eager(state, frame, node.test)
    if eager is not None:
        return _of_both_modes(state, frame, node, eager=eager)
    test = special_methods.test(state, frame, node.test, evaluate(state, frame, node.test))
    known = outcome_of(frame, node.test, test)
    saved = frame.names
    results: list[Value] = []
    varies = known is None and not is_tensor(test) and not alike.stays(frame, node.test)
    symbolic = len(frame.symbolic)
    if has_tensor(test):
        frame.symbolic.append(frozenset(frame.allocated))
    with left_out.branches(state, frame, node, symbolic=has_tensor(test)):
        for outcome, part in ((True, node.body), (False, node.orelse)):
            if known is None or known is outcome:
                frame.names = narrow(state, frame, node.test, saved, outcome=outcome)
                frame.branches += known is None
                frame.late += varies
                results.append(evaluate(state, frame, part))
                frame.late -= varies
                frame.branches -= known is None
    del frame.symbolic[symbolic:]
    frame.names = saved
    value = union(*results)
    if has_tensor(test):
        note_test(state, frame, node, "a conditional expression tests", test)
        note_lengths(state, frame, node, "a conditional expression tests", test)
    if has_tensor(test) and not uniform([each for each in results if each]):
        made = chosen_numbers.note_expression(state, frame, node, results)
        if made is not None:
            return value | {made}
        state.emit(
            frame, node, Kind.CONTROL, "a conditional expression on a tensor mixes different kinds of values"
        )
    return value


def _of_both_modes(state: State, frame: Frame, node: ast.IfExp, *, eager: bool) -> Value:
    """`a if tf.executing_eagerly() else b`.  eager: how that comes out in eager execution."""
    results: list[Value] = []
    for outcome, part in ((True, node.body), (False, node.orelse)):
        with modes.branch(frame, eager=outcome is eager):
            results.append(evaluate(state, frame, part))
    return union(*results)


def _tuple(state: State, frame: Frame, node: ast.Tuple) -> Value:
    parts = _display(state, frame, node.elts)
    return (
        one(Tuple(tuple(parts)))
        if parts is not None
        else one(Iterator(_joined(state, frame, node.elts), source="tuple"))
    )


def _list(state: State, frame: Frame, node: ast.List) -> Value:
    parts = _display(state, frame, node.elts)
    if parts is None:
        return new_list(state, frame, node, _joined(state, frame, node.elts))
    return new_list(
        state,
        frame,
        node,
        union(*parts) if parts else NOTHING,
        exact=tuple(parts) if len(parts) <= 64 else None,
    )


def evaluate_elements(state: State, frame: Frame, node: ast.expr) -> Value:
    """The value of an expression; of a list that is written here, with no object for it, the elements."""
    parts = _display(state, frame, node.elts, evaluate_elements) if isinstance(node, ast.List) else None
    if parts is None:
        return evaluate(state, frame, node)
    value = one(Tuple(tuple(parts)))
    if state.observer is not None:
        state.observer(node, value)
    return value


def _display(
    state: State,
    frame: Frame,
    elements: Sequence[ast.expr],
    value_of: Callable[[State, Frame, ast.expr], Value] = evaluate,
) -> list[Value] | None:
    """The elements of a display one by one, unless a starred part has unknown length."""
    parts: list[Value] = []
    for element in elements:
        if isinstance(element, ast.Starred):
            source = evaluate(state, frame, element.value)
            if tensors(source):
                state.emit(
                    frame,
                    element,
                    Kind.PYTHON_VALUE,
                    "a tensor is unpacked into Python values",
                    aspect=Aspect.RAISES,
                )
            items = items_of(state, source)
            if items is None:
                return None
            parts += items
        else:
            parts.append(value_of(state, frame, element))
    return parts


def _joined(state: State, frame: Frame, elements: Sequence[ast.expr]) -> Value:
    return union(NOTHING, *(
        elements_of(state, frame, evaluate(state, frame, e.value), e)
        if isinstance(e, ast.Starred)
        else evaluate(state, frame, e)
        for e in elements
    ))  # fmt: skip


def _set(state: State, frame: Frame, node: ast.Set) -> Value:
    value = _joined(state, frame, node.elts)
    lengths.note_open(state, frame, node, value)
    if has_tensor(value):
        state.emit(frame, node, Kind.PYTHON_VALUE, "a tensor is hashed")
    special_methods.hashed(state, frame, node, value)
    return new_list(state, frame, node, value, cls="builtins.set")


def _dict(state: State, frame: Frame, node: ast.Dict) -> Value:
    entries: list[tuple[Value, Value]] = []
    unpacked: list[Value] = []
    for key, value in zip(node.keys, node.values, strict=False):
        item = evaluate(state, frame, value)
        if key is None:
            unpacked.append(item)
        else:
            entries.append((evaluate(state, frame, key), item))
            special_methods.hashed(state, frame, node, entries[-1][0])
    return new_dict(state, frame, node, entries, unpacked)


def _lambda(state: State, frame: Frame, node: ast.Lambda) -> Value:
    return define_function(state, frame, node)


def _joined_string(state: State, frame: Frame, node: ast.JoinedStr) -> Value:
    varying = False
    text: str | None = ""
    for part in node.values:
        if isinstance(part, ast.Constant):
            text = None if text is None else text + str(part.value)
        if isinstance(part, ast.FormattedValue):
            value = evaluate(state, frame, part.value)
            if not messages.only_tells(state, frame, node):
                lengths.note_open(state, frame, part.value, value)
            special_methods.text(state, frame, part.value, value)
            text = _formatted(text, part, value)
            varying = varying or any(isinstance(a, Scalar) and a.varying for a in value)
            if contents.contains_tensor(state, value) and not (
                part.format_spec is None and messages.only_tells(state, frame, node)
            ):
                messages.note_formatted(state, frame, part.value, node)
    return one(Scalar("str", varying)) if text is None else const(text)


def _formatted(text: str | None, part: ast.FormattedValue, value: Value) -> str | None:
    """The text so far with one constant put in; None when it is not known."""
    (atom,) = value if len(value) == 1 else (None,)
    plain = part.conversion == -1 and part.format_spec is None
    if text is None or not plain or not isinstance(atom, Const) or atom.type not in ("str", "int", "bool"):
        return None
    return text + str(atom.value)


def _slice(state: State, frame: Frame, node: ast.Slice) -> Value:
    parts = [evaluate(state, frame, p) for p in (node.lower, node.upper, node.step) if p is not None]
    joined = union(NOTHING, *parts)
    special_methods.convert(state, frame, node, joined, ("__index__",))
    return joined if has_tensor(joined) else UNKNOWN


def _walrus(state: State, frame: Frame, node: ast.NamedExpr) -> Value:
    value = evaluate(state, frame, node.value)
    bind(state, frame, node.target.id, value, node)
    return value


def _starred(state: State, frame: Frame, node: ast.Starred) -> Value:
    return elements_of(state, frame, evaluate(state, frame, node.value), node)


def _yield(state: State, frame: Frame, node: ast.Yield) -> Value:
    value = evaluate(state, frame, node.value) if node.value is not None else NONE
    frame.yielded = union(frame.yielded, value)
    frame.shared |= references(value)
    if frame.guard and frame.function is not None and _is_context(frame.function):
        state.emit(frame, node, Kind.HANDLER, "an exception handler surrounds the body of the context")
    return UNKNOWN


def _is_context(code: FunctionCode) -> bool:
    return any(ast.unparse(d).endswith("contextmanager") for d in code.decorators)


def _yield_from(state: State, frame: Frame, node: ast.YieldFrom) -> Value:
    frame.yielded = union(frame.yielded, elements_of(state, frame, evaluate(state, frame, node.value), node))
    return UNKNOWN


def _await(state: State, frame: Frame, node: ast.Await) -> Value:
    return evaluate(state, frame, node.value)


HANDLERS: dict[type[ast.AST], Callable[[State, Frame, Any], Value]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _compare,
    ast.IfExp: _conditional,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.Lambda: _lambda,
    ast.JoinedStr: _joined_string,
    ast.Slice: _slice,
    ast.NamedExpr: _walrus,
    ast.Starred: _starred,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
    ast.Await: _await,
}

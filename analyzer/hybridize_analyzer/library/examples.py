"""Loops over examples that hybridize_runtime runs together: `map_examples` and its kin."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import NOTHING, Tensor, Tuple, Value, one, tensors, union
from hybridize_analyzer.interpreter.dispatch import elements_of
from hybridize_analyzer.library.common import call_callback
from hybridize_analyzer.library.tensorflow.functional import Model, batched, slice_of


def _run(call: Call, function: Value) -> Value:
    """The result for one example: the function is traced with one row of each argument."""
    call.emit(Kind.RECORDED, "examples are taken together here, which only eager code does")
    call.frame.ops += 1
    given = [*call.args, *(items_of(call.state, call.keywords.get("shared", NOTHING)) or ())]
    if "keys" in call.keywords:
        given.append(elements_of(call.state, call.frame, call.keywords["keys"], call.node))
    call.frame.loop += 1
    result = call_callback(call, function, tuple(given), traced=True)
    call.frame.loop -= 1
    return result


def _map(call: Call) -> Value:
    rows = tuple(slice_of(call.state, call.frame, each, call.node) for each in call.args[1:])
    result = _run(call.given(rows, call.keywords), call.args[0])
    return union(NOTHING, *(batched(atom) for atom in result)) if result else one(Tensor())


def _fold(call: Call) -> Value:
    columns = (
        (items_of(call.state, call.args[1]) or (call.args[1],))
        if "zipped" in call.keywords
        else (call.args[1],)
    )
    items = tuple(_item(call.state, call.frame, each, call.node) for each in columns)
    states = items_of(call.state, call.args[2]) or (call.args[2],)
    rows = tuple(slice_of(call.state, call.frame, each, call.node) for each in (*states, *call.args[3:]))
    _run(call.given((*items, *rows), call.keywords), call.args[0])
    return (
        one(Tuple(tuple(one(Tensor()) for _ in states)))
        if items_of(call.state, call.args[2])
        else one(Tensor())
    )


def _item(state: State, frame: Frame, column: Value, node: ast.AST) -> Value:
    """One item of one example: a tensor, whatever kind of number it was."""
    item = elements_of(state, frame, elements_of(state, frame, column, node), node)
    return item if tensors(item) else one(Tensor())


def _sum(call: Call) -> Value:
    rows = tuple(slice_of(call.state, call.frame, each, call.node) for each in call.args[3:])
    _run(call.given(rows, call.keywords), call.args[0])
    return call.args[2]


def _take_row(call: Call) -> Value:
    call.frame.ops += 1
    table = call.argument(0, "table") or NOTHING
    found = elements_of(call.state, call.frame, table, call.node)
    return found if found else one(Tensor())


MODELS: dict[str, Model] = {
    "hybridize_runtime.fold_examples": _fold,
    "hybridize_runtime.map_examples": _map,
    "hybridize_runtime.sum_examples": _sum,
    "hybridize_runtime.take_row": _take_row,
}

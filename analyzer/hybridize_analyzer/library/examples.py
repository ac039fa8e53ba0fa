"""Loops over examples that hybridize_runtime runs together: `map_examples` and its kin."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import NOTHING, Tensor, Tuple, Value, one, tensors, union
from hybridize_analyzer.interpreter.dispatch import elements_of
from hybridize_analyzer.library.common import argument, call_callback
from hybridize_analyzer.library.tensorflow.functional import Args, Model, batched, slice_of


def _run(state: State, frame: Frame, node: ast.AST, function: Value, args: Args, keywords: Bindings) -> Value:
    """The result for one example: the function is traced with one row of each argument."""
    state.emit(frame, node, Kind.RECORDED, "examples are taken together here, which only eager code does")
    frame.ops += 1
    given = [*args, *(items_of(state, keywords.get("shared", NOTHING)) or ())]
    if "keys" in keywords:
        given.append(elements_of(state, frame, keywords["keys"], node))
    frame.loop += 1
    result = call_callback(state, frame, node, function, tuple(given), traced=True)
    frame.loop -= 1
    return result


def _map(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    rows = tuple(slice_of(state, frame, each, node) for each in args[1:])
    result = _run(state, frame, node, args[0], rows, keywords)
    return union(NOTHING, *(batched(atom) for atom in result)) if result else one(Tensor())


def _fold(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    columns = (items_of(state, args[1]) or (args[1],)) if "zipped" in keywords else (args[1],)
    items = tuple(_item(state, frame, each, node) for each in columns)
    states = items_of(state, args[2]) or (args[2],)
    rows = tuple(slice_of(state, frame, each, node) for each in (*states, *args[3:]))
    _run(state, frame, node, args[0], (*items, *rows), keywords)
    return one(Tuple(tuple(one(Tensor()) for _ in states))) if items_of(state, args[2]) else one(Tensor())


def _item(state: State, frame: Frame, column: Value, node: ast.AST) -> Value:
    """One item of one example: a tensor, whatever kind of number it was."""
    item = elements_of(state, frame, elements_of(state, frame, column, node), node)
    return item if tensors(item) else one(Tensor())


def _sum(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    rows = tuple(slice_of(state, frame, each, node) for each in args[3:])
    _run(state, frame, node, args[0], rows, keywords)
    return args[2]


def _take_row(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    frame.ops += 1
    table = argument(args, keywords, 0, "table") or NOTHING
    found = elements_of(state, frame, table, node)
    return found if found else one(Tensor())


MODELS: dict[str, Model] = {
    "hybridize_runtime.fold_examples": _fold,
    "hybridize_runtime.map_examples": _map,
    "hybridize_runtime.sum_examples": _sum,
    "hybridize_runtime.take_row": _take_row,
}

"""Comprehensions and generator expressions."""

from __future__ import annotations

import ast
from typing import Any

from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import NOTHING, Iterator, Value, has_tensor, one, tensors, union
from hybridize_analyzer.interpreter.dispatch import elements_of, evaluate
from hybridize_analyzer.interpreter.syntax.branches import narrow
from hybridize_analyzer.interpreter.syntax.statements import assign
from hybridize_analyzer.interpreter.tracing import alike, lengths
from hybridize_analyzer.interpreter.tracing.parts import holds_parts
from hybridize_analyzer.interpreter.values.allocation import new_dict, new_list


def comprehension(
    state: State, frame: Frame, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
) -> Value:
    saved, branches, late = dict(frame.names), frame.branches, frame.late
    first = evaluate(state, frame, node.generators[0].iter)
    exact = _few_items(state, frame, node, first)
    if exact is not None:
        parts = all(holds_parts(state, item) for item in exact)
        frame.loop += 1
        frame.parts += parts
        values = [_one_round(state, frame, node, item) for item in exact]
        frame.loop -= 1
        frame.parts -= parts
        frame.names = saved
        element = union(*values) if values else NOTHING
        items: tuple[Value, ...] | None = tuple(values)
    else:
        parts = _bind_generators(state, frame, node, first)
        frame.loop += 1
        frame.parts += parts
        element = evaluate(state, frame, node.value if isinstance(node, ast.DictComp) else node.elt)
        key = evaluate(state, frame, node.key) if isinstance(node, ast.DictComp) else NOTHING
        frame.loop -= 1
        frame.parts -= parts
        frame.names, frame.branches, frame.late = saved, branches, late
        items = None
        if isinstance(node, ast.DictComp):
            return new_dict(state, frame, node, [(key, element)])
    if isinstance(node, ast.GeneratorExp):
        return one(Iterator(element, items, "generator expression"))
    if isinstance(node, ast.SetComp):
        return new_list(state, frame, node, element, cls="builtins.set")
    return new_list(state, frame, node, element, exact=items)


def _few_items(
    state: State,
    frame: Frame,
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
    source: Value,
) -> tuple[Value, ...] | None:
    """The known items that a list or a generator is made of one by one."""
    if isinstance(node, ast.DictComp) or len(node.generators) != 1 or node.generators[0].ifs:
        return None
    if tensors(source) or frame.is_exhausted:
        return None
    items = items_of(state, source)
    return items if items is not None and len(items) <= 16 else None


def _one_round(state: State, frame: Frame, node: Any, item: Value) -> Value:
    frame.steps += 1
    assign(state, frame, node.generators[0].target, item)
    return evaluate(state, frame, node.elt)


def _bind_generators(state: State, frame: Frame, node: Any, first: Value) -> bool:
    """Whether all go through the parts of something; first: what the first one runs over, which has been evaluated."""
    parts = True
    for index, generator in enumerate(node.generators):
        source = evaluate(state, frame, generator.iter) if index else first
        if tensors(source):
            state.emit(
                frame,
                generator.iter,
                Kind.PYTHON_VALUE,
                "a comprehension iterates over a tensor",
                aspect=Aspect.RAISES,
            )
        frame.late += not alike.stays(frame, generator.iter)
        element = elements_of(state, frame, source, generator.iter)
        parts = parts and holds_parts(state, element)
        assign(state, frame, generator.target, element)
        for condition in generator.ifs:
            test = evaluate(state, frame, condition)
            lengths.note_open(state, frame, condition, test)
            if has_tensor(test):
                state.emit(
                    frame,
                    condition,
                    Kind.PYTHON_VALUE,
                    "a comprehension filters on the value of a tensor",
                    aspect=Aspect.RAISES,
                )
            frame.names = narrow(state, frame, condition, frame.names, outcome=True)
            frame.branches += 1
            frame.late += not alike.stays(frame, condition)
    return parts

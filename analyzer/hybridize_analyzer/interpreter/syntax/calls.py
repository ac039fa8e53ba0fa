"""Calls: what is called, and the arguments that it is given."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import NOTHING, UNKNOWN, Bound, External, Ref, Tensor, Value, one, union
from hybridize_analyzer.interpreter.dispatch import Arguments, call_value, elements_of, evaluate
from hybridize_analyzer.interpreter.syntax import counters
from hybridize_analyzer.interpreter.syntax.expressions import evaluate_elements
from hybridize_analyzer.interpreter.tracing import unseen_results
from hybridize_analyzer.interpreter.values import special_methods
from hybridize_analyzer.interpreter.values.functions import STAR
from hybridize_analyzer.interpreter.values.iteration import note_contents
from hybridize_analyzer.interpreter.values.objects import HANDED_ON
from hybridize_analyzer.knowledge.tensorflow import category


def evaluate_call(state: State, frame: Frame, node: ast.Call) -> Value:
    frame.prefix = node.func
    function = evaluate(state, frame, node.func)
    args, keywords = _evaluate_arguments(state, frame, node, apart=_takes_apart(function))
    given = (*args, *keywords.values())
    _note_given(frame, function, given)
    if frame.counters:
        counters.check(state, frame, node, function, *args)
    result = call_value(state, frame, node, function, args, keywords)
    _note_shared(state, frame, result, given)
    unseen_results.note_result(state, frame, node, function, given, result)
    return result


def _note_shared(state: State, frame: Frame, result: Value, given: Arguments) -> None:
    """What a library makes may hold the objects that it is given: a record, a queue."""
    made = references(result)
    if made:
        keys = frozenset().union(*map(references, given))
        frame.shared.update(key for key in keys if state.heap.is_held_by(key, made))


def _note_given(frame: Frame, function: Value, given: Arguments) -> None:
    """Whatever is called may use the objects that it is given."""
    for value in given:
        frame.given |= references(value)
    for atom in function:
        if isinstance(atom, Bound) and isinstance(atom.receiver, Ref):
            frame.given.add(atom.receiver.key)


def _takes_apart(function: Value) -> bool:
    """Whether nothing but operations of TensorFlow may be called: these keep no list, and do not tell it from a tuple."""
    return bool(function) and all(
        isinstance(atom, External) and category(atom.name) in ("compute", "random") for atom in function
    )


def _evaluate_arguments(
    state: State, frame: Frame, node: ast.Call, *, apart: bool
) -> tuple[Arguments, Bindings]:
    """The values of the arguments.

    apart: lists that are written there are elements and nothing else, so that those of other calls are not joined to them.
    """
    given = evaluate_elements if apart else evaluate
    args: list[Value] = []
    keywords: Bindings = {}
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            value = evaluate(state, frame, argument.value)
            if any(isinstance(a, Tensor) for a in value):
                state.emit(
                    frame,
                    argument,
                    Kind.PYTHON_VALUE,
                    "a tensor is unpacked into arguments",
                    aspect=Aspect.RAISES,
                )
            items = items_of(state, value)
            if items is None:
                keywords[STAR] = union(
                    keywords.get(STAR, NOTHING), elements_of(state, frame, value, argument)
                )
            else:
                args += items
        else:
            args.append(given(state, frame, argument))
    for keyword in node.keywords:
        value = given(state, frame, keyword.value)
        if keyword.arg is None:
            unpack_keywords(state, frame, value, keyword, keywords)
            _note_handed_on(state, frame, node, value)
        else:
            keywords[keyword.arg] = value
    return tuple(args), keywords


def _note_handed_on(state: State, frame: Frame, node: ast.Call, value: Value) -> None:
    """The dict that collects these keywords has their order."""
    where = frame.module.location(node)
    for key in references(value):
        state.note(HANDED_ON, (key, where), where)


def unpack_keywords(state: State, frame: Frame, value: Value, node: ast.AST, keywords: Bindings) -> None:
    for atom in value:
        if isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.dict":
            note_contents(state, frame, node, one(atom))
            fields = state.heap[atom.key].fields
            for name, entry in fields.items():
                if name.startswith("['"):
                    key = name[2:-2]
                    keywords[key] = union(keywords.get(key, NOTHING), entry)
            if "[?]" in fields:
                keywords["**"] = fields["[?]"]
        else:
            special_methods.convert(state, frame, node, one(atom), ("keys", "__getitem__"))
            special_methods.note_content(state, frame, node, one(atom), "its content is read")
            keywords["**"] = UNKNOWN

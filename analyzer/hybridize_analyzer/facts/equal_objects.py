"""Variables and attributes that are set anew, each time to an object that computes the same.

`self.loss_fn = tf.keras.losses.MeanSquaredError()` in every epoch: losses of Keras keep nothing from one call to the next,
and those that are made with the same constants are as good as one.  A graph may go on with the first.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import Atom, Ref, Value
from hybridize_analyzer.interpreter.tracing.demands import is_in_library
from hybridize_analyzer.interpreter.tracing.places import Span, span, span_of
from hybridize_analyzer.program.code import found_once, walk

_STATELESS = "keras.losses."


def holds_equals(state: State, event: Event) -> bool:
    """Whether all that is ever kept where an event reads something are losses of Keras that are made alike."""
    made = {_as_made(state, atom) for atom in _held(state, event)}
    return len(made) == 1 and None not in made


def _held(state: State, event: Event) -> Value:
    target, field = event.target or "", event.field or ""
    if target in state.heap.objects:
        return state.heap[target].fields.get(field, frozenset())
    if target.startswith("global:"):
        _, path, name = target.split(":", 2)
        binding = state.global_binding(path, name)
    else:
        binding = state.cell(target, field) if target.startswith("env:") else None
    return frozenset() if binding is None else binding.value


def _as_made(state: State, atom: Atom) -> tuple[str, str] | None:
    """The class of a loss, and the arguments that it is made with, as they are written; None for anything else."""
    if not isinstance(atom, Ref):
        return None
    found = state.heap[atom.key]
    if not isinstance(found.cls, str) or not found.cls.startswith(_STATELESS) or found.changed:
        return None
    state.track.read(("bodies", found.where.path))
    written = found_once(state.modules[found.where.path].tree, _made_of_constants).get(span_of(found.where))
    return None if written is None else (found.cls, written)


def _made_of_constants(tree: ast.AST) -> Mapping[Span, str]:
    """The calls whose arguments are constants, also those of a library, with these as text."""
    found: dict[Span, str] = {}
    for node in walk(tree):
        if isinstance(node, ast.Call):
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            named = all(keyword.arg is not None for keyword in node.keywords)
            if named and all(isinstance(a, ast.Constant) or _is_constant(tree, a) for a in given):
                parts = [
                    *map(ast.unparse, node.args),
                    *(f"{k.arg}={ast.unparse(k.value)}" for k in node.keywords),
                ]
                found[span(node)] = ", ".join(parts)
    return found


def _is_constant(tree: ast.AST, node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and is_in_library(tree, node)

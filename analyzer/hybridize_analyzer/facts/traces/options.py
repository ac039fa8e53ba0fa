"""The options of `tf.function` that change what its cache tells apart."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.facts.traces.calls import TracedCall
from hybridize_analyzer.interpreter.tracing.places import places_in, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing, expression_at, runs_once
from hybridize_analyzer.program.code import FunctionCode

_RELAXING = ("reduce_retracing", "experimental_relax_shapes")


@dataclass(frozen=True, slots=True)
class Options:
    """signature: the `input_signature`, as it is written.  reduce_retracing: shapes that differ are relaxed.

    decided: the program says itself whether they are.
    """

    signature: ast.expr | None = None
    reduce_retracing: bool = False
    decided: bool = False


def of(state: State, code: FunctionCode) -> Options | None:
    """The options that a function has or would get; None where they cannot be read."""
    if state.is_hybrid(code):
        calls = [d for d in code.decorators if isinstance(d, ast.Call)]
        return _read([k for call in calls for k in call.keywords], any(call.args for call in calls))
    where = state.noted("wrapped", code)
    if where is None:
        return Options()
    caller = enclosing(state, where)
    node = expression_at(state, where, caller)
    if not isinstance(node, ast.Call) or places_in(state, where.path, caller).in_loop(span_of(where)):
        return None
    once = caller is None or runs_once(state, caller)
    return _read(node.keywords, len(node.args) > 1) if once else None


def _read(keywords: list[ast.keyword], positional: bool) -> Options | None:
    given = {k.arg: k.value for k in keywords}
    if positional or None in given:
        return None
    signature = given.get("input_signature")
    relaxing = [given[name] for name in _RELAXING if name in given]
    if any(not isinstance(value, ast.Constant) for value in relaxing):
        return None
    none = isinstance(signature, ast.Constant) and signature.value is None
    return Options(
        None if none else signature,
        any(isinstance(value, ast.Constant) and bool(value.value) for value in relaxing),
        bool(relaxing),
    )


def applied(options: Options, call: TracedCall) -> TracedCall:
    """With an input signature every call of one function object has one key."""
    return replace(call, key=call.owner) if options.signature is not None else call

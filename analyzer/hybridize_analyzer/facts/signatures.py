"""The `input_signature` under which the visible calls of a function share one graph.

Inferred where shapes or dtypes of tensors alone make TensorFlow trace again: one `tf.TensorSpec` per parameter, with
the common dtype, and an unknown length where lengths differ.  A graph then does not know these lengths, so the function
is evaluated once more with such arguments; where that shows anything new, there is no signature.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.domain.values import Atom, Shape, Tensor, one, static
from hybridize_analyzer.facts.traces.calls import TracedCall, traced_calls
from hybridize_analyzer.facts.traces.keys import Part
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Tracing
from hybridize_analyzer.solver.trial import evaluate_with

Spec = tuple[str, Shape]
_MAX_TRIED = 4
_SEEN_ANYWAY = frozenset(
    {
        Kind.READ,
        Kind.UNBUILT,
        Kind.WEIGHT,
        Kind.LAZY,
        Kind.CONVERTED,
        Kind.FORWARD,
        Kind.NO_GRADIENT,
        Kind.LEFT_OUT,
        Kind.VANISHING,
        Kind.LIMITS,
        Kind.CHECK,
        Kind.UPDATE,
        Kind.UNORDERED,
        Kind.LENGTH,
        Kind.DIFFERENTIATED,
    }
)


def infer(
    state: State, code: FunctionCode, contexts: Sequence[Context], events: Iterable[Event], tracing: Tracing
) -> str | None:
    """The text of an `input_signature` that prevents traces, or None.

    events: of the function as it is, which a signature must not add to.
    """
    if (
        tracing.most == 1
        or not _is_plain(code)
        or any(s.library or s.mapped for c in contexts for s in c.sites)
    ):
        return None
    calls = traced_calls(state, code)
    if tracing.most is not None and tracing.most <= len({call.owner for call in calls}):
        return None
    specs = _specs(code, calls)
    if not specs or not _keeps_its_events(state, code, contexts, specs, events):
        return None
    return f"[{', '.join(_text(spec) for spec in specs.values())}]"


def _is_plain(code: FunctionCode) -> bool:
    """Whether a signature can name all parameters; under another decorator of a method the receiver is one of them."""
    given = code.node.args
    decorated = code.cls is not None and bool(getattr(code.node, "decorator_list", ()))
    return not (given.vararg or given.kwarg or given.kwonlyargs or decorated)


def _specs(code: FunctionCode, calls: Sequence[TracedCall]) -> dict[str, Spec] | None:
    """One per parameter; behind the last tensor, parameters that keep their defaults may be left off."""
    keys = [dict(call.key) for call in calls]
    names = [a.arg for a in (*code.node.args.posonlyargs, *code.node.args.args)]
    names = names[1:] if keys and "self" in keys[0] else names
    found: dict[str, Spec] = {}
    defaults = dict(_defaults(code))
    if not keys or any(set(key) - {"def", "self"} != set(names) for key in keys):
        return None
    for name in names:
        parts = [key[name] for key in keys]
        spec = _common(parts)
        if spec is not None and len(found) == names.index(name):
            found[name] = spec
        elif not all(name in defaults and _is_default(part, defaults[name]) for part in parts):
            return None
    return found


def _defaults(code: FunctionCode) -> Iterator[tuple[str, object]]:
    """Parameters whose default is a literal."""
    given = code.node.args
    names = [a.arg for a in (*given.posonlyargs, *given.args)]
    for name, node in zip(reversed(names), reversed(given.defaults), strict=False):
        if isinstance(node, ast.Constant):
            yield name, node.value


def _is_default(part: Part, default: object) -> bool:
    return part.tag == "literal" and type(part.content) is type(default) and part.content == default


def _common(parts: Iterable[Part]) -> Spec | None:
    """dtype and lengths that all tensors have in common; None for what is no plain tensor of one dtype and rank."""
    options = [option for part in parts for option in (part.parts if part.tag == "choice" else (part,))]
    if any(option.tag != "tensor" for option in options):
        return None
    dtypes = {option.spec[0] for option in options}
    shapes = [option.spec[1] for option in options]
    ranks = {None if shape is None else len(shape) for shape in shapes}
    if len(dtypes) != 1 or len(ranks) != 1 or None in dtypes or None in ranks:
        return None
    axes = zip(*(shape or () for shape in shapes), strict=True)
    return str(dtypes.pop()), tuple(a[0] if len(set(a)) == 1 else None for a in axes)


def _keeps_its_events(
    state: State,
    code: FunctionCode,
    contexts: Sequence[Context],
    specs: dict[str, Spec],
    events: Iterable[Event],
) -> bool:
    """Whether the function does the same when a graph does not know the lengths that differ."""
    known = {event.identity for event in events}
    ways = {(context.receiver, context.env): context for context in contexts}
    tried = (event for context in ways.values() for event in _events(state, code, context, specs))
    return len(ways) <= _MAX_TRIED and all(e.identity in known or e.kind in _SEEN_ANYWAY for e in tried)


def _events(state: State, code: FunctionCode, context: Context, specs: dict[str, Spec]) -> list[Event]:
    loose: dict[str, Atom] = {n: Tensor("tensor", d, s, dynamic=None in s) for n, (d, s) in specs.items()}
    given = {n: one(loose[n]) if n in loose else static(value) for n, value in context.arguments.items()}
    return evaluate_with(state, code, context, given)


def _text(spec: Spec) -> str:
    dtype, shape = spec
    return f"tf.TensorSpec(shape=[{', '.join(map(str, shape))}], dtype=tf.{dtype})"

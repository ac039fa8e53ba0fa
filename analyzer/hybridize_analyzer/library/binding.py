"""Arguments of a library call, by the names that the library gives its parameters."""

from __future__ import annotations

from hybridize_analyzer.domain.state import Bindings, State
from hybridize_analyzer.domain.values import Value
from hybridize_analyzer.knowledge.exports import export
from hybridize_analyzer.shapes.spec import BoundArguments

_OPEN_KEYWORDS = frozenset({"*", "**"})


def bind_by_name(state: State, name: str, args: tuple[Value, ...], keywords: Bindings) -> BoundArguments:
    """The arguments by the names that the library gives its parameters."""
    known = export(name)
    closed = _OPEN_KEYWORDS.isdisjoint(keywords)
    named = keywords if closed else {k: v for k, v in keywords.items() if k not in _OPEN_KEYWORDS}
    if known is None:
        return BoundArguments(state.heap, name, named, args, complete=False)
    bound: Bindings = dict(zip(known.parameters[: known.positional], args, strict=False))
    bound.update(named)
    fits = closed and (len(args) <= known.positional or known.open)
    return BoundArguments(state.heap, known.name, bound, args, complete=fits)

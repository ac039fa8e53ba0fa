"""How much a function would gain as a graph, from how many operations it runs and how often it is called.

A graph saves the Python and dispatch cost of every operation and pays for tracing once per trace; so it gains
nothing where every call traces again, or where the caller is a graph already.
"""

from __future__ import annotations

from hybridize_analyzer.semantics.facts import FunctionFacts

_MANY_OPS = 10
_FEW_OPS = 8  # the call of a graph costs about as much as this many small eager operations


def estimate_gain(facts: FunctionFacts) -> str | None:
    """`none`, `low`, `medium` or `high`; None when it cannot be seen what the function executes."""
    if facts.computes is None:
        return None
    if not facts.computes or facts.traced_everywhere or facts.wrapped is not None:
        return "none"
    if any(p.varying for p in facts.parameters):
        return "none"
    if facts.ops < _FEW_OPS:
        return "low"
    return "high" if facts.ops >= _MANY_OPS and facts.in_loop else "medium"

"""From graphs to a plan, with what a network knows of its cells.  Needs no TensorFlow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hybridize_runtime.errors import GraphError
from hybridize_runtime.graphs import InstanceGraph, Ints
from hybridize_runtime.plan import Kind, Plan, make_plan
from hybridize_runtime.schedule import POLICIES, side_by_side


def sources_of(kinds: Sequence[Kind]) -> frozenset[int]:
    """Kinds without children."""
    return frozenset(k for k, kind in enumerate(kinds) if kind.slots == 0)


def plan_of(
    graphs: Sequence[InstanceGraph],
    kind_of: Callable[[InstanceGraph], Ints],
    kinds: Sequence[Kind],
    shared: Mapping[str, bool],
    policy: str,
) -> Plan:
    """The batching plan of these graphs.  `auto` is `depth` where the loop has one kind of vertices, else `kind`.

    Raises GraphError for a batch without graphs.
    """
    if not graphs:
        raise GraphError("a batch without graphs has nothing to compute; skip it")
    sources = sources_of(kinds)
    forest = side_by_side(graphs, kind_of, len(kinds), sources, shared)
    if policy == "auto":
        policy = "depth" if len(kinds) - len(sources) <= 1 else "kind"
    return make_plan(forest, kinds, POLICIES[policy](forest), policy)

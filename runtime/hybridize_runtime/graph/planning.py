"""From graphs to a plan, with what a network knows of its cells.  Needs no TensorFlow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hybridize_runtime.errors import GraphError
from hybridize_runtime.graph.graphs import InstanceGraph, Ints
from hybridize_runtime.graph.plan import Kind, Plan, make_plan
from hybridize_runtime.graph.schedule import POLICIES, best, side_by_side

COMPARED = 3
AGAIN = 64


def sources_of(kinds: Sequence[Kind]) -> frozenset[int]:
    """Kinds without children."""
    return frozenset(k for k, kind in enumerate(kinds) if kind.slots == 0)


def plan_of(
    graphs: Sequence[InstanceGraph],
    kinds_of: Callable[[Sequence[InstanceGraph]], Ints],
    kinds: Sequence[Kind],
    shared: Mapping[str, bool],
    policy: str,
    rank_of: Callable[[InstanceGraph], Ints] | None = None,
    of_edges: frozenset[str] = frozenset(),
) -> Plan:
    """The batching plan of these graphs.  `auto` is `depth` where the loop has one kind of vertices, else `kind`.

    Instead of `kind`, the plan names the policy that was best.  `kinds_of`, `rank_of`, `of_edges`: see `side_by_side`.
    Raises GraphError for a batch without graphs.
    """
    if not graphs:
        raise GraphError("a batch without graphs has nothing to compute; skip it")
    sources = sources_of(kinds)
    if policy == "auto":
        policy = "depth" if len(kinds) - len(sources) <= 1 else "kind"
    ranked = rank_of if policy in ("kind", "share") else None
    forest = side_by_side(graphs, kinds_of, len(kinds), sources, shared, ranked, of_edges)
    policy, groups = best(forest) if policy == "kind" else (policy, POLICIES[policy](forest))
    return make_plan(forest, kinds, groups, policy)


def usual(winners: Sequence[str], number: int) -> str:
    """The policy for the next new batch of a network with several kinds of vertices, after so many.

    All are tried (`kind`) for the first COMPARED batches, and for every AGAIN-th; the others take what won most often
    among the latest of these.  For most batches this leaves one policy to try.
    """
    if len(winners) < COMPARED or number % AGAIN == 0:
        return "kind"
    return max(winners[-COMPARED:], key=winners[-COMPARED:].count)

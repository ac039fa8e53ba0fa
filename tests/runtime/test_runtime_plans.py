"""Schedules and plans: valid for every graph, and no worse than what the policies are named after."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hybridize_runtime.graph.buckets import LIMIT, bucket, rounded
from hybridize_runtime.graph.filling import tile_filling
from hybridize_runtime.graph.graphs import from_children
from hybridize_runtime.graph.plan import Extent, Kind, arrays, extent, make_plan
from hybridize_runtime.graph.planning import AGAIN, usual
from hybridize_runtime.graph.schedule import POLICIES, Forest, kind_ranks, side_by_side
from hypothesis import given, settings
from hypothesis import strategies as st

KINDS = (Kind("leaf", 0), Kind("a", 1), Kind("b", 2), Kind("c", 2))


def forest_of(graphs) -> Forest:
    number = {"leaf": 0, "a": 1, "b": 2, "c": 3}
    return side_by_side(
        graphs,
        lambda given: np.array([number[cell] for graph in given for cell in graph.cells]),
        len(KINDS),
        frozenset({0}),
        {"x": False},
    )


def lattice(rng: np.random.Generator, length: int):
    """Characters in a chain, and words that end at some of them: two types whose order matters."""
    cells, children = ["leaf"], [[]]
    chain = [0]
    for _ in range(length):
        before = chain[-1]
        if len(chain) > 2 and rng.random() < 0.5:
            cells.append("b")
            children.append([chain[int(rng.integers(len(chain) - 2))], before])
            cells.append("c")
            children.append([before, len(cells) - 2])
        else:
            cells.append("a")
            children.append([before])
        chain.append(len(cells) - 1)
    return from_children(cells, children)


def assert_valid(forest: Forest, groups: np.ndarray) -> None:
    assert (groups[forest.children] < groups[forest.parents]).all()
    for group in range(groups.max() + 1):
        assert len(set(forest.kinds[groups == group].tolist())) == 1


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), policy=st.sampled_from(sorted(POLICIES)))
def test_groups_are_independent_and_of_one_kind(seed: int, policy: str) -> None:
    rng = np.random.default_rng(seed)
    forest = forest_of([lattice(rng, int(rng.integers(1, 12))) for _ in range(3)])
    groups = POLICIES[policy](forest)
    assert_valid(forest, groups)
    plan = make_plan(forest, KINDS, groups, policy)
    assert np.array_equal(plan.order[plan.position], np.arange(len(forest)))
    assert plan.steps[:, 1].sum() == len(forest)
    assert plan.edge_count == len(forest.children)


def one_kind(rng: np.random.Generator, sizes: list[int]) -> Forest:
    """Graphs of leaves and of vertices with two children, which several may share."""
    graphs = []
    for size in sizes:
        pairs = [rng.integers(0, 2 + i, 2).tolist() for i in range(size)]
        graphs.append(from_children(["leaf", "leaf", *["inner"] * size], [[], [], *pairs]))
    number = {"leaf": 0, "inner": 1}
    kinds = np.array([number[cell] for graph in graphs for cell in graph.cells])
    return side_by_side(graphs, lambda _: kinds, 2, frozenset({0}), {"x": False})


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    tile=st.sampled_from([2, 3, 16]),
    sizes=st.lists(st.integers(0, 12), min_size=1, max_size=9),
)
def test_groups_that_fill_tiles_are_valid_and_as_few(seed: int, tile: int, sizes: list[int]) -> None:
    forest = one_kind(np.random.default_rng(seed), sizes)
    groups, plain = tile_filling(forest, tile), POLICIES["depth"](forest)
    assert_valid(forest, groups)
    assert groups.max() <= plain.max()
    full, usual = (sum(-(-np.bincount(g[forest.kinds == 1]) // tile)) for g in (groups, plain))
    assert full <= usual


def test_chains_of_different_lengths_fill_tiles() -> None:
    """Chains of 4, 2 and 2: in pairs, without a row of padding; by depth, three run first."""
    chains = [from_children(["leaf", *["a"] * n], [[], *([i] for i in range(n))]) for n in (4, 2, 2)]
    number = {"leaf": 0, "a": 1}
    kinds = np.array([number[cell] for chain in chains for cell in chain.cells])
    forest = side_by_side(chains, lambda _: kinds, 2, frozenset({0}), {})
    assert np.bincount(tile_filling(forest, 2)).tolist() == [3, 2, 2, 2, 2]
    assert np.bincount(POLICIES["depth"](forest)).tolist() == [3, 3, 3, 1, 1]


def ed_batch_greedy(forest: Forest) -> int:
    """The rule of ED-Batch (section 2.3), literally: the share of ready vertices among those that wait for other kinds."""
    n, kinds = len(forest), forest.kinds
    below = [set() for _ in range(n)]
    for v in np.argsort(forest.heights, kind="stable").tolist():
        for child in forest.children[forest.offsets[v] : forest.offsets[v + 1]].tolist():
            below[v] |= below[child] | {child}
    left, count = set(range(n)), 0
    while left:
        ready = [v for v in left if not below[v] & left]
        share = {}
        for kind in {int(kinds[v]) for v in ready}:
            mine = {v for v in left if kinds[v] == kind}
            share[kind] = sum(kinds[v] == kind for v in ready) / sum(not below[v] & mine for v in mine)
        best = max(sorted(share), key=lambda kind: (kind in forest.sources, share[kind]))
        left -= {v for v in ready if kinds[v] == best}
        count += 1
    return count


@pytest.mark.parametrize("seed", range(8))
def test_the_policy_by_kind_is_as_good_as_ed_batch_on_lattices(seed: int) -> None:
    rng = np.random.default_rng(seed)
    forest = forest_of([lattice(rng, int(rng.integers(3, 20))) for _ in range(6)])
    groups = {name: int(policy(forest).max()) + 1 for name, policy in POLICIES.items()}
    assert groups["kind"] <= ed_batch_greedy(forest)
    assert groups["kind"] <= min(groups.values())


@pytest.mark.parametrize("seed", range(4))
def test_ranks_of_graphs_are_those_of_the_forest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    forest = forest_of([lattice(rng, int(rng.integers(3, 20))) for _ in range(4)])
    parts = []
    for start, end in pairwise(forest.starts.tolist()):
        first, last = forest.offsets[[start, end]]
        graph = (forest.heights[start:end], forest.offsets[start : end + 1] - first)
        below = forest.children[first:last] - start
        parts.append(kind_ranks(forest.kinds[start:end], *graph, below, len(KINDS)))
    ranked = replace(forest, ranks=np.concatenate(parts))
    np.testing.assert_array_equal(POLICIES["share"](ranked), POLICIES["share"](forest))


def test_a_network_comes_to_one_policy() -> None:
    assert usual([], 0) == "kind"
    assert usual(["share", "share"], 2) == "kind"
    assert usual(["share", "agenda", "agenda"], 3) == "agenda"
    assert usual(["share", "agenda", "agenda"], AGAIN) == "kind"


def test_arrays_describe_a_small_plan() -> None:
    forest = forest_of([from_children(["leaf", "leaf", "b"], [[], [], [1, 0]])])
    plan = make_plan(forest, KINDS, POLICIES["depth"](forest), "depth")
    found = arrays(plan, extent(plan), pad=1)
    assert found["children/2"].tolist() == [[0, 0], [2, 1], [0, 0]]
    assert found["reads"].tolist() == [3]
    # Rows of gradients: two in front, two edges (slot 0 is leaf 1), one read, and a row of zeros.
    assert found["first_use"].tolist()[1:4] == [3, 2, 4]
    assert found["use_count"].tolist()[1:4] == [1, 1, 1]
    assert found["count"] == 2


def test_a_plan_explains_itself() -> None:
    graphs = [from_children(["leaf", "a", "b"], [[], [0], [0, 1]]), from_children(["leaf", "a"], [[], [0]])]
    forest = forest_of(graphs)
    plan = make_plan(forest, KINDS, POLICIES["depth"](forest), "depth")
    text = plan.explain()
    assert "5 vertices of 2 instances in 3 groups (policy `depth`)" in text
    assert "group 2: the only vertex of kind b/2" in text
    assert plan.picture().count("<rect") == 3


def test_few_buckets_hold_many_plans() -> None:
    rng = np.random.default_rng(0)
    known: list[Extent] = []
    for _ in range(300):
        n = int(rng.integers(1, 3000))
        size = Extent((n, 2 * n), 1 + n // 100, 5, n)
        assert size.fits(bucket(size, known))
    assert len(known) <= LIMIT


def test_rounding_wastes_little() -> None:
    for n in range(17, 5000):
        assert n <= rounded(n) <= n * 1.125 + 8

"""Graphs of many trees at once are those that are made one by one."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pytest
from hybridize_runtime import GraphError, InstanceGraph, Kept, from_nested, from_trees
from hybridize_runtime.graph.batches import kind_table, kinds_of
from hybridize_runtime.graph.plan import Kind, arrays, extent
from hybridize_runtime.graph.planning import plan_of
from hypothesis import given
from hypothesis import strategies as st

TREES = st.recursive(st.integers(0, 9), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=20)


def shape(graph: InstanceGraph, vertex: int) -> object:
    """A vertex and what is below it, as nested tuples."""
    below = [shape(graph, int(child)) for child in graph.children_of(vertex)]
    pulled = {name: int(rows[vertex]) for name, rows in graph.pulls.items()}
    return graph.cells[vertex], pulled, int(graph.heights[vertex]), int(graph.arity[vertex]), below


def root(graph: InstanceGraph) -> object:
    (vertex,) = graph.reads.tolist()
    return shape(graph, vertex)


def one(tree: object) -> InstanceGraph:
    """By the builder that knows nothing of other trees; every leaf is an object of its own there."""

    def copied(node):
        return [copied(child) for child in node] if isinstance(node, list) else {"row": node}

    return from_nested(
        copied(tree),
        children=lambda node: node if isinstance(node, list) else (),
        cell=lambda node: "inner" if isinstance(node, list) else "leaf",
        pulls={"x": lambda node: None if isinstance(node, list) else node["row"]},
    )


@given(st.lists(TREES, max_size=5))
def test_many_trees_are_as_one_by_one(trees: list) -> None:
    found = from_trees(trees, pulls={"x": None})
    assert [root(graph) for graph in found] == [root(one(tree)) for tree in trees]
    for graph, tree in zip(found, trees, strict=True):
        checked = InstanceGraph(graph.cells, graph.offsets, graph.children, graph.pulls)
        assert checked.reads.tolist() == graph.reads.tolist()
        assert checked.heights.tolist() == graph.heights.tolist()
        assert (dict(checked.rows), len(checked)) == (dict(graph.rows), len(one(tree)))


@dataclass
class Node:
    word: int | None = None
    left: Node | None = None
    right: Node | None = None
    parts: list = field(default_factory=list)


class Labelled(list):
    """As `nltk.Tree` is: a list with a label."""

    def __init__(self, label: str, children: list) -> None:
        super().__init__(children)
        self.label = label


def test_objects_of_all_kinds() -> None:
    want = [root(one([0, [1, 2]]))]
    by_names = Node(left=Node(0), right=Node(left=Node(1), right=Node(2)))
    by_name = Node(parts=[Node(0), Node(parts=[Node(1), Node(2)])])
    by_key = {"parts": [{"word": 0}, {"parts": [{"word": 1}, {"word": 2}]}]}
    named = {
        "word": "x",
        "tuple": (0, (1, 2)),
    }
    found = [
        from_trees([named["tuple"]], pulls={"x": None}),
        from_trees([by_names], ("left", "right"), pulls={"x": "word"}),
        from_trees([by_name], "parts", pulls={"x": "word"}),
        from_trees([by_key], "parts", pulls={"x": "word"}),
        from_trees([Labelled("S", [0, Labelled("VP", [1, 2])])], pulls={"x": None}),
        from_trees([by_name], lambda node: node.parts, pulls={"x": lambda node: node.word}),
    ]
    for graphs in found:
        assert [root(graph) for graph in graphs] == want
    tree = Labelled("S", [0, Labelled("VP", [1, 2])])
    (graph,) = from_trees([tree], cells=lambda node: getattr(node, "label", "word"), pulls={"x": None})
    assert sorted(graph.cells) == ["S", "VP", "word", "word", "word"]
    assert graph.cells[int(graph.reads[0])] == "S"


def test_what_contains_itself_is_found() -> None:
    tree: list = [0, 1]
    tree.append(tree)
    with pytest.raises(GraphError, match="contains itself"):
        from_trees([tree], pulls={"x": None})
    wide = [0]
    for _ in range(40):
        wide = [wide, wide]  # 2^40 paths: one vertex for each object
    (graph,) = from_trees([wide], pulls={"x": None})
    assert len(graph) == 42


@pytest.mark.parametrize(("row", "message"), [("word", "gives 1.5 for an object"), (lambda _: -2, "row -2")])
def test_rows_that_are_none_are_refused(row, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        from_trees([{"word": 1.5}], "parts", pulls={"x": row})


def test_graphs_are_kept_by_the_identity_of_objects() -> None:
    made = []

    def make(objects):
        made.append(len(objects))
        return from_trees(objects, pulls={"x": None})

    kept = Kept(make)
    trees = [(0, 1), (1, 0), (0, (1, 2))]
    first, again = kept(trees), kept(trees[::-1])
    assert [a is b for a, b in zip(first, again[::-1], strict=True)] == [True] * 3
    kept([trees[0], (0, 1, 2)])
    assert made == [3, 1]
    assert len(kept) == 4


def test_no_trees_are_no_graphs() -> None:
    assert from_trees([]) == []
    assert Kept(partial(from_trees, pulls={"x": None}))([]) == []
    assert np.array_equal(from_trees([3], pulls={"x": None})[0].pulls["x"], [3])


KINDS = (Kind("leaf", 0), *(Kind("inner", slots) for slots in range(1, 5)))


@dataclass(frozen=True)
class Takes:
    arity: tuple[int, int]


def planned(graphs: list, shared: bool, policy: str) -> dict:
    """All that executors read of a plan, and what inputs are checked against."""
    table = kind_table({"leaf": Takes((0, 0)), "inner": Takes((1, 4))}, KINDS)
    plan = plan_of(graphs, partial(kinds_of, table=table), KINDS, {"x": shared}, policy)
    pulls = {f"pull/{k}": plan.pulled_rows(k, "x") for k in range(len(KINDS))}
    return {**arrays(plan, extent(plan), 3), **pulls, "rows": dict(plan.forest.rows)}


@given(st.lists(TREES, min_size=1, max_size=5), st.booleans(), st.sampled_from(["depth", "agenda"]))
def test_plans_of_graphs_that_were_made_together_are_those_of_single_ones(
    trees: list, shared: bool, policy: str
) -> None:
    together = from_trees(trees, pulls={"x": None})
    single = pickle.loads(pickle.dumps(together))  # without what they share
    assert [type(graph) for graph in single] == [InstanceGraph] * len(trees)
    for some in (slice(None), slice(None, None, -1), slice(1, None), slice(0, 1)):
        if not together[some]:
            continue
        found, wanted = (planned(graphs[some], shared, policy) for graphs in (together, single))
        assert found.keys() == wanted.keys()
        for name, value in wanted.items():
            np.testing.assert_array_equal(found[name], value, name)
    again = [*together, together[0]]
    assert len(planned(again, shared, policy)["reads"]) == len(trees) + 1

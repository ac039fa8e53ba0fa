"""Instance graphs, their builders, and what they say about bad input."""

from __future__ import annotations

import networkx
import numpy as np
import pytest
from hybridize_runtime import (
    GraphError,
    InstanceGraph,
    from_children,
    from_edges,
    from_nested,
    from_networkx,
    from_sequence,
)


def test_nested_objects_become_vertices_in_post_order() -> None:
    shared = ("word", 2)
    tree = [[("word", 0), ("word", 1)], shared, shared]
    graph = from_nested(
        tree,
        children=lambda node: node if isinstance(node, list) else (),
        cell=lambda node: "inner" if isinstance(node, list) else "leaf",
        pulls={"x": lambda node: node[1] if isinstance(node, tuple) else None},
    )
    assert graph.cells == ("leaf", "leaf", "inner", "leaf", "inner")
    assert [graph.children_of(v).tolist() for v in range(5)] == [[], [], [0, 1], [], [2, 3, 3]]
    assert graph.pulls["x"].tolist() == [0, 1, -1, 2, -1]
    assert graph.reads is not None
    assert graph.reads.tolist() == [4]
    assert graph.heights.tolist() == [0, 0, 1, 0, 2]


def test_deep_nesting_does_not_use_the_stack_of_python() -> None:
    tree: tuple = ()
    for _ in range(5000):
        tree = (tree,)
    graph = from_nested(tree, children=lambda node: node, cell=lambda node: "unary")
    assert len(graph) == 5001
    assert graph.heights.max() == 5000


def test_edges_sequences_and_networkx_mean_the_same() -> None:
    edges = from_edges(["first", "step", "step"], [(0, 1), (1, 2)], {"x": [0, 1, 2]})
    sequence = from_sequence(3, "step", first="first")
    drawn = networkx.DiGraph([("a", "b"), ("b", "c")])
    networkx.set_node_attributes(drawn, {"a": "first", "b": "step", "c": "step"}, "kind")
    networkx.set_node_attributes(drawn, {"a": 0, "b": 1, "c": 2}, "row")
    other = from_networkx(drawn, "kind", {"x": "row"})
    for graph in (sequence, other):
        assert graph.cells == edges.cells
        assert np.array_equal(graph.offsets, edges.offsets)
        assert np.array_equal(graph.children, edges.children)
        assert np.array_equal(graph.pulls["x"], edges.pulls["x"])
        assert graph.reads is not None
        assert graph.reads.tolist() == [2]


def test_networkx_slots_order_children() -> None:
    drawn = networkx.DiGraph()
    drawn.add_edge("left", "top", slot=1)
    drawn.add_edge("right", "top", slot=0)
    assert from_networkx(drawn, lambda node: "c").children.tolist() == [2, 0]


def test_heights_do_not_need_children_first() -> None:
    forwards = from_children(["a"] * 4, [[], [0], [1, 0], [2]])
    backwards = from_children(["a"] * 4, [[1], [2, 3], [3], []])
    assert forwards.heights.tolist() == [0, 1, 2, 3]
    assert backwards.heights.tolist() == [3, 2, 1, 0]


def nest_with_itself() -> list:
    inner: list = []
    inner.append([inner])
    return inner


@pytest.mark.parametrize(
    ("build", "message"),
    [
        pytest.param(lambda: from_children([], []), "no vertices.*leave empty examples out", id="empty"),
        pytest.param(
            lambda: from_children(["a", "b", "c"], [[2], [0], [1]]),
            r"vertex 0 \(cell `a`\).*\(0 -> 2 -> 1 -> 0\)",
            id="cycle",
        ),
        pytest.param(
            lambda: from_children(["a", "b"], [[], [5]]),
            r"vertex 1 \(cell `b`\).*child 5.*not",
            id="dangling",
        ),
        pytest.param(
            lambda: from_children(["a", "b"], [[], [-1]]), r"vertex 1 \(cell `b`\).*negative", id="negative"
        ),
        pytest.param(lambda: from_children(["a"], [[], []]), "1 cells and 2 lists", id="lengths"),
        pytest.param(
            lambda: from_children(["a"], [[]], {"x": [-3]}), r"vertex 0 \(cell `a`\) pulls row -3", id="pull"
        ),
        pytest.param(
            lambda: from_children(["a"], [[]], {"x": [0, 1]}), "2 rows for 1 vertices", id="pull length"
        ),
        pytest.param(lambda: from_children(["a"], [[]], reads=[4]), "`reads` names vertex 4", id="reads"),
        pytest.param(
            lambda: InstanceGraph(("a", "b"), [0, 2, 1], [0]), "vertex 1.*negative number", id="offsets"
        ),
        pytest.param(lambda: InstanceGraph(("a",), [0, 2], [0]), "`offsets` has 2 entries", id="offsets end"),
        pytest.param(lambda: from_edges(["a"], [(0, 3)]), r"edge \(0, 3\)", id="edge"),
        pytest.param(lambda: from_sequence(0, "a"), "length 0", id="no steps"),
        pytest.param(lambda: from_networkx(networkx.Graph([(1, 2)])), "undirected", id="undirected"),
        pytest.param(
            lambda: from_nested(nest_with_itself(), lambda n: n, lambda n: "a"),
            "contains itself",
            id="nested cycle",
        ),
    ],
)
def test_bad_graphs_are_refused_with_a_remedy(build, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        build()

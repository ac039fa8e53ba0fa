"""XLA ends the process where it gets no memory mappings for its code: no network may take the last of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import Network, from_children, vertex_function
from hybridize_runtime.execute import mappings

pytestmark = [
    pytest.mark.tf,
    pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="the system does not list mappings"),
]


@pytest.fixture
def network(monkeypatch):
    monkeypatch.setattr(mappings, "_found", [])

    @vertex_function(arity=0)
    def leaf(v) -> None:
        v.scatter(h=v.pull("x"))

    @vertex_function(arity=2)
    def inner(v) -> None:
        v.scatter(h=tf.tanh(v.gather(0).h - 2.0 * v.gather(1).h))

    return Network([leaf, inner], {"h": 2}, {"x": 2}, small_tile_sizes=(2,))


def chain(leaves: int):
    """A tree that only grows to the right: one leaf, then a leaf and an inner vertex in turns."""
    children = [[], *(pair for i in range(1, leaves) for pair in ([], [2 * i - 2, 2 * i - 1]))]
    rows = [0, *(row for leaf in range(1, leaves) for row in (leaf, -1))]
    return from_children(["inner" if c else "leaf" for c in children], children, {"x": rows})


def test_what_is_compiled_stays_and_further_sizes_run_in_the_loop(network, monkeypatch) -> None:
    small, large = [chain(3)] * 2, [chain(60)] * 3
    x = tf.constant(np.random.default_rng(0).normal(size=[180, 2]), tf.float32)
    network(small, {"x": x[:6]}, "small-tiles", gradients=False)
    monkeypatch.setattr(mappings, "most", lambda: mappings.used())
    network(small, {"x": x[:6]}, "small-tiles", gradients=False)
    with pytest.warns(RuntimeWarning, match="vm.max_map_count"):
        found = network(large, {"x": x}, "small-tiles", gradients=False)
    assert "loop" in {executor for executor, _ in network.traces}
    np.testing.assert_allclose(found.state["h"], network(large, {"x": x}, "eager").state["h"], rtol=1e-5)
    assert mappings.exhausted()


def test_there_is_room_in_a_young_process() -> None:
    assert mappings.used() < mappings.SHARE * mappings.most()

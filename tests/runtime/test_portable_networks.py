"""Networks as archives: the same results as TensorFlow, in the same process and without TensorFlow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hybridize_runtime import vm
from hybridize_runtime.errors import CellError, GraphError, InputError
from hybridize_runtime.models.trees import binary_tree
from hybridize_runtime.portable.buckets import Rule
from hybridize_runtime.vm.schedule import cost
from portable_models import (
    UNITS,
    Batch,
    assert_equal,
    by_archive,
    by_tensorflow,
    exported,
    random_batch,
)

pytestmark = pytest.mark.tf

RULE = Rule(batches=(6,), most=1, draws=20, tiles=(4,))
MODELS = ("lstm", "tree-lstm")


@pytest.fixture(scope="module")
def archives(tmp_path_factory) -> dict[str, tuple[Any, Path]]:
    folder = tmp_path_factory.mktemp("archives")
    return {name: (exported(name, folder / name, RULE), folder / name) for name in MODELS}


@pytest.fixture(scope="module")
def cache(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("kernels")


@pytest.mark.parametrize("name", MODELS)
def test_results_and_gradients_equal_those_of_tensorflow(archives, cache, name: str) -> None:
    model, path = archives[name]
    loaded, rng = vm.load(path, cache=cache), np.random.default_rng(1)
    loaded.warm_up()
    before = loaded.compilations
    for _ in range(12):
        batch = random_batch(name, rng, most=5)
        assert_equal(by_archive(loaded, batch), by_tensorflow(model, batch))
    assert loaded.compilations == before


@pytest.mark.parametrize("name", MODELS)
def test_a_batch_that_is_too_large_is_run_in_parts(archives, cache, name: str) -> None:
    model, path = archives[name]
    rng = np.random.default_rng(2)
    batch = random_batch(name, rng, most=5)
    while len(batch.graphs) < 20:
        more = random_batch(name, rng, most=5)
        inputs = {key: np.concatenate([rows, more.inputs[key]]) for key, rows in batch.inputs.items()}
        batch = Batch(inputs, np.concatenate([batch.y, more.y]), [*batch.graphs, *more.graphs])
    assert_equal(by_archive(vm.load(path, cache=cache), batch), by_tensorflow(model, batch))


def test_a_graph_that_comes_again_is_computed_in_fewer_tiles(archives, cache) -> None:
    """By depth 5, 3, 2, 1 and 1 vertices: six tiles of four rows.  One of the five can wait: five tiles."""
    model, path = archives["tree-lstm"]
    loaded = vm.load(path, cache=cache)
    graph = binary_tree((((((0, 1), 2), 3), 4), (((5, 6), (7, 8)), ((9, 10), (11, 12)))))
    x = np.random.default_rng(0).normal(size=(13, UNITS)).astype(np.float32)
    batch = Batch({"x": x}, np.zeros((1, UNITS), np.float32), [graph])
    want, rows = by_tensorflow(model, batch), []
    for _ in range(3):
        np.testing.assert_allclose(loaded([graph], {"x": x})["h"], want["state.h"], rtol=1e-5, atol=2e-6)
        (planned,) = loaded._batches.values()
        rows.append(cost(planned.plan, 4, loaded.manifest.network.cuts, 0))
    assert rows == [24, 20, 20]


def test_steps_of_gradient_descent_are_those_of_tensorflow(archives, cache) -> None:
    model, path = archives["lstm"]
    loaded = vm.load(path, cache=cache)
    batch = random_batch("lstm", np.random.default_rng(3), most=4)
    first = by_tensorflow(model, batch)
    graphs, inputs, y = batch.graphs, batch.inputs, batch.y
    start = loaded.weights()
    losses = [loaded.step(graphs, inputs, {"y": y}, 0.05) for _ in range(3)]
    np.testing.assert_allclose(losses[0], first["loss"], rtol=1e-5)
    assert losses[2] < losses[1] < losses[0]
    again = vm.load(path, cache=cache)
    again.step(graphs, inputs, {"y": y}, 0.05)
    for weight, value in again.weights().items():
        np.testing.assert_allclose(value, start[weight] - 0.05 * first[f"d.{weight}"], rtol=1e-5, atol=1e-6)


def test_after_a_step_batches_on_one_thread_use_the_new_weights(archives, cache) -> None:
    _, path = archives["lstm"]
    batch = random_batch("lstm", np.random.default_rng(6), most=3)
    graphs, inputs, y = batch.graphs, batch.inputs, batch.y
    loaded, other = vm.load(path, cache=cache), vm.load(path, cache=cache)
    before = loaded(graphs, inputs)["h"].copy()
    for model in (loaded, other):
        model.step(graphs, inputs, {"y": y}, 0.1)
    after = loaded(graphs, inputs)["h"]
    np.testing.assert_array_equal(after, other(graphs, inputs)["h"])
    assert not np.allclose(after, before)


def test_kernels_are_compiled_once_per_device_and_kept_on_disk(archives, tmp_path) -> None:
    _, path = archives["lstm"]
    loaded = vm.load(path, cache=tmp_path)
    count = loaded.warm_up()
    assert loaded.compilations == count == len(list(tmp_path.iterdir()))
    again = vm.load(path, cache=tmp_path)
    again.warm_up()
    assert again.compilations == 0
    for kernel in tmp_path.iterdir():
        kernel.write_bytes(kernel.read_bytes()[:-1] + b"?")
    damaged = vm.load(path, cache=tmp_path)
    damaged.warm_up()
    assert damaged.compilations == count


def test_an_archive_has_the_same_bytes_when_it_is_written_again(archives, tmp_path) -> None:
    _, path = archives["lstm"]
    exported("lstm", tmp_path / "lstm", RULE)
    assert (tmp_path / "lstm").read_bytes() == path.read_bytes()


def test_requests_are_merged_into_batches(archives, cache) -> None:
    model, path = archives["tree-lstm"]
    loaded, rng = vm.load(path, cache=cache), np.random.default_rng(4)
    requests = [random_batch("tree-lstm", rng, most=2) for _ in range(6)]
    with vm.Service(loaded, wait=0.2) as service:
        futures = [service.submit(request.graphs, request.inputs) for request in requests]
        found = [future.result(60) for future in futures]
    assert service.batches < len(requests)
    for result, request in zip(found, requests, strict=True):
        want = by_tensorflow(model, request)
        np.testing.assert_allclose(result["h"], want["state.h"], rtol=1e-5, atol=1e-6)


def test_a_bad_request_fails_alone(archives, cache) -> None:
    _, path = archives["lstm"]
    batch = random_batch("lstm", np.random.default_rng(5), most=2)
    with vm.Service(vm.load(path, cache=cache), wait=0.2) as service:
        good, bad = service.submit(batch.graphs, batch.inputs), service.submit(batch.graphs, {})
        assert good.result(60)["h"].shape == (len(batch.graphs), 6)
        with pytest.raises(InputError, match="`x` is missing"):
            bad.result(60)


def test_what_does_not_fit_is_refused(archives, cache) -> None:
    _, path = archives["lstm"]
    loaded = vm.load(path, cache=cache)
    from hybridize_runtime.graph.builders import from_sequence

    with pytest.raises(GraphError, match="was exported for: 499 vertices of `step` with 1 children, where"):
        loaded([from_sequence(500, "step", first="start")], {"x": np.zeros((500, 6), np.float32)})
    with pytest.raises(GraphError, match="no such cell"):
        loaded([from_sequence(2, "leaf")], {"x": np.zeros((2, 6), np.float32)})
    with pytest.raises(InputError, match="there is no input `z`"):
        loaded([from_sequence(2, "step", first="start")], {"z": np.zeros((2, 6))})
    with pytest.raises(ValueError, match="no platform `tpu`"):
        vm.load(path, device="tpu")


def test_functions_without_a_fixed_module_cannot_be_exported(tmp_path) -> None:
    import tensorflow as tf
    from hybridize_runtime import Network, export, from_sequence, vertex_function

    @vertex_function(arity=(0, 1))
    def look(v) -> None:
        v.scatter(h=tf.strings.to_number(tf.strings.as_string(v.pull("x"))))

    with pytest.raises(CellError, match="cannot be exported"):
        export(Network([look], {"h": 2}, {"x": 2}), [from_sequence(2, "look")], tmp_path / "a")
    with pytest.raises(CellError, match="takes a network"):
        export(object(), [from_sequence(2, "look")], tmp_path / "a")
    with pytest.raises(GraphError, match="needs example graphs"):
        export(Network([look], {"h": 2}, {"x": 2}), [], tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_cells_without_weights_and_of_more_children_than_the_examples_have(tmp_path) -> None:
    import tensorflow as tf
    from hybridize_runtime import Network, export, from_sequence, vertex_function

    @vertex_function(arity=(0, 7))
    def cell(v) -> None:
        v.scatter(h=tf.tanh(v.pull("x") + v.sum(v.gather().h)))

    graphs, x = [from_sequence(3, "cell")], np.linspace(-1.0, 1.0, 6, dtype="float32").reshape(3, 2)
    network = Network([cell], {"h": 2}, {"x": 2})
    rule = Rule(batches=(1,), most=1, draws=1, tiles=(4,))
    export(network, graphs, tmp_path / "a", loss=lambda state, _: tf.reduce_sum(state["h"], 1), rule=rule)
    loaded = vm.load(tmp_path / "a", cache=tmp_path / "cache")
    want = network(graphs, {"x": x}).state["h"]
    np.testing.assert_allclose(loaded(graphs, {"x": x})["h"], want, rtol=1e-6)
    np.testing.assert_allclose(loaded.gradients(graphs, {"x": x}, {})[0], tf.reduce_sum(want), rtol=1e-6)


def test_shared_rows_that_no_example_pulls_and_constants_of_truth_values(tmp_path) -> None:
    import tensorflow as tf
    from hybridize_runtime import Network, Rows, export, from_sequence, vertex_function

    width = 134
    odd = tf.constant(np.random.default_rng(0).random([2, width]) < 0.5)

    @vertex_function(arity=(0, 1))
    def cell(v) -> None:
        x = v.pull("x")
        v.scatter(h=tf.where(odd[0], x, -2.0 * x) + tf.where(odd[1], v.sum(v.gather().h), 0.5))

    network = Network([cell], {"h": width}, {"x": Rows((width,), shared=True)})
    graphs = [from_sequence(3, "cell"), from_sequence(5, "cell")]
    x = np.random.default_rng(1).normal(size=[9, width]).astype("float32")
    export(network, graphs[:1], tmp_path / "a", rule=Rule(batches=(1,), most=1, draws=1, tiles=(4,)))
    loaded = vm.load(tmp_path / "a", cache=tmp_path / "cache")
    want = network(graphs[:1], {"x": x}).state["h"]
    np.testing.assert_allclose(loaded(graphs[:1], {"x": x})["h"], want, rtol=1e-6)
    with pytest.raises(GraphError, match="5 rows of `x`, where it has room for 3"):
        loaded(graphs[1:], {"x": x})


def _agrees(seed: int, count: int, tiles: tuple[int, ...], folder: Path) -> None:
    """A random network of several cells, in float64: states, pushed rows and gradients of random graphs."""
    import tensorflow as tf
    from hybridize_runtime import export
    from random_networks import random_graph as graph_of
    from random_networks import random_model

    model, rng = random_model(seed), np.random.default_rng(seed)

    def loss(state: Any, _: Any) -> Any:
        return sum(tf.reduce_sum(tf.sin(2.0 * rows), 1) for rows in state.values())

    def graphs(n: int) -> list[Any]:
        return [graph_of(model, rng, shared=bool(rng.random() < 0.5)) for _ in range(n)]

    rule = Rule(batches=(4,), most=1, draws=20, tiles=tiles)
    export(model.network, graphs(60), folder / "a", loss=loss, rule=rule)
    loaded, width = vm.load(folder / "a", cache=folder / "cache"), model.network.inputs["x"].shape
    refused = 0
    for _ in range(count):
        batch = graphs(int(rng.integers(1, 5)))
        x = rng.normal(size=[sum(graph.rows["x"] for graph in batch), *width])
        with tf.GradientTape() as tape:
            outputs = model.network(batch, {"x": x}, "loop")
            total = tf.reduce_sum(loss(outputs.state, {}))
        want = {**outputs.state, **{f"pushed.{name}": rows for name, rows in outputs.pushed.items()}}
        try:
            found = loaded(batch, {"x": x})
        except GraphError:  # one graph has more vertices of a kind than the four of any drawn batch
            refused += 1
            continue
        assert found.keys() == want.keys()
        for name, rows in want.items():
            np.testing.assert_allclose(found[name], rows, rtol=1e-9, atol=1e-9)
        value, gradients = loaded.gradients(batch, {"x": x}, {})
        np.testing.assert_allclose(value, total, rtol=1e-9)
        wanted = tape.gradient(total, model.variables, unconnected_gradients="zero")
        for variable, gradient in zip(model.variables, wanted, strict=True):
            mine = gradients.get(variable.name.split(":")[0], np.zeros(variable.shape))
            np.testing.assert_allclose(mine, tf.convert_to_tensor(gradient), rtol=1e-8, atol=1e-8)
    assert refused <= count // 4


@pytest.mark.parametrize(("seed", "tile"), [pytest.param(12, 4, marks=pytest.mark.slow), (15, 1)])
def test_random_networks_agree_with_tensorflow(tmp_path, seed: int, tile: int) -> None:
    _agrees(seed, 8, (tile,), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_200_graphs_of_more_random_networks(tmp_path, seed: int) -> None:
    _agrees(seed, 200, (1, 4), tmp_path)

"""Encoders and mixtures of experts as archives: any lengths and numbers of rows, the results of TensorFlow."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import vm
from hybridize_runtime.errors import CellError, InputError
from hybridize_runtime.models import Encoder, MixtureOfExperts
from hybridize_runtime.portable import SequenceRule, export_encoder, export_experts
from hybridize_runtime.portable.experts import BRANCHES
from hybridize_runtime.vm.groups import geometric, groups_of

pytestmark = pytest.mark.tf

RULE = SequenceRule(
    least=4, most=12, ratio=3.0, batches=(1, 3), fused=1
)  # two lengths, and three of one alone


def step_loss(out: Any, targets: Any) -> Any:
    return tf.reduce_sum((out - targets["y"]) ** 2, 1)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory) -> tuple[Any, Any]:
    tf.keras.utils.set_random_seed(5)
    model = Encoder(tokens=20, places=16, units=8, heads=2, hidden=12, layers=3)
    folder = tmp_path_factory.mktemp("encoder")
    export_encoder(model, folder / "a", RULE, loss=step_loss, targets={"y": 8})
    return model, vm.load(folder / "a", cache=folder / "cache")


def test_an_encoder_serves_all_lengths_without_compiling_again(encoder) -> None:
    model, loaded = encoder
    loaded.warm_up()
    before, rng = loaded.compilations, np.random.default_rng(0)
    for _ in range(12):
        lengths = rng.integers(1, 13, int(rng.integers(1, 9))).astype(np.int32)
        ids = rng.integers(0, 20, int(lengths.sum())).astype(np.int32)
        found = loaded.run("forward", ids=ids, lengths=lengths)["out"]
        np.testing.assert_allclose(found, model(ids, lengths), rtol=2e-5, atol=2e-5)
    assert loaded.compilations == before


def _layer_names(model: Any) -> list[tuple[str, Any]]:
    """Variables with their names in the archive: those of the layers after the first are numbered."""
    layers = [
        (f"{v.name.split(':')[0]}{f'~{i + 1}' if i else ''}", v)
        for i, layer in enumerate(model.layers)
        for v in layer.trainable_variables
    ]
    return [("tokens", model.tokens), ("places", model.places), *layers]


def _size(*gradients: np.ndarray) -> float:
    """The largest magnitude in gradients, which their rounding grows with; at least 1."""
    return max(1.0, *(float(np.abs(gradient).max()) for gradient in gradients))


def test_gradients_of_an_encoder_are_those_of_tensorflow(encoder) -> None:
    model, loaded = encoder
    loaded.warm_up()
    before, rng = loaded.compilations, np.random.default_rng(3)
    names, variables = zip(*_layer_names(model), strict=True)
    for _ in range(8):
        lengths = rng.integers(1, 13, int(rng.integers(1, 9))).astype(np.int32)
        steps = int(lengths.sum())
        ids, y = rng.integers(0, 20, steps).astype(np.int32), rng.normal(size=(steps, 8)).astype(np.float32)
        with tf.GradientTape() as tape:
            total = tf.reduce_sum(step_loss(model(ids, lengths), {"y": y}))
        want = tape.gradient(total, variables)
        found = loaded.run("training", ids=ids, lengths=lengths, y=y)
        np.testing.assert_allclose(found.pop("loss"), total, rtol=1e-5)
        assert found.keys() == {*names}
        for name, gradient in zip(names, want, strict=True):
            dense = np.asarray(tf.convert_to_tensor(gradient))
            np.testing.assert_allclose(found[name], dense, rtol=1e-4, atol=1e-5 * _size(dense), err_msg=name)
    assert loaded.compilations == before


def test_results_of_an_encoder_stay_when_its_buffers_are_used_again(encoder) -> None:
    _, loaded = encoder
    first = loaded.run("forward", ids=np.arange(5, dtype=np.int32), lengths=np.array([5]))["out"]
    copy = first.copy()
    loaded.run("forward", ids=np.arange(6, 11, dtype=np.int32), lengths=np.array([5]))
    np.testing.assert_array_equal(first, copy)


def test_archives_of_version_1_are_read(tmp_path) -> None:
    """The file was written by the version before `collect`: groups are put into one buffer, by modules of its own."""
    loaded = vm.load(Path(__file__).parent / "data" / "encoder-version-1.hyb", cache=tmp_path)
    model = Encoder(tokens=8, places=8, units=4, heads=2, hidden=6, layers=1)
    stored = loaded.weights()
    for name, variable in _layer_names(model):
        variable.assign(stored[name])
    lengths = np.array([3, 8, 2, 4, 7], np.int32)
    ids = np.arange(lengths.sum(), dtype=np.int32) % 8
    found = loaded.run("forward", ids=ids, lengths=lengths)["out"]
    np.testing.assert_allclose(found, model(ids, lengths), rtol=2e-5, atol=2e-5)


def test_the_parts_of_dense_layers_yield_what_the_whole_does() -> None:
    model, rng = Encoder(tokens=8, places=8, units=4, heads=2, hidden=6, layers=1), np.random.default_rng(0)
    layer, x = model.layers[0], rng.normal(size=(2, 5, 4)).astype(np.float32)
    for count in (1, 2, 3):
        found = layer(x, np.array([5, 3]), layer.dense_parts(count))
        np.testing.assert_allclose(found, layer(x, np.array([5, 3])), rtol=1e-5, atol=1e-6)


def test_more_experts_than_branches_share_one_array(tmp_path: Path) -> None:
    model = MixtureOfExperts(BRANCHES + 1, 3, 2)
    export_experts(model, tmp_path / "a", rows=(1, 9), ratio=9.0)
    loaded, x = vm.load(tmp_path / "a", cache=tmp_path / "cache"), np.ones((7, 3), np.float32)
    assert {*loaded.weights()} == {"gate", "w_in", "w_out"}
    np.testing.assert_allclose(loaded.run("forward", x=x)["out"], model(x), rtol=1e-5, atol=1e-6)


def test_sequences_that_do_not_fit_are_refused(encoder) -> None:
    _, loaded = encoder
    for lengths, message in [
        ([13], "exported for at most 12"),
        ([], "at least one sequence"),
        ([0, 2], "none may be empty"),
    ]:
        with pytest.raises(InputError, match=message):
            loaded.run("forward", ids=np.zeros(sum(lengths), np.int32), lengths=np.array(lengths, np.int32))


def test_layers_of_different_forms_are_refused(tmp_path) -> None:
    model = Encoder(tokens=4, places=8, units=4, heads=2, hidden=4, layers=3)
    model.layers[2].heads = 1
    with pytest.raises(CellError, match="different forms"):
        export_encoder(model, tmp_path / "a", SequenceRule(least=4, most=4, batches=(1,), fused=1))


@pytest.mark.parametrize(("experts", "k"), [pytest.param(5, 1, marks=pytest.mark.slow), (3, 2)])
def test_experts_get_the_rows_of_tensorflow(tmp_path: Path, experts: int, k: int) -> None:
    tf.keras.utils.set_random_seed(6)
    model = MixtureOfExperts(experts, 4, 6, k=k)
    export_experts(model, tmp_path / "a", rows=(1, 40), ratio=7.0, tile=4, loss=step_loss, targets={"y": 4})
    loaded, rng = vm.load(tmp_path / "a", cache=tmp_path / "cache"), np.random.default_rng(1)
    before = loaded.warm_up()
    for rows in (1, 2, 7, 19, 40):
        x = rng.normal(size=(rows, 4)).astype(np.float32)
        np.testing.assert_allclose(loaded.run("forward", x=x)["out"], model(x), rtol=1e-5, atol=1e-6)
        y = rng.normal(size=(rows, 4)).astype(np.float32)
        with tf.GradientTape() as tape:
            total = tf.reduce_sum(step_loss(model(x), {"y": y}))
        want = tape.gradient(total, {n: getattr(model, n) for n in ("gate", "w_in", "w_out")})
        found = loaded.run("training", x=x, y=y)
        np.testing.assert_allclose(found.pop("loss"), total, rtol=1e-5)
        gradients = {name: tf.convert_to_tensor(gradient).numpy() for name, gradient in want.items()}
        for name, gradient in gradients.items():
            # With k = 1 the gate has no part in the loss: TensorFlow's gradient of it is the rounding of the others.
            size = _size(*gradients.values()) if name == "gate" and k == 1 else 1.0
            np.testing.assert_allclose(found[name], gradient, rtol=1e-4, atol=1e-5 * size)
    assert loaded.compilations == before
    with pytest.raises(InputError, match="has 41 rows; the archive was exported for at most 40"):
        loaded.run("forward", x=np.zeros((41, 4), np.float32))


def test_geometric_sizes_are_bounded_and_end_at_the_largest() -> None:
    assert geometric(1, 100, 2.0) == (1, 2, 4, 8, 16, 32, 64, 100)
    assert geometric(8, 32, 1.125, 4) == (8, 12, 16, 20, 24, 28, 32)
    assert geometric(7, 7, 1.5) == (7,)
    for ratio in (1.1, 1.3, 2.0):
        sizes = geometric(5, 500, ratio)
        assert sizes[-1] == 500
        assert all(b <= a * ratio + 1 for a, b in pairwise(sizes))


def test_groups_hold_every_step_once() -> None:
    rng = np.random.default_rng(2)
    for _ in range(50):
        lengths = rng.integers(1, 30, int(rng.integers(1, 20)))
        groups, found = groups_of(lengths, (1, 2, 8), geometric(4, 32, 1.3), 64)
        rows = np.concatenate([group["index"].reshape(-1) for group in groups])
        assert len(rows) == found["steps"]
        np.testing.assert_array_equal(rows[found["places"]], np.arange(lengths.sum()))
        assert sorted(np.concatenate([group["real"] for group in groups])) == sorted(lengths)
        assert all(group["batch"] == 1 or group["batch"] * group["length"] <= 64 for group in groups)

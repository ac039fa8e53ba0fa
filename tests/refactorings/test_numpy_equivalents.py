"""Every pair of the NumPy table gives the same values and the same dtype, on random arguments."""

import inspect

import pytest
from hybridize_refactorings.repairs.numpy_to_tensorflow import EQUIVALENTS

pytestmark = pytest.mark.tf
DTYPES = ("float32", "float64", "float16")
BINARY = ("maximum", "minimum", "add", "subtract", "multiply")


def arguments(name, np, dtype, rng):
    """Positional arguments of one call, as the repair would pass them on."""
    x = rng.normal(size=(3, 4)).astype(dtype)
    if name in ("log", "sqrt"):
        return [[np.abs(x) + dtype_one(np, dtype)]]
    if name == "log1p":
        return [[np.abs(x)]]
    if name in BINARY:
        return [[x, rng.normal(size=(3, 4)).astype(dtype)], [x, 0.5], [x, rng.normal(size=4).astype(dtype)]]
    special = {
        "clip": [[x, -0.5, 0.5]],
        "matmul": [[x, rng.normal(size=(4, 2)).astype(dtype)]],
        "reshape": [[x, [4, 3]], [x, [-1]]],
        "expand_dims": [[x, 0], [x, -1]],
        "squeeze": [[x[:1]], [x[:1], 0]],
        "isnan": [[np.where(x > 0, x, np.nan).astype(dtype)]],
        "isinf": [[np.where(x > 0, x, np.inf).astype(dtype)]],
    }
    if "keepdims" in EQUIVALENTS[name][1]:
        return [[x], [x, 0], [x, -1]]
    return special.get(name, [[x]])


def dtype_one(np, dtype):
    return np.ones([], dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", EQUIVALENTS)
def test_values_and_dtype_are_the_same(name, dtype):
    np, tf = pytest.importorskip("numpy"), pytest.importorskip("tensorflow")
    function = tf
    for part in EQUIVALENTS[name][0].split("."):
        function = getattr(function, part)
    rng = np.random.default_rng(0)
    tolerance = 2e-2 if dtype == "float16" else 1e-5
    for given in arguments(name, np, dtype, rng):
        expected = getattr(np, name)(*given)
        eager = function(tf.constant(given[0]), *given[1:])
        graph = tf.function(function)(tf.constant(given[0]), *given[1:])
        for found in (eager, graph):
            assert found.dtype.name == np.asarray(expected).dtype.name
            np.testing.assert_allclose(found.numpy(), expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", EQUIVALENTS)
def test_keywords_exist(name):
    tf = pytest.importorskip("tensorflow")
    function = tf
    for part in EQUIVALENTS[name][0].split("."):
        function = getattr(function, part)
    assert set(EQUIVALENTS[name][1].values()) <= set(inspect.signature(function).parameters)

"""`tf.cast` of an array is, bit for bit, what an eager operation makes of it beside a tensor."""

import operator
from functools import cache

import pytest
from hybridize_refactorings.repairs.eager_dtype_to_cast import ARRAYS, OPERATIONS, TENSORS

pytestmark = pytest.mark.tf

PYTHON = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lt", "le", "gt", "ge", "eq", "ne")


def awkward(np, dtype):
    """Numbers that the other dtypes round, cut off or have no room for."""
    if dtype == "bool":
        return np.array([True, False, True, True])
    kind = np.dtype(dtype)
    if kind.kind in "iu":
        return np.array([3, 7, np.iinfo(kind).max - 1, np.iinfo(kind).min], kind)
    return np.array([0.1, -3.3, np.finfo(kind).max, 1 / 3], kind)


@cache
def cast_in_graph(dtype, other):
    """An array of the other dtype, and what `tf.cast` makes of it in a graph."""
    np, tf = pytest.importorskip("numpy"), pytest.importorskip("tensorflow")
    array = awkward(np, other)
    return array, tf.function(lambda x: tf.cast(x, dtype))(array)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", [*PYTHON, *OPERATIONS])
def test_cast_gives_what_the_eager_operation_makes_of_an_array(name):
    tf = pytest.importorskip("tensorflow")
    operation = getattr(operator, name) if name in PYTHON else operator.attrgetter(name)(tf)
    for dtype in TENSORS:
        tensor = tf.constant([1.5, 2.0, 0.1, 4.0], dtype)
        for other in sorted(ARRAYS - {dtype}):
            array, cast = cast_in_graph(dtype, other)
            for eager, graph in (
                (operation(tensor, array), operation(tensor, cast)),
                (operation(array, tensor), operation(cast, tensor)),
            ):
                assert eager.dtype == graph.dtype
                assert eager.numpy().tobytes() == graph.numpy().tobytes(), (dtype, other)

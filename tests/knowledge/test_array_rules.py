"""What is said of NumPy's dtypes and shapes is what NumPy gives, and so for indexing and arithmetic of tensors."""

import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest
from hybridize_analyzer.domain.values import Array, Tensor
from hybridize_analyzer.knowledge.arrays import ARRAYS
from hybridize_analyzer.shapes.promotion import promote, with_number
from prediction import disagreement, known_parts, predict
from sample_draw import Draw

DTYPES = """bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64
complex128""".split()
SETTINGS = hypothesis.settings(
    max_examples=20,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore:.*deprecated:DeprecationWarning")
UNARY = [f"np.{n}(a)" for n, (shape, _) in ARRAYS.items() if shape == "same"]
BINARY = [
    f"np.{n}({text})"
    for n, (shape, _) in ARRAYS.items()
    if shape == "binary"
    for text in ("a, b", "a, 2", "1.5, b")
]
REDUCED = [
    f"np.{n}(a{text})"
    for n, (shape, _) in ARRAYS.items()
    if shape in ("reduce", "np_arg", "np_average")
    for text in ("", ", axis=0", ", axis=-1", ", axis=1, keepdims=True")
]
OTHERS = (
    """np.where(a > 0, a, b)|np.where(a > 0, 1.5, a)|np.where(a)|np.zeros_like(a)|np.ones_like(a, dtype=np.int32)
np.full_like(a, 2)|np.cumsum(a)|np.cumsum(a, axis=0)|np.cumprod(a, 1)|np.argsort(a)|np.reshape(a, (3, -1))
np.reshape(a, -1)|a.reshape(3, -1)|a.reshape((-1, 1))|a.reshape(-1)|np.ravel(a)|a.ravel()|a.flatten()
np.transpose(a)|np.transpose(a, (1, 0))|a.transpose(1, 0)|a.T|np.expand_dims(a, 0)|np.expand_dims(a, (0, -1))
np.squeeze(a)|np.concatenate([a, a])|np.concatenate((a, b), axis=1)|np.concatenate([a, a], axis=None)
np.stack([a, a])|np.stack([a, a], axis=-1)|np.vstack([a, a])|np.hstack([a, b])|np.vstack([[1, 2], [3, 4]])
np.hstack([[1, 2], [3]])|np.broadcast_to(a[0], (5, 3))|np.swapaxes(a, 0, 1)|np.moveaxis(a, 0, -1)
np.repeat(a, 2)|np.repeat(a, 3, axis=1)|np.tile(a, 2)|np.tile(a, (2, 1, 3))|np.pad(a, 1)
np.pad(a, ((1, 0), (2, 2)))|np.pad(a, (1, 2), mode='edge')|np.take(a, [0, 1])|np.take(a, 0, axis=1)|np.diag(a)
np.diag(a[0])|np.diagonal(a)|np.trace(a)|np.zeros((2, 3))|np.zeros(3, np.int32)|np.ones([2], dtype=bool)
np.empty((2, 0), 'float32')|np.full((2, 3), 7)|np.full((2,), 1.5)|np.full(3, 2, dtype=np.float32)|np.eye(3)
np.eye(2, 4)|np.identity(3)|np.arange(5)|np.arange(1, 6, 2)|np.arange(1.0, 2.0, 0.5)
np.arange(3, dtype=np.float32)|np.arange(5, 0, -2)|np.linspace(0, 1)|np.linspace(0.0, 1.0, 5)
np.linspace(a[0], 1.0, 5)|np.logspace(0, 1, 4)|np.array([1, 2])|np.array([[1.0], [2]])
np.array([1, 2], dtype=np.float32)|np.array(3)|np.asarray(a)|np.array([True, False])|np.array((a, a))
np.array([1, 2], float)|np.atleast_1d(3)|np.atleast_2d([1, 2])|np.matmul(a, a.T)|np.dot(a, a.T)
np.dot(a[0], a[0])|np.dot(a, 2)|a.dot(a.T)|np.matmul(a, a[0])|np.tensordot(a, a, axes=([0], [0]))
np.einsum('ij,kj->ik', a, a)|np.outer(a[0], a[:, 0])|np.inner(a[0], a[0])|np.diff(a)|np.diff(a, axis=0)
np.size(a)|np.ndim(a)|np.linalg.norm(a)|np.linalg.norm(a, axis=-1)|np.linalg.inv(s)|np.linalg.det(s)
np.linalg.cholesky(s)|np.linalg.solve(s, a.T)|np.linalg.eigh(s)|np.linalg.pinv(a)|np.unique(a)|np.flatnonzero(a)
np.argwhere(a)|np.meshgrid(a[0], a[:, 0])|np.random.rand(2, 3)|np.random.randn()|np.random.normal(size=(2, 3))
np.random.uniform(0, 1, 5)|np.random.randint(0, 5, (2,))|np.random.random((2, 2))|np.random.permutation(5)
np.random.permutation(a)|a.astype(np.float32)|a.astype('int64')|a.astype(float)|a.sum()|a.sum(0)|a.mean(axis=1)
a.max()|a.argmax()|a.std(axis=0)|a.copy()|a.clip(0, 1)|a.min(axis=-1)|a.all()|a.cumsum()|np.float32(a)
np.float32(3)|np.clip(a, 0, 1)|np.clip(a, 0.5, None)|np.shape(a)|np.square(a) + 1|a * 2.0|a + b|a / 2|a // 2
a ** 2|2 - a|a @ a.T|a @ a[0]|a[0] @ a.T|a[0] @ a[0]|a > 1|-a|np.isclose(a, b)|np.round(a, 1)|np.all(a, axis=(0, 1))
np.sum(a, axis=(0, 1), keepdims=True)|np.linalg.eigvalsh(s)
np.random.RandomState(0).randn(2, 3)|np.random.RandomState(0).rand()|np.random.RandomState(0).randint(5)
np.random.RandomState(0).normal(0.0, 1.0, (2, 3))|np.random.RandomState(0).randint(0, 5, size=4)
np.random.RandomState(0).uniform(size=[2])|np.random.RandomState(0).permutation(5)
np.random.RandomState(0).choice(5, 3)|np.random.RandomState(0).choice(a[0], (2, 1))|np.random.RandomState(0).choice(3)
np.random.RandomState(0).choice([1.0, 2.0], 2)|np.random.RandomState(0).permutation(a)
np.random.default_rng(0).random((2, 3))|np.random.default_rng(0).random((2,), np.float32)
np.random.default_rng(0).standard_normal((2, 3), dtype=np.float32)|np.random.default_rng(0).normal(size=(2, 3))
np.random.default_rng(0).integers(5)|np.random.default_rng(0).integers(0, 5, 3)|np.random.default_rng(0).random()
np.random.default_rng(0).integers(0, 5, (2,), np.int32)|np.random.default_rng(0).choice(a, 3)
np.random.default_rng(0).choice(a, 2, axis=1)|np.random.default_rng(0).permutation(a)
np.random.default_rng(0).standard_exponential(3, 'float32')|np.random.default_rng(0).uniform(0, 1, (2, 2))
np.random.default_rng(0).dirichlet((1.0, 2.0), 3)
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
INDICES = """[0] [-1] [0, 1] [:] [1:] [:-1] [::2] [:, 0] [..., 0] [..., None] [None] [:, None, :] [0:1, ..., -1:]
[1:, :2] [:, ::-1]
[a.shape[0] - 1] [:1, None] [..., 1:2] [a > 0.5] [:, :0]""".replace("\n", " ").split(" [")


@pytest.mark.parametrize("a", DTYPES)
def test_promotion_is_numpys(a):
    assert {b: promote(a, b) for b in DTYPES} == {b: np.result_type(a, b).name for b in DTYPES}
    numbers = {"bool": True, "int64": 1, "float64": 1.0, "complex128": 1j}
    expected = {name: np.result_type(np.dtype(a), number).name for name, number in numbers.items()}
    assert {name: with_number(a, name) for name in numbers} == expected


def array(dtype, shape):
    return (np.random.default_rng(0).random(shape) * 3).astype(dtype)


def compare(expression, values, names):
    """Runs the expression, and asks the analysis with everything known and with lengths left out."""
    try:
        actual = eval(expression, names, dict(values))
    except (TypeError, ValueError, IndexError, np.linalg.LinAlgError):
        return None
    known = {n: Array(v.dtype.name, v.shape) for n, v in values.items()}
    part = {n: Array(v.dtype.name, (None,) * v.ndim) for n, v in values.items()}
    none = {n: Array() for n in values}
    for abstract in (part, none, known):
        state, predicted = predict(expression, abstract)
        reason = disagreement(state, predicted, actual)
        assert reason is None, f"{expression} with {abstract}: {reason}"
    return known_parts(state, predicted)


@SETTINGS
@hypothesis.given(st.data())
@pytest.mark.parametrize(
    "texts", [UNARY, BINARY, REDUCED, OTHERS], ids=["unary", "binary", "reduced", "others"]
)
def test_functions(texts, data):
    """Every text, on arrays of one dtype and shape at a time; nearly all has to be known when the arrays are."""
    draw, counts = Draw(data), []
    n = draw.number(2, 4)
    dtypes = DTYPES[:-2] if texts is not OTHERS else ("int64", "float32", "float64")
    values = {
        "a": array(draw.pick(dtypes), (n, 3)),
        "b": array(draw.pick(dtypes), draw.pick([(n, 3), (3,), (n, 1)])),
    }
    if texts is OTHERS:
        values["s"] = np.eye(3) * 2
    for text in texts:
        found = compare(text, values, {"np": np})
        counts += [found] if found is not None else []
    known, total = map(sum, zip(*counts, strict=True))
    assert len(counts) > len(texts) * 0.4
    assert known >= 0.95 * total, f"{known} of {total}"


@SETTINGS
@hypothesis.given(st.data())
def test_indexing_of_arrays(data):
    draw = Draw(data)
    values = {"a": array("float32", draw.shape(0, 3, least=2))}
    for index in INDICES:
        compare(f"a[{index.strip('[]')}]", values, {"np": np})


@pytest.mark.tf
@SETTINGS
@hypothesis.given(st.data())
def test_indexing_and_arithmetic_of_tensors(data):
    import tensorflow as tf

    draw = Draw(data)
    dtype = draw.pick(["float32", "float64", "int32", "int64", "int8", "uint8"])
    a = tf.constant(array(dtype, draw.shape(0, 3, least=2)))
    b = tf.constant(array(dtype, draw.broadcastable(tuple(a.shape))))
    operations = [
        f"{left} {op} {right}"
        for op in "+ - * / // ** < == @ %".split()
        for left, right in (("a", "b"), ("b", "a"), ("a", "2"), ("2", "a"))
    ]
    operations += [f"a[{index.strip('[]')}]" for index in INDICES] + ["-a", "a * 0.5", "1.5 - a", "a.shape"]
    for expression in operations:
        try:
            actual = eval(expression, {"tf": tf}, {"a": a, "b": b})
        except (tf.errors.OpError, ValueError, TypeError, IndexError, NotImplementedError):
            continue
        for hide in (False, True):
            abstract = {
                n: Tensor("tensor", dtype, (None,) * len(t.shape) if hide else tuple(t.shape))
                for n, t in (("a", a), ("b", b))
            }
            state, predicted = predict(expression, abstract)
            if expression == "a.shape":
                actual = tuple(actual)
            reason = disagreement(state, predicted, actual)
            assert reason is None, f"{expression} with {abstract}: {reason}"


@pytest.mark.tf
@pytest.mark.parametrize(
    "expression",
    """tf.nest.flatten(a)|tf.nest.flatten((a, [b, (a,)]))|tf.nest.flatten({'x': a, 'y': [b]})|tf.nest.is_nested([a])
tf.nest.pack_sequence_as((a, b), [b, a])|tf.nest.pack_sequence_as(a, [b])|tf.nest.assert_same_structure([a], [b])
tf.broadcast_static_shape(a.shape, b.shape)|tf.TensorShape([2, 3])|tf.as_dtype('float32')""".replace(
        "\n", "|"
    ).split("|"),
)
def test_structures_and_shapes(expression):
    import tensorflow as tf

    values = {"a": tf.ones([2, 3]), "b": tf.ones([3], tf.int32)}
    known = {n: Tensor("tensor", v.dtype.name, tuple(v.shape)) for n, v in values.items()}
    actual = eval(expression, {"tf": tf}, values)
    actual = tuple(actual) if isinstance(actual, tf.TensorShape) else actual
    state, predicted = predict(expression, known)
    if not isinstance(actual, tf.DType):
        assert disagreement(state, predicted, actual) is None
    else:
        assert [a.name for a in predicted] == [f"tensorflow.{actual.name}"]

"""What the reviewed tables say of functions without a rule is so: state, kind, dtype and number of results, per name.

`reviewed_calls.txt` has a call of every function that the tables say computes or draws, but for those of `_NOT_RUN`.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from hybridize_analyzer.domain.values import Tensor, one, tensors
from hybridize_analyzer.knowledge import tensorflow as reviewed
from hybridize_analyzer.knowledge import tensors as members
from hybridize_analyzer.knowledge.exports import data
from hybridize_analyzer.knowledge.operations import OPERATIONS
from hybridize_analyzer.knowledge.saved_models import SAVED_MODEL_TEXTS
from prediction import disagreement, predict

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore")]
CALLS = dict.fromkeys(Path(__file__).with_name("reviewed_calls.txt").read_text(encoding="utf-8").splitlines())
_NOT_RUN = re.compile(
    r"""experimental\.numpy|.*_backprop_|.*_grad$|.*_gradient$|io\.(decode_(bmp|gif|json_example|jxl|proto|webp)|encode_proto)
    |io\.parse_(sequence|single_sequence)|quantization\.(dequantize|experimental|quantized_concat)|parallel_stack|random_index
    |image\.(generate_bounding|ssim_multiscale)|nn\.(conv_transpose|atrous_conv2d_transpose|with_space)|gradients$|hessians$
    |linalg\.experimental|irfftnd|i?fftnd|rfftnd|nn\.approx_min_k|no_op|signal\.(fftnd|ifftnd|irfft3d|irfftnd|rfftnd)|ragged_fill|sparse\.sampled
    |random\.(create_rng|get_global|set_global)|nn\.experimental\.general_dropout""",
    re.VERBOSE,
)
"""Gradients of operations, formats that need files, what the processor cannot run, and other names of a function."""


def name_of(call):
    return call.partition("(")[0]


def claimed():
    """Every function that the tables say computes or draws and that has no rule for dtype and shape."""
    for name in data("tensorflow")["functions"]:
        if name not in OPERATIONS and reviewed.category(f"tensorflow.{name}") in ("compute", "random"):
            yield name


def values():
    import tensorflow as tf

    x = tf.reshape(tf.range(12.0), [4, 3]) / 12.0
    p8 = tf.cast(tf.ones([4, 4, 3]), tf.uint8)
    return {
        "x": x, "v": tf.constant([0.1, 0.2, 0.3]), "m": tf.eye(3) + 0.1, "i": tf.constant([1, 2, 2]),
        "ii": tf.constant([[1, 2], [3, 4]]), "im": tf.ones([1, 8, 8, 3]) * 0.5, "k": tf.ones([2, 2, 3, 4]),
        "t": tf.constant(["ab c", "d"]), "s": tf.sparse.from_dense(tf.eye(3)), "p8": p8,
        "ids": tf.sparse.from_dense(tf.constant([[1, 0], [0, 2]], tf.int64)), "jpeg": tf.io.encode_jpeg(p8),
        "r": tf.ragged.constant([[1], [2, 3]], tf.int64), "scores": tf.constant([0.9, 0.8]),
        "boxes": tf.constant([[0.0, 0.0, 0.5, 0.5], [0.1, 0.1, 0.9, 0.9]]),
    }  # fmt: skip


def kind_of(value):
    import tensorflow as tf

    composites = {"ragged": tf.RaggedTensor, "sparse": tf.SparseTensor, "slices": tf.IndexedSlices}
    return next((kind for kind, cls in composites.items() if isinstance(value, cls)), "tensor")


def abstract(value):
    return Tensor(kind_of(value), value.dtype.name, tuple(value.shape))


@pytest.mark.parametrize("call", CALLS)
def test_results(call):
    """Kind, dtype, number and shapes of results."""
    import tensorflow as tf

    given = values()
    actual = eval(f"tf.{call}", {"tf": tf}, given)
    if actual is None or isinstance(actual, (bool, tf.TensorShape)):
        return
    state, predicted = predict(f"tf.{call}", {n: abstract(v) for n, v in given.items()})
    actual = tuple(actual) if isinstance(actual, tuple) else actual
    if isinstance(actual, dict):
        (ref,) = predicted
        predicted, actual = state.heap.read(ref.key, "[]"), next(iter(actual.values()))
    assert disagreement(state, predicted, actual) is None
    if tf.is_tensor(actual):
        assert {t.kind for t in tensors(predicted)} <= {kind_of(actual)}


_HOLD_NOTHING = {"Assert", "CheckNumerics", "Empty", "If", "Case", "While", "StatefulPartitionedCall"}


def operations(call):
    """The types of all operations in the graph of a call, those of inner functions too."""
    import tensorflow as tf

    @tf.function(autograph=False)
    def traced(**given):
        made = eval(f"tf.{call}", {"tf": tf}, given)
        return tf.nest.map_structure(lambda part: part if tf.is_tensor(part) else None, made)

    found = traced.get_concrete_function(**values()).graph.as_graph_def()
    inner = (node.op for function in found.library.function for node in function.node_def)
    return {*(node.op for node in found.node), *inner}


def differs(call):
    """Whether equal calls give unequal results."""
    import tensorflow as tf

    first, *others = (
        tf.nest.flatten(eval(f"tf.{call}", {"tf": tf}, values()), expand_composites=True) for _ in range(5)
    )
    pairs = [(a, b) for other in others for a, b in zip(first, other, strict=True) if tf.is_tensor(a)]
    return any(not np.array_equal(a.numpy(), b.numpy()) and not np.isnan(a.numpy()).any() for a, b in pairs)


@pytest.mark.parametrize("call", CALLS)
def test_only_random_functions_have_state(call, executed):
    """As the registry of operations says; and equal calls of what has none give equal results."""
    stateful = data("raw_ops")["stateful"]
    random = reviewed.category(f"tensorflow.{name_of(call)}") == "random"

    def hold():
        found = (operations(call) & set(stateful)) - _HOLD_NOTHING
        assert random == (bool(found) or differs(call))

    executed(f"state of {call}", [random, stateful], hold)


@pytest.mark.parametrize("name", sorted(reviewed._DATA_DEPENDENT & {*map(name_of, CALLS)}))
def test_shapes_depend_on_values(name):
    """A graph does not know them, although it knows the shapes of all arguments."""
    import tensorflow as tf

    call = next(c for c in CALLS if name_of(c) == name)
    shapes = []

    @tf.function(autograph=False)
    def traced(**given):
        made = eval(f"tf.{call}", {"tf": tf}, given)
        shapes.extend(getattr(t, "shape", None) for t in tf.nest.flatten(made, expand_composites=True))
        return made

    traced(**values())
    assert any(s is None or not s.is_fully_defined() for s in shapes)


def test_every_claim_has_a_call():
    missing = [n for n in claimed() if n not in set(map(name_of, CALLS)) and not _NOT_RUN.match(n)]
    assert missing == []


@pytest.mark.parametrize("name", ["tf.get_static_value", "keras.backend.get_value"])
def test_eager_only_functions_give_no_value_in_a_graph(name):
    import keras
    import tensorflow as tf

    found = []

    @tf.function
    def traced(x):
        try:
            found.append(eval(name, {"tf": tf, "keras": keras})(x))
        except Exception:
            found.append(None)
        return x

    traced(tf.constant(1.0))
    assert found == [None]


def test_lists_of_results():
    import tensorflow as tf

    x = tf.constant([1.0, 2.0])
    state, predicted = predict("tf.gradients(x * x, [x])", {"x": abstract(x)})
    with tf.Graph().as_default():
        y = tf.constant([1.0, 2.0])
        made = [tf.gradients(y * y, [y]), tf.hessians(tf.reduce_sum(y * y), [y])]
    assert all(type(m) is list for m in made)
    assert predicted != one(Tensor())
    assert state is not None


NUMPY = [
    n
    for n in data("tensorflow")["functions"]
    if n.startswith("experimental.numpy.") and reviewed.category(f"tensorflow.{n}") != "ambient"
]
_ARGUMENTS = (
    "x",
    "x, x",
    "m",
    "m, m",
    "i",
    "i, i",
    "3",
    "2, 3",
    "[2, 3]",
    "[x, x]",
    "x, 1",
    "x, 0, 1",
    "x, [1, 0]",
    "x > 0.5",
)


def test_functions_of_tensorflows_numpy(executed):
    """Each that takes one of these arguments; those of `random` draw, and no other has state."""
    random = {name: reviewed.category(f"tensorflow.{name}") == "random" for name in NUMPY}
    stateful = data("raw_ops")["stateful"]

    def hold():
        ran, wrong = [], []
        for name in NUMPY:
            for given in _ARGUMENTS:
                try:
                    found = (operations(f"{name}({given})") & set(stateful)) - _HOLD_NOTHING
                except Exception:
                    continue  # not arguments for this function
                ran.append(name)
                if bool(found) != random[name]:
                    wrong.append((name, given, found))
                break
        assert wrong == []
        assert len(ran) >= 0.85 * len(NUMPY), sorted(set(NUMPY) - set(ran))

    executed("functions of numpy", [random, stateful], hold)


@pytest.mark.parametrize("name", sorted({*members.PLAIN, *members.VARIABLE_PLAIN}))
def test_plain_members_are_python_values(name):
    import tensorflow as tf

    found = tf.ragged.constant([[1]]) if name == "ragged_rank" else tf.Variable([1.0], name="w")
    found = tf.constant([1.0]) if name == "ndim" else found
    (atom,) = {**members.PLAIN, **members.VARIABLE_PLAIN}[name]
    actual = getattr(tf.keras.Variable([1.0]) if name == "path" else found, name)
    assert type(actual).__name__ == atom.type


@pytest.mark.parametrize("name", sorted(members.DTYPE_PLAIN))
def test_plain_members_of_dtypes_are_python_values(name):
    import tensorflow as tf

    (atom,) = members.DTYPE_PLAIN[name]
    actual = getattr(tf.float32, name)
    if name == "as_numpy_dtype":
        assert issubclass(actual, np.number)
        assert atom.name == "numpy.number"
        return
    assert type(actual() if callable(actual) else actual).__name__ == atom.type


@pytest.mark.parametrize("name", sorted(members.GRAPH_DEPENDENT))
def test_members_that_depend_on_the_graph_differ_in_it(name):
    import tensorflow as tf

    def read(x):
        try:
            return repr(getattr(x, name))
        except Exception as error:
            return type(error).__name__

    x, found = tf.constant([[1.0]]), []
    tf.function(lambda v: found.append(read(v)), autograph=False)(x)
    assert name == "T" or found != [read(x)]


def test_texts_of_saved_models_are_what_tensorflow_exports() -> None:
    tf = pytest.importorskip("tensorflow")
    exported = {n: getattr(tf.saved_model, n) for n in dir(tf.saved_model) if n.isupper()}
    assert {n: text for n, text in exported.items() if isinstance(text, str)} == SAVED_MODEL_TEXTS

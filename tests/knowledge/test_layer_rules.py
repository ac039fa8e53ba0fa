"""What is said of the dtypes and shapes that Keras layers put out is what Keras 3 and tf_keras give."""

import numpy as np
import pytest
from hybridize_analyzer.domain.values import Tensor
from hybridize_analyzer.knowledge.exports import export
from hybridize_analyzer.knowledge.operations import KERAS_LOSSES, KERAS_OPERATIONS
from hybridize_analyzer.shapes import RULES as ALL_RULES
from hybridize_analyzer.shapes.layers import RULES
from prediction import disagreement, known_parts, predict

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore")]
FLAT = """Dense(4)|Dense(units=3, activation='relu')|Flatten()|Dropout(0.5)|Activation('relu')|ReLU()|LeakyReLU()
ELU()|PReLU()|Softmax()|BatchNormalization()|LayerNormalization()|GaussianNoise(0.1)|GaussianDropout(0.1)
AlphaDropout(0.1)|ActivityRegularization()|UnitNormalization()|Rescaling(2.0)|Reshape((1, 6))
Reshape((2, -1))|Permute((1,))|RepeatVector(3)|Embedding(9, 4)|Dense(4, dtype='float64')""".replace(
    "\n", "|"
).split("|")
SERIES = """Dense(4)|Conv1D(4, 3)|Conv1D(4, 3, padding='same')|Conv1D(4, 3, 2)
Conv1D(4, 2, padding='causal', dilation_rate=2)|SeparableConv1D(4, 2)|MaxPooling1D()|AveragePooling1D(3, 1)
MaxPooling1D(2, padding='same')|GlobalMaxPooling1D()|GlobalAveragePooling1D(keepdims=True)|LSTM(4)
GRU(4, return_sequences=True)|SimpleRNN(3)|Flatten()|Permute((2, 1))|Permute((1, 2))|ZeroPadding1D(2)
ZeroPadding1D((1, 2))|UpSampling1D(3)|SpatialDropout1D(0.5)|Conv1DTranspose(4, 3, 2)|Reshape((-1,))
Conv1DTranspose(4, 3, padding='same')|DepthwiseConv1D(2)|GroupNormalization(2)""".replace("\n", "|").split(
    "|"
)
IMAGES = """Conv2D(4, 3)|Conv2D(4, (3, 2), strides=(2, 1), padding='same')|Conv2D(4, 3, dilation_rate=2)
SeparableConv2D(4, 3)|DepthwiseConv2D(3, depth_multiplier=2)|Conv2DTranspose(4, 3, 2)
Conv2DTranspose(4, 3, strides=2, padding='same')|MaxPooling2D()|AveragePooling2D((2, 3), strides=1)
MaxPooling2D(3, 2, 'same')|GlobalAveragePooling2D()|GlobalMaxPooling2D(keepdims=True)|Flatten()
ZeroPadding2D(1)|ZeroPadding2D((1, 2))|ZeroPadding2D(((1, 0), (2, 3)))|UpSampling2D()|UpSampling2D((2, 3))
SpatialDropout2D(0.5)|BatchNormalization()|Reshape((-1, 2))""".replace("\n", "|").split("|")
VOLUMES = """Conv3D(2, 2)|MaxPooling3D()|AveragePooling3D(2, 1)|GlobalMaxPooling3D()|GlobalAveragePooling3D()
ZeroPadding3D(1)|UpSampling3D(2)|SpatialDropout3D(0.5)|Conv3DTranspose(2, 2)""".replace("\n", "|").split("|")
INPUTS = {(2, 6): FLAT, (2, 8, 6): SERIES, (2, 7, 8, 4): IMAGES, (1, 4, 4, 4, 2): VOLUMES}
WHOLE = """keras.layers.Concatenate()([a, a])|keras.layers.Concatenate(axis=1)([a, b])|keras.layers.Add()([a, a])
keras.layers.Multiply()([a, a, a])|keras.layers.Average()([a, a])|keras.layers.Maximum()([a, a])
keras.layers.Subtract()([a, a])
keras.Sequential([keras.layers.Dense(4), keras.layers.ReLU(), keras.layers.Dense(2)])(a)
keras.Sequential([keras.layers.Input((6,)), keras.layers.Dense(5)])(a)|keras.layers.Minimum()((a, a))""".replace(
    "\n", "|"
).split("|")


def library(name):
    return pytest.importorskip(name)


@pytest.mark.parametrize("name", ["keras", "tf_keras"])
@pytest.mark.parametrize("shape", INPUTS, ids=str)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_layers(name, shape, dtype):
    import tensorflow as tf

    keras, counts = library(name), []
    a = tf.constant(np.arange(np.prod(shape)).reshape(shape) % 9, dtype)
    for layer in INPUTS[shape]:
        if not hasattr(keras.layers, layer.partition("(")[0]):
            continue
        counts += compare(f"keras.layers.{layer}(a)", {"a": a}, keras)
    known, total = map(sum, zip(*counts, strict=True))
    least = 0.5 if dtype == "int32" else 0.9  # some layers compute with integers in another dtype
    assert len(counts) >= 0.4 * len(INPUTS[shape])
    assert known >= least * total


FUNCTIONAL = """keras.Model((i := keras.Input((6,))), keras.layers.Dense(3)(i))(a)
keras.Model((i := keras.Input((6,))), keras.layers.ReLU()(keras.layers.Dense(3)(i)))(a)
keras.Model(inputs=(i := keras.Input((6,))), outputs=keras.layers.Dense(3)(i))(a)
keras.Model((i := keras.Input((6,))), [keras.layers.Dense(3)(i), keras.layers.Dense(4)(i)])(a)
keras.Model((i := keras.Input((6,))), (h := keras.layers.Dense(3)(i)))(a)
keras.Model((i := keras.Input((6,))), keras.layers.Add()([(h := keras.layers.Dense(3)(i)), h]))(a)
keras.Model((i := keras.Input((6,))), keras.Sequential([keras.layers.Dense(3), keras.layers.ReLU()])(i))(a)
keras.Model((i := keras.Input((6,), dtype='int32')), keras.layers.Embedding(9, 4)(i))(a)
keras.Model((i := keras.Input((2, 3))), keras.layers.LSTM(4)(i))(keras.layers.Reshape((2, 3))(a))
keras.Model((i := keras.Input((6,))), keras.layers.Reshape((3, 2))(i))(a)
keras.Model((i := keras.Input((6,), batch_size=2)), keras.layers.Dense(3)(i))(a)
keras.Model((i := keras.Input((6,))), keras.layers.Concatenate(axis=0)([i, i]))(a)
keras.Model((i := keras.Input((None,))), keras.layers.RepeatVector(2)(i))(a)""".splitlines()


@pytest.mark.parametrize("name", ["keras", "tf_keras"])
def test_functional_models(name):
    import tensorflow as tf

    for expression in FUNCTIONAL:
        found = compare(expression, {"a": tf.ones([2, 6])}, library(name))
        assert found, expression
        assert found[0][0] >= 0.5 * found[0][1], (
            expression
        )  # dtypes, and lengths but for the number of examples


@pytest.mark.parametrize("name", ["keras", "tf_keras"])
def test_merges_and_sequences(name):
    import tensorflow as tf

    for expression in WHOLE:
        found = compare(expression, {"a": tf.ones([2, 6]), "b": tf.ones([2, 3])}, library(name))
        assert found, expression
        assert found[0][0] == found[0][1], expression


def compare(expression, values, keras, versions=(3,)):
    """The counts of known facts for inputs that are known; nothing where Keras rejects the call."""
    try:
        actual = eval(expression, {"keras": keras}, dict(values))
    except Exception:
        return []
    for hide in ("shapes", "lengths", ""):
        abstract = {n: Tensor("tensor", v.dtype.name, _hidden(v.shape, hide)) for n, v in values.items()}
        state, predicted = predict(expression, abstract, versions)
        reason = disagreement(state, predicted, actual)
        assert reason is None, f"{expression} with {abstract}: {reason}"
    return [known_parts(state, predicted)]


CELLS = ("LSTMCell", "GRUCell", "SimpleRNNCell")


@pytest.mark.parametrize("name", ["keras", "tf_keras"])
@pytest.mark.parametrize("cell", CELLS)
def test_cells(name, cell):
    import tensorflow as tf

    keras, states = library(name), "[h, h]" if cell == "LSTMCell" else "[h]"
    tensors = {"a": tf.ones([2, 6]), "h": tf.ones([2, 3])}
    ((known, total),) = compare(f"keras.layers.{cell}(3)(a, {states})[0]", tensors, keras)[:1]
    assert known == total


def _hidden(shape, hide):
    if hide == "shapes":
        return None
    return tuple(None if hide and i == 0 else d for i, d in enumerate(shape))


def test_every_rule_is_run():
    used = {text.partition("(")[0] for texts in INPUTS.values() for text in texts}
    assert set(RULES) - used == {"DepthwiseConv3D", "SeparableConv3D", *CELLS}
    assert not {"DepthwiseConv3D", "SeparableConv3D"} & used


@pytest.mark.parametrize(
    "before",
    ["keras.config.set_floatx('float64')", "keras.mixed_precision.set_global_policy('mixed_float16')"],
)
def test_a_policy_makes_dtypes_unknown_and_leaves_shapes(before):
    _, predicted = predict(
        f"({before}, keras.layers.Dense(4)(a))[1]", {"a": Tensor("tensor", "float32", (2, 3))}
    )
    (tensor,) = predicted
    assert (tensor.dtype, tensor.shape) == (None, (2, 4))


OPERATIONS_OF_KERAS = [
    f"keras.ops.{n}(a)" for n, o in KERAS_OPERATIONS.items() if o.rule in ("same", "like") and n != "roll"
] + [
    f"keras.ops.{n}({text})"
    for n, o in KERAS_OPERATIONS.items()
    if o.rule == "binary"
    for text in ("a, b", "a, 2", "0.5, a")
]
OPERATIONS_OF_KERAS += [
    f"keras.ops.{n}(a{text})"
    for n, o in KERAS_OPERATIONS.items()
    if o.rule == "reduce"
    for text in ("", ", axis=1", ", axis=-1, keepdims=True")
]
OPERATIONS_OF_KERAS += """keras.ops.roll(a, 1)|keras.ops.matmul(a, keras.ops.transpose(a))|keras.ops.reshape(a, (3, -1))
keras.ops.transpose(a, (1, 0))|keras.ops.expand_dims(a, 0)|keras.ops.squeeze(a)
keras.ops.concatenate([a, a])|keras.ops.concatenate([a, b], axis=0)|keras.ops.stack([a, a], 1)
keras.ops.swapaxes(a, 0, 1)|keras.ops.moveaxis(a, 0, -1)|keras.ops.take(a, [0, 1], axis=1)
keras.ops.broadcast_to(a, (4, 2, 3))|keras.ops.repeat(a, 2, axis=0)|keras.ops.cast(a, 'int32')
keras.ops.split(a, 3, axis=1)|keras.ops.split(a, [1], axis=1)|keras.ops.split(a, 2)|keras.ops.array_split(a, 2, axis=1)
keras.ops.unstack(a)|keras.ops.unstack(a, axis=1)
keras.ops.zeros((2, 3))|keras.ops.ones([2], 'int32')|keras.ops.zeros_like(a, dtype='int32')""".replace(
    "\n", "|"
).split("|")


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "bool"])
def test_operations_of_keras(dtype):
    import keras
    import tensorflow as tf

    values = {"a": tf.cast([[1, 2, 3], [4, 5, 6]], dtype), "b": tf.cast([[1, 2, 3]], dtype)}
    counts = [count for text in OPERATIONS_OF_KERAS for count in compare(text, values, keras)]
    known, total = map(sum, zip(*counts, strict=True))
    assert len(counts) > 0.6 * len(OPERATIONS_OF_KERAS)
    assert known >= (0.95 if dtype.startswith("float") else 0.6) * total, f"{known} of {total}"


def test_operations_of_keras_that_give_several_results():
    import keras
    import tensorflow as tf

    values = {"a": tf.constant([[1.0, 2.0], [4.0, 5.0]])}
    calls = """hsplit(a, 2)|vsplit(a, 1)|meshgrid(a[0], a[0])|moments(a, axes=[0])|top_k(a, 1)|qr(a)|svd(a)
svd(a, compute_uv=False)|eig(a)|eigh(a)|lu_factor(a)|slogdet(a)|stft(a, 2, 1, 2)|rfft(a)|fft((a, a))|fft2((a, a))
ifft2((a, a))|histogram(a[0], 3)|split(a, 3 - 1)|array_split(a[0], 2)""".replace("\n", "|").split("|")
    assert all(compare(f"keras.ops.{call}", values, keras) for call in calls)


def test_operations_of_keras_exist():
    for name, operation in KERAS_OPERATIONS.items():
        assert export(f"keras.ops.{name}") is not None, name
        assert operation.rule in ALL_RULES


LOSSES_OF_KERAS = [
    f"keras.losses.{name}({labels}, p)"
    for name in KERAS_LOSSES
    for labels in (("c", "k") if name.startswith("sparse") else ("t", "u"))
]
LOSSES_OF_KERAS += [
    f"keras.losses.{name}({given})({labels}, p)"
    for name in """MeanSquaredError MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredLogarithmicError Huber LogCosh
    Hinge SquaredHinge CategoricalHinge KLDivergence Poisson BinaryCrossentropy BinaryFocalCrossentropy
    CategoricalCrossentropy SparseCategoricalCrossentropy CosineSimilarity Dice""".split()
    for given in (
        "",
        "reduction='none'",
        "reduction=None",
        "reduction='sum'",
        "dtype='float64'",
        "reduction='mean'",
    )
    for labels in (("c", "k") if name.startswith("Sparse") else ("t", "u"))
]
LOSSES_OF_KERAS += """keras.losses.mean_squared_error(v, w)|keras.losses.mean_squared_error(w, v)|keras.losses.MSE(v, v)
keras.losses.mean_squared_error(r, t)|keras.losses.mean_squared_error(q, s)|keras.losses.mean_squared_error(s, q)
keras.losses.MeanSquaredError(reduction=None)(v, w)|keras.losses.MeanSquaredError(reduction=None)(s, q)
keras.losses.MeanSquaredError(reduction=None)(t, p, sample_weight=v)
keras.losses.cosine_similarity(t, p, axis=0)|keras.losses.MeanSquaredError()(t, p, v)""".replace(
    "\n", "|"
).split("|")


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("name", ["keras", "tf_keras"])
def test_losses_of_keras(name, dtype):
    import tensorflow as tf

    ones = {
        "p": (3, 4),
        "t": (3, 4),
        "u": (1, 4),
        "v": (3,),
        "w": (3, 1),
        "r": (4,),
        "q": (2, 3, 1),
        "s": (2, 3),
    }
    values = {name: tf.fill(shape, tf.cast(0.25, dtype)) for name, shape in ones.items()}
    values |= {"c": tf.constant([0, 1, 2]), "k": tf.constant([[0], [1], [2]])}
    versions = (3,) if name == "keras" else (2,)
    counts = [count for text in LOSSES_OF_KERAS for count in compare(text, values, library(name), versions)]
    known, total = map(sum, zip(*counts, strict=True))
    assert len(counts) > 0.5 * len(LOSSES_OF_KERAS)
    assert known >= 0.8 * total, f"{known} of {total}"

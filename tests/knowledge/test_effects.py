"""What is said of state and of eager execution is so: functions are put into a graph, and members are tried there."""

import numpy as np
import pytest
from hybridize_analyzer.knowledge import tensors as members
from hybridize_analyzer.knowledge.exports import data
from hybridize_analyzer.knowledge.operations import OPERATIONS
from hybridize_analyzer.knowledge.tensorflow import category
from sample_draw import First, values_of
from samples import maker

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore")]
_NO_STATE = {"Assert", "Placeholder", "CheckNumerics", "GuaranteeConst", "If"}  # kept, but hold nothing


def stateful_operations(name, rule):
    """The ops with state that a call of an operation puts into a graph, as the registry knows them."""
    import tensorflow as tf

    sample = maker(name, rule)(First(), f"tf.{name}")
    values = {n: values_of(*spec) for n, spec in sample.tensors.items()}
    graph = tf.Graph()
    with graph.as_default():
        tensors = {n: tf.compat.v1.placeholder(v.dtype, v.shape) for n, v in values.items()}
        eval(sample.expression, {"tf": tf, "np": np}, tensors)
    return {op.type for op in graph.get_operations() if op.op_def.is_stateful} - _NO_STATE


def test_random_operations_have_state_and_the_others_have_not():
    wrong, run = {}, 0
    for name, operation in OPERATIONS.items():
        if name == "nn.experimental.general_dropout":
            continue  # draws what its argument draws
        rule = f"{operation.rule} {operation.dtype}" if operation.dtype else operation.rule
        try:
            found = stateful_operations(name, rule)
        except (TypeError, ValueError, AttributeError):
            continue  # the plainest sample is not one for a graph
        run += 1
        if bool(found) != (category(f"tensorflow.{name}") == "random"):
            wrong[name] = found
    assert wrong == {}
    assert run > 0.9 * len(OPERATIONS)


def test_the_registry_is_what_the_file_says():
    import tensorflow as tf

    stateful = {"RandomUniform", "VarHandleOp", "AssignVariableOp", "IteratorGetNext", "PyFunc"}
    assert stateful <= set(data("raw_ops")["stateful"])
    assert not {"MatMul", "StatelessRandomUniformV2", "Conv2D"} & set(data("raw_ops")["stateful"])
    assert set(data("raw_ops")["functions"]) <= set(dir(tf.raw_ops))


@pytest.mark.parametrize("name", sorted(members.EAGER_ONLY))
def test_eager_only_members_fail_in_a_graph(name):
    import tensorflow as tf

    @tf.function
    def traced(x):
        return tf.constant(getattr(x, name)())

    with pytest.raises((AttributeError, NotImplementedError, ValueError, TypeError)):
        traced(tf.constant(1.0))


@pytest.mark.parametrize("name", ["keras.ops.convert_to_numpy", "tf.make_ndarray", "keras.backend.eval"])
def test_eager_only_functions_fail_in_a_graph(name):
    import keras
    import tensorflow as tf

    @tf.function
    def traced(x):
        return tf.constant(eval(name, {"keras": keras, "tf": tf})(x))

    with pytest.raises((AttributeError, NotImplementedError, ValueError, TypeError)):
        traced(tf.constant(1.0))


@pytest.mark.parametrize("name", ["fit", "evaluate", "predict", "predict_on_batch"])
def test_keras_training_needs_eager_execution(name):
    import keras
    import tensorflow as tf

    model = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")

    @tf.function
    def traced(x, y):
        arguments = (x,) if name.startswith("predict") else (x, y)
        getattr(model, name)(*arguments)
        return x

    with pytest.raises(Exception):  # noqa: B017, PT011 each fails in its own way
        traced(tf.ones([4, 2]), tf.ones([4, 1]))


def arguments_of(name):
    import tensorflow as tf

    if name.startswith("assign"):
        return (tf.fill([3], 2.0),)
    if name.startswith("scatter_nd"):
        return ([[0]], [5.0])
    return (tf.IndexedSlices(tf.constant([5.0]), tf.constant([0])),)


@pytest.mark.parametrize("name", sorted(members.ASSIGNMENTS - {"batch_scatter_update"}))
def test_assignments_change_a_variable_inside_a_graph(name):
    import tensorflow as tf

    variable = tf.Variable([4.0, 2.0, 3.0])
    if name in ("scatter_min",):
        variable.assign([9.0, 2.0, 3.0])
    before = variable.numpy().copy()
    tf.function(lambda: getattr(variable, name)(*arguments_of(name)))()
    assert not np.array_equal(variable.numpy(), before)


@pytest.mark.parametrize("optimizer", ["SGD", "Adam", "RMSprop", "Adagrad"])
def test_optimizers_change_the_variables_they_are_given(optimizer):
    import keras
    import tensorflow as tf

    variable = tf.Variable([1.0, 2.0])
    getattr(keras.optimizers, optimizer)(0.1).apply_gradients([(tf.ones([2]), variable)])
    assert not np.array_equal(variable.numpy(), [1.0, 2.0])


def test_metrics_keep_what_they_are_given():
    import keras

    metric = keras.metrics.Mean()
    metric.update_state([2.0, 4.0])
    assert float(metric.result()) == 3.0


RAW = """MatMul(a=x, b=x)|Add(x=x, y=x)|Cast(x=x, DstT=tf.int32)|Shape(input=x)|Shape(input=x, out_type=tf.int64)
TopKV2(input=x, k=1)|UniqueWithCountsV2(x=x[0], axis=[0])|Split(axis=0, value=x, num_split=2)
Unpack(value=x, num=2)|ArgMax(input=x, dimension=0)|Greater(x=x, y=x)
RandomUniform(shape=[2], dtype=tf.float32)|Svd(input=x)|Pack(values=[x, x])|ZerosLike(x=x)""".replace(
    "\n", "|"
)


@pytest.mark.parametrize("text", RAW.split("|"))
def test_dtypes_of_raw_operations(text):
    import tensorflow as tf
    from hybridize_analyzer.domain.events import Kind
    from hybridize_analyzer.domain.values import Tensor
    from prediction import disagreement, evaluated

    expression = f"tf.raw_ops.{text}"
    actual = eval(expression, {"tf": tf, "x": tf.ones([2, 2])})
    state, frame, predicted = evaluated(expression, {"x": Tensor("tensor", "float32", (2, 2))})
    if isinstance(actual, tuple):
        actual = tuple(actual)
    assert disagreement(state, predicted, actual) is None
    has_state = text.partition("(")[0] in data("raw_ops")["stateful"]
    kinds = {event.kind for event in frame.events.values()}
    assert has_state == bool(kinds & {Kind.AMBIENT, Kind.RANDOM})

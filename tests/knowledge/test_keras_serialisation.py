"""Keras reads functions back by their names, and cannot read a `tf.function` back (`interpreter/tracing`)."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore:__array__:DeprecationWarning")]


def _function() -> Any:
    """Another one every time: what registers a function leaves its name on it."""
    import tensorflow as tf

    def bounded(x: Any) -> Any:
        return tf.clip_by_value(x, -1.0, 1.0)

    return bounded


def _model(tf: Any, function: Any) -> Any:
    return tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(3, activation=function)])


def _by_name(tf: Any, function: Any, _: Any) -> Any:
    written = tf.keras.activations.serialize(function)
    return tf.keras.activations.deserialize(written, custom_objects={"bounded": function})


def _of_config(tf: Any, function: Any, _: Any) -> Any:
    layer = tf.keras.layers.Dense(3, activation=function)
    with tf.keras.utils.custom_object_scope({"bounded": function}):
        return type(layer).from_config(layer.get_config())


def _loaded(tf: Any, function: Any, folder: Any) -> Any:
    _model(tf, function).save(folder / "model.keras")
    return tf.keras.models.load_model(folder / "model.keras", custom_objects={"bounded": function})


def _registered(tf: Any, function: Any, folder: Any) -> Any:
    with tf.keras.utils.custom_object_scope({}):
        listed = tf.keras.utils.register_keras_serializable("tests")(function)
        _model(tf, listed).save(folder / "model.keras")
        try:
            return tf.keras.models.load_model(folder / "model.keras")
        finally:
            tf.keras.utils.get_custom_objects().pop("tests>bounded", None)


def _cloned(tf: Any, function: Any, _: Any) -> Any:
    with tf.keras.utils.custom_object_scope({"bounded": function}):
        return tf.keras.models.clone_model(_model(tf, function))


def _copied(tf: Any, function: Any, _: Any) -> Any:
    with tf.keras.utils.custom_object_scope({"bounded": function}):
        return copy.deepcopy(tf.keras.layers.Dense(3, activation=function))


def _loss(tf: Any, function: Any, folder: Any) -> Any:
    def error(y: Any, p: Any) -> Any:
        return tf.reduce_mean(tf.square(y - p))

    chosen = tf.function(error) if hasattr(function, "python_function") else error
    model = _model(tf, None)
    model.compile(optimizer="sgd", loss=chosen)
    model.save(folder / "model.keras")
    return tf.keras.models.load_model(folder / "model.keras", custom_objects={"error": chosen})


@pytest.mark.parametrize("way", [_by_name, _of_config, _loaded, _registered, _cloned, _copied, _loss])
def test_a_function_is_read_back_and_a_graph_is_not(way: Callable[..., Any], tmp_path: Any) -> None:
    import tensorflow as tf

    assert way(tf, _function(), tmp_path) is not None
    with pytest.raises(TypeError):
        way(tf, tf.function(_function()), tmp_path)

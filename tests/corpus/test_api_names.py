"""Which API names a program uses, and which of them count as known."""

import ast

import pytest

from corpus.api_names import names_in, uses
from corpus.coverage import is_covered, main, page

PROGRAM = """
import numpy as np
import tensorflow as tf
import tensorflow.compat.v2 as tf2
from tensorflow.python.framework import ops
from tensorflow import keras
from tensorflow.keras.layers import Dense as D
import other

def f(x: tf.Tensor):
    y = tf.math.reduce_sum(x) + np.pi
    other.thing(tf2.reduce_sum(y).shape, tf.float32.size)
    return D(3)(ops.get_default_graph(), keras.losses.MSE, tf.no_such_name)
"""


def test_names_are_found_with_their_imports():
    names = dict(names_in(ast.parse(PROGRAM)))
    assert names["tensorflow.math.reduce_sum"]
    assert names["tensorflow.keras.layers.Dense"]
    assert not names["tensorflow.Tensor"]
    assert "other.thing" not in names


def test_uses_are_counted_by_canonical_name(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "broken.py").write_text("def")
    found = uses([tmp_path])
    assert found.exported["tensorflow.reduce_sum"] == 2
    assert found.exported["numpy.pi"] == found.exported["tensorflow.float32"] == 1
    assert found.exported["keras.losses.mean_squared_error"] == 1
    assert dict(found.unknown) == {"tensorflow.no_such_name": 1}
    assert {"tensorflow.reduce_sum", "keras.layers.Dense"} <= found.called
    assert not any(name.startswith("tensorflow.python") for name in found.exported)


def test_what_is_covered():
    assert is_covered("tensorflow.reduce_sum", called=True)
    assert is_covered("tensorflow.float32", called=False)
    assert is_covered("keras.layers.Dense", called=True)
    assert is_covered("numpy.linalg.norm", called=True)
    assert is_covered("tensorflow.cond", called=True)
    assert not is_covered("tensorflow.py_function", called=True)
    assert not is_covered("tensorflow.no_such_name", called=True)


def test_the_page_lists_what_is_missing(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    found = uses([tmp_path])
    text = page(found, dict.fromkeys(found.exported, True) | {"numpy.pi": False})
    assert "- `numpy.pi`" in text
    assert "- `tensorflow.no_such_name`" in text
    assert "| **all** | **7** | **5** | **71.4%** |" in text


def test_an_unknown_option_is_refused(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["--no-such-option"])
    assert "no-such-option" in capsys.readouterr().err

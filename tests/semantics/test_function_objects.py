"""What the analysis says a `tf.function` lacks in comparison with a function of Python, asked of TensorFlow."""

from __future__ import annotations

import copy
import inspect
import io
import pickle
import types
import typing
from collections.abc import Callable
from typing import Any

import pytest
from hybridize_analyzer.interpreter.tracing import function_objects

pytestmark = pytest.mark.tf

_LOOKS: dict[str, Callable[[Any], object]] = {
    "builtins.isinstance": lambda f: isinstance(f, types.FunctionType),
    "builtins.type": lambda f: type(f).__name__,
    "builtins.vars": lambda f: sorted(vars(f)),
    "builtins.dir": dir,
    "builtins.str": lambda f: str(f).partition(" ")[0],
    "builtins.repr": lambda f: repr(f).partition(" ")[0],
    "copy.copy": lambda f: copy.copy(f) is f,
    "copy.deepcopy": lambda f: copy.deepcopy(f) is f,
    "inspect.isfunction": inspect.isfunction,
    "inspect.ismethod": inspect.ismethod,
    "inspect.getclosurevars": inspect.getclosurevars,
    "inspect.getfile": inspect.getfile,
    "inspect.getsource": lambda f: inspect.getsource(f).split()[0],
    "inspect.getsourcelines": lambda f: inspect.getsourcelines(f)[0][0].split()[0],
    "inspect.getsourcefile": inspect.getsourcefile,
    "inspect.unwrap": lambda f: inspect.unwrap(f) is f,
    "pickle.dump": lambda f: pickle.dump(f, io.BytesIO()),
    "pickle.dumps": lambda f: type(pickle.dumps(f)),
    "typing.get_type_hints": typing.get_type_hints,
}


class Owner:
    def method(self, x):
        return x


def doubled(x, k: float = 2.0):
    return x * k


def _converted() -> tuple[object, object]:
    """The same function and the same method with the edit in their source."""
    import tensorflow as tf

    class Owner:
        @tf.function
        def method(self, x):
            return x

    @tf.function
    def doubled(x, k: float = 2.0):
        return x * k

    return doubled, Owner().method


def _answer(look: Callable[[Any], object], function: object) -> object:
    try:
        return look(function)
    except (AttributeError, TypeError) as error:
        return type(error)


@pytest.mark.parametrize("name", sorted(function_objects.LOOKS))
def test_the_answer_differs(name: str) -> None:
    pairs = zip((doubled, Owner().method), _converted(), strict=True)
    assert any(_answer(_LOOKS[name], f) != _answer(_LOOKS[name], graph) for f, graph in pairs)


@pytest.mark.parametrize("name", sorted(function_objects.MISSING))
def test_the_attribute_is_missing(name: str) -> None:
    import tensorflow as tf

    method = type("Graphs", (), {"method": tf.function(Owner.method)})().method
    has = hasattr(doubled, name) or hasattr(Owner().method, name)
    assert has
    for graph in (tf.function(doubled), method):
        # Python gives a class empty annotations when anybody asks for them; they are none of the function.
        assert not hasattr(graph, name) or (name, getattr(graph, name)) == ("__annotations__", {})

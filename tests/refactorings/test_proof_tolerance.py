"""Differences of values, from what the probe keeps of them."""

import sys
import types
from collections.abc import Mapping

import numpy as np
import pytest
from hybridize_refactorings.proof.probe import abstract, arrays, values
from hybridize_refactorings.proof.records import _frozen
from hybridize_refactorings.proof.text_output import DRIFT, OutputCompared, output_compared, said_difference
from hybridize_refactorings.proof.tolerance import gap
from hypothesis import given, settings
from hypothesis import strategies as st


def leaves(value):
    return {path: _frozen(leaf) for path, leaf in values.leaves(value)}


SAME = [
    pytest.param(1.0, 1.0 + 1e-12, id="float"),
    pytest.param(np.float32([1, 2]), np.float32([1, 2.00001]), id="float32"),
    pytest.param(np.zeros(100), np.full(100, 1e-14), id="near zero"),
    pytest.param(np.float64([np.nan, 1]), np.float64([np.nan, 1]), id="not a number"),
    pytest.param({"a": 1, "b": 2}, {"b": 2, "a": 1}, id="order of a dict"),
    pytest.param({1, 2}, {2, 1}, id="set"),
    pytest.param([], [], id="empty"),
    pytest.param(np.zeros((0, 3)), np.zeros((0, 3)), id="no elements"),
    pytest.param(np.arange(40) + 0j, (np.arange(40) + 1e-13) + 0j, id="complex"),
]
OTHER = [
    pytest.param(1.0, 1.0001, id="float"),
    pytest.param(1.0, 1, id="float and int"),
    pytest.param(True, 1, id="bool and int"),
    pytest.param([1], (1,), id="list and tuple"),
    pytest.param([1], [1, 2], id="longer"),
    pytest.param({"a": 1}, {"b": 1}, id="other key"),
    pytest.param(np.float32([1]), np.float64([1]), id="dtype"),
    pytest.param(np.float32([1]), np.float32([[1]]), id="shape"),
    pytest.param(np.float32([1]), [np.float32(1)], id="array and list"),
    pytest.param(np.int64([1, 2]), np.int64([1, 3]), id="integers"),
    pytest.param(np.float64([1, np.nan]), np.float64([1, 2]), id="not a number"),
    pytest.param(np.array(["a"]), np.array(["b"]), id="strings"),
    pytest.param(np.zeros(1000), np.eye(1, 1000)[0], id="one element of many"),
    pytest.param(np.arange(1000.0), np.arange(1000.0)[::-1].copy(), id="order of many"),
    pytest.param("a" * 200, "a" * 199 + "b", id="long text"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_the_same(a, b):
    found = gap(leaves(a), leaves(b))
    assert (found.exact, found.share < 1.0) == (None, True)


@pytest.mark.parametrize(("a", "b"), OTHER)
def test_not_the_same(a, b):
    for x, y in ((a, b), (b, a)):
        found = gap(leaves(x), leaves(y))
        assert found.exact is not None or found.share > 1.0


@settings(deadline=None)
@given(st.integers(17, 300), st.integers(0, 2**32 - 1), st.floats(-12, 0), st.integers(1, 300))
def test_the_estimate_is_about_the_norm_of_the_difference(size, seed, exponent, changed):
    """Four projections of random signs: within a factor of a few, whatever the difference looks like."""
    generator = np.random.default_rng(seed)
    a = generator.normal(size=size)
    b = a.copy()
    b[: min(size, changed)] += 10.0**exponent * generator.normal(size=min(size, changed))
    true = np.linalg.norm(a - b) / max(np.linalg.norm(a), np.linalg.norm(b))
    found = gap(leaves(a), leaves(b)).relative
    assert found <= 20 * true + 1e-12
    assert found >= true / 1000


def test_the_random_numbers_of_the_program_are_left_alone():
    np.random.seed(3)
    before = np.random.get_state(legacy=False)
    arrays._signs.cache_clear()
    values.leaves([np.arange(50.0), np.random.default_rng(2)])
    assert repr(np.random.get_state(legacy=False)) == repr(before)


def test_objects_by_their_state():
    class Slots:
        __slots__ = ("a", "missing")

    class Plain:
        def __init__(self):
            self.a, self.me = 1, self

        @property
        def never(self):
            raise AssertionError("a property was read")

    slots = Slots()
    slots.a = 2
    assert leaves(slots)[".a"] == ("value", "int", "2")
    found = leaves(Plain())
    assert (found[".a"], found[".me"]) == (("value", "int", "1"), ("again",))
    assert leaves(np.random.default_rng(1)) != leaves(np.random.default_rng(2))


def test_mappings_that_are_no_dicts_and_dicts_that_are_more():
    class Shouting(dict):
        def items(self):
            raise AssertionError("code of the program was run")

    class Proxy:  # like those of wrapt, which TensorFlow puts around the dicts of a module
        __class__ = dict

        def __iter__(self):
            return iter("a")

        def __len__(self):
            return 1

        def __getitem__(self, key):
            return 1

    assert leaves(Shouting(a=1))["['a']"] == leaves(Proxy())["['a']"] == ("value", "int", "1")
    assert leaves(types.MappingProxyType({"a": 1}))["['a']"] == ("value", "int", "1")


def test_endless_values_end():
    deep = []
    for _ in range(100):
        deep = [deep]
    assert ("deep",) in leaves(deep).values()
    assert len(leaves(list(range(100_000)))) == values.LARGEST


SAID = [
    ("loss 0.12345", "loss 0.12346", True),
    ("loss 0.123", "loss 0.124", True),
    ("loss 0.12345", "loss 0.22345", False),
    ("step 1", "step 2", False),
    ("a\nb", "a", False),
    ("a", "a\nb", False),
    ("took 1.2 s", "took 9.9 s", True),
    (
        "epoch 0 elapsed = 00:00 (+00.3) loss = 1.2e+00",
        "epoch 0 elapsed = 00:02 (+02.8) loss = 1.2e+00",
        True,
    ),
    (
        "epoch 0 elapsed = 00:00 (+00.3) loss = 1.2e+00",
        "epoch 0 elapsed = 00:02 (+02.8) loss = 1.5e+00",
        False,
    ),
    ("Training time: 12.5", "Training time: 3.25", True),
    ("time = 0.5", "time = 0.75", False),
    ("a.py:12: UserWarning", "a.py:13: UserWarning", True),
    ("WARNING:tensorflow:5 out of the last 5 calls\na", "a", True),
    ("==== 5 passed in 3.21s ====", "=== 5 passed in 13.21s ===", True),
    ("==== 5 passed in 3.21s ====", "=== 4 passed in 3.21s ===", False),
    ("5 passed, 1 warning in 59.90s", "5 passed, 1 warning in 60.04s (0:01:00)", True),
    ("5 passed in 86399.90s (23:59:59)", "5 passed in 86400.04s (1 day, 0:00:00)", True),
    ("took 59s (2:3)", "took 60s (2:4)", False),
]


@pytest.mark.parametrize(("a", "b", "same"), SAID)
def test_printed_text(a, b, same):
    assert (said_difference(a, b) is None) == same
    assert (output_compared(a, a, b).difference is None) == same


def test_what_varies_by_itself_is_not_compared():
    assert output_compared("id 17\nx", "id 18\nx", "id 19\nx") == OutputCompared(None, 1)
    found = output_compared("id 17\nx", "id 18\nx", "id 19\ny")
    assert found.difference == "line 2 of the output is 'y', and was 'x'"
    assert output_compared("a", "a\nb", "c") == OutputCompared(None, 0)


def printed(*losses):
    return "".join(f"step {n} loss {loss:.4f}\n" for n, loss in enumerate(losses))


def test_numbers_may_drift_as_far_as_rounding_takes_the_original():
    first, rounded = printed(1.0, 0.5, 0.5), printed(1.0, 0.501, 0.5)

    def drifting(*losses):
        return output_compared(first, first, printed(*losses), [rounded])

    assert drifting(1.0, 0.503, 0.5) == OutputCompared(None, 3, 1)
    assert drifting(1.0, 0.5, 0.503) == OutputCompared(None, 3, 1)  # once apart, it stays apart
    assert "line 1 of the output" in drifting(1.01, 0.5, 0.5).difference  # before anything has drifted
    assert "line 2 of the output" in drifting(1.0, 0.501 + DRIFT * 0.001, 0.5).difference
    assert output_compared(first, first, printed(1.0, 0.503, 0.5)).difference is not None


def test_other_words_are_no_drift():
    first = "step 3 loss 0.5\ndone\n"
    rounded = "step 3 loss 0.6\nover\n"
    assert output_compared(first, first, "step 4 loss 0.5\ndone\n", [rounded]).difference is not None
    assert output_compared(first, first, "step 3 cost 0.5\ndone\n", [rounded]).difference is not None
    # What is said depends on rounding: the line is not compared.
    assert output_compared(first, first, "step 3 loss 0.5\nover\n", [rounded]) == OutputCompared(None, 1)


def test_a_variable_that_only_one_version_reads_is_left_out():
    a = {"x": ("value", "int", "1"), "global w": ("value", "int", "1"), "global w[0]": ("value", "int", "1")}
    b = {"x": ("value", "int", "1"), "closure c": ("value", "int", "1")}
    assert gap(a, b).exact is None
    assert gap(a, {**a, "global w[0]": ("value", "int", "2")}).exact is not None
    assert gap(a, {"x": a["x"], "global w": a["global w"]}).exact == "`global w[0]` is gone"


def test_what_keras_counts_of_its_own_is_nobodys_business():
    counts = type("ObjectIdentityDictionary", (dict,), {"__module__": "tf_keras.src.utils.object_identity"})
    own = type("ObjectIdentityDictionary", (dict,), {"__module__": "program"})

    class Layer:
        def __init__(self, counted):
            self.units = 3
            self.counted = counted

    Layer.__module__ = "tf_keras.src.layers"
    assert leaves(Layer(counts(a=1))) == leaves(Layer(counts()))
    assert leaves(Layer(own(a=[1.0]))) != leaves(Layer(own()))


def test_what_a_library_looks_its_own_things_up_by_is_nobodys_business():
    class Base:
        def __init__(self):
            self._index_dict, self._slots, self._history = {}, {}, []

    Base.__module__ = "tf_keras.src.optimizers"

    class Own(Base):
        def __init__(self, identity, step, value, calls):
            super().__init__()
            self._index_dict[f"bias_{identity}"] = step
            self._slots[f"bias_{identity}"] = np.float32([value])
            self._calls = calls

    same = leaves(Own(17, 1, 2.0, [1]))
    assert leaves(Own(1937, 2, 2.0, [1])) == same
    assert leaves(Own(17, 1, 3.0, [1])) != same
    assert leaves(Own(17, 1, 2.0, [1, 1])) != same  # the library does not know it: it is the program's


def test_a_bar_of_progress_goes_back_as_far_as_its_times_are_long():
    """Keras writes over its own line: one backspace for each character of it."""

    def bar(took):
        text = f"\x1b[1m1/1\x1b[0m ━━━━━━ \x1b[1m0s\x1b[0m {took}/step"
        return f"{text}{chr(8) * len(text)}\ndone 3\n"

    assert output_compared(bar("47ms"), bar("47ms"), bar("101ms")) == OutputCompared(None, 2)
    assert output_compared(bar("47ms"), bar("47ms"), bar("101ms").replace("3", "4")).difference


class Anything:
    """An object that has every attribute, `__class__` too, as options of ported programs have."""

    def __init__(self, **given):
        self.__dict__.update(given)

    def __getattribute__(self, name):
        return object.__getattribute__(self, "__dict__") if name == "__dict__" else self.__dict__.get(name, 0)


def test_objects_that_do_not_tell_their_class(monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorflow", None)
    assert leaves([Anything(rate=0.5)]) == leaves([Anything(rate=0.5)]) != leaves([Anything(rate=0.6)])
    assert abstract.describe(Anything())["kind"] == "object"


def test_what_a_library_tracks_is_looked_at_as_it_is():
    """`tf.Module` puts proxies in the place of dicts, which are no dicts."""

    class _DictWrapper(Mapping):
        def __init__(self, wrapped):
            self.__wrapped__ = wrapped

        def __getitem__(self, key):
            return self.__wrapped__[key]

        def __iter__(self):
            return iter(self.__wrapped__)

        def __len__(self):
            return len(self.__wrapped__)

    _DictWrapper.__module__ = "tensorflow.python.trackable.data_structures"

    class Optimizer:
        def __init__(self, identity, value):
            self._index_dict = _DictWrapper({f"bias_{identity}": 3})
            self._slots = _DictWrapper({f"bias_{identity}": np.float32([value])})
            self._self_unconditional_dependency_names = {"_index_dict": {f"bias_{identity}": 3}}

    Optimizer.__module__ = "tf_keras.src.optimizers"
    assert leaves(Optimizer(17, 1.0)) == leaves(Optimizer(1937, 1.0))
    assert leaves(Optimizer(17, 1.0)) != leaves(Optimizer(17, 2.0))


def test_names_that_a_library_counts_are_nobodys_business():
    """A function that makes a layer in each call makes one as a graph, and all later ones have other numbers."""

    class Base:
        def __init__(self, name):
            self.name, self._parent_path = name, f"model/{name}"

        def path(self):
            return self._parent_path

    Base.__module__ = "keras.src.layers"

    class Own(Base):
        def __init__(self, name, kind="relu_6"):
            super().__init__(name)
            self.kind = kind

    class Plain:
        def __init__(self, name):
            self.name = name

    same = leaves(Own("block"))
    assert leaves(Own("block_1")) == leaves(Own("block_12")) == same
    assert leaves(Own("blocks")) != same
    assert leaves(Own("block", kind="relu_7")) != same
    assert leaves(Plain("block_1")) != leaves(Plain("block_2"))  # no library names it

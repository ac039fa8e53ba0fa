"""The data files are what the generator gives for the installed libraries; the reviewed tables name what exists."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hybridize_analyzer.knowledge import tensorflow as reviewed
from hybridize_analyzer.knowledge.arrays import ARRAYS
from hybridize_analyzer.knowledge.exports import FOLDER, bases, canonical_export, data, export, members
from hybridize_analyzer.knowledge.operations import OPERATIONS
from hybridize_analyzer.shapes import RULES

GENERATOR = Path(__file__).parents[2] / "tools" / "generate_knowledge.py"
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))


@pytest.mark.tf
def test_files_are_what_the_generator_gives(tmp_path):
    """For the libraries of the versions that the files are of."""
    pytest.importorskip("tf_keras")
    done = subprocess.run(
        [sys.executable, GENERATOR, tmp_path], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    other = []
    for file in FILES:
        fresh = json.loads((tmp_path / f"{file}.json").read_text(encoding="utf-8"))
        if fresh["version"] != data(file)["version"]:
            other.append(f"{file}.json is of {data(file)['version']}, installed is {fresh['version']}")
        else:
            assert fresh == data(file)
    if other:
        pytest.skip("; ".join(other))


def test_every_file_is_known():
    assert FILES == ["internal", "keras", "numpy", "raw_ops", "tensorflow", "tensorflow_v1", "tf_keras"]


def test_operations_are_canonical_names_with_a_rule():
    for name, operation in OPERATIONS.items():
        assert canonical_export(f"tensorflow.{name}") == f"tensorflow.{name}"
        found = export(f"tensorflow.{name}")
        assert found is not None, name
        assert found.kind == "function", name
        assert operation.rule in RULES


def test_array_functions_exist_and_have_a_rule():
    for name, (shape, _) in ARRAYS.items():
        found = export(f"numpy.{name}")
        assert found is not None, name
        assert found.kind in ("function", "class"), name
        assert shape in RULES


@pytest.mark.parametrize(
    "table",
    [
        "_KINDS",
        "_FIXED",
        "_MULTIPLE",
        "_LISTS",
        "_DATA_DEPENDENT",
        "_UNLESS_GIVEN",
        "_ROUNDING",
        "_NOT_COMPUTING",
    ],
)
def test_reviewed_tables_name_what_exists(table):
    names = (n if n.startswith("keras.") else f"tensorflow.{n}" for n in getattr(reviewed, table))
    unknown = [name for name in names if export(name) is None]
    assert unknown == []


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("tensorflow.math.reduce_sum", "tensorflow.reduce_sum"),
        ("tensorflow.compat.v1.reduce_sum", "tensorflow.compat.v1.reduce_sum"),
        ("tensorflow.compat.v1.convert_to_tensor_or_sparse_tensor",) * 2,
        ("tensorflow.compat.v1.abs", "tensorflow.abs"),
        ("tensorflow.python.ops.array_ops.zeros", "tensorflow.zeros"),
        ("keras.models.Model", "keras.Model"),
        ("keras.optimizers.legacy.SGD", "keras.optimizers.legacy.SGD"),
        ("numpy.abs", "numpy.absolute"),
        ("tensorflow.no_such_name",) * 2,
    ],
)
def test_aliases(name, canonical):
    assert canonical_export(name) == canonical


def test_signatures():
    found = export("tensorflow.reduce_sum")
    assert found is not None
    assert (found.parameters, found.positional, found.open) == (
        ("input_tensor", "axis", "keepdims", "name"),
        4,
        False,
    )
    method = export("keras.layers.Dense.call")
    assert method is not None
    assert method.parameters == ("inputs", "training")
    assert export("numpy.sum").parameters[:3] == ("a", "axis", "dtype")
    assert export("tensorflow.meshgrid").open
    assert export("tensorflow.no_such_name") is None


def test_classes():
    assert bases("keras.layers.Conv2D")[0] == "keras.layers.Conv2D"
    assert "keras.Layer" in bases("keras.layers.Conv2D")
    assert bases("keras.losses.mean_squared_error") == ()
    assert export("keras.optimizers.Adam.apply_gradients").kind == "method"


def test_members_of_modules():
    assert {"reduce_sum", "Variable", "float32"} <= set(members("tensorflow"))
    assert "Dense" in members("keras.layers")
    assert {"abs", "ndarray"} <= set(members("numpy"))

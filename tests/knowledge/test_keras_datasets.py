"""The shapes of the data sets of Keras, against what Keras itself says they are: no test loads any."""

from __future__ import annotations

import inspect
import re

import pytest
from hybridize_analyzer.library.keras.datasets import SETS

pytestmark = pytest.mark.tf


@pytest.mark.parametrize("version", ["keras", "tf_keras"])
@pytest.mark.parametrize("name", sorted(SETS))
def test_sets_have_the_shapes_that_keras_states(version: str, name: str) -> None:
    loads = getattr(pytest.importorskip(version).datasets, name).load_data
    stated = dict(re.findall(r"assert (\w+)\.shape == (\([\d, ]+\))", inspect.getdoc(loads) or ""))
    counts, *kinds = SETS[name]
    known = {
        f"{part}_{when}": str((count, *shape))
        for when, count in zip(("train", "test"), counts, strict=True)
        for part, (_, shape) in zip("xy", kinds, strict=True)
    }
    assert stated == ({} if name == "boston_housing" else known)


@pytest.mark.parametrize("version", ["keras", "tf_keras"])
def test_sets_of_numbers_have_the_dtypes_that_keras_states(version: str) -> None:
    for name, (_, example, _) in SETS.items():
        if name != "boston_housing":
            loads = getattr(pytest.importorskip(version).datasets, name).load_data
            assert f"`{example[0]}` NumPy array" in (inspect.getdoc(loads) or "").replace(
                "uint8 NumPy", "`uint8` NumPy"
            )

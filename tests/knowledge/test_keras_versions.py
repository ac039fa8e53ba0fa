"""What only Keras 2 or only Keras 3 has, from which `workspace/targets.py` tells on which of them a program runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hybridize_analyzer.workspace.targets import ONLY_IN_KERAS_2, ONLY_IN_KERAS_3

pytestmark = pytest.mark.tf


def _names(table: Mapping[str, str]) -> list[str]:
    return [f"{module}.{name}".strip(".") for module, names in table.items() for name in names.split()]


def _has(library: Any, name: str) -> bool:
    for part in name.split("."):
        library = getattr(library, part, None)
    return library is not None


@pytest.mark.parametrize(("table", "version"), [(ONLY_IN_KERAS_2, 2), (ONLY_IN_KERAS_3, 3)])
def test_only_one_version_has_it(
    table: Mapping[str, str], version: int, executed: Callable[..., None]
) -> None:
    def check() -> None:
        import tensorflow as tf
        import tf_keras

        has = {2: tf_keras, 3: tf.keras}
        other = has.pop(5 - version)
        names = _names(table)
        assert [n for n in names if not _has(has[version], n)] == []
        assert [n for n in names if _has(other, n)] == []

    executed(version, dict(table), check)

"""What only Keras 2 or only Keras 3 has, from which `workspace/keras_uses.py` tells on which of them a program runs."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hybridize_analyzer.workspace.keras_uses import (
    ONLY_IN_KERAS_2,
    ONLY_IN_KERAS_3,
    USES_OF_KERAS_2,
    Use,
    of_keras_2,
)
from hybridize_analyzer.workspace.sources import SourceFile

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


@pytest.mark.parametrize("use", USES_OF_KERAS_2, ids=lambda use: use.text)
def test_keras_3_refuses_it(
    use: Use, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, executed: Callable[..., None]
) -> None:
    monkeypatch.chdir(tmp_path)
    raw = ("# tensorflow and keras\n" + use.example).encode()
    assert of_keras_2([SourceFile(Path("m.py"), "m.py", raw.decode(), "utf-8", raw)])

    def check() -> None:
        import tensorflow as tf
        import tf_keras

        with warnings.catch_warnings(action="ignore"):
            exec(use.example, {"keras": tf_keras})
            with pytest.raises((ValueError, TypeError, AttributeError, NotImplementedError, ImportError)):
                exec(use.example, {"keras": tf.keras})

    executed(use.text, use.example, check)

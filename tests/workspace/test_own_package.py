"""A folder that is a package: its files import each other by its name, and libraries by theirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.workspace.sources import SourceFile

FILES = {
    "__init__.py": "",
    "functions.py": "import tensorflow as tf\n\n\ndef squashed(x):\n    return tf.tanh(x) * 2.0\n",
    "tensorflow/__init__.py": "",
    "program.py": (
        "import tensorflow as tf\nfrom own.functions import squashed\nimport own.functions as f\n\n"
        "for _ in range(2):\n    squashed(tf.ones([3]))\n    f.squashed(tf.ones([4]))\n"
    ),
}


def sources(root: Path) -> list[SourceFile]:
    return [SourceFile(root / name, name, text, "utf-8", text.encode()) for name, text in FILES.items()]


def test_files_of_a_package_import_each_other_by_its_name(tmp_path: Path) -> None:
    report = analyze(tmp_path / "own", sources(tmp_path / "own"))
    (function,) = report.functions
    assert (function.verdict, function.safe, function.called) == ("convert", True, True)
    assert function.parameters[0].kind == "tensor"


@pytest.mark.parametrize("name", ["other", "no-name"])
def test_another_name_is_that_of_an_installed_package(tmp_path: Path, name: str) -> None:
    report = analyze(tmp_path / name, sources(tmp_path / name))
    assert not report.functions[0].called

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


INSIDE = {
    "layers/__init__.py": "",
    "layers/dense.py": "import tensorflow as tf\n\n\ndef squashed(x):\n    return tf.tanh(x) * 2.0\n",
    "training/loops.py": (
        "import tensorflow as tf\nfrom net.layers import dense\n\n\ndef run():\n"
        "    for _ in range(2):\n        dense.squashed(tf.ones([3]))\n"
    ),
    "main.py": "from net.training.loops import run\nfrom net.layers.dense import squashed\nimport other.parts\n\nrun()\n",
}


def _called(files: dict[str, str], root: Path) -> bool:
    found = [SourceFile(root / name, name, text, "utf-8", text.encode()) for name, text in files.items()]
    report = analyze(root, found)
    return next(f.called for f in report.functions if f.qualname == "squashed")


def test_a_repository_may_be_cloned_under_another_name_than_its_files_import(tmp_path: Path) -> None:
    assert _called(INSIDE, tmp_path / "net-main")


def test_what_is_hardly_here_is_another_library(tmp_path: Path) -> None:
    elsewhere = "".join(f"import net.part_{i}.more\n" for i in range(9))
    assert not _called({**INSIDE, "more.py": elsewhere}, tmp_path / "net-main")


def test_a_module_has_what_is_imported_from_it(tmp_path: Path) -> None:
    others = {**INSIDE, "main.py": "from net.layers.dense import relu\nfrom net.training.loops import fit\n"}
    assert not _called(others, tmp_path / "net-main")

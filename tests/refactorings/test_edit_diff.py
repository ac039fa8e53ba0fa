"""A diff that `git apply` turns into the edited file, byte for byte."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from edit_cases import plan, plan_text, source_file, verdict
from hybridize_refactorings import FileEdit

FUNCTION = "def f(x):\n    return x\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.py", "import tensorflow as tf\n\n\n" + FUNCTION),
        ("pkg/deep/m.py", "import tensorflow as tf\r\n\r\n\r\n" + FUNCTION.replace("\n", "\r\n")),
        ("with space.py", "import tensorflow as tf\n\n\ndef f(x): return x"),
        ("m.py", FUNCTION.replace("\n", "\r")),
        ("m.py", "\ufeffimport tensorflow as tf\n\n\n" + FUNCTION),
        ("m.py", "# -*- coding: cp1252 -*-\nimport tensorflow as tf\nTEXT = 'caf\xe9'\n\n" + FUNCTION),
        ('a\tb "c".py', "import tensorflow as tf\n\n\n" + FUNCTION),
        ("new\nline \xfc.py", "import tensorflow as tf\n\n\n" + FUNCTION),
        ("m.py", "# ünï\n" + "VALUE = '\u2028'\n\f\n" * 20 + FUNCTION),
    ],
    ids=[
        "plain",
        "crlf",
        "no final newline",
        "carriage returns",
        "byte order mark",
        "cp1252",
        "tab and quotes in the name",
        "line break in the name",
        "separators that are not line ends",
    ],
)
def test_git_applies_the_diff(tmp_path: Path, name: str, text: str) -> None:
    edit = converted(tmp_path / name, name, text)
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_bytes(edit.raw)
    (tmp_path / "edit.diff").write_bytes(edit.patch())
    command = ["git", "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "edit.diff"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / name).read_bytes() == edit.after.encode(edit.encoding)


def converted(path: Path, name: str, text: str) -> FileEdit:
    line = text.replace("\r\n", "\n").replace("\r", "\n").split("def f(")[0].count("\n") + 1
    raw = text.encode("cp1252" if "cp1252" in text else "utf-8")
    return plan(source_file(path, name, raw), verdict(name, "f", line))


def test_nothing_to_change_is_an_empty_diff() -> None:
    assert plan_text(FUNCTION, verdict("m.py", "g", 1)).patch() == b""

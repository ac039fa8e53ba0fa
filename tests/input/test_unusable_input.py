"""Input that nobody wishes for: a clear message naming the file, the rest still analysed, never a traceback."""

import errno
import os
import sys
from pathlib import Path

import pytest
from awkward import GOOD, check, defined, plant, verdict
from hybridize_analyzer.interpreter.syntax import statements
from hybridize_analyzer.solver import evaluation
from hybridize_cli.main import execute

# Content that cannot be parsed -> a part of the message that names it.
UNREADABLE = [
    pytest.param("def f(:\n", "not valid Python", id="syntax error"),
    pytest.param("x = (\n", "never closed", id="open parenthesis"),
    pytest.param('x = """\n', "unterminated triple-quoted", id="open string"),
    pytest.param("def f():\n\tif 1:\n        x\n", "inconsistent use of tabs", id="tabs and spaces"),
    pytest.param("def f():\nreturn 1\n", "expected an indented block", id="no indentation"),
    pytest.param("print 'x'\n", "looks like Python 2", id="Python 2 print"),
    pytest.param("exec 'x'\n", "looks like Python 2", id="Python 2 exec"),
    pytest.param(b"# caf\xe9\nx = 1\n", "byte 0xE9 at byte offset 5", id="not UTF-8"),
    pytest.param(b"# coding: klingon\n", "unknown encoding: klingon", id="unknown encoding"),
    pytest.param(b"# coding: rot13\nk = 1\n", "not a text encoding", id="codec for text"),
    pytest.param("x = 1\n".encode("utf-16"), "is UTF-16", id="UTF-16"),
    pytest.param(b"x = 1\n\0\0\n", "null bytes", id="NUL bytes"),
    pytest.param("x = " + "(" * 1000 + "1" + ")" * 1000, "too many nested parentheses", id="parentheses"),
    pytest.param("x = " + "-" * 300_000 + "1\n", "nests too deeply|too complex", id="unary operators"),
    pytest.param(
        "x = 1" + " + 1" * 300_000,
        "nests too deeply|too complex",
        id="a sum of 300,000 terms",
        marks=pytest.mark.skipif(
            sys.version_info < (3, 11), reason="the parser of Python 3.10 itself dies of it"
        ),
    ),
]


@pytest.mark.parametrize(("content", "message"), UNREADABLE)
def test_a_file_that_cannot_be_parsed_costs_only_itself(tmp_path, capsys, content, message):
    plant(tmp_path, {"odd.py": content})
    code, document, err = check(tmp_path, capsys)
    (error,) = document["errors"]
    assert error["path"] == "odd.py"
    assert any(part in error["message"] for part in message.split("|")), error["message"]
    assert verdict(document, "good.py", "affine") == "convert"
    assert code == 1
    assert err == ""


def test_a_file_that_cannot_be_parsed_is_not_one_without_findings(tmp_path, capsys):
    (tmp_path / "odd.py").write_text("def f(:\n")
    assert execute(["check", str(tmp_path), "--no-cache"]) == 1
    first, *rest = capsys.readouterr().out.splitlines()
    assert "odd.py:1:7 error:" in first
    assert not [line for line in rest if line.startswith("No findings")]


def test_files_that_cannot_be_read_are_named(tmp_path, capsys, monkeypatch):
    plant(tmp_path, {"locked.py": "x = 1\n", "broken_disk.py": "x = 1\n"})
    failures = {"locked.py": errno.EACCES, "broken_disk.py": errno.EIO}
    read = Path.read_bytes

    def read_bytes(path):
        if path.name in failures:  # modes do not stop root
            raise OSError(failures[path.name], os.strerror(failures[path.name]), str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    code, document, _ = check(tmp_path, capsys)
    assert [(e["path"], "cannot be read" in e["message"]) for e in document["errors"]] == [
        ("broken_disk.py", True),
        ("locked.py", True),
    ]
    assert "ermission denied" in document["errors"][1]["message"]
    assert verdict(document, "good.py", "affine") == "convert"
    assert code == 1


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need a privilege on Windows")
def test_loops_of_links_end(tmp_path, capsys):
    plant(tmp_path, {"package/odd.py": "def f(x): return x\n"})
    (tmp_path / "package" / "up").symlink_to(tmp_path)
    (tmp_path / "self.py").symlink_to("self.py")
    (tmp_path / "a.py").symlink_to("b.py")
    (tmp_path / "b.py").symlink_to("a.py")
    code, document, err = check(tmp_path, capsys)
    assert [error["path"] for error in document["errors"]] == ["a.py", "b.py", "self.py"]
    assert defined(document, "package/odd.py") == ["f"]
    assert code == 1
    assert err == ""


def test_a_folder_without_python_is_said_so(tmp_path, capsys):
    (tmp_path / "README.md").write_text("# nothing to run\n")
    code, document, err = check(tmp_path, capsys)
    assert code == 0
    assert document["functions"] == document["errors"] == []
    assert f"no Python files found in {tmp_path}" in err


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param(b"[tool", id="not TOML"),
        pytest.param(b"[tool.hybridize]\nselect = 3\n", id="wrong type"),
        pytest.param(b"[tool.hybridize]\nno-such-setting = 1\n", id="unknown setting"),
        pytest.param(b"[tool.hybridize]\nselect = ['no-such-rule']\n", id="unknown rule"),
        pytest.param(b"\xff\xfe", id="not UTF-8"),
        pytest.param(b"a = 1\0", id="NUL byte"),
    ],
)
def test_broken_settings_stop_the_run_and_are_named(tmp_path, capsys, settings):
    plant(tmp_path, {"pyproject.toml": settings})
    code, document, err = check(tmp_path, capsys)
    assert code == 2
    assert document is None
    assert "pyproject.toml" in err
    assert "Traceback" not in err
    assert check(tmp_path, capsys, "--isolated")[0] == 1


def test_a_missing_path_is_named(tmp_path, capsys):
    code, document, err = check(tmp_path / "nowhere", capsys)
    assert (code, document) == (2, None)
    assert "nowhere: no such file or directory" in err


FRAGILE = (
    GOOD
    + "\ndef fragile(x):\n    return tf.sin(x)\n\ndef caller(x):\n    return fragile(x)\n\ncaller(tf.ones([2]))\n"
)


@pytest.fixture
def fault(monkeypatch):
    """Makes the analysis itself fail on every function called `fragile`."""
    run = evaluation._run

    def fail(state, function, *arguments, **options):
        if function.code.name == "fragile":
            raise KeyError("an oversight")
        return run(state, function, *arguments, **options)

    monkeypatch.setattr(evaluation, "_run", fail)


def test_a_fault_of_the_analysis_costs_one_verdict(tmp_path, capsys, fault):
    plant(tmp_path, {"odd.py": FRAGILE})
    code, document, err = check(tmp_path, capsys)
    (error,) = document["errors"]
    assert (error["path"], error["line"]) == ("odd.py", 9)
    assert "`fragile`" in error["message"]
    assert "KeyError: 'an oversight'" in error["message"]
    assert verdict(document, "odd.py", "fragile") == "undetermined"
    assert verdict(document, "odd.py", "caller") == "undetermined"  # it does what `fragile` does
    assert verdict(document, "odd.py", "affine") == "convert"
    assert code == 1
    assert err == ""


def test_debugging_shows_the_fault_itself(tmp_path, capsys, fault, monkeypatch):
    plant(tmp_path, {"odd.py": FRAGILE})
    monkeypatch.setenv("HYBRIDIZE_DEBUG", "1")
    with pytest.raises(KeyError, match="an oversight"):
        check(tmp_path, capsys)


def test_a_fault_at_the_top_of_a_module_costs_that_module(tmp_path, capsys, monkeypatch):
    plant(tmp_path, {"odd.py": "def f(x): return x\nf(1)\n"})
    run_body = statements.run_body

    def fail(state, frame, body):
        if frame.function is None and frame.module.path == "odd.py":
            raise RecursionError
        return run_body(state, frame, body)

    monkeypatch.setattr(statements, "run_body", fail)
    _, document, _ = check(tmp_path, capsys)
    (error,) = document["errors"]
    assert error["path"] == "odd.py"
    assert "nests too deeply" in error["message"]
    assert verdict(document, "odd.py", "f") == "undetermined"
    assert verdict(document, "good.py", "affine") == "convert"
